"""分红实施, right: plans of past years against their announcements and the market's prices."""

from collections.abc import Sequence
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.inputs import PastPlan, Value
from workbooks.sheets.rows import validate

TITLE: Final = "历次方案核对：公式与公告总额、除息日行情"
TOP: Final = 12  # below the tall row of the wording
FIRST: Final = TOP + 2
ROOM: Final = 12
AREA: Final = f"S{TOP}:AE{FIRST + ROOM - 1}"
COLUMNS: Final = (  # column, head, format, validation of an input
    ("S", "公司", None, "text"),
    ("T", "年度", None, "text"),
    ("U", "方案文字", None, "wording"),
    ("V", "参与分配股份 股", styles.WHOLE, "not_negative"),
    ("W", "现金总额 元 DV-13", styles.MONEY, ""),
    ("X", "公告总额 元", styles.MONEY, "not_negative"),
    ("Y", "公式减公告 元", styles.SHORTFALL, ""),
    ("Z", "除权除息日", styles.DATE, "dates"),
    ("AA", "前收盘 元/股", styles.PRICE, "positive"),
    ("AB", "除权除息参考价 元/股", styles.PRICE, ""),
    ("AC", "当日收盘 元/股", styles.PRICE, "positive"),
    ("AD", "本次股息率", styles.PERCENT, ""),
    ("AE", "来源", None, "text"),
)
_PART: Final = "INDEX(DIV_PARSE($U{at}),1,{place})"
FORMULAS: Final = {
    "W": '=IF(OR($U{at}="",$V{at}=""),"",DIV_CASH($V{at},ROUND(10*{cash},8)))',
    "Y": '=IF(OR($W{at}="",$X{at}=""),"",ROUND($W{at}-$X{at},2))',
    "AB": '=IF(OR($U{at}="",$AA{at}=""),"",DIV_EX_PRICE($AA{at},{cash},{bonus}+{more}))',
    "AD": '=IF(OR($U{at}="",$AA{at}=""),"",DIV_YIELD({cash},$AA{at}))',
}
WIDTHS: Final = {"S": 18, "T": 15, "U": 30, "V": 19, "W": 21, "X": 19, "Y": 14, "Z": 14,
                 "AA": 14, "AB": 23, "AC": 16, "AD": 13, "AE": 31}  # fmt: skip


def add(sheet: Worksheet, plans: Sequence[PastPlan]) -> None:
    layout.section(sheet, f"S{TOP}", TITLE, columns=len(COLUMNS))
    layout.across(sheet, f"S{TOP + 1}", (head for _, head, _, _ in COLUMNS), styles.HEADER)
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
    layout.name(sheet, "历次方案", f"S{FIRST}:AE{last}")
    layout.widths(sheet, **WIDTHS)


def _formula(column: str, at: int) -> str:
    parts = [_PART.format(at=at, place=place) for place in (1, 2, 3)]
    return FORMULAS[column].format(at=at, cash=parts[0], bonus=parts[1], more=parts[2])


def _figures(plan: PastPlan) -> dict[str, Value]:
    return {
        "S": plan.company, "T": plan.year, "U": plan.wording, "V": plan.shares,
        "X": plan.announced, "Z": plan.ex_date, "AA": plan.close, "AC": plan.ex_close,
        "AE": plan.source,
    }  # fmt: skip
