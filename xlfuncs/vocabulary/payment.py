"""Words of paying a dividend, and of the market around its ex-date."""

from typing import Annotated

from xlfuncs.dates import Dates
from xlfuncs.rounding import Elementwise
from xlfuncs.spec import Arg, Kind
from xlfuncs.vocabulary.units import money, per_share

PerTen = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "每10股派现金，税前",
        "cash per 10 shares before tax",
        "元/10股 yuan per 10",
        each=True,
        at_least=0,
    ),
]
CashPaid = Annotated[Elementwise, money("现金分红总额", "total cash dividend", at_least=0)]
HeldCash = Annotated[
    Elementwise,
    money("现金红利，税前：每股或持股合计", "cash dividend before tax", at_least=0),
]
AllShares = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "股份数：折算时为总股本",
        "shares, all of them for a spread",
        "股 shares",
        each=True,
        above=0,
    ),
]
Close = Annotated[Elementwise, per_share("股权登记日收盘价", "close of the record day", above=0)]
StockPrice = Annotated[Elementwise, per_share("股价", "share price", above=0)]
ShareholderDividend = Annotated[
    Elementwise, money("该股东应分现金红利", "dividend due to the shareholder", at_least=0)
]
Occupied = Annotated[
    Elementwise,
    money("该股东违规占用的资金", "company funds the shareholder occupies", at_least=0),
]
MeetingDate = Annotated[
    Dates, Arg(Kind.DATE, "股东大会决议日", "day of the shareholders' meeting", each=True)
]
Bought = Annotated[Dates, Arg(Kind.DATE, "取得股票之日", "day the shares were bought", each=True)]
Sold = Annotated[
    Dates | None,
    Arg(Kind.DATE, "转让交割日；空白为尚未转让", "day sold, blank: still held", each=True),
]
