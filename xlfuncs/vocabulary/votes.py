"""Words of votes on a resolution."""

from typing import Annotated, Final

from xlfuncs.spec import Arg, Kind
from xlfuncs.vocabulary.units import votes

VOTES: Final = {
    **dict.fromkeys(("plan", "分配方案", "利润分配方案"), "plan"),
    **dict.fromkeys(("policy", "政策调整", "利润分配政策调整"), "policy"),
    **dict.fromkeys(("reset", "转股价下修", "下修"), "reset"),
}
VoteKind = Annotated[
    str,
    Arg(
        Kind.CHOICE,
        "议案：分配方案 plan、政策调整 policy、转股价下修 reset",
        "plan, policy or reset",
        choices=VOTES,
    ),
]
VotesFor = Annotated[int, votes("同意票", "votes for", at_least=0)]
VotesPresent = Annotated[int, votes("出席会议所持表决权", "votes present", at_least=1)]
Abstaining = Annotated[
    int, votes("应当回避的表决权；不是弃权", "votes barred, not those abstained", at_least=0)
]
