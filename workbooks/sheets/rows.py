"""A form of rows: item, value, unit, clause; inputs validated, results as formulas."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations

FRACTIONS: Final = {
    "ratio": (0, 1), "volatility": (0.01, 5), "rate": (-0.99, 1), "recovery": (0, 0.9),
    "step": (0.01, 0.3),
}  # fmt: skip
WHOLES: Final = {
    "places": (1, 8), "face": (100, 10**12), "months": (1, 24), "votes": (0, 10**12),
    "pause": (0, 120), "paths": (100, 1_000_000), "seed": (1, 2**31), "window": (5, 1000),
}  # fmt: skip
CHOICES: Final = {"model": ("拆分", "违约归零", "违约不归零")}


@dataclass(frozen=True)
class Row:
    """One line of a form; with a `kind` of validation it is an input."""

    label: str
    value: Any
    unit: str = ""
    clause: str = ""
    form: str | None = None
    key: bool = False
    name: str = ""
    note: str = ""
    kind: str = ""

    @property
    def style(self) -> str:
        if self.kind:
            return styles.INPUT_TEXT if self.kind == "text" else styles.INPUT
        return styles.KEY if self.key else styles.RESULT


def write_rows(sheet: Worksheet, first: int, rows: Sequence[Row], columns: str) -> None:
    """Label, value, unit, clause and, where a fifth column is given, the note."""
    for at, row in enumerate(rows, first):
        label, value, unit, clause, *note = tuple(columns)
        layout.put(sheet, f"{label}{at}", row.label, styles.LABEL)
        layout.put(sheet, f"{value}{at}", row.value, row.style, row.form)
        layout.put(sheet, f"{unit}{at}", row.unit, styles.UNIT)
        layout.put(sheet, f"{clause}{at}", row.clause, styles.CLAUSE)
        if note:
            layout.put(sheet, f"{note[0]}{at}", row.note, styles.WORDS)
        if row.name:
            layout.name(sheet, row.name, f"{value}{at}")
        if row.kind:
            validate(sheet, f"{value}{at}", row.kind, row.label)


def write_notes(sheet: Worksheet, first: int, rows: Sequence[Row], columns: str) -> None:
    """The notes over several columns, from the first of the two letters to the second."""
    left, right = columns[0], columns[-1]
    for at, row in enumerate(rows, first):
        layout.merged(sheet, f"{left}{at}:{right}{at}", row.note, styles.WORDS)


def validate(sheet: Worksheet, area: str, kind: str, what: str) -> None:
    """Apply a validation by its name."""
    if kind == "dates":
        validations.dates(sheet, area)
    elif kind in FRACTIONS:
        validations.fraction(sheet, area, *FRACTIONS[kind], what)
    elif kind in WHOLES:
        validations.whole(sheet, area, *WHOLES[kind], what)
    elif kind in CHOICES:
        validations.choice(sheet, area, CHOICES[kind], what)
    elif kind in ("text", "wording"):
        validations.text(sheet, area, what)
    elif kind == "not_negative":
        validations.not_negative(sheet, area, what)
    elif kind == "positive":
        validations.positive(sheet, area, what)
    else:
        validations.number(sheet, area, what)
