"""The dashboard at the right of 触发: where each condition stands as of the last close."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.conditions import CONDITIONS, Condition
from workbooks.sheets.inputs import Inputs

NONE: Final = 'IF(OR(COUNT(收盘价)=0,初始转股价=""),""'
HEADER: Final = ("条件 condition", "条款", "当期线\n元/股", "窗口内天数\n（不论起算日）",
                 "进度\n已满足/须满足 | 窗口", "首次满足日", "预计最早满足日\n（已满足为截至日）",
                 "结论")  # fmt: skip
AS_OF: Final = ("截至日", "", "收盘价 元/股", "", "当期转股价 元/股", "", "", "")
CLOSE: Final = '=IF(截至日="","",INDEX(触发表,MATCH(截至日,INDEX(触发表,0,1),0),2))'
PRICE: Final = '=IF(OR(截至日="",初始转股价=""),"",CB_PRICE_ON(截至日,初始转股价,调整事项))'
BALANCE: Final = '=IF(M8="","",IF(CB_SMALL_BALANCE(M8,余额下限),"条件已满足","尚未满足"))'


def add(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(sheet, "K3", "最新状态", columns=8)
    layout.across(sheet, "K4", HEADER, styles.HEADER)
    layout.across(sheet, "K9", AS_OF, styles.HEADER)
    for place, label, formula, form in (
        ("L9", "截至日", f"={NONE},MAX(INDEX(触发表,0,1)))", styles.DATE),
        ("N9", "截至收盘", CLOSE, styles.PRICE),
        ("P9", "当期转股价", PRICE, styles.PRICE),
    ):
        layout.put(sheet, place, formula, styles.KEY, form)
        layout.name(sheet, label, place)
    for at, condition in enumerate(CONDITIONS, 5):
        _condition(sheet, at, condition)
    _balance(sheet, inputs)


def _condition(sheet: Worksheet, at: int, it: Condition) -> None:
    zh = it.zh
    label = f'="{zh} {it.en}  {it.sign} "&TEXT({zh}比例,"0%")'
    line = f'=IF(当期转股价="","",CB_TRIGGER_PRICE(当期转股价,{zh}比例))'
    verdict = f'IF(ISNUMBER({zh}满足日),"条件已满足","尚未满足")'
    layout.put(sheet, f"K{at}", label, styles.LABEL)
    layout.put(sheet, f"L{at}", it.clause, styles.CLAUSE)
    for column, result, formula, form in (
        ("M", f"{zh}线", line, styles.FINE),
        ("N", f"{zh}当前天数", f"={NONE},{it.days})", styles.COUNT),
        ("O", f"{zh}进度", f"={NONE},{it.progress})", None),
        ("P", f"{zh}满足日", f'={NONE},_xlfn.IFNA({it.first},"尚未满足"))', styles.DATE),
        ("Q", f"{zh}预计日", f"={NONE},{it.earliest})", styles.DATE),
        ("R", f"{zh}结论", f'=IF({zh}满足日="","",{verdict})', None),
    ):
        style = styles.KEY if column in "OPQ" else styles.RESULT
        layout.put(sheet, f"{column}{at}", formula, style, form)
        layout.name(sheet, result, f"{column}{at}")


def _balance(sheet: Worksheet, inputs: Inputs) -> None:
    """CB-18a: the other ground for a call."""
    case = inputs.case
    layout.put(sheet, "K8", "未转股余额 ＜ 余额下限", styles.LABEL)
    layout.put(sheet, "L8", "CB-18a", styles.CLAUSE)
    layout.merged(sheet, "M8:N8", case.outstanding, styles.INPUT, styles.MONEY)
    layout.put(sheet, "O8", layout.in_yi("M8"), styles.UNIT)
    layout.put(sheet, "P8", case.outstanding_date, styles.INPUT, styles.DATE)
    layout.put(sheet, "Q8", "余额日期", styles.UNIT)
    layout.put(sheet, "R8", BALANCE, styles.RESULT)
    layout.name(sheet, "未转股余额", "M8")
    layout.name(sheet, "余额日期", "P8")
    layout.name(sheet, "余额结论", "R8")
    validations.not_negative(sheet, "M8", "未转股余额（元）")
    validations.dates(sheet, "P8")
