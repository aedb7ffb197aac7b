"""The figures of 分红实施: plans, prices, votes and the ST test; made-up ones are marked."""

import datetime as dt
from typing import Final

from workbooks.sheets.inputs import DERIVED, MARKET, REAL, SAMPLE, Company, Figure, PastPlan, Value


def _marked(source: str, **figures: Value) -> Company:
    return {key: Figure(value, source) for key, value in figures.items()}


def _holders(record: dt.date) -> Company:
    """Sold a week after the record day: bought ten days, half a year and two years before."""
    sold, day = record + dt.timedelta(days=7), dt.timedelta
    bought = [record - day(days=days) for days in (10, 180, 730)]
    return _marked(SAMPLE, held=10_000.0) | {
        key: Figure(value, SAMPLE)
        for place, start in enumerate(bought, 1)
        for key, value in ((f"bought_{place}", start), (f"sold_{place}", sold))
    }


FORAN: Final = (
    _marked(REAL, plan_year="2023 年度",
            wording="每10股派发现金红利6.00元（含税），以资本公积金每10股转增3股",
            entitled=987_933_100.0, ex_date=dt.date(2024, 4, 26))
    | _marked(DERIVED, total=987_933_100.0)
    | _marked(MARKET, close=14.24)
    | _marked(SAMPLE, cutting="截取", places=7, meeting=dt.date(2024, 4, 17), months=2,
              owner_shares=5_000_000.0, occupied=1_000_000.0, votes_present=800_000_000,
              votes_for=400_000_000, barred=0, board="主板", earned_2=600_000_000.0,
              earned_1=650_000_000.0, earned_0=800_000_000.0, undistributed=2_000_000_000.0)
    | _holders(dt.date(2024, 4, 25))
)  # fmt: skip
FARASIS: Final = (
    _marked(REAL, plan_year="2023 年度", wording="不分配不转增")
    | _marked(SAMPLE, entitled=1_200_000_000.0, total=1_200_000_000.0, cutting="四舍五入",
              places=4, close=12.0, meeting=dt.date(2024, 5, 20), months=2,
              votes_present=500_000_000, votes_for=480_000_000, barred=0, held=10_000.0,
              board="科创板",
              earned_2=-900_000_000.0, earned_1=-900_000_000.0, earned_0=-1_500_000_000.0,
              undistributed=-3_000_000_000.0, research=2_000_000_000.0,
              revenue=30_000_000_000.0)
)  # fmt: skip
JOVO: Final = (
    _marked(REAL, plan_year="2023 年度末期",
            wording="每10股派发现金红利4.00元（含税）")
    | _marked(DERIVED, entitled=622_107_332.0, earned_0=1_305_840_000.0)
    | _marked(MARKET, close=27.31)
    | _marked(SAMPLE, total=625_000_000.0, cutting="四舍五入", places=4,
              ex_date=dt.date(2024, 5, 30), meeting=dt.date(2024, 5, 10), months=2,
              owner_shares=2_000_000.0, occupied=1_000_000.0, votes_present=500_000_000,
              votes_for=499_000_000, barred=0, board="主板", earned_2=620_000_000.0,
              earned_1=1_090_000_000.0, undistributed=3_500_000_000.0)
    | _holders(dt.date(2024, 5, 29))
)  # fmt: skip
PLANS: Final = (FORAN, FARASIS, JOVO)

_F, _J = "佛燃能源 002911", "九丰能源 605090"
_BOTH, _SHARES = "公告数字；行情数据", "股数由公告总额推算；行情数据"
PAST: Final = (
    PastPlan(_F, "2022 年度", "10派4.5元（含税）", 954_658_800, 429_596_460,
             dt.date(2023, 4, 25), 12.61, 11.94, _BOTH),
    PastPlan(_F, "2023 年度", "10派6元（含税）转增3股", 987_933_100, 592_759_860,
             dt.date(2024, 4, 26), 14.24, 9.76, _BOTH),
    PastPlan(_F, "2024 年度", "10派2.3元（含税）", 1_297_501_261, 298_425_290, source=REAL),
    PastPlan(_J, "2021 年度", "10派2.5元（含税）转增4股", ex_date=dt.date(2022, 5, 18),
             close=27.42, ex_close=19.44, source=_BOTH),
    PastPlan(_J, "2022 年度", "10派3元（含税）", 618_703_944, 185_611_183.20,
             dt.date(2023, 4, 25), 22.51, 21.86, _BOTH),
    PastPlan(_J, "2023 年半年度", "10派3元（含税）", 618_703_944, 185_611_183.20,
             dt.date(2023, 10, 12), 23.65, 23.5, _SHARES),
    PastPlan(_J, "2023 年度末期", "10派4元（含税）", 622_107_332, 248_842_932.80,
             source="股数由公告总额推算"),
    PastPlan(_J, "2024 年半年度", "10派4元（含税）", 624_493_253, 249_797_301.20,
             dt.date(2024, 9, 9), 25.72, 24.92, _SHARES),
)  # fmt: skip
