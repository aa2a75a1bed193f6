"""Which memory is leaked when the process ends: allocated, and no pointer leads to it.

Pointers count in variables with static storage, on the stacks and in the storage of the threads that are still running,
in their hands (operands that wait for others, also if those never come), and in allocated memory that is itself
reached; not in what was freed or has ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.reference.memory import Fragment, Object, Pointer, determined

if TYPE_CHECKING:
    from threadproof.reference.machine import Machine


def leaked(machine: Machine) -> Object | None:
    todo = [o for o in machine.memory.objects() if o.life == "alive" and _is_root(o)]
    for t in machine.threads:
        if not t.has_ended:
            in_hands = [*t.temporaries, *(p for f in t.frames for p in f.temporaries)]
            kept = [*t.specific.values(), *t.given, *(argument for _, argument in t.cleanups)]
            todo += [p.target for p in (*in_hands, *kept) if isinstance(p, Pointer) and p.target is not None]
    reached = set()
    while todo:
        o = todo.pop()
        if o in reached or o.life != "alive":
            continue
        reached.add(o)
        todo += _pointed_to(o)
    return next(
        (o for o in machine.memory.objects() if o.kind == "heap" and o.life == "alive" and o not in reached), None
    )


def _is_root(o: Object) -> bool:
    return o.kind in ("global", "thread") or (o.kind in ("local", "alloca") and o.owner != 0)


def _pointed_to(o: Object) -> list[Object]:
    found = []
    for at in sorted(o.data):
        cell = determined(o.data[at])
        if isinstance(cell, Fragment):
            if cell.pointer.target is not None and cell.place == 0:
                found.append(cell.pointer.target)
    return found
