"""What is read later, before it is written: on a raw graph, for sets of things that are numbers, one bit for each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from threadproof.frontend import raw as R
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple


class Flow(NamedTuple):
    """A way from one location to others: what it reads before it goes on, and what it writes."""

    source: int
    targets: tuple[int, ...]
    read: int
    written: int


def reads_and_writes(op: R.RawOp) -> tuple[set[Var], set[Var]]:
    """The variables that an operation needs, and those that it sets."""
    parts = list(R.parts(op))
    written = {x for x in parts if isinstance(x, Var)}
    read = {v for x in parts if isinstance(x, Term) for v in x.vars}
    if isinstance(op, R.MemAccess):
        read -= written  # what it has loaded
    return read, written


class Bits:
    """Things as bits; what has none is left out."""

    def __init__(self, things: Iterable[Hashable]) -> None:
        self._bits = {x: 1 << i for i, x in enumerate(things)}

    def of(self, things: Iterable[Hashable]) -> int:
        return sum(self._bits.get(x, 0) for x in set(things))


def live(locations: int, flows: Iterable[Flow]) -> list[int]:
    """By location: what may be read from there on before it is written."""
    before: list[list[tuple[int, int]]] = [[] for _ in range(locations)]
    found = [0] * locations
    work = []
    for f in flows:
        for target in f.targets:
            before[target].append((f.source, ~f.written))
        if f.read & ~found[f.source]:
            found[f.source] |= f.read
            work.append(f.source)
    while work:
        at = work.pop()
        for source, kept in before[at]:
            if more := found[at] & kept & ~found[source]:
                found[source] |= more
                work.append(source)
    return found
