"""Adjusted prices are refused: clauses compare unadjusted closes with the conversion price."""

import re
from typing import Final

from workbooks.opening import PackageError

_HARMLESS: Final = re.compile(
    r"(?:不|未|非|无)(?:进行|作|做)?复权|复权(?:因子|方式|类型|状态|选项)|是否复权\W*否?"
)
_ADJUSTED: Final = re.compile(
    r"[前后]复权|等比复权|定点复权|复权|(?<![a-z])[qh]fq(?![a-z])|adj(?:usted)?[ ._]*close"
    r"|priceadj\s*=\s*[fb]|是否复权\W*是",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[\s_.]*(?:[前后不]?复权|[qh]fq)[\s_.]*", re.IGNORECASE)
FLAGS: Final = {"1": "后复权", "2": "前复权"}  # baostock's adjustflag; 3 is unadjusted


def adjusted(text: str) -> str:
    """The words in a heading or title that say prices are adjusted; "" where there are none.

    >>> adjusted("收盘价(前复权)"), adjusted("复权方式：不复权"), adjusted("复权因子")
    ('前复权', '', '')
    """
    found = re.search(r"是否复权\W*是", text) or _ADJUSTED.search(_HARMLESS.sub(" ", text))
    return found.group(0) if found else ""


def without_words(heading: str) -> str:
    """A heading without what it says of adjustment."""
    return _WORD.sub("", heading)


def refusal(where_zh: str, where_en: str, words: str) -> PackageError:
    """Why adjusted prices are not taken."""
    return PackageError(
        f"{where_zh}写明“{words}”：强赎、下修、回售条款比较不复权收盘价与当期转股价，"
        "复权价会改变触发日，请导出不复权价格",
        f"{where_en} says '{words}': the clauses compare unadjusted closes, export those",
    )


def refuse_flag(cell: str, row: int) -> None:
    """A column of adjustment, by its words or baostock's digits."""
    words = adjusted(cell) or FLAGS.get(cell, "")
    if words:
        raise refusal(f"第 {row} 行", f"row {row}", words)
