"""Words of value: prices of the bond, yields, what an option is worth."""

import datetime as dt
from typing import Annotated

from xlfuncs.dates import Dates
from xlfuncs.rounding import Elementwise
from xlfuncs.spec import Arg, Kind
from xlfuncs.vocabulary.units import fraction

BondPrice = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "转债价格，全价，每张；不再另加应计利息",
        "full price of the bond, interest is in it",
        "元/张 yuan a bond",
        each=True,
        above=0,
    ),
]
Premium = Annotated[
    Elementwise, fraction("转股溢价率；20% = 0.2", "conversion premium", at_least=-1)
]
ValueDate = Annotated[dt.date, Arg(Kind.DATE, "估值日", "valuation date")]
MaturityDate = Annotated[Dates, Arg(Kind.DATE, "到期日", "maturity date", each=True)]
PutDay = Annotated[
    dt.date, Arg(Kind.DATE, "回售日，应计利息计至该日", "put day, interest accrues up to it")
]
Yield = Annotated[
    Elementwise, fraction("年化收益率，复利；3% = 0.03", "annual yield, compounded", above=-1)
]
FinalPrice = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "到期赎回价，每张，通常含最后一期利息",
        "redemption price at maturity, last coupon included",
        "元/张 yuan a bond",
        above=0,
    ),
]
YearsLeft = Annotated[
    Elementwise, Arg(Kind.NUMBER, "剩余年限", "years left", "年 years", each=True, at_least=0)
]
Volatility = Annotated[
    Elementwise, fraction("年化波动率；35% = 0.35", "annual volatility", at_least=0)
]
RiskFree = Annotated[
    Elementwise,
    fraction("无风险利率，连续复利", "risk-free rate, continuous compounding", above=-1, at_most=1),
]
DividendYield = Annotated[
    Elementwise,
    fraction("股息率，连续复利", "dividend yield, continuous compounding", above=-1, at_most=1),
]
