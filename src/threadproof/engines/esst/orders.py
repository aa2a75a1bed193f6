"""Does a path, found while the order of some threads only was remembered, obey the scheduler as it is? If it does not:
which threads' order has to be remembered to exclude it.

Entry points: `obeying`, `to_be_tracked`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from threadproof.ir import op as O
from threadproof.ir.action import Action, Place
from threadproof.ir.fairthreads import FairThreads
from threadproof.rules.turns import Turns, commute


def obeying(scheduler: FairThreads, path: Sequence[Action]) -> list[Action] | None:
    """The path, with what the scheduler does in it, beginning in this state; None: it does not do that."""
    outcomes = _outcomes(scheduler, path)
    if outcomes is None:
        return None
    actions = [copy.copy(a) for a in path]
    for a, n in zip(actions, outcomes, strict=True):
        a.outcome = n
    return actions


def to_be_tracked(
    scheduler: FairThreads, path: Sequence[Action], places: Sequence[Place], turns: Turns, tracked: Sequence[int]
) -> tuple[int, ...]:
    """Threads whose order excludes the path, beside those that are tracked already: as few as possible, and such that
    have to do with the thread that moved last."""
    linked = {t.id for a in path if isinstance(a.scheduler, FairThreads) for t in a.scheduler.threads}
    found = sorted(linked.union(tracked))
    near = _nearest([*places, *[a.place for a in path]], path[-1].id, turns)
    far = [i for i in found if i not in near]
    for i in [*far, *reversed(near)]:
        fewer = tuple([x for x in found if x != i])
        if i in found and i not in tracked and _outcomes(scheduler._replace(tracked=fewer), path) is None:
            found.remove(i)
    return tuple(found)


def _nearest(places: Sequence[Place], start: int, turns: Turns) -> list[int]:
    """Threads by how directly what they do has to do with what one of them does."""
    rest = {p.id: turns.ever(p) for p in places}
    near = [start]
    for i in near:
        this = rest.pop(i)
        near += [x for x, other in rest.items() if x not in near and not commute(this, other)]
    return near


def _outcomes(scheduler: FairThreads, path: Sequence[Action]) -> list[int] | None:
    """Of what each call may do, the number of what it does. Several states of the scheduler may be possible."""
    front: dict[FairThreads, list[int]] = {scheduler: []}
    for a in path:
        new: dict[FairThreads, list[int]] = {}
        for s, so_far in front.items():
            if s.may_run(a.id):
                for n, after in enumerate(_after(s.resumed(a.id), a)):
                    if not isinstance(a.scheduler, FairThreads) or after.without_order() == a.scheduler.without_order():
                        new.setdefault(after, [*so_far, n])
        front = new
    return next(iter(front.values()), None)


def _after(s: FairThreads, a: Action) -> list[FairThreads]:
    if a.scheduler is None or not isinstance(a.edge.op, O.Primitive):
        return [s]
    return [after for _, after in s.execute(a.id, a.edge.op.call, a.arguments)]
