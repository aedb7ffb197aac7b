"""分红实施, right: plans of past years against their announcements and the market's prices."""

from collections.abc import Sequence
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.inputs import PastPlan, Value
from workbooks.sheets.rows import validate

TITLE: Final = "历次方案核对：公式与公告总额、除息日行情"
TOP: Final = 11  # below the tall row of the wording
FIRST: Final = TOP + 2
ROOM: Final = 12
AREA: Final = f"P{TOP}:AB{FIRST + ROOM - 1}"
COLUMNS: Final = (  # column, head, format, validation of an input
    ("P", "公司", None, "text"),
    ("Q", "年度", None, "text"),
    ("R", "方案文字", None, "wording"),
    ("S", "参与分配股份 股", styles.WHOLE, "not_negative"),
    ("T", "现金总额 元 DV-13", styles.MONEY, ""),
    ("U", "公告总额 元", styles.MONEY, "not_negative"),
    ("V", "公式减公告 元", styles.SHORTFALL, ""),
    ("W", "除权除息日", styles.DATE, "dates"),
    ("X", "前收盘 元/股", styles.PRICE, "positive"),
    ("Y", "除权除息参考价 元/股", styles.PRICE, ""),
    ("Z", "当日收盘 元/股", styles.PRICE, "positive"),
    ("AA", "本次股息率", styles.PERCENT, ""),
    ("AB", "来源", None, "text"),
)
_PART: Final = "INDEX(DIV_PARSE($R{at}),1,{place})"
FORMULAS: Final = {
    "T": '=IF(OR($R{at}="",$S{at}=""),"",DIV_CASH($S{at},ROUND(10*{cash},8)))',
    "V": '=IF(OR($T{at}="",$U{at}=""),"",ROUND($T{at}-$U{at},2))',
    "Y": '=IF(OR($R{at}="",$X{at}=""),"",DIV_EX_PRICE($X{at},{cash},{bonus}+{more}))',
    "AA": '=IF(OR($R{at}="",$X{at}=""),"",DIV_YIELD({cash},$X{at}))',
}
WIDTHS: Final = {"P": 18, "Q": 15, "R": 30, "S": 19, "T": 21, "U": 19, "V": 14, "W": 14,
                 "X": 14, "Y": 23, "Z": 16, "AA": 13, "AB": 31}  # fmt: skip


def add(sheet: Worksheet, plans: Sequence[PastPlan]) -> None:
    layout.section(sheet, f"P{TOP}", TITLE, columns=len(COLUMNS))
    layout.across(sheet, f"P{TOP + 1}", (head for _, head, _, _ in COLUMNS), styles.HEADER)
    last = FIRST + ROOM - 1
    for column, head, form, kind in COLUMNS:
        for at in range(FIRST, last + 1):
            value = _formula(column, at) if not kind else None
            words = kind in ("text", "wording")
            style = styles.INPUT_TEXT if words else styles.INPUT if kind else styles.RESULT
            layout.put(sheet, f"{column}{at}", value, style, form)
        if kind:
            validate(sheet, f"{column}{FIRST}:{column}{last}", kind, head)
    for at, plan in enumerate(plans, FIRST):
        for column, figure in _figures(plan).items():
            sheet[f"{column}{at}"].value = figure
    layout.name(sheet, "历次方案", f"P{FIRST}:AB{last}")
    layout.widths(sheet, **WIDTHS)


def _formula(column: str, at: int) -> str:
    parts = [_PART.format(at=at, place=place) for place in (1, 2, 3)]
    return FORMULAS[column].format(at=at, cash=parts[0], bonus=parts[1], more=parts[2])


def _figures(plan: PastPlan) -> dict[str, Value]:
    return {
        "P": plan.company, "Q": plan.year, "R": plan.wording, "S": plan.shares,
        "U": plan.announced, "W": plan.ex_date, "X": plan.close, "Z": plan.ex_close,
        "AB": plan.source,
    }  # fmt: skip
