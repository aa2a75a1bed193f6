"""Invariants in C syntax, beside the lines where they hold. Entry point: `format_invariants`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.logic import term as T
from threadproof.logic.c_syntax import to_c
from threadproof.logic.term import Term
from threadproof.result.invariant import Invariant, Place


def format_invariants(invariants: Iterable[Invariant]) -> str:
    lines: list[str] = []
    threads = ""
    for i in invariants:
        heading = ", ".join([p.thread for p in i.places])
        if heading != threads:
            threads = heading
            lines.append(threads)
        lines += map(_place, i.places)
        lines += [f"               {text}" for text in _cases(i)]
    return "\n".join(lines) + "\n"


def _place(p: Place) -> str:
    return f"    {p.line:>7} | {p.text}" if p.line else f"    {p.text:>7}"


def _cases(i: Invariant) -> Iterator[str]:
    if len(i.cases) == 1:
        (case,) = i.cases
        yield from ["(never)"] if T.FALSE in case else [to_c(c, i.name) for c in case] or ["(anything)"]
        return
    for n, case in enumerate(i.cases):
        yield ("   " if n == 0 else "or ") + _conjunction(case, i)


def _conjunction(case: tuple[Term, ...], i: Invariant) -> str:
    return " && ".join([to_c(c, i.name) if len(case) == 1 or c.op != "or" else f"({to_c(c, i.name)})" for c in case])
