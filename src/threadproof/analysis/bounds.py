"""Between which values a variable stays, wherever threads are: intervals. Entry points: `bounds`, `states`.

Shared variables have one interval, locals one at each location. Every step of every thread is looked at, again and
again, until nothing grows any more; values that grow for long are allowed to grow to the next constant of the program.
Guards count: behind `x + 7 <= y` what is assigned from x + 7 is at most what y can be. Then all is computed once more
from the result, which may be smaller.

The result is right for any schedule, and so for fewer. (Whoever uses it proves it all the same.)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.intervals import Interval, Intervals, Known, whole
from threadproof.logic.term import Term, Var

#: rounds in which values may grow as they like, and rounds in all
PATIENCE = 30
ROUNDS = 200
#: how often all is computed once more from the result, for those who ask about locations
NARROWING = 20

State = tuple[dict[Var, Interval], dict[tuple[str, int], dict[Var, Interval]]]


def bounds(program: Program) -> dict[Var, Interval]:
    """Of all variables for which there are any; values of an array are those of all its cells."""
    analysis = _Bounds(program)
    analysis.run()
    found = {v: i for v, i in analysis.result().items() if v.kind == "data" and v.width}
    return {v: i for v, i in found.items() if not whole(v.width, v.signed).within(i)}


def states(program: Program) -> State | None:
    """Bounds of shared variables, and of locals at each location that a thread may come to; None: there are none.

    (Of programs in which only steps create threads.)
    """
    analysis = _Bounds(program)
    analysis.run()
    for _ in range(NARROWING):
        before = analysis.of, analysis.at
        analysis.compute_again()
        if (analysis.of, analysis.at) == before:
            break
    return (analysis.of, analysis.at) if analysis.at else None


def as_terms(v: Var, i: Interval) -> list[Term]:
    """What the bounds of a scalar say."""
    t, ends = T.var(v), whole(v.width, v.signed)
    low, high = [T.const(x & ((1 << v.width) - 1), v.width) for x in i]
    at_most = T.sle if v.signed else T.ule
    found = [at_most(low, t)] if i.low > ends.low else []
    return [*found, at_most(t, high)] if i.high < ends.high else found


class _Bounds:
    def __init__(self, program: Program) -> None:
        self.program = program
        #: shared variables
        self.of: dict[Var, Interval] = {v: _initially(v) for v in program.shared}
        #: locals, where a thread has come to a location
        self.at: dict[tuple[str, int], dict[Var, Interval]] = {}
        self.constants = sorted(
            {x for t in program.templates.values() for e in t.all_edges() for x in _constants(e.op)}
        )
        #: since when each location and shared variable has its values; and when a step was looked at
        self.changed: dict[Var | tuple[str, int], int] = {}
        self.looked: dict[int, int] = {}
        self.now = 0
        self.read = {
            id(e): tuple(v for v in {v for x in O.reads(e.op) for v in x.vars} if v.shared)
            for t in program.templates.values()
            for e in t.all_edges()
        }

    def run(self) -> None:
        for n in range(ROUNDS):
            if not self._round(freely=n < PATIENCE):
                break
        else:
            # (what is still growing is no bound)
            self.of, self.at = {}, {}
            return
        self.compute_again()

    def compute_again(self) -> None:
        result = self.of, self.at
        self.of, self.at = {v: _initially(v) for v in self.program.shared}, {}
        self._round(freely=True, source=result)

    def result(self) -> dict[Var, Interval]:
        found = dict(self.of)
        for here in self.at.values():
            for v, i in here.items():
                found[v] = found[v].joined(i) if v in found else i
        return found

    def _round(self, *, freely: bool, source: State | None = None) -> bool:
        """Every step once, from what is known, or from another state. Has anything grown?"""
        grown = False
        main = self.program.templates[self.program.main]
        grown |= self._arrive(main, main.entry, _start_of(main), freely=freely)
        for t in self.program.templates.values():
            for at, out in enumerate(t.edges):
                shared, locals_ = source or (self.of, self.at)
                here = locals_.get((t.name, at))
                if here is not None:
                    for e in out:
                        if source is not None or self._is_new(t, e):
                            grown |= self._step(t, e, {**shared, **here}, freely=freely)
        return grown

    def _is_new(self, t: Template, e: Edge) -> bool:
        """Has anything changed on which the step depends, since it was looked at?"""
        last = self.looked.get(id(e), -1)
        self.now += 1
        self.looked[id(e)] = self.now
        since = [self.changed.get((t.name, e.source), 0), *(self.changed.get(v, 0) for v in self.read[id(e)])]
        return max(since) > last

    def _step(self, t: Template, e: Edge, state: dict[Var, Interval], *, freely: bool) -> bool:
        intervals = Intervals(state)
        known = intervals.behind(e.op.guard, {}) if isinstance(e.op, O.Step) else {}
        if known is None:
            return False
        after = {v: intervals.value(T.var(v), v.signed, known) for v in t.locals if not v.dims}
        after.update({v: state[v] for v in t.locals if v.dims})
        grown = False
        for v, i in _writes(e.op, intervals, known):
            if v.shared:
                if self._join(self.of, v, i, freely=freely):
                    self.changed[v] = self.now + 1
                    grown = True
            else:
                after[v] = after[v].joined(i) if v.dims else i
        if isinstance(e.op, O.Create):
            new = self.program.templates[e.op.template]
            given = {p: intervals.value(a, p.signed, {}) for p, a in zip(new.params, e.op.args, strict=True)}
            grown |= self._arrive(new, new.entry, {**_start_of(new), **given}, freely=freely)
        return self._arrive(t, e.target, after, freely=freely) or grown

    def _arrive(self, t: Template, at: int, values: dict[Var, Interval], *, freely: bool) -> bool:
        here = self.at.get((t.name, at))
        if here is None:
            self.at[t.name, at] = dict(values)
            self.changed[t.name, at] = self.now + 1
            return True
        grown = [self._join(here, v, i, freely=freely) for v, i in values.items()]
        if any(grown):
            self.changed[t.name, at] = self.now + 1
        return any(grown)

    def _join(self, found: dict[Var, Interval], v: Var, i: Interval, *, freely: bool) -> bool:
        old = found[v]
        if i.within(old):
            return False
        ends = whole(v.width, v.signed)
        low, high = old.joined(i)
        if not freely and low < old.low:
            at = bisect_right(self.constants, low) - 1
            low = max(self.constants[at], ends.low) if at >= 0 else ends.low
        if not freely and high > old.high:
            at = bisect_left(self.constants, high)
            high = min(self.constants[at], ends.high) if at < len(self.constants) else ends.high
        found[v] = Interval(low, high)
        return True


def _start_of(t: Template) -> dict[Var, Interval]:
    return {v: _initially(v) for v in (*t.params, *t.locals)} | {t.self_var: whole(t.self_var.width, t.self_var.signed)}


def _writes(op: O.Op, intervals: Intervals, known: Known) -> list[tuple[Var, Interval]]:
    """What an operation may assign."""
    if isinstance(op, O.Step):
        return [(u.var, intervals.value(u.value, u.var.signed, known)) for u in op.updates]
    if isinstance(op, O.Havoc):
        is_whole = op.var.signed and op.high > whole(op.var.width, True).high
        return [(op.var, whole(op.var.width, True) if is_whole else Interval(op.low, op.high))]
    return [(c.var, whole(c.var.width, c.var.signed)) for c in O.writes(op)]


def _initially(v: Var) -> Interval:
    if v.init is None:
        return whole(v.width, v.signed)
    values = [T.to_signed(x, v.width) if v.signed and v.width else x for x in (v.init, *[x for _, x in v.cells])]
    return Interval(min(values), max(values))


def _constants(op: O.Op) -> set[int]:
    found = set()
    for t in O.reads(op):
        for u in T.subterms(t):
            if u.value is not None and u.width:
                found |= {u.value + d for d in (-1, 0, 1)} | {T.to_signed(u.value, u.width) + d for d in (-1, 0, 1)}
    return found
