"""The VBA module with one function for every function of the registry."""

from collections.abc import Iterator
from typing import Final

from addin.vba_names import argument_name
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Parameter, Spec

UDF_MODULE: Final = "xlfuncs.hosts.xlwings_udf"
MODULE: Final = "Functions"
_HEAD: Final = f"""Attribute VB_Name = "{MODULE}"
Option Explicit
' Generated from the registry of xlfuncs by addin/wrappers.py.
"""


def wrappers() -> str:
    """The whole module."""
    return "\n".join([_HEAD, *("\n".join(_wrapper(spec)) + "\n" for spec in FUNCTIONS)])


def _wrapper(spec: Spec) -> Iterator[str]:
    """One function: its call through xlwings, and what becomes of the answer."""
    declared = ", ".join(map(_declared, spec.parameters))
    passed = ", ".join(argument_name(p.name) for p in spec.parameters)
    call = f'XLPy.CallUDF("{UDF_MODULE}", "{spec.name}", Array({passed}), _'
    yield f"Public Function {spec.name}({declared}) As Variant"
    yield "    On Error GoTo failed"
    yield f"    {spec.name} = Answer({call}"
    yield "        ActiveWorkbook, Application.Caller))"
    yield "    Exit Function"
    yield "failed:"
    yield f"    {spec.name} = Failure(Err.Description)"
    yield "End Function"


def _declared(p: Parameter) -> str:
    name = argument_name(p.name)
    return name if p.required else f"Optional {name}"
