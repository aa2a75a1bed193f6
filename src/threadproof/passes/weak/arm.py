"""What a step keeps in order on ARMv8, where loads and stores change places unless something keeps them.

C is compiled as usual (the table in `axiomatic.mapping`): acquire and seq_cst loads are `ldar`, release and seq_cst
stores `stlr`, a read-modify-write is a pair of `ldxr` and `stxr` (with `a` and `l`), of which others may notice what
stands between, but nobody stores to the same cell. A fence is `dmb ish`, if it acquires only `dmb ishld`.

A compare-exchange that fails is a load with the order that it has if it succeeds: nothing is known yet when it loads.

Taking a lock acquires, giving it back releases (semaphores likewise): accesses may move into a critical section, from
both sides. All else that threads wait for is a whole fence here; `pairs` says where that is less than there is, and
then there is no verdict. Starting and ending threads is left to the kernel, and keeps everything in order; a join
acquires.

`dmb ishst` keeps stores behind stores. Other fences that C does not have are read as one of these (`foreign`).
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.barriers import BOOKKEEPING, WHOLE_ROLES, accesses, waiting
from threadproof.records import NamedTuple


class Kept(NamedTuple):
    #: everything before comes before everything behind
    whole: bool = False
    #: loads before come before everything behind
    loads: bool = False
    #: stores before come before stores behind
    stores: bool = False
    acquires: bool = False
    releases: bool = False
    #: it is no access to memory of the program
    is_lock: bool = False
    #: what it writes is in memory at once
    is_direct: bool = False


class Load(NamedTuple):
    """All cells are parts of one pointer, or there is only one."""

    group: str
    at: tuple[Term, ...]


_ACQUIRING = (O.Order.CONSUME, O.Order.ACQUIRE, O.Order.ACQ_REL, O.Order.SEQ_CST)
_RELEASING = (O.Order.RELEASE, O.Order.ACQ_REL, O.Order.SEQ_CST)
_TAKING = (O.Role.ACQUIRE, O.Role.READ_ACQUIRE, O.Role.SEM_WAIT)
_GIVING_BACK = (O.Role.RELEASE, O.Role.READ_RELEASE, O.Role.SEM_POST)
NOTHING = Kept()
WHOLE = Kept(whole=True, is_direct=True)


def kept(op: O.Op) -> Kept:
    """Of sections, see `pairs`."""
    if waiting(op) is not None:
        return Kept(whole=True, is_lock=True, is_direct=True)
    match op:
        case O.Step(role=O.Role.FENCE):
            is_whole = op.order in _RELEASING
            return WHOLE if is_whole else Kept(loads=op.order in _ACQUIRING, stores=op.order is O.Order.STORES)
        case O.Step(role=O.Role.JOIN):
            return Kept(loads=True, is_lock=True, is_direct=True)
        case O.Step():
            if op.role in _TAKING or op.role in _GIVING_BACK:
                return Kept(acquires=op.role in _TAKING, releases=op.role in _GIVING_BACK, is_lock=True, is_direct=True)
            if op.role in WHOLE_ROLES:
                return Kept(whole=True, is_lock=op.role is not O.Role.END, is_direct=True)
            if op.role in BOOKKEEPING:
                return Kept(is_direct=True)
            if not op.atomic:
                return NOTHING
            touched = accesses(op)
            return Kept(
                acquires=op.order in _ACQUIRING and any(not a.write for a in touched),
                releases=op.order in _RELEASING and any(a.write for a in touched),
            )
        case O.Create():
            return WHOLE
    return NOTHING


def load(op: O.Op) -> Load | None:
    """What it loads, if it is a load of one thing."""
    cells = {(a.var.group, a.index) for a in accesses(op) if not a.write}
    return Load(*next(iter(cells))) if len(cells) == 1 and isinstance(op, O.Step) else None


def loads_of(op: O.Op, group: str) -> int:
    what = load(op)
    return int(what is not None and what.group == group)


def is_exchange(op: O.Op) -> bool:
    found = {a.write for a in accesses(op)}
    return len(found) == 2


def address(op: O.Op) -> frozenset[Var]:
    """The locals that say which cells it touches (also by a guard: one edge for each object of a pointer)."""
    terms = [i for a in accesses(op) for i in a.index]
    if isinstance(op, O.Step):
        terms += [g for g in T.conjuncts(op.guard) if not any(v.shared for v in g.vars)]
    return frozenset(v for t in terms for v in t.vars if not v.shared)


def used(op: O.Op) -> frozenset[Var]:
    """The locals that it looks at."""
    return frozenset(v for t in O.reads(op) for v in t.vars if not v.shared)


def assigned(op: O.Op) -> frozenset[Var]:
    return frozenset(c.var for c in O.writes(op) if not c.var.shared)


def can_wait(op: O.Op) -> bool:
    """A load of nothing but cells, of which the values are put into locals as they are."""
    if not isinstance(op, O.Step) or load(op) is None or any(v.shared for v in op.guard.vars):
        return False
    return all(u.value.var is not None and u.value.var.shared for u in op.updates) and not any(
        u.var.shared for u in op.updates
    )
