"""The words a function wizard shows, within the 255 characters Excel allows."""

import math
from typing import Final

from xlfuncs.spec import Parameter, Spec, shown_default

LONGEST: Final = 255


def description(spec: Spec) -> str:
    """What a function returns, Chinese first: text, formula, unit, clauses."""
    clauses = "、".join(spec.clauses)
    return f"{spec.zh} {spec.en}: {spec.formula} [{spec.returns}] {clauses}"


def argument_help(p: Parameter) -> str:
    unit = f" [{p.arg.unit}]" if p.arg.unit else ""
    shown = shown_default(p)
    default = f"；默认 {shown}" if shown else ""
    optional = "" if p.required else "（可省略）"
    return f"{p.arg.zh}{optional}{default} / {p.arg.en}{unit}"


def descriptions(spec: Spec) -> dict[str, str]:
    """The description by language, for a wizard that speaks one of them."""
    clauses = "、".join(spec.clauses)
    rest = f"{spec.formula} [{spec.returns}] {clauses}"
    return {"en": f"{spec.en}: {rest}", "zh-CN": f"{spec.zh}：{rest}"}


def argument_helps(p: Parameter) -> dict[str, str]:
    """The help on an argument by language."""
    unit = f" [{p.arg.unit}]" if p.arg.unit else ""
    shown = shown_default(p)
    optional = "" if p.required else f" (optional{f', {shown} by default' if shown else ''})"
    omitted = "" if p.required else f"（可省略{f'，默认 {shown}' if shown else ''}）"
    return {"en": f"{p.arg.en}{optional}{unit}", "zh-CN": f"{p.arg.zh}{omitted}{unit}"}


def bounds(p: Parameter) -> str:
    """The range of a number, as in 0 < price ≤ 10; empty where every number may stand."""
    low = f"{p.arg.above:g} < " if p.arg.above > -math.inf else ""
    if not low and p.arg.at_least > -1e300:
        low = f"{p.arg.at_least:g} ≤ "
    high = f" ≤ {p.arg.at_most:g}" if p.arg.at_most < 1e300 else ""
    return f"{low}{p.name}{high}" if low or high else ""
