"""Interpolants that are boxes: bounds on single variables that hold in all states reached, and in no bad one.

For a chosen value that cannot be eliminated exactly: it stays a variable of the questions. Around one state that is
reached, bounds are put as far out as they can be without a bad state inside, one after the other; if another reached
state is outside, around both, and so on. What was of use elsewhere is tried first: bounds that are new each time would
never come to an end in a loop. Relations between variables are not found. Entry point: `Boxes.between`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from threadproof.engines.covering.labels import Labels
from threadproof.logic import term as T
from threadproof.logic.evaluate import evaluate
from threadproof.logic.term import Term
from threadproof.records import dataclass, replace

#: variables that are bounded
MOST = 4
#: questions, and seconds, for one box
QUESTIONS = 400
SECONDS = 3.0
#: states that a box is put around
STATES = 8


class _GivenUpError(Exception):
    """A question is too hard, or there are too many."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """`cell` is at most `value`, or at least; as a number with or without sign. (A Boolean is a number, too.)"""

    cell: Term
    is_upper: bool
    signed: bool
    value: int = 0

    def about(self, t: Term) -> Term:
        if t.width == T.BOOL:
            return T.or_(T.not_(t), T.boolean(self.value > 0)) if self.is_upper else T.or_(t, T.boolean(self.value < 1))
        value = T.const(self.value, t.width)
        at_most = T.sle if self.signed else T.ule
        return at_most(t, value) if self.is_upper else at_most(value, t)

    @property
    def term(self) -> Term:
        return self.about(self.cell)

    @property
    def outermost(self) -> int:
        width = max(self.cell.width, 1)
        least = -(1 << (width - 1)) if self.signed else 0
        return least + (1 << width) - 1 if self.is_upper else least

    def extended(self, value: int) -> _Bound:
        return replace(self, value=max(self.value, value) if self.is_upper else min(self.value, value))


class Boxes:
    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        #: are the answers worth the questions?
        self.are_wanted = True
        self._questions = 0
        self._end = 0.0

    def between(
        self, reached: list[Term], values: dict[Term, Term], bad: list[Term], known: dict[Term, Term]
    ) -> list[Term] | None:
        """Bounds on the keys of `values`: in all states `reached`, where these are their values, and in none `bad`.

        Or some of what is `known` to be of use, each with what it means where the states are those reached.
        """
        self._questions = 0
        self._end = time.monotonic() + SECONDS
        attempts: list[Callable[[], list[Term] | None]] = [lambda: self._of_use(reached, bad, known)]
        if len(values) <= MOST:
            attempts.append(lambda: self._between(reached, values, bad, signed=True))
            attempts.append(lambda: self._between(reached, values, bad, signed=False))
        for attempt in attempts:
            try:
                found = attempt()
            except _GivenUpError:
                continue
            if found is not None:
                return found
        return None

    def _of_use(self, reached: list[Term], bad: list[Term], known: dict[Term, Term]) -> list[Term] | None:
        if not known or self._has(*bad, *known):
            return None
        found = [t for t, meaning in known.items() if not self._has(*reached, T.not_(meaning))]
        if self._has(*bad, *found):
            return None
        for t in list(found):
            rest = [u for u in found if u is not t]
            if not self._has(*bad, *rest):
                found = rest
        return found

    def _between(
        self, reached: list[Term], values: dict[Term, Term], bad: list[Term], signed: bool
    ) -> list[Term] | None:
        if not self._has(*reached):
            return None
        seed = [
            self._at(_Bound(cell, is_upper, signed and cell.width > 1), value)
            for cell, value in values.items()
            for is_upper in (True, False)
        ]
        for _ in range(STATES):
            if self._has(*bad, *[b.term for b in seed]):
                return None
            box = self._loose(seed, bad)
            if not self._has(*reached, T.or_(*[T.not_(b.about(values[b.cell])) for b in box])):
                return [b.term for b in box]
            seed = [b.extended(self._at(b, values[b.cell]).value) for b in seed]
        return None

    def _loose(self, seed: list[_Bound], bad: list[Term]) -> list[_Bound]:
        box = list(seed)
        for b in seed:
            rest = [c for c in box if c is not b]
            if not self._has(*bad, *[c.term for c in rest]):
                box = rest
        for k, b in enumerate(box):
            box[k] = self._loosened(b, [*bad, *[c.term for c in box if c is not b]])
        return box

    def _loosened(self, b: _Bound, bad: list[Term]) -> _Bound:
        """The bound just before the nearest bad value."""
        nearest = self._last(replace(b, is_upper=not b.is_upper), b.cell, [*bad, T.not_(b.term)])
        return replace(b, value=nearest - 1 if b.is_upper else nearest + 1)

    def _last(self, b: _Bound, t: Term, among: list[Term]) -> int:
        """The greatest value of `t` (least, for a lower bound), where there are any."""
        if not self._has(*among):
            raise _GivenUpError
        best, end = self._at(b, t).value, b.outermost
        while best != end:
            # what is beyond the middle, the middle included
            middle = (best + end + 1) // 2 if b.is_upper else (best + end) // 2
            beyond = replace(b, is_upper=not b.is_upper, value=middle).about(t)
            if self._has(*among, beyond):
                best = self._at(b, t).value
            else:
                end = middle - 1 if b.is_upper else middle + 1
        return best

    def _at(self, b: _Bound, t: Term) -> _Bound:
        """The bound at the value of `t` in the state that was just found."""
        value = evaluate(t, self.labels.solver.model())
        return replace(b, value=T.to_signed(value, t.width) if b.signed else value)

    def _has(self, *terms: Term) -> bool:
        """Is there a state?"""
        self._questions += 1
        is_worth_it = self._questions <= QUESTIONS and time.monotonic() < self._end
        answer = self.labels.attempt(terms) if is_worth_it else None
        if answer is None:
            raise _GivenUpError
        return answer
