"""Refreshing many workbooks: which files, where to, in how many processes."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbooks.calculators import Calculator, other_program
from workbooks.files import new_folder
from workbooks.package import PackageError
from workbooks.refresh import CellChange, CellProblem, Progress, Refreshed, refresh_file

SUFFIXES: Final = (".xlsx", ".xlsm")


@dataclass(frozen=True)
class Job:
    """One workbook to refresh, where its refreshed copy goes, and who calculates it."""

    source: Path
    target: Path
    calculator: Calculator = Calculator.AUTO


@dataclass(frozen=True)
class Outcome:
    """What became of one workbook; `failure` is empty where it was refreshed."""

    job: Job
    failure: str = ""
    formulas: int = 0
    changed: list[CellChange] = field(default_factory=list)
    errors: list[CellProblem] = field(default_factory=list)
    unsupported: list[CellProblem] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 done, 1 failed, 3 finished with error cells or cells left as they were."""
        if self.failure:
            return 1
        return 3 if self.errors or self.unsupported else 0


def jobs_for(
    books: Iterable[Path], folder: Path | None, calculator: Calculator = Calculator.AUTO
) -> list[Job]:
    """The jobs for files and folders; in place without `folder`, below it otherwise."""
    jobs: dict[Path, Job] = {}
    for source, name in (pair for book in books for pair in _found(book)):
        target = folder / name if folder else source
        taken = jobs.setdefault(target.absolute(), Job(source, target, calculator))
        if taken.source.absolute() != source.absolute():
            raise PackageError(
                f"{taken.source} 与 {source} 会写到同一个文件 {target}",
                f"{taken.source} and {source} would both be written to {target}",
            )
    return list(jobs.values())


def _found(book: Path) -> Iterator[tuple[Path, Path]]:
    """A file itself, or the workbooks below a folder with their places in it."""
    if not book.is_dir():
        yield book, Path(book.name)
        return
    for path in sorted(book.rglob("*")):
        if path.suffix.lower() in SUFFIXES and not path.name.startswith(("~$", ".")):
            yield path, path.relative_to(book)


def run(job: Job, progress: Progress | None = None) -> Outcome:
    """One workbook; whatever is wrong with it is in the outcome."""
    try:
        new_folder(job.target.parent)
        recalculate = other_program(job.calculator)
        done = refresh_file(job.source, job.target, recalculate=recalculate, progress=progress)
    except PackageError as failure:
        return Outcome(job, str(failure))
    return outcome_of(job, done)


def outcome_of(job: Job, done: Refreshed) -> Outcome:
    """The outcome of a workbook that was refreshed."""
    return Outcome(job, "", done.formulas, done.changed, done.errors, done.unsupported)


def run_all(jobs: list[Job], processes: int) -> Iterator[Outcome]:
    """The outcomes as they come; a workbook that kills its process fails alone."""
    suspects = []
    with ProcessPoolExecutor(max(1, min(processes, len(jobs)))) as pool:
        running = {pool.submit(run, job): job for job in jobs}
        for future in as_completed(running):
            try:
                yield future.result()
            except BrokenProcessPool:  # one of the running or waiting workbooks did it
                suspects.append(running[future])
    for job in suspects:
        yield _alone(job)


def _alone(job: Job) -> Outcome:
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(run, job).result()
        except BrokenProcessPool:
            return Outcome(job, f"{job.source}：处理进程崩溃 / the process that read it crashed")
