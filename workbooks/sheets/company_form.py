"""The form of three companies side by side: item, value and source of each, unit, clause."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.highlights import highlight
from workbooks.sheets.dividend_items import FIRST, Item, rows_of
from workbooks.sheets.inputs import OWN, Company, Figure
from workbooks.sheets.rows import validate
from xlfuncs import norms

VALUES: Final = "BEH"
COLUMNS: Final = 12
HEADS: Final = ("项目", *(head for company in ("公司一", "公司二", "公司三")
                for head in (company, "折合 元", "来源")), "单位", "条款")  # fmt: skip
LISTS: Final = {
    "policy": (*norms.names("plans"), OWN),
    "scale": ("元", "万元", "亿元"),
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
        layout.put(sheet, f"K{at}", item.unit, styles.UNIT)
        layout.put(sheet, f"L{at}", item.clause, styles.CLAUSE)


def fill(
    sheet: Worksheet,
    column: str,
    items: Sequence[Item],
    company: Company,
    formula: Formula,
    keys: Collection[str],
) -> None:
    """One company's column, its amounts in yuan and the sources beside it."""
    at_key, source = rows_of(items), _beside(column, 2)
    for key, at in at_key.items():
        item, figure = items[at - FIRST], company.get(key, Figure(None, ""))
        if item.kind:
            style = styles.INPUT_TEXT if item.kind in TEXT_KINDS else styles.INPUT
            layout.put(sheet, f"{column}{at}", figure.value, style, item.form)
            _validate(sheet, f"{column}{at}", item)
            layout.name(sheet, input_name(item, column), f"{column}{at}")
        else:
            style = styles.KEY if key in keys else styles.RESULT
            layout.put(sheet, f"{column}{at}", formula(key, column), style, item.form)
        layout.put(sheet, f"{source}{at}", figure.source, styles.CLAUSE)
        layout.put(sheet, f"{_beside(column, 1)}{at}", None, styles.CLAUSE)
        if item.is_amount:
            _in_yuan(sheet, column, at, at_key["scale"])


def input_name(item: Item, column: str) -> str:
    """The defined name of a company's input, as typed: 当年税后净利润1, 股东甲买入日2."""
    label = item.label.partition("（")[0].replace("：", "")
    return f"{label}{VALUES.index(column) + 1}"


def area(column: str, items: Sequence[Item]) -> str:
    """A company's values and, beside them, its amounts in yuan."""
    return f"{column}{FIRST}:{_beside(column, 1)}{FIRST + len(items) - 1}"


def cells(column: str, items: Sequence[Item]) -> dict[str, str]:
    """Where a formula finds each line of a company: an amount where it stands in yuan."""
    yuan = _beside(column, 1)
    return {
        item.key: f"{yuan if item.is_amount else column}{at}"
        for at, item in enumerate(items, FIRST)
        if item.key
    }


def figures(rows: Sequence[Sequence[Any]], items: Sequence[Item]) -> dict[str, Any]:
    """What the area of a company holds, by line; amounts in yuan."""
    lines = zip(items, rows, strict=True)
    return {item.key: row[1 if item.is_amount else 0] for item, row in lines if item.key}


def widths(sheet: Worksheet, label: float, value: float) -> None:
    """Of the form's columns; a narrow one parts it from what stands to its right."""
    layout.widths(sheet, A=label, K=13, L=19, M=3)
    for column in VALUES:
        sheet.column_dimensions[column].width = value
        sheet.column_dimensions[_beside(column, 1)].width = 19
        sheet.column_dimensions[_beside(column, 2)].width = 10


def _beside(column: str, steps: int) -> str:
    return chr(ord(column) + steps)


def _in_yuan(sheet: Worksheet, column: str, at: int, scale: int) -> None:
    """The amount in yuan; the input shows the unit it is typed in."""
    cell, unit = f"{column}{at}", f"{column}${scale}"
    power = f'IF({unit}="亿元",10^8,IF({unit}="万元",10^4,1))'
    yuan = f'=IF({cell}="","",ROUND({cell}*{power},2))'
    layout.put(sheet, f"{_beside(column, 1)}{at}", yuan, styles.RESULT, styles.MONEY)
    for word in ("万元", "亿元"):
        form = f'#,##0.00####" {word}"'
        highlight(sheet, cell, f'{unit}="{word}"', form=form)


def _validate(sheet: Worksheet, at: str, item: Item) -> None:
    if item.kind in LISTS:
        validations.choice(sheet, at, LISTS[item.kind], item.label)
    else:
        validate(sheet, at, item.kind, item.label)
