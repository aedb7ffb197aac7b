"""What is taken from xlwings: the VBA project of its own add-in template (BSD), set up for us."""

import importlib.util
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from addin.vba_project import Module, Project, read
from workbooks.opening import PackageError

PROJECT: Final = "xlfuncs"
_MODULES: Final = ("Dictionary", "xlwings")
_VERSION: Final = re.compile(r'XLWINGS_VERSION As String = "([^"]+)"')
# Settings come from the add-in and the user's profile, never from a workbook or its folder:
# a workbook that somebody sent must not choose the program that Excel starts.
_SETTINGS: Final = (
    (r'(PROJECT_NAME As String = )"[^"]*"', rf'\1"{PROJECT}"', 1),
    (r'SheetExists\(ActiveWorkbook, PROJECT_NAME & "\.conf"\)',
     'SheetExists(ThisWorkbook, PROJECT_NAME & ".conf")', 1),
    (r"GetConfigFromSheet\(ActiveWorkbook\)", "GetConfigFromSheet(ThisWorkbook)", 2),
    (r'If source = "" Or source = "directory" Then', 'If source = "directory" Then', 1),
)  # fmt: skip


def upstream() -> Project:
    """The template's project with the modules we keep; `xlwings` holds the licence it is under."""
    try:
        template = _template()
        with zipfile.ZipFile(template) as archive:
            project = read(archive.read("xl/vbaProject.bin"))
    except ImportError:
        raise PackageError(
            '生成加载宏需要 xlwings，请运行 pip install "xlfuncs[excel]"',
            'building the add-in needs xlwings: pip install "xlfuncs[excel]"',
        ) from None
    kept = tuple(_set_up(m) for m in project.modules if m.name in _MODULES)
    if len(kept) != len(_MODULES):
        raise _unknown(template.name)
    return replace(project, name=PROJECT, modules=kept)


def xlwings_version(project: Project) -> str:
    """The version whose DLL the module names."""
    return next(v[1] for m in project.modules if (v := _VERSION.search(m.source)))


def _template() -> Path:
    """The add-in with a ribbon that `xlwings quickstart --addin --ribbon` copies."""
    spec = importlib.util.find_spec("xlwings")
    if spec is None or spec.origin is None or importlib.util.find_spec("olefile") is None:
        raise ImportError
    found = sorted(Path(spec.origin).parent.glob("*addin_ribbon*.xlam"))
    if not found:
        raise _unknown("*addin_ribbon*.xlam")
    return found[0]


def _set_up(module: Module) -> Module:
    """A module with our project's name and nothing read from the workbooks it serves."""
    source = module.source
    for pattern, new, times in _SETTINGS if module.name == "xlwings" else ():
        source, found = re.subn(pattern, new, source)
        if found != times:
            raise _unknown(pattern)
    return replace(module, source=source)


def _unknown(what: str) -> PackageError:
    return PackageError(
        f"已安装的 xlwings 的加载宏模板无法识别（{what}），请换用其他版本",
        f"the installed xlwings has a template we do not know ({what}): use another version",
    )
