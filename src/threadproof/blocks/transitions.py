"""What any instance of a template can do between two boundaries: one transition for each way, over scalars.

A transition is a guard and parallel assignments over the template's variables, as they are at its source. Arrays are
made scalars by `memory`, which forgets some of them, so what the transitions allow includes what the program does. The
same holds for numbers drawn for new threads and objects: any number that the thread could get. Entry point:
`Transitions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from threadproof.analysis.liveness import live_locals
from threadproof.blocks.assuming import Assuming
from threadproof.blocks.memory import Memory, State
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Property
from threadproof.records import dataclass, field

#: ways from one boundary before another boundary is put between them
MOST_WAYS = 64


@dataclass(frozen=True, slots=True)
class Creation:
    template: str
    handle: Term
    #: initial values of the locals that have one
    values: Mapping[Var, Term]


@dataclass(slots=True, eq=False)
class Transition:
    template: Template
    source: int
    target: int
    edges: tuple[Edge, ...]
    guard: Term = T.TRUE
    updates: dict[Var, Term] = field(default_factory=dict)
    created: tuple[Creation, ...] = ()
    #: "": goes on; or error, unsupported, halt
    end: str = ""

    def after(self, v: Var) -> Term:
        found = self.updates.get(v)
        return T.var(v) if found is None else found

    def __repr__(self) -> str:
        return f"{self.template.name} L{self.source} -> {self.end or f'L{self.target}'}"


class _Run(State):
    """Symbolic execution of one way."""

    __slots__ = ("created", "edges")

    def __init__(self) -> None:
        super().__init__()
        self.edges: tuple[Edge, ...] = ()
        self.created: tuple[Creation, ...] = ()

    def copy(self) -> _Run:
        new = _Run()
        new.become(self)
        new.edges, new.created = self.edges, self.created
        return new


def _includes(old: _Run, new: _Run) -> bool:
    """Whatever can be so on the new way can be so on the old one."""
    return (
        old.values == new.values
        and old.versions == new.versions
        and old.read == new.read
        and old.memo.items() <= new.memo.items()
        and not old.created
        and not new.created
        and set(T.conjuncts(old.guard)) <= set(T.conjuncts(new.guard))
    )


class Transitions:
    """`boundaries`: locations of each template at which others may interfere; more are added where ways are many."""

    def __init__(
        self, program: Program, property_: Property, boundaries: Mapping[str, Iterable[int]], *, watching: bool = False
    ) -> None:
        self.program = program
        self.property = property_
        self.boundaries = {name: set(at) for name, at in boundaries.items()}
        self.memory = Memory(program, watching=watching)
        self._live: dict[str, list[tuple[Var, ...]]] = {}
        self.of: dict[str, dict[int, list[Transition]]] = {}
        for name in self.boundaries:
            self.of[name] = self._all(program.templates[name])

    # ------------------------------------------------------------ variables

    def own_id(self, t: Template) -> int | None:
        """The number of the only instance; None: there may be several."""
        return MAIN_ID if t.name == self.program.main else t.single_id

    # ------------------------------------------------------------ ways

    def _all(self, t: Template) -> dict[int, list[Transition]]:
        found: dict[int, list[Transition]] = {}
        pending = [t.entry]
        while pending:
            at = pending.pop()
            if at in found or at == t.exit or at in t.errors:
                continue
            ways = self._from(t, at)
            if ways is None:
                # a boundary more, and again
                return self._all(t)
            found[at] = ways
            pending += [w.target for w in ways if not w.end]
        return found

    def _from(self, t: Template, source: int) -> list[Transition] | None:
        ways: list[Transition] = []
        been: dict[int, list[_Run]] = {}
        #: with how many steps it took, and whether a section is open
        pending = [(source, _Run(), 0, False)]
        while pending:
            at, run, depth, is_open = pending.pop()
            if depth and not is_open and (at in self.boundaries[t.name] or at == t.exit):
                ways.append(self._finished(t, source, at, run))
                continue
            if is_open and self._has_been(t, at, run, been.setdefault(at, [])):
                continue
            if depth > len(t.edges) + 1:
                raise Limit("atomic section with a loop", f"in {t.name}")
            for e in reversed(t.edges[at]):
                new = run.copy() if len(t.edges[at]) > 1 else run
                new.edges = (*new.edges, e)
                end = self._take(t, e, new)
                if new.guard is T.FALSE:
                    continue
                if end or e.target in t.errors:
                    ways.append(self._finished(t, source, e.target, new, end))
                else:
                    opens = isinstance(e.op, O.AtomicBegin) or (is_open and not isinstance(e.op, O.AtomicEnd))
                    pending.append((e.target, new, depth + 1, opens and e.target != t.exit))
            if len(ways) + len(pending) > MOST_WAYS:
                cut = self._widest(t, source)
                if cut is None:
                    raise Limit("atomic section with too many ways", f"in {t.name}")
                self.boundaries[t.name].add(cut)
                return None
        return ways

    def _has_been(self, t: Template, at: int, run: _Run, earlier: list[_Run]) -> bool:
        """Inside a section: was there a way here with the same values, that demands no more? All goes on as from there.

        Variables that will be written before they are read do not count, so a loop that only tries again ends here.
        """
        if t.name not in self._live:
            self._live[t.name] = live_locals(t)
        dead = set(self.memory.scalars(t.locals)).difference(self.memory.scalars(self._live[t.name][at]))
        now = run.copy()
        now.values = {v: x for v, x in run.values.items() if v not in dead}
        if any(_includes(old, now) for old in earlier):
            return True
        earlier.append(now)
        return False

    def _widest(self, t: Template, source: int) -> int | None:
        """A location within the block where ways meet or part, to become a boundary: the first that is met."""
        inside = inside_sections(t)
        seen = {source}
        pending = [source]
        arrivals: dict[int, int] = {}
        while pending:
            at = pending.pop(0)
            for e in t.edges[at]:
                arrivals[e.target] = arrivals.get(e.target, 0) + 1
                if e.target not in seen and e.target not in self.boundaries[t.name]:
                    seen.add(e.target)
                    pending.append(e.target)
        best = [at for at, n in arrivals.items() if n > 1 and at in seen and at != source and at not in inside]
        if not best:
            best = [at for at in seen if len(t.edges[at]) > 1 and at != source and at not in inside]
        return min(best) if best else None

    def _finished(self, t: Template, source: int, target: int, run: _Run, end: str = "") -> Transition:
        error = t.errors.get(target)
        if not end and error is not None:
            end = "error" if error.property == self.property else "halt"
        guard = T.and_(self.memory.about_what_was_read(run), run.guard) if end == "error" else run.guard
        known = Assuming(guard)
        values = {v: known.simpler(x) for v, x in run.values.items()}
        created = tuple([
            Creation(c.template, known.simpler(c.handle), {v: known.simpler(x) for v, x in c.values.items()})
            for c in run.created
        ])  # fmt: skip
        return Transition(t, source, target, run.edges, known.guard, values, created, end)

    def watching(self) -> Transitions:
        """The same, where an arbitrary element of every array is known."""
        return Transitions(self.program, self.property, self.boundaries, watching=True)

    # ------------------------------------------------------------ one edge

    def _take(self, t: Template, e: Edge, run: _Run) -> str:
        op = e.op
        match op:
            case O.Step():
                run.assume(self._read(op.guard, t, run))
                writes = [
                    (u.var, tuple([self._read(i, t, run) for i in u.index]), self._stored(u.var, u.value, t, run))
                    for u in op.updates
                ]
                for v, index, value in writes:
                    self.memory.write(v, index, value, t, run)
            case O.Havoc():
                self._havoc(op, t, run)
            case O.Fresh():
                x = run.input(op.target.width)
                offset = T.sub(x, T.const(op.base, op.target.width))
                low = T.const((1 << op.shift) - 1, op.target.width)
                run.assume(T.eq(T.bvand(offset, low), T.const(0, op.target.width)))
                run.assume(T.ule(T.const(op.base, op.target.width), x))
                run.values[op.target] = x
                if op.counter is not None:
                    run.values[op.counter] = run.input(op.counter.width)
            case O.Signal():
                waiting = self._read(op.waiting.term, t, run)
                none = T.const(0, waiting.width)
                one = run.input(waiting.width)
                is_one = T.and_(
                    T.ne(one, none),
                    T.eq(T.bvand(one, T.sub(one, T.const(1, waiting.width))), none),
                    T.eq(T.bvand(waiting, one), one),
                )
                run.assume(T.or_(T.eq(waiting, none), is_one))
                left = T.ite(T.eq(waiting, none), none, T.bvand(waiting, T.bvnot(one)))
                index = tuple([self._read(i, t, run) for i in op.waiting.index])
                self.memory.write(op.waiting.var, index, left, t, run)
            case O.Create():
                run.created = (*run.created, self._creation(op, t, run))
            case O.Exit():
                return "halt"
            case O.Unsupported():
                return "unsupported"
            case O.AtomicBegin() | O.AtomicEnd():
                pass
        return ""

    def _creation(self, op: O.Create, t: Template, run: _Run) -> Creation:
        new = self.program.templates[op.template]
        arguments = dict(zip(new.params, op.args, strict=True))
        values: dict[Var, Term] = {}
        for v in new.locals:
            if v in arguments:
                values[self.memory.scalar(v)] = self._stored(v, arguments[v], t, run)
            else:
                for c in self.memory.scalars([v]):
                    values[c] = run.input(c.width) if c.init is None else T.const(c.init, c.width)
        return Creation(op.template, self._read(op.handle, t, run), values)

    def _havoc(self, op: O.Havoc, t: Template, run: _Run) -> None:
        v = op.var
        if len(op.index) == v.dims:
            x = run.input(v.width)
            low, high = T.const(op.low, v.width), T.const(op.high, v.width)
            if (op.low, op.high) != (0, (1 << v.width) - 1 if v.width else 1):
                run.assume(T.ule(low, x), T.ule(x, high))
            self.memory.write(v, tuple([self._read(i, t, run) for i in op.index]), x, t, run)
            return
        self.memory.write_all(v, op.low, op.high, run)

    # ------------------------------------------------------------ values

    def _stored(self, v: Var, value: Term, t: Template, run: _Run) -> Term:
        return self._read(self.memory.stored(v, value), t, run)

    def _read(self, t: Term, template: Template, run: _Run) -> Term:
        if not t.vars:
            return t
        own = self.own_id(template)
        memo: dict[Term, Term] = {}

        def go(u: Term) -> Term:
            if not u.vars:
                return u
            done = memo.get(u)
            if done is None:
                if u.op == "var":
                    assert u.var is not None
                    if u.var is template.self_var and own is not None:
                        done = T.const(own, u.width)
                    else:
                        done = run.values.get(u.var, u)
                elif u.op == "udiv" and u.args[0].op == "var" and u.args[0].var in self.memory.quotients:
                    done = run.now(self.memory.scalar(u.args[0].var))
                elif u.op == "select":
                    assert u.var is not None
                    done = self.memory.read(u.var, tuple([go(a) for a in u.args]), run)
                else:
                    done = T.rebuild(u, tuple([go(a) for a in u.args]))
                memo[u] = done
            return done

        return go(t)
