"""What locks, semaphores and barriers hand over: who releases tells, who acquires learns.

A lock for readers and writers has two views: readers learn of writers only. So has a barrier: who arrives tells the
one, the last one tells all of it to the other, from which learns who goes on. Of objects that have no such roles
(`pthread_once`) those who wait learn, and those who write tell. A condition variable hands over nothing, its mutex
does; nor does what only looks. Whatever else is done to such objects is not known to hand over anything, which allows
more executions; so is it with objects of which there are arbitrarily many.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.logic.term import Var
from threadproof.passes.weak.places import Places
from threadproof.passes.weak.views import Change, Holder, Views

ACQUIRING_ROLES = frozenset(
    {O.Role.ACQUIRE, O.Role.READ_ACQUIRE, O.Role.TRY_ACQUIRE, O.Role.WAKE, O.Role.SEM_WAIT, O.Role.BROADCAST}
)
RELEASING_ROLES = frozenset(
    {O.Role.RELEASE, O.Role.READ_RELEASE, O.Role.WAIT, O.Role.SEM_POST, O.Role.BARRIER, O.Role.BROADCAST}
)
_HANDING_OVER = ACQUIRING_ROLES | RELEASING_ROLES
#: more of an array have no views
MOST_LOCKS = 16


class Locks:
    def __init__(self, places: Places, views: Views) -> None:
        steps = [e.op for e in places.edges.values() if isinstance(e.op, O.Step)]
        locks = {s: s.lock.var for s in steps if s.lock is not None}
        self.barriers = {v for s, v in locks.items() if s.role is O.Role.BARRIER}
        self._told = {v for s, v in locks.items() if s.role in RELEASING_ROLES or _tells(s)}
        #: who released it: writers, and whoever has it alone; readers, or who arrived at a barrier
        self.views: dict[Var, tuple[Holder, Holder]] = {}
        for s, v in locks.items():
            if (s.role in _HANDING_OVER or s.role is None) and _is_small(v):
                length = v.length if v.dims else None
                self.views[v] = views.add(Holder(v.name, length)), views.add(Holder(f"{v.name} shared", length))

    def is_unknown(self, op: O.Op) -> bool:
        """May it hand over more than is known?"""
        if not isinstance(op, O.Step):
            return False
        if op.role in (O.Role.WAIT, O.Role.BROADCAST) and op.lock is None:
            return False
        if op.role in _HANDING_OVER or (op.role is None and op.lock is not None):
            is_woken_by_others = op.role is O.Role.WAKE and op.lock is not None and op.lock.var not in self._told
            return op.lock is None or op.lock.var not in self.views or is_woken_by_others
        return op.role is None and any(a.write and a.var.kind == "sync" for a in O.footprint(op))

    def hand_over(self, op: O.Step, change: Change) -> None:
        if op.lock is None or op.lock.var not in self.views:
            return
        own, shared = self.views[op.lock.var]
        index = op.lock.index
        is_barrier = op.lock.var in self.barriers
        match op.role:
            case None:
                change.learn(own, index) if op.waits else change.tell(own, index)
            case O.Role.READ_ACQUIRE:
                change.learn(own, index)
            case O.Role.READ_RELEASE | O.Role.BARRIER:
                change.tell(shared, index)
            case O.Role.BROADCAST:
                if is_barrier:
                    change.learn(shared, index)
                    change.tell(shared, index)
                    change.tell(own, index, only=True)
            case O.Role.WAKE if is_barrier:
                change.learn(own, index)
            case _ if op.role in ACQUIRING_ROLES:
                change.learn(own, index)
                change.learn(shared, index)
            case _ if op.role in RELEASING_ROLES:
                change.tell(own, index)


def _tells(op: O.Step) -> bool:
    return op.role is None and not op.waits and bool(op.updates)


def _is_small(v: Var) -> bool:
    return not v.dims or (v.dims == 1 and v.length is not None and v.length <= MOST_LOCKS)
