"""触发: every session against the call, reset and put lines, and the state of each condition."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import highlight
from workbooks.sheets import trigger_charts
from workbooks.sheets.conditions import CONDITIONS, SERIES, Condition
from workbooks.sheets.inputs import Inputs
from xlfuncs.registry import BY_NAME

TITLE: Final = "触发"
FIRST: Final = 6
COLUMNS: Final = "ABCDEFGHI"
FORMS: Final = (styles.DATE, styles.PRICE, styles.PRICE, styles.FINE, styles.COUNT,
                styles.FINE, styles.COUNT, styles.FINE, styles.COUNT)  # fmt: skip
NONE: Final = 'IF(COUNT(收盘价)=0,""'
HEADER: Final = ("条件 condition", "条款", "当期线\n元/股", "最近一日\n天数",
                 "进度\n已满足/须满足 | 窗口", "首次满足日", "结论")  # fmt: skip
AS_OF: Final = ("截至日", "", "收盘价 元/股", "", "当期转股价 元/股", "", "")
CLOSE: Final = '=IF(截至日="","",INDEX(收盘价,MATCH(截至日,交易日,0)))'
PRICE: Final = '=IF(OR(截至日="",初始转股价=""),"",CB_PRICE_ON(截至日,初始转股价,调整事项))'


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.GREEN)
    layout.heading(
        sheet,
        "触发条件  Triggers",
        "逐日收盘价与强赎、下修、回售线比较：强赎含等于（CB-18），下修、回售须低于（CB-14、CB-20）；"
        "各线为精确乘积（CB-32），天数为截至当日窗口内已满足的交易日数。",
        columns=9,
        height=46,
    )
    _table(sheet, inputs.rows)
    _state(sheet)
    _balance(sheet, inputs)
    trigger_charts.add(sheet, inputs, FIRST)
    layout.widths(sheet, **dict.fromkeys(COLUMNS, 10.5), J=3)
    layout.widths(sheet, A=12, K=18, L=16, M=13, N=11, O=22, P=14, Q=14)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 85
    shown = FIRST + max(len(inputs.closes), 40) - 1
    layout.page(sheet, "K3:Q60", f"A1:I{shown}", rows="4:5")


def _table(sheet: Worksheet, rows: int) -> None:
    layout.section(sheet, "A3", "逐日触发表（公式 CB_TRIGGERS）", columns=9)
    units = ("", "元/股", "元/股", "元/股", "天", "元/股", "天", "元/股", "天")
    spec = BY_NAME["CB_TRIGGERS"]
    heads = [column.replace(" ", "\n", 1) for column in spec.columns]
    layout.across(sheet, "A4", heads, styles.HEADER)
    layout.across(sheet, "A5", units, styles.CLAUSE)
    sheet.row_dimensions[4].height = 34
    last = FIRST + rows - 1
    layout.dress(sheet, f"A{FIRST}:I{last}", styles.SPILL, FORMS)
    sheet[f"A{FIRST}"] = f"={NONE},CB_TRIGGERS(交易日,收盘价,转股价列,条款表))"
    layout.name(sheet, "触发表", f"A{FIRST}:I{last}")
    _marks(sheet, last)


def _marks(sheet: Worksheet, last: int) -> None:
    """Qualifying sessions shaded, days on which a condition stands met in bold."""
    beyond = f"AND(ISNUMBER($B{FIRST}),ROUND($B{FIRST}-$%s{FIRST},8)%s0)"
    met = f"AND(ISNUMBER($%s{FIRST}),$%s{FIRST}>=%s)"
    for line, count, sign, need, fill, color in (
        ("D", "E", ">=", "强赎天数", styles.KEY_FILL, styles.GREEN),
        ("F", "G", "<", "下修天数", styles.AMBER_FILL, styles.AMBER),
        ("H", "I", "<", "回售天数", styles.RED_FILL, styles.RED),
    ):
        area = f"{line}{FIRST}:{count}{last}"
        close, full = beyond % (line, sign), met % (count, count, need)
        highlight(sheet, area, f"AND({close},{full})", fill, color)
        highlight(sheet, area, close, fill)
        highlight(sheet, area, full, color=color)


def _state(sheet: Worksheet) -> None:
    """The dashboard at the right: as of the last close."""
    layout.section(sheet, "K3", "最新状态", columns=7)
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


def _condition(sheet: Worksheet, at: int, it: Condition) -> None:
    zh = it.zh
    label = f'="{zh} {it.en}  {it.sign} "&TEXT({zh}比例,"0%")'
    progress = f'CB_STATUS({SERIES},"{it.en}",{zh}比例,{zh}天数,{it.window},{it.start})'
    verdict = f'IF(ISNUMBER({zh}满足日),"条件已满足","尚未满足")'
    layout.put(sheet, f"K{at}", label, styles.LABEL)
    layout.put(sheet, f"L{at}", it.clause, styles.CLAUSE)
    for column, result, formula, form in (
        ("M", f"{zh}线", f'=IF(当期转股价="","",ROUND(当期转股价*{zh}比例,8))', styles.FINE),
        ("N", f"{zh}当前天数", f"={NONE},{it.days})", styles.COUNT),
        ("O", f"{zh}进度", f"={NONE},{progress})", None),
        ("P", f"{zh}满足日", f'={NONE},_xlfn.IFNA({it.first},"尚未满足"))', styles.DATE),
        ("Q", f"{zh}结论", f'=IF({zh}满足日="","",{verdict})', None),
    ):
        style = styles.KEY if column in "OP" else styles.RESULT
        layout.put(sheet, f"{column}{at}", formula, style, form)
        layout.name(sheet, result, f"{column}{at}")


def _balance(sheet: Worksheet, inputs: Inputs) -> None:
    """CB-18a: the other ground for a call."""
    case = inputs.case
    layout.put(sheet, "K8", "未转股余额（输入）", styles.LABEL)
    layout.put(sheet, "L8", "CB-18a", styles.CLAUSE)
    layout.merged(sheet, "M8:N8", case.outstanding, styles.INPUT, styles.MONEY)
    layout.put(sheet, "O8", "元，须 ＜ 余额下限", styles.UNIT)
    layout.put(sheet, "P8", case.outstanding_date, styles.INPUT, styles.DATE)
    verdict = '=IF(M8="","",IF(M8<余额下限,"条件已满足","尚未满足"))'
    layout.put(sheet, "Q8", verdict, styles.RESULT)
    layout.name(sheet, "未转股余额", "M8")
    layout.name(sheet, "余额结论", "Q8")
    trigger_charts.balance_inputs(sheet)
