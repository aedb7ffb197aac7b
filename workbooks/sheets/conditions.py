"""The three conditions of the dashboard of 触发, with the formulas that follow them."""

from dataclasses import dataclass
from typing import Final

SERIES: Final = "交易日,收盘价,转股价列"
BEYOND: Final = "超出已知日历"


@dataclass(frozen=True)
class Condition:
    """One line of the dashboard; `first` is #N/A where the condition has never been met."""

    zh: str
    en: str
    sign: str
    clause: str
    window: str
    start: str
    days: str
    first: str

    @property
    def asked(self) -> str:
        """The arguments that CB_STATUS and CB_EARLIEST share."""
        zh = self.zh
        return f'{SERIES},"{self.en}",{zh}比例,{zh}天数,{self.window},{self.start}'

    @property
    def progress(self) -> str:
        return f"CB_STATUS({self.asked})"

    @property
    def earliest(self) -> str:
        return f'_xlfn.IFNA(CB_EARLIEST({self.asked},另行休市日),"{BEYOND}")'


_PUT_START: Final = (  # after a reset the run begins anew (CB-20a)
    "IF(COUNT(下修生效日)=0,回售计数起始日,MAX(回售计数起始日,MAX(下修生效日)+1))"
)
CALL: Final = Condition(
    "强赎", "call", "≥", "CB-18", "强赎窗口", "强赎计数起始日",
    "CB_CALL_DAYS(收盘价,转股价列,强赎比例,强赎窗口)",
    f"CB_CALL_DATE({SERIES},强赎比例,强赎天数,强赎窗口,强赎计数起始日)",
)  # fmt: skip
RESET: Final = Condition(
    "下修", "reset", "＜", "CB-14", "下修窗口", "下修计数起始日",
    "CB_RESET_DAYS(收盘价,转股价列,下修比例,下修窗口)",
    f"CB_RESET_DATE({SERIES},下修比例,下修天数,下修窗口,下修计数起始日)",
)  # fmt: skip
PUT: Final = Condition(
    "回售", "put", "＜", "CB-20", "回售天数", _PUT_START,
    "CB_PUT_DAYS(收盘价,转股价列,回售比例)",
    f"CB_PUT_DATE({SERIES},回售比例,回售天数,{_PUT_START})",
)  # fmt: skip
CONDITIONS: Final = (CALL, RESET, PUT)
