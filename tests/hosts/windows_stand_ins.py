"""Inert stand-ins for pywin32, so that the real xlwings.udfs loads and runs on any system.

Nothing of COM is emulated but the cell and range arguments Excel passes. To be used in a
process of its own: it replaces modules and, while xlwings is imported, `sys.platform`.
"""

import ctypes
import datetime as dt
import sys
import types
from typing import Any

MISSING = -2147352572  # DISP_E_PARAMNOTFOUND: an argument left out in a cell
RANGE_IID = "{00020846-0000-0000-C000-000000000046}"


class Inert:
    """Looked up by xlwings, never called."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None: ...

    def __call__(self, *_args: Any, **_kwargs: Any) -> Any:
        raise NotImplementedError("there is no COM here")


class ComError(Exception): ...


class ComTime(dt.datetime): ...


class Dispatch:
    """What pywin32 hands over for a COM object."""

    def __init__(self, api: Any) -> None:
        self.__dict__["_api"] = api
        info = types.SimpleNamespace(iid=RANGE_IID)
        info.GetTypeInfo = lambda: info
        info.GetTypeAttr = lambda: info
        self.__dict__["_oleobj_"] = info

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_api"], name)


class Zero:
    """A DLL: every attribute is callable and returns 0."""

    def __getattr__(self, _name: str) -> "Zero":
        return Zero()

    def __call__(self, *_args: Any) -> int:
        return 0


def _module(name: str, **names: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(names)
    sys.modules[name] = module
    return module


def _install_modules() -> None:
    zone = types.SimpleNamespace(utc=lambda: dt.UTC)
    _module("pywintypes", com_error=ComError, TimeType=ComTime, IID=lambda text: text)
    _module("win32process", GetWindowThreadProcessId=lambda _handle: (1, 1))
    for name in ("win32api", "win32con", "win32gui", "win32event"):
        _module(name)
    _module("win32timezone", TimeZoneInfo=zone)
    com = _module("pythoncom", com_error=ComError, CoInitialize=lambda *_args: None)
    com.__dict__.update(
        IID_IDispatch="IDispatch",
        TypeIIDs={"IDispatch": Inert},
        IID_IEnumVARIANT="IEnumVARIANT",
        __file__=None,
    )
    client = _module("win32com.client", CDispatch=Dispatch, CoClassBaseClass=object)
    client.__dict__.update(
        Dispatch=lambda o, **_kwargs: o, DispatchBaseClass=object, DispatchEx=Inert
    )
    util = _module("win32com.server.util", wrap=lambda o, **_kwargs: o, unwrap=Inert())
    server = _module("win32com.server", util=util)
    _module("win32com.server.dispatcher")
    _module("win32com.server.policy")
    _module("win32com", client=client, server=server)


def load_xlwings() -> Any:
    """The real xlwings, as it is on Windows."""
    import asyncio  # noqa: F401  loaded before sys.platform is touched
    import concurrent.futures  # noqa: F401
    import multiprocessing  # noqa: F401
    import subprocess  # noqa: F401

    import numpy as np  # noqa: F401
    import pandas as pd  # noqa: F401

    _install_modules()
    platform, py_dll = sys.platform, ctypes.PyDLL
    ctypes.windll = ctypes.oledll = Zero()  # type: ignore[attr-defined]
    sys.platform, ctypes.PyDLL = "win32", lambda *_args: Zero()  # type: ignore
    try:
        import xlwings
    finally:
        sys.platform, ctypes.PyDLL = platform, py_dll  # type: ignore
        del ctypes.windll, ctypes.oledll  # type: ignore[attr-defined]
    return xlwings


def cell(value: Any) -> Dispatch:
    """A cell or range argument: an object whose Value is what Range.Value gives over COM."""
    rows = value if isinstance(value, tuple) else ((value,),)
    book = types.SimpleNamespace(Application=types.SimpleNamespace(Hwnd=1), Name="Book1.xlsm")
    return Dispatch(
        types.SimpleNamespace(
            Value=value,
            Row=1,
            Column=1,
            Rows=types.SimpleNamespace(Count=len(rows)),
            Columns=types.SimpleNamespace(Count=len(rows[0])),
            Worksheet=types.SimpleNamespace(Parent=book, Name="Sheet1"),
        )
    )
