"""One import from end to end: read, merged into the workbook, refreshed, written in one step."""

from dataclasses import dataclass
from pathlib import Path

from workbooks.files import check_writable, write_atomically
from workbooks.imports.prices import Prices, read_prices
from workbooks.imports.quote_sheet import Merge, merged
from workbooks.opening import PackageError
from workbooks.package import Package
from workbooks.refresh import Progress, Refreshed, refresh_bytes


@dataclass(frozen=True)
class Imported:
    """What was read, what it did to the workbook, and the refresh after it."""

    prices: Prices
    merge: Merge
    refreshed: Refreshed | None


def import_prices(
    source: Path,
    book: Path,
    target: Path,
    *,
    code: str | None = None,
    refresh: bool = True,
    progress: Progress | None = None,
) -> Imported:
    """Put an export's closes into a template workbook, written to `target` or not at all."""
    check_writable(target)
    prices = read_prices(source, code)
    package = Package.from_path(book)
    try:
        data, merge = merged(package, prices)
        refreshed = refresh_bytes(data, progress=progress) if refresh else None
    except PackageError as failure:
        raise failure.about(book) from None
    new = refreshed.data if refreshed else data
    if new != package.data or book.resolve() != target.resolve():
        write_atomically(target, new)
    return Imported(prices, merge, refreshed)
