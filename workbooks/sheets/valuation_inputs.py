"""The inputs of 估值, from the day to the seed, and whether they are complete."""

import datetime as dt
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.inputs import SAMPLE, Inputs, Valuation
from workbooks.sheets.rows import Row, write_notes, write_rows
from workbooks.sheets.valuation_words import ASSUMED
from xlfuncs.value.contract import SESSIONS

FIRST: Final = 5
STATE: Final = 23
COMPLETE: Final = "输入齐备"
HEADER: Final = ("项目", "值", "单位", "条款")
PRICE: Final = 'IF(OR(估值日="",初始转股价=""),"",CB_PRICE_ON(估值日,初始转股价,调整事项))'
CLOSE: Final = 'IF(估值序号="","",INDEX(估值收盘列,估值序号))'
CLOSE_DAY: Final = '=IF(估值序号="","","取自“行情” "&TEXT(INDEX(交易日,估值序号),"yyyy-mm-dd"))'
SPREAD: Final = f"STDEV(估值收益列)*SQRT({SESSIONS:.0f})"
NEEDED: Final = (
    ("估值日", '估值日=""'),
    ("正股价", '估值股价=""'),
    ("转股价", '估值转股价=""'),
    ("波动率", '波动率=""'),
    ("无风险利率", '无风险利率=""'),
    ("信用利差", '信用利差=""'),
    ("发行日", '发行日=""'),
    ("到期日", '到期日=""'),
    ("票面利率", "COUNT(票面利率)=0"),
    ("到期赎回价", '到期赎回价=""'),
)


def add(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(sheet, "A3", "一、输入  Inputs", columns=9)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    layout.merged(sheet, "E4:I4", "说明", styles.HEADER)
    rows = assumptions(inputs.case.valuation)
    write_rows(sheet, FIRST, rows, "ABCDE")
    write_notes(sheet, FIRST, rows, "EI")
    layout.merged(sheet, f"A{STATE}:I{STATE}", _state(), styles.BANNER)
    layout.name(sheet, "估值状态", f"A{STATE}")


def assumptions(given: Valuation) -> tuple[Row, ...]:
    return (*_market(given), *_rates(given), *_behaviour())


def _market(given: Valuation) -> tuple[Row, ...]:
    window = f'=IF(COUNT(估值收益列)<2,"",{SPREAD})'
    return (
        Row("估值日", given.day, "日期", "", styles.DATE, kind="dates", name="估值日",
            note=_sample("估值日", given.day, "须在发行日与到期日之间")),
        Row("正股收盘价", f"={CLOSE}", "元/股", "CB-14a", styles.PRICE, name="估值日收盘",
            note=CLOSE_DAY),
        Row("正股价（另填，可空）", None, "元/股", "", styles.PRICE, kind="positive",
            name="正股价另填", note="填写后代替上一行的收盘价"),
        Row("正股价 S", '=IF(正股价另填="",估值日收盘,正股价另填)', "元/股", "CB-16", styles.PRICE,
            True, "估值股价", "本页各函数所用"),
        Row("转股价 P", f"={PRICE}", "元/股", "CB-13a", styles.PRICE, True, "估值转股价",
            "估值日有效的转股价，取自“转股价”"),
        Row("转债市价（全价）", given.bond_price, "元/张", "", styles.PRICE, kind="positive",
            name="转债市价", note=_sample("转债市价", given.bond_price, "不另加应计利息；可空")),
        Row("波动率", given.volatility, "小数/年", "", styles.PERCENT, kind="volatility",
            name="波动率",
            note=_sample("波动率", given.volatility, "正股年化波动率，可参照下一行")),
        Row("历史波动率", window, "小数/年", "", styles.PERCENT, name="历史波动率",
            note=f"不复权收盘价对数收益的标准差 × √{SESSIONS:.0f}，停牌与除权未调整"),
        Row("历史波动率天数", 120, "个交易日", "", styles.COUNT, kind="window",
            name="历史波动率天数", note="截至估值日的交易日数，不足时用已有的"),
    )  # fmt: skip


def _rates(given: Valuation) -> tuple[Row, ...]:
    return (
        Row("无风险利率", given.risk_free, "小数/年", "", styles.PERCENT, kind="rate",
            name="无风险利率",
            note=_sample("无风险利率", given.risk_free, "连续复利，与剩余期限相当")),
        Row("信用利差", given.credit_spread, "小数/年", "", styles.PERCENT, kind="ratio",
            name="信用利差", note=_sample("信用利差", given.credit_spread, "连续复利，依评级")),
        Row("信用模型", "拆分", "", "", kind="model", name="信用模型",
            note="拆分：只对现金加利差；违约归零：违约时股价归零；违约不归零：股价不变"),
        Row("违约回收率", 0, "占面值", "", styles.PERCENT, kind="recovery", name="违约回收率",
            note="拆分模型不用"),
    )  # fmt: skip


def _behaviour() -> tuple[Row, ...]:
    return (
        Row("放弃强赎概率", 0, "小数", "CB-18", styles.PERCENT, kind="ratio", name="放弃强赎概率",
            note="每次满足条件时放弃；1 为从不强赎"),
        Row("放弃后停计", 0, "个月", "CB-31", styles.COUNT, kind="pause", name="放弃停计月数",
            note="放弃强赎或下修后，重新起算前的月数"),
        Row("下修概率", 0, "小数", "CB-14", styles.PERCENT, kind="ratio", name="下修概率",
            note="每次满足条件时修到下限；0 为从不"),
        Row("模拟路径数", 5000, "条", "", styles.WHOLE, kind="paths", name="模拟路径数",
            note="越多越准也越慢：标准误随路径数的平方根下降"),
        Row("随机种子", 1, "", "", styles.COUNT, kind="seed", name="随机种子",
            note="同一种子得同一结果"),
    )  # fmt: skip


def _sample(name: str, figure: float | dt.date | None, words: str) -> str:
    """The words, marked while the figure of the example stands."""
    if figure is None:
        return words
    a_day = isinstance(figure, dt.date)
    given, mark = (f"{figure:DATE(%Y,%m,%d)}", "示例日期") if a_day else (f"{figure}", SAMPLE)
    return f'=IF(N({name})={given},"{mark}，","")&"{words}"'


def _state() -> str:
    missing = "&".join(f'IF({lacks},"、{what}","")' for what, lacks in NEEDED)
    alive = '"估值日须在发行日与到期日之间"'
    return (
        f'=IF(LEN({missing})>0,"尚缺："&MID({missing},2,200),'
        f'IF(OR(估值日<发行日,估值日>=到期日),{alive},"{COMPLETE}"))'
    )


def assumed(sheet: Worksheet, at: int) -> None:
    """The assumptions behind the figures below, in one line across the page."""
    line = f'=IF(估值状态<>"{COMPLETE}",估值状态,"假设："&{ASSUMED})'
    layout.merged(sheet, f"A{at}:I{at}", line, styles.NOTE)
    sheet.row_dimensions[at].height = 28
