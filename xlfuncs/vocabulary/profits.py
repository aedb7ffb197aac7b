"""Words of what a company earned and may distribute, year by year."""

from typing import Annotated

from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import FRACTION, Arg, Kind
from xlfuncs.vocabulary.units import fraction, money

NetProfit = Annotated[Elementwise, money("当年税后净利润", "net profit of the year")]
PriorLoss = Annotated[
    Elementwise, money("待弥补以前年度亏损，正数", "uncovered prior loss, positive", at_least=0)
]
ReserveBalance = Annotated[
    Elementwise, money("法定公积金已提余额", "statutory reserve already set aside", at_least=0)
]
RegisteredCapital = Annotated[
    Elementwise,
    money("注册资本；省略则不计提取上限", "registered capital; omitted: no cap", at_least=0),
]
DiscretionaryRate = Annotated[
    Elementwise,
    fraction("任意公积金提取比例", "discretionary reserve rate", at_least=0, at_most=1),
]
DistributableProfit = Annotated[
    float, Arg(Kind.NUMBER, "当年实现的可分配利润", "distributable profit of the year", "元 yuan")
]
PriorProfits = Annotated[
    Floats | None,
    Arg(Kind.VECTOR, "前两年可分配利润", "distributable profits of the two prior years", "元 yuan"),
]
PriorCash = Annotated[
    Floats | None,
    Arg(
        Kind.VECTOR,
        "前两年现金分红",
        "cash distributed in the two prior years",
        "元 yuan",
        at_least=0,
    ),
]
CumulativeProfit = Annotated[
    float | None,
    Arg(
        Kind.NUMBER,
        "累计可分配利润，母公司与合并孰低",
        "cumulative distributable profit, lower of parent and group",
        "元 yuan",
    ),
]
Profits = Annotated[
    Floats,
    Arg(
        Kind.VECTOR,
        "最近三年利润，含当年：可分配利润；风险警示按归母净利润",
        "profits of the last three years, this one included",
        "元 yuan",
    ),
]
YearsCash = Annotated[
    Floats,
    Arg(
        Kind.VECTOR,
        "最近三年现金分红，含当年",
        "cash distributed in the last three years, this one included",
        "元 yuan",
        at_least=0,
    ),
]
CashBefore = Annotated[Floats, PriorCash.__metadata__[0]]
CumulativeRatio = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "三年累计比例",
        "share of the yearly average",
        FRACTION,
        above=0,
        at_most=1,
    ),
]
ProfitEarned = Annotated[Elementwise, money("当年净利润", "net profit of the year", above=0)]
