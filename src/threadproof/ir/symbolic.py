"""What one step means on formulas: the symbolic twin of `interpret`, one definition for engines and proof checker.

Control is explicit, data symbolic. A `Control` says where every running instance is; a `Place` is one instance at one
location. The numbers that `Fresh` draws, and the counters they depend on, are part of the place: they are functions
of the path, so thread handles and heap objects have constant names. An `Action` is one edge of one instance (and, for
a Signal, the instance it wakes), over variables of its own for the locals of each instance:

    guard             over the state before
    scalars, cells    parallel assignments to scalars and to array elements
    fills             arrays overwritten as a whole
    inputs            variables that stand for values chosen by Havocs; any values in `input_range`

`Action.before(term)` is the value of a term after the action, in terms of the state before: the weakest precondition
of a clause, up to the guard. An instance's local that has no initial value is a variable of arbitrary value, and so is
each cell of an array without one. Entry point: `Symbolic(program)`.

In a cooperative program the state of the scheduler is part of control; whoever has control is inside of a section.

The instances that may be waiting in a bit set are those that run: a bit is set by its own instance, which then waits.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.action import Action, Control, Place, filled, new_input, same_index
from threadproof.ir.interpret import Names, pool_of
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.ir.sched import Scheduler
from threadproof.ir.sections import summary
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

#: a variable of control that has no value yet
UNSET = -1


class Symbolic:
    """The symbolic semantics of a program. `names` is shared with whoever replays what was found."""

    def __init__(self, program: Program, names: Names | None = None) -> None:
        self.program = program
        self.names = names or Names()
        self.explicit = {t.name: _explicit(t) for t in program.templates.values()}
        self._places: dict[tuple[object, ...], Place] = {}
        self._controls: dict[tuple[tuple[Place, ...], int, Scheduler | None], Control] = {}
        self._locals: dict[tuple[int, Var], Var] = {}
        self._translated: dict[tuple[Term, Place], Term] = {}
        #: instance and original variable of each variable of its own
        self.origin: dict[Var, tuple[int, Var]] = {}
        for v in program.shared:
            self.origin[v] = (0, v)
        main = program.templates[program.main]
        scheduler = program.scheduler
        self.root = self.control((self._start(main, MAIN_ID),), scheduler.running if scheduler else 0, scheduler)

    # ------------------------------------------------------------ control

    def place(self, id_: int, template: Template, location: int, values: tuple[int, ...]) -> Place:
        key = (id_, template.name, location, values)
        p = self._places.get(key)
        if p is None:
            p = self._places[key] = Place(id_, template, location, values)
        return p

    def control(self, places: tuple[Place, ...], inside: int, scheduler: Scheduler | None = None) -> Control:
        c = self._controls.get((places, inside, scheduler))
        if c is None:
            c = self._controls[places, inside, scheduler] = Control(places, inside, scheduler)
        return c

    def _start(self, t: Template, id_: int) -> Place:
        return self.place(id_, t, t.entry, tuple([UNSET if v.init is None else v.init for v in self.explicit[t.name]]))

    def begin_with(self, scheduler: Scheduler) -> None:
        """The state of the scheduler at first is this one."""
        self.root = self.control(self.root.places, scheduler.running, scheduler)

    def successor(self, c: Control, a: Action) -> Control:
        new = c.successors.get(a)
        if new is None:
            places = [p for p in c.places if p is not a.place]
            if a.target is not None:
                places.append(a.target)
            if a.started is not None:
                if any(p.id == a.started.id for p in c.places):
                    raise Limit("thread number used twice", f"instance {a.started.id}")
                places.append(a.started)
            places.sort(key=lambda p: p.id)
            scheduler = a.scheduler or (c.scheduler and c.scheduler.resumed(a.id))
            if scheduler is not None:
                inside = scheduler.running
            else:
                inside = 0 if a.leaves else a.id if a.enters else c.inside
            new = c.successors[a] = self.control(tuple(places), inside, scheduler)
        return new

    def movable(self, c: Control) -> tuple[Place, ...]:
        """The instances that the scheduler may let move."""
        found = c.movable
        if found is None:
            if c.inside:
                found = tuple([p for p in c.places if p.id == c.inside])
            elif c.scheduler is None:
                found = c.places
            else:
                found = tuple([p for p in c.places if c.scheduler.may_run(p.id)])
            c.movable = found
        return found

    # ------------------------------------------------------------ actions

    def actions(self, c: Control, p: Place) -> tuple[Action, ...]:
        """What the instance may do next; an atomic section is one action where it can be written as one."""
        if p.fixed is None and p.edges and isinstance(p.edges[0].op, O.AtomicBegin):
            if p.steps is None:
                p.steps = self.steps(c, p)
            p.fixed = summary(self, p) or p.steps
        return self.steps(c, p) if p.fixed is None else p.fixed

    def steps(self, c: Control, p: Place) -> tuple[Action, ...]:
        """What the instance may do next, edge by edge."""
        if p.steps is not None:
            return p.steps
        others = c.ids if c.scheduler is None else c.scheduler
        found = p.moves.get(others)
        if found is None:
            depends = any(isinstance(e.op, O.Signal | O.Primitive) for e in p.edges)
            found = tuple([a for n, e in enumerate(p.edges) for a in self._actions(p, e, n, c)])
            if depends:
                p.moves[others] = found
            else:
                p.steps = found
        return found

    def _actions(self, p: Place, e: Edge, n: int, c: Control) -> Iterable[Action]:
        ids = c.ids
        if isinstance(e.op, O.Primitive):
            yield from self._calls(p, e, e.op, n, c)
        elif isinstance(e.op, O.Signal):
            waiting = self.translate(e.op.waiting.term, p)
            for id_ in ids:
                if id_ != p.id and id_ < waiting.width:
                    bit = T.const(1 << id_, waiting.width)
                    a = self._action(p, e, n, id_)
                    a.guard = T.ne(T.bvand(waiting, bit), T.const(0, waiting.width))
                    a.assign(waiting, T.bvand(waiting, T.bvnot(bit)))
                    yield a.seal()
            a = self._action(p, e, n, None)
            a.guard = T.eq(waiting, T.const(0, waiting.width))
            yield a.seal()
        else:
            a = self._action(p, e, n, None)
            self._fill_in(a, e.op, p)
            if a.guard is not T.FALSE:
                yield a.seal()

    def _calls(self, p: Place, e: Edge, op: O.Primitive, n: int, c: Control) -> Iterable[Action]:
        """Calls of the scheduler: one action for each thing it may do; where an argument is not known, for each value
        that makes a difference."""
        assert c.scheduler is not None
        scheduler = c.scheduler.resumed(p.id)
        case = 0
        for condition, values in self._splits(tuple([self.translate(a, p) for a in op.args]), op.call, scheduler):
            if values is None:
                a = self._action(p, e, n, case)
                case += 1
                a.guard = condition
                a.unsupported = f"argument of {op.call} that is not known"
                yield a.seal()
                continue
            for outcome, (value, after) in enumerate(scheduler.execute(p.id, op.call, values)):
                a = self._action(p, e, n, case)
                case += 1
                a.outcome = outcome
                a.guard = condition
                a.arguments = values
                a.scheduler = after
                if op.result is not None:
                    a.scalars[self.local(p, op.result)] = T.const(value, op.result.width)
                yield a.seal()

    def _splits(
        self, args: tuple[Term, ...], call: str, scheduler: Scheduler
    ) -> Iterable[tuple[Term, tuple[int, ...] | None]]:
        """Values for the arguments, with the condition under which they, or what is the same, are meant."""
        values = tuple([t.value for t in args if t.value is not None])
        if len(values) == len(args):
            yield T.TRUE, values
            return
        n, t = next((n, t) for n, t in enumerate(args) if t.value is None)
        listed, other = scheduler.distinguished(call, n)
        cases = [T.eq(t, T.const(x, t.width)) for x in listed]
        for case, x in zip(cases, listed, strict=True):
            new = (*args[:n], T.const(x, t.width), *args[n + 1 :])
            for condition, more in self._splits(new, call, scheduler):
                yield T.and_(case, condition), more
        rest = T.not_(T.or_(*cases))
        if other is None:
            yield rest, None
        else:
            new = (*args[:n], T.const(other, t.width), *args[n + 1 :])
            for condition, more in self._splits(new, call, scheduler):
                yield T.and_(rest, condition), more

    def _action(self, p: Place, e: Edge, n: int, choice: int | None, values: tuple[int, ...] | None = None) -> Action:
        target = None
        if e.target != p.template.exit:
            target = self.place(p.id, p.template, e.target, p.values if values is None else values)
        return Action(p, e, n, choice, target)

    def _fill_in(self, a: Action, op: O.Op, p: Place) -> None:
        match op:
            case O.Step():
                a.guard = self.translate(op.guard, p)
                for u in op.updates:
                    if u.var in self.explicit[p.template.name]:
                        self._set(a, u.var, self.translate(u.value, p).value)
                    else:
                        a.assign(self.translate(T.select(u.var, u.index), p), self.translate(u.value, p))
            case O.Havoc(var=v, index=index):
                cell = self.translate(T.select(v, index), p) if len(index) == v.dims else None
                if cell is None:
                    mine = self.local(p, v)
                    if op.low == op.high:
                        a.fills[mine] = (op.low, ())
                    else:
                        x = replace(mine, name=f"{mine.name}?")
                        a.inputs = ((x, a.edge),)
                        a.fills[mine] = (x, ())
                else:
                    x, a.input_range = new_input(op)
                    a.inputs = ((x, a.edge),)
                    a.assign(cell, T.var(x))
            case O.Fresh():
                self._draw(a, op, p)
            case O.Create():
                self._create(a, op, p)
            case O.Exit():
                a.halts = True
            case O.Unsupported():
                a.unsupported = op.what
            case O.AtomicBegin() | O.AtomicEnd() | O.Signal() | O.Primitive():
                pass

    def _draw(self, a: Action, op: O.Fresh, p: Place) -> None:
        explicit = self.explicit[p.template.name]
        count = 0
        if op.counter is not None:
            if op.counter not in explicit:
                raise Limit("numbering not understood", f"{op.counter} at {a.edge.origin.file}:{a.edge.origin.line}")
            count = p.values[explicit.index(op.counter)]
            self._set(a, op.counter, count + 1)
        number = op.base + (self.names.number(op.site, pool_of(op), p.id, count) << op.shift)
        if op.target in explicit:
            self._set(a, op.target, number)
        else:
            a.scalars[self.local(p, op.target)] = T.const(number, op.target.width)

    def _set(self, a: Action, v: Var, value: int | None) -> None:
        """Give a variable of control a value."""
        assert value is not None
        if a.target is not None:
            values = list(a.target.values)
            values[self.explicit[a.target.template.name].index(v)] = value
            a.target = self.place(a.id, a.target.template, a.target.location, tuple(values))

    def _create(self, a: Action, op: O.Create, p: Place) -> None:
        handle = self.translate(op.handle, p)
        if handle.value is None:
            raise Limit("thread handle not known", f"{a.edge.origin.file}:{a.edge.origin.line}")
        t = self.program.templates[op.template]
        new = a.started = self._start(t, handle.value)
        explicit = self.explicit[t.name]
        arguments = dict(zip(t.params, op.args, strict=True))
        for v in t.locals:
            if v is t.self_var or v in explicit:
                continue
            mine = self.local(new, v)
            if v in arguments:
                a.scalars[mine] = self.translate(arguments[v], p)
            elif v.init is not None:
                if v.dims:
                    a.fills[mine] = (v.init, v.cells)
                else:
                    a.scalars[mine] = T.const(v.init, v.width)

    # ------------------------------------------------------------ variables

    def local(self, p: Place, v: Var) -> Var:
        """The instance's own copy of a local variable."""
        return v if v.shared else self.local_of(p.id, p.template.name, v)

    def local_of(self, id_: int, template: str, v: Var) -> Var:
        if id_ == MAIN_ID or self.program.templates[template].single_id == id_:
            self.origin.setdefault(v, (id_, v))
            return v
        mine = self._locals.get((id_, v))
        if mine is None:
            mine = self._locals[id_, v] = replace(v, name=f"{v.name}@{id_}")
            self.origin[mine] = (id_, v)
        return mine

    def translate(self, t: Term, p: Place) -> Term:
        """A term of a template for one of its instances."""
        if all(v.shared for v in t.vars):
            return t
        done = self._translated.get((t, p))
        if done is None:
            explicit = self.explicit[p.template.name]

            def leaf(u: Term) -> Term | None:
                v = u.var
                assert v is not None
                if v.shared:
                    return None
                if v is p.template.self_var:
                    return T.const(p.id, v.width)
                if v in explicit:
                    value = p.values[explicit.index(v)]
                    if value == UNSET:
                        raise Limit("thread handle not known", f"{v} is read before it is set")
                    return T.const(value, v.width)
                return T.select(self.local(p, v), u.args)

            done = self._translated[t, p] = T.transform(t, leaf)
        return done

    def initially(self, t: Term) -> Term:
        """The value of a term in the initial state: constants where there are any."""

        def leaf(u: Term) -> Term | None:
            v = u.var
            assert v is not None
            id_, _ = self.origin.get(v, (-1, v))
            if id_ not in (0, MAIN_ID) or v.init is None:
                return None
            return filled(v, (v.init, v.cells), u.args) if v.dims else T.const(v.init, v.width)

        return T.transform(t, leaf)


__all__ = ["Action", "Control", "Place", "Symbolic", "filled", "same_index"]


def _explicit(t: Template) -> list[Var]:
    """Local variables that are part of control: counters of Fresh, and what the handles of created threads are made of.

    Such a variable is only ever given numbers drawn by Fresh, constants, and functions of other such variables.
    """
    written: dict[Var, list[Term | None]] = {}
    counters: dict[Var, None] = {}
    handles: dict[Var, None] = {}
    for e in t.all_edges():
        match e.op:
            case O.Fresh():
                if e.op.counter is not None:
                    counters[e.op.counter] = None
                written.setdefault(e.op.target, [])
            case O.Step():
                for u in e.op.updates:
                    written.setdefault(u.var, []).append(None if u.index else u.value)
            case _:
                for c in O.writes(e.op):
                    written.setdefault(c.var, []).append(None)
                if isinstance(e.op, O.Create):
                    handles.update(dict.fromkeys(e.op.handle.vars))
    wanted = list(handles)
    for v in wanted:
        wanted += [w for value in written.get(v, []) if value is not None for w in value.vars if w not in wanted]
    params = set(t.params)
    found = {v for v in wanted if not v.shared and not v.dims and v is not t.self_var and v not in params}
    changed = True
    while changed:
        bad = {v for v in found for x in written.get(v, []) if x is None or not x.vars <= found | {t.self_var}}
        changed = bool(bad)
        found -= bad
    counted = [v for v in counters if v not in written and v.init == 0]
    return counted + [v for v in wanted if v in found]
