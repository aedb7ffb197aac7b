"""Arguments in the units of the market: money, fractions, amounts a share, shares, votes."""

from xlfuncs.spec import FRACTION, Arg, Kind


def money(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "元 yuan", each=True, **bounds)  # type: ignore[arg-type]


def fraction(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, FRACTION, each=True, **bounds)  # type: ignore[arg-type]


def per_share(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "元/股 yuan a share", each=True, **bounds)  # type: ignore[arg-type]


def shares(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.NUMBER, zh, en, "股 shares", each=True, **bounds)  # type: ignore[arg-type]


def votes(zh: str, en: str, **bounds: float) -> Arg:
    return Arg(Kind.WHOLE, zh, en, "票 votes", at_most=2.0**53, **bounds)  # type: ignore[arg-type]
