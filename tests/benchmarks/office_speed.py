"""LibreOffice against formualizer on the same files: python tests/benchmarks/office_speed.py"""

import io
from collections.abc import Callable

import openpyxl
from speed import medians, shown

from workbooks.office.process import Office
from workbooks.refresh import refresh_bytes

FEW, MANY = 200, 20_000


def book(cells: int) -> bytes:
    """Filled-down formulas of four functions, with their inputs beside them."""
    made = openpyxl.Workbook(write_only=True)
    sheet = made.create_sheet()
    for row in range(1, cells + 1):
        price, cash = 10 + row % 4000 / 100, row % 90 / 100
        formula = (
            f"=CB_ADJUST_PRICE(A{row},B{row})", f"=CB_SHARES(10000,A{row})",
            f"=CB_ACCRUED(100,B{row}/100,286,4)", f"=CB_PARITY(A{row},20)",
        )[row % 4]  # fmt: skip
        sheet.append([price, cash, formula])
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def start() -> None:
    with Office():
        pass


def main() -> None:
    print(f"{'':<58}{'LibreOffice':>11}{'formualizer':>11}")
    few, many = book(FEW), book(MANY)
    (seconds,) = medians(start, times=3)
    print(f"{'start of an office, with a fresh profile and the add-in':<58}{seconds:9.3f} s")
    with Office() as office:
        for cells, data in ((FEW, few), (MANY, many)):
            theirs, ours = medians(by(office, data), lambda d=data: refresh_bytes(d), times=5)
            shown(f"refresh of {cells:,} function cells", theirs, ours, "for interest")


def by(office: Office, data: bytes) -> Callable[[], object]:
    return lambda: refresh_bytes(data, recalculate=office.recalculated)


if __name__ == "__main__":
    main()
