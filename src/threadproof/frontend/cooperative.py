"""What is not understood of programs with a cooperative scheduler becomes Unsupported. Entry point: `restrict`.

* Main is not one of the scheduler's threads, so what it does while that runs is preemptive: it must not use what the
  threads use as well, nor wait, since it would keep control. If it ends as soon as the scheduler runs, both are one
  step.
* A call of the scheduler inside an atomic section: the others could not run, nor could the thread itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from threadproof.analysis.beside import after_start
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic.term import Var

SECTION = "call of the scheduler inside an atomic section"
WAITS = "main waits while the scheduler runs (preemptive part of FairThreads)"
MESSAGE = "main shares {} with threads while the scheduler runs (preemptive part of FairThreads)"


def restrict(program: Program) -> Program:
    if program.scheduler is None:
        return program
    program = _with_main_restricted(program)
    return replace(program, templates={name: _without_calls(t) for name, t in program.templates.items()})


def _without_calls(t: Template) -> Template:
    """No calls of the scheduler inside atomic sections."""
    inside = inside_sections(t)

    def restricted(e: Edge) -> Edge:
        return e.with_op(O.Unsupported(SECTION)) if e.source in inside and isinstance(e.op, O.Primitive) else e

    return replace(t, edges=[[restricted(e) for e in out] for out in t.edges]) if inside else t


def _with_main_restricted(program: Program) -> Program:
    main = program.templates[program.main]
    others = [t for t in program.templates.values() if t is not main]
    late = after_start(main)
    used, written = _accesses(e for t in others for e in t.all_edges())
    _, changed = _accesses(e for n in late for e in main.edges[n])

    def restricted(e: Edge) -> Edge:
        if isinstance(e.op, O.Primitive):
            return e
        if isinstance(e.op, O.Step) and e.op.waits:
            return e.with_op(O.Unsupported(WAITS))
        for a in O.footprint(e.op):
            if a.var in written or (a.var in changed and a.var in used):
                return e.with_op(O.Unsupported(MESSAGE.format(a.var.lvalue or a.var.name)))
        return e

    edges = [[restricted(e) for e in out] if n in late else out for n, out in enumerate(main.edges)]
    edges = [[_with_end(e, edges) for e in out] for out in edges]
    return replace(program, templates={**program.templates, program.main: replace(main, edges=edges)})


def _with_end(e: Edge, edges: list[list[Edge]]) -> Edge:
    """`start` and then `end` is `start_and_end`."""
    if not isinstance(e.op, O.Primitive) or e.op.call != "start" or len(edges[e.target]) != 1:
        return e
    (then,) = edges[e.target]
    if not isinstance(then.op, O.Primitive) or then.op.call != "end":
        return e
    return Edge(
        e.source, then.target, O.Primitive("start_and_end", e.op.args), e.origin, e.note, (e.origin, then.origin)
    )


def _accesses(edges: Iterable[Edge]) -> tuple[set[Var], set[Var]]:
    """Shared variables that are used, and those that are written."""
    used: set[Var] = set()
    written: set[Var] = set()
    for e in edges:
        for a in O.footprint(e.op):
            used.add(a.var)
            if a.write:
                written.add(a.var)
    return used, written
