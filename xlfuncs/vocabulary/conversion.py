"""Words of conversion: prices, what adjusts them, shares, terms of time."""

import datetime as dt
from typing import Annotated, Final

from xlfuncs.rounding import MOST_PLACES, Elementwise
from xlfuncs.spec import Arg, Kind
from xlfuncs.tables import Event
from xlfuncs.vocabulary.units import money, per_share, shares

ROUNDINGS: Final = {
    **dict.fromkeys(("half_up", "四舍五入"), "half_up"),
    **dict.fromkeys(("up", "进位", "向上进位"), "up"),
    **dict.fromkeys(("down", "截取", "截断"), "down"),
}
Price = Annotated[Elementwise, per_share("转股价格", "conversion price", above=0)]
Cash = Annotated[
    Elementwise,
    per_share(
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
    Elementwise, per_share("增发或配股价 A", "issue price of the new shares", at_least=0)
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
Face = Annotated[Elementwise, money("票面总金额 B 或 V", "face amount", above=0)]
NoEvents = Annotated[tuple[Event, ...], Events.__metadata__[0]]
NewShares = Annotated[
    Elementwise, shares("新增股份；不含本债转股，注销为负", "new shares, negative when cancelled")
]
BaseShares = Annotated[Elementwise, shares("变动前股份", "shares before", above=0)]
EntitledShares = Annotated[Elementwise, shares("参与分配的股份", "entitled shares", at_least=0)]
TotalShares = Annotated[Elementwise, shares("总股本", "total shares", above=0)]
ShareHolding = Annotated[
    Elementwise, shares("股权登记日持股", "shares held on the record day", at_least=0)
]
AllotmentRatio = Annotated[
    Elementwise, per_share("每股配售面值", "face to subscribe a share", at_least=0)
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
Outstanding = Annotated[Elementwise, money("未转股余额", "face outstanding", at_least=0)]
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
