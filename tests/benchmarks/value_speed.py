"""Yields and option values, as ratios in one run: python tests/benchmarks/value_speed.py

Needs pyxirr beside the test requirements: pip install pyxirr
"""

import datetime as dt

import numpy as np
from scipy.special import ndtr
from speed import medians, shown

import xlfuncs

BONDS, OPTIONS = 100_000, 1_000_000
ISSUE, DATE, RATES = dt.date(2023, 3, 20), dt.date(2024, 8, 15), [0.002, 0.004, 0.006, 0.01, 0.015]


def yields() -> None:
    """100,000 prices in one call against pyxirr's XIRR bond by bond, and their agreement."""
    import pyxirr

    prices = np.random.default_rng(1).uniform(70, 180, BONDS)
    days = [DATE, *(dt.date(2023 + n, 3, 20) for n in range(2, 7))]
    flows = [0.4, 0.6, 1.0, 1.5, 110.0]
    listed = prices.tolist()
    ours, theirs = medians(
        lambda: xlfuncs.CB_YTM(prices, DATE, ISSUE, [*RATES, 0.018], 110.0),
        lambda: [pyxirr.xirr(days, [-p, *flows]) for p in listed],
        times=5,
    )
    shown(f"CB_YTM, {BONDS:,} prices, against pyxirr", ours, theirs, "at most 1")
    found = xlfuncs.CB_YTM(prices[:1000], DATE, ISSUE, [*RATES, 0.018], 110.0)
    apart = max(
        abs(f - pyxirr.xirr(days, [-p, *flows]))
        for f, p in zip(found, prices[:1000].tolist(), strict=True)
    )
    print(f"{'':<58}largest difference of 1,000 yields {apart:.1e}")


def plain(s: np.ndarray, k: np.ndarray, t: np.ndarray, v: np.ndarray, r: float) -> np.ndarray:
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    return 100 / k * (s * ndtr(d1) - k * np.exp(-r * t) * ndtr(d1 - v * np.sqrt(t)))


def options() -> None:
    """A million Black-Scholes values against the textbook formula in numpy."""
    draw = np.random.default_rng(2)
    s, k = draw.uniform(5, 50, (2, OPTIONS))
    t, v = draw.uniform(0.1, 6, OPTIONS), draw.uniform(0.1, 0.8, OPTIONS)
    ours, theirs = medians(
        lambda: xlfuncs.CB_OPTION_VALUE(s, k, t, v, 0.02), lambda: plain(s, k, t, v, 0.02), times=9
    )
    shown(f"CB_OPTION_VALUE, {OPTIONS:,} rows, against numpy", ours, theirs, "at most 1.3")


if __name__ == "__main__":
    print(f"{'':<58}{'ours':>11}{'plain':>11}")
    yields()
    options()
