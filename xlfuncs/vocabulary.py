"""The words arguments are made of: one meaning, one name, one unit everywhere."""

import datetime as dt
from typing import Annotated, Final

from xlfuncs.dates import Dates, Days
from xlfuncs.rounding import MOST_PLACES, Elementwise, Floats
from xlfuncs.spec import Arg, Kind
from xlfuncs.tables import Event, Plan, Terms

ROUNDINGS: Final = {
    **dict.fromkeys(("half_up", "四舍五入"), "half_up"),
    **dict.fromkeys(("up", "进位", "向上进位"), "up"),
    **dict.fromkeys(("down", "截取", "截断"), "down"),
}
STAGES: Final = {
    **dict.fromkeys(("mature", "成熟期", "成熟"), "mature"),
    **dict.fromkeys(("growth", "成长期", "成长"), "growth"),
    **dict.fromkeys(("unclear", "不易区分"), "unclear"),
}
KINDS: Final = {
    **dict.fromkeys(("call", "强赎", "赎回"), "call"),
    **dict.fromkeys(("reset", "下修", "修正"), "reset"),
    **dict.fromkeys(("put", "回售"), "put"),
}
BOARDS: Final = {
    **dict.fromkeys(("main", "主板"), "main"),
    **dict.fromkeys(("chinext", "创业板"), "chinext"),
    **dict.fromkeys(("star", "科创板"), "star"),
}
VOTES: Final = {
    **dict.fromkeys(("plan", "分配方案", "利润分配方案"), "plan"),
    **dict.fromkeys(("policy", "政策调整", "利润分配政策调整"), "policy"),
    **dict.fromkeys(("reset", "转股价下修", "下修"), "reset"),
}
OPINIONS: Final = {
    **dict.fromkeys(("standard", "标准无保留意见", "标准无保留"), "standard"),
    **dict.fromkeys(("other", "非标", "非标准意见", "非标准无保留意见"), "other"),
}


def _money(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "元 yuan", each=True, **bounds)  # type: ignore[arg-type]


def _fraction(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "小数 fraction", each=True, **bounds)  # type: ignore[arg-type]


def _per_share(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "元/股 yuan a share", each=True, **bounds)  # type: ignore[arg-type]


# conversion
Price = Annotated[Elementwise, _per_share("转股价格", "conversion price", above=0)]
Cash = Annotated[
    Elementwise,
    _per_share(
        "每股现金股利 D，税前；每10股派x元 = x/10", "cash dividend a share before tax", at_least=0
    ),
]
Bonus = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "每股送股与转增合计 n；10送a转b = (a+b)/10",
        "bonus and capitalised shares per share",
        "股/股 per share",
        each=True,
        at_least=0,
    ),
]
Rights = Annotated[
    Elementwise,
    Arg(
        Kind.NUMBER,
        "增发或配股率 k；注销股份为负",
        "new shares per share, negative when cancelled",
        "股/股 per share",
        each=True,
    ),
]
RightsPrice = Annotated[
    Elementwise, _per_share("增发或配股价 A", "issue price of the new shares", at_least=0)
]
Places = Annotated[
    int | None,
    Arg(
        Kind.WHOLE,
        "小数位数；0 与省略同义",
        "decimals; 0 means omitted",
        "位 decimals",
        at_least=0,
        at_most=MOST_PLACES,
    ),
]
Rounding = Annotated[
    str,
    Arg(
        Kind.CHOICE,
        "取舍：四舍五入 half_up、进位 up、截取 down",
        "rounding: half_up, up or down",
        choices=ROUNDINGS,
    ),
]
InitialPrice = Annotated[
    float,
    Arg(Kind.NUMBER, "初始转股价格", "initial conversion price", "元/股 yuan a share", above=0),
]
Events = Annotated[
    tuple[Event, ...],
    Arg(
        Kind.EVENTS,
        "事项表：生效日、现金D、送转n、增发k、增发价A、下修价；首行可为标题",
        "events: date, cash D, bonus n, rights k, rights price A, reset price; header allowed",
    ),
]
Face = Annotated[Elementwise, _money("票面总金额 B 或 V", "face amount", above=0)]

Amounts = Annotated[
    Floats, Arg(Kind.NUMBERS, "成交额列", "amounts traded per session", "元 yuan", at_least=0)
]
Volumes = Annotated[
    Floats,
    Arg(Kind.NUMBERS, "成交量列；不是手", "shares traded per session", "股 shares", at_least=0),
]
OptionalDates = Annotated[Days | None, Arg(Kind.DATES, "交易日列", "session dates")]
NoEvents = Annotated[tuple[Event, ...], Events.__metadata__[0]]
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


def _shares(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "股 shares", each=True, **bounds)  # type: ignore[arg-type]


NewShares = Annotated[
    Elementwise, _shares("新增股份；不含本债转股，注销为负", "new shares, negative when cancelled")
]
BaseShares = Annotated[Elementwise, _shares("变动前股份", "shares before", above=0)]
EntitledShares = Annotated[Elementwise, _shares("参与分配的股份", "entitled shares", at_least=0)]
TotalShares = Annotated[Elementwise, _shares("总股本", "total shares", above=0)]
ShareHolding = Annotated[
    Elementwise, _shares("股权登记日持股", "shares held on the record day", at_least=0)
]
AllotmentRatio = Annotated[
    Elementwise, _per_share("每股配售面值", "face to subscribe a share", at_least=0)
]
Lot = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "配售单位；深市 100（张），沪市 1000（手）",
        "lot: 100 Shenzhen, 1000 Shanghai",
        "元 yuan",
        above=0,
    ),
]
Outstanding = Annotated[Elementwise, _money("未转股余额", "face outstanding", at_least=0)]
IssueEnd = Annotated[dt.date, Arg(Kind.DATE, "发行结束日", "last day of issue")]
Months = Annotated[int, Arg(Kind.WHOLE, "月数", "months", "月 months", at_least=1, at_most=600)]
Years = Annotated[int, Arg(Kind.WHOLE, "期限", "term", "年 years", at_least=1, at_most=50)]
Offset = Annotated[
    int,
    Arg(
        Kind.WHOLE,
        "到期日与周年日相差；0 为周年日当日",
        "days from the anniversary, 0 for itself",
        "天 days",
        at_least=-31,
        at_most=31,
        zero=True,
    ),
]

# interest
CouponRate = Annotated[
    Elementwise,
    _fraction("当年票面利率 i；1.5% = 0.015", "coupon rate of the year", at_least=0, at_most=1),
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
    _fraction(
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
        "小数 fraction",
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

# triggers
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
    Arg(Kind.NUMBER, "触发比例；130% = 1.3", "trigger ratio", "小数 fraction", above=0, at_most=10),
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

PayDate = Annotated[Dates, Arg(Kind.DATE, "付息日", "pay date", each=True)]
Sessions = Annotated[
    int, Arg(Kind.WHOLE, "停止交易的天数", "sessions without trading", "天 sessions", at_least=1)
]
TriggerRatio = Annotated[
    Elementwise, _fraction("触发比例；130% = 1.3", "trigger ratio", above=0, at_most=10)
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

# dividends
Policy = Annotated[
    Plan,
    Arg(
        Kind.PLAN,
        "政策名称，如 002911-2021，或本机 .toml 文件路径，或两列政策表",
        "name of a packaged policy, path of a .toml file or a key | value range",
    ),
]
NetProfit = Annotated[Elementwise, _money("当年税后净利润", "net profit of the year")]
PriorLoss = Annotated[
    Elementwise, _money("待弥补以前年度亏损，正数", "uncovered prior loss, positive", at_least=0)
]
ReserveBalance = Annotated[
    Elementwise, _money("法定公积金已提余额", "statutory reserve already set aside", at_least=0)
]
RegisteredCapital = Annotated[
    Elementwise,
    _money("注册资本；省略则不计提取上限", "registered capital; omitted: no cap", at_least=0),
]
DiscretionaryRate = Annotated[
    Elementwise,
    _fraction("任意公积金提取比例", "discretionary reserve rate", at_least=0, at_most=1),
]
Outlay = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "未来十二个月拟累计支出",
        "outlay planned in the next 12 months",
        "元 yuan",
        at_least=0,
    ),
]
NetAssets = Annotated[
    float, Arg(Kind.NUMBER, "最近一期经审计净资产", "latest audited net assets", "元 yuan", above=0)
]
TotalAssets = Annotated[
    float,
    Arg(Kind.NUMBER, "最近一期经审计总资产", "latest audited total assets", "元 yuan", above=0),
]
RaisedFunds = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "其中募集资金投资项目支出",
        "part paid for raised-fund projects",
        "元 yuan",
        at_least=0,
    ),
]
Stage = Annotated[
    str | None,
    Arg(
        Kind.CHOICE,
        "发展阶段：成熟期 mature、成长期 growth、不易区分 unclear",
        "stage: mature, growth or unclear",
        choices=STAGES,
    ),
]
MajorSpending = Annotated[bool, Arg(Kind.FLAG, "有无重大资金支出安排", "major spending planned")]
DistributableProfit = Annotated[
    float, Arg(Kind.NUMBER, "当年实现的可分配利润", "distributable profit of the year", "元 yuan")
]
Distribution = Annotated[
    float | None,
    Arg(
        Kind.NUMBER,
        "本次利润分配总额，现金加股票股利",
        "this distribution, cash and stock",
        "元 yuan",
        at_least=0,
    ),
]
CashTotal = Annotated[
    float,
    Arg(Kind.NUMBER, "当年现金分红总额", "cash distributed for the year", "元 yuan", at_least=0),
]
StockTotal = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "股票股利总额，送股按面值；转增不计",
        "stock dividend at par, capitalised reserves not counted",
        "元 yuan",
        at_least=0,
    ),
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
AuditOpinion = Annotated[
    str | None,
    Arg(
        Kind.CHOICE,
        "审计意见：标准无保留意见 standard、非标准意见 other",
        "audit opinion: standard or other",
        choices=OPINIONS,
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
        "小数 fraction",
        above=0,
        at_most=1,
    ),
]
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
CashPaid = Annotated[Elementwise, _money("现金分红总额", "total cash dividend", at_least=0)]
HeldCash = Annotated[
    Elementwise,
    _money("现金红利，税前：每股或持股合计", "cash dividend before tax", at_least=0),
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
Close = Annotated[Elementwise, _per_share("股权登记日收盘价", "close of the record day", above=0)]
StockPrice = Annotated[Elementwise, _per_share("股价", "share price", above=0)]
ShareholderDividend = Annotated[
    Elementwise, _money("该股东应分现金红利", "dividend due to the shareholder", at_least=0)
]
Occupied = Annotated[
    Elementwise,
    _money("该股东违规占用的资金", "company funds the shareholder occupies", at_least=0),
]
MeetingDate = Annotated[
    Dates, Arg(Kind.DATE, "股东大会决议日", "day of the shareholders' meeting", each=True)
]
Bought = Annotated[Dates, Arg(Kind.DATE, "取得股票之日", "day the shares were bought", each=True)]
Sold = Annotated[
    Dates | None,
    Arg(Kind.DATE, "转让交割日；空白为尚未转让", "day sold, blank: still held", each=True),
]
ProfitEarned = Annotated[Elementwise, _money("当年净利润", "net profit of the year", above=0)]
VoteKind = Annotated[
    str,
    Arg(
        Kind.CHOICE,
        "议案：分配方案 plan、政策调整 policy、转股价下修 reset",
        "plan, policy or reset",
        choices=VOTES,
    ),
]


def _votes(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.WHOLE, zh, en, "票 votes", at_most=2.0**53, **bounds)  # type: ignore[arg-type]


VotesFor = Annotated[int, _votes("同意票", "votes for", at_least=0)]
VotesPresent = Annotated[int, _votes("出席会议所持表决权", "votes present", at_least=1)]
Abstaining = Annotated[
    int, _votes("应当回避的表决权；不是弃权", "votes barred, not those abstained", at_least=0)
]
OwnPolicy = Annotated[Plan | None, Policy.__metadata__[0]]
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
Wording = Annotated[
    str,
    Arg(Kind.TEXT, "方案文字，如 10派4.5元(含税)转增3股", "wording of the plan", each=True),
]
