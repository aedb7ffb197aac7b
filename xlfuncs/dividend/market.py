"""The market's figures: ex-right reference price, payout ratio, dividend yield."""

from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise, half_up
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Bonus, Cash, Rights, RightsPrice
from xlfuncs.vocabulary.payment import CashPaid, Close, StockPrice
from xlfuncs.vocabulary.profits import ProfitEarned


@worksheet_function(
    "DIV_EX_PRICE",
    zh="除权除息参考价",
    en="Ex-right and ex-dividend reference price",
    returns="元/股 yuan a share",
    clauses=("交易规则",),
)
def ex_price(
    close: Close,
    cash: Cash = 0.0,
    bonus: Bonus = 0.0,
    rights: Rights = 0.0,
    rights_price: RightsPrice = 0.0,
) -> Elementwise:
    """(close - D + A * k) / (1 + n + k), half-up to 0.01

    close of the record day, D cash a share, n bonus and capitalised shares per share, k
    allotted shares per share, A their price. For a differential dividend D and n are spread
    over all shares.

    >>> ex_price(10.0, 0.2, 0.3, 0.1, 5.0)
    7.36
    """
    shares = 1 + bonus + rights
    require(shares > 0, OutOfDomain, "1+n+k 须大于 0", "1+n+k must be positive")
    price = half_up((close - cash + rights_price * rights) / shares, 2)
    require(price > 0, OutOfDomain, "参考价须大于 0", "the reference price must be positive")
    return price


@worksheet_function(
    "DIV_PAYOUT",
    zh="现金分红比例",
    en="Payout ratio",
    returns="小数 fraction",
    clauses=("DV-01", "DV-09"),
)
def payout(cash: CashPaid, profit: ProfitEarned) -> Elementwise:
    """C / N

    C cash distributed for the year, N net profit of the year; a loss has no ratio: #NUM!.
    Unrounded.

    >>> payout(30.0, 100.0)
    0.3
    """
    return cash / profit


@worksheet_function(
    "DIV_YIELD",
    zh="股息率",
    en="Dividend yield",
    returns="小数 fraction",
    clauses=("DV-13",),
)
def dividend_yield(cash: Cash, stock_price: StockPrice) -> Elementwise:
    """D / S

    D cash a share before tax, the interim dividends of the year added, S the share's price.
    Unrounded.

    >>> dividend_yield(0.5, 10.0)
    0.05
    """
    return cash / stock_price
