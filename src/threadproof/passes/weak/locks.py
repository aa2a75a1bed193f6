"""What locks, semaphores and barriers hand over: who releases tells, who acquires learns.

A lock for readers and writers has two views: readers learn of writers only. So has a barrier: who arrives tells the
one, the last one tells all of it to the other, from which learns who goes on. A condition variable hands over nothing,
its mutex does. Whatever else is done to such objects hands over nothing here, which allows more executions; so is it
with objects of which there are arbitrarily many.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.logic.term import Var
from threadproof.passes.weak.places import Places
from threadproof.passes.weak.strength import ACQUIRING_ROLES, RELEASING_ROLES
from threadproof.passes.weak.views import Change, Holder, Views

_NOTHING = frozenset(
    {O.Role.INIT, O.Role.LIFE, O.Role.REACQUIRE, O.Role.SPURIOUS, O.Role.ALLOC, O.Role.FREE, O.Role.END}
)
#: more of an array have no views
MOST_LOCKS = 16


class Locks:
    def __init__(self, places: Places, views: Views) -> None:
        self.barriers = {
            e.op.lock.var
            for e in places.edges.values()
            if isinstance(e.op, O.Step) and e.op.role is O.Role.BARRIER and e.op.lock is not None
        }
        #: who released it: writers, and whoever has it alone; readers, or who arrived at a barrier
        self.views: dict[Var, tuple[Holder, Holder]] = {}
        #: executions that RC11 forbids
        self.allow_more = False
        for e in places.edges.values():
            if isinstance(e.op, O.Step):
                self._look_at(e.op, views)

    def _look_at(self, op: O.Step, views: Views) -> None:
        if not any(a.var.kind == "sync" for a in O.footprint(op)) or op.role in _NOTHING:
            return
        is_known = op.role in ACQUIRING_ROLES | RELEASING_ROLES and op.lock is not None
        if op.role is O.Role.BROADCAST and (op.lock is None or op.lock.var not in self.barriers):
            return
        if not is_known or op.lock is None:
            self.allow_more = True
            return
        v = op.lock.var
        if v.dims > 1 or (v.dims and (v.length is None or v.length > MOST_LOCKS)):
            self.allow_more = True
        elif v not in self.views:
            length = v.length if v.dims else None
            first, second = (views.add(Holder(f"{v.name}{mark}", length)) for mark in ("", " shared"))
            self.views[v] = first, second

    def hand_over(self, op: O.Step, change: Change) -> None:
        if op.lock is None or op.lock.var not in self.views or op.role is None:
            return
        own, shared = self.views[op.lock.var]
        index = op.lock.index
        is_barrier = op.lock.var in self.barriers
        match op.role:
            case O.Role.READ_ACQUIRE:
                change.learn(own, index)
            case O.Role.READ_RELEASE | O.Role.BARRIER:
                change.tell(shared, index)
            case O.Role.BROADCAST if is_barrier:
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
