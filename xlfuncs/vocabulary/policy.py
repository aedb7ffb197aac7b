"""Words of a dividend policy and of the plan that is held against it."""

from typing import Annotated, Final

from xlfuncs.spec import Arg, Kind
from xlfuncs.tables import Plan

STAGES: Final = {
    **dict.fromkeys(("mature", "成熟期", "成熟"), "mature"),
    **dict.fromkeys(("growth", "成长期", "成长"), "growth"),
    **dict.fromkeys(("unclear", "不易区分"), "unclear"),
}
OPINIONS: Final = {
    **dict.fromkeys(("standard", "标准无保留意见", "标准无保留"), "standard"),
    **dict.fromkeys(("other", "非标", "非标准意见", "非标准无保留意见"), "other"),
}
Policy = Annotated[
    Plan,
    Arg(
        Kind.PLAN,
        "政策名称，如 002911-2021，或本机 .toml 文件路径，或两列政策表",
        "name of a packaged policy, path of a .toml file or a key | value range",
    ),
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
AuditOpinion = Annotated[
    str | None,
    Arg(
        Kind.CHOICE,
        "审计意见：标准无保留意见 standard、非标准意见 other",
        "audit opinion: standard or other",
        choices=OPINIONS,
    ),
]
OwnPolicy = Annotated[Plan | None, Policy.__metadata__[0]]
Wording = Annotated[
    str,
    Arg(Kind.TEXT, "方案文字，如 10派4.5元(含税)转增3股", "wording of the plan", each=True),
]
