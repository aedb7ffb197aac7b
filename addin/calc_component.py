"""xlfuncs within LibreOffice: finds the environment that has numpy, then serves the functions.

Travels in the .oxt; LibreOffice runs it in its own Python, where the package `addin` is not.
"""

import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import unohelper  # type: ignore[import-not-found]
from com.sun.star.uno import RuntimeException  # type: ignore[import-not-found]

SERVICES = ("org.xlfuncs.calc.Functions", "com.sun.star.sheet.AddIn")
HERE = Path(__file__).parent
VARIABLE = "XLFUNCS_SITE_PACKAGES"


def refusal(text: str) -> Any:
    """An exception of the kind in which LibreOffice shows Chinese as it is."""
    return RuntimeException(text, None)


def folders() -> list[str]:
    """The folders of the variable, or else those written at installation for the same Python."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return chosen.split(os.pathsep)
    told = json.loads((HERE / "environment.json").read_text(encoding="utf-8"))
    own = ".".join(platform.python_version_tuple()[:2])
    if told["python"] != own:
        raise refusal(
            f"xlfuncs：环境是 Python {told['python']}，LibreOffice 是 {own}，numpy 不能共用；"
            f"请用 Python {own} 建立环境再安装 / the environment has Python {told['python']}, "
            f"LibreOffice has {own}: install from an environment of Python {own}"
        )
    return list(told["site_packages"])


def created(_context: object) -> Any:
    """The object that Calc calls."""
    sys.path[:0] = [str(HERE / "pythonpath"), *folders()]
    try:
        from xlfuncs.hosts.libreoffice import component

        return component()
    except ImportError as failure:
        raise refusal(
            f"xlfuncs：LibreOffice 的 Python 载入失败（{failure}），请在环境里运行 xlfuncs addin "
            f"install --libreoffice，或设置 {VARIABLE} / LibreOffice's Python cannot load it: run "
            f"that command in an environment with numpy, or set {VARIABLE}"
        ) from failure


folders()  # refuses another Python while the extension is being added, where the user sees it
g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816  the name pyuno looks for
g_ImplementationHelper.addImplementation(created, SERVICES[0], SERVICES)
