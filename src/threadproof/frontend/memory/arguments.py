"""Where arguments of main may be any: which cells do accesses to them mean?

Of the vector only the beginning has cells, and perhaps the last element; what is at the end of it, and of strings, has
one of its own. A string has no zero before its end: executions in which a character that is read turns out
to be one are discarded, since there is another one with a shorter string.
"""

from __future__ import annotations

from threadproof.frontend import raw as R
from threadproof.frontend.memory.offsets import INDEX_WIDTH, Distance
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass

_GIVE = "(--args gives arguments)"
MANY = f"one of many arguments of the program {_GIVE}"
WRITTEN = f"a write to the arguments of the program {_GIVE}"
PUNNED = f"arguments of the program accessed at another type {_GIVE}"
NO_SUCH_ARGUMENT = "an argument has no zero before its end"


@dataclass(frozen=True, slots=True)
class Extent:
    """Of a vector or a string: how many elements it has before its end (`least` at least), and how many of those have
    cells, if not all.

    `has_last`: the last one has a cell, too, behind those of the others. `is_capped`: an end behind all known elements
    may be anywhere behind them."""

    end: Term
    least: int = 0
    known: int | None = None
    has_last: bool = False
    is_capped: bool = False

    def cases(self, d: Distance, unit: int) -> tuple[list[tuple[Term, Term | None]], Term]:
        """The cells that a distance may mean, each with its guard (None: that at the end); and that it means one which
        there is not."""
        start, modulus = d.congruence
        if start % unit or modulus % unit:  # between elements
            return [], T.TRUE
        width = self.end.width
        at = d.term(width, unit=unit) if d.base is None else T.udiv(d.term(width), T.const(unit, width))
        index = T.zext(at, INDEX_WIDTH)
        if at.value is not None and at.value < self.least:
            return [(T.TRUE, index)], T.FALSE
        inside, is_end = T.ult(at, self.end), T.eq(at, self.end)
        if self.known is None:
            return [(g, i) for g, i in ((inside, index), (is_end, None)) if g is not T.FALSE], T.FALSE
        known = T.const(self.known, width)
        here = T.ult(at, known)
        beyond = T.and_(inside, T.not_(here))
        if self.is_capped:
            is_far = T.ult(known, self.end)
            is_end, beyond = T.and_(is_end, T.not_(is_far)), T.and_(is_far, T.not_(here))
        found: list[tuple[Term, Term | None]] = [(T.and_(inside, here), index), (is_end, None)]
        if self.has_last:
            is_last = T.eq(T.add(at, T.const(1, width)), self.end)
            found.append((T.and_(beyond, is_last), T.const(self.known, INDEX_WIDTH)))
            beyond = T.and_(beyond, T.not_(is_last))
        return [(g, i) for g, i in found if g is not T.FALSE], beyond


def extent_of(arguments: R.Arguments, site: int, width: int) -> Extent | None:
    """None: it is something else."""
    if site == arguments.vector.number:
        count, capped = T.resize(T.var(arguments.count), width, True), arguments.is_capped
        return Extent(count, 1, arguments.first, has_last=not capped, is_capped=capped)
    for s, length in zip(arguments.strings, arguments.lengths, strict=True):
        if site == s.number:
            return Extent(T.zext(T.var(length), width))
    return None
