"""函数手册: every registered function with an example that is calculated here."""

import re
from collections.abc import Iterator
from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets import table_examples
from xlfuncs.hosts.examples import Example, example
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Parameter, Spec, shown_default

TITLE: Final = "函数手册"
FIRST: Final = 5
HEADER: Final = ("函数\nfunction", "类别", "说明\ndescription", "公式\nrule",
                 "参数（单位；[ ] 可省略）\narguments", "返回\nreturns", "条款\nclauses",
                 "示例，可复制到任何单元格\nexample", "结果（实时计算）\nresult",
                 "本簿用处\nwhere")  # fmt: skip
FORMS: Final = {"日期 date": styles.DATE, "TRUE/FALSE": '"TRUE";;"FALSE"'}  # Calc shows 1 and 0
LINE: Final = 13.5
_CALL: Final = re.compile(r"\b([A-Z][A-Z_]+)\(")


def add(book: Workbook) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.GREY)
    layout.heading(
        sheet,
        "函数手册  Function manual",
        "由函数注册表生成：名称、参数与单位、返回值、条款编号。示例不引用任何单元格，结果由示例当场算出；"
        f"表格函数的结果见“{table_examples.TITLE}”。错误值："
        "#VALUE! 输入类型不对，#NUM! 数值不合条款，#N/A 无规则、未发生或超出已知日历。",
        columns=10,
    )
    layout.section(sheet, "A3", f"共 {len(FUNCTIONS)} 个函数", columns=10)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    sheet.row_dimensions[4].height = 34
    tables, used = table_examples.add(book), _used(book)
    for at, spec in enumerate(FUNCTIONS, FIRST):
        _row(sheet, at, spec, used.get(spec.name, ""), tables.get(spec.name, ""))
    layout.widths(sheet, A=25, B=12, C=28, D=34, E=56, F=15, G=17, H=40, I=17, J=16)
    sheet.freeze_panes = "B5"
    sheet.sheet_view.zoomScale = 90
    layout.page(sheet, f"A1:J{FIRST + len(FUNCTIONS) - 1}", landscape=True, rows="4:4")


def _row(sheet: Worksheet, at: int, spec: Spec, where: str, table: str) -> None:
    arguments, own = "\n".join(map(_argument, spec.parameters)), example(spec)
    returns = (
        f"表：{'、'.join(c.split()[0] for c in spec.columns)}" if spec.is_table else spec.returns
    )
    cells = (spec.name, spec.category, f"{spec.zh}\n{spec.en}", spec.formula, arguments, returns,
             "\n".join(spec.clauses), own.formula)  # fmt: skip
    layout.across(sheet, f"A{at}", cells, styles.WORDS)
    for cell in sheet[at]:
        cell.data_type = "s"  # a formula is shown here, not calculated
    sheet[f"A{at}"].style = styles.LABEL
    _result(sheet, f"I{at}", own, table)
    _link(sheet, f"J{at}", where, where)
    clauses = sum(-(-len(clause) // 12) for clause in spec.clauses)
    lines = (arguments.count("\n") + 1, clauses, -(-len(returns) // 8),
             -(-len(own.formula) // 34), -(-len(spec.formula) // 32))  # fmt: skip
    sheet.row_dimensions[at].height = LINE * max(3, *lines) + 6


def _result(sheet: Worksheet, at: str, own: Example, table: str) -> None:
    """The example at work, or the way to where its rows are."""
    if table:
        _link(sheet, at, f"见 {table}", table)
    else:
        layout.put(sheet, at, own.formula, styles.RESULT, FORMS.get(own.spec.returns))


def _link(sheet: Worksheet, at: str, words: str, where: str) -> None:
    layout.put(sheet, at, words, styles.LINK if where else styles.WORDS)
    if where:
        sheet[at].hyperlink = f"#{where}"
        sheet[at].style = styles.LINK


def _argument(p: Parameter) -> str:
    name = p.name if p.required else f"[{p.name}]"
    unit = f"，{p.arg.unit.split()[0]}" if p.arg.unit else ""
    default = (
        "" if p.required or p.default in (None, ()) else f"，默认 {shown_default(p) or '市场惯例'}"
    )
    return f"{name} {p.arg.zh}{unit}{default}"


def _used(book: Workbook) -> dict[str, str]:
    """The first cell of the other sheets whose formula calls a function, for each one used."""
    found: dict[str, str] = {}
    for where, formula in _formulas(book):
        for name in _CALL.findall(formula):
            found.setdefault(name, where)
    return found


def _formulas(book: Workbook) -> Iterator[tuple[str, str]]:
    sheets = (s for s in book.worksheets if s.title not in (TITLE, table_examples.TITLE))
    for cell in (cell for sheet in sheets for row in sheet.iter_rows() for cell in row):
        if cell.data_type == "f":
            yield f"'{cell.parent.title}'!{cell.coordinate}", str(cell.value)
