"""转股价, right: averages of the stock and the least an initial or reset price may be."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.inputs import SAMPLE, Inputs
from workbooks.sheets.rows import Row, write_rows

FIRST, LAST = 5, 24
HEADER: Final = ("交易日\ndate", "成交额\n元", "成交量\n股")
FORMS: Final = (styles.DATE, styles.MONEY, styles.WHOLE)
EXACT: Final = "0.0000##"
ALL: Final = "均价成交额,均价成交量,均价日期,调整事项"
DAY: Final = "MATCH(MAX(均价日期),均价日期,0)"
MADE_UP: Final = f"{SAMPLE}，不是公司数据；空白则用左式"
AVERAGES: Final = "总成交额 / 总成交量；除权除息日前的交易日按“调整事项”复权（CB-12a）"


def add(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(sheet, "R3", "前二十个交易日的成交（输入，CB-12a）", columns=5)
    layout.across(sheet, "R4", HEADER, styles.HEADER)
    layout.dress(sheet, f"R{FIRST}:T{LAST}", styles.INPUT, FORMS)
    for label, column in (("均价日期", "R"), ("均价成交额", "S"), ("均价成交量", "T")):
        layout.name(sheet, label, f"{column}{FIRST}:{column}{LAST}")
    validations.dates(sheet, f"R{FIRST}:R{LAST}")
    validations.not_negative(sheet, f"S{FIRST}:S{LAST}", "成交额（元，不是万元）")
    validations.not_negative(sheet, f"T{FIRST}:T{LAST}", "成交量（股，不是手）")
    layout.section(sheet, "R28", "转股价格下限（初始 CB-12，下修 CB-15）", columns=5)
    rows = (*_averages(inputs.case.samples), *_floors())
    write_rows(sheet, 29, rows, "RSTUV")
    for at, row in enumerate(rows, 29):
        layout.put(sheet, f"V{at}", row.note, styles.WORDS)


def _averages(sample: bool) -> tuple[Row, ...]:
    """From the traded amounts, and the user's own, which go before."""
    own = (23.1712, 22.98) if sample else (None, None)
    none = '=IF(COUNT(均价日期,均价成交量)<2,"",'
    last = f"INDEX(均价成交额,{DAY}),INDEX(均价成交量,{DAY})"
    note = MADE_UP if sample else "填写则优先于上面两行"
    return (
        Row("前二十个交易日均价", f"{none}CB_AVERAGE_PRICE({ALL}))", "元/股", "CB-12a", EXACT,
            name="均价20", note=AVERAGES),
        Row("前一个交易日均价", f"{none}CB_AVERAGE_PRICE({last}))", "元/股", "CB-12a", EXACT,
            name="均价1", note="上表最后一个交易日"),
        Row("二十日均价（自填）", own[0], "元/股", "CB-12", EXACT, kind="positive",
            name="自填均价20", note=note),
        Row("一日均价（自填）", own[1], "元/股", "CB-12", EXACT, kind="positive",
            name="自填均价1", note=note),
    )  # fmt: skip


def _floors() -> tuple[Row, ...]:
    """不低于: the greater of them, up to a fen."""
    pair = 'IF(S31<>"",S31,均价20),IF(S32<>"",S32,均价1),S33,S34'
    ready = '=IF(OR(AND(S31="",均价20=""),AND(S32="",均价1="")),"",'
    return (
        Row("每股净资产", None, "元/股", "CB-12", EXACT, kind="positive", name="每股净资产",
            note="最近一期经审计；下修条款未规定净资产的留空"),
        Row("股票面值", 1.0, "元/股", "CB-12", styles.PRICE, kind="positive", name="股票面值",
            note="空白为 1"),
        Row("初始转股价格下限", f"{ready}CB_INITIAL_PRICE_FLOOR({pair}))", "元/股", "CB-12",
            styles.PRICE, True, "初始价下限", "两项均价、净资产、面值的最高者，进位到分"),
        Row("下修后转股价格下限", f"{ready}CB_RESET_FLOOR({pair}))", "元/股", "CB-15",
            styles.PRICE, True, "下修价下限", "股东大会前二十日与前一日均价的较高者，进位到分"),
    )  # fmt: skip
