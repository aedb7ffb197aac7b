"""Voting: whether a resolution is carried."""

from xlfuncs import norms
from xlfuncs.errors import OutOfDomain
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Plan, majority
from xlfuncs.vocabulary.policy import OwnPolicy
from xlfuncs.vocabulary.votes import Abstaining, VoteKind, VotesFor, VotesPresent


@worksheet_function(
    "DIV_VOTE",
    zh="议案是否通过",
    en="Whether a resolution is carried",
    returns="TRUE/FALSE",
    clauses=("CB-15a", "DV-14"),
)
def is_carried(
    kind: VoteKind,
    votes_for: VotesFor,
    votes_present: VotesPresent,
    abstaining: Abstaining = 0,
    policy: OwnPolicy = None,
) -> bool:
    """F >= q * (V - A), or F > q * (V - A) where the words are 过半数

    F votes for, V votes present, A votes that are barred (回避, for a reset those of holders of
    the bond); votes abstained (弃权) stay in V. q as the policy says; without one 过半数 for a
    plan, 2/3 for a change of policy and for a reset. 以上 counts the equal. Whole votes, exact.

    >>> is_carried("reset", 2, 4, abstaining=1)
    True
    >>> is_carried("plan", 1, 2)
    False
    >>> is_carried("plan", 1, 2, policy=norms.plan("002911-2021"))
    True
    """
    counted = votes_present - abstaining
    if counted <= 0:
        raise OutOfDomain("没有有效表决权", "no votes are left")
    if votes_for > counted:
        raise OutOfDomain("同意票多于有效表决权", "more votes for than there are")
    needed = majority(_words(kind, policy))
    line = needed.share * counted
    return votes_for > line if needed.strict else votes_for >= line


def _words(kind: str, policy: Plan | None) -> str:
    """The policy's own words, else those of the law."""
    own = {"plan": policy.vote_plan, "policy": policy.vote_policy} if policy else {}
    return own.get(kind) or norms.statute(f"vote_{kind}")
