"""Why loops end, in C syntax. Entry point: `format_loops`."""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.logic import term as T
from threadproof.logic.c_syntax import to_c
from threadproof.logic.term import Term
from threadproof.result.loop import Loop


def format_loops(loops: Iterable[Loop]) -> tuple[str, ...]:
    """A line for each; those that say the same once."""
    return tuple(dict.fromkeys(f"{x.thread}, the loop at {x.place} ends: {_why(x)}" for x in loops))


def _why(x: Loop) -> str:
    if x.rank is None:
        return "what it waits for is done by others"
    conditions = [v for v in x.rank.vars if v.name.endswith(".waiting")]
    if conditions:
        return f"the condition {x.name(conditions[0]).removesuffix('.waiting')} is signalled only so often"
    if any("#" in x.name(v) for v in x.rank.vars):
        return "a number counts down that only the proof has"  # (of values on their way)
    up, rest = _without_sign(x.rank)
    if rest.op == "ite" and rest.args[2].value == 0:
        when, count = rest.args[0], rest.args[1]
        if count.value is not None:
            return f"{to_c(when, x.name)} does not stay true"
        if count.op == "add" and count.args[1].value == 1 and count.args[0].op == "zext":
            return f"{to_c(count.args[0].args[0], x.name)} goes down, while {to_c(when, x.name)}"
    return f"{to_c(rest, x.name)} goes {'up' if up else 'down'}"


def _without_sign(t: Term) -> tuple[bool, Term]:
    """Does what is left go up? Numbers with signs are compared with their first bit turned round."""
    up = t.op == "bvnot"
    inner = t.args[0] if up else t
    if inner.op == "bvxor" and inner.args[1] is T.const(1 << (inner.width - 1), inner.width):
        inner = inner.args[0]
    return up, inner.args[0] if inner.op == "add" and inner.args[1].value is not None else inner
