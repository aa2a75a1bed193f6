"""What is left of raw graphs once it is known where pointers to functions point: the steps that some call leads to.

A call through a pointer has a branch for every function that it could be by its type. Those that it cannot be go, with
all that only they lead to, and threads that nobody starts.
"""

from __future__ import annotations

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.ir import op as O


def keep_feasible(context: ProgramContext, points_to: PointsTo) -> None:
    """Drop what cannot happen from the templates."""
    started = ["main"]
    for name in started:
        t = context.templates[name]
        t.edges = _reached(t, points_to)
        started += {e.op.template: 0 for e in t.edges if isinstance(e.op, R.RawCreate) and e.op.template not in started}
    context.templates = {n: t for n, t in context.templates.items() if n in started}
    places = {
        (e.op.what, e.origin.file, e.origin.line)
        for t in context.templates.values()
        for e in t.edges
        if isinstance(e.op, O.Unsupported)
    }
    context.unsupported = {place: always for place, always in context.unsupported.items() if place in places}


def _reached(t: R.RawTemplate, points_to: PointsTo) -> list[R.RawEdge]:
    possible = [e for e in t.edges if not isinstance(e.op, R.IsFunction) or _may_be(e.op, points_to)]
    out: dict[int, list[R.RawEdge]] = {}
    for e in possible:
        out.setdefault(e.source, []).append(e)
    seen = {t.entry}
    pending = [t.entry]
    while pending:
        for e in out.get(pending.pop(), ()):
            new = [at for at in e.targets if at not in seen]
            seen.update(new)
            pending += new
    return [e for e in possible if e.source in seen]


def _may_be(op: R.IsFunction, points_to: PointsTo) -> bool:
    return op.site.number in points_to.targets(op.pointer.values)
