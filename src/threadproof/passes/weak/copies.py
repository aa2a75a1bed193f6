"""Copies of memory that a thread has taken early: where they are kept, which one a load sees, which are of use yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.arm import loads_of
from threadproof.passes.weak.barriers import is_late_kind
from threadproof.passes.weak.held import Copy, Places
from threadproof.passes.weak.rows import equal


class Copies:
    """`groups`: what belongs to one pointer; `lasting`: where a copy may be of use."""

    def __init__(
        self,
        t: Template,
        variables: list[Var],
        groups: dict[str, tuple[Var, ...]],
        lasting: dict[str, set[int]],
        most: int,
    ) -> None:
        self.t = t
        self.locals = variables
        self.groups = groups
        self.lasting = lasting
        self.most = most
        self.kept: dict[tuple[str, int], Places] = {}
        self._uses: dict[str, dict[int, int]] = {}

    def uses(self, group: str) -> dict[int, int]:
        """How many loads there may be where copies are of use; `most` + 1: no end in sight."""
        found = self._uses.get(group)
        if found is None:
            where = self.lasting[group]
            found = self._uses[group] = dict.fromkeys(where, 0)
            loads = {at: [(e.target, loads_of(e.op, group)) for e in self.t.edges[at]] for at in where}
            is_done = False
            while not is_done:
                is_done = True
                for at, out in loads.items():
                    number = min(max((n + found.get(to, 0) for to, n in out), default=0), self.most + 1)
                    if number > found[at]:
                        found[at] = number
                        is_done = False
        return found

    def places(self, group: str, number: int, index: tuple[Term, ...]) -> Places:
        found = self.kept.get((group, number))
        if found is None:
            name = f"{self.t.name}::early {number} {group}"
            at = tuple([Var(f"{name} at{n}", i.width, shared=False) for n, i in enumerate(index)])
            values = {
                v: Var(
                    f"{name} {v.name}",
                    v.width,
                    shared=False,
                    signed=v.signed,
                    is_pointer=v.is_pointer,
                    offsets=v.offsets,
                )
                for v in self.groups[group]
            }
            self.locals += [*at, *values.values()]
            found = self.kept[group, number] = Places(at, values)
        return found

    def value(self, c: Copy, t: Term) -> Term:
        values = self.kept[c.group, c.number].values
        return T.transform(t, lambda u: T.var(values[u.var]) if u.var in values else None)

    def views(
        self, group: str, index: tuple[Term, ...], copies: tuple[Copy, ...]
    ) -> Iterator[tuple[Term, Copy | None, tuple[Copy, ...]]]:
        """When, which copy it sees (none: memory), what is left of the copies."""
        ways: list[tuple[Term, tuple[Copy, ...]]] = [(T.TRUE, ())]
        for n, c in enumerate(copies):
            if c.group != group:
                ways = [(guard, (*left, c)) for guard, left in ways]
                continue
            same = equal(self.kept[c.group, c.number].at, index)
            for guard, left in ways:
                yield T.and_(guard, same), c, (*left, *copies[n:])
            ways = [w for guard, left in ways for w in _either(guard, same, left, c)]
        for guard, left in ways:
            yield guard, None, left

    def without(self, cells: Iterable[O.Cell], copies: tuple[Copy, ...]) -> list[tuple[Term, tuple[Copy, ...]]]:
        """Without the copies of these cells."""
        ways: list[tuple[Term, tuple[Copy, ...]]] = [(T.TRUE, copies)]
        for c in cells:
            if is_late_kind(c.var):
                for copy in copies:
                    if copy.group == c.var.group:
                        same = equal(self.kept[copy.group, copy.number].at, c.index)
                        ways = [
                            w
                            for guard, left in ways
                            for w in (
                                (T.and_(guard, same), tuple([k for k in left if k != copy])),
                                (T.and_(guard, T.not_(same)), left),
                            )
                            if w[0] is not T.FALSE
                        ]
        return ways


def _either(guard: Term, same: Term, left: tuple[Copy, ...], c: Copy) -> list[tuple[Term, tuple[Copy, ...]]]:
    """It is forgotten, or of another cell."""
    ways = [(T.and_(guard, same), left), (T.and_(guard, T.not_(same)), (*left, c))]
    return [w for w in ways if w[0] is not T.FALSE]
