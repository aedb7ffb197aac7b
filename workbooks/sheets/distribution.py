"""分红实施: what a plan pays, when, to whom, with which votes, and the exchange's ST test."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts
from workbooks.sheets import company_form, dividend_items, past_plans
from workbooks.sheets.company_form import VALUES
from workbooks.sheets.distribution_formulas import FORMULAS
from workbooks.sheets.distribution_items import ITEMS, KEYS, ROWS, VERDICTS
from workbooks.sheets.dividend_items import FIRST
from workbooks.sheets.dividends import TITLE as FIGURES
from workbooks.sheets.inputs import OWN, Inputs
from xlfuncs.registry import BY_NAME

TITLE: Final = "分红实施"
TOPS: Final = (11, 21, 31)  # below the tall row of the wording
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
        layout.name(sheet, f"分红实施{place}", f"{column}{FIRST}:{column}{LAST}")
        _warning(sheet, place, column)
        for key in VERDICTS:
            colour_verdicts(sheet, f"{column}{ROWS[key]}")
    sheet.row_dimensions[ROWS["wording"]].height = 50
    past_plans.add(sheet, inputs.past_plans)
    layout.widths(sheet, A=31, H=13, I=19, J=3, **dict.fromkeys(VALUES, 22), C=11, E=11, G=11)
    layout.widths(sheet, K=32, L=20, M=20, N=25, O=3)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 90
    ends = (1, ROWS["meeting"] - 1, ROWS["held"] - 1, ROWS["board"] - 1, LAST + 1)
    own = [f"A{a}:I{b - 1}" for a, b in zip(ends, ends[1:], strict=False)]
    tables = (f"K{TOPS[0]}:N{TOPS[2] - 1}", f"K{TOPS[2]}:N{TOPS[2] + ROOM + 1}")
    layout.page(sheet, *own, *tables, past_plans.AREA, landscape=True)


def _cells(column: str) -> dict[str, str]:
    place = VALUES.index(column) + 1
    own = f"{column}{ROWS['rule']}"
    figures = {f"m_{k}": f"'{FIGURES}'!{column}{at}" for k, at in dividend_items.ROWS.items()}
    return figures | {key: f"{column}{at}" for key, at in ROWS.items()} | {
        "plan": f'IF({own}="{OWN}",自定政策,{own})', "table": f"风险警示表{place}",
    }  # fmt: skip


def _formula(key: str, column: str) -> str:
    return FORMULAS[key].format(**_cells(column))


def _warning(sheet: Worksheet, place: int, column: str) -> None:
    """The table of DIV_ST_RISK beside the form."""
    top, name = TOPS[place - 1], _cells(column)["name"]
    columns = BY_NAME["DIV_ST_RISK"].columns
    layout.section(sheet, f"K{top}", "", columns=len(columns))
    sheet[f"K{top}"] = f'={name}&IF({name}="","","  ")&"风险警示核对（公式 DIV_ST_RISK）"'
    layout.across(sheet, f"K{top + 1}", columns, styles.HEADER)
    area = f"K{top + 2}:N{top + 1 + ROOM}"
    layout.dress(sheet, area, styles.SPILL_TEXT, (None, styles.MONEY, styles.MONEY, None))
    sheet[f"K{top + 2}"] = _formula("st_table", column)
    layout.name(sheet, f"风险警示表{place}", area)
    colour_verdicts(sheet, f"N{top + 2}:N{top + 1 + ROOM}")
