"""Whether Excel lets the add-in run: trusted folders, macro settings, disabled items."""

from collections.abc import Iterator
from pathlib import Path, PureWindowsPath
from typing import Any, Final

from addin.findings import Finding, right, wrong
from addin.windows import Machine, blocked

# Excel 2016, 2019, 2021, 2024 and 365 all call themselves 16.0
_EXCEL: Final = r"Microsoft\Office\16.0\Excel"
_SECURITY: Final = (
    rf"HKCU\Software\Policies\{_EXCEL}\Security",  # what the company sets comes first
    rf"HKCU\Software\{_EXCEL}\Security",
)
_ASKS: Final = 2  # VBAWarnings: 1 every macro runs, 2 Excel asks, 3 signed ones only, 4 none


def trust(machine: Machine, add_in: Path) -> Iterator[Finding]:
    """What Excel's trust centre says about the add-in, one line each."""
    yield _macros(machine, add_in)
    yield from _add_ins(machine)
    yield from _disabled(machine, add_in)
    if blocked(add_in):
        yield wrong(
            f"{add_in} 带有“来自网络”的标记，请在文件属性里勾选“解除锁定”",
            "the file is marked as downloaded: tick Unblock in its properties",
        )


def _macros(machine: Machine, add_in: Path) -> Finding:
    folder = add_in.parent
    if _trusted(machine, folder):
        return right(f"Excel 信任文件夹 {folder}", "Excel trusts the folder")
    level = _setting(machine, "VBAWarnings", _ASKS)
    if level == 1:
        return right("Excel 设置为启用所有宏", "Excel runs every macro")
    asks = "会先询问" if level == _ASKS else "不运行其中的宏"
    return wrong(
        f"Excel 不信任文件夹 {folder}，{asks}："
        "文件 → 选项 → 信任中心 → 信任中心设置 → 受信任位置 → 添加",
        "Excel does not trust this folder: File → Options → Trust Center → Trusted Locations → Add",
    )


def _trusted(machine: Machine, folder: Path) -> bool:
    """Whether the folder, or one above it with its subfolders, is on Excel's list."""
    for security in _SECURITY:
        places = rf"{security}\Trusted Locations"
        if machine.registry.values(places).get("AllLocationsDisabled") == 1:
            return False
    return any(
        _covers(machine, machine.registry.values(rf"{security}\Trusted Locations\{name}"), folder)
        for security in _SECURITY
        for name in machine.registry.keys(rf"{security}\Trusted Locations")
    )


def _covers(machine: Machine, location: dict[str, Any], folder: Path) -> bool:
    if not location.get("Path"):
        return False
    place = PureWindowsPath(machine.expanded(location["Path"]))
    wanted = PureWindowsPath(folder)
    return place == wanted or (location.get("AllowSubfolders") == 1 and place in wanted.parents)


def _add_ins(machine: Machine) -> Iterator[Finding]:
    if _setting(machine, "DisableAllAddins", 0) == 1:
        yield wrong(
            "Excel 禁用了所有加载项：信任中心 → 加载项 → 取消“禁用所有应用程序加载项”",
            "Excel disables every add-in: Trust Center → Add-ins",
        )
    if _setting(machine, "RequireAddinSig", 0) == 1:
        yield wrong(
            "Excel 只运行有签名的加载项，本加载宏没有签名：信任中心 → 加载项",
            "Excel demands signed add-ins and this one is not: Trust Center → Add-ins",
        )


def _setting(machine: Machine, name: str, default: int) -> Any:
    """A setting of the trust centre, the company's before the user's."""
    return next(
        (v[name] for key in _SECURITY if name in (v := machine.registry.values(key))), default
    )


def _disabled(machine: Machine, add_in: Path) -> Iterator[Finding]:
    """Excel keeps, as bytes with the path in UTF-16, what it switched off after a crash."""
    items = machine.registry.values(rf"HKCU\Software\{_EXCEL}\Resiliency\DisabledItems")
    name = add_in.name.lower()
    for item in items.values():
        if isinstance(item, bytes) and name in item.decode("utf-16-le", "ignore").lower():
            yield wrong(
                "Excel 曾因故障禁用本加载宏：文件 → 选项 → 加载项 → 管理“禁用项目” → 启用",
                "Excel switched the add-in off: File → Options → Add-ins → Manage Disabled Items",
            )
