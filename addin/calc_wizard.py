"""What Calc's function wizard shows, and the names in .xlsx: CalcAddIns.xcu."""

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from addin.calc_types import argument_name
from xlfuncs.hosts.help import argument_helps, descriptions
from xlfuncs.hosts.libreoffice import IMPLEMENTATION
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Parameter, Spec

LANGUAGES: Final = ("en", "zh-CN")
_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema"
 oor:name="CalcAddIns" oor:package="org.openoffice.Office">
"""


def wizard() -> str:
    """The whole file."""
    functions = _node("AddInFunctions", *map(_function, FUNCTIONS))
    info = _node("AddInInfo", _replaced(IMPLEMENTATION, functions))
    return f"{_HEAD}{info}</oor:component-data>\n"


def _function(spec: Spec) -> str:
    return _replaced(
        spec.name,
        _property("DisplayName", dict.fromkeys(LANGUAGES, spec.name)),
        _property("Description", descriptions(spec)),
        _property("Category", {"": spec.category}),
        _property("CompatibilityName", {"en-US": spec.name}),  # its name in .xlsx
        _node("Parameters", *map(_argument, spec.parameters)),
    )


def _argument(p: Parameter) -> str:
    return _replaced(
        argument_name(p.name),
        _property("DisplayName", dict.fromkeys(LANGUAGES, p.name)),
        _property("Description", argument_helps(p)),
    )


def _property(name: str, texts: Mapping[str, str]) -> str:
    values = "".join(_value(language, text) for language, text in texts.items())
    return f'<prop oor:name="{name}">{values}</prop>\n'


def _value(language: str, text: str) -> str:
    mark = f' xml:lang="{language}"' if language else ""
    return f"<value{mark}>{escape(text)}</value>"


def _node(name: str, *inner: str) -> str:
    return f'<node oor:name="{name}">{"".join(inner)}</node>\n'


def _replaced(name: str, *inner: str) -> str:
    return f'<node oor:name="{name}" oor:op="replace">{"".join(inner)}</node>\n'
