"""Tables from files: .csv in UTF-8 or GBK, .xlsx, .parquet; columns by any of their names."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbooks.opening import PackageError, contents
from xlfuncs.amounts import headed

if TYPE_CHECKING:
    import pandas as pd


def table_of(path: Path) -> "pd.DataFrame":
    """The first sheet of a workbook, or the whole file; codes stay text."""
    import pandas as pd

    if not path.is_file():
        contents(path)  # says what is wrong with it
    try:
        if path.suffix.lower() in (".xlsx", ".xlsm"):
            return pd.read_excel(path, dtype=object)
        if path.suffix.lower() == ".parquet":
            return pd.read_parquet(path)
        return _csv(path)
    except ImportError as missing:
        raise PackageError(
            f"读取 {path} 需要 pyarrow：pip install pyarrow", f"reading it needs {missing.name}"
        ) from None
    except Exception as failure:  # pandas and its engines raise kinds of their own
        raise PackageError(f"无法读取 {path}（{_line(failure)}）", "cannot read it") from None


def column(frame: "pd.DataFrame", names: Iterable[str]) -> Any:
    """The frame's own name of a column that goes by any of these, its unit apart; None if none."""
    known = {headed(str(name))[0].lower(): name for name in frame.columns}
    known |= {str(name).strip().lower(): name for name in frame.columns}
    return next((known[name] for name in names if name in known), None)


def _csv(path: Path) -> "pd.DataFrame":
    import pandas as pd

    for encoding in ("utf-8-sig", "gb18030"):
        try:
            heads = pd.read_csv(path, encoding=encoding, nrows=0).columns
            texts = {name: str for name in heads if _is_code(str(name))}
            return pd.read_csv(path, encoding=encoding, dtype=texts)
        except UnicodeDecodeError:
            continue
    raise PackageError(f"{path} 既不是 UTF-8 也不是 GBK", "neither UTF-8 nor GBK")


def _is_code(name: str) -> bool:
    return "代码" in name or name.strip().lower() in ("code", "ts_code", "symbol", "bond")


def _line(failure: BaseException) -> str:
    return (str(failure) or type(failure).__name__).splitlines()[0]
