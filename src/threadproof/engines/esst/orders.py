"""Does a path, found while the order was remembered within some groups of threads only, obey the scheduler as it is?
If it does not: which group has to be added to exclude it.

Entry points: `obeying`, `with_order`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

from threadproof.engines.esst.turns import Turns, commute
from threadproof.ir import op as O
from threadproof.ir.action import Action, Place
from threadproof.ir.effects import Reducible, reducible
from threadproof.ir.sched import Scheduler
from threadproof.logic import term as T

Groups = tuple[tuple[int, ...], ...]


def obeying(scheduler: Scheduler, path: Sequence[Action]) -> list[Action] | None:
    """The path, with what the scheduler does in it, beginning in this state; None: it does not do that."""
    outcomes = _outcomes(scheduler, path)
    if outcomes is None:
        return None
    actions = [copy.copy(a) for a in path]
    for a, n in zip(actions, outcomes, strict=True):
        a.outcome = n
    return actions


def with_order(
    groups: Groups, scheduler: Reducible, path: Sequence[Action], places: Sequence[Place], turns: Turns
) -> Groups:
    """The groups and one more, whose order excludes the path: it is as small as possible, and of threads that have to
    do with the one that moved last. Groups that have threads in common become one."""
    linked = {i for a in path if (s := reducible(a.scheduler)) is not None for i in s.linked()}
    near = _nearest([*places, *[a.place for a in path]], path[-1].id, turns)
    found = linked.union(*groups)
    for i in [*sorted(found.difference(near)), *reversed(near)]:
        if i in found and _outcomes(scheduler.with_order_of(*_joined(groups, found - {i})), path) is None:
            found.remove(i)
    return _joined(groups, found)


def _joined(groups: Groups, new: set[int]) -> Groups:
    apart = [g for g in groups if new.isdisjoint(g)]
    return (*apart, tuple(sorted(new.union(*[g for g in groups if g not in apart]))))


def _nearest(places: Sequence[Place], start: int, turns: Turns) -> list[int]:
    """Threads by how directly what they do has to do with what one of them does."""
    rest = {p.id: turns.ever(p) for p in places}
    near = [start]
    for i in near:
        this = rest.pop(i)
        near += [x for x, other in rest.items() if x not in near and not commute(this, other)]
    return near


def _outcomes(scheduler: Scheduler, path: Sequence[Action]) -> list[int] | None:
    """Of what each call may do, the number of what it does. Several states of the scheduler may be possible."""
    front: dict[Scheduler, list[int]] = {scheduler: []}
    for a in path:
        new: dict[Scheduler, list[int]] = {}
        for s, so_far in front.items():
            if s.may_run(a.id):
                for n, after in _after(s.resumed(a.id), a):
                    if a.scheduler is None or _without_order(after) == _without_order(a.scheduler):
                        new.setdefault(after, [*so_far, n])
        front = new
    return next(iter(front.values()), None)


def _without_order(s: Scheduler) -> Scheduler:
    """One that is not `Reducible` is always as it is."""
    described = reducible(s)
    return s if described is None else described.without_order()


def _after(s: Scheduler, a: Action) -> Iterator[tuple[int, Scheduler]]:
    """What the scheduler may do there, and the number of that; it returns what it returns on the path."""
    if a.scheduler is None or not isinstance(a.edge.op, O.Primitive):
        yield 0, s
        return
    returned = list(a.scalars.values())
    for n, (value, after) in enumerate(s.execute(a.id, a.edge.op.call, a.arguments)):
        if all(T.const(value, t.width) is t for t in returned):
            yield n, after
