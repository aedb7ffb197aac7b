"""The template workbook: inputs, formulas of our functions, charts; nothing calculated yet."""

import csv
import datetime as dt
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from openpyxl import Workbook

from workbooks import styles
from workbooks.files import check_output, write_atomically
from workbooks.opening import PackageError
from workbooks.sheets import (
    companies,
    company_plans,
    distribution,
    dividends,
    exercise,
    functions,
    guide,
    interest,
    policies,
    price,
    quotes,
    terms,
    triggers,
    valuation,
)
from workbooks.sheets.inputs import (
    PACKAGED,
    Case,
    Closes,
    Company,
    Figure,
    Inputs,
    PastPlan,
    Valuation,
)
from xlfuncs import norms
from xlfuncs.tables import Terms

EXAMPLE: Final = "113664"
EXCEL_CALC_ID: Final = 191029  # an older one makes Excel recalculate on opening
PLANS: Final = ("002911-2021", "688567-2021", "605090-2022")
EXAMPLE_CASE: Final = Case(
    issue_end=dt.date(2022, 12, 9),
    record_date=dt.date(2025, 9, 16),
    redemption_date=dt.date(2025, 9, 17),
    outstanding=75_367_000.0,
    outstanding_date=dt.date(2025, 9, 10),
    put_date=dt.date(2026, 12, 14),
    applications=(
        (dt.date(2025, 6, 13), 10_000.0),
        (dt.date(2025, 6, 16), 10_000.0),
        (dt.date(2025, 8, 22), 100_000.0),
        (dt.date(2025, 9, 16), 1_000.0),
    ),
    samples=True,
    valuation=Valuation(dt.date(2025, 8, 1), 136.0, 0.4, 0.015, 0.02),  # a figure nobody announced
)
NO_COMPANIES: Final[tuple[Company, ...]] = ({}, {}, {})


def build(
    terms_: Terms,
    closes: Closes,
    *,
    plans: Sequence[str] = PLANS,
    companies_: Sequence[Company] = NO_COMPANIES,
    past_plans: Sequence[PastPlan] = (),
    case: Case | None = None,
) -> Workbook:
    """A template filled with a bond's terms and closes and, if given, the figures of a case."""
    inputs = Inputs(
        terms_, tuple(closes), tuple(map(norms.plan, plans)), tuple(plans), tuple(companies_),
        case or Case(), tuple(past_plans),
    )  # fmt: skip
    book = Workbook()
    book.remove(book.worksheets[0])
    styles.register(book)
    for sheet in (
        guide, terms, price, quotes, triggers, interest, exercise, valuation, policies,
        dividends, distribution,
    ):  # fmt: skip
        sheet.add(book, inputs)
    functions.add(book)
    # Excel without the add-in keeps the refreshed values instead of showing #NAME?
    book.calculation.calcId, book.calculation.fullCalcOnLoad = EXCEL_CALC_ID, False
    book.properties.creator, book.properties.title = "xlfuncs", "可转债条款与现金分红工作簿"
    return book


def example() -> Workbook:
    """大元转债 113664 on its real terms and prices, with the three dividend plans."""
    return build(
        norms.terms(EXAMPLE), example_closes(), companies_=companies.EXAMPLES,
        past_plans=company_plans.PAST, case=EXAMPLE_CASE,
    )  # fmt: skip


def empty() -> Workbook:
    """Everything in place and no inputs but the ratios and counts usual in the market."""
    return build(Terms(), ())


def filled(bond: str | None, policies: Sequence[str]) -> Workbook:
    """A packaged set of terms and up to three policies, each the first company's that is free.

    The policies not chosen stand beside them for comparison; no figure is made up.
    """
    _check_names("terms", [bond] if bond else [])
    _check_names("plans", policies)
    if len(policies) > len(PLANS):
        raise PackageError("最多三份政策", "at most three policies")
    others = [name for name in PLANS if name not in policies]
    chosen = [*({"policy": Figure(name, PACKAGED)} for name in policies), *NO_COMPANIES]
    return build(
        norms.terms(bond) if bond else Terms(), (),
        plans=[*policies, *others][: len(PLANS)], companies_=chosen[: len(PLANS)],
    )  # fmt: skip


def _check_names(folder: str, given: Sequence[str]) -> None:
    known = norms.names(folder)
    for name in given:
        if name not in known:
            raise PackageError(
                f"没有名为“{name}”的内置资料，可用：{'、'.join(known)}",
                f"'{name}' is not packaged; there are {', '.join(known)}",
            )


def example_closes() -> list[tuple[dt.date, float]]:
    """The packaged closes of 603757, unadjusted."""
    source = Path(__file__).parent / "demo_data" / f"{EXAMPLE}-closes.csv"
    with source.open(encoding="utf-8") as lines:
        return [
            (dt.date.fromisoformat(row["date"]), float(row["close"]))
            for row in csv.DictReader(lines)
        ]


def write_template(out: Path, book: Workbook) -> None:
    """Write a template in one step or not at all."""
    check_output(out)
    write_atomically(out, workbook_bytes(book))


def workbook_bytes(book: Workbook) -> bytes:
    """A workbook as the bytes of its file."""
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
