"""Which memory is leaked when the process ends: allocated, and no pointer leads to it.

Pointers count in variables with static storage, on the stacks and in the storage of the threads that are still running,
in their hands (operands that wait for others, also if those never come), and in allocated memory that is itself
reached; not in what was freed or has ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend.ast import Pos
from threadproof.reference.memory import Fragment, Object, Pointer, determined
from threadproof.reference.outcome import NotUnderstood

if TYPE_CHECKING:
    from threadproof.reference.machine import Machine


def leaked(machine: Machine, pos: Pos) -> Object | None:
    todo = [o for o in machine.memory.objects() if o.life == "alive" and _is_root(o)]
    for t in machine.threads:
        if not t.has_ended:
            in_hands = [*t.temporaries, *(p for f in t.frames for p in f.temporaries)]
            kept = [*t.specific.values(), *t.given, *(argument for _, argument in t.cleanups)]
            todo += [p.target for p in (*in_hands, *kept) if isinstance(p, Pointer) and p.target is not None]
    reached = set()
    in_part: set[Object] = set()
    while todo:
        o = todo.pop()
        if o in reached or o.life != "alive":
            continue
        reached.add(o)
        todo += _pointed_to(o, machine.model.pointer_width // 8, in_part)
    lost = [o for o in machine.memory.objects() if o.kind == "heap" and o.life == "alive" and o not in reached]
    if lost and in_part:
        raise NotUnderstood("leak where a part of a pointer has been overwritten", pos)
    return lost[0] if lost else None


def _is_root(o: Object) -> bool:
    return o.kind in ("global", "thread") or (o.kind in ("local", "alloca") and o.owner != 0)


def _pointed_to(o: Object, size: int, in_part: set[Object]) -> list[Object]:
    """`in_part`: what parts of pointers are left of."""
    found = []
    cells = {at: determined(cell) for at, cell in o.data.items()}
    for at, cell in sorted(cells.items()):
        if isinstance(cell, Fragment) and cell.pointer.target is not None:
            start = at - cell.place
            if any(cells.get(start + n) != Fragment(cell.pointer, n) for n in range(size)):
                in_part.add(cell.pointer.target)
            elif cell.place == 0:
                found.append(cell.pointer.target)
    return found
