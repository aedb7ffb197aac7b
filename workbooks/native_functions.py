"""What Excel's own functions expect of each argument, and which of them the engine knows.

One letter an argument, the last one repeating: `s` one value, `r` a range taken whole,
`a` an array that is computed element by element even in an ordinary formula.
"""

from functools import lru_cache
from typing import Final

import formualizer as fz
from openpyxl.utils import FORMULAE


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_WHOLE: Final = _words("""
SUM AVERAGE AVERAGEA COUNT COUNTA COUNTBLANK MAX MAXA MIN MINA MEDIAN MODE MODE.SNGL PRODUCT SUMSQ
STDEV STDEV.S STDEV.P STDEVP STDEVA STDEVPA VAR VAR.S VAR.P VARP VARA VARPA GEOMEAN HARMEAN AVEDEV
DEVSQ SKEW SKEW.P KURT AND OR XOR GCD LCM ROWS COLUMNS AREAS ISREF ISFORMULA FORMULATEXT SHEET
CORREL COVAR COVARIANCE.P COVARIANCE.S PEARSON RSQ SLOPE INTERCEPT STEYX IMSUM IMPRODUCT SUBTOTAL
LET LAMBDA NPV DSUM DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DVAR DVARP
FVSCHEDULE ANCHORARRAY TYPE
""")
_ARRAYS: Final = _words("""
SUMPRODUCT SUMX2MY2 SUMX2PY2 SUMXMY2 MMULT MDETERM MINVERSE TRANSPOSE FREQUENCY LINEST LOGEST
TREND GROWTH MODE.MULT FILTER SORT SORTBY UNIQUE SEQUENCE RANDARRAY TAKE DROP VSTACK HSTACK
CHOOSECOLS CHOOSEROWS TOCOL TOROW WRAPROWS WRAPCOLS EXPAND TEXTSPLIT TEXTJOIN CONCAT ARRAYTOTEXT
MUNIT MAP REDUCE SCAN BYROW BYCOL MAKEARRAY GROUPBY PIVOTBY PROB
""")
_MIXED: Final = {
    "SUMIF": "rsr", "AVERAGEIF": "rsr", "COUNTIF": "rs", "SUMIFS": "rrs", "AVERAGEIFS": "rrs",
    "MAXIFS": "rrs", "MINIFS": "rrs", "COUNTIFS": "rs", "MATCH": "srs", "VLOOKUP": "srss",
    "HLOOKUP": "srss", "LOOKUP": "sa", "INDEX": "as", "XLOOKUP": "saasss", "XMATCH": "sass",
    "LARGE": "rs", "SMALL": "rs", "RANK": "srs", "RANK.EQ": "srs", "RANK.AVG": "srs",
    "PERCENTILE": "rs", "PERCENTILE.INC": "rs", "PERCENTILE.EXC": "rs", "QUARTILE": "rs",
    "QUARTILE.INC": "rs", "QUARTILE.EXC": "rs", "PERCENTRANK": "rss", "PERCENTRANK.INC": "rss",
    "PERCENTRANK.EXC": "rss", "TRIMMEAN": "rs", "AGGREGATE": "ssas", "IRR": "rs", "XIRR": "rrs",
    "XNPV": "srr", "MIRR": "rss", "NETWORKDAYS": "ssr", "WORKDAY": "ssr",
    "NETWORKDAYS.INTL": "sssr", "WORKDAY.INTL": "sssr", "FORECAST": "srr",
    "FORECAST.LINEAR": "srr", "OFFSET": "rssss", "CELL": "sr", "CHOOSE": "sr", "SERIESSUM": "sssr",
    "Z.TEST": "rss", "T.TEST": "rrss", "TTEST": "rrss", "CHISQ.TEST": "rr", "F.TEST": "rr",
    "ROW": "r", "COLUMN": "r",
}  # fmt: skip
RESULT_ARRAY: Final = _words("""
MMULT MINVERSE TRANSPOSE FREQUENCY LINEST LOGEST TREND GROWTH MODE.MULT FILTER SORT SORTBY UNIQUE
SEQUENCE RANDARRAY TAKE DROP VSTACK HSTACK CHOOSECOLS CHOOSEROWS TOCOL TOROW WRAPROWS WRAPCOLS
EXPAND TEXTSPLIT MUNIT ANCHORARRAY MAP SCAN BYROW BYCOL MAKEARRAY GROUPBY PIVOTBY
""")
# The engine computes operators and these functions element by element, and no others.
LIFTED: Final = frozenset({"IF", "IFERROR", "IFNA"})
_NEWER: Final = _words("""
AGGREGATE BYCOL BYROW CHOOSECOLS CHOOSEROWS CONCAT DROP ENCODEURL EXPAND FILTER FILTERXML
FORECAST.ETS FORMULATEXT GROUPBY HSTACK IFNA IFS IMAGE ISFORMULA ISOMITTED LAMBDA LET MAKEARRAY
MAP MAXIFS MINIFS MUNIT NUMBERVALUE PDURATION PERCENTOF PERMUTATIONA PIVOTBY RANDARRAY REDUCE
REGEXEXTRACT REGEXREPLACE REGEXTEST RRI SCAN SEQUENCE SHEET SHEETS SINGLE SORT SORTBY STOCKHISTORY
SWITCH TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRANSLATE DETECTLANGUAGE TRIMRANGE
UNICHAR UNICODE UNIQUE VALUETOTEXT VSTACK WEBSERVICE WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR
NUMBERSTRING DATESTRING RMB
""")
EXCEL: Final = frozenset(FORMULAE) | _NEWER | frozenset(_MIXED)

_EXPECTED: Final = (
    dict.fromkeys(_WHOLE, "r") | dict.fromkeys(_ARRAYS, "a") | {"SUBTOTAL": "sr"} | _MIXED
)


def expects(function: str, argument: int) -> str:
    """The letter of one argument of one function; unlisted Excel functions take single values."""
    letters = _EXPECTED.get(function, "s" if function in EXCEL or "." in function else "r")
    if letters == "rrs":  # criteria pairs after the first range
        return "r" if argument == 0 or argument % 2 else "s"
    if letters == "rs" and function == "COUNTIFS":
        return "rs"[argument % 2]
    return letters[min(argument, len(letters) - 1)]


@lru_cache(maxsize=1024)
def engine_knows(function: str) -> bool:
    """Whether the engine has a function of this name."""
    probe = fz.Workbook()
    probe.add_sheet("S")
    probe.set_formula("S", 1, 1, f"={function}()")
    answer = probe.evaluate_cell("S", 1, 1)
    return not (isinstance(answer, dict) and answer.get("kind") in ("Name", "NImpl", "Error"))
