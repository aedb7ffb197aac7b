"""Conditional formats: a formula on the area's first row, and how cells look where it holds."""

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import styles

FIRST_FORMAT = 164  # the ids below are built in
VERDICTS = {
    "满足": (styles.KEY_FILL, styles.GREEN),
    "不满足": (styles.RED_FILL, styles.RED),
    "需股东大会特别审批": (styles.AMBER_FILL, styles.AMBER),
    "资料不足": (styles.AMBER_FILL, styles.AMBER),
    "通过": (styles.KEY_FILL, styles.GREEN),
    "未通过": (styles.RED_FILL, styles.RED),
    "未触及": (styles.KEY_FILL, styles.GREEN),
    "触及": (styles.AMBER_FILL, styles.AMBER),
    "不触及": (styles.KEY_FILL, styles.GREEN),
    "不触及（研发投入豁免）": (styles.KEY_FILL, styles.GREEN),
    "实施其他风险警示（ST）": (styles.RED_FILL, styles.RED),
    "豁免": (styles.KEY_FILL, styles.GREEN),
    "不豁免": ("F3F4F6", styles.GREY),
    "不适用": ("F3F4F6", styles.GREY),
}


def highlight(
    sheet: Worksheet,
    area: str,
    test: str,
    fill: str | None = None,
    color: str | None = None,
    *,
    form: str | None = None,
    last: bool = False,
) -> None:
    """Fill, colour in bold or reformat the cells for which the test holds; `last` stops there."""
    rule = FormulaRule(  # type: ignore[no-untyped-call]
        [test],
        fill=styles.solid(fill) if fill else None,
        font=Font(bold=True, color=color) if color else None,
        stopIfTrue=last,
    )
    if form:
        rule.dxf.numFmt = NumberFormat(numFmtId=FIRST_FORMAT, formatCode=form)
    sheet.conditional_formatting.add(area, rule)


def colour_verdicts(sheet: Worksheet, area: str) -> None:
    """The verdicts of the dividend tables: met green, missed red, open amber."""
    first = area.partition(":")[0]
    for word, (fill, color) in VERDICTS.items():
        highlight(sheet, area, f'{first}="{word}"', fill, color)
