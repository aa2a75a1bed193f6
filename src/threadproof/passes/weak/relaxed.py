"""RMO and Power: programs for which they make no difference, and violations that they allow.

For a program of which no pair is critical, executions are those of sequential consistency (`delays`). Here a pair is
one that the machine does not keep in order, by the table in `axiomatic.mapping`; on Power, where a store may reach some
threads before others, it takes `sync` between two accesses if three threads or more are in conflict: dependencies and
`lwsync` are about what one thread does and sees. With two threads there is nobody who could see it otherwise, except by
overwriting: `lwsync` between two stores does not help if the other thread stores to the second place, and then loads
from the first one, whatever stands between (R+lwsync+sync).

If there are critical pairs, what happens is that of a machine which keeps more in order: the one of `early`, where
fences and releases are whole fences, and loads of one cell are in order; on RMO exchanges are whole fences, too. What
it finds, the machine allows; that it finds nothing is no proof, and not understood.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic.term import Var
from threadproof.passes.weak import arm
from threadproof.passes.weak.arm import Kept, address, assigned, is_exchange, used
from threadproof.passes.weak.barriers import accesses
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.foreign import pairs
from threadproof.passes.weak.pairs import Pairs
from threadproof.records import NamedTuple

#: pairs of a load or a store and a load or a store behind it; `WW*`: two stores, of which the second one is overwritten
_ALL = frozenset({"RR", "RW", "WR", "WW", "WW*"})
_LIGHT = frozenset({"RR", "RW", "WW"})
_NO: frozenset[str] = frozenset()


class Table(NamedTuple):
    name: str
    #: what a fence of an order keeps in order
    fence: Callable[[O.Order], frozenset[str]]
    #: before, and after an access of an order, that reads, that writes
    around: Callable[[O.Order, bool, bool], tuple[frozenset[str], frozenset[str]]]
    #: all threads see a store at once
    is_atomic: bool
    #: loads of one cell are in order
    keeps_loads: bool
    is_exchange_whole: bool
    why: str


_ACQUIRING = (O.Order.CONSUME, O.Order.ACQUIRE, O.Order.ACQ_REL, O.Order.SEQ_CST)
_RELEASING = (O.Order.RELEASE, O.Order.ACQ_REL, O.Order.SEQ_CST)


def _rmo_fence(order: O.Order) -> frozenset[str]:
    if order is O.Order.SEQ_CST:
        return _ALL
    after = {"RR", "RW"} if order in _ACQUIRING else set()
    return frozenset(after | ({"RW", "WW"} if order in _RELEASING else set()))


def _rmo_around(order: O.Order, reads: bool, writes: bool) -> tuple[frozenset[str], frozenset[str]]:
    if order is O.Order.SEQ_CST and writes:
        return (_ALL, _ALL) if reads else (frozenset({"RW", "WW"}), frozenset({"WR"}))
    before = frozenset({"RW", "WW"}) if writes and order in _RELEASING else _NO
    return before, frozenset({"RR", "RW"}) if reads and order in _ACQUIRING else _NO


def _power_fence(order: O.Order) -> frozenset[str]:
    return _ALL if order is O.Order.SEQ_CST else _LIGHT


def _power_around(order: O.Order, reads: bool, writes: bool) -> tuple[frozenset[str], frozenset[str]]:
    if order is O.Order.SEQ_CST:
        return _ALL, _NO
    return _LIGHT if writes and order in _RELEASING else _NO, _NO


TABLES = {
    t.name: t
    for t in (
        Table("rmo", _rmo_fence, _rmo_around, True, False, True, "loads and stores that may change places"),
        Table(
            "power",
            _power_fence,
            _power_around,
            False,
            True,
            False,
            "accesses that may change places, or a store that reaches threads at different times",
        ),
    )
}


class Robust(Pairs):
    """Pairs that are critical are not understood, beside what the stronger machine does with them."""

    table: Table

    def kept_of(self, op: O.Op) -> Kept:
        found = super().kept_of(op)
        touched = accesses(op) if isinstance(op, O.Step) and op.atomic else ()
        stores = any(a.write for a in touched)
        is_fence = isinstance(op, O.Step) and op.role is O.Role.FENCE
        is_whole = found.whole or is_fence or found.loads or (found.releases and (stores or found.is_lock))
        # (of those that release and only load, a compare-exchange that fails has a fence before it all the same)
        if (
            isinstance(op, O.Step)
            and op.order in _RELEASING
            and touched
            and (not stores or op.order is O.Order.SEQ_CST)
        ):
            is_whole = True
        if self.table.is_exchange_whole and found.acquires and touched:
            is_whole = True
        is_direct = found.is_direct
        if self.table.is_exchange_whole and stores and (is_exchange(op) or is_whole):
            is_whole = is_direct = True
        return found._replace(whole=is_whole, is_direct=is_direct)

    def _delay(self, t: Template) -> None:
        super()._delay(t)
        outside = self.of_interest(t)
        if len(outside) < 2:
            return
        single = self.knowledge.threads.single
        in_conflict = {n.at.template for n, c in zip(self.nodes, self._conflicts, strict=True) if c and n.accesses}
        is_crowd = not self.table.is_atomic and sum(1 if n in single else 2 for n in in_conflict) > 2
        behind = self.behind(t, outside)
        for i in outside:
            for first in "RW":
                if self.nodes[i].stores if first == "W" else self.nodes[i].loads:
                    for c, second in self._reached(t, i, first, is_crowd):
                        # (two loads may see one store, and what was before it)
                        are_loads = first + second == "RR" and not self.table.keeps_loads
                        is_one_store = are_loads and not self._conflicts[i].isdisjoint(self._conflicts[c])
                        is_coherent = self.is_one_cell(i, c) and not are_loads
                        if is_one_store or (not is_coherent and self.is_on_cycle(i, c, behind)):
                            self.unknown[self.nodes[i].at] = self.table.why
                            self.critical.append((i, c))

    def _reached(self, t: Template, i: int, first: str, is_crowd: bool) -> set[tuple[int, str]]:
        """Accesses behind this one that may change places with it."""
        at = self.nodes[i].at
        e = t.edges[at.source][at.number]
        wanted = {"RR", "RW"} if first == "R" else {"WR", "WW"} if self.table.is_atomic else {"WR", "WW", "WW*"}
        open_ = frozenset(wanted) - self._cuts(e.op)[1]
        if first == "R" and not is_crowd and arm.kept(e.op).acquires and isinstance(e.op, O.Step):
            return set()
        start = (e.target, open_, assigned(e.op) if first == "R" and not is_crowd else frozenset[Var]())
        found: set[tuple[int, str]] = set()
        todo, seen = [start], {start}
        while todo:
            here, open_, behind = todo.pop()
            for n, e in enumerate(t.edges[here]):
                left = self._over(t, At(t.name, here, n), e, first, open_, behind, is_crowd, found)
                there = (e.target, left, self._behind(e, behind))
                if left and there not in seen:
                    seen.add(there)
                    todo.append(there)
        return found

    def _over(
        self,
        t: Template,
        at: At,
        e: Edge,
        first: str,
        open_: frozenset[str],
        behind: frozenset[Var],
        is_crowd: bool,
        found: set[tuple[int, str]],
    ) -> frozenset[str]:
        before, after = self._cuts(e.op)
        open_ -= before if before == _ALL or not is_crowd else _NO
        i = self.number_of(at)
        is_behind = bool(address(e.op) & behind)
        is_one = i is not None and (bool(self.nodes[i].accesses) or self.nodes[i].is_look)
        if i is not None and is_one and at.source not in self.inside[t.name]:
            if self.nodes[i].loads and first + "R" in open_ and not is_behind:
                found.add((i, "R"))
            is_open = first + "W" in open_ or ("WW*" in open_ and self._is_overwritten(i))
            if self.nodes[i].stores and is_open and not used(e.op) & behind:
                found.add((i, "W"))
        if is_behind and self.table.keeps_loads:
            open_ -= {"RW"}
        if not accesses(e.op) and isinstance(e.op, O.Step) and any(v in behind for v in e.op.guard.vars):
            open_ -= {"RW"}
        return open_ - (after if after == _ALL or not is_crowd else _NO)

    def _is_overwritten(self, i: int) -> bool:
        return any(self.nodes[j].stores for j in self._conflicts[i])

    @staticmethod
    def _behind(e: Edge, behind: frozenset[Var]) -> frozenset[Var]:
        depends = bool((address(e.op) if accesses(e.op) else used(e.op)) & behind)
        return behind | assigned(e.op) if depends else behind - assigned(e.op)

    def _cuts(self, op: O.Op) -> tuple[frozenset[str], frozenset[str]]:
        keeps = arm.kept(op)
        if isinstance(op, O.Step) and op.role is O.Role.FENCE:
            return pairs(op.order) if op.order in O.NOT_OF_C else self.table.fence(op.order), _NO
        if keeps.whole and not keeps.is_lock:
            return _ALL, _NO
        touched = accesses(op)
        if isinstance(op, O.Step) and op.atomic and touched:
            return self.table.around(op.order, any(not a.write for a in touched), any(a.write for a in touched))
        return _NO, _NO


def machine(name: str) -> type[Robust]:
    return type(f"Robust_{name}", (Robust,), {"table": TABLES[name]})
