"""From two files to a board: terms of bonds and closes of their shares."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbooks.board.bonds import Bond, bonds_of, converted
from workbooks.board.coming import Event, events_of
from workbooks.board.figures import Line, lines_of, values
from workbooks.board.quotes import quotes_of
from workbooks.board.reading import table_of
from workbooks.board.sheets import BOARD, board, latest, trend_areas
from workbooks.board.sparklines import with_sparklines
from workbooks.files import check_output, write_atomically
from workbooks.opening import PackageError
from workbooks.template import workbook_bytes
from xlfuncs.errors import CellError

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[str, float], None]
ORDERS: Final = {
    "双低": ("double_low", 1), "溢价率": ("premium", 1), "强赎": ("call_days", -1),
    "下修": ("reset_days", -1), "收益率": ("ytm", -1), "剩余年限": ("years", 1),
}  # fmt: skip


def make_board(
    terms: Path, prices: Path, out: Path, *, floor_yield: float, order: str, tell: Progress
) -> tuple[list[Line], list[Event]]:
    """Write the board in one step or not at all; its lines and events come back."""
    check_output(out)
    tell("读取条款 reading the terms", 0.0)
    listed = table_of(terms)
    bonds = bonds_of(listed)
    tell("读取行情 reading the prices", 0.1)
    quotes = quotes_of(table_of(prices), bonds)
    tell("计算 calculating", 0.4)
    lines = _sorted(_lines(quotes, bonds, floor_yield, prices), order)
    day = latest(lines)
    events = events_of(lines, day) if day else []
    tell("写出 writing", 0.8)
    notes = _notes(terms, prices, bonds, lines, floor_yield) + _units(listed)
    made = workbook_bytes(board(lines, events, notes))
    write_atomically(out, with_sparklines(made, BOARD, trend_areas(lines)))
    return lines, events


def _lines(
    quotes: "pd.DataFrame", bonds: Sequence[Bond], floor_yield: float, prices: Path
) -> list[Line]:
    try:
        lines = lines_of(quotes, bonds, floor_yield)
    except CellError as error:
        raise PackageError(f"{prices}：{error.zh}", error.en) from None
    if not lines:
        raise PackageError(
            f"{prices} 里没有条款表中任何债券的收盘价与转股价",
            "no bond of the terms has a close and a conversion price there",
        )
    return lines


def _sorted(lines: list[Line], order: str) -> list[Line]:
    """By a figure; lines without it come last."""
    word, sign = ORDERS[order]
    keyed = zip(values(lines, word), lines, strict=True)
    return [line for _, line in sorted(keyed, key=lambda p: (p[0] != p[0], sign * p[0]))]


def _notes(
    terms: Path, prices: Path, bonds: Sequence[Bond], lines: Sequence[Line], floor_yield: float
) -> list[str]:
    shown = {line.bond.code for line in lines}
    missing = [bond.code for bond in bonds if bond.code not in shown]
    notes = [
        f"条款：{terms.name}，{len(bonds)} 只；行情：{prices.name}；数据截至 {latest(lines)}。",
        f"纯债价值按年化 {floor_yield:.2%} 折现（--floor-yield）；付息按名义付息日，末期为赎回价。",
        "到期收益率为全价、复利、实际天数/365；税后按条款中的利息税率扣除利息与赎回价超过面值的部分。",
        "天数按当日有效转股价与不复权收盘价逐日计数；行情文件没有转股价列时，以条款表的当期转股价贯穿全程，"
        "窗口内有过调整的债券须在行情文件里给出逐日转股价。",
        "预计最早满足日假设其后每个交易日都满足条件。",
    ]
    if missing:
        notes.append(f"没有收盘价或转股价而未列示 {len(missing)} 只：{'、'.join(missing)}")
    return notes


def _units(listed: "pd.DataFrame") -> list[str]:
    """How the amounts of the table of terms were read."""
    done = converted(listed)
    read = f"按列名的单位折合元：{'、'.join(done)}" if done else "列名没有单位，按元读入"
    return [f"金额：条款表{read}；看板的剩余规模以亿元列示。"]
