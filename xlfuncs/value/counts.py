"""Counts of qualifying sessions along many paths at once."""

import numpy as np

from xlfuncs.convertible.counting import Marks
from xlfuncs.rounding import Floats


class Count:
    """Qualifying sessions among the last `window` of each path."""

    def __init__(self, need: int, window: int, paths: int, before: Marks) -> None:
        """`before` holds the marks up to the day of valuation, the latest last."""
        self.need = need
        self.marks = np.zeros((window, paths), bool)
        known = before[-window:]
        self.marks[window - known.size :] = known[:, None]
        self.total = np.full(paths, known.sum(), np.int16)
        self.quiet = np.zeros(paths, np.int16)  # sessions that are not counted yet (CB-31)
        self.place = 0

    def add(self, marks: Marks) -> Marks:
        """Count this session and say where the condition is met."""
        if self.quiet.any():
            marks = marks & (self.quiet == 0)
            self.quiet -= self.quiet > 0
        oldest = self.marks[self.place]
        self.total += marks
        self.total -= oldest
        oldest[:] = marks
        self.place = (self.place + 1) % len(self.marks)
        met: Marks = self.total >= self.need
        return met

    def restart(self, where: Marks, quiet: int) -> None:
        """Forget what was counted, and count again after some sessions."""
        self.marks[:, where] = False
        self.total[where] = 0
        self.quiet[where] = quiet

    def keep(self, where: Marks) -> None:
        self.marks, self.total = self.marks[:, where], self.total[where]
        self.quiet = self.quiet[where]


class Run:
    """Qualifying sessions in a row on each path; the right is used once an interest year."""

    def __init__(self, need: int, paths: int, before: int) -> None:
        self.need = need
        self.length = np.full(paths, before, np.int16)
        self.used = np.full(paths, -1, np.int16)  # the interest year of the last put window

    def add(self, marks: Marks, year: int) -> Marks:
        """Count this session and say where the bond may be put; that right is then used up."""
        self.length += 1
        self.length *= marks
        met: Marks = (self.length >= self.need) & (self.used != year)
        self.used[met] = year
        return met

    def restart(self, where: Marks) -> None:
        self.length[where] = 0

    def keep(self, where: Marks) -> None:
        self.length, self.used = self.length[where], self.used[where]


class Closes:
    """The last closes of each path, for the average that a reset looks at (CB-15)."""

    def __init__(self, window: int, paths: int, before: Floats) -> None:
        self.closes = np.full((window, paths), np.nan)
        known = before[-window:]
        self.closes[window - known.size :] = known[:, None]
        self.place = 0

    def add(self, closes: Floats) -> None:
        self.closes[self.place] = closes
        self.place = (self.place + 1) % len(self.closes)

    def floor(self, where: Marks) -> Floats:
        """The higher of the average and the last close; closes stand for average prices."""
        found: Floats = np.maximum(
            np.nanmean(self.closes[:, where], axis=0), self.closes[self.place - 1, where]
        )
        return found

    def keep(self, where: Marks) -> None:
        self.closes = self.closes[:, where]
