"""函数手册: every registered function, with an example taken from this workbook."""

import re
from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from xlfuncs.hosts.help import example
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Parameter, Spec, shown_default

TITLE: Final = "函数手册"
FIRST: Final = 5
HEADER: Final = ("函数\nfunction", "类别", "说明\ndescription", "公式\nrule",
                 "参数（单位；[ ] 可省略）\narguments", "返回\nreturns", "条款\nclauses",
                 "示例\nexample", "位置\nwhere")  # fmt: skip
LINE: Final = 13.5


def add(book: Workbook) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.GREY)
    layout.heading(
        sheet,
        "函数手册  Function manual",
        "由函数注册表生成：名称、参数与单位、返回值、条款编号。示例取自本工作簿，点击位置可跳转；"
        "工作簿未用到的函数给出 Python 示例。"
        "错误值：#VALUE! 输入类型不对，#NUM! 数值不合条款，#N/A 无规则、未发生或超出已知日历。",
        columns=9,
    )
    layout.section(sheet, "A3", f"共 {len(FUNCTIONS)} 个函数", columns=9)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    sheet.row_dimensions[4].height = 34
    for at, spec in enumerate(FUNCTIONS, FIRST):
        _row(book, sheet, at, spec)
    layout.widths(sheet, A=25, B=8, C=28, D=34, E=56, F=15, G=17, H=40, I=16)
    sheet.freeze_panes = "B5"
    sheet.sheet_view.zoomScale = 90
    layout.page(sheet, f"A1:I{FIRST + len(FUNCTIONS) - 1}", landscape=True, rows="4:4")


def _row(book: Workbook, sheet: Worksheet, at: int, spec: Spec) -> None:
    arguments = "\n".join(map(_argument, spec.parameters))
    example, where = _example(book, spec)
    returns = (
        f"表：{'、'.join(c.split()[0] for c in spec.columns)}" if spec.is_table else spec.returns
    )
    cells = (spec.name, spec.category, f"{spec.zh}\n{spec.en}", spec.formula, arguments, returns,
             "\n".join(spec.clauses), example, where)  # fmt: skip
    layout.across(sheet, f"A{at}", cells, styles.WORDS)
    for cell in sheet[at]:
        cell.data_type = "s"  # a formula is shown here, not calculated
    sheet[f"A{at}"].style = styles.LABEL
    if where:
        sheet[f"I{at}"].hyperlink = f"#{where}"
        sheet[f"I{at}"].style = styles.LINK
    clauses = sum(-(-len(clause) // 12) for clause in spec.clauses)
    lines = (arguments.count("\n") + 1, clauses, -(-len(returns) // 8),
             -(-len(example) // 28), -(-len(spec.formula) // 32))  # fmt: skip
    sheet.row_dimensions[at].height = LINE * max(3, *lines) + 6


def _argument(p: Parameter) -> str:
    name = p.name if p.required else f"[{p.name}]"
    unit = f"，{p.arg.unit.split()[0]}" if p.arg.unit else ""
    default = (
        "" if p.required or p.default in (None, ()) else f"，默认 {shown_default(p) or '市场惯例'}"
    )
    return f"{name} {p.arg.zh}{unit}{default}"


def _example(book: Workbook, spec: Spec) -> tuple[str, str]:
    """The first call of the function in the workbook and its place; else the docstring's."""
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f" and _calls(spec.name, str(cell.value)):
                    where = f"'{sheet.title}'!{cell.coordinate}"
                    return f"={_call(str(cell.value), spec.name)}", where
    source, answer = example(spec)
    return f"Python: {source} → {answer}", ""


def _calls(name: str, formula: str) -> bool:
    return bool(re.search(rf"\b{name}\(", formula))


def _call(formula: str, name: str) -> str:
    """name(…) up to its closing parenthesis."""
    start = formula.index(f"{name}(")
    depth = 0
    for end, letter in enumerate(formula[start:], start):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and not depth:
            return formula[start : end + 1]
    return formula[start:]
