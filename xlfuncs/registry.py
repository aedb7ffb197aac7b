"""The public functions, in the order of the catalogue: the product on one screen."""

from typing import Final

from xlfuncs.convertible import (
    capital,
    conversion,
    exercise,
    floors,
    interest,
    term,
    trigger_dates,
    triggers,
)
from xlfuncs.dividend import (
    limits,
    market,
    payment,
    plan,
    policy,
    requirements,
    reserve,
    risk,
    tax,
    voting,
    wording,
)
from xlfuncs.spec import Spec, spec_of

FUNCTIONS: Final[tuple[Spec, ...]] = tuple(
    spec_of(rule)
    for rule in (
        # 换股
        conversion.adjusted_price,
        conversion.price_on,
        conversion.price_history,
        floors.average_price,
        floors.initial_price_floor,
        floors.reset_floor,
        capital.rights_ratio,
        capital.spread_cash,
        conversion.shares,
        conversion.fraction_cash,
        conversion.convert,
        conversion.ratio,
        term.conversion_start,
        term.maturity,
        capital.dilution,
        capital.allotment,
        # 利息
        interest.yearly_interest,
        interest.accrued_interest,
        interest.accrued_days,
        interest.coupon_year,
        interest.coupon_rate,
        interest.accrued_on,
        interest.last_coupon,
        interest.next_coupon,
        term.pay_date,
        term.record_date,
        term.last_trade,
        interest.schedule,
        # 触发
        triggers.trigger_price,
        triggers.call_days,
        triggers.reset_days,
        triggers.put_days,
        trigger_dates.call_date,
        trigger_dates.reset_date,
        trigger_dates.put_date,
        triggers.status,
        triggers.triggers,
        trigger_dates.earliest,
        exercise.small_balance,
        exercise.call_price,
        exercise.put_price,
        term.put_start,
        term.put_dates,
        term.waiver_end,
        # 分红
        reserve.statutory_reserve,
        reserve.distributable_profit,
        policy.is_major_spending,
        policy.stage_ratio,
        requirements.min_cash,
        requirements.requirements,
        plan.check,
        limits.three_year_min,
        limits.stock_limit,
        payment.cash_total,
        payment.per_ten_shares,
        market.ex_price,
        payment.offset,
        payment.pay_deadline,
        tax.tax,
        tax.net,
        market.payout,
        market.dividend_yield,
        voting.is_carried,
        risk.st_risk,
        wording.parsed,
    )
)
BY_NAME: Final = {spec.name: spec for spec in FUNCTIONS}
