"""The functions as LibreOffice's types: an interface in IDL, which it reads as text."""

from typing import Final

from xlfuncs.hosts.libreoffice import INTERFACE, MODULES, is_dated, spills
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Spec

_SETTINGS: Final = "[in] com::sun::star::beans::XPropertySet settings"  # Calc fills this in itself


def interface() -> str:
    """The whole file."""
    opened = " ".join(f"module {name} {{" for name in MODULES)
    listed = "\n".join(f"  {_method(spec)};" for spec in FUNCTIONS)
    return f"{opened}\ninterface {INTERFACE} {{\n{listed}\n}};\n{'}; ' * len(MODULES)}\n"


def argument_name(name: str) -> str:
    """An argument's name in IDL, where only capitals go with underscores: rightsPrice."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _method(spec: Spec) -> str:
    """Rows do not travel in an `any`: a method that may answer with rows says so."""
    answer = "sequence< sequence<any> >" if spills(spec) else "any"
    passed = [f"[in] any {argument_name(p.name)}" for p in spec.parameters]
    settings = [_SETTINGS] if is_dated(spec) else []
    return f"{answer} {spec.name}({', '.join(settings + passed)})"
