"""Which locations are inside of an atomic section? The checker's own answer. Entry point: `inside`.

Both are followed at every location, being inside and being outside; where a location is reached in both ways, or a
section begins in another one, nothing is claimed.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Template


def inside(t: Template) -> frozenset[int] | None:
    """None: it is not clear everywhere."""
    seen = {(t.entry, False)}
    pending = [(t.entry, False)]
    while pending:
        at, is_open = pending.pop()
        for e in t.edges[at]:
            match e.op:
                case O.Exit() | O.Unsupported():
                    continue
                case O.AtomicBegin() if is_open:
                    return None
                case O.AtomicBegin():
                    after = (e.target, True)
                case O.AtomicEnd():
                    after = (e.target, False)
                case _:
                    after = (e.target, is_open)
            if e.target != t.exit and e.target not in t.errors and after not in seen:
                seen.add(after)
                pending.append(after)
    opened = {at for at, is_open in seen if is_open}
    return None if opened & {at for at, is_open in seen if not is_open} else frozenset(opened)
