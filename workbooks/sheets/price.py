"""转股价: the events that change the conversion price, its history, and a trial adjustment."""

from collections.abc import Sequence
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets import capital, floors
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_rows
from xlfuncs.registry import BY_NAME
from xlfuncs.tables import Event

TITLE: Final = "转股价"
FIRST, LAST = 5, 16
HEADER: Final = ("生效日\ndate", "每股现金 D\n元/股", "送转 n\n股/股", "增发配股 k\n股/股",
                 "增发价 A\n元/股", "下修后价\n元/股", "每10股派\n元", "条款", "备注",
                 "下修生效日\n按时间 CB-20a")  # fmt: skip
FORMS: Final = (styles.DATE, "0.00######", "0.00######", "0.00######", styles.PRICE, styles.PRICE)


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE)
    layout.heading(
        sheet,
        "转股价格  Conversion price",
        "左侧黄色区域逐行登记除权除息、增发、注销与下修；任意顺序，空行不计，同日多行合并计算（CB-13a）。"
        "送股与转增合计填入 n：10送a转b = (a+b)/10；现金为每股税前金额。",
        columns=10,
    )
    _events(sheet, inputs.terms.events)
    _history(sheet)
    _trial(sheet, sample=bool(inputs.closes))
    _query(sheet, inputs)
    capital.add(sheet, inputs)
    floors.add(sheet, inputs)
    layout.widths(sheet, A=20, B=16, C=11, D=11, E=11, F=11, G=12, H=12, I=22, J=13, K=3)
    layout.widths(sheet, L=14, M=26, N=12, O=46, P=12, Q=3, R=22, S=20, T=16, U=11, V=52)
    sheet.freeze_panes = "B5"
    areas = ("A1:J26", "A28:J44", "L3:P22", "R3:T24", "R28:V36")
    layout.page(sheet, *areas, landscape=True)


def _events(sheet: Worksheet, events: Sequence[Event]) -> None:
    layout.section(sheet, "A3", "调整事项（输入）", columns=10)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    sheet.row_dimensions[4].height = 34
    layout.dress(sheet, f"A{FIRST}:F{LAST}", styles.INPUT, FORMS)
    for at, event in enumerate(events, FIRST):
        for column, value in zip("ABCDEF", _cells(event), strict=True):
            sheet[f"{column}{at}"] = value or None
    for at in range(FIRST, LAST + 1):
        layout.put(sheet, f"G{at}", f'=IF(B{at}="","",B{at}*10)', styles.RESULT, "0.00####")
        clause = f'=IF(A{at}="","",IF(F{at}<>"","CB-15b",IF(D{at}<>"","CB-13b","CB-13")))'
        layout.put(sheet, f"H{at}", clause, styles.CLAUSE)
        layout.put(sheet, f"I{at}", None, styles.INPUT_TEXT)
        reset = f'=IF(ISNUMBER(SEARCH("向下修正",M{at})),L{at},"")'
        layout.put(sheet, f"J{at}", reset, styles.RESULT, styles.DATE)
    _validate(sheet)
    layout.name(sheet, "调整事项", f"A{FIRST}:F{LAST}")
    layout.name(sheet, "调整备注", f"I{FIRST}:I{LAST}")
    layout.name(sheet, "下修日列", f"J{FIRST}:J{LAST}")


def _cells(event: Event) -> tuple[Any, ...]:
    return (event.date, event.cash, event.bonus, event.rights, event.rights_price,
            event.reset_price)  # fmt: skip


def _validate(sheet: Worksheet) -> None:
    validations.dates(sheet, f"A{FIRST}:A{LAST}")
    validations.decimals(sheet, f"B{FIRST}:B{LAST}", 0, 100, "每股现金（不是每10股）")
    validations.decimals(sheet, f"C{FIRST}:C{LAST}", 0, 10, "每股送转（不是每10股）")
    validations.decimals(sheet, f"D{FIRST}:D{LAST}", -1, 10, "增发配股率，注销为负")
    validations.not_negative(sheet, f"E{FIRST}:E{LAST}", "增发价")
    validations.positive(sheet, f"F{FIRST}:F{LAST}", "下修后价")
    validations.text(sheet, f"I{FIRST}:I{LAST}", "备注")


def _history(sheet: Worksheet) -> None:
    """The spill: at most one row an event."""
    layout.section(
        sheet, "L3", "历次调整（公式 CB_PRICE_HISTORY，CB-13、CB-13a、CB-15b）", columns=5
    )
    spec = BY_NAME["CB_PRICE_HISTORY"]
    layout.across(sheet, "L4", [c.replace(" ", "\n", 1) for c in spec.columns], styles.HEADER)
    layout.dress(sheet, f"L{FIRST}:P{LAST}", styles.SPILL_TEXT,
                 (styles.DATE, None, styles.PRICE, None, styles.PRICE))  # fmt: skip
    sheet[f"L{FIRST}"] = (
        '=IF(OR(初始转股价="",COUNTA(转股价!$A$5:$A$16)=0),"",CB_PRICE_HISTORY(初始转股价,调整事项))'
    )
    layout.name(sheet, "转股价历史", f"L{FIRST}:P{LAST}")


def _trial(sheet: Worksheet, sample: bool) -> None:
    """One adjustment worked out on its own."""
    layout.section(sheet, "A19", "单次调整试算  P1 = (P0 - D + A·k) / (1 + n + k)", columns=9)
    guard = '=IF(B20="","",CB_ADJUST_PRICE(B20,B21,B22,B23,B24))'
    rows = (
        Row("调整前 P0", "=当期转股价", "元/股", "CB-13", styles.PRICE),
        Row("每股现金 D", 0.16 if sample else None, "元/股", "CB-13", "0.00####",
            kind="not_negative", name="试算每股现金"),
        Row("送转 n", None, "股/股", "CB-13", "0.00####", kind="not_negative", name="试算送转"),
        Row("增发配股 k", None, "股/股", "CB-13b", "0.00####", kind="number",
            name="试算增发配股率"),
        Row("增发价 A", None, "元/股", "CB-13", styles.PRICE, kind="not_negative",
            name="试算增发价"),
        Row("调整后 P1", guard, "元/股", "CB-13", styles.PRICE, key=True, name="试算转股价"),
    )  # fmt: skip
    write_rows(sheet, 20, rows, "ABCD")


def _query(sheet: Worksheet, inputs: Inputs) -> None:
    """The price in force on a day of one's choice."""
    layout.section(sheet, "L19", "某日有效的转股价（公式 CB_PRICE_ON）", columns=5)
    day = inputs.closes[-1][0] if inputs.closes else None
    rows: tuple[Row, ...] = (
        Row("查询日", day, "日期", "CB-13e", styles.DATE, kind="dates", name="查询日"),
        Row("转股价格", '=IF(OR(M20="",初始转股价=""),"",CB_PRICE_ON(M20,初始转股价,调整事项))',
            "元/股", "CB-13a", styles.PRICE, key=True),
    )  # fmt: skip
    write_rows(sheet, 20, rows, "LMNO")
