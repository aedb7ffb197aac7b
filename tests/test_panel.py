"""xlfuncs.panel: the counts of CB_TRIGGERS for many bonds at once."""

import dataclasses
import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import pytest

import xlfuncs
from xlfuncs.convertible.triggers import triggers
from xlfuncs.errors import CellError, NotCovered
from xlfuncs.tables import Terms

COUNTS = ["call_days", "reset_days", "put_days"]


def many(bonds: int = 12, sessions: int = 90, seed: int = 7) -> pd.DataFrame:
    """Random walks around their conversion prices, with suspended days and price changes."""
    draw = np.random.default_rng(seed)
    days = pd.bdate_range("2024-01-02", periods=sessions)
    price = np.repeat(draw.uniform(8, 12, (bonds, 1)).round(2), sessions, axis=1)
    price[:, sessions // 2 :] = (price[:, sessions // 2 :] * 0.9).round(2)
    close = (price * np.exp(np.cumsum(draw.normal(0, 0.06, price.shape), axis=1))).round(2) + 0.01
    close[draw.random(close.shape) < 0.03] = np.nan
    return pd.DataFrame({
        "bond": np.repeat([f"11{n:04d}" for n in range(bonds)], sessions),
        "date": np.tile(days, bonds),
        "close": close.ravel(),
        "price": price.ravel(),
    })  # fmt: skip


def one_by_one(frame: pd.DataFrame, terms: dict[str, Terms]) -> dict[tuple[str, Any], list[int]]:
    """CB_TRIGGERS for each bond apart."""
    found = {}
    for bond, own in frame.groupby("bond"):
        for row in _triggers(own, terms.get(str(bond), Terms())):
            found[str(bond), row[0]] = [row[4], row[6], row[8]]
    return found


def _triggers(own: pd.DataFrame, terms: Terms) -> list[list[Any]]:
    days = own["date"].to_numpy().astype("M8[D]")
    return triggers(days, own["close"].to_numpy(), own["price"].to_numpy(), terms)


def as_dict(answer: pd.DataFrame) -> dict[tuple[str, Any], list[int]]:
    keys = zip(answer["bond"], answer["date"].dt.date, strict=True)
    return dict(zip(keys, answer[COUNTS].to_numpy().tolist(), strict=True))


def test_equals_the_table_of_each_bond() -> None:
    frame = many()
    answer = xlfuncs.panel(frame)
    assert as_dict(answer) == one_by_one(frame, {})
    assert len(answer) == frame["close"].notna().sum()  # one row per bond and traded day
    assert answer.index.equals(frame.index[frame["close"].notna()])
    assert answer[COUNTS].to_numpy().max() > 5


def test_each_bond_by_its_own_terms() -> None:
    frame = many()
    names = frame["bond"].unique().tolist()
    terms = {
        names[0]: Terms(call_ratio=1.2, reset_ratio=0.9, reset_need=10, reset_window=20),
        names[1]: Terms(
            call_window=20, call_start=dt.date(2024, 2, 1), put_start=dt.date(2024, 3, 1)
        ),
        names[2]: Terms(reset_dates=(dt.date(2024, 2, 15), dt.date(2024, 3, 20)), put_ratio=0.95),
        names[3]: dataclasses.replace(Terms(), put_ratio=0.9),
    }
    assert as_dict(xlfuncs.panel(frame, terms)) == one_by_one(frame, terms)


def test_any_order_of_rows_keeps_its_index() -> None:
    frame = many(bonds=5)
    mixed = frame.sample(frac=1, random_state=3)
    answer = xlfuncs.panel(mixed)
    assert as_dict(answer) == as_dict(xlfuncs.panel(frame))
    assert answer.sort_index().equals(xlfuncs.panel(frame))
    assert mixed.loc[answer.index, "bond"].tolist() == answer["bond"].tolist()


def test_blocks_of_many_bonds_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from xlfuncs.hosts import frames

    frame = many(bonds=20)
    whole = xlfuncs.panel(frame)
    monkeypatch.setattr(frames, "BLOCK", 100)
    assert xlfuncs.panel(frame).equals(whole)


@pytest.mark.parametrize(
    "names",
    [{"bond": "代码", "date": "日期", "close": "收盘", "price": "转股价"},
     {"bond": "ts_code", "date": "trade_date", "close": "Close", "price": "conversion_price"}],
)  # fmt: skip
def test_headings_of_data_services(names: dict[str, str]) -> None:
    frame = many(bonds=2, sessions=40)
    renamed = frame.assign(date=frame["date"].dt.strftime("%Y%m%d")).rename(columns=names)
    answer = xlfuncs.panel(renamed)
    assert answer[COUNTS].equals(xlfuncs.panel(frame)[COUNTS])
    assert list(answer.columns) == [names["bond"], names["date"], *COUNTS]


def test_the_frame_that_went_in_is_as_it_was() -> None:
    frame = many(bonds=2, sessions=10)
    before = frame.copy()
    answer = xlfuncs.panel(frame)
    answer["bond"] = "mine"
    answer["close"] = 0.0
    assert frame.equals(before)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda f: f.drop(columns="price"), "缺少列 price"),
        (lambda f: f.assign(close=-1.0), "收盘价须大于 0"),
        (lambda f: f.assign(price=np.nan), "110000 .*有收盘价而无转股价"),
        (lambda f: pd.concat([f, f.head(1)]), "同一交易日出现两次"),
        (lambda f: f.assign(bond=None), "没有债券代码"),
        (lambda f: f.assign(date=pd.NaT), "有收盘价而无日期"),
        (lambda f: f.assign(date="someday"), "不是日期"),
    ],
)
def test_bad_frames_say_where(change: Any, reason: str) -> None:
    frame = many(bonds=2, sessions=10).dropna()
    with pytest.raises(CellError, match=reason):
        xlfuncs.panel(change(frame))


def test_unknown_terms_are_named() -> None:
    with pytest.raises(NotCovered, match="999999"):
        xlfuncs.panel(many(bonds=1, sessions=3), "999999")


def test_nothing_traded() -> None:
    frame = many(bonds=2, sessions=5).assign(close=np.nan)
    assert xlfuncs.panel(frame).empty
    assert xlfuncs.panel(frame.head(0)).empty
