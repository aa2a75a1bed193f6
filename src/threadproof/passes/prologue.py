"""What main does before a cooperative scheduler runs, done once and for all: it becomes the initial state.

Before                                After
    x = 0                                 x = 1, scheduler with one event
    L0 -> L1: t := call event()           L9 -> L3: create worker(1) as 2
    L1 -> L2: x := t                      L3 -> ...
    L2 -> L3: create worker(x) as 2

Main runs alone until the start, so this is what happens in every execution: as long as there is one thing to do that
does not depend on an input. Creations stay, with their values. (Numbers drawn by Fresh must be drawn in the program, so
they end the prologue.) Handles of events and threads become constants in this way, mostly. It ends before whatever may
not be possible (a wait, an assumption that fails), before an error, the end of main or of the process, a section, an
input, and what is unsupported: these are still there.
"""

from __future__ import annotations

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, State, Undetermined
from threadproof.ir.program import MAIN_ID, Edge, Program, Source
from threadproof.ir.values import Sparse, Value
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.passes.rewrite import renamed
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: steps that are taken at most
LONGEST = 20_000
#: calls after which others may run
STARTS = ("start", "start_and_end", "end")


def prologue(program: Program) -> Program:
    if program.scheduler is None or program.memory is not None:
        return program
    semantics = Semantics(program)
    state, created, sources = _run(semantics)
    main = semantics.instance(state, MAIN_ID)
    if main.location == program.templates[program.main].entry:
        return program
    slots = [(v, state.shared[n]) for v, n in semantics.shared_slot.items()]
    slots += [(v, main.locals[n]) for v, n in semantics.local_slot[program.main].items()]
    new: dict[Var, Var] = {}
    for v, value in slots:
        if v is program.templates[program.main].self_var:
            continue
        changed = _with_value(v, value)
        if changed is None:
            return program
        if changed is not v:
            new[v] = changed
    templates = {
        name: replace(
            t,
            locals=tuple([new.get(v, v) for v in t.locals]),
            edges=[[e.with_op(renamed(e.op, new)) for e in out] for out in t.edges],
        )
        for name, t in program.templates.items()
    }
    t = templates[program.main]
    at = main.location
    for op, origin in reversed(created):
        t.edges.append([Edge(len(t.edges), at, op, origin, f"{op.template} starts", sources.get(op, ()))])
        at = len(t.edges) - 1
    templates[program.main] = replace(t, entry=at)
    shared = tuple([new.get(v, v) for v in program.shared])
    ended = new.get(program.ended, program.ended)
    return replace(program, shared=shared, templates=templates, ended=ended, scheduler=state.scheduler)


def _run(semantics: Semantics) -> tuple[State, list[tuple[O.Create, Source]], dict[O.Create, tuple[Source, ...]]]:
    """The state in the end; the creations, and what led to each of them."""
    state = semantics.initial()
    created: list[tuple[O.Create, Source]] = []
    sources: dict[O.Create, tuple[Source, ...]] = {}
    since: dict[Source, None] = {}
    for _ in range(LONGEST):
        i = semantics.instance(state, MAIN_ID)
        try:
            e = _only_step(semantics, state, i)
            if e is None:
                break
            after = semantics.step(state, MAIN_ID, e)
            since[e.origin] = None
            if isinstance(e.op, O.Create):
                handle, *args = _constants(semantics, state, i, (e.op.handle, *e.op.args))
                done = O.Create(e.op.template, handle, tuple(args))
                created.append((done, e.origin))
                sources[done] = tuple(since) if len(since) > 1 else ()
                since = {}
        except (Undetermined, Limit):
            break
        state = after
    return state, created, sources


def _constants(semantics: Semantics, state: State, i: Instance, terms: tuple[T.Term, ...]) -> tuple[T.Term, ...]:
    return tuple([T.const(semantics.evaluate(t, state, i), t.width) for t in terms])


def _only_step(semantics: Semantics, state: State, i: Instance) -> Edge | None:
    """What main does now, if that is certain."""
    t = semantics.template(i)
    enabled = [e for e in semantics.edges(i) if semantics.is_enabled(state, i, e)]
    if len(enabled) != 1:
        return None
    (e,) = enabled
    is_plain = isinstance(e.op, O.Step | O.Create) or (isinstance(e.op, O.Primitive) and e.op.call not in STARTS)
    return e if is_plain and e.target != t.exit and e.target not in t.errors else None


def _with_value(v: Var, value: Value) -> Var | None:
    """The variable with another initial value, or itself if it is the same; None if that cannot be said."""
    if not v.dims:
        if value is not None and not isinstance(value, int):
            return None
        return v if value == v.init else replace(v, init=value)
    assert isinstance(value, Sparse | tuple)
    listed = list(value.cells.items() if isinstance(value, Sparse) else enumerate(value))
    cells = [(n, x) for n, x in listed if isinstance(n, int) and isinstance(x, int) and x != v.init]
    if len(cells) < sum(x != v.init for _, x in listed):
        return None
    new = tuple(sorted(cells))
    return v if new == v.cells else replace(v, cells=new)
