"""One table of an export: its rows, the column chosen for each meaning, titles and source."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from workbooks.imports.adjustment import adjusted, refusal
from workbooks.imports.exports import Grid, Row
from workbooks.imports.headings import Column, Headings, Meaning
from workbooks.imports.spellings import plain
from workbooks.imports.units import Unit, refuse_foreign, units_in
from workbooks.imports.vendors import Vendor, vendor
from workbooks.opening import PackageError

_ZH: Final = {"date": "日期", "close": "收盘价"}
_COUNTED: Final = ("股", "张", "手")


@dataclass(frozen=True)
class Table:
    """A table ready to be read; `first` is its first row of data, counted from 0."""

    rows: Sequence[Row]
    first: int
    columns: dict[Meaning, Column]
    heads: tuple[str, ...]
    titles: tuple[str, ...]
    source: Vendor
    date1904: bool

    def cell(self, row: Row, meaning: Meaning) -> Any:
        """What a row holds of a meaning; None where the table has no such column."""
        column = self.columns.get(meaning)
        return row[column.place] if column and column.place < len(row) else None


def table(grid: Grid, found: Headings, file_name: str) -> Table:
    """The table under the headings; PackageError where its prices are adjusted or ambiguous."""
    above, head = grid.rows[: found.row], grid.rows[found.row]
    titles = tuple(plain(c) for row in above for c in row if isinstance(c, str) and plain(c))
    _refuse_adjusted(titles, file_name)
    heads = tuple(map(plain, head))
    below = (plain(c) for row in grid.rows[found.first :] for c in row[:1] if isinstance(c, str))
    source = vendor(heads, " ".join((*titles, *(t for t in below if "来源" in t))))
    columns = {c.meaning: c for m in {c.meaning: 0 for c in found.columns} if (c := _one(found, m))}
    if source.amount_is_volume:
        columns["volume"] = replace(columns.pop("amount"), meaning="volume")
    columns = _with_title_units(columns, titles)
    return Table(grid.rows, found.first, columns, heads, titles, source, grid.date1904)


def _refuse_adjusted(titles: Iterable[str], file_name: str) -> None:
    for text in titles:
        if words := adjusted(text):
            raise refusal(f"标题“{text[:40]}”", "a title", words)
    if words := adjusted(file_name):
        raise refusal("文件名", "the file's name", words)


def _one(found: Headings, meaning: Meaning) -> Column | None:
    """The unadjusted column of a meaning; only adjusted ones, or two of them, are refused."""
    columns = found.of(meaning)
    good = [column for column in columns if not column.adjusted]
    if meaning == "close" and not good:
        raise refusal(f"列“{columns[0].heading}”", "a heading", columns[0].adjusted)
    if len(good) > 1 and meaning in _ZH:
        heads = "、".join(f"第 {c.place + 1} 列“{c.heading}”" for c in good)
        raise PackageError(
            f"有 {len(good)} 列都像{_ZH[meaning]}：{heads}，请只留一列",
            f"{len(good)} columns look like a {meaning}: leave one",
        )
    return good[0] if good else None


def _with_title_units(
    columns: dict[Meaning, Column], titles: Iterable[str]
) -> dict[Meaning, Column]:
    """单位：万元，手 in a title, for the columns that state no unit; a price stays in yuan."""
    stated: list[Unit] = []
    for text in titles:
        if any(word in text for word in ("单位", "币种", "货币")):
            refuse_foreign(text)
            stated += units_in(text)
    amount = next((u for u in stated if u.is_money and u.scale), None)
    volume = next((u for u in stated if u.base in _COUNTED), None)
    given = {"amount": amount, "volume": volume}
    return {m: replace(c, unit=c.unit or given.get(m)) for m, c in columns.items()}
