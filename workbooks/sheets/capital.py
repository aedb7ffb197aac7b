"""转股价, lower left: what the events need (D over all shares, k), and shares against face."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.inputs import SAMPLE, Inputs
from workbooks.sheets.rows import Row, write_notes, write_rows

EVENTS: Final = "事项换算：折算现金 D（CB-13c）与增发配股率 k（CB-13b），结果填入上方事项表"
SHARES: Final = "转股比例、全部转股的稀释与原股东配售"
RATE: Final = "0.00######"
MADE_UP: Final = f"{SAMPLE}，不是公司数据"
TREASURY: Final = "回购专户与待注销股份不参与分配"


def add(sheet: Worksheet, inputs: Inputs) -> None:
    sample = inputs.case.samples
    layout.section(sheet, "A28", EVENTS, columns=10)
    _form(sheet, 29, (*_spread(sample), *_rights(sample)))
    layout.section(sheet, "A38", SHARES, columns=10)
    _form(sheet, 39, (*_conversion(sample), *_allotment(sample)))


def _form(sheet: Worksheet, at: int, rows: tuple[Row, ...]) -> None:
    write_rows(sheet, at, rows, "ABCDE")
    write_notes(sheet, at, rows, "EJ")


def _spread(sample: bool) -> tuple[Row, ...]:
    """A differential dividend: 1.00 a share on part of the shares."""
    cash, entitled, total = (1.0, 99_000_000.0, 100_000_000.0) if sample else (None,) * 3
    spread = '=IF(OR(B29="",B30="",B31=""),"",CB_SPREAD_CASH(B29,B30,B31))'
    note = MADE_UP if sample else ""
    cash_note = "公告数字：2024-06-20 每股派 1.00 元，按总股本折算 0.99 元" if sample else ""
    return (
        Row("每股现金（公告）", cash, "元/股", "CB-13c", RATE, kind="not_negative",
            name="公告每股现金", note=cash_note),
        Row("参与分配股份", entitled, "股", "CB-13c", styles.WHOLE, kind="not_negative",
            name="参与分配股份", note=note or TREASURY),
        Row("总股本", total, "股", "CB-13c", styles.WHOLE, kind="positive", name="总股本",
            note=note),
        Row("折算后 D", spread, "元/股", "CB-13c", RATE, True, "折算现金", "不取舍，直接用于调整"),
    )  # fmt: skip


def _rights(sample: bool) -> tuple[Row, ...]:
    new, before = (1_000_000.0, 100_000_000.0) if sample else (None, None)
    ratio = '=IF(OR(B33="",B34=""),"",CB_RIGHTS_RATIO(B33,B34))'
    note = MADE_UP if sample else ""
    return (
        Row("新增股份", new, "股", "CB-13b", styles.WHOLE, kind="number",
            name="新增股份", note=f"{note}；注销为负".lstrip("；")),
        Row("变动前股份", before, "股", "CB-13b", styles.WHOLE, kind="positive",
            name="变动前股份", note=note),
        Row("增发配股率 k", ratio, "股/股", "CB-13b", RATE, True, "增发配股率",
            "两数均不含本次可转债转股增加的股份"),
    )  # fmt: skip


def _conversion(sample: bool) -> tuple[Row, ...]:
    ready = '=IF(OR(未转股余额="",当期转股价="",总股本=""),"",'
    note = "未转股余额全部转股，占转股后总股本"
    note = f"{note}；总股本为{SAMPLE}" if sample else note
    return (
        Row("转股比例", '=IF(OR(当期转股价="",面值=""),"",CB_RATIO(当期转股价,面值))', "股/张",
            "CB-16", styles.FINE, name="转股比例", note="面值 / 当期转股价，不取整"),
        Row("全部转股占总股本", f"{ready}CB_DILUTION(未转股余额,当期转股价,总股本))", "比例",
            "CB-16", styles.RATIO, True, "转股占比", note),
    )  # fmt: skip


def _allotment(sample: bool) -> tuple[Row, ...]:
    held, ratio, lot = (10_000.0, 2.5, 1_000.0) if sample else (None,) * 3
    face = '=IF(OR(B41="",B42=""),"",CB_ALLOTMENT(B41,B42,B43))'
    note = MADE_UP if sample else ""
    return (
        Row("登记日持股", held, "股", "CB-01", styles.WHOLE, kind="not_negative",
            name="登记日持股", note=note),
        Row("每股配售面值", ratio, "元/股", "CB-01", RATE, kind="not_negative",
            name="每股配售面值", note=note or "发行公告所载"),
        Row("配售单位", lot, "元", "CB-02", styles.WHOLE, kind="positive", name="配售单位",
            note="深市 100（一张），沪市 1,000（一手）；空白为 100"),
        Row("可优先配售面值", face, "元", "CB-01", styles.MONEY, True, "配售面值",
            "去尾到配售单位，余数由交易所另行分配"),
    )  # fmt: skip
