"""What main of a cooperative program does beside the threads, of which one at a time has control. Entry: `obstacle`.

A thread gives control back in calls of the scheduler only, and main runs alone until it starts the scheduler. So two
accesses can be at once only if main makes one of them afterwards (or another scheduler runs, or something is not
understood).
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.records import NamedTuple

STARTS = ("start", "start_and_end")


class Obstacle(NamedTuple):
    """Why two accesses may be at once."""

    reason: str
    what: str
    edge: Edge


def after_start(main: Template) -> set[int]:
    """Locations that main may reach after the start."""
    found: set[int] = set()
    work = [e.target for e in main.all_edges() if _starts(e)]
    while work:
        n = work.pop()
        if n not in found:
            found.add(n)
            work += [e.target for e in main.edges[n]]
    return found


def obstacle(program: Program) -> Obstacle | None:
    """None: no two accesses of the program, which is cooperative, are ever at once."""
    assert program.scheduler is not None
    main, part = program.templates[program.main], f"preemptive part of {program.scheduler.name}"
    late = [e for n in after_start(main) for e in main.edges[n]]
    threads = [e for t in program.templates.values() if t is not main for e in t.all_edges()]
    for e in (*main.all_edges(), *threads):
        if isinstance(e.op, O.Unsupported) and not e.op.is_of_a_value:
            return Obstacle("unsupported construct", e.op.what, e)
    for e in (*late, *threads):
        if _starts(e):
            return Obstacle(part, "a scheduler is started while one runs", e)
    theirs = [a for e in threads for a in O.footprint(e.op)]
    used, written = {a.var for a in theirs}, {a.var for a in theirs if a.write}
    for e in late:
        for a in O.footprint(e.op):
            if a.var in (used if a.write else written):
                return Obstacle(part, f"main shares {a.var.lvalue or a.var.name}", e)
    return None


def _starts(e: Edge) -> bool:
    return isinstance(e.op, O.Primitive) and e.op.call in STARTS
