"""付息: the schedule of payments, interest accrued to a day, and the redemption price."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets import bond_days
from workbooks.sheets.conditions import BEYOND
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_notes, write_rows
from xlfuncs.registry import BY_NAME

TITLE: Final = "付息"
FIRST, LAST = 6, 15
FORMS: Final = (styles.COUNT, *[styles.DATE] * 4, styles.PERCENT, styles.PRICE, styles.PRICE, None)
READY: Final = 'IF(OR(发行日="",COUNT(票面利率)=0),""'
ON: Final = "计息日,发行日,票面利率,面值,利息小数位"
SINCE: Final = '"自 "&TEXT(计息日-计息天数,"yyyy-mm-dd")&" 起，含首日、不含赎回日"'
WORKING: Final = 'TEXT(面值,"0")&" × "&TEXT(当期利率,"0.00%")&" × "&计息天数&" / 365 = "&应计利息'


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE)
    layout.heading(
        sheet,
        "付息与赎回  Coupons and redemption",
        "付息日遇非交易日顺延至下一交易日，不另计息（CB-07）；计息天数算头不算尾，"
        "一年按 365 天（CB-19）。日历列“推算”表示该年交易日历尚未公布，只避开周末。",
        columns=11,
    )
    _schedule(sheet)
    _accrued(sheet, inputs)
    bond_days.add(sheet, inputs)
    _holidays(sheet)
    layout.widths(sheet, A=24, B=15, C=13, D=13, E=13, F=12, G=12, H=12, I=12, J=3, K=14)
    sheet.freeze_panes = "A6"
    layout.page(sheet, "A1:K51", tall=1)


def _schedule(sheet: Worksheet) -> None:
    layout.section(sheet, "A3", "付息兑付日程（公式 CB_SCHEDULE，每张面值 100 元）", columns=9)
    spec = BY_NAME["CB_SCHEDULE"]
    layout.across(sheet, "A4", [c.replace(" ", "\n", 1) for c in spec.columns], styles.HEADER)
    units = ("", "CB-06", "CB-08", "CB-09", "CB-07", "比例 CB-04", "元/张 CB-05", "元/张 CB-17", "")
    layout.across(sheet, "A5", units, styles.CLAUSE)
    sheet.row_dimensions[4].height = 34
    layout.dress(sheet, f"A{FIRST}:I{LAST}", styles.SPILL, FORMS)
    sheet[f"A{FIRST}"] = f"={READY},CB_SCHEDULE(发行日,票面利率,到期赎回价,面值,另行休市日))"
    layout.name(sheet, "付息表", f"A{FIRST}:I{LAST}")


def _accrued(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(sheet, "A18", "应计利息与赎回价  IA = B × i × t / 365", columns=9)
    layout.across(sheet, "A19", ("项目", "值", "单位", "条款", "算式"), styles.HEADER)
    rows = (*_inputs(inputs), *_results())
    sheet.merge_cells("E19:I19")
    write_rows(sheet, 20, rows, "ABCDE")
    write_notes(sheet, 20, rows, "EI")


def _inputs(inputs: Inputs) -> tuple[Row, ...]:
    case, words = inputs.case, f'"{BEYOND}"'
    stop = f"_xlfn.IFNA(CB_LAST_TRADE(B20,3,另行休市日),{words}))"
    return (
        Row("赎回登记日", case.record_date, "日期", "CB-18b", styles.DATE, kind="dates",
            name="赎回登记日", note="按赎回公告填写；转股至当日收市止"),
        Row("最后交易日", f'=IF(B20="","",{stop}', "日期", "CB-30", styles.DATE, True,
            "最后交易日", "登记日前三个交易日停止交易"),
        Row("赎回日（计息截止）", case.redemption_date, "日期", "CB-18b", styles.DATE, kind="dates",
            name="计息日"),
        Row("利息小数位", 4, "位", "CB-19", styles.COUNT, kind="places", name="利息小数位"),
        Row("利息税率", inputs.terms.tax, "比例", "CB-10", styles.PERCENT, kind="ratio",
            name="利息税率", note="个人与证券投资基金 20%"),
    )  # fmt: skip


def _results() -> tuple[Row, ...]:
    """i, t, IA and the redemption price, each guarded until its inputs are there."""
    return (
        _row("当期票面利率 i", "CB_COUPON_RATE(发行日,计息日,票面利率)", "比例/年", "CB-04",
             styles.PERCENT, name="当期利率"),
        _row("计息天数 t", "CB_ACCRUED_DAYS(发行日,计息日)", "天", "CB-19", styles.COUNT,
             name="计息天数", note=SINCE),
        _row("应计利息 IA", f"CB_ACCRUED_ON({ON})", "元/张", "CB-19", styles.FINE, key=True,
             name="应计利息", note=WORKING),
        _row("应计利息（按 i、t 核对）", "CB_ACCRUED(面值,当期利率,计息天数,利息小数位)", "元/张",
             "CB-19", styles.FINE),
        _row("赎回价（税前）", f"CB_CALL_PRICE({ON})", "元/张", "CB-18b", styles.FINE, key=True,
             name="赎回价", note='面值&" + "&应计利息'),
        _row("赎回价（税后）", f"CB_CALL_PRICE({ON},利息税率)", "元/张", "CB-10", styles.FINE,
             key=True, name="税后赎回价", note='"利息先取舍再计税"'),
        _row("全年利息", "CB_INTEREST(面值,当期利率)", "元/张", "CB-05", styles.PRICE),
    )  # fmt: skip


def _row(
    label: str,
    formula: str,
    unit: str,
    clause: str,
    form: str,
    *,
    key: bool = False,
    name: str = "",
    note: str = "",
) -> Row:
    ready = 'IF(OR(计息日="",发行日="",COUNT(票面利率)=0),"",'
    shown = f"={ready}{note})" if note else ""
    return Row(label, f"={ready}{formula})", unit, clause, form, key, name, shown)


def _holidays(sheet: Worksheet) -> None:
    layout.put(sheet, "K3", "另行休市日", styles.SECTION)
    layout.put(sheet, "K4", "日期（输入）\ndate", styles.HEADER)
    layout.put(sheet, "K5", "CB-07", styles.CLAUSE)
    layout.dress(sheet, "K6:K51", styles.INPUT, (styles.DATE,))
    validations.dates(sheet, "K6:K51")
    layout.name(sheet, "另行休市日", "K6:K51")
