"""The report of a refreshed workbook: values, not formulas; for the screen and for paper."""

from pathlib import Path

from openpyxl import Workbook

from workbooks import styles
from workbooks.files import check_output, check_writable, write_atomically
from workbooks.language import Language
from workbooks.report_pages import (
    clauses,
    compliance,
    cover,
    distribution,
    payments,
    prices,
    sessions,
    valuation,
)
from workbooks.report_pages.english import into_english
from workbooks.report_pages.reading import Book, ReportError
from workbooks.template import workbook_bytes

__all__ = ["ReportError", "write_report"]


def write_report(
    book: Path, out: Path, pdf: Path | None = None, language: Language = Language.ZH
) -> None:
    """Write the report of a refreshed template workbook, in one step or not at all.

    With `pdf` LibreOffice prints it too; nothing is written where it cannot.

    Raises ReportError when the workbook is not refreshed, lacks a sheet or holds an error in a
    cell the report shows, and PackageError when a file cannot be read or written.
    """
    check_output(out)
    if out.resolve() == book.resolve():
        raise ReportError(
            f"报告会覆盖工作簿 {book}，请另起文件名",
            f"the report would replace the workbook {book}, give it another name",
        )
    report = workbook_bytes(report_of(Book(book), language))
    if pdf:
        from workbooks.office.engine import to_pdf

        check_writable(pdf)
        printed = to_pdf(report)
        write_atomically(pdf, printed)
    write_atomically(out, report)


def report_of(book: Book, language: Language = Language.ZH) -> Workbook:
    """The report as a workbook."""
    report = Workbook()
    report.remove(report.worksheets[0])
    styles.register(report)
    sessions.add_appendix(report, book)  # first: the charts draw from it
    for page in (cover, clauses, prices, payments, sessions, valuation, compliance, distribution):
        page.add(report, book)
    report.move_sheet(sessions.APPENDIX, len(report.sheetnames) - 1)
    report.active = 0
    report.properties.creator, report.properties.title = "xlfuncs", "可转债条款跟踪与分红合规报告"
    if language is Language.EN:
        into_english(report)
    return report
