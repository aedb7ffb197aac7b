"""Who calculates in a refresh: formualizer in this process, or another program on a copy."""

from collections.abc import Callable
from enum import StrEnum

Recalculate = Callable[[bytes], bytes]


class Calculator(StrEnum):
    """The choices of `refresh --engine`."""

    AUTO = "auto"
    FORMUALIZER = "formualizer"
    LIBREOFFICE = "libreoffice"
    EXCEL = "excel"


def other_program(calculator: Calculator) -> Recalculate | None:
    """The program that recalculates a copy; None where formualizer's own results are taken.

    Raises PackageError where that program is not to be had.
    """
    if calculator is Calculator.EXCEL:
        from workbooks.excel import recalculation

        return recalculation()
    if calculator is Calculator.LIBREOFFICE:
        from workbooks.office import engine

        return engine.recalculation()
    return None
