"""The value of a bond with its clauses, how it moves, and the volatility it implies."""

import datetime as dt
from dataclasses import astuple, dataclass
from typing import Final

from xlfuncs.dates import Days
from xlfuncs.errors import OutOfDomain
from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Terms
from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.bond import contract_of, counted_of, last_price
from xlfuncs.value.contract import Contract
from xlfuncs.value.fitted import fitted
from xlfuncs.value.greeks import greeks as greeks_of
from xlfuncs.value.implied import GUESS
from xlfuncs.value.implied import implied_volatility as implied
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import PATHS, SEED, Worth, worth
from xlfuncs.value.split import grid, value_split
from xlfuncs.vocabulary.averages import OptionalDates
from xlfuncs.vocabulary.payment import StockPrice
from xlfuncs.vocabulary.pricing import (
    CreditModel,
    CreditSpread,
    NoCall,
    OwnCloses,
    OwnPrices,
    PathCount,
    Recovery,
    ResetChance,
    Seed,
    StockPrices,
    Volatilities,
    Waiver,
)
from xlfuncs.vocabulary.triggers import BondTerms
from xlfuncs.vocabulary.value import BondPrice, RiskFree, ValueDate, Volatility

CLAUSES: Final = ("CB-05", "CB-11", "CB-14", "CB-15", "CB-17", "CB-18", "CB-20", "CB-31")
BUMPS: Final = ("Delta", "Gamma", "Vega", "Theta", "Rho", "信用 credit")
PARTS: Final = ("纯债 bond", "转股权 option", "强赎 call", "回售 put", "下修 reset")
ERROR: Final = ("标准误 standard error", "方法 method")
MONTHS: Final = 12
LEAST: Final = 0.01  # volatilities that a lattice holds
MOST: Final = 5.0
SINGLE: Final = ("stock_price", "volatility", "risk_free", "credit_spread")


@dataclass(frozen=True)
class Asked:
    """The bond of a question, what its people do, and what was counted."""

    contract: Contract
    behaviour: Behaviour
    counted: Counted


@worksheet_function(
    "CB_VALUE",
    zh="可转债理论价值，含强赎、回售、下修",
    en="Value of a convertible bond with call, put and reset",
    returns="元/百元 yuan per 100",
    clauses=CLAUSES,
    single=SINGLE,
)
def value(
    date: ValueDate,
    stock_price: StockPrice,
    terms: BondTerms,
    volatility: Volatility,
    risk_free: RiskFree,
    credit_spread: CreditSpread,
    model: CreditModel = "tf",
    dates: OptionalDates = None,
    closes: OwnCloses = None,
    prices: OwnPrices = None,
    no_call: NoCall = 0.0,
    reset: ResetChance = 0.0,
    waiver: Waiver = 0,
    recovery: Recovery = 0.0,
    paths: PathCount = PATHS,
    seed: Seed = SEED,
) -> float:
    """V = E[discounted coupons, and the first of call, put, conversion and redemption]

    Full price of 100 face. Sessions are simulated and counted as the clauses count them: call
    on need of window closes, put after an unbroken run in the last two interest years where it
    pays, reset to the higher of the 20-session average and the last close, up to a fen. Where
    no count is left a lattice answers. The same seed gives the same number, and CB_GREEKS its
    standard error. dates, closes and prices carry on the counts; what comes after date is left
    out, and the last of prices, or one number, is P in force. Dividends lower P too (CB-13), so
    the share drifts without them. tf: what is paid in shares is discounted without the spread
    (Tsiveriotis and Fernandes); a call that this would make a gain is left out.

    >>> from xlfuncs import norms
    >>> bond = norms.terms("113664")
    >>> 135 < value(dt.date(2025, 8, 1), 26.4, bond, 0.4, 0.016, 0.02, paths=200) < 138
    True
    """
    asked = _asked(date, terms, dates, closes, prices, no_call, reset, waiver)
    market = _market(stock_price, volatility, risk_free, credit_spread, model, recovery)
    return _worth(asked, market, paths, seed).value


@worksheet_function(
    "CB_GREEKS",
    zh="理论价值、标准误与敏感度",
    en="Value, its standard error and how it moves",
    returns="表 table",
    clauses=CLAUSES,
    columns=("价值 value", *ERROR, *BUMPS),
    single=SINGLE,
)
def greeks(
    date: ValueDate,
    stock_price: StockPrice,
    terms: BondTerms,
    volatility: Volatility,
    risk_free: RiskFree,
    credit_spread: CreditSpread,
    model: CreditModel = "tf",
    dates: OptionalDates = None,
    closes: OwnCloses = None,
    prices: OwnPrices = None,
    no_call: NoCall = 0.0,
    reset: ResetChance = 0.0,
    waiver: Waiver = 0,
    recovery: Recovery = 0.0,
    paths: PathCount = PATHS,
    seed: Seed = SEED,
) -> list[list[object]]:
    """dV/dS, d2V/dS2, and dV for a point of volatility, a day, a point of r and of the spread

    Value and standard error as in CB_VALUE, 0 where a lattice answers. Delta in yuan per yuan
    of the share, Gamma in Delta per yuan, Vega, Rho and 信用 per 0.01, Theta per calendar day.
    They are those of a lattice whose call line is placed so that it gives the same value.

    >>> from xlfuncs import norms
    >>> bond = norms.terms("113664")
    >>> row = greeks(dt.date(2025, 8, 1), 26.4, bond, 0.4, 0.016, 0.02, paths=200)[0]
    >>> row[2], 1.8 < row[3] < 2.1
    ('模拟 simulation', True)
    """
    asked = _asked(date, terms, dates, closes, prices, no_call, reset, waiver)
    market = _market(stock_price, volatility, risk_free, credit_spread, model, recovery)
    found = _worth(asked, market, paths, seed)
    fit = fitted(asked.contract, market, asked.behaviour, found.value)
    return [[found.value, found.error, found.method, *astuple(greeks_of(fit, market))]]


@worksheet_function(
    "CB_IMPLIED_VOL",
    zh="隐含波动率",
    en="Volatility that the price of a bond implies",
    returns="小数 fraction",
    clauses=CLAUSES,
    single=("bond_price", *SINGLE),
)
def implied_vol(
    bond_price: BondPrice,
    date: ValueDate,
    stock_price: StockPrice,
    terms: BondTerms,
    risk_free: RiskFree,
    credit_spread: CreditSpread,
    model: CreditModel = "tf",
    dates: OptionalDates = None,
    closes: OwnCloses = None,
    prices: OwnPrices = None,
    no_call: NoCall = 0.0,
    reset: ResetChance = 0.0,
    waiver: Waiver = 0,
    recovery: Recovery = 0.0,
    paths: PathCount = PATHS,
    seed: Seed = SEED,
) -> float:
    """V(volatility) = bond price

    The lowest volatility from 1% to 200% at which CB_VALUE is the full price of the bond; #NUM!
    with the attainable bounds where there is none, as for a bond at its parity.

    >>> from xlfuncs import norms
    >>> bond = norms.terms("113664")
    >>> found = implied_vol(136.4, dt.date(2025, 8, 1), 26.4, bond, 0.016, 0.02, paths=200)
    >>> 0.3 < found < 0.5
    True
    """
    asked = _asked(date, terms, dates, closes, prices, no_call, reset, waiver)
    market = _market(stock_price, GUESS, risk_free, credit_spread, model, recovery)
    return implied(float(bond_price), asked.contract, market, asked.behaviour, asked.counted,
                   paths, seed)  # fmt: skip


@worksheet_function(
    "CB_VALUE_PARTS",
    zh="理论价值的构成",
    en="The parts of a value",
    returns="表 table",
    clauses=CLAUSES,
    columns=(*PARTS, "价值 value", *ERROR),
    single=SINGLE,
)
def value_parts(
    date: ValueDate,
    stock_price: StockPrice,
    terms: BondTerms,
    volatility: Volatility,
    risk_free: RiskFree,
    credit_spread: CreditSpread,
    model: CreditModel = "tf",
    dates: OptionalDates = None,
    closes: OwnCloses = None,
    prices: OwnPrices = None,
    no_call: NoCall = 0.0,
    reset: ResetChance = 0.0,
    waiver: Waiver = 0,
    recovery: Recovery = 0.0,
    paths: PathCount = PATHS,
    seed: Seed = SEED,
) -> list[list[object]]:
    """V = bond floor + right to convert + call + put + reset

    Each part is what its clause adds to the ones before it, so that they add up; the call takes
    away. Arguments and value as in CB_VALUE.

    >>> from xlfuncs import norms
    >>> bond = norms.terms("113664")
    >>> row = value_parts(dt.date(2025, 8, 1), 26.4, bond, 0.4, 0.016, 0.02, paths=200)[0]
    >>> abs(sum(row[:5]) - row[5]) < 1e-9, row[2] < 0
    (True, True)
    """
    asked = _asked(date, terms, dates, closes, prices, no_call, reset, waiver)
    market = _market(stock_price, volatility, risk_free, credit_spread, model, recovery)
    parts = value_split(asked.contract, market, asked.behaviour, asked.counted, paths, seed)
    whole = parts.whole
    return [[parts.bond, parts.option, parts.call, parts.put, parts.reset,
             whole.value, whole.error, whole.method]]  # fmt: skip


@worksheet_function(
    "CB_VALUE_GRID",
    zh="理论价值表：正股价格 × 波动率",
    en="Values over share prices and volatilities",
    returns="表 table",
    clauses=CLAUSES,
    columns=("每个波动率一列 a column a volatility",),
    single=SINGLE,
)
def value_grid(
    date: ValueDate,
    stock_price: StockPrice,
    terms: BondTerms,
    volatility: Volatility,
    risk_free: RiskFree,
    credit_spread: CreditSpread,
    stock_prices: StockPrices,
    volatilities: Volatilities,
    model: CreditModel = "tf",
    dates: OptionalDates = None,
    closes: OwnCloses = None,
    prices: OwnPrices = None,
    no_call: NoCall = 0.0,
    reset: ResetChance = 0.0,
    waiver: Waiver = 0,
    recovery: Recovery = 0.0,
    paths: PathCount = PATHS,
    seed: Seed = SEED,
) -> list[list[float]]:
    """V(S, volatility), a row for each of stock_prices, a column for each of volatilities

    By a lattice whose call line is placed so that it gives CB_VALUE at stock_price and
    volatility: as quick as one simulation, and near others (0.05 where the share is below its
    call line). Arguments as in CB_VALUE.

    >>> from xlfuncs import norms
    >>> import numpy as np
    >>> bond, shares, vols = norms.terms("113664"), np.array([20.0, 26.4]), np.array([0.3, 0.4])
    >>> found = value_grid(dt.date(2025, 8, 1), 26.4, bond, 0.4, 0.016, 0.02, shares, vols,
    ...                    paths=200)
    >>> found[0][0] < found[0][1] < found[1][1]
    True
    """
    asked = _asked(date, terms, dates, closes, prices, no_call, reset, waiver)
    market = _market(stock_price, volatility, risk_free, credit_spread, model, recovery)
    found = _worth(asked, market, paths, seed)
    values = grid(asked.contract, market, asked.behaviour, stock_prices, volatilities, found)
    rows: list[list[float]] = values.tolist()
    return rows


def _asked(
    date: dt.date,
    terms: Terms,
    dates: Days | None,
    closes: Floats | None,
    prices: Elementwise | None,
    no_call: float,
    reset: float,
    waiver: int,
) -> Asked:
    contract = contract_of(terms, date, last_price(date, dates, prices))
    counted = counted_of(date, dates, closes, contract.price if prices is None else prices)
    return Asked(contract, Behaviour(no_call, reset, waiver / MONTHS), counted)


def _market(
    stock: Elementwise,
    volatility: Elementwise,
    rate: Elementwise,
    spread: Elementwise,
    model: str,
    recovery: float,
) -> Market:
    if not LEAST <= volatility <= MOST:
        raise OutOfDomain(
            f"波动率须在 {LEAST:.0%} 与 {MOST:.0%} 之间",
            f"the volatility must lie between {LEAST:.0%} and {MOST:.0%}",
        )
    return Market(float(stock), float(volatility), float(rate), float(spread), model, recovery)


def _worth(asked: Asked, market: Market, paths: int, seed: int) -> Worth:
    return worth(asked.contract, market, asked.behaviour, asked.counted, paths, seed)
