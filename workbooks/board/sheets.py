"""The board as a workbook: one row a bond, coming events, a chart, what was assumed."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.chart import Reference, ScatterChart, Series
from openpyxl.formatting.rule import ColorScaleRule
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.board.coming import Event
from workbooks.board.figures import Line
from workbooks.highlights import highlight

BOARD: Final = "看板"
EVENTS: Final = "近期事项"
MAP: Final = "分布"
TREND: Final = "走势"
NOTES: Final = "口径"
HEAD: Final = 5  # the row of the column names; units and clauses stand above and below
FIRST: Final = HEAD + 2
SESSIONS: Final = 60  # of a small trend
NEAR: Final = 5  # sessions that are missing at most where a count is shown as near


@dataclass(frozen=True)
class Column:
    """One column: its name, its unit, its clause, how a line fills it."""

    zh: str
    unit: str
    clause: str
    of: Callable[[Line], Any]
    form: str | None = None
    wide: float = 10.5


def _figure(word: str) -> Callable[[Line], Any]:
    return lambda line: line.figures.get(word)


def _earliest(kind: str) -> Callable[[Line], Any]:
    return lambda line: line.earliest.get(kind)


COLUMNS: Final = (
    Column("代码", "", "", lambda line: line.bond.code, wide=11),
    Column("名称", "", "", lambda line: line.bond.terms.name, wide=16),
    Column("走势", f"{SESSIONS} 日", "", lambda _line: None, wide=14),
    Column("转债价格", "元/张", "", lambda line: line.bond_price, "0.000"),
    Column("正股收盘", "元/股", "CB-14a", lambda line: line.close, styles.PRICE),
    Column("转股价", "元/股", "CB-13a", lambda line: line.price, styles.PRICE),
    Column("转股价值", "元", "CB-16", _figure("parity"), styles.PRICE),
    Column("溢价率", "", "CB-16", _figure("premium"), styles.PERCENT),
    Column("双低", "", "集思录口径", _figure("double_low"), styles.PRICE),
    Column("纯债价值", "元/张", "CB-17", _figure("floor"), styles.PRICE),
    Column("到期收益率", "年", "CB-17", _figure("ytm"), styles.PERCENT),
    Column("税后收益率", "年", "CB-10", _figure("net_ytm"), styles.PERCENT),
    Column("剩余年限", "年", "CB-03", _figure("years"), "0.00"),
    Column("剩余规模", "亿元", "CB-18a", lambda line: _hundred_millions(line), "0.00"),
    Column("强赎线", "元/股", "CB-18", _figure("call_line"), "0.00##"),
    Column("强赎天数", "", "CB-18", _figure("call_state"), wide=13),
    Column("下修线", "元/股", "CB-14", _figure("reset_line"), "0.00##"),
    Column("下修天数", "", "CB-14", _figure("reset_state"), wide=13),
    Column("回售线", "元/股", "CB-20", _figure("put_line"), "0.00##"),
    Column("回售天数", "", "CB-20", _figure("put_state"), wide=13),
    Column("强赎还差", "个交易日", "CB-18", lambda line: _short(line, "call"), "0"),
    Column("下修还差", "个交易日", "CB-14", lambda line: _short(line, "reset"), "0"),
    Column("今日赎回价", "元/张", "CB-18b", _figure("call_price"), styles.FINE),
    Column("下一付息日", "日期", "CB-07", _figure("coupon_day"), styles.DATE, 12),
    Column("下次利息", "元/张", "CB-05", lambda line: _coupon(line), styles.PRICE),
    Column("强赎预计最早", "日期", "CB-18", _earliest("call"), styles.DATE, 12),
    Column("下修预计最早", "日期", "CB-14", _earliest("reset"), styles.DATE, 12),
)
AT: Final = {column.zh: get_column_letter(n) for n, column in enumerate(COLUMNS, 1)}


def _hundred_millions(line: Line) -> float | None:
    return None if line.bond.outstanding is None else line.bond.outstanding / 1e8


def _coupon(line: Line) -> float | None:
    rate = line.figures.get("coupon_rate")
    return None if rate is None else 100 * float(rate)


def _short(line: Line, kind: str) -> int:
    """Sessions that are missing; 0 where the condition is met."""
    return max(int(line.figures[f"{kind}_need"]) - int(line.figures[f"{kind}_days"]), 0)


def board(lines: Sequence[Line], events: Sequence[Event], notes: Sequence[str]) -> Workbook:
    """The whole workbook; the trends of the board point into the sheet of closes."""
    made = Workbook()
    made.remove(made.worksheets[0])
    styles.register(made)
    _add_board(made, lines)
    _add_events(made, events)
    _add_map(made, lines)
    _add_notes(made, notes)
    _add_closes(made, lines)
    made.properties.creator, made.properties.title = "xlfuncs", "转债看板"
    return made


def _add_board(made: Workbook, lines: Sequence[Line]) -> None:
    sheet = layout.new_sheet(made, BOARD, styles.NAVY)
    day = max((line.date for line in lines), default=None)
    layout.heading(
        sheet, f"转债看板  Market board  {day or ''}",
        "天数为 已满足/须满足 | 窗口；绿色为已满足，黄色为还差 5 天以内。收盘价为不复权价。"
        "表头可筛选排序；单位在列名下，条款编号在其下。",
        columns=len(COLUMNS),
    )  # fmt: skip
    layout.across(sheet, f"A{HEAD}", [column.zh for column in COLUMNS], styles.HEADER)
    under = [f"{c.unit}\n{c.clause}".strip() for c in COLUMNS]
    layout.across(sheet, f"A{HEAD + 1}", under, styles.CLAUSE)
    sheet.row_dimensions[HEAD].height, sheet.row_dimensions[HEAD + 1].height = 32, 28
    for at, line in enumerate(lines, FIRST):
        _write(sheet, at, line)
    last = max(FIRST + len(lines) - 1, FIRST)
    layout.widths(sheet, **{AT[column.zh]: column.wide for column in COLUMNS})
    sheet.auto_filter.ref = f"A{HEAD + 1}:{get_column_letter(len(COLUMNS))}{last}"
    sheet.freeze_panes = f"C{FIRST}"
    sheet.sheet_view.zoomScale = 85
    _colour(sheet, last)
    layout.page(sheet, f"A1:{get_column_letter(len(COLUMNS))}{last}", landscape=True,
                rows=f"{HEAD}:{HEAD + 1}")  # fmt: skip


def _write(sheet: Worksheet, at: int, line: Line) -> None:
    for place, column in enumerate(COLUMNS, 1):
        cell = sheet.cell(at, place, column.of(line))
        cell.style = styles.LABEL if place <= 2 else styles.RESULT
        if column.form:
            cell.number_format = column.form


def _colour(sheet: Worksheet, last: int) -> None:
    for word in ("强赎", "下修"):
        short = AT[f"{word}还差"]
        area = f"{AT[f'{word}天数']}{FIRST}:{AT[f'{word}天数']}{last}"
        highlight(sheet, area, f"${short}{FIRST}=0", styles.KEY_FILL, styles.GREEN, last=True)
        highlight(sheet, area, f"${short}{FIRST}<={NEAR}", styles.AMBER_FILL, styles.AMBER)
    scale = ColorScaleRule(  # type: ignore[no-untyped-call]
        start_type="min", start_color="C6E5D1", mid_type="percentile", mid_value=50,
        mid_color="FFFFFF", end_type="max", end_color="F6C9C4",
    )  # fmt: skip
    for word in ("溢价率", "双低"):
        sheet.conditional_formatting.add(f"{AT[word]}{FIRST}:{AT[word]}{last}", scale)
    rates = f"{AT['到期收益率']}{FIRST}:{AT['税后收益率']}{last}"
    highlight(sheet, rates, f"{AT['到期收益率']}{FIRST}<0", color=styles.RED)


def _add_events(made: Workbook, events: Sequence[Event]) -> None:
    sheet = layout.new_sheet(made, EVENTS, styles.AMBER)
    layout.heading(
        sheet, "近期事项  Coming events",
        "其后 30 个交易日：登记日、付息日、到期日、回售开始计数、承诺期满重计、预计最早满足日。",
        columns=5,
    )  # fmt: skip
    layout.across(sheet, "A4", ("日期", "代码", "名称", "事项", "条款"), styles.HEADER)
    for at, event in enumerate(events, 5):
        values = (event.date, event.code, event.name, event.what, event.clause)
        layout.across(sheet, f"A{at}", values, styles.LABEL)
        sheet[f"A{at}"].number_format = styles.DATE
    last = max(4 + len(events), 5)
    layout.widths(sheet, A=13, B=12, C=20, D=52, E=12)
    sheet.freeze_panes = "A5"
    sheet.auto_filter.ref = f"A4:E{last}"
    layout.page(sheet, f"A1:E{last}", rows="4:4")


def _add_map(made: Workbook, lines: Sequence[Line]) -> None:
    """Parity against premium, from the board's own cells."""
    sheet = layout.new_sheet(made, MAP, styles.BLUE)
    layout.heading(sheet, "转股价值与溢价率  Parity and premium",
                   "每点一只转债：左上偏债，右下偏股；双低者在左下。", columns=9)  # fmt: skip
    if any(line.bond_price is not None for line in lines):
        sheet.add_chart(_scatter(made[BOARD], FIRST + len(lines) - 1), "A4")
    layout.page(sheet, "A1:P40", landscape=True, tall=1)


def _scatter(source: Worksheet, last: int) -> ScatterChart:
    chart = ScatterChart()
    chart.style, chart.legend = 13, None
    chart.title = "转股价值（元）与溢价率"
    chart.x_axis.title, chart.y_axis.title = "转股价值 元", "溢价率"
    chart.x_axis.number_format, chart.y_axis.number_format = "0", "0%"
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.width, chart.height = 26, 15
    places = [_index(word) for word in ("转股价值", "溢价率")]
    xs, ys = (Reference(source, min_col=p, min_row=FIRST, max_row=last) for p in places)
    series = Series(ys, xs)
    series.marker.symbol, series.marker.size = "circle", 5
    series.marker.graphicalProperties.solidFill = styles.BLUE
    series.graphicalProperties.line.noFill = True
    chart.series.append(series)
    return chart


def _index(word: str) -> int:
    return next(n for n, column in enumerate(COLUMNS, 1) if column.zh == word)


def _add_notes(made: Workbook, notes: Sequence[str]) -> None:
    sheet = layout.new_sheet(made, NOTES, styles.GREY)
    layout.heading(sheet, "口径与说明  Assumptions", "生成时的来源、假设与略去的行。", columns=1)
    for at, note in enumerate(notes, 4):
        layout.put(sheet, f"A{at}", note, styles.TEXT)
        sheet.row_dimensions[at].height = 17.0 * -(-len(note) // 40) + 3
    layout.widths(sheet, A=82)
    layout.page(sheet, f"A1:A{3 + max(len(notes), 1)}")


def _add_closes(made: Workbook, lines: Sequence[Line]) -> None:
    """The closes behind the small trends, a row a bond like the board."""
    sheet = made.create_sheet(TREND)
    sheet.sheet_state = "hidden"
    sheet.append(["代码", f"正股收盘，最近 {SESSIONS} 个交易日"])
    for line in lines:
        sheet.append([line.bond.code, *line.trend[-SESSIONS:]])


def trend_areas(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """The closes of each line and the cell of the board that draws them."""
    return [
        (f"'{TREND}'!B{at}:{get_column_letter(1 + len(line.trend[-SESSIONS:]))}{at}",
         f"{AT['走势']}{place}")
        for place, (at, line) in enumerate(enumerate(lines, 2), FIRST)
    ]  # fmt: skip


def latest(lines: Sequence[Line]) -> dt.date | None:
    return max((line.date for line in lines), default=None)
