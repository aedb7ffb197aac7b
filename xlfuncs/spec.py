"""The one declaration of a worksheet function, from which every host learns it."""

import inspect
import math
import re
import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., Any])
REQUIRED: Final = inspect.Parameter.empty
FRACTION: Final = "小数 fraction"  # the unit of what may be written as a percentage
CATEGORIES: Final = {"CB": "可转债", "DIV": "分红"}


class Kind(Enum):
    """What a raw cell or range becomes before a rule sees it."""

    NUMBER = "数值"
    WHOLE = "整数"
    FLAG = "TRUE 或 FALSE"
    DATE = "日期"
    CHOICE = "选项"
    VECTOR = "不含空白的数值列"
    NUMBERS = "数值列，可含空白"
    COLUMN_OR_NUMBER = "数值列或一个数值"
    DATES = "日期列，可含空白"
    HOLIDAYS = "日期区域"
    EVENTS = "事项表"
    TERMS = "条款名称或条款表"
    PLAN = "政策名称、TOML 文件或政策表"
    TEXT = "文本"


@dataclass(frozen=True)
class Arg:
    """A word of the vocabulary: one meaning, one unit, one range of lawful values."""

    kind: Kind
    zh: str
    en: str
    unit: str = ""
    each: bool = False  # elementwise: a range here makes the function spill
    at_least: float = -sys.float_info.max  # finite, so that NaN and infinity never pass
    above: float = -math.inf
    at_most: float = sys.float_info.max
    zero: bool = False  # an explicit 0 is a value and not "omitted"; for a last argument only
    choices: Mapping[str, str] = field(default_factory=dict)  # accepted spelling -> value

    @property
    def word(self) -> str:
        """The Chinese name alone, without the remarks that follow it."""
        return re.split("[；：]", self.zh)[0]

    def allows(self, value: Any) -> Any:
        """Whether a number, or which elements of an array, lie in bounds."""
        return (value >= self.at_least) & (value <= self.at_most) & (value > self.above)


@dataclass(frozen=True)
class Parameter:
    name: str
    arg: Arg
    each: bool
    default: Any = REQUIRED

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, eq=False)
class Spec:
    """A worksheet function: its name, its rule, and all that a host shows of it."""

    name: str
    rule: Callable[..., Any]
    zh: str
    en: str
    returns: str
    clauses: tuple[str, ...]
    columns: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    @property
    def category(self) -> str:
        return CATEGORIES[self.name.split("_")[0]]

    @property
    def is_table(self) -> bool:
        return bool(self.columns)

    @property
    def formula(self) -> str:
        """The first line of the docstring: the rule in the clause's own letters."""
        return inspect.getdoc(self.rule).splitlines()[0]  # type: ignore[union-attr]

    @property
    def description(self) -> str:
        """The docstring: the formula, what its letters mean, counting, rounding, edges."""
        return inspect.getdoc(self.rule).split("\n>>>")[0].strip()  # type: ignore[union-attr]

    @property
    def examples(self) -> list[tuple[str, str]]:
        """The docstring's examples as they were run: source and answer."""
        import doctest  # 30 ms, for manuals only

        found = doctest.DocTestParser().get_examples(inspect.getdoc(self.rule) or "")
        return [(example.source.strip(), example.want.strip()) for example in found]

    @property
    def signature(self) -> str:
        """CB_SHARES(face, price), optional arguments in brackets with their defaults."""
        return f"{self.name}({', '.join(map(_shown, self.parameters))})"


def worksheet_function(
    name: str,
    *,
    zh: str,
    en: str,
    returns: str,
    clauses: tuple[str, ...],
    columns: tuple[str, ...] = (),
    single: tuple[str, ...] = (),
) -> Callable[[Rule], Rule]:
    """Declare a rule as a worksheet function; the rule itself is returned unchanged.

    `columns` names the columns of a table result; `single` the arguments that are
    elementwise by vocabulary but one value here.
    """

    def declare(rule: Rule) -> Rule:
        rule.__spec__ = Spec(  # type: ignore[attr-defined]  # metadata on a plain function
            name, rule, zh, en, returns, clauses, columns, _parameters(rule, single)
        )
        return rule

    return declare


def spec_of(rule: Callable[..., Any]) -> Spec:
    return rule.__spec__  # type: ignore[attr-defined, no-any-return]


def _parameters(rule: Callable[..., Any], single: tuple[str, ...]) -> tuple[Parameter, ...]:
    hints = typing.get_type_hints(rule, include_extras=True)
    return tuple(
        Parameter(p.name, arg, arg.each and p.name not in single, p.default)
        for p in inspect.signature(rule).parameters.values()
        for arg in [_word(hints[p.name])]
    )


def _word(hint: Any) -> Arg:
    return next(meta for meta in hint.__metadata__ if isinstance(meta, Arg))


def _shown(p: Parameter) -> str:
    if p.required:
        return p.name
    default = shown_default(p)
    return f"[{p.name}={default}]" if default else f"[{p.name}]"


def shown_default(p: Parameter) -> str:
    """An optional argument's default for the eye; empty where it has none to show."""
    if isinstance(p.default, bool):
        return str(p.default).upper()
    if isinstance(p.default, int | float):
        return f"{p.default:.15g}"
    return p.default if isinstance(p.default, str) else ""
