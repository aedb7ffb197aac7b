"""Words of triggers and exercise: closes, counts, windows."""

import datetime as dt
from typing import Annotated, Final

from xlfuncs.dates import Days
from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import FRACTION, Arg, Kind
from xlfuncs.tables import Terms
from xlfuncs.vocabulary.units import fraction

KINDS: Final = {
    **dict.fromkeys(("call", "强赎", "赎回"), "call"),
    **dict.fromkeys(("reset", "下修", "修正"), "reset"),
    **dict.fromkeys(("put", "回售"), "put"),
}
SessionDates = Annotated[Days, Arg(Kind.DATES, "交易日列", "session dates")]
Closes = Annotated[
    Floats,
    Arg(
        Kind.NUMBERS,
        "收盘价列，不复权；停牌留空",
        "unadjusted closes, blank when suspended",
        "元/股 yuan a share",
        above=0,
    ),
]
Prices = Annotated[
    Elementwise,
    Arg(
        Kind.COLUMN_OR_NUMBER,
        "当期转股价列，或一个数值",
        "conversion price in force per session, or one number",
        "元/股 yuan a share",
        above=0,
    ),
]
Ratio = Annotated[
    float,
    Arg(Kind.NUMBER, "触发比例；130% = 1.3", "trigger ratio", FRACTION, above=0, at_most=10),
]
Need = Annotated[int, Arg(Kind.WHOLE, "须满足的天数", "sessions needed", "天 sessions", at_least=1)]
Window = Annotated[
    int,
    Arg(Kind.WHOLE, "连续交易日数", "consecutive sessions looked at", "天 sessions", at_least=1),
]
OwnRatio = Annotated[float | None, Ratio.__metadata__[0]]
OwnNeed = Annotated[int | None, Need.__metadata__[0]]
OwnWindow = Annotated[int | None, Window.__metadata__[0]]
Start = Annotated[
    dt.date | None,
    Arg(Kind.DATE, "计数起始日，含当日", "first session counted"),
]
TriggerKind = Annotated[
    str,
    Arg(Kind.CHOICE, "类别：强赎 call、下修 reset、回售 put", "call, reset or put", choices=KINDS),
]
BondTerms = Annotated[
    Terms,
    Arg(
        Kind.TERMS,
        "条款名称，如 113664，或两列条款表",
        "name of packaged terms or a key | value range",
    ),
]
TriggerRatio = Annotated[
    Elementwise, fraction("触发比例；130% = 1.3", "trigger ratio", above=0, at_most=10)
]
Limit = Annotated[float, Arg(Kind.NUMBER, "余额下限", "least balance", "元 yuan", above=0)]
Last = Annotated[
    int,
    Arg(
        Kind.WHOLE,
        "可回售的最后计息年度数",
        "last interest years with a put",
        "年 years",
        at_least=1,
    ),
]
WindowStart = Annotated[dt.date, Arg(Kind.DATE, "回售申报期首日", "first day of the put window")]
BoardDate = Annotated[dt.date, Arg(Kind.DATE, "董事会决议日", "day of the board's decision")]
