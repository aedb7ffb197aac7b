"""A rule whose answer is a row, over columns: one row for each cell, an error in its own row."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xlfuncs.errors import BadArgument, CellError
from xlfuncs.spec import Spec

Faults = NDArray[np.object_]


def row_by_row(
    spec: Spec,
    arguments: list[Any],
    spread: Collection[int],
    faults: Faults | None,
    shape: tuple[int, int],
) -> tuple[NDArray[Any], Faults | None]:
    """Values and errors of every row; the ranges must be columns, for an answer is a row."""
    if shape[1] != 1:
        raise BadArgument(
            "区域须为一列：每个单元格的结果占一行",
            "must be a column: the answer to a cell is a row",
        )
    given = [a.ravel().tolist() if i in spread else [a] * shape[0] for i, a in enumerate(arguments)]
    values = np.zeros((shape[0], len(spec.columns)))
    found = np.full(values.shape, None, object)
    failed = False
    for i, row in enumerate(zip(*given, strict=True)):
        try:
            if faults is not None and faults[i, 0] is not None:
                raise faults[i, 0]
            values[i] = spec.rule(*row)[0]
        except CellError as error:
            found[i] = error
            failed = True
    return values, found if failed else None
