"""Is a program well-formed? `check(program)` returns the violations as text, one line each; none means it is.

Engines rely on these rules and do not test them again. The front end's tests and the tests of every pass call this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.ir import op as O
from threadproof.ir.interpret import MOST_OBJECTS
from threadproof.ir.printer import print_edge
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def check(program: Program) -> list[str]:
    found = list(_check_variables(program))
    if program.main not in program.templates:
        found.append(f"main thread {program.main} is not a template")
    for name, t in program.templates.items():
        if name != t.name:
            found.append(f"template {t.name} is stored under the name {name}")
        found.extend(f"{t.name}: {problem}" for problem in _TemplateCheck(program, t).run())
    return found


def _check_variables(program: Program) -> Iterator[str]:
    if program.ended not in program.shared:
        yield "the system variable `ended` is not declared shared"
    elif program.ended.dims != 1 or program.ended.kind != "system":
        yield "the system variable `ended` is not a one-dimensional array of kind system"
    names: dict[str, Var] = {}
    for v in program.shared:
        if names.setdefault(v.name, v) is not v:
            yield f"two shared variables are called {v.name}"
        if not v.shared:
            yield f"{v.name} is declared shared but marked local"
        yield from _check_declaration(v)
    if len(set(program.shared)) != len(program.shared):
        yield "a shared variable is declared twice"
    for t in program.templates.values():
        own: dict[str, Var] = {}
        if len(set(t.locals)) != len(t.locals):
            yield f"{t.name}: a local variable is declared twice"
        for v in t.locals:
            if names.get(v.name, own.setdefault(v.name, v)) is not v:
                yield f"{t.name}: two variables are called {v.name}"
            if v.shared:
                yield f"{t.name}: {v.name} is declared local but marked shared"
            yield from _check_declaration(v)
        for p in (*t.params, t.self_var):
            if p not in t.locals:
                yield f"{t.name}: {p.name} is a parameter but not among the locals"
            if p.dims:
                yield f"{t.name}: the parameter {p.name} is an array"


def _check_declaration(v: Var) -> Iterator[str]:
    if v.width < 0 or v.dims not in (0, 1, 2):
        yield f"{v.name} has width {v.width} and {v.dims} dimensions"
    if v.dims != 1 and v.length is not None:
        yield f"{v.name} has a length but {v.dims} dimensions"
    if v.cells and v.dims != 1:
        yield f"{v.name} has initial cells but {v.dims} dimensions"
    for i, value in v.cells:
        if v.length is not None and not 0 <= i < v.length:
            yield f"{v.name} has an initial cell {i} outside its length {v.length}"
        if not 0 <= value < 1 << (v.width or 1):
            yield f"{v.name} has an initial cell value {value} outside its width"
    if v.init is not None and not 0 <= v.init < 1 << (v.width or 1):
        yield f"{v.name} has an initial value {v.init} outside its width"


class _TemplateCheck:
    def __init__(self, program: Program, t: Template) -> None:
        self.program = program
        self.t = t
        self.declared = {*program.shared, *t.locals}
        #: nothing is wrong with these terms
        self.known: set[Term] = set()

    def run(self) -> Iterator[str]:
        t = self.t
        count = len(t.edges)
        for what, location in (("entry", t.entry), ("exit", t.exit), *(("error", e) for e in t.errors)):
            if not 0 <= location < count:
                yield f"{what} location L{location} does not exist"
                return
        if t.edges[t.exit]:
            yield f"the exit location L{t.exit} has edges"
        for location in t.errors:
            if t.edges[location]:
                yield f"the error location L{location} has edges"
        for location, out in enumerate(t.edges):
            for e in out:
                if e.source != location:
                    yield f"an edge of L{location} says it leaves L{e.source}"
                if not 0 <= e.target < count:
                    yield f"edge target does not exist: {print_edge(e)}"
                    return
        for e in t.all_edges():
            for problem in self.op(e.op):
                yield f"{problem}: {print_edge(e)}"
        yield from self.sections()

    # ------------------------------------------------------------ operations

    def op(self, op: O.Op) -> Iterator[str]:
        for term in O.reads(op):
            yield from self.term(term)
        for cell in O.writes(op):
            whole = isinstance(op, O.Havoc) and not cell.index
            yield from self.cell(cell.var, cell.index, whole=whole)
        match op:
            case O.Step():
                if op.guard.width != T.BOOL:
                    yield f"the guard has width {op.guard.width}"
                scalars = [u.var for u in op.updates if not u.index]
                if len(set(scalars)) != len(scalars):
                    yield "a variable is updated twice"
                for u in op.updates:
                    if u.value.width != u.var.width:
                        yield f"{u.var.name} has width {u.var.width}, its new value {u.value.width}"
                if op.lock is not None:
                    yield from self.cell(op.lock.var, op.lock.index)
            case O.Havoc():
                if not 0 <= op.low <= op.high < 1 << (op.var.width or 1):
                    yield f"havoc range {op.low}..{op.high} does not fit width {op.var.width}"
            case O.Fresh():
                for v in (op.target, op.counter):
                    if v is not None and (v.dims or v.shared):
                        yield f"fresh writes {v.name}, which is not a local scalar"
                if op.shift and (op.base >> op.shift or MOST_OBJECTS << op.shift > 1 << op.target.width):
                    yield f"numbers of objects do not fit {op.target.name}"
            case O.Signal():
                if not op.waiting.var.shared or op.waiting.var.width == T.BOOL:
                    yield "signal needs a shared bit set"
            case O.Create():
                yield from self.create(op)
            case O.Primitive():
                if self.program.scheduler is None:
                    yield "there is no scheduler to call"
                if op.result is not None and (op.result.dims or op.result.shared):
                    yield f"a call writes {op.result.name}, which is not a local scalar"
            case O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
                pass

    def create(self, op: O.Create) -> Iterator[str]:
        created = self.program.templates.get(op.template)
        if created is None:
            yield f"there is no template {op.template}"
            return
        if len(created.params) != len(op.args):
            yield f"{op.template} has {len(created.params)} parameters, {len(op.args)} are given"
        for p, a in zip(created.params, op.args, strict=False):
            if p.width != a.width:
                yield f"parameter {p.name} has width {p.width}, its argument {a.width}"
        if op.handle.width != created.self_var.width:
            yield f"the handle has width {op.handle.width}, {created.self_var.name} {created.self_var.width}"
        if created.single_id is not None and op.handle.value not in (None, created.single_id):
            yield f"{op.template} is always instance {created.single_id}"

    def cell(self, v: Var, index: tuple[Term, ...], *, whole: bool = False) -> Iterator[str]:
        if v not in self.declared:
            yield f"{v.name} is not declared"
        if len(index) != v.dims and not whole:
            yield f"{v.name} has {v.dims} dimensions and {len(index)} indices"
        for i in index:
            if i.width == T.BOOL:
                yield f"an index of {v.name} is a Boolean"

    def term(self, t: Term) -> Iterator[str]:
        pending = [t]
        while pending:
            u = pending.pop()
            if u not in self.known and u.vars:
                problems = [] if u.var is None else list(self.cell(u.var, u.args))
                if not problems:
                    self.known.add(u)
                yield from problems
                pending.extend(u.args)

    # ------------------------------------------------------------ atomic sections, one access per step

    def sections(self) -> Iterator[str]:
        """Every location is always inside, or always outside, of an atomic section."""
        t = self.t
        inside: dict[int, bool] = {t.entry: False}
        stack = [t.entry]
        while stack:
            location = stack.pop()
            for e in t.edges[location]:
                within = inside[location]
                if isinstance(e.op, O.AtomicBegin | O.AtomicEnd):
                    begins = isinstance(e.op, O.AtomicBegin)
                    if within == begins:
                        yield f"atomic section {'in' if begins else 'ends out'}side of one: {print_edge(e)}"
                    within = begins
                elif isinstance(e.op, O.Exit | O.Unsupported):
                    # nothing comes behind it
                    continue
                elif not within:
                    yield from self.accesses(e)
                elif isinstance(e.op, O.Step) and e.op.waits:
                    yield f"a thread may wait inside of an atomic section: {print_edge(e)}"
                if e.target not in inside:
                    inside[e.target] = within
                    stack.append(e.target)
                elif inside[e.target] != within and e.target not in t.errors:
                    yield f"L{e.target} is reached from in- and outside of an atomic section"
        if inside.get(t.exit):
            yield "the thread ends inside an atomic section"

    def accesses(self, e: Edge) -> Iterator[str]:
        """Others may come between two accesses; where threads take turns, nobody does."""
        if self.program.scheduler is not None:
            return
        places = data_places(O.footprint(e.op), has_role=isinstance(e.op, O.Step) and bool(e.op.role))
        if len(places) > 1:
            names = sorted(group for group, _ in places)
            yield f"more than one shared access ({', '.join(names)}): {print_edge(e)}"


def data_places(footprint: Iterable[O.Access], *, has_role: bool) -> set[tuple[str, tuple[Term, ...]]]:
    """The memory objects a step touches; a row is one, whichever of its cells. A step with a role may touch several
    synchronisation objects (a condition wait releases its mutex); whether an object is live, and the system's own
    variables, do not count."""
    kinds = ("data",) if has_role else ("data", "sync")
    touched = [a for a in footprint if a.var.kind in kinds]
    return {(a.var.row, ()) if a.var.row else (a.var.group, a.index) for a in touched}
