"""Words of pricing: credit, what issuer and board do, how it is simulated."""

from typing import Annotated, Final

from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import FRACTION, Arg, Kind
from xlfuncs.vocabulary.triggers import Closes, Prices
from xlfuncs.vocabulary.units import fraction

MODELS: Final = {
    **dict.fromkeys(("tf", "TF", "拆分"), "tf"),
    **dict.fromkeys(("default", "违约归零"), "default"),
    **dict.fromkeys(("partial", "违约不归零"), "partial"),
}


def _chance(zh: str, en: str) -> Arg:
    return Arg(Kind.NUMBER, zh, en, FRACTION, at_least=0, at_most=1)


CreditSpread = Annotated[
    Elementwise,
    fraction(
        "信用利差，连续复利；1.8% = 0.018", "credit spread, continuous", at_least=0, at_most=1
    ),
]
CreditModel = Annotated[
    str,
    Arg(
        Kind.CHOICE,
        "信用模型：现金与股票拆分 tf、违约归零 default、违约不归零 partial",
        "credit: cash and shares apart, or default with the share at nothing, or unmoved",
        choices=MODELS,
    ),
]
OwnPrices = Annotated[Elementwise | None, Prices.__metadata__[0]]
OwnCloses = Annotated[Floats | None, Closes.__metadata__[0]]
NoCall = Annotated[float, _chance("满足强赎而放弃的概率；1 从不强赎", "chance of no call, 1 never")]
ResetChance = Annotated[
    float, _chance("满足下修即修到下限的概率；省略为从不", "chance of a reset to the floor")
]
Waiver = Annotated[
    int,
    Arg(
        Kind.WHOLE,
        "放弃后重新起算前的月数",
        "months without counting after a no",
        "月 months",
        at_least=0,
        at_most=120,
    ),
]
Recovery = Annotated[
    float,
    Arg(
        Kind.NUMBER,
        "违约回收率，占面值；tf 不用",
        "recovery of face on default, not for tf",
        FRACTION,
        at_least=0,
        at_most=0.9,
    ),
]
PathCount = Annotated[
    int,
    Arg(Kind.WHOLE, "模拟路径数", "simulated paths", "条 paths", at_least=100, at_most=1_000_000),
]
Seed = Annotated[int, Arg(Kind.WHOLE, "随机种子", "seed of the draws", at_least=1, at_most=2**31)]
StockPrices = Annotated[
    Floats, Arg(Kind.VECTOR, "股价列", "share prices", "元/股 yuan a share", above=0)
]
Volatilities = Annotated[
    Floats,
    Arg(Kind.VECTOR, "波动率列", "volatilities", "小数/年 a year", at_least=0.01, at_most=5),
]
