"""Words of price averages and floors."""

from typing import Annotated

from xlfuncs.dates import Days
from xlfuncs.rounding import Floats
from xlfuncs.spec import Arg, Kind

Amounts = Annotated[
    Floats, Arg(Kind.NUMBERS, "成交额列", "amounts traded per session", "元 yuan", at_least=0)
]
Volumes = Annotated[
    Floats,
    Arg(Kind.NUMBERS, "成交量列；不是手", "shares traded per session", "股 shares", at_least=0),
]
OptionalDates = Annotated[Days | None, Arg(Kind.DATES, "交易日列", "session dates")]
Average20 = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "前二十个交易日均价",
        "average of the 20 sessions before",
        "元/股 yuan a share",
        above=0,
    ),
]
Average1 = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "前一个交易日均价",
        "average of the session before",
        "元/股 yuan a share",
        above=0,
    ),
]
Nav = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "最近一期经审计每股净资产",
        "latest audited net assets a share",
        "元/股 yuan a share",
    ),
]
Par = Annotated[
    float, Arg(Kind.NUMBER, "股票面值", "par of a share", "元/股 yuan a share", above=0)
]
