"""The results of 估值: parity, bond floor, yields, option, value, implied volatility."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.rows import Row, write_notes, write_rows
from workbooks.sheets.valuation_inputs import COMPLETE, HEADER, assumed

TOP: Final = 25
FIRST: Final = TOP + 3
END: Final = 44
READY: Final = f'=IF(估值状态<>"{COMPLETE}","",'
PRICED: Final = f'=IF(OR(估值状态<>"{COMPLETE}",转债市价=""),"",'
PUT: Final = f'=IF(OR(估值状态<>"{COMPLETE}",转债市价="",回售计算日=""),"",'
MARKET: Final = "估值日,估值股价,条款表,波动率,无风险利率,信用利差"
# before the first session of 行情 there is no price in its column
PEOPLE: Final = (
    '信用模型,交易日,收盘价,IF(估值序号="",估值转股价,转股价列),放弃强赎概率,下修概率,放弃停计月数,'
    "违约回收率,模拟路径数,随机种子"
)
BOND: Final = "估值日,发行日,票面利率"
PUT_DAY: Final = f'=IF(估值状态<>"{COMPLETE}","",IF(回售计数起始日>估值日,回售计数起始日,""))'
OPTION: Final = "CB_OPTION_VALUE(估值股价,估值转股价,剩余年限,波动率,无风险利率)"
IMPLIED: Final = f"CB_IMPLIED_VOL(转债市价,估值日,估值股价,条款表,无风险利率,信用利差,{PEOPLE})"


def add(sheet: Worksheet) -> None:
    layout.section(sheet, f"A{TOP}", "二、结果  Results", columns=9)
    assumed(sheet, TOP + 1)
    layout.name(sheet, "估值假设", f"A{TOP + 1}")
    layout.across(sheet, f"A{TOP + 2}", HEADER, styles.HEADER)
    layout.merged(sheet, f"E{TOP + 2}:I{TOP + 2}", "说明", styles.HEADER)
    write_rows(sheet, FIRST, RESULTS, "ABCDE")
    write_notes(sheet, FIRST, RESULTS, "EI")


def _parity() -> tuple[Row, ...]:
    return (
        Row("转股价值", f"{READY}CB_PARITY(估值股价,估值转股价))", "元/张", "CB-16", styles.PRICE,
            name="转股价值", note="S × 100 / P"),
        Row("转股溢价率", f"{PRICED}CB_PREMIUM(转债市价,估值股价,估值转股价))", "比例", "CB-16",
            styles.PERCENT, name="转股溢价率", note="转债市价 / 转股价值 − 1"),
        Row("双低值", f"{PRICED}CB_DOUBLE_LOW(转债市价,转股溢价率))", "", "集思录口径",
            styles.PRICE, name="双低值", note="转债市价 + 100 × 转股溢价率"),
        Row("剩余年限", f"{READY}CB_YEARS_LEFT(估值日,到期日))", "年", "CB-03", styles.FINE,
            name="剩余年限", note="（到期日 − 估值日）/ 365"),
    )  # fmt: skip


def _yields() -> tuple[Row, ...]:
    floor = f"CB_BOND_VALUE({BOND},到期赎回价,EXP(无风险利率+信用利差)-1)"
    mature, put = f"转债市价,{BOND},到期赎回价", f"转债市价,{BOND},回售计算日"
    return (
        Row("纯债价值", f"{READY}{floor})", "元/张", "CB-17", styles.PRICE, True, "纯债价值",
            "余下利息与到期赎回价，按无风险利率与信用利差折现"),
        Row("到期收益率（税前）", f"{PRICED}CB_YTM({mature}))", "比例/年", "CB-17", styles.PERCENT,
            name="到期收益率", note="年复利，实际天数 / 365"),
        Row("到期收益率（税后）", f"{PRICED}CB_YTM({mature},利息税率))", "比例/年", "CB-10",
            styles.PERCENT, name="税后到期收益率", note="利息与到期赎回价高于面值的部分计税"),
        Row("回售计算日", PUT_DAY, "日期", "CB-20", styles.DATE, name="回售计算日",
            note="回售期首日；能否回售须看条件是否满足，已在回售期内则不计"),
        Row("回售收益率（税前）", f"{PUT}CB_YTP({put}))", "比例/年", "CB-20", styles.PERCENT,
            name="回售收益率", note="回售计算日收回面值加应计利息"),
        Row("回售收益率（税后）", f"{PUT}CB_YTP({put},利息税率))", "比例/年", "CB-10",
            styles.PERCENT, name="税后回售收益率"),
    )  # fmt: skip


def _worth() -> tuple[Row, ...]:
    compared = 'IF(N(理论价值)=0,"",转债市价/理论价值-1))'
    clauses = "CB-14～20"
    return (
        Row("期权价值（Black–Scholes）", f"{READY}{OPTION})", "元/张", "CB-16", styles.PRICE,
            name="期权价值", note="欧式看涨，不含强赎、回售、下修"),
        Row("纯债价值 + 期权价值", f"{READY}纯债价值+期权价值)", "元/张", "CB-16", styles.PRICE,
            name="纯债加期权", note="通常高于理论价值：强赎限制了上涨"),
        Row("理论价值", f"{READY}CB_VALUE({MARKET},{PEOPLE}))", "元/张", clauses, styles.PRICE,
            True, "理论价值", "含强赎、回售、下修的全价"),
        Row("标准误", f"{READY}INDEX(敏感指标,1,2))", "元/张", "", styles.FINE, name="标准误",
            note="模拟误差：约 95% 的把握在 ±2 倍之内；格点法为 0"),
        Row("计算方法", f"{READY}INDEX(敏感指标,1,3))", "", "", name="计算方法",
            note="须逐日计数的条款用模拟，否则用格点"),
        Row("市价较理论价值", f"{PRICED}{compared}", "比例", "", styles.PERCENT, name="市价偏离",
            note="转债市价 / 理论价值 − 1，负值为低估"),
        Row("隐含波动率", f'{PRICED}IFERROR({IMPLIED},"无解"))', "小数/年", clauses, styles.PERCENT,
            True, "隐含波动率", "使理论价值等于转债市价；1% 至 200% 之间达不到时为“无解”"),
    )  # fmt: skip


RESULTS: Final = (*_parity(), *_yields(), *_worth())
