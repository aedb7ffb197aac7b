"""Decimal rounding of binary floats, for one number and for arrays.

A float stands for the decimal of its 15 significant digits, as in a spreadsheet cell:
20.024999999999999 is 20.025 and rounds half-up to 20.03. From 10^14 rounding steps upward
15 digits no longer reach the step, and the float's shortest exact text is taken instead.
"""

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Context, Decimal
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlfuncs.errors import OutOfDomain, require

Floats = NDArray[np.float64]
Elementwise = float | Floats

MODES: Final = {"half_up": ROUND_HALF_UP, "up": ROUND_UP, "down": ROUND_DOWN}
MOST_PLACES: Final = 12
GRID: Final = 10_000  # prices and ratios are compared as whole ten-thousandths

_TOO_LARGE: Final = (OutOfDomain, "结果过大", "the result is too large")
_CONTEXT: Final = Context(prec=400)  # our own: a program's global mode must not leak in
_STEPS: Final = [Decimal(1).scaleb(-places) for places in range(MOST_PLACES + 1)]
_SAFE: Final = 1e14  # scaled values below it have a 15th digit finer than half a step
_WHOLE: Final = 2.0**53  # floats hold every whole number below it
_SURE: Final = 2.3e-16  # closer than this to a boundary: on it, whatever the 16th digit
_BLOCK: Final = 16_384  # elements worked on at once, to stay in the processor's cache
_NEAR: Final = 6e-15  # closer than this: the 15th digit decides, so decimals do


def rounded(x: Elementwise, places: int | None, rounding: str = "half_up") -> Elementwise:
    """x to `places` decimals; unrounded where places is None.

    >>> rounded(20.025, 2), rounded(-0.125, 2), rounded(6.852, 2, "up"), rounded(6.859, 2, "down")
    (20.03, -0.13, 6.86, 6.85)
    """
    if places is None:
        return x
    if isinstance(x, np.ndarray):
        require(np.isfinite(x), *_TOO_LARGE)
        return _round_array(x, places, rounding)
    require(math.isfinite(x), *_TOO_LARGE)
    return _round_scalar(x, places, rounding)


def fifteen_digits(x: Elementwise) -> Elementwise:
    """x as a spreadsheet shows it in full, so that a whole quotient is whole.

    >>> fifteen_digits(700.0 / 1.12)
    625.0
    """
    if isinstance(x, np.ndarray):
        return np.array([float(f"{v:.15g}") for v in x.ravel()]).reshape(x.shape)
    return float(f"{x:.15g}")


def half_up(x: Elementwise, places: int) -> Elementwise:
    """四舍五入

    >>> half_up(2.675, 2)
    2.68
    """
    return rounded(x, places, "half_up")


def round_up(x: Elementwise, places: int) -> Elementwise:
    """进位: away from zero

    >>> round_up(10.010000000000002, 2), round_up(10.0100001, 2)
    (10.01, 10.02)
    """
    return rounded(x, places, "up")


def round_down(x: Elementwise, places: int) -> Elementwise:
    """截取: towards zero

    >>> round_down(9.0154349, 6), round_down(0.3, 1)
    (9.015434, 0.3)
    """
    return rounded(x, places, "down")


def whole_shares(face: Elementwise, price: Elementwise) -> Elementwise:
    """floor(face / price) in exact decimals.

    >>> whole_shares(10000, 20.59), whole_shares(4.35, 0.01)
    (485, 435)
    """
    return _division(face, price)[0]


def remainder(face: Elementwise, price: Elementwise) -> Elementwise:
    """face − floor(face / price) × price in exact decimals.

    >>> remainder(10000, 20.59)
    13.85
    """
    return _division(face, price)[1]


class Gridded(NamedTuple):
    """Numbers as whole ten-thousandths, and where they are exactly that."""

    values: Floats
    units: Floats
    exact: NDArray[np.bool_]


def gridded(x: Elementwise) -> Gridded:
    values = np.asarray(x, float)
    units = np.asarray(np.rint(values * GRID))
    return Gridded(values, units, units / GRID == values)


def at_least(close: Gridded, price: Gridded, ratio: Gridded) -> NDArray[np.bool_]:
    """Whether close >= price × ratio in exact decimals, element by element.

    Products of grid units are whole numbers and compared as such; what lies off the grid, or is
    too large for that, is compared as decimals.

    >>> at_least(gridded(np.array([8.97, 8.96])), gridded(6.9), gridded(1.3)).tolist()
    [True, False]
    """
    reached = np.asarray(close.units * GRID >= price.units * ratio.units)
    exact = _products_fit(close, price, ratio) & close.exact & price.exact & ratio.exact
    if not exact.all():
        c, p, r, e = np.broadcast_arrays(close.values, price.values, ratio.values, exact)
        for i in map(tuple, np.argwhere(~e)):
            reached[i] = _text(c[i]) >= _CONTEXT.multiply(_text(p[i]), _text(r[i]))
    return reached


def _products_fit(close: Gridded, price: Gridded, ratio: Gridded) -> bool:
    largest = max(_largest(close) * GRID, _largest(price) * _largest(ratio))
    return largest < _WHOLE


def _largest(x: Gridded) -> float:
    return float(np.max(x.units, initial=0.0))


def exact(x: float) -> Fraction:
    """The decimal a float stands for, for sums and products that must not slip.

    >>> exact(0.3) * exact(333.33) == exact(99.999)
    True
    """
    return Fraction(_text(x))


def taken(values: Floats, index: "np.int64 | NDArray[np.int64]") -> Elementwise:
    """values[index], a plain number where index is one."""
    found = values[index]
    return found if isinstance(found, np.ndarray) else float(found)


def plain(values: Floats) -> Elementwise:
    """The values, a plain number where there is but one and no axis."""
    return values if values.ndim else float(values)


def _text(x: float, places: int = 0) -> Decimal:
    return Decimal(f"{x:.15g}" if abs(x) * 10.0**places < _SAFE else repr(float(x)))


def _round_scalar(x: float, places: int, rounding: str) -> float:
    step = _STEPS[places]
    return float(_text(x, places).quantize(step, MODES[rounding], _CONTEXT)) + 0.0  # no −0


def _round_array(x: Floats, places: int, rounding: str) -> Floats:
    flat, result = x.ravel(), np.empty(x.size)
    for start in range(0, x.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = _round_block(flat[block], places, rounding)
    return result.reshape(x.shape)


def _round_block(x: Floats, places: int, rounding: str) -> Floats:
    scale = 10.0**places
    y = np.abs(x) * scale
    whole = np.floor(y)
    part = y - whole
    edge = 0.5 if rounding == "half_up" else np.rint(part)
    gap = np.abs(part - edge)
    on_edge = gap <= _SURE * y
    steps = whole + _upward(part, edge, on_edge, rounding)
    result = np.copysign(steps / scale, x) + 0.0
    for i in np.flatnonzero(((gap <= _NEAR * y) & ~on_edge) | (y >= _SAFE)):
        result[i] = _round_scalar(float(x[i]), places, rounding)
    return result


def _upward(
    part: Floats, edge: Elementwise, on_edge: NDArray[np.bool_], rounding: str
) -> NDArray[np.bool_]:
    """Which elements go to the next whole step rather than stay at the lower one."""
    if rounding == "half_up":
        return (part >= edge) | on_edge
    if rounding == "up":
        return ~on_edge | (edge == 1)
    return on_edge & (edge == 1)


def _division(face: Elementwise, price: Elementwise) -> tuple[Elementwise, Elementwise]:
    if not isinstance(face, np.ndarray) and not isinstance(price, np.ndarray):
        return _divide(face, price)
    v, p = np.broadcast_arrays(np.asarray(face, float), np.asarray(price, float))
    on_v, on_p = gridded(v), gridded(p)
    shares, rest = np.divmod(_whole(on_v), np.maximum(_whole(on_p), 1))
    quotient, left = shares.astype(float), rest / GRID
    exact = on_v.exact & on_p.exact & (on_v.units < _WHOLE) & (on_p.units < _WHOLE)
    for i in map(tuple, np.argwhere(~exact)):
        quotient[i], left[i] = _divide(v[i], p[i])
    return quotient, left


def _whole(x: Gridded) -> NDArray[np.int64]:
    return np.minimum(x.units, _WHOLE).astype(np.int64)


def _divide(face: float, price: float) -> tuple[int, float]:
    shares, rest = _CONTEXT.divmod(_text(face), _text(price))
    return int(shares), float(rest)
