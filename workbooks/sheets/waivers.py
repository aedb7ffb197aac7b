"""The waivers on 触发 (CB-31): a board's word not to call or reset, and when counting restarts."""

import datetime as dt
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.conditions import BEYOND
from workbooks.sheets.inputs import Inputs

TITLE: Final = "不强赎、不下修承诺（填决议日与月数；承诺期内不计数，期满后自重新起算日计数）"
HEADER: Final = ("承诺 waiver", "条款", "董事会决议日\n（输入）", "月数\n（输入）",
                 "承诺期截止\nlast waived day", "重新起算\ncount restarts",
                 "公告的起算日\n（输入，优先）", "据此计数自")  # fmt: skip
FIRST: Final = 14
MOST_MONTHS: Final = 72


def add(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(sheet, "K11", TITLE, columns=8)
    for column, head in zip("KLMNOPQR", HEADER, strict=True):
        layout.merged(sheet, f"{column}12:{column}13", head, styles.HEADER)
    terms = inputs.terms
    own = terms.call_start if terms.call_start != terms.conversion_start else None
    _waiver(sheet, FIRST, "强赎", own)
    _waiver(sheet, FIRST + 1, "下修", terms.reset_start)
    validations.dates(sheet, f"M{FIRST}:M{FIRST + 1}")
    validations.whole(sheet, f"N{FIRST}:N{FIRST + 1}", 1, MOST_MONTHS, "承诺月数")
    validations.dates(sheet, f"Q{FIRST}:Q{FIRST + 1}")


def _waiver(sheet: Worksheet, at: int, zh: str, announced: dt.date | None) -> None:
    given = f'OR(M{at}="",N{at}="")'
    end = f'=IF({given},"",_xlfn.IFNA(CB_WAIVER_END(M{at},N{at},另行休市日),"{BEYOND}"))'
    # past the known calendar the day after the months is still the first that may count
    start = f'IF({given},"",IF(ISNUMBER(P{at}),P{at},EDATE(M{at},N{at})+1))'
    for column, value, style, form in (
        ("K", f"不{zh}", styles.LABEL, None),
        ("L", "CB-31", styles.CLAUSE, None),
        ("M", None, styles.INPUT, styles.DATE),
        ("N", None, styles.INPUT, styles.COUNT),
        ("O", end, styles.RESULT, styles.DATE),
        ("P", None, styles.RESULT, styles.DATE),  # the spill of O
        ("Q", announced, styles.INPUT, styles.DATE),
        ("R", f'=IF(Q{at}<>"",Q{at},{start})', styles.KEY, styles.DATE),
    ):
        layout.put(sheet, f"{column}{at}", value, style, form)
    layout.name(sheet, f"{zh}承诺", f"M{at}:P{at}")
    for label, column in (("决议日", "M"), ("承诺月数", "N"), ("公告起算日", "Q")):
        layout.name(sheet, f"{zh}{label}", f"{column}{at}")
    layout.name(sheet, f"{zh}重新起算日", f"R{at}")
