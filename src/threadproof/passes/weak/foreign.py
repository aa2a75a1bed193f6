"""Fences that C does not have, in words that a machine understands: of assembly, of intrinsics and of Linux.

A machine takes the weakest of its own fences that keeps as much in order: ARMv8 has `dmb ishld`, `dmb ishst` and `dmb
ish`, x86 and SPARC under TSO need none that leaves loads before stores. What keeps nothing in order here is no fence.
RMO and Power, which know all pairs, are told as it is. C11 gets the strongest fence that keeps no more; if that is
less, more executions are looked at than there are (`is_strict`: the weakest that keeps no less, so no more are).

Fences of Linux beside an atomic operation, or beside taking a lock, are whole ones where such an operation is the next
thing (the last thing) that touches memory, on every way. Elsewhere they have no meaning but on TSO, where they are
nothing at all.

An atomic operation on what only its thread knows keeps in order what any other does, and is left alone by nobody but
C11 (it is no fence there). A read-modify-write becomes a fence where it is one; else it is not understood.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.passes.memory_model import ARMV8, C11, POWER, PSO, RMO, TSO, WEAKENED, MemoryModel
from threadproof.passes.weak.barriers import accesses
from threadproof.records import replace

NOT_BESIDE = "a fence of Linux that stands by itself"
PRIVATE = "an atomic operation on what only this thread knows"
NO_SUCH_FENCE = "a fence that {} does not have"

#: pairs of a load or a store before, and a load or a store behind
_PAIRS = {
    O.Order.LOADS: {"RR"},
    O.Order.LOADS_FIRST: {"RR", "RW"},
    O.Order.STORES: {"WW"},
    O.Order.STORES_LAST: {"RW", "WW"},
    O.Order.LIGHT: {"RR", "RW", "WW"},
    O.Order.BRANCHED: set[str](),
}
_OF_C = [
    (O.Order.ACQUIRE, {"RR", "RW"}),
    (O.Order.RELEASE, {"RW", "WW"}),
    (O.Order.ACQ_REL, {"RR", "RW", "WW"}),
]
_BESIDE = (O.Order.BEFORE_EXCHANGE, O.Order.AFTER_EXCHANGE, O.Order.AFTER_LOCK)


def settled(program: Program, model: MemoryModel, *, is_strict: bool = False) -> Program:
    """Without fences that the model does not understand."""
    if not any(_is_foreign(e) for t in program.templates.values() for e in t.all_edges()):
        return program
    settling = _Settling(model, is_strict)
    templates = {
        name: replace(t, edges=[[settling.edge(t, e) for e in out] for out in t.edges])
        for name, t in program.templates.items()
    }
    scope = (*program.scope, WEAKENED) if settling.allows_more else program.scope
    return replace(program, templates=templates, scope=scope)


def pairs(order: O.Order) -> frozenset[str]:
    return frozenset(_PAIRS.get(order, ()))


def _is_foreign(e: Edge) -> bool:
    return isinstance(e.op, O.Step) and (e.op.order in O.NOT_OF_C or _is_private(e.op))


def _is_private(op: O.Step) -> bool:
    return op.atomic and op.role is None and bool(op.updates) and not O.footprint(op)


class _Settling:
    def __init__(self, model: MemoryModel, is_strict: bool) -> None:
        self.model = model
        self.is_strict = is_strict
        self.allows_more = False

    def edge(self, t: Template, e: Edge) -> Edge:
        if not _is_foreign(e):
            return e
        assert isinstance(e.op, O.Step)
        if e.op.order not in O.NOT_OF_C:
            return self._private(e, e.op)
        if e.op.order in _BESIDE:
            order = self._beside(t, e, e.op.order)
        elif e.op.order in _PAIRS:
            order = self._of_pairs(e.op.order)
        else:
            order = self._at_success() if e.op.order is O.Order.BEFORE_SUCCESS else self._handed_over()
        if isinstance(order, str):
            return e.with_op(O.Unsupported(order))
        return e.with_op(O.Step() if order is None else replace(e.op, order=order))

    def _private(self, e: Edge, op: O.Step) -> Edge:
        if self.model is C11 or (op.order is O.Order.RELAXED and self.model is not TSO):
            return e
        is_exchange = len(op.updates) > 1
        is_whole = op.order is O.Order.SEQ_CST or self.model is TSO
        if is_exchange and is_whole and self.model is not ARMV8:
            # (what it does to its locals is done as well)
            return e.with_op(replace(op, order=O.Order.SEQ_CST, role=O.Role.FENCE))
        if is_exchange and self.model is PSO:
            return e.with_op(replace(op, order=O.Order.RELEASE, role=O.Role.FENCE))
        # (an access that is not seq_cst keeps nothing in order where loads and stores of one kind are in order anyway)
        if op.order is not O.Order.SEQ_CST and self.model is TSO:
            return e
        return e.with_op(O.Unsupported(PRIVATE))

    def _of_pairs(self, order: O.Order) -> O.Order | str | None:
        kept = _PAIRS[order]
        if self.model in (RMO, POWER):
            return order
        if self.model is TSO:
            return None
        if self.model is C11:
            return self._of_c(order, kept)
        if self.model is ARMV8:
            if order is O.Order.BRANCHED:
                return NO_SUCH_FENCE.format("the model")
            if order is O.Order.STORES:
                return order
            return O.Order.ACQUIRE if kept <= {"RR", "RW"} else O.Order.SEQ_CST
        # (PSO, where loads are in order)
        return O.Order.RELEASE if "WW" in kept else None

    def _of_c(self, order: O.Order, kept: set[str]) -> O.Order | None:
        weaker = [o for o, p in _OF_C if p <= kept]
        if weaker and dict(_OF_C)[weaker[-1]] == kept:
            return weaker[-1]
        if not self.is_strict:
            self.allows_more = True
            return weaker[-1] if weaker else None
        if order is O.Order.BRANCHED:
            return O.Order.ACQUIRE
        return next(o for o, p in _OF_C if kept <= p)

    def _at_success(self) -> O.Order | None:
        """Exchanges here keep their store behind what was before, and others may not come in between."""
        if self.model is POWER or (self.model is C11 and self.is_strict):
            return O.Order.SEQ_CST
        self.allows_more |= self.model is C11
        return None

    def _handed_over(self) -> O.Order | None:
        self.allows_more |= self.model is C11 and not self.is_strict
        return O.Order.SEQ_CST if self.model is C11 and self.is_strict else None

    def _beside(self, t: Template, e: Edge, order: O.Order) -> O.Order | str | None:
        if self.model is TSO:
            return None
        if order is O.Order.BEFORE_EXCHANGE:
            is_beside = _all(t, e, self._is_exchange, forwards=True)
        else:
            is_wanted = _takes_lock if order is O.Order.AFTER_LOCK else self._is_exchange
            is_beside = _all(t, e, is_wanted, forwards=False)
        return O.Order.SEQ_CST if is_beside else NOT_BESIDE

    def _is_exchange(self, op: O.Op) -> bool:
        """Linux promises nothing beside one that fails, but ARMv8 and Power keep everything in order there, too."""
        if not isinstance(op, O.Step) or not op.atomic or len({a.write for a in accesses(op)}) != 2:
            return False
        return self.model in (ARMV8, POWER) or not any(_may_stay(u) for u in op.updates)


def _may_stay(u: O.Update) -> bool:
    """Is it what it was, perhaps, if something fails?"""
    return u.var.shared and u.value.op == "ite" and any(x is T.select(u.var, u.index) for x in u.value.args[1:])


def _takes_lock(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.ACQUIRE


def _all(t: Template, start: Edge, is_wanted: Callable[[O.Op], bool], *, forwards: bool) -> bool:
    """Is the next (last) thing such a one, on every way?"""
    into: dict[int, list[Edge]] = {}
    for e in t.all_edges():
        into.setdefault(e.target, []).append(e)
    at = start.target if forwards else start.source
    todo, seen = [at], {at}
    while todo:
        at = todo.pop()
        found = t.edges[at] if forwards else into.get(at, [])
        if not found or (not forwards and at == t.entry):
            return False
        for e in found:
            if is_wanted(e.op):
                continue
            if not _is_local(e.op):
                return False
            there = e.target if forwards else e.source
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return True


def _is_local(op: O.Op) -> bool:
    """Does it touch nothing that is shared?"""
    return isinstance(op, O.Step) and (op.role is None or op.role is O.Role.FENCE) and not O.footprint(op)
