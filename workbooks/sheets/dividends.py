"""分红测算: three companies side by side against their policies."""

from typing import Final

from openpyxl import Workbook

from workbooks import layout, styles
from workbooks.sheets import company_form, dividend_tables
from workbooks.sheets.company_form import VALUES
from workbooks.sheets.dividend_formulas import FORMULAS
from workbooks.sheets.dividend_items import FIRST, ITEMS, KEYS, ROWS
from workbooks.sheets.inputs import OWN, Inputs

TITLE: Final = "分红测算"


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.BLUE)
    layout.heading(
        sheet,
        "分红测算  Dividend figures",
        "来源列注明每个输入是“公告数字”“公告推算”还是“示例数字”；示例数字为便于演算而设，不是公司数据，使用前请替换。"
        "金额按所选的金额单位填写，公式取其右的“折合 元”；亏损填负数。",
        columns=company_form.COLUMNS,
    )
    company_form.frame(sheet, ITEMS, "三家公司对照（输入与结果）")
    for place, (column, company) in enumerate(zip(VALUES, inputs.companies, strict=True), 1):
        company_form.fill(sheet, column, ITEMS, company, _formula, KEYS)
        layout.name(sheet, f"最低现金分红{place}", f"{column}{ROWS['floor']}")
        layout.name(sheet, f"分红公司{place}", company_form.area(column, ITEMS))
    dividend_tables.add(sheet)
    company_form.widths(sheet, label=27, value=20)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 90
    half, last = ROWS["major"], FIRST + len(ITEMS) - 1
    own = (f"A1:L{half}", f"A{half + 1}:L{last}")
    layout.page(sheet, *own, *dividend_tables.AREAS, landscape=True)


def _formula(key: str, column: str) -> str:
    cells = company_form.cells(column, ITEMS)
    own = f'IF({cells["policy"]}="{OWN}",自定政策,{cells["policy"]})'
    return FORMULAS[key].format(**cells, plan=own, check=f"核对表{VALUES.index(column) + 1}")
