"""The three conditions of the dashboard of 触发, with the formulas that follow them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Condition:
    """One line of the dashboard."""

    zh: str
    en: str
    sign: str
    clause: str
    window: str
    start: str
    days: str
    first: str


def _first_met(column: int, need: str) -> str:
    """The first day of the table on which a count reaches what is needed; #N/A if none does."""
    return f"INDEX(触发表,MATCH({need},INDEX(触发表,0,{column}),0),1)"


SERIES: Final = "交易日,收盘价,转股价列"
CALL: Final = Condition(
    "强赎", "call", "≥", "CB-18", "强赎窗口", "强赎计数起始日",
    "CB_CALL_DAYS(收盘价,转股价列,强赎比例,强赎窗口)",
    f"CB_CALL_DATE({SERIES},强赎比例,强赎天数,强赎窗口,强赎计数起始日)",
)  # fmt: skip
RESET: Final = Condition(
    "下修", "reset", "＜", "CB-14", "下修窗口", "下修计数起始日",
    "CB_RESET_DAYS(收盘价,转股价列,下修比例,下修窗口)", _first_met(7, "下修天数"),
)  # fmt: skip
PUT: Final = Condition(  # after a reset the run begins anew (CB-20a)
    "回售", "put", "＜", "CB-20", "回售天数",
    "IF(COUNT(下修生效日)=0,回售计数起始日,MAX(回售计数起始日,MAX(下修生效日)+1))",
    "CB_PUT_DAYS(收盘价,转股价列,回售比例)", _first_met(9, "回售天数"),
)  # fmt: skip
CONDITIONS: Final = (CALL, RESET, PUT)
