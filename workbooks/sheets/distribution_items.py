"""The lines of 分红实施: from the plan's wording to what is paid, withheld, taxed and voted."""

from typing import Final

from workbooks import styles
from workbooks.sheets.dividend_items import Item, rows_of

PER_SHARE: Final = "0.00######"
HOLDERS: Final = ("甲", "乙", "丙")
TAX: Final = "财税〔2015〕101号"
RULES: Final = "股票上市规则"


def _holder(place: int, name: str) -> tuple[Item, ...]:
    dates = styles.DATE
    return (
        Item(f"bought_{place}", f"股东{name}：买入日", "日期", TAX, dates, "dates"),
        Item(f"sold_{place}", f"股东{name}：卖出日（未卖留空）", "日期", TAX, dates, "dates"),
        Item(f"tax_{place}", f"股东{name}：个税", "元", TAX),
        Item(f"net_{place}", f"股东{name}：税后红利", "元", TAX),
    )


ITEMS: Final = (
    Item("name", "公司", form=None),
    Item("rule", "政策名称", form=None),
    Item("scale", "金额单位（分红测算）", form=None),
    Item("", "一、方案"),
    Item("plan_year", "方案年度", kind="text", form=None),
    Item("wording", "方案文字", "", "DV-13", None, "wording"),
    Item("per_ten", "每10股派现金（税前）", "元", "DV-13", PER_SHARE),
    Item("sent", "每10股送股", "股", "DV-13", PER_SHARE),
    Item("capitalised", "每10股转增", "股", "DV-13", PER_SHARE),
    Item("entitled", "参与分配股份", "股", "CB-13c", styles.WHOLE, "not_negative"),
    Item("total", "总股本", "股", "CB-13c", styles.WHOLE, "positive"),
    Item("paid_out", "本次现金红利总额", "元", "DV-13"),
    Item("year_cash", "当年现金分红（分红测算）", "元", "DV-13"),
    Item("interim", "其中已派的中期分红", "元", "DV-13"),
    Item("", "二、差异化分红与除权除息"),
    Item("cutting", "折算取舍（深市截取）", "", "CB-13c", None, "cutting"),
    Item("places", "折算小数位", "位/每股", "CB-13c", styles.COUNT, "places"),
    Item("spread", "按总股本折算每股现金", "元/股", "CB-13c", PER_SHARE),
    Item("spread_ten", "按总股本折算每10股现金", "元", "CB-13c", PER_SHARE),
    Item("spread_bonus", "按总股本折算每股送转", "股/股", "CB-13c", PER_SHARE),
    Item("ex_date", "除权除息日", "日期", RULES, styles.DATE, "dates"),
    Item("close", "前一交易日收盘价", "元/股", RULES, styles.PRICE, "positive"),
    Item("ex_price", "除权除息参考价", "元/股", "交易规则", styles.PRICE),
    Item("", "三、派发期限与占用扣减"),
    Item("meeting", "股东大会日", "日期", "DV-06", styles.DATE, "dates"),
    Item("months", "规划约定的派发期限", "个月", "DV-06", styles.COUNT, "months"),
    Item("deadline", "最迟派发日", "日期", "DV-06", styles.DATE),
    Item("on_time", "除息日不晚于最迟派发日", "", "DV-06", None),
    Item("owner_shares", "占用资金股东的持股", "股", "DV-07", styles.WHOLE, "not_negative"),
    Item("occupied", "该股东占用资金", "元", "DV-07", kind="not_negative"),
    Item("owner_due", "该股东应分红利", "元", "DV-07"),
    Item("owner_paid", "实付", "元", "DV-07"),
    Item("withheld", "扣减", "元", "DV-07"),
    Item("", "四、股东大会表决"),
    Item("votes_present", "出席所持表决权", "票", "DV-14", styles.WHOLE, "votes"),
    Item("votes_for", "同意", "票", "DV-14", styles.WHOLE, "votes"),
    Item("barred", "应回避", "票", "DV-14", styles.WHOLE, "votes"),
    Item("vote_share", "同意比例", "比例", "DV-14", styles.RATIO),
    Item("carried", "分配方案", "", "DV-14", None),
    Item("", "五、个人股东扣税（先进先出，三例）"),
    Item("held", "每人持股", "股", TAX, styles.WHOLE, "not_negative"),
    Item("held_cash", "每人应得红利（税前）", "元", TAX),
    *(item for place, name in enumerate(HOLDERS, 1) for item in _holder(place, name)),
    Item("", "六、比率与限额"),
    Item("paid_share", "现金分红占净利润", "比例", "DV-01、DV-09", styles.PERCENT),
    Item("yield", "股息率（全年，前收盘）", "比例", "DV-13", styles.PERCENT),
    Item("base_2", "前第二年可分配利润", "元", "DV-12"),
    Item("base_1", "前一年可分配利润", "元", "DV-12"),
    Item("base_0", "当年可分配利润", "元", "DV-12"),
    Item("three_years", "三年累计30%口径当年尚须分红", "元", "DV-12"),
    Item("stock_limit", "股票股利最高金额", "元", "DV-10"),
    Item("", "七、现金分红不达标（ST）核对的数字"),
    Item("board", "板块", "", RULES, None, "board"),
    Item("earned_2", "前第二年归母净利润", "元", RULES, kind="number"),
    Item("earned_1", "前一年归母净利润", "元", RULES, kind="number"),
    Item("earned_0", "当年归母净利润", "元", RULES, kind="number"),
    Item("given_2", "前第二年现金分红", "元", RULES),
    Item("given_1", "前一年现金分红", "元", RULES),
    Item("given_0", "当年现金分红", "元", RULES),
    Item("undistributed", "年末未分配利润（孰低）", "元", RULES, kind="number"),
    Item("research", "三年研发投入合计", "元", RULES, kind="not_negative"),
    Item("revenue", "三年营业收入合计", "元", RULES, kind="not_negative"),
    Item("buybacks", "三年回购并注销合计", "元", RULES, kind="not_negative"),
    Item("st", "结论", "见右侧核对表", RULES, None),
)  # fmt: skip
ROWS: Final = rows_of(ITEMS)
KEYS: Final = ("paid_out", "ex_price", "deadline", "carried", "st")
VERDICTS: Final = ("on_time", "carried", "st")
