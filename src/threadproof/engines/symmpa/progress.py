"""Predicates that count: x < 64, x < 62, x < 60 ... are continued, by as many as there are, instead of one at a time.

A program that counts needs a predicate for each number on the way, and a path shows one. More predicates than needed
are no matter of soundness. Entry point: `Progressions.more`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.logic import term as T
from threadproof.logic.term import Term

#: so many in a row make a progression
LEAST = 4


class Progressions:
    def __init__(self) -> None:
        #: comparison with a constant, without that constant -> the constants, as they were found
        self.found: dict[tuple[str, int, Term], list[int]] = {}

    def more(self, t: Term) -> Iterator[Term]:
        """A predicate about shared variables that is new; those that come next in its progression."""
        if len(t.args) != 2 or (t.args[0].value is None) == (t.args[1].value is None):
            return
        at = 0 if t.args[0].value is not None else 1
        constant, other = t.args[at], t.args[1 - at]
        assert constant.value is not None
        numbers = self.found.setdefault((t.op, at, other), [])
        numbers.append(constant.value)
        step = numbers[-1] - numbers[-2] if len(numbers) >= LEAST else 0
        if not step or any(b - a != step for a, b in zip(numbers[-LEAST:], numbers[-LEAST + 1 :], strict=False)):
            return
        for _ in range(len(numbers)):
            value = numbers[-1] + step
            if not 0 <= value < 1 << constant.width:
                return
            numbers.append(value)
            new = T.const(value, constant.width)
            yield T.rebuild(t, (new, other) if at == 0 else (other, new))
