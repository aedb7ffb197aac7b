"""LibreOffice as the calculator: each process of ours has its own office, started when needed."""

import os
from contextlib import suppress
from functools import cache
from multiprocessing.util import Finalize

from workbooks.calculators import Recalculate
from workbooks.office.process import Office
from workbooks.office.program import python, soffice
from workbooks.opening import PackageError


def recalculation() -> Recalculate:
    """LibreOffice's calculation of a workbook; PackageError where there is no LibreOffice."""
    soffice()
    python()
    return _own().recalculated


def to_pdf(data: bytes) -> bytes:
    """A workbook on paper, calculated anew by this process's office."""
    return _own().to_pdf(data)


class OwnOffice:
    """The office of this process; one that failed is ended, the next workbook gets a new one."""

    def __init__(self) -> None:
        self._office: Office | None = None
        Finalize(self, self.end, exitpriority=10)  # workers of a pool run no atexit functions

    def recalculated(self, data: bytes) -> bytes:
        try:
            return self._running().recalculated(data)
        except PackageError:
            self.end()
            raise

    def to_pdf(self, data: bytes) -> bytes:
        try:
            return self._running().to_pdf(data)
        except PackageError:
            self.end()
            raise

    def end(self) -> None:
        office, self._office = self._office, None
        if office:
            with suppress(OSError):
                office.__exit__(None, None, None)

    def _running(self) -> Office:
        if self._office is None:
            self._office = Office().__enter__()
        return self._office


def _own() -> OwnOffice:
    return _office_of(os.getpid())  # a forked worker must not speak into its parent's office


@cache
def _office_of(_process: int) -> OwnOffice:
    return OwnOffice()
