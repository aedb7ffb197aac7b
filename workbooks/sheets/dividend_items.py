"""The lines of 分红测算: inputs, results and the sections they stand in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbooks import styles

FIRST: Final = 5


@dataclass(frozen=True)
class Item:
    """One line: a section (no unit, no kind), an input (kind) or a formula."""

    key: str
    label: str
    unit: str = ""
    clause: str = ""
    form: str | None = styles.MONEY
    kind: str = ""

    @property
    def is_amount(self) -> bool:
        """An input in yuan, which may be typed in 万元 or 亿元."""
        return bool(self.kind) and self.unit == "元"


def _inputs(unit: str, clause: str, form: str, *given: tuple[str, str, str]) -> tuple[Item, ...]:
    return tuple(Item(key, label, unit, clause, form, kind) for key, label, kind in given)


def rows_of(items: Sequence[Item]) -> dict[str, int]:
    """The sheet row of each line that has a key."""
    return {item.key: at for at, item in enumerate(items, FIRST) if item.key}


ITEMS: Final = (
    Item("company", "公司", kind="text", form=None),
    Item("year", "年度", kind="text", form=None),
    Item("policy", "政策名称", kind="policy", form=None),
    Item("scale", "金额单位（空白即元）", kind="scale", form=None),
    Item("", "一、可分配利润"),
    *_inputs("元", "DV-15", styles.MONEY,
             ("net_profit", "当年税后净利润", "number"),
             ("prior_loss", "待弥补以前年度亏损", "not_negative"),
             ("reserve_balance", "法定公积金已提余额", "not_negative"),
             ("registered_capital", "注册资本", "not_negative")),
    Item("discretionary_rate", "任意公积金提取比例", "比例", "DV-15", styles.PERCENT, "ratio"),
    Item("reserve", "应提法定公积金", "元", "DV-15"),
    Item("profit", "当年可分配利润", "元", "DV-15"),
    Item("", "二、重大资金支出"),
    *_inputs("元", "DV-02、DV-11", styles.MONEY,
             ("outlay", "未来十二个月拟累计支出", "not_negative"),
             ("raised_funds", "其中募投项目支出", "not_negative"),
             ("net_assets", "最近一期经审计净资产", "positive"),
             ("total_assets", "最近一期经审计总资产", "positive")),
    Item("judged", "按政策判断", "是/否", "DV-02、DV-11", None),
    Item("own_major", "自行认定（政策未规定时）", "是/否", "DV-03", None, "yes_no"),
    Item("major", "采用：有无重大资金支出", "是/否", "DV-03", None),
    Item("", "三、拟分配方案"),
    *_inputs("元", "DV-13", styles.MONEY,
             ("cash", "当年现金分红总额", "not_negative"),
             ("stock", "股票股利总额", "not_negative")),
    Item("distribution", "本次利润分配合计", "元", "DV-03"),
    Item("stage", "发展阶段", "", "DV-03、DV-04", None, "stage"),
    Item("ratio", "差异化最低现金比例", "比例", "DV-03", styles.PERCENT),
    Item("", "四、历史与前提"),
    *_inputs("元", "DV-12", styles.MONEY,
             ("profit_2", "前第二年可分配利润", "number"),
             ("profit_1", "前一年可分配利润", "number"),
             ("cash_2", "前第二年现金分红", "not_negative"),
             ("cash_1", "前一年现金分红", "not_negative")),
    Item("cumulative", "累计可分配利润（孰低）", "元", "DV-05、DV-08", kind="number"),
    Item("audit", "审计意见", "", "DV-08", None, "audit"),
    Item("", "五、结论"),
    Item("floor", "现金分红最低金额", "元", "DV-01～DV-12"),
    Item("above", "拟分现金高于下限", "元", "DV-01～DV-12"),
    Item("payout", "现金分红占可分配利润", "比例", "DV-01、DV-09", styles.PERCENT),
    Item("verdict", "逐条核对", "", "见右侧核对表", None),
)  # fmt: skip
ROWS: Final = rows_of(ITEMS)
KEYS: Final = ("profit", "floor", "verdict")
