"""分红测算: three companies side by side against their policies."""

from dataclasses import dataclass
from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets import dividend_tables
from workbooks.sheets.dividend_formulas import FORMULAS
from workbooks.sheets.inputs import OWN, Company, Figure, Inputs
from workbooks.sheets.rows import validate
from xlfuncs import norms

TITLE: Final = "分红测算"
FIRST: Final = 5
VALUES: Final = "BDF"
STAGES: Final = ("成熟期", "成长期", "不易区分")
OPINIONS: Final = ("标准无保留意见", "非标准意见")


@dataclass(frozen=True)
class Item:
    """One line: a section (no unit, no kind), an input (kind) or a formula."""

    key: str
    label: str
    unit: str = ""
    clause: str = ""
    form: str | None = styles.MONEY
    kind: str = ""


def _inputs(unit: str, clause: str, form: str, *given: tuple[str, str, str]) -> tuple[Item, ...]:
    return tuple(Item(key, label, unit, clause, form, kind) for key, label, kind in given)


ITEMS: Final = (
    Item("company", "公司", kind="text", form=None),
    Item("year", "年度", kind="text", form=None),
    Item("policy", "政策名称", kind="policy", form=None),
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
ROWS: Final = {item.key: at for at, item in enumerate(ITEMS, FIRST) if item.key}
KEYS: Final = ("profit", "floor", "verdict")


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.BLUE)
    layout.heading(
        sheet,
        "分红测算  Dividend figures",
        "来源列注明每个输入是“公告数字”“公告推算”还是“示例数字”；示例数字为便于演算而设，不是公司数据，使用前请替换。"
        "金额均为元，亏损填负数。",
        columns=9,
    )
    _frame(sheet)
    for place, (column, company) in enumerate(zip(VALUES, inputs.companies, strict=True), 1):
        _company(sheet, column, company)
        layout.name(sheet, f"最低现金分红{place}", f"{column}{ROWS['floor']}")
        layout.name(sheet, f"分红公司{place}", f"{column}{FIRST}:{column}{FIRST + len(ITEMS) - 1}")
    dividend_tables.add(sheet, ROWS, VALUES)
    layout.widths(sheet, A=27, H=8, I=17, J=3, **dict.fromkeys(VALUES, 20), C=11, E=11, G=11)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 90
    half, last = ROWS["major"], FIRST + len(ITEMS) - 1
    own = (f"A1:I{half}", f"A{half + 1}:I{last}")
    layout.page(sheet, *own, *dividend_tables.AREAS, landscape=True)


def _frame(sheet: Worksheet) -> None:
    layout.section(sheet, "A3", "三家公司对照（输入与结果）", columns=9)
    heads = ("项目", "公司一", "来源", "公司二", "来源", "公司三", "来源", "单位", "条款")
    layout.across(sheet, "A4", heads, styles.HEADER)
    for at, item in enumerate(ITEMS, FIRST):
        if not item.key:
            layout.section(sheet, f"A{at}", item.label, columns=9)
            continue
        layout.put(sheet, f"A{at}", item.label, styles.LABEL)
        layout.put(sheet, f"H{at}", item.unit, styles.UNIT)
        layout.put(sheet, f"I{at}", item.clause, styles.CLAUSE)


def _company(sheet: Worksheet, column: str, company: Company) -> None:
    source = chr(ord(column) + 1)
    for item in (item for item in ITEMS if item.key):
        at = f"{column}{ROWS[item.key]}"
        figure = company.get(item.key, Figure(None, ""))
        if item.kind:
            words = item.kind in ("text", "policy")
            layout.put(
                sheet, at, figure.value, styles.INPUT_TEXT if words else styles.INPUT, item.form
            )
            _validate(sheet, at, item)
        else:
            style = styles.KEY if item.key in KEYS else styles.RESULT
            layout.put(sheet, at, _formula(item.key, column), style, item.form)
        layout.put(sheet, f"{source}{ROWS[item.key]}", figure.source, styles.CLAUSE)


def _formula(key: str, column: str) -> str:
    cells = {name: f"{column}{at}" for name, at in ROWS.items()}
    own = f'IF({cells["policy"]}="{OWN}",自定政策,{cells["policy"]})'
    return FORMULAS[key].format(**cells, plan=own, check=f"核对表{VALUES.index(column) + 1}")


def _validate(sheet: Worksheet, at: str, item: Item) -> None:
    lists = {
        "policy": (*norms.names("plans"), OWN),
        "yes_no": validations.YES_NO,
        "stage": STAGES,
        "audit": OPINIONS,
    }
    if item.kind in lists:
        validations.choice(sheet, at, lists[item.kind], item.label)
    else:
        validate(sheet, at, item.kind, item.label)
