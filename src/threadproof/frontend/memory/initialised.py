"""Synchronisation objects that are initialised while others may use them already.

Who initialises one writes its bytes as those of any other memory; everybody else looks at them by an atomic operation.
So an initialisation races with any use at the same time. Where nobody else is there yet, that is not looked at: in
main, before it has created a thread.
"""

from __future__ import annotations

from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext

FREE_AT_FIRST = "locks and their like that were never initialised are free"


def are_initialised_late(context: ProgramContext) -> bool:
    return any(map(_has_late_ones, context.templates.values()))


def _has_late_ones(t: R.RawTemplate) -> bool:
    places = {e.source for e in t.edges if isinstance(e.op, R.SyncAccess) and e.op.initialises}
    return bool(places) and (t.name != "main" or not places.isdisjoint(_behind_creations(t)))


def _behind_creations(t: R.RawTemplate) -> set[int]:
    """Where control may be when the thread has created another one."""
    following: dict[int, list[int]] = {}
    for e in t.edges:
        targets = [target for _, target in e.op.alternatives] if isinstance(e.op, R.SyncAccess) else [e.target]
        following.setdefault(e.source, []).extend(targets)
    todo = [e.target for e in t.edges if isinstance(e.op, R.RawCreate)]
    seen = set(todo)
    while todo:
        for there in following.get(todo.pop(), ()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return seen
