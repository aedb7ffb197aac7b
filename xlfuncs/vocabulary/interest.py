"""Words of interest: rates, days, dates."""

import datetime as dt
from typing import Annotated

from xlfuncs.dates import Dates
from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import FRACTION, Arg, Kind
from xlfuncs.vocabulary.units import fraction

CouponRate = Annotated[
    Elementwise,
    fraction("当年票面利率 i；1.5% = 0.015", "coupon rate of the year", at_least=0, at_most=1),
]
AccrualDays = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "计息天数 t，算头不算尾",
        "accrued days, first in, last out",
        "天 days",
        each=True,
        at_least=0,
    ),
]
Tax = Annotated[
    Elementwise,
    fraction(
        "代扣税率，个人与基金 0.2", "tax withheld, 0.2 for individuals", at_least=0, at_most=1
    ),
]
IssueDate = Annotated[
    dt.date, Arg(Kind.DATE, "发行首日，计息起始日", "first day of issue, interest runs from it")
]
Date = Annotated[Dates, Arg(Kind.DATE, "日期", "date", each=True)]
Rates = Annotated[
    Floats,
    Arg(
        Kind.VECTOR,
        "各计息年度票面利率，依次",
        "coupon rates of the interest years in order",
        FRACTION,
        at_least=0,
        at_most=1,
    ),
]
RedemptionPrice = Annotated[
    float | None,
    Arg(
        Kind.NUMBER,
        "到期赎回价，每张，通常含最后一期利息",
        "redemption price at maturity, last coupon included",
        "元/张 yuan a bond",
        at_least=0,
    ),
]
Holidays = Annotated[
    tuple[dt.date, ...],
    Arg(Kind.HOLIDAYS, "另行休市日", "extra closed days"),
]
PayDate = Annotated[Dates, Arg(Kind.DATE, "付息日", "pay date", each=True)]
Sessions = Annotated[
    int, Arg(Kind.WHOLE, "停止交易的天数", "sessions without trading", "天 sessions", at_least=1)
]
