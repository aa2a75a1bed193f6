"""Programs with a cooperative scheduler: what is not understood of them, and threads that wait while they have control.

Entry point: `restrict`.

* Main is not one of the scheduler's threads, so what it does while that runs is preemptive: it must not use what the
  threads use as well, nor wait, since it would keep control. If it ends as soon as the scheduler runs, both are one
  step.
* A call of the scheduler inside an atomic section: the others could not run, nor could the thread itself.
* A thread that waits other than by a call of the scheduler, for a semaphore, say, keeps control. Nobody else can help
  it, so that is a deadlock: an error, unless main still runs, which may end the process. (Main never changes what
  threads wait for, since that would be shared.) For other properties such an execution just stops.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analysis.beside import STARTS, after_start
from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.properties import NO_DEADLOCK, Kind, Property
from threadproof.records import replace

SECTION = "call of the scheduler inside an atomic section"
WAITS = "main waits while the scheduler runs (preemptive part of {})"
IN_CONTROL = "a thread waits while it has control"
DEADLOCK = "deadlock: a thread waits while it has control, so nobody else gets it"
MESSAGE = "main shares {} with threads while the scheduler runs (preemptive part of {})"


def restrict(program: Program, property_: Property) -> Program:
    program = _with_main_restricted(program)
    templates = {name: _without_calls(t) for name, t in program.templates.items()}
    if property_.has(Kind.DEADLOCK):
        main = templates[program.main]
        starts = [e.op.call for e in main.all_edges() if isinstance(e.op, O.Primitive) and e.op.call in STARTS]
        is_error = property_ is NO_DEADLOCK and all(call == "start_and_end" for call in starts)
        templates = {n: t if t is main else _with_waits_noticed(t, is_error) for n, t in templates.items()}
    return replace(program, templates=templates)


def _with_waits_noticed(t: Template, is_error: bool) -> Template:
    """What has to wait goes to an error, or to something that is not understood."""
    inside = inside_sections(t)
    edges, errors = [list(out) for out in t.edges], dict(t.errors)
    for n, out in enumerate(t.edges):
        steps = [e.op for e in out if isinstance(e.op, O.Step)]
        if n in inside or len(steps) < len(out) or not any(x.waits for x in steps):
            continue
        usual = [x.guard for x in steps if not O.is_environment(x)]
        end = len(edges)
        edges[n].append(Edge(n, end, O.Step(guard=T.not_(T.or_(*usual)), role=O.Role.BLOCKED), out[0].origin))
        if is_error:
            errors[end] = ErrorLocation(NO_DEADLOCK, NO_DEADLOCK.name, DEADLOCK)
            edges.append([])
        else:
            edges.append([Edge(end, end, O.Unsupported(IN_CONTROL), out[0].origin)])
    return replace(t, edges=edges, errors=errors)


def _without_calls(t: Template) -> Template:
    """No calls of the scheduler inside atomic sections."""
    inside = inside_sections(t)

    def restricted(e: Edge) -> Edge:
        return e.with_op(O.Unsupported(SECTION)) if e.source in inside and isinstance(e.op, O.Primitive) else e

    return replace(t, edges=[[restricted(e) for e in out] for out in t.edges]) if inside else t


def _with_main_restricted(program: Program) -> Program:
    assert program.scheduler is not None
    main, name = program.templates[program.main], program.scheduler.name
    others = [t for t in program.templates.values() if t is not main]
    late = after_start(main)
    used, written = _accesses(e for t in others for e in t.all_edges())
    _, changed = _accesses(e for n in late for e in main.edges[n])

    def restricted(e: Edge) -> Edge:
        if isinstance(e.op, O.Primitive):
            return e
        if isinstance(e.op, O.Step) and e.op.waits:
            return e.with_op(O.Unsupported(WAITS.format(name)))
        for a in O.footprint(e.op):
            if a.var in written or (a.var in changed and a.var in used):
                return e.with_op(O.Unsupported(MESSAGE.format(a.var.lvalue or a.var.name, name)))
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
