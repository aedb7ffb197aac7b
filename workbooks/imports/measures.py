"""Closes in yuan, volumes in shares or bonds, amounts in yuan; amount over volume proves them."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from statistics import median
from typing import Final

from workbooks.imports.headings import Meaning
from workbooks.imports.lines import Amount, Line
from workbooks.imports.securities import Kind
from workbooks.imports.tables import Table
from workbooks.imports.vendors import LOT, Units, candidates
from workbooks.opening import PackageError

NEAR: Final = (0.7, 1.4)  # the day's average price against its close, by the widest price limits
SLACK: Final = 0.005  # of an average beyond the day's high and low
FEW: Final = 0.05  # of the days may lie beyond


@dataclass(frozen=True)
class Day:
    """One day in yuan and shares or bonds."""

    line: Line
    close: Decimal
    volume: Decimal | None
    amount: Decimal | None

    @property
    def average(self) -> float | None:
        """The average price paid; None where it is not known."""
        if not self.volume or self.amount is None or self.amount <= 0:
            return None
        return float(self.amount / self.volume)


@dataclass(frozen=True)
class Measured:
    """All days, the units of unmarked columns, and whether amount over volume proved them."""

    days: list[Day]
    units: Units
    proven: bool


def measured(lines: list[Line], table: Table, kind: Kind) -> Measured:
    """The first units under which the average prices agree with the closes.

    PackageError where none do: prices that are adjusted without saying so, or other units.
    """
    choices = [_days(lines, units) for units in _possible(table, kind)]
    compared = [_ratio(days) for days in choices]
    known = [ratio for ratio in compared if ratio is not None]
    units = _possible(table, kind)
    for days, ratio, chosen in zip(choices, compared, units, strict=True):
        if ratio is not None and NEAR[0] < ratio < NEAR[1]:
            _refuse_beyond_range(days)
            return Measured(days, chosen, True)
    if known:
        raise _contradiction(choices[0])
    return Measured(choices[0], units[0], False)


def _possible(table: Table, kind: Kind) -> list[Units]:
    """Units in question; where a column states its unit only the size of 手 can be open."""
    volume, amount = table.columns.get("volume"), table.columns.get("amount")
    found = candidates(table.source, kind)
    if volume and volume.unit and volume.unit.base == "手":
        found = [(lot, yuan) for lot in LOT[kind] for yuan in dict.fromkeys(y for _, y in found)]
    elif volume and volume.unit and volume.unit.base:
        found = [(1, yuan) for _, yuan in found]
    if amount and amount.unit:
        found = [(lot, Decimal(1)) for lot, _ in found]
    return list(dict.fromkeys(found))


def _days(lines: Iterable[Line], units: Units) -> list[Day]:
    lot, yuan = units
    return [
        Day(
            line, line.close.in_base, _counted(line.others.get("volume"), lot),
            _paid(line.others.get("amount"), yuan),
        )
        for line in lines
    ]  # fmt: skip


def _counted(volume: Amount | None, lot: int) -> Decimal | None:
    """Shares or bonds; `lot` multiplies 手 and what states no unit."""
    if volume is None:
        return None
    base = volume.unit.base if volume.unit else ""
    return volume.in_base * (1 if base in ("股", "张") else lot)


def _paid(amount: Amount | None, yuan: Decimal) -> Decimal | None:
    if amount is None:
        return None
    return amount.in_base * (1 if amount.unit else yuan)


def _ratio(days: Iterable[Day]) -> float | None:
    found = [average / float(d.close) for d in days if (average := d.average) is not None]
    return median(found) if found else None


def _refuse_beyond_range(days: list[Day]) -> None:
    """An average outside the day's high and low: the prices are adjusted, the money is not."""
    beyond = [d for d in days if _beyond(d)]
    if len(beyond) >= 3 and len(beyond) > FEW * len(days):
        raise _contradiction(beyond)


def _beyond(found: Day) -> bool:
    high, low = found.line.others.get("high"), found.line.others.get("low")
    if found.average is None or high is None or low is None:
        return False
    slack = SLACK + _rounding(found.line, "volume") + _rounding(found.line, "amount")
    bounds = float(low.in_base) * (1 - slack), float(high.in_base) * (1 + slack)
    return not bounds[0] <= found.average <= bounds[1]


def _rounding(line: Line, meaning: Meaning) -> float:
    """Half of the last digit written, as a share of the number."""
    written = line.others.get(meaning)
    if written is None or not written.number:
        return 0.0
    exponent = written.number.as_tuple().exponent
    return float(Decimal("0.5").scaleb(int(exponent)) / abs(written.number))


def _contradiction(days: list[Day]) -> PackageError:
    found = next(d for d in days if d.average is not None)
    return PackageError(
        f"第 {found.line.row} 行 {found.line.day}：成交额÷成交量 = {found.average:.4g} 元，"
        f"与收盘价 {found.close:f} 对不上，价格可能已复权而未注明，或成交量、成交额单位有误；"
        "条款用不复权价。确为不复权时，请删去成交额列再导入",
        f"row {found.line.row}: amount over volume is {found.average:.4g}, the close "
        f"{found.close:f}: adjusted prices or other units",
    )
