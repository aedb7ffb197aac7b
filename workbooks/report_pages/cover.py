"""封面: the state in one look."""

from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import highlights, layout, styles
from workbooks.report_pages import sessions
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import fit_rows, table
from workbooks.sheets.company_form import figures
from workbooks.sheets.dividend_items import ITEMS

TITLE: Final = "封面"
PLACES: Final = (1, 2, 3)
TILES: Final = ("AB", "CD", "EF", "GH")
POINTS: Final = 10
WIDE: Final = 29.5  # cm: columns A to H


def add(report: Workbook, book: Book) -> None:
    sheet = layout.new_sheet(report, TITLE)
    name, stock = book.value("名称") or "可转债", book.value("正股") or ""
    layout.heading(sheet, f"{name}  条款跟踪与分红合规报告", _subtitle(book, stock), columns=8)
    sheet.row_dimensions[1].height = 40
    for pair, tile in zip(TILES, _tiles(book), strict=True):
        _tile(sheet, pair, *tile)
    layout.section(sheet, "A9", "要点  Key points", columns=8)
    at = POINTS
    for at, line in enumerate(_points(book), at):  # noqa: B020  at moves on
        layout.merged(sheet, f"A{at}:H{at}", line, styles.TEXT)
        sheet.row_dimensions[at].height = 20
    at = _floors(sheet, at + 2, book)
    sheet.add_chart(sessions.price_chart(report, book, WIDE, 11.5), f"A{at + 1}")
    sheet.add_chart(sessions.count_chart(report, book, WIDE, 8.5), f"A{at + 20}")
    layout.widths(sheet, A=19, B=12, C=12, D=12, E=17, F=17, G=17, H=28)
    fit_rows(sheet, POINTS)
    layout.page(sheet, f"A1:H{at + 34}", tall=1)


def _subtitle(book: Book, stock: str) -> str:
    day = book.value("截至日")
    return f"正股 {stock}    截至 {day:%Y-%m-%d}    Terms tracker and dividend compliance"


def _tiles(book: Book) -> tuple[tuple[str, Any, str | None, str], ...]:
    interest = book.value("下一期利息")
    each = f"每张利息 {interest:.2f} 元 · CB-07" if isinstance(interest, int | float) else "CB-07"
    return (
        ("当期转股价", book.value("当期转股价"), styles.PRICE, "元/股 · CB-13a"),
        ("强赎进度", book.value("强赎进度"), None, f"{_since(book)} · CB-18"),
        ("下一付息日", book.value("下一付息日"), styles.DATE, each),
        ("赎回价（税前）", book.value("赎回价"), styles.FINE, "元/张 · CB-18b"),
    )


def _tile(
    sheet: Worksheet, pair: str, label: str, value: Any, form: str | None, under: str
) -> None:
    left, right = tuple(pair)
    layout.merged(sheet, f"{left}4:{right}4", label, styles.TILE_LABEL)
    layout.merged(sheet, f"{left}5:{right}6", value, styles.TILE, form)
    layout.merged(sheet, f"{left}7:{right}7", under, styles.TILE_LABEL)


def _points(book: Book) -> list[str]:
    found = [_call_point(book)]
    found += [_point(book, zh, clause) for zh, clause in (("下修", "CB-14"), ("回售", "CB-20"))]
    if book.value("赎回价") is not None:
        found.append(
            f"赎回（CB-18b、CB-19、CB-30）：{_last_trade(book)}"
            f"赎回日 {book.value('计息日'):%Y-%m-%d}，"
            f"计息 {book.value('计息天数')} 天，应计利息 {book.value('应计利息'):.4f} 元/张，"
            f"赎回价 {book.value('赎回价'):.4f} 元/张，税后 {book.value('税后赎回价'):.4f} 元/张。"
        )
    if book.value("理论价值") is not None:
        found.append(_value_point(book))
    found.append(
        "取自已重算的工作簿；分红部分的示例数字不是公司数据。条款与公告不一致时以公告为准。"
    )
    return found


def _point(book: Book, zh: str, clause: str) -> str:
    state, verdict, foreseen = (book.value(f"{zh}{what}") for what in ("进度", "结论", "预计日"))
    return f"{zh}（{clause}）：{state}，{verdict}；预计最早满足日 {foreseen}。"


def _value_point(book: Book) -> str:
    value, error, day = (book.value(name) for name in ("理论价值", "标准误", "估值日"))
    market, implied = book.value("转债市价"), book.value("隐含波动率")
    shown = f"{implied:.1%}" if isinstance(implied, int | float) else implied
    priced = "" if market is None else f"；市价 {market:.2f} 元/张，隐含波动率 {shown}"
    return (
        f"估值（CB-14～20）：{day:%Y-%m-%d} 理论价值 {value:.2f} 元/张（标准误 {error:.2f}）"
        f"{priced}；所用假设见“估值”。"
    )


def _since(book: Book) -> str:
    day = book.value("强赎满足日")
    return day if isinstance(day, str) else f"{day:%Y-%m-%d} 首次满足"


def _met(book: Book) -> str:
    """When the call condition was first met, and the count of that day."""
    day = book.value("强赎满足日")
    if isinstance(day, str):
        return day
    count = next(row[4] for row in book.rows("触发表") if row[0] == day)
    need, window = book.value("强赎天数"), book.value("强赎窗口")
    return f"{_since(book)}，当日 {count}/{need} | {window}"


def _last_trade(book: Book) -> str:
    day = book.value("最后交易日")
    return "" if day is None else f"最后交易日 {day}，"


def _call_point(book: Book) -> str:
    line, state = book.value("强赎线"), book.value("强赎进度")
    return f"强赎（CB-18）：{_met(book)}；强赎线 {line:.4f} 元/股，截至日进度 {state}。"


def _floors(sheet: Worksheet, at: int, book: Book) -> int:
    layout.section(sheet, f"A{at}", "三份分红规划的现金分红下限  Dividend floors", columns=8)
    heads = (
        "公司",
        "年度",
        "政策",
        "",
        "可分配利润\n元",
        "现金分红下限\n元",
        "拟分现金\n元",
        "结论",
    )
    end = table(sheet, at + 1, heads, (_company(book, p) for p in PLACES), (None,) * 8)
    for row in range(at + 1, end):
        sheet.merge_cells(f"C{row}:D{row}")
    for cells in sheet[f"E{at + 2}:G{end - 1}"]:
        for cell in cells:
            cell.number_format = styles.MONEY
    highlights.highlight(
        sheet, f"H{at + 2}:H{end - 1}", f'ISNUMBER(SEARCH("不满足",$H{at + 2}))', color=styles.RED
    )
    return end


def _company(book: Book, place: int) -> list[Any]:
    got = figures(book.block(f"分红公司{place}"), ITEMS)
    return [got["company"], got["year"], got["policy"], None, got["profit"], got["floor"],
            got["cash"], got["verdict"]]  # fmt: skip
