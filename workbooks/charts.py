"""Native charts over days, over figures, and of parts; one look for template and report."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.chart.axis import ChartLines, DateAxis, TextAxis
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import styles

POINT: Final = 12700  # EMU


@dataclass(frozen=True)
class Line:
    """One series: the column that holds it, headed by its title."""

    column: int
    color: str
    points: float = 1.5
    dash: Literal["dash", "sysDash"] | None = None
    title: str = ""  # shown in place of the heading


@dataclass(frozen=True)
class Frame:
    """What stands around the lines."""

    title: str
    y_title: str
    y_format: str
    low: float | None = None
    high: float | None = None
    width: float = 24.0
    height: float = 11.0


def day_chart(
    sheet: Worksheet, days: int, rows: tuple[int, int], lines: Sequence[Line], frame: Frame
) -> LineChart:
    """Lines over the days of a column; row one of `rows` holds the titles."""
    return _line_chart(sheet, days, rows, lines, frame, _days_axis())


def figure_chart(
    sheet: Worksheet,
    figures: int,
    rows: tuple[int, int],
    lines: Sequence[Line],
    frame: Frame,
    x_title: str,
) -> LineChart:
    """Lines over the figures of a column, evenly spaced."""
    axis = TextAxis(axId=10, crossAx=100)
    axis.title, axis.tickLblPos = x_title, "low"
    return _line_chart(sheet, figures, rows, lines, frame, axis)


def part_chart(
    sheet: Worksheet, left: int, rows: tuple[int, int], colors: Sequence[str], frame: Frame
) -> BarChart:
    """What each part adds or takes: names in column `left`, an unseen foot, a column a colour."""
    head, last = rows
    chart = BarChart()
    chart.width, chart.height = frame.width, frame.height  # type: ignore[assignment]
    chart.grouping, chart.overlap, chart.gapWidth = "stacked", 100, 60
    for column, color in enumerate([None, *colors], left + 1):
        values = Reference(sheet, min_col=column, min_row=head, max_row=last)
        series: Series = SeriesFactory(values, title_from_data=True)
        series.graphicalProperties = GraphicalProperties(solidFill=color, noFill=color is None)
        chart.series.append(series)
    chart.x_axis = TextAxis(axId=10, crossAx=100)
    chart.x_axis.title, chart.x_axis.tickLblPos = "构成 part", "low"
    chart.set_categories(Reference(sheet, min_col=left, min_row=head + 1, max_row=last))
    _dress(chart, frame)
    chart.legend = None
    return chart


def _line_chart(
    sheet: Worksheet,
    categories: int,
    rows: tuple[int, int],
    lines: Sequence[Line],
    frame: Frame,
    axis: DateAxis | TextAxis,
) -> LineChart:
    head, last = rows
    chart = LineChart()
    chart.width, chart.height = frame.width, frame.height  # type: ignore[assignment]
    for line in lines:
        chart.series.append(_series(sheet, line, head, last))
    chart.x_axis = axis
    chart.set_categories(Reference(sheet, min_col=categories, min_row=head + 1, max_row=last))
    _dress(chart, frame)
    return chart


def _series(sheet: Worksheet, line: Line, head: int, last: int) -> Series:
    values = Reference(sheet, min_col=line.column, min_row=head, max_row=last)
    series: Series = SeriesFactory(values, title_from_data=True)
    series.smooth = False
    if line.title:
        series.tx = SeriesLabel(v=line.title)
    series.marker = Marker(symbol="none")
    series.graphicalProperties.line = LineProperties(
        w=int(line.points * POINT), solidFill=line.color, prstDash=line.dash
    )
    return series


def _days_axis() -> DateAxis:
    axis = DateAxis(crossAx=100)
    axis.number_format = "yyyy-mm"
    axis.majorTimeUnit, axis.majorUnit = "months", 1
    axis.baseTimeUnit = "days"
    axis.title = "交易日 session"
    axis.tickLblPos = "low"
    return axis


def _dress(chart: LineChart | BarChart, frame: Frame) -> None:
    chart.title, chart.y_axis.title = frame.title, frame.y_title
    chart.y_axis.number_format = frame.y_format
    chart.y_axis.scaling.min, chart.y_axis.scaling.max = frame.low, frame.high
    chart.y_axis.crossAx = chart.x_axis.axId
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.display_blanks = "gap"
    chart.legend = Legend()
    chart.legend.position, chart.legend.txPr = "b", _words(900)
    box = ManualLayout(xMode="edge", yMode="edge", x=0.08, y=0.13, w=0.89, h=0.60)
    chart.plot_area.layout = Layout(box)
    chart.y_axis.majorGridlines = ChartLines(GraphicalProperties(ln=_stroke("E3E7EC")))
    _word_title(chart.title, 1300, styles.NAVY, bold=True)
    for axis in (chart.x_axis, chart.y_axis):
        axis.txPr = _words(900)
        axis.graphicalProperties = GraphicalProperties(ln=_stroke("AAB2BD"))
        _word_title(axis.title, 900, styles.GREY)


def _stroke(color: str) -> LineProperties:
    return LineProperties(solidFill=color, w=POINT // 2)


def _word_title(title: Any, size: int, color: str, bold: bool = False) -> None:
    """A title beside the plot, not over it, in our face."""
    title.overlay = False
    title.tx.rich.p[0].pPr = _paragraph(size, color, bold)


def _words(size: int) -> RichText:
    plain = Paragraph(pPr=_paragraph(size, styles.INK), endParaRPr=CharacterProperties())
    return RichText(p=[plain])


def _paragraph(size: int, color: str, bold: bool = False) -> ParagraphProperties:
    face = Font(typeface=styles.FONT)
    return ParagraphProperties(
        defRPr=CharacterProperties(sz=size, b=bold, solidFill=color, latin=face, ea=face)
    )
