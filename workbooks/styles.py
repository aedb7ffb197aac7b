"""The look of every workbook that xlfuncs writes: fonts, fills, number formats."""

from typing import Final, Literal

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side

FONT: Final = "微软雅黑"
NAVY: Final = "1F3A5F"
BLUE: Final = "1F4E9E"
INK: Final = "222222"
GREY: Final = "6B7280"
RULE: Final = "D0D5DB"
PALE: Final = "E9EEF4"
INPUT_FILL: Final = "FFF7DB"
KEY_FILL: Final = "E6F2EA"
GREEN: Final = "2E7D4F"
RED: Final = "B3392F"
AMBER: Final = "B7791F"
RED_FILL: Final = "FBE9E7"
AMBER_FILL: Final = "FDF3E0"

PRICE: Final = "0.00"
FINE: Final = "0.0000"
MONEY: Final = "#,##0.00"
SHORTFALL: Final = '#,##0.00;-#,##0.00;"—"'
PERCENT: Final = "0.00%"
DATE: Final = "yyyy-mm-dd"
COUNT: Final = "0"
WHOLE: Final = "#,##0"
RATIO: Final = "0.0000%"

TITLE: Final = "xl 标题"
NOTE: Final = "xl 附注"
SECTION: Final = "xl 小节"
HEADER: Final = "xl 表头"
LABEL: Final = "xl 项目"
INPUT: Final = "xl 输入"
INPUT_TEXT: Final = "xl 输入文字"
RESULT: Final = "xl 结果"
KEY: Final = "xl 要点"
TEXT: Final = "xl 正文"
SPILL: Final = "xl 表内"
SPILL_TEXT: Final = "xl 表内文字"
UNIT: Final = "xl 单位"
CLAUSE: Final = "xl 条款"
LINK: Final = "xl 链接"
WORDS: Final = "xl 原文"
BANNER: Final = "xl 横幅"
TILE: Final = "xl 大字"
TILE_LABEL: Final = "xl 大字说明"

_THIN: Final = Side(style="thin", color=RULE)
_BOX: Final = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_UNDER: Final = Border(bottom=_THIN)
_NAVY_UNDER: Final = Border(bottom=Side(style="medium", color=NAVY))


def register(book: Workbook) -> None:
    """Give a new workbook the named styles; its own default font becomes ours."""
    normal = book._named_styles["Normal"]  # type: ignore[attr-defined]  # no public road
    normal.font = Font(name=FONT, size=10, color=INK)
    normal.alignment = Alignment(vertical="center")
    normal.bind(book)
    for style in _styles():
        book.add_named_style(style)


def solid(color: str) -> PatternFill:
    return PatternFill("solid", start_color=color, end_color=color)


def _styles() -> tuple[NamedStyle, ...]:
    return (
        _style(TITLE, size=16, bold=True, color=NAVY),
        _style(NOTE, size=9, color=GREY, wrap=True),
        _style(SECTION, size=11, bold=True, color=NAVY, border=_NAVY_UNDER),
        _style(HEADER, bold=True, color=NAVY, fill=PALE, border=_BOX, at="center", wrap=True),
        _style(LABEL, border=_BOX, at="left", wrap=True),
        _style(INPUT, color=BLUE, fill=INPUT_FILL, border=_BOX, at="right"),
        _style(INPUT_TEXT, color=BLUE, fill=INPUT_FILL, border=_BOX, at="left", wrap=True),
        _style(RESULT, border=_BOX, at="right"),
        _style(KEY, bold=True, color=NAVY, fill=KEY_FILL, border=_BOX, at="right"),
        _style(BANNER, size=11, bold=True, color=NAVY, fill=KEY_FILL, border=_BOX, at="left"),
        _style(TILE, size=18, bold=True, color=NAVY, fill=KEY_FILL, border=_BOX, at="center"),
        _style(TILE_LABEL, size=9, color=GREY, fill=PALE, border=_BOX, at="center"),
        _style(TEXT, at="left", wrap=True),
        _style(SPILL, border=_UNDER, at="right"),
        _style(SPILL_TEXT, border=_UNDER, at="left"),
        _style(UNIT, size=9, color=GREY, border=_BOX, at="left"),
        _style(CLAUSE, size=9, color=GREY, border=_BOX, at="center", wrap=True),
        _style(WORDS, size=9, border=_BOX, at="left", wrap=True),
        _style(LINK, color=BLUE, underline="single", border=_BOX, at="left"),
    )


def _style(
    name: str,
    *,
    size: float = 10,
    bold: bool = False,
    color: str = INK,
    underline: Literal["single"] | None = None,
    fill: str | None = None,
    border: Border | None = None,
    at: str | None = None,
    wrap: bool = False,
) -> NamedStyle:
    style = NamedStyle(name)
    style.font = Font(name=FONT, size=size, bold=bold, color=color, underline=underline)
    indent = 1 if at in ("left", "right") and border is not None else 0
    style.alignment = Alignment(horizontal=at, vertical="center", wrap_text=wrap, indent=indent)
    style.border = border or Border()
    style.fill = solid(fill) if fill else PatternFill()
    return style
