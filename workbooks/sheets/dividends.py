"""分红测算: three companies side by side against their policies."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets import dividend_tables
from workbooks.sheets.dividend_formulas import FORMULAS
from workbooks.sheets.dividend_items import FIRST, ITEMS, KEYS, ROWS, Item
from workbooks.sheets.inputs import OWN, Company, Figure, Inputs
from workbooks.sheets.rows import validate
from xlfuncs import norms

TITLE: Final = "分红测算"
VALUES: Final = "BDF"
STAGES: Final = ("成熟期", "成长期", "不易区分")
OPINIONS: Final = ("标准无保留意见", "非标准意见")


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
