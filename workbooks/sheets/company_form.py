"""The form of three companies side by side: item, value and source of each, unit, clause."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.dividend_items import FIRST, Item, rows_of
from workbooks.sheets.inputs import OWN, Company, Figure
from workbooks.sheets.rows import validate
from xlfuncs import norms

VALUES: Final = "BDF"
COLUMNS: Final = 9
HEADS: Final = ("项目", "公司一", "来源", "公司二", "来源", "公司三", "来源", "单位", "条款")
LISTS: Final = {
    "policy": (*norms.names("plans"), OWN),
    "yes_no": validations.YES_NO,
    "stage": ("成熟期", "成长期", "不易区分"),
    "audit": ("标准无保留意见", "非标准意见"),
    "cutting": ("截取", "四舍五入"),
    "board": ("主板", "创业板", "科创板"),
}
TEXT_KINDS: Final = ("text", "wording", "policy")
Formula = Callable[[str, str], str]  # key and company column to a formula


def frame(sheet: Worksheet, items: Sequence[Item], title: str) -> None:
    layout.section(sheet, "A3", title, columns=COLUMNS)
    layout.across(sheet, "A4", HEADS, styles.HEADER)
    for at, item in enumerate(items, FIRST):
        if not item.key:
            layout.section(sheet, f"A{at}", item.label, columns=COLUMNS)
            continue
        layout.put(sheet, f"A{at}", item.label, styles.LABEL)
        layout.put(sheet, f"H{at}", item.unit, styles.UNIT)
        layout.put(sheet, f"I{at}", item.clause, styles.CLAUSE)


def fill(
    sheet: Worksheet,
    column: str,
    items: Sequence[Item],
    company: Company,
    formula: Formula,
    keys: Collection[str],
) -> None:
    """One company's column and the sources beside it."""
    source = chr(ord(column) + 1)
    for key, at in rows_of(items).items():
        item, figure = items[at - FIRST], company.get(key, Figure(None, ""))
        if item.kind:
            style = styles.INPUT_TEXT if item.kind in TEXT_KINDS else styles.INPUT
            layout.put(sheet, f"{column}{at}", figure.value, style, item.form)
            _validate(sheet, f"{column}{at}", item)
        else:
            style = styles.KEY if key in keys else styles.RESULT
            layout.put(sheet, f"{column}{at}", formula(key, column), style, item.form)
        layout.put(sheet, f"{source}{at}", figure.source, styles.CLAUSE)


def _validate(sheet: Worksheet, at: str, item: Item) -> None:
    if item.kind in LISTS:
        validations.choice(sheet, at, LISTS[item.kind], item.label)
    else:
        validate(sheet, at, item.kind, item.label)
