"""The figures of 分红测算, joined by those of 分红实施: announced ones where we have them."""

from typing import Final

from workbooks.sheets.company_plans import PLANS
from workbooks.sheets.inputs import DERIVED, REAL, SAMPLE, Company, Figure


def _company(real: dict[str, float | str], sample: dict[str, float | str]) -> Company:
    found = {key: Figure(value, REAL) for key, value in real.items()}
    return found | {key: Figure(value, SAMPLE) for key, value in sample.items()}


# 6.00 yuan per 10 on 987,933,100 shares, plus 3 capitalised, which are no stock dividend.
FORAN: Final = _company(
    {"company": "佛燃能源 002911", "year": "2023 年度", "policy": "002911-2021",
     "cash": 592_759_860.0, "stock": 0.0, "cash_1": 429_596_460.0},
    {"net_profit": 800_000_000.0, "prior_loss": 0.0, "reserve_balance": 400_000_000.0,
     "discretionary_rate": 0.0, "outlay": 600_000_000.0, "raised_funds": 0.0,
     "net_assets": 5_000_000_000.0, "total_assets": 17_000_000_000.0, "stage": "成熟期",
     "profit_2": 500_000_000.0, "profit_1": 600_000_000.0, "cash_2": 300_000_000.0,
     "cumulative": 2_000_000_000.0, "audit": "标准无保留意见"},
) | {"registered_capital": Figure(987_933_100.0, DERIVED)}  # fmt: skip

# A loss year without a dividend, as in FY2021-2024; how large the loss is made up.
FARASIS: Final = _company(
    {"company": "孚能科技 688567", "year": "2023 年度", "policy": "688567-2021",
     "cash": 0.0, "stock": 0.0, "cash_2": 0.0, "cash_1": 0.0},
    {"net_profit": -1_500_000_000.0, "prior_loss": 0.0, "reserve_balance": 50_000_000.0,
     "registered_capital": 1_200_000_000.0, "discretionary_rate": 0.0,
     "outlay": 1_300_000_000.0, "raised_funds": 400_000_000.0, "net_assets": 10_000_000_000.0,
     "total_assets": 30_000_000_000.0, "stage": "成长期", "profit_2": -900_000_000.0,
     "profit_1": -900_000_000.0, "cumulative": -3_000_000_000.0, "audit": "标准无保留意见"},
)  # fmt: skip

# Year total 434,454,116.00 = 33.27% of net profit, from which the net profit is derived.
JOVO: Final = _company(
    {"company": "九丰能源 605090", "year": "2023 年度", "policy": "605090-2022",
     "cash": 434_454_116.0, "stock": 0.0, "cash_1": 185_611_183.2},
    {"prior_loss": 0.0, "reserve_balance": 300_000_000.0, "registered_capital": 625_000_000.0,
     "discretionary_rate": 0.0, "outlay": 800_000_000.0, "raised_funds": 0.0,
     "net_assets": 7_700_000_000.0, "total_assets": 14_500_000_000.0, "own_major": "否",
     "stage": "成熟期", "profit_2": 600_000_000.0, "profit_1": 1_000_000_000.0,
     "cash_2": 110_000_000.0, "cumulative": 3_500_000_000.0, "audit": "标准无保留意见"},
) | {"net_profit": Figure(1_305_840_000.0, DERIVED)}  # fmt: skip

EXAMPLES: Final = tuple(
    figures | plan for figures, plan in zip((FORAN, FARASIS, JOVO), PLANS, strict=True)
)
