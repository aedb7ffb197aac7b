"""条款: the terms of the bond as a key | value range that the functions read."""

from dataclasses import fields
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.inputs import Inputs
from xlfuncs import norms, tables
from xlfuncs.tables import Terms

TITLE: Final = "条款"
FIRST: Final = 5
GROUPS: Final = {
    "基本 basics": ("name", "stock", "issue_size", "issue_date", "maturity_date", "face",
                   "rates", "redemption_price"),
    "转股 conversion": ("initial_price", "conversion_start", "conversion_end"),
    "强赎 call": ("call_ratio", "call_need", "call_window", "call_start", "small_balance"),
    "下修 reset": ("reset_ratio", "reset_need", "reset_window", "reset_start", "reset_dates"),
    "回售 put": ("put_ratio", "put_need", "put_start"),
}  # fmt: skip
UNITS: Final = {
    tables.TEXT: "", tables.MONEY: "元", tables.RATIO: "比例", tables.COUNT: "个交易日",
    tables.DATE: "日期", tables.DATES: "日期", tables.LIST: "比例/年",
    "face": "元/张", "redemption_price": "元/张", "initial_price": "元/股",
}  # fmt: skip
FORMS: Final = {
    tables.MONEY: styles.MONEY, tables.RATIO: styles.PERCENT, tables.COUNT: styles.COUNT,
    tables.DATE: styles.DATE, tables.DATES: styles.DATE, tables.TEXT: "@",
}  # fmt: skip
LARGE: Final = ("issue_size", "small_balance")  # shown in 亿元 or 万元 too
SEVERAL: Final = (tables.LIST, tables.DATES)
VALUES: Final = "BCDEFG"
STARTS: Final = {  # counting begins with the conversion period, or anew after a waiver (CB-31)
    "call_start": '=IF(MAX(转股起始日,强赎重新起算日)=0,"",MAX(转股起始日,强赎重新起算日))',
    "reset_start": '=IF(ISNUMBER(下修重新起算日),下修重新起算日,"")',
}


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.AMBER)
    layout.heading(
        sheet,
        "可转债条款  Terms of the bond",
        "黄色为输入。每项注明单位、条款编号与原文；空白项按省略处理。票面利率按计息年度从左到右填写。",
        columns=10,
    )
    layout.across(
        sheet, "A4", ["项目", "值", *[None] * 5, "单位", "条款", "条款原文"], styles.HEADER
    )
    sheet.merge_cells("B4:G4")
    last = _groups(sheet, inputs.terms)
    layout.name(sheet, "条款表", f"A{FIRST}:G{last}")
    layout.widths(sheet, A=20, H=16, I=11, J=46, **dict.fromkeys(VALUES, 11))
    sheet.freeze_panes = "B5"
    layout.page(sheet, f"A1:J{last}", landscape=True, rows="4:4", tall=1)


def _groups(sheet: Worksheet, terms: Terms) -> int:
    known = {f.name: f for f in fields(Terms)}
    at = FIRST
    for title, members in GROUPS.items():
        layout.section(sheet, f"A{at}", title, columns=10)
        first = at + 1
        for at, member in enumerate(members, first):
            _row(sheet, at, known[member].metadata["zh"], known[member].metadata["form"],
                 member, terms)  # fmt: skip
        at += 1
    return at - 1


def _row(sheet: Worksheet, at: int, zh: str, form: str, member: str, terms: Terms) -> None:
    layout.put(sheet, f"A{at}", zh, styles.LABEL)
    value = getattr(terms, member)
    area = f"B{at}:G{at}" if form in SEVERAL else f"B{at}"
    if form == tables.DATES:
        _reset_days(sheet, at)
    elif member in STARTS:
        layout.merged(sheet, f"B{at}:G{at}", STARTS[member], styles.RESULT, styles.DATE)
    elif form == tables.LIST:
        _ladder(sheet, at, value)
    else:
        style = styles.INPUT_TEXT if form == tables.TEXT else styles.INPUT
        layout.merged(sheet, f"B{at}:G{at}", value or None, style, FORMS[form])
    if form != tables.DATES and member not in STARTS:
        _validate(sheet, area, form, zh)
    layout.name(sheet, zh, area)
    source = terms.sources.get(member) or _usual_source(member)
    unit = layout.in_yi(f"B{at}") if member in LARGE else UNITS.get(member, UNITS[form])
    layout.put(sheet, f"H{at}", unit, styles.UNIT)
    layout.put(sheet, f"I{at}", source.clause, styles.CLAUSE)
    words = source.words if member in terms.sources else _NOTES.get(member, "")
    words += "（公式，期满重计见“触发”）" if member == "call_start" else ""
    layout.put(sheet, f"J{at}", words, styles.WORDS)


def _ladder(sheet: Worksheet, at: int, values: tuple[Any, ...]) -> None:
    """Rates side by side, each showing the year it belongs to."""
    for year, column in enumerate(VALUES, 1):
        value = values[year - 1] if year <= len(values) else None
        layout.put(sheet, f"{column}{at}", value, styles.INPUT, f'"i{year}  "0.00%')


def _reset_days(sheet: Worksheet, at: int) -> None:
    """The days of downward resets, from the events of 转股价."""
    for place, column in enumerate(VALUES, 1):
        day = f'=IF(COUNT(下修日列)<{place},"",SMALL(下修日列,{place}))'
        layout.put(sheet, f"{column}{at}", day, styles.RESULT, styles.DATE)


def _validate(sheet: Worksheet, area: str, form: str, zh: str) -> None:
    if form == tables.DATE:
        validations.dates(sheet, area)
    elif form == tables.RATIO:
        validations.fraction(sheet, area, 0.0001, 10, zh)
    elif form == tables.LIST:
        validations.fraction(sheet, area, 0, 1, zh)
    elif form == tables.COUNT:
        validations.whole(sheet, area, 1, 1000, zh)
    elif form == tables.MONEY:
        validations.positive(sheet, area, zh)
    else:
        validations.text(sheet, area, zh, most=60)


def _usual_source(member: str) -> tables.Source:
    """The clause id of a term that these terms do not source."""
    return norms.terms("113664").sources.get(member, _UNSOURCED.get(member, tables.Source("")))


_UNSOURCED: Final = {
    "reset_start": tables.Source("CB-31"),
    "reset_dates": tables.Source("CB-20a"),
}
_NOTES: Final = {
    "reset_start": "不下修承诺期满后重新计数的首日，取自“触发”（公式）",
    "reset_dates": "取自“转股价”的下修后价（公式）",
}
