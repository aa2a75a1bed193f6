"""Between which values a variable stays, wherever threads are: intervals. Entry points: `bounds`, `states`.

Shared variables have one interval, locals one at each location. Every step of every thread is looked at, again and
again, until nothing grows any more; values that grow for long are allowed to grow to the next constant of the program.
Guards count: behind `x + 7 <= y` what is assigned from x + 7 is at most what y can be. Then all is computed once more
from the result, which may be smaller.

The result is right for any schedule, and so for fewer. (Whoever uses it proves it all the same.)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.intervals import Interval, Intervals, Known, whole
from threadproof.logic.term import Term, Var

#: rounds in which values may grow as they like, and rounds in all
PATIENCE = 30
ROUNDS = 200
#: the same where only the time matters
HURRY = 12
MOST_STEPS = 20_000
#: how often all is computed once more from the result, for those who ask about locations
NARROWING = 20

State = tuple[dict[Var, Interval], dict[tuple[str, int], dict[Var, Interval]]]


def bounds(program: Program) -> dict[Var, Interval]:
    """Of all variables for which there are any; values of an array are those of all its cells."""
    analysis = _Bounds(program)
    analysis.run()
    found = {v: i for v, i in analysis.result().items() if v.kind == "data" and v.width}
    return {v: i for v, i in found.items() if not whole(v.width, v.signed).within(i)}


def states(program: Program, about: Iterable[Var]) -> State | None:
    """Bounds of shared variables, and of locals at each location that a thread may come to; None: there are none.

    Of these variables, and of what their values come from or are compared with. (Only for programs in which steps
    create threads, no scheduler.)
    """
    analysis = _Bounds(program, _what_matters_to(program, about))
    analysis.run()
    if not analysis.at:
        return None
    for _ in range(NARROWING):
        before = analysis.of, analysis.at
        analysis.compute_again()
        if (analysis.of, analysis.at) == before or analysis.steps > MOST_STEPS:
            break
    return analysis.of, analysis.at


def as_terms(v: Var, i: Interval) -> list[Term]:
    """What the bounds of a scalar say."""
    t, ends = T.var(v), whole(v.width, v.signed)
    low, high = [T.const(x & ((1 << v.width) - 1), v.width) for x in i]
    at_most = T.sle if v.signed else T.ule
    found = [at_most(low, t)] if i.low > ends.low else []
    return [*found, at_most(t, high)] if i.high < ends.high else found


class _Bounds:
    def __init__(self, program: Program, about: frozenset[Var] | None = None) -> None:
        """Only about some variables, and in a hurry: values that grow soon pass many constants at once."""
        self.program = program
        self.about = about
        #: that were looked at
        self.steps = 0
        #: how many constants values pass that grow; 0: they grow as they like
        self.leap = 0
        #: shared variables
        self.of: dict[Var, Interval] = self._shared()
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
        is_in_a_hurry = self.about is not None
        patience = HURRY if is_in_a_hurry else PATIENCE
        for n in range(ROUNDS):
            self.leap = 0 if n < patience else 1 << (n - patience) // 20 if is_in_a_hurry else 1
            if not self._round():
                break
            if is_in_a_hurry and self.steps > MOST_STEPS:
                self.of, self.at = {}, {}
                return
        else:
            # (what is still growing is no bound)
            self.of, self.at = {}, {}
            return
        self.compute_again()

    def _shared(self) -> dict[Var, Interval]:
        return {v: _initially(v) for v in self._wanted(self.program.shared)}

    def _wanted(self, variables: Iterable[Var]) -> Iterable[Var]:
        return variables if self.about is None else [v for v in variables if v in self.about]

    def _start_of(self, t: Template) -> dict[Var, Interval]:
        found = {v: _initially(v) for v in self._wanted((*t.params, *t.locals))}
        return found | {t.self_var: whole(t.self_var.width, t.self_var.signed)}

    def compute_again(self) -> None:
        result = self.of, self.at
        self.of, self.at = self._shared(), {}
        self.leap = 0
        self._round(result)

    def result(self) -> dict[Var, Interval]:
        found = dict(self.of)
        for here in self.at.values():
            for v, i in here.items():
                found[v] = found[v].joined(i) if v in found else i
        return found

    def _round(self, source: State | None = None) -> bool:
        """Every step once, from what is known, or from another state. Has anything grown?"""
        grown = False
        main = self.program.templates[self.program.main]
        grown |= self._arrive(main, main.entry, self._start_of(main))
        for t in self.program.templates.values():
            for at, out in enumerate(t.edges):
                shared, locals_ = source or (self.of, self.at)
                here = locals_.get((t.name, at))
                if here is not None:
                    for e in out:
                        if source is not None or self._is_new(t, e):
                            grown |= self._step(t, e, shared, here)
        return grown

    def _is_new(self, t: Template, e: Edge) -> bool:
        """Has anything changed on which the step depends, since it was looked at?"""
        last = self.looked.get(id(e), -1)
        self.now += 1
        self.looked[id(e)] = self.now
        since = [self.changed.get((t.name, e.source), 0), *(self.changed.get(v, 0) for v in self.read[id(e)])]
        return max(since) > last

    def _step(self, t: Template, e: Edge, shared: dict[Var, Interval], here: dict[Var, Interval]) -> bool:
        self.steps += 1
        intervals = Intervals({**shared, **here})
        known = intervals.behind(e.op.guard, {}) if isinstance(e.op, O.Step) else {}
        if known is None:
            return False
        after = dict(here)
        for x, signed in known:
            v = x.var
            if v in here and x.op == "var" and signed == v.signed:
                after[v] = intervals.value(x, signed, known)
        grown = False
        for v, i in _writes(e.op, intervals, known):
            if v not in shared and v not in here:
                continue
            if v.shared:
                if self._join(self.of, v, i):
                    self.changed[v] = self.now + 1
                    grown = True
            else:
                after[v] = after[v].joined(i) if v.dims else i
        if isinstance(e.op, O.Create):
            new = self.program.templates[e.op.template]
            given = {p: intervals.value(a, p.signed, {}) for p, a in zip(new.params, e.op.args, strict=True)}
            given = {p: given[p] for p in self._wanted(given)}
            grown |= self._arrive(new, new.entry, {**self._start_of(new), **given})
        return self._arrive(t, e.target, after) or grown

    def _arrive(self, t: Template, at: int, values: dict[Var, Interval]) -> bool:
        here = self.at.get((t.name, at))
        if here is None:
            self.at[t.name, at] = dict(values)
            self.changed[t.name, at] = self.now + 1
            return True
        grown = [self._join(here, v, i) for v, i in values.items() if i is not here[v]]
        if any(grown):
            self.changed[t.name, at] = self.now + 1
        return any(grown)

    def _join(self, found: dict[Var, Interval], v: Var, i: Interval) -> bool:
        old = found[v]
        if i.within(old):
            return False
        ends = whole(v.width, v.signed)
        low, high = old.joined(i)
        if self.leap and low < old.low:
            at = bisect_right(self.constants, low) - self.leap
            low = max(self.constants[at], ends.low) if at >= 0 else ends.low
        if self.leap and high > old.high:
            at = bisect_left(self.constants, high) + self.leap - 1
            high = min(self.constants[at], ends.high) if at < len(self.constants) else ends.high
        found[v] = Interval(low, high)
        return True


def _what_matters_to(program: Program, about: Iterable[Var]) -> frozenset[Var]:
    """What their values are computed from, or are compared with, and so on."""
    related: dict[Var, set[Var]] = {}
    for t in program.templates.values():
        for e in t.all_edges():
            match e.op:
                case O.Step():
                    for u in e.op.updates:
                        related.setdefault(u.var, set()).update(u.value.vars)
                    for x in T.atoms(e.op.guard):
                        for v in x.vars:
                            related.setdefault(v, set()).update(x.vars)
                case O.Create():
                    for p, a in zip(program.templates[e.op.template].params, e.op.args, strict=True):
                        related.setdefault(p, set()).update(a.vars)
    found: set[Var] = set()
    pending = list(about)
    while pending:
        v = pending.pop()
        if v not in found:
            found.add(v)
            pending += related.get(v, ())
    return frozenset(found)


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
