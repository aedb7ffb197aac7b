"""分红实施: what a plan pays, when, to whom, with which votes, and the exchange's ST test."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts, highlight
from workbooks.sheets import company_form, dividend_items, past_plans
from workbooks.sheets.company_form import VALUES
from workbooks.sheets.distribution_formulas import FORMULAS
from workbooks.sheets.distribution_items import ITEMS, KEYS, ROWS, VERDICTS
from workbooks.sheets.dividend_items import FIRST
from workbooks.sheets.dividends import TITLE as FIGURES
from workbooks.sheets.inputs import OWN, Inputs
from xlfuncs.registry import BY_NAME

TITLE: Final = "分红实施"
TOPS: Final = (12, 22, 32)  # below the tall row of the wording
ROOM: Final = 7  # four legs, two exemptions, the verdict
LAST: Final = FIRST + len(ITEMS) - 1
NOTE: Final = (
    "由方案文字算到每10股、总额、除权除息参考价、派发期限、占用扣减、表决、个税与 ST 核对；"
    "公司、政策与年度数字取自“分红测算”。来源列：公告数字、公告推算、行情数据、示例数字（不是公司数据，使用前请替换）。"
)


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.BLUE)
    layout.heading(sheet, "分红实施  Paying the dividend", NOTE, columns=company_form.COLUMNS)
    company_form.frame(sheet, ITEMS, "三家公司对照（输入与结果）")
    for place, (column, company) in enumerate(zip(VALUES, inputs.companies, strict=True), 1):
        company_form.fill(sheet, column, ITEMS, company, _formula, KEYS)
        layout.name(sheet, f"分红实施{place}", company_form.area(column, ITEMS))
        _warning(sheet, place, column)
        for key in VERDICTS:
            colour_verdicts(sheet, f"{column}{ROWS[key]}")
    sheet.row_dimensions[ROWS["wording"]].height = 50
    past_plans.add(sheet, inputs.past_plans)
    company_form.widths(sheet, label=31, value=22)
    layout.widths(sheet, N=32, O=20, P=20, Q=25, R=3)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 90
    ends = (1, ROWS["meeting"] - 1, ROWS["held"] - 1, LAST + 1)
    own = [f"A{a}:L{b - 1}" for a, b in zip(ends, ends[1:], strict=False)]
    tables = (f"N{TOPS[0]}:Q{TOPS[2] - 1}", f"N{TOPS[2]}:Q{TOPS[2] + ROOM + 1}")
    layout.page(sheet, *own, *tables, past_plans.AREA, landscape=True)


def _cells(column: str) -> dict[str, str]:
    place = VALUES.index(column) + 1
    own = f"{column}{ROWS['rule']}"
    figures = company_form.cells(column, dividend_items.ITEMS)
    return {f"m_{key}": f"'{FIGURES}'!{cell}" for key, cell in figures.items()} | (
        company_form.cells(column, ITEMS)) | {
        "plan": f'IF({own}="{OWN}",自定政策,{own})', "table": f"风险警示表{place}",
    }  # fmt: skip


def _formula(key: str, column: str) -> str:
    return FORMULAS[key].format(**_cells(column))


def _warning(sheet: Worksheet, place: int, column: str) -> None:
    """The table of DIV_ST_RISK beside the form."""
    top, name = TOPS[place - 1], _cells(column)["name"]
    columns = BY_NAME["DIV_ST_RISK"].columns
    layout.section(sheet, f"N{top}", "", columns=len(columns))
    sheet[f"N{top}"] = f'={name}&IF({name}="","","  ")&"风险警示核对（公式 DIV_ST_RISK）"'
    layout.across(sheet, f"N{top + 1}", columns, styles.HEADER)
    area = f"N{top + 2}:Q{top + 1 + ROOM}"
    layout.dress(sheet, area, styles.SPILL_TEXT)
    figures = f"O{top + 2}:P{top + 1 + ROOM}"
    layout.dress(sheet, figures, styles.SPILL, (styles.MONEY,))
    of_revenue = f'ISNUMBER(SEARCH("占营业收入",$N{top + 2}))'
    highlight(sheet, figures, of_revenue, form=styles.PERCENT)
    sheet[f"N{top + 2}"] = _formula("st_table", column)
    layout.name(sheet, f"风险警示表{place}", area)
    colour_verdicts(sheet, f"Q{top + 2}:Q{top + 1 + ROOM}")
