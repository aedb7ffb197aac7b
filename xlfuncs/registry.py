"""The public functions, in the order of the catalogue: the product on one screen."""

from typing import Final

from xlfuncs.convertible import conversion, exercise, interest, triggers
from xlfuncs.dividend import plan, policy, requirements, reserve
from xlfuncs.spec import Spec, spec_of

FUNCTIONS: Final[tuple[Spec, ...]] = tuple(
    spec_of(rule)
    for rule in (
        # 换股
        conversion.adjusted_price,
        conversion.price_on,
        conversion.price_history,
        conversion.shares,
        conversion.fraction_cash,
        # 利息
        interest.yearly_interest,
        interest.accrued_interest,
        interest.accrued_days,
        interest.coupon_rate,
        interest.accrued_on,
        interest.schedule,
        # 触发
        triggers.call_days,
        triggers.reset_days,
        triggers.put_days,
        triggers.call_date,
        triggers.status,
        triggers.triggers,
        exercise.call_price,
        # 分红
        reserve.statutory_reserve,
        reserve.distributable_profit,
        policy.is_major_spending,
        policy.stage_ratio,
        requirements.min_cash,
        requirements.requirements,
        plan.check,
    )
)
BY_NAME: Final = {spec.name: spec for spec in FUNCTIONS}
