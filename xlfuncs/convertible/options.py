"""What the right to convert is worth by itself."""

import numpy as np

from xlfuncs.rounding import Elementwise, plain
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Price
from xlfuncs.vocabulary.payment import StockPrice
from xlfuncs.vocabulary.value import DividendYield, RiskFree, Volatility, YearsLeft


@worksheet_function(
    "CB_OPTION_VALUE",
    zh="转股期权价值（布莱克—斯科尔斯）",
    en="Black-Scholes value of the right to convert",
    returns="元/张 yuan a bond",
    clauses=("CB-16",),
)
def option_value(
    stock_price: StockPrice,
    price: Price,
    years: YearsLeft,
    volatility: Volatility,
    risk_free: RiskFree,
    dividend_yield: DividendYield = 0.0,
) -> Elementwise:
    """100 / P * (S * e^(-qT) * N(d1) - P * e^(-rT) * N(d2))

    d1 = (ln(S / P) + (r - q + v^2 / 2) * T) / (v * T^0.5), d2 = d1 - v * T^0.5; S share price,
    P conversion price, T years, v volatility, r risk-free, q dividend yield, both continuous.
    A European call on 100 / P shares: no call, put or reset of the contract is in it. Without
    time or volatility it is the discounted difference, or nothing.

    >>> f"{option_value(42.0, 40.0, 0.5, 0.2, 0.1):.4f}"
    '11.8986'
    >>> option_value(12.0, 10.0, 0.0, 0.3, 0.02)
    20.0
    """
    from scipy.special import ndtr  # 0.15 s, for this function only

    spread = np.asarray(volatility * np.sqrt(years))
    stock = np.asarray(stock_price * np.exp(-dividend_yield * years))
    strike = np.asarray(price * np.exp(-risk_free * years))
    with np.errstate(divide="ignore", invalid="ignore"):
        d1 = np.log(stock / strike) / spread + spread / 2
        value = stock * ndtr(d1) - strike * ndtr(d1 - spread)
    flat = spread == 0
    if flat.any():
        value = np.where(flat, np.maximum(stock - strike, 0.0), value)
    return plain(np.asarray(value * 100 / price))
