"""Share capital: ratios over shares, dilution by conversion, the old holders' allotment."""

from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise, rounded, whole_shares
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import (
    AllotmentRatio,
    BaseShares,
    Cash,
    EntitledShares,
    Lot,
    NewShares,
    Outstanding,
    Places,
    Price,
    Rounding,
    ShareHolding,
    TotalShares,
)


@worksheet_function(
    "CB_RIGHTS_RATIO",
    zh="增发或配股率 k",
    en="Rights ratio k",
    returns="股/股 per share",
    clauses=("CB-13b",),
)
def rights_ratio(new_shares: NewShares, base_shares: BaseShares) -> Elementwise:
    """k = new shares / shares before

    Shares from converting this bond are in neither figure. Negative for cancelled shares, which
    cannot be more than there were. Unrounded.

    >>> rights_ratio(500.0, 2000.0), rights_ratio(-100.0, 2000.0)
    (0.25, -0.05)
    """
    require(
        new_shares + base_shares > 0,
        OutOfDomain,
        "注销股份不能达到原有股份",
        "more shares are cancelled than there were",
    )
    return new_shares / base_shares


@worksheet_function(
    "CB_SPREAD_CASH",
    zh="按总股本折算的每股现金股利",
    en="Cash dividend spread over all shares",
    returns="元/股 yuan a share",
    clauses=("CB-13c",),
)
def spread_cash(
    cash: Cash,
    entitled_shares: EntitledShares,
    total_shares: TotalShares,
    places: Places = None,
    rounding: Rounding = "half_up",
) -> Elementwise:
    """D = cash a share * entitled shares / total shares

    Treasury shares and shares to be cancelled are not entitled. Shenzhen notices cut at 6 or 7
    decimals, Shanghai opinions round at 4: places and rounding. The conversion price is adjusted
    with the unrounded D.

    >>> spread_cash(0.31, 221397085, 223246885, 7, "down")
    0.3074313
    """
    require(
        entitled_shares <= total_shares,
        OutOfDomain,
        "参与分配的股份多于总股本",
        "more shares are entitled than there are",
    )
    return rounded(cash * entitled_shares / total_shares, places, rounding)


@worksheet_function(
    "CB_DILUTION",
    zh="全部转股后占总股本的比例",
    en="Share of the enlarged capital on full conversion",
    returns="小数 fraction",
    clauses=("CB-16",),
)
def dilution(outstanding: Outstanding, price: Price, total_shares: TotalShares) -> Elementwise:
    """Q / (S + Q), Q = floor(V / P)

    V face outstanding, P price in force, S total shares before conversion. Q is the most that
    can come of it: flooring is per application.

    >>> dilution(1000.0, 10.0, 900.0)
    0.1
    """
    new = whole_shares(outstanding, price)
    return new / (total_shares + new)


@worksheet_function(
    "CB_ALLOTMENT",
    zh="原股东可优先配售的面值",
    en="Face that a holder of shares may subscribe first",
    returns="元 yuan",
    clauses=("CB-01", "CB-02"),
)
def allotment(shares: ShareHolding, ratio: AllotmentRatio, lot: Lot = 100.0) -> Elementwise:
    """floor(shares * ratio / lot) * lot

    ratio yuan of face a share as printed: the size of the issue, which is at most the plan's
    (CB-01), over the shares, cut at 4 decimals. lot 100 in Shenzhen (张, CB-02), 1000 in
    Shanghai (手), where what is left over is then shared out by the exchange. Exact decimals.

    >>> allotment(500, 8.5504)
    4200.0
    """
    return whole_shares(rounded(shares * ratio, 8), lot) * lot
