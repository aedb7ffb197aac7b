"""Words of the exchange's warning about low dividends."""

from typing import Annotated, Final

from xlfuncs.rounding import Floats
from xlfuncs.spec import Arg, Kind

BOARDS: Final = {
    **dict.fromkeys(("main", "主板"), "main"),
    **dict.fromkeys(("chinext", "创业板"), "chinext"),
    **dict.fromkeys(("star", "科创板"), "star"),
}
Board = Annotated[
    str,
    Arg(
        Kind.CHOICE,
        "板块：主板 main、创业板 chinext、科创板 star",
        "main, chinext or star",
        choices=BOARDS,
    ),
]
Undistributed = Annotated[
    float | None,
    Arg(
        Kind.NUMBER,
        "年末未分配利润，母公司与合并孰低",
        "undistributed profit, lower of parent and group",
        "元 yuan",
    ),
]
RdSpending = Annotated[
    Floats | None,
    Arg(
        Kind.VECTOR,
        "最近三年研发投入，逐年或合计",
        "R&D of the three years, each or the sum",
        "元 yuan",
        at_least=0,
    ),
]
Revenue = Annotated[
    Floats | None,
    Arg(
        Kind.VECTOR,
        "最近三年营业收入，逐年或合计",
        "revenue of the three years, each or the sum",
        "元 yuan",
        at_least=0,
    ),
]
CancelledBuybacks = Annotated[
    Floats | None,
    Arg(
        Kind.VECTOR,
        "最近三年回购并注销金额，逐年或合计",
        "buy-backs cancelled in the three years, each or the sum",
        "元 yuan",
        at_least=0,
    ),
]
