"""What an input cell accepts, with its message in Chinese."""

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import styles
from workbooks.highlights import highlight

TITLE = "输入有误"
EARLIEST = "DATE(1990,1,1)"
LATEST = "DATE(2099,12,31)"
YES_NO = ("是", "否")


def dates(sheet: Worksheet, area: str) -> None:
    rule = DataValidation("date", "between", EARLIEST, LATEST)
    _add(sheet, area, rule, "请输入日期，如 2025-08-22。", "日期 yyyy-mm-dd")
    first = area.partition(":")[0]
    late = f"AND(ISNUMBER({first}),{first}>{LATEST})"
    highlight(sheet, area, late, styles.RED_FILL, styles.RED, form="0")


def decimals(sheet: Worksheet, area: str, low: float, high: float, what: str) -> None:
    """A number from low to high, both inclusive."""
    rule = DataValidation("decimal", "between", f"{low:.15g}", f"{high:.15g}")
    _add(sheet, area, rule, f"{what}须为 {low:,.15g} 至 {high:,.15g} 的数值。", what)


def fraction(sheet: Worksheet, area: str, low: float, high: float, what: str) -> None:
    """A ratio or rate from low to high; the message shows both ways to write a percentage."""
    rule = DataValidation("decimal", "between", f"{low:.15g}", f"{high:.15g}")
    ways = "130% 或 1.3" if high > 1 else "1.5% 或 0.015"
    error = f"{what}须为 {100 * low:.15g}% 至 {100 * high:.15g}%；百分数请写 {ways} 。"
    _add(sheet, area, rule, error, f"{what}，写作 {ways}")


def positive(sheet: Worksheet, area: str, what: str) -> None:
    rule = DataValidation("decimal", "greaterThan", "0")
    _add(sheet, area, rule, f"{what}须为大于 0 的数值。", what)


def not_negative(sheet: Worksheet, area: str, what: str) -> None:
    rule = DataValidation("decimal", "greaterThanOrEqual", "0")
    _add(sheet, area, rule, f"{what}须为不小于 0 的数值。", what)


def number(sheet: Worksheet, area: str, what: str) -> None:
    """Any number, negative too."""
    decimals(sheet, area, -1e15, 1e15, what)


def whole(sheet: Worksheet, area: str, low: int, high: int, what: str) -> None:
    rule = DataValidation("whole", "between", str(low), str(high))
    _add(sheet, area, rule, f"{what}须为 {low:,} 至 {high:,} 的整数。", what)


def choice(sheet: Worksheet, area: str, options: tuple[str, ...], what: str) -> None:
    rule = DataValidation("list", formula1=f'"{",".join(options)}"')
    _add(sheet, area, rule, f"请从列表中选择：{'、'.join(options)}。", what)


def text(sheet: Worksheet, area: str, what: str, most: int = 200) -> None:
    rule = DataValidation("textLength", "lessThanOrEqual", str(most))
    _add(sheet, area, rule, f"{what}不超过 {most} 个字。", what)


def _add(sheet: Worksheet, area: str, rule: DataValidation, error: str, prompt: str) -> None:
    rule.allow_blank = True
    rule.showErrorMessage = rule.showInputMessage = True
    rule.errorTitle, rule.error = TITLE, error
    rule.promptTitle, rule.prompt = "输入 input", prompt
    rule.add(area)
    sheet.add_data_validation(rule)
    if rule.type in ("date", "decimal", "whole"):
        _mark_pasted(sheet, area)


def _mark_pasted(sheet: Worksheet, area: str) -> None:
    """Pasting passes by a validation: red where text stands for a number or a day."""
    first = area.partition(":")[0]
    text = f'AND(ISTEXT({first}),{first}<>"")'
    highlight(sheet, area, text, styles.RED_FILL, styles.RED)
