"""Exports in the vendors' shapes give the same five real days in yuan and shares."""

import datetime as dt
from pathlib import Path

import export_helpers as made
import pytest

from workbooks.imports import Prices, read_prices
from workbooks.opening import PackageError

SESSION = made.SESSIONS[0]


def check(found: Prices, *, rounded: bool = False) -> None:
    """All five days; a volume exported in whole 手 is exact to 50 shares."""
    assert found.dates == made.DAYS
    assert found.closes == made.CLOSES
    assert found.volumes == pytest.approx(made.VOLUMES, abs=50 if rounded else 1e-6)
    assert found.amounts == pytest.approx(made.AMOUNTS, abs=0.5)


def units(found: Prices) -> dict[str, tuple[str, float]]:
    return {c.heading: (c.unit, c.factor) for c in found.columns if c.unit}


def dropped(found: Prices) -> dict[str, tuple[int, int]]:
    return {d.zh: (d.count, d.row) for d in found.left_out}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_akshare_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    found = read_prices(made.text(tmp_path, made.akshare(), encoding))
    check(found, rounded=True)
    assert (found.source, found.code, found.kind) == ("akshare（东方财富）", "603757", "stock")
    assert units(found)["成交量"] == ("手", 100)
    assert found.left_out == ()


def test_tushare_counts_lots_and_thousands(tmp_path: Path) -> None:
    found = read_prices(made.text(tmp_path, made.tushare()))
    check(found)
    assert (found.source, found.code) == ("tushare", "603757")
    assert units(found) == {
        "close": ("元", 1), "high": ("元", 1), "low": ("元", 1),
        "vol": ("手", 100), "amount": ("千元", 1000),
    }  # fmt: skip


def test_akshare_of_sina_counts_shares(tmp_path: Path) -> None:
    found = read_prices(made.text(tmp_path, made.sina()))
    check(found)
    assert found.source == "akshare（新浪）"
    assert units(found)["volume"] == ("股/张", 1)


def test_akshare_of_tencent_calls_lots_amount(tmp_path: Path) -> None:
    lines = [f"{s.day},{s.low},{s.close},{s.high},{s.low},{s.volume / 100}" for s in made.SESSIONS]
    content = "\n".join(["date,open,close,high,low,amount", *lines])
    found = read_prices(made.text(tmp_path, content))
    assert found.volumes == pytest.approx(made.VOLUMES)
    assert found.amounts == (None,) * 5


def test_wind_with_titles_units_a_suspended_day_and_a_footer(tmp_path: Path) -> None:
    found = read_prices(made.workbook(tmp_path, made.wind()))
    check(found)
    assert (found.source, found.code, found.name) == ("Wind", "603757", "大元泵业")
    assert units(found)["成交量(万股)"] == ("万股", 10_000)
    assert units(found)["成交额(万元)"] == ("万元", 10_000)
    assert dropped(found) == {
        "无收盘价（停牌或缺失）": (1, 10), "空行": (1, 11), "说明、合计或表尾": (1, 12),
    }  # fmt: skip


def test_ifind_with_a_row_of_units_and_full_width_digits(tmp_path: Path) -> None:
    found = read_prices(made.workbook(tmp_path, made.ifind()))
    check(found)
    assert (found.source, found.code) == ("iFinD", "603757")
    assert units(found) == {"收盘价": ("元", 1), "成交量": ("手", 100), "成交额": ("亿元", 1e8)}


def test_an_export_of_a_bond_counts_ten_bonds_a_lot(tmp_path: Path) -> None:
    # cb_daily of 113008.SH for 2019-07-19 in tushare's own documentation closes at 113.200
    content = "ts_code,trade_date,close,vol,amount\n113008.SH,20190719,113.200,2000,226.4\n"
    found = read_prices(made.text(tmp_path, content))
    assert (found.kind, found.volumes, found.amounts) == ("bond", (20_000.0,), (2_264_000.0,))


def test_an_unmarked_volume_in_lots_is_known_by_the_average_price(tmp_path: Path) -> None:
    lines = [f"{s.day}\t{s.close}\t{s.volume / 100}\t{s.amount}" for s in made.SESSIONS]
    found = read_prices(made.text(tmp_path, "日期\t收盘价\t成交量\t成交额\n" + "\n".join(lines)))
    check(found)


@pytest.mark.parametrize(
    ("volume", "lot", "amount", "yuan", "title"),
    [
        ("成交量（股）", 1, "成交额（元）", 1, ""),
        ("成交量[手]", 100, "成交额[千元]", 1e3, ""),
        ("成交量_万股", 1e4, "成交额_百万元", 1e6, ""),
        ("volume (lots)", 100, "amount (CNY million)", 1e6, ""),
        ("成交量", 100, "成交额", 1e8, "单位：手、亿元\n"),
    ],
)
def test_unit_words_are_converted(
    tmp_path: Path, volume: str, lot: float, amount: str, yuan: float, title: str
) -> None:
    lines = [f"{s.day};{s.close};{s.volume / lot};{s.amount / yuan!r}" for s in made.SESSIONS]
    content = title + f"日期;收盘价(元/股);{volume};{amount}\n" + "\n".join(lines)
    check(read_prices(made.text(tmp_path, content)))


def test_units_written_in_the_cells(tmp_path: Path) -> None:
    lines = [f"{s.day},¥{s.close},{s.volume / 1e4}万股,{s.amount / 1e8!r}亿" for s in made.SESSIONS]
    check(read_prices(made.text(tmp_path, "日期,收盘,成交量,成交额\n" + "\n".join(lines))))


def test_an_index_without_a_name_is_the_date(tmp_path: Path) -> None:
    lines = [f"{s.day} 00:00:00,{s.close},{s.volume},{s.amount}" for s in made.SESSIONS]
    check(read_prices(made.text(tmp_path, ",close,volume,money\n" + "\n".join(lines))))


def test_what_is_left_out_says_why_and_where(tmp_path: Path) -> None:
    head, *rows = made.akshare().splitlines()
    rows[0] = rows[0].replace("2022-10-10,603757", '2022/10/10 星期一,="603757"')
    extra = [
        head,
        rows[1],  # again
        "2022-10-15,603757,1,26.73,27,26,1,27.0,,,,",  # a Saturday
        "2022-10-03,603757,1,26.73,27,26,1,27.0,,,,",  # the National Day holiday
        "2022-10-17,603757,1,26.73,26.73,26.73,0,0,,,,",  # suspended, its close carried
        "2022-10-18,603757,1,待定,,,,,,,,",
        "2022-10-19,603757,1,0,,,,,,,,",
        "18.10.22,603757,1,26.5,,,,,,,,",
        "合计,,,,,,,,,,,",
    ]
    found = read_prices(made.text(tmp_path, "\n".join([head, *rows, *extra])))
    check(found, rounded=True)
    assert dropped(found) == {
        "重复的表头": (1, 7), "重复的行": (1, 8), "非交易日": (2, 9), "停牌（成交量为 0）": (1, 11),
        "收盘价无法识别": (1, 12), "收盘价不大于 0": (1, 13), "日期无法识别": (1, 14),
        "说明、合计或表尾": (1, 15),
    }  # fmt: skip


def test_missing_sessions_are_named(tmp_path: Path) -> None:
    rows = [s for s in made.SESSIONS if s.day != dt.date(2022, 10, 12)]
    found = read_prices(made.text(tmp_path, made.sina(rows)))
    assert any("缺 1 个交易日" in note and "2022-10-12" in note for note in found.notes)


def test_several_securities_need_a_code(tmp_path: Path) -> None:
    other = [made.Session(s.day, 10.0, 1_000_000, 10_000_000) for s in made.SESSIONS]
    content = made.tushare() + made.tushare(other, "002946.SZ").partition("\n")[2]
    path = made.text(tmp_path, content)
    with pytest.raises(PackageError, match=r"2 只证券，请用 --code 选一只：603757、002946"):
        read_prices(path)
    for code in ("603757", "603757.SH", "sh603757"):
        found = read_prices(path, code)
        check(found)
        assert dropped(found) == {"其他证券": (5, 7)}
    assert read_prices(path, "2946").closes == (10.0,) * 5
    with pytest.raises(PackageError, match="没有代码为 600000 的行"):
        read_prices(path, "600000")


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("日期,收盘价(前复权)", "前复权"),
        ("日期,后复权收盘价", "后复权"),
        ("date,close_qfq", "qfq"),
        ("复权方式：前复权\n日期,收盘价", "前复权"),
        ("Date,Adj Close", "Adj Close"),
    ],
)
def test_adjusted_prices_are_refused_and_why(tmp_path: Path, head: str, told: str) -> None:
    with pytest.raises(PackageError) as refused:
        read_prices(made.text(tmp_path, f"{head}\n2022-10-10,25.88\n"))
    assert told in refused.value.zh
    assert "条款比较不复权收盘价" in refused.value.zh
    assert "unadjusted" in refused.value.en


def test_adjustment_in_the_file_name_or_a_column(tmp_path: Path) -> None:
    for name in ("603757_qfq.csv", "大元泵业-后复权.csv"):
        with pytest.raises(PackageError, match="文件名写明"):
            read_prices(made.text(tmp_path, made.sina(), name=name))
    for flag in ("2", "前复权"):
        content = f"date,close,adjustflag\n2022-10-10,25.88,{flag}\n"
        with pytest.raises(PackageError, match="前复权"):
            read_prices(made.text(tmp_path, content))
    assert read_prices(made.text(tmp_path, content.replace("前复权", "3"))).closes == (25.88,)


def test_the_unadjusted_column_is_taken_where_both_stand(tmp_path: Path) -> None:
    content = "日期,收盘价(前复权),收盘价(不复权),复权因子\n2022-10-10,20.1,25.88,1.3\n"
    assert read_prices(made.text(tmp_path, content)).closes == (25.88,)


def test_adjusted_prices_that_do_not_say_so_betray_themselves(tmp_path: Path) -> None:
    head, *lines = (line.split(",") for line in made.akshare().splitlines())
    for cut in (0.5, 0.95):  # akshare's qfq: prices adjusted, volume and amount not
        changed = [
            [*cells[:2], *(f"{float(c) * cut:.2f}" for c in cells[2:6]), *cells[6:]]
            for cells in lines
        ]
        content = "\n".join(map(",".join, [head, *changed]))
        with pytest.raises(PackageError, match="成交额÷成交量 = .*可能已复权"):
            read_prices(made.text(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("日期,收盘,成交额\n2022-10-10,25.88x,1\n", "收盘价无法识别 1 行"),
        ("日期,收盘价(港元)\n2022-10-10,25.88\n", "港元"),
        ("币种：USD\n日期,收盘价\n2022-10-10,25.88\n", "USD"),
        ("日期,收盘价,成交额\n2022-10-10,25.88,1.2亿美元\n", "美元"),
        ("日期,收盘,收盘价\n2022-10-10,25.88,25.88\n", "有 2 列都像收盘价"),
        ("日期,收盘\n2022-10-10,25.88\n2022-10-10,25.89\n", "第 2 行 25.88、第 3 行 25.89"),
        ("日期,收盘\n2022-10-10,--\n", "没有一行可用的收盘价"),
        ("名称,数量\n甲,1\n", "读到：名称、数量"),
        ("<html><table></table></html>", "另存为 .xlsx"),
        ("", "没有找到"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(tmp_path: Path, content: str, told: str) -> None:
    path = made.text(tmp_path, content)
    with pytest.raises(PackageError) as refused:
        read_prices(path)
    assert told in refused.value.zh
    assert "prices.csv" in refused.value.zh
    assert "\n" not in str(refused.value)


def test_an_old_xls_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "prices.xls"
    path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4096))
    with pytest.raises(PackageError, match=r"请另存为 \.xlsx"):
        read_prices(path)


def test_a_text_that_only_calls_itself_xls_is_read(tmp_path: Path) -> None:
    content = made.akshare().replace(",", "\t")
    check(read_prices(made.text(tmp_path, content, "gbk", "prices.xls")), rounded=True)
