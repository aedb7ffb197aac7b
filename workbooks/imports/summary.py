"""What the command line prints of an import: what was understood, left out and changed."""

from rich.text import Text

from workbooks.console import OUT, SHOWN, shown, table
from workbooks.imports.prices import Prices
from workbooks.imports.quote_sheet import Merge


def show_prices(prices: Prices) -> None:
    """The source, the columns with their units, and the rows that do not count."""
    for line in (_security(prices), _span(prices)):
        OUT.print(Text(line), soft_wrap=True)
    heads = ("列 column", "含义 meaning", "单位 unit", "换算 factor")
    rows = ([c.heading, c.meaning, c.unit, _factor(c.factor, c.unit)] for c in prices.columns)
    OUT.print(table("读懂的列 columns", heads, rows, SHOWN))
    if prices.left_out:
        heads = ("原因 reason", "行数 rows", "首行 first row", "内容 content")
        dropped = ([f"{d.zh} {d.en}", str(d.count), str(d.row), d.example] for d in prices.left_out)
        OUT.print(table("未取用 left out", heads, dropped, SHOWN))
    for note in prices.notes:
        OUT.print(Text(note), soft_wrap=True)


def show_merge(merge: Merge, limit: int) -> None:
    """What happened to 行情, and every close that was replaced."""
    OUT.print(
        Text(
            f"行情：新增 new {merge.new} · 替换 replaced {len(merge.replaced)} · "
            f"相同 unchanged {merge.unchanged} · 原有保留 kept {merge.kept}"
        ),
        soft_wrap=True,
    )
    if merge.capacity > merge.grown_from:
        words = f"行情、触发、估值的行数由 {merge.grown_from} 扩至 {merge.capacity} rows added"
        OUT.print(Text(words), soft_wrap=True)
    if merge.replaced:
        heads = ("日期 date", "原收盘价 before", "新收盘价 after")
        rows = ([str(r.day), shown(r.before), shown(r.after)] for r in merge.replaced)
        OUT.print(table("收盘价不同的日期 closes that differ", heads, rows, limit))


def _security(prices: Prices) -> str:
    kinds = {"stock": "股票 stock", "bond": "债券 bond", "": "证券 security"}
    named = " ".join(filter(None, (kinds[prices.kind], prices.code, prices.name)))
    return f"来源 source {prices.source} · {prices.form} · {named}"


def _span(prices: Prices) -> str:
    first, last = prices.dates[0], prices.dates[-1]
    return f"交易日 sessions {len(prices.dates)} · {first} 至 to {last} · 不复权 unadjusted"


def _factor(factor: float, unit: str) -> str:
    return f"× {factor:,.15g}" if unit else ""
