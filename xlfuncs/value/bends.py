"""Where a choice changes between two nodes: the sum over the nodes is mended there.

A sum over equal nodes is exact for smooth functions; where one jumps or bends at a share `b` of
the way between two nodes it errs by (b - 1/2) × jump + (b² - b + 1/6) / 2 × bend, in units of
one node (Euler-Maclaurin). Without the mending values wobble with the number of steps.
"""

from collections.abc import Sequence

import numpy as np

from xlfuncs.convertible.counting import Marks
from xlfuncs.rounding import Floats

Pair = tuple[float, float]


def take(
    rows: Sequence[Floats], gain: Floats, taken: Marks, paid: Sequence[Floats | float]
) -> None:
    """Put what is paid in place of the rows at the marked nodes, mending where gain is 0."""
    if not taken.any():
        return
    ends = np.flatnonzero(taken[1:] != taken[:-1]).tolist()
    old = [[_pair(row, end) for row in rows] for end in ends]
    for row, amount in zip(rows, paid, strict=True):
        np.copyto(row, amount, where=taken)
    for end, before in zip(ends, old, strict=True):
        after = [_pair(amount, end) for amount in paid]
        share = float(gain[end] / (gain[end] - gain[end + 1]))
        first, second = (after, before) if taken[end] else (before, after)
        mend(rows, end, share, first, second)


def mend(
    rows: Sequence[Floats], end: int, share: float, first: Sequence[Pair], second: Sequence[Pair]
) -> None:
    """`first` holds up to a share of the way from node `end` to the next, `second` from there."""
    for row, (a0, a1), (b0, b1) in zip(rows, first, second, strict=True):
        jump = (a0 - b0) * (1 - share) + (a1 - b1) * share
        bend = (b1 - b0) - (a1 - a0)
        fix = (share - 0.5) * jump + (share * share - share + 1 / 6) / 2 * bend
        row[end] += fix * (1 - share)
        row[end + 1] += fix * share


def _pair(row: Floats | float, end: int) -> Pair:
    return (float(row[end]), float(row[end + 1])) if isinstance(row, np.ndarray) else (row, row)
