"""Relaxation: an equation in the core of a contradiction becomes an order where that still contradicts the rest.

`i == 5` in the core means `i != 5` in the labels, one value after the other; `i >= 5` means `i < 5`, which is what a
loop that counts up keeps. Sound because the caller asks again whether the weaker core is contradictory. Entry point:
`relaxed`.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.engines.covering.path import Conjunct
from threadproof.logic import term as T
from threadproof.logic.term import Term


def relaxed(core: list[Conjunct], is_contradictory: Callable[[list[Conjunct]], bool]) -> list[Conjunct]:
    for k, (at, t) in enumerate(core):
        for weaker in _weaker(t):
            attempt = [*core[:k], (at, weaker), *core[k + 1 :]]
            if is_contradictory(attempt):
                core = attempt
                break
    return core


def _weaker(t: Term) -> list[Term]:
    if t.op != "eq" or t.args[0].width <= 1:
        return []
    a, b = t.args
    return [T.sle(a, b), T.sle(b, a), T.ule(a, b), T.ule(b, a)]
