"""What a step keeps in order, on machines whose loads are in order and whose stores may be late (TSO, PSO).

C is compiled as usual (the table in `axiomatic.mapping`): on TSO everything is a plain access, but a store that is
seq_cst, a read-modify-write and a fence that is seq_cst wait until the buffer is empty; on PSO there is `membar` in
addition. What compilers may do with accesses that are not atomic is not asked: they are all there, in the order of the
text.

Operations on locks, semaphores and barriers, and the beginning and the end of a thread wait until the buffer is empty,
as they do it with read-modify-writes, or by way of the kernel. Not so those of which only some do: joining a thread
that has ended, waking nobody, initialising, allocating, taking a recursive lock that is held already, trying to take
what is taken. To unlock a spin lock is a store (`release` is its order).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto

from threadproof.ir import op as O
from threadproof.logic.term import Var
from threadproof.records import dataclass


class Cut(Flag):
    """Stores before are not later than ... behind."""

    NONE = 0
    LOADS = auto()
    STORES = auto()


ALL = Cut.LOADS | Cut.STORES


@dataclass(frozen=True, slots=True)
class Around:
    before: Cut = Cut.NONE
    after: Cut = Cut.NONE
    #: what it writes is in memory at once; else it may be late
    is_direct: bool = False


NOTHING = Around()
WHOLE = Around(ALL, is_direct=True)
_DIRECT = Around(is_direct=True)

WHOLE_ROLES = frozenset(
    {
        O.Role.ACQUIRE,
        O.Role.RELEASE,
        O.Role.READ_ACQUIRE,
        O.Role.READ_RELEASE,
        O.Role.TRY_ACQUIRE,
        O.Role.WAIT,
        O.Role.WAKE,
        O.Role.BARRIER,
        O.Role.BROADCAST,
        O.Role.END,
        O.Role.SEM_WAIT,
        O.Role.SEM_POST,
    }
)
#: no access of the program: what they write to memory is there at once
BOOKKEEPING = frozenset({O.Role.INIT, O.Role.LIFE, O.Role.ALLOC, O.Role.FREE, O.Role.BLOCKED})


@dataclass(frozen=True, slots=True)
class Machine:
    """What is said of a step that is atomic: its order, whether it reads, whether it writes. And of a plain store."""

    name: str
    atomic: Callable[[O.Order, bool, bool], Around]
    #: of stores that come one after the other
    keeps_stores: bool

    @property
    def overtakers(self) -> Cut:
        """What may be earlier than a store before it."""
        return Cut.LOADS if self.keeps_stores else ALL


def _tso(order: O.Order, reads: bool, writes: bool) -> Around:
    return WHOLE if writes and (reads or order is O.Order.SEQ_CST) else NOTHING


def _pso(order: O.Order, reads: bool, writes: bool) -> Around:
    # (what only loads and releases is a compare-exchange that fails)
    before = Cut.STORES if order in _RELEASING and (writes or order is not O.Order.SEQ_CST) else Cut.NONE
    if reads and writes:
        # (its load comes behind what its store comes behind)
        return WHOLE if before else _DIRECT
    if order is not O.Order.SEQ_CST:
        return Around(before)
    return Around(before, Cut.LOADS) if writes else NOTHING


_RELEASING = (O.Order.RELEASE, O.Order.ACQ_REL, O.Order.SEQ_CST)
TSO = Machine("tso", _tso, keeps_stores=True)
PSO = Machine("pso", _pso, keeps_stores=False)
MACHINES = {m.name: m for m in (TSO, PSO)}


def is_late_kind(v: Var) -> bool:
    """A part of an object of C."""
    return v.shared and v.kind in ("data", "tag")


def accesses(op: O.Op) -> tuple[O.Access, ...]:
    """Of the program, to objects of C."""
    if isinstance(op, O.Step) and op.role in BOOKKEEPING:
        return ()
    return tuple([a for a in O.footprint(op) if is_late_kind(a.var)])


def late_cells(op: O.Op) -> tuple[O.Cell, ...]:
    """What it writes, if that may be late."""
    if isinstance(op, O.Step) and op.role in BOOKKEEPING:
        return ()
    is_release = _is_mere_store(op)
    return tuple([c for c in O.writes(op) if c.var.shared and (is_release or is_late_kind(c.var))])


def _is_mere_store(op: O.Op) -> bool:
    """Does it unlock by nothing else?"""
    return isinstance(op, O.Step) and op.role is O.Role.RELEASE and op.order is O.Order.RELEASE


def around(op: O.Op, machine: Machine) -> Around:
    """Of sections, see `delays`; of those who wake others, `waiting`."""
    match op:
        case _ if waiting(op) is not None:
            return NOTHING
        case O.Step(role=O.Role.FENCE):
            return _fence(op.order, machine)
        case O.Step():
            if _is_mere_store(op):
                return machine.atomic(op.order, False, True)
            if op.role in WHOLE_ROLES:
                return WHOLE
            if op.role in BOOKKEEPING:
                return _DIRECT
            if not op.atomic:
                return NOTHING
            touched = accesses(op)
            return machine.atomic(op.order, any(not a.write for a in touched), any(a.write for a in touched))
        case O.Create():
            return WHOLE
    return NOTHING


def _fence(order: O.Order, machine: Machine) -> Around:
    if order is O.Order.SEQ_CST:
        return WHOLE
    return Around(Cut.STORES) if order in _RELEASING and not machine.keeps_stores else NOTHING


def waiting(op: O.Op) -> O.Cell | None:
    """Who wakes those who wait for a condition does nothing but read, if there is nobody; else he waits for stores.

    Gives the set of those who wait.
    """
    match op:
        case O.Signal():
            return op.waiting
        # (the last one at a barrier looks at how many there are)
        case O.Step(role=O.Role.BROADCAST, updates=(u,)) if not any(v.shared for v in op.guard.vars):
            return O.Cell(u.var, u.index)
    return None
