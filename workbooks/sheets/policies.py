"""分红政策: the three plans side by side, and a policy of one's own."""

from dataclasses import Field, fields
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.inputs import Inputs
from xlfuncs import tables
from xlfuncs.tables import Plan

TITLE: Final = "分红政策"
FIRST: Final = 6
BLOCKS: Final = ("CDE", "FGH", "IJK")
UNITS: Final = {
    tables.SHARE: "比例",
    tables.MONEY: "元",
    tables.COUNT: "个月",
    tables.FLAG: "是/否",
    tables.MAJORITY: "原文",
}
MAJORITIES: Final = ("过半数", "二分之一以上", "三分之二以上")
FORMS: Final = {
    tables.SHARE: styles.PERCENT,
    tables.MONEY: styles.MONEY,
    tables.COUNT: styles.COUNT,
}
NO_RULE: Final = "—"
WORDS_A_LINE: Final = 20
RULES: Final = tuple(f for f in fields(Plan) if f.metadata and f.metadata["form"] != tables.TEXT)


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.BLUE)
    layout.heading(
        sheet,
        "现金分红政策  Dividend policies",
        "三份股东回报规划逐条对照：数值、条款编号与原文。“—”表示该规划无此规则。"
        '公式以政策名称引用，如 DIV_MIN_CASH("002911-2021",…)；自定政策填在下方黄色区域。',
        columns=11,
    )
    layout.section(sheet, "A3", "规划对照", columns=11)
    _labels(sheet)
    for block, plan, short in zip(BLOCKS, inputs.plans, inputs.plan_names, strict=False):
        _plan(sheet, block, plan, short)
    own = FIRST + len(RULES) + 2
    _own(sheet, own)
    layout.widths(
        sheet, A=26, B=12, **{c: w for b in BLOCKS for c, w in zip(b, (15, 9, 35), strict=True)}
    )
    sheet.freeze_panes = f"C{FIRST}"
    sheet.sheet_view.zoomScale = 90
    last = own + len(RULES) + 1
    layout.page(sheet, f"A1:K{own - 1}", f"A{own}:K{last}", landscape=True)


def _labels(sheet: Worksheet) -> None:
    layout.across(sheet, "A4", ("规则", "单位"), styles.HEADER)
    layout.across(sheet, "A5", ("", ""), styles.HEADER)
    sheet.row_dimensions[4].height = 34
    for at, rule in enumerate(RULES, FIRST):
        layout.put(sheet, f"A{at}", rule.metadata["zh"], styles.LABEL)
        layout.put(sheet, f"B{at}", UNITS[rule.metadata["form"]], styles.UNIT)


def _plan(sheet: Worksheet, block: str, plan: Plan, short: str) -> None:
    first, middle, last = tuple(block)
    title = f"{plan.company}  {plan.years}\n政策名称 {short}"
    layout.merged(sheet, f"{first}4:{last}4", title, styles.HEADER)
    layout.across(sheet, f"{first}5", ("值", "条款", "原文"), styles.HEADER)
    for at, rule in enumerate(RULES, FIRST):
        source = plan.sources.get(rule.name, tables.Source(""))
        value, form = _shown(getattr(plan, rule.name), rule)
        layout.put(sheet, f"{first}{at}", value, styles.RESULT, form)
        layout.put(sheet, f"{middle}{at}", source.clause, styles.CLAUSE)
        layout.put(sheet, f"{last}{at}", source.words.strip(), styles.WORDS)
        _fit(sheet, at, source.words.strip())


def _fit(sheet: Worksheet, at: int, words: str) -> None:
    """A row high enough for its longest wording."""
    lines = sum(-(-len(line) // WORDS_A_LINE) for line in words.splitlines()) or 1
    need = 13.0 * lines + 5
    sheet.row_dimensions[at].height = max(need, sheet.row_dimensions[at].height or 0)


def _shown(value: Any, rule: "Field[Any]") -> tuple[Any, str | None]:
    if value is None or value is False:
        return NO_RULE, None
    return ("是", None) if value is True else (value, FORMS.get(rule.metadata["form"]))


def _own(sheet: Worksheet, at: int) -> None:
    """key | value rows that the DIV functions take in place of a policy name."""
    layout.section(
        sheet,
        f"A{at}",
        "自定政策（输入；在“分红测算”的政策一栏选“自定”即采用，空白即无此规则）",
        columns=11,
    )
    first = at + 1
    for at, rule in enumerate(RULES, first):
        layout.put(sheet, f"A{at}", rule.metadata["zh"], styles.LABEL)
        form = rule.metadata["form"]
        layout.put(sheet, f"B{at}", None, styles.INPUT, FORMS.get(form))
        layout.put(sheet, f"C{at}", UNITS[form], styles.UNIT)
        _validate(sheet, f"B{at}", form, rule.metadata["zh"])
    layout.name(sheet, "自定政策", f"A{first}:B{at}")


def _validate(sheet: Worksheet, at: str, form: str, zh: str) -> None:
    if form == tables.SHARE:
        validations.fraction(sheet, at, 0.0001, 1, zh)
    elif form == tables.FLAG:
        validations.choice(sheet, at, validations.YES_NO, zh)
    elif form == tables.MAJORITY:
        validations.choice(sheet, at, MAJORITIES, zh)
    elif form == tables.COUNT:
        validations.whole(sheet, at, 1, 24, zh)
    else:
        validations.not_negative(sheet, at, zh)
