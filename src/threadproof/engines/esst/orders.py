"""Does a path, found while the order of some threads only was remembered, obey the scheduler as it is? If it does not:
which threads' order has to be remembered to exclude it.

Entry points: `obeying`, `to_be_tracked`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from threadproof.ir import op as O
from threadproof.ir.action import Action
from threadproof.ir.fairthreads import FairThreads


def obeying(scheduler: FairThreads, path: Sequence[Action]) -> list[Action] | None:
    """The path, with what the scheduler does in it, beginning in this state; None: it does not do that."""
    outcomes = _outcomes(scheduler, path)
    if outcomes is None:
        return None
    actions = [copy.copy(a) for a in path]
    for a, n in zip(actions, outcomes, strict=True):
        a.outcome = n
    return actions


def to_be_tracked(scheduler: FairThreads, path: Sequence[Action], tracked: Sequence[int]) -> tuple[int, ...]:
    """Threads whose order excludes the path, as few as possible beside those that are tracked already."""
    linked = {t.id for a in path if isinstance(a.scheduler, FairThreads) for t in a.scheduler.threads}
    found = sorted(linked.union(tracked))
    for i in [i for i in found if i not in tracked]:
        fewer = tuple([x for x in found if x != i])
        if _outcomes(scheduler._replace(tracked=fewer), path) is None:
            found.remove(i)
    return tuple(found)


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
