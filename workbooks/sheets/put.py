"""The put on 换股与回售: its period, its price, and the days of its window."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.bond_days import against
from workbooks.sheets.conditions import BEYOND
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_notes, write_rows
from xlfuncs.registry import BY_NAME

TOP: Final = 27
END: Final = 42
DAY: Final = f"B{TOP + 6}"
WINDOW: Final = f"A{TOP + 13}"
ONCE: Final = "面值加当期应计利息；每个计息年度只能行使一次（CB-20b）"
EXTRA: Final = (
    "附加回售（CB-21）：募集资金用途改变被认定时另有一次按面值加应计利息回售的权利，不须满足价格条件。"
    "付息债权登记日当日或之前转股的，不再享有当年及以后年度利息（CB-09）。"
)


def add(sheet: Worksheet, inputs: Inputs) -> None:
    title = "回售（最后两个计息年度，连续三十个交易日均低于回售线）"
    layout.section(sheet, f"A{TOP}", title, columns=11)
    layout.across(sheet, f"A{TOP + 1}", ("项目", "值", "单位", "条款"), styles.HEADER)
    layout.merged(sheet, f"E{TOP + 1}:K{TOP + 1}", "说明", styles.HEADER)
    rows = (*_state(), *_price(inputs))
    write_rows(sheet, TOP + 2, rows, "ABCDE")
    write_notes(sheet, TOP + 2, rows, "EK")
    layout.name(sheet, "回售申报说明", f"E{TOP + 6}")
    _window(sheet)
    layout.merged(sheet, f"A{END}:K{END}", EXTRA, styles.NOTE)
    sheet.row_dimensions[END].height = 34


def _state() -> tuple[Row, ...]:
    start = '=IF(OR(发行日="",COUNT(票面利率)<2),"",CB_PUT_START(发行日,COUNT(票面利率)))'
    first = '=IF(回售计数起始日="","",回售计数起始日)'
    return (
        Row("回售期首日", first, "日期", "CB-20", styles.DATE, note="取自“条款”，计数自该日起"),
        Row("回售期首日（推算）", start, "日期", "CB-20", styles.DATE, name="推算回售首日",
            note=against(f"B{TOP + 3}", "回售计数起始日")),
        Row("截至日连续天数", "=回售进度", "天", "CB-20",
            note="已连续/须连续 | 窗口；下修后重新计算（CB-20a）"),
        Row("回售线", "=回售线", "元/股", "CB-20", styles.FINE,
            note="当期转股价 × 回售比例，收盘须低于该线"),
    )  # fmt: skip


def _price(inputs: Inputs) -> tuple[Row, ...]:
    ready = f'=IF(OR({DAY}="",发行日="",COUNT(票面利率)=0),"",'
    on = f"{DAY},发行日,票面利率,面值,2"
    day = inputs.case.put_date
    words = "按回售公告填写；计息至该日，不计当日"
    sample = f'=IF(N({DAY})={day:DATE(%Y,%m,%d)},"示例日期，","")&"{words}"' if day else words
    return (
        Row("回售申报期首日", day, "日期", "CB-20b", styles.DATE, kind="dates", name="回售申报首日",
            note=sample),
        Row("计息天数 t", f"{ready}CB_ACCRUED_DAYS(发行日,{DAY}))", "天", "CB-19", styles.COUNT,
            name="回售计息天数"),
        Row("应计利息 IA", f"{ready}CB_ACCRUED_ON({on}))", "元/张", "CB-19", styles.PRICE,
            note="面值 × i × t / 365，两位小数"),
        Row("回售价格", f"{ready}CB_PUT_PRICE({on}))", "元/张", "CB-20", styles.PRICE, True,
            "回售价", ONCE),
        Row("税后回售价格", f"{ready}CB_PUT_PRICE({on},利息税率))", "元/张", "CB-10", styles.PRICE,
            True, "税后回售价", "个人与证券投资基金；利息先取舍再计税"),
    )  # fmt: skip


def _window(sheet: Worksheet) -> None:
    """The days that follow from the first day of the window, one spilled row."""
    row = sheet[WINDOW].row
    heads = [column.replace(" ", "\n", 1) for column in BY_NAME["CB_PUT_DATES"].columns]
    layout.across(sheet, f"A{row - 1}", heads, styles.HEADER)
    sheet.row_dimensions[row - 1].height = 34
    days = f'_xlfn.IFNA(CB_PUT_DATES({DAY},另行休市日),"{BEYOND}")'
    layout.dress(sheet, f"A{row}:D{row}", styles.RESULT, (styles.DATE,))
    sheet[WINDOW] = f'=IF({DAY}="","",{days})'
    note = "申报期 5 个交易日；截止后第 3、4、5 个交易日为发行人资金、划付、到账"
    layout.merged(sheet, f"E{row}:K{row}", note, styles.NOTE)
    layout.name(sheet, "回售日程", f"A{row}:D{row}")
