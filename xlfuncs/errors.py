"""What a cell shows when a question has no answer, and why."""

from typing import ClassVar

import numpy as np


class CellError(Exception):
    """A worksheet error with its reason, Chinese first.

    >>> str(OutOfDomain("转股价格须大于 0", "conversion price must be positive"))
    '转股价格须大于 0 / conversion price must be positive'
    """

    code: ClassVar[str] = "#VALUE!"

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en

    def at(self, zh: str, en: str) -> "CellError":
        """The same error, naming the argument or cell where it arose."""
        return type(self)(f"{zh}：{self.zh}", f"{en}: {self.en}")


class BadArgument(CellError):
    """#VALUE!: the input is not of the declared kind."""

    code = "#VALUE!"


class OutOfDomain(CellError):
    """#NUM!: the input is of the right kind, but the clause gives no number for it."""

    code = "#NUM!"


class NotCovered(CellError):
    """#N/A: no rule, no event, or a date past what is known."""

    code = "#N/A"


class PassedOn(CellError):
    """An error that an argument already carried, handed through unchanged."""

    def __init__(self, code: str) -> None:
        super().__init__(f"参数本身是错误值 {code}", f"an argument already holds {code}")
        self.code = code  # type: ignore[misc]  # the one kind whose code differs per instance

    def at(self, zh: str, en: str) -> "PassedOn":  # noqa: ARG002  the code is all there is to say
        return self


class SomeElements(Exception):
    """Raised by `require` on arrays: the elements that fail, and their error."""

    def __init__(self, failed: np.ndarray, error: CellError) -> None:
        super().__init__(str(error))
        self.failed = failed
        self.error = error


def require(holds: "bool | np.bool_ | np.ndarray", kind: type[CellError], zh: str, en: str) -> None:
    """Raise where a condition fails: at once for scalars, element by element for arrays."""
    if holds is True:
        return
    if isinstance(holds, np.ndarray) and holds.ndim:
        if not holds.all():
            raise SomeElements(~holds, kind(zh, en))
    elif not holds:
        raise kind(zh, en)
