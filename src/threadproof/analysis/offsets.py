"""Where in an object a pointer may point: its offset is one of a row of numbers, while it points to this object.

A pointer is a pair of variables (or of elements of two arrays at one index), which are mostly written together: one
says which object, the other one where in it. What is written for another object, or for none, says nothing about this
one, so it is told apart by the object:

    head.next := (table, 12 * i + 4)    behind i < 10        =>    while head.next is in table, its offset is
    p := head.next                                                 one of 4, 16, ..., 112; so is that of p
    p := null

The row for (object, number, offset) has every value that the offset has in a state in which the object is this number:
those at first, and those that a step of any thread leaves, whatever the schedule. Locals from which an offset is
computed are between the bounds that hold where the step is (`bounds`). What is not followed may be any number.
Entry point: `Offsets.exclude`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from threadproof.analysis.bounds import states
from threadproof.analysis.liveness import live_locals
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.intervals import Intervals, Known, whole
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple

#: so many numbers of a row are tried
MOST = 256
#: a row may grow so often; then it has any numbers
PATIENCE = 40
#: so many rows may depend on each other
MOST_PAIRS = 200


class Row(NamedTuple):
    """low, low + step, ..., high; none if high is below low."""

    low: int
    high: int
    step: int = 0

    def joined(self, other: Row) -> Row:
        if not self.numbers or not other.numbers:
            return self if self.numbers else other
        step = gcd(self.step, other.step, self.low - other.low)
        return Row(min(self.low, other.low), max(self.high, other.high), step)

    def within(self, low: int, high: int) -> Row:
        if self.step:
            low = max(self.low, self.low + -(-(low - self.low) // self.step) * self.step)
            high = min(self.high, self.low + (high - self.low) // self.step * self.step)
            return Row(low, high, self.step if low != high else 0)
        return self if low <= self.low <= high else NONE

    @property
    def numbers(self) -> range:
        return range(self.low, self.high + 1, self.step or 1)


NONE = Row(0, -1)
#: any number
ANY = None
Values = Row | None


class _Pair(NamedTuple):
    #: None: the offset, whatever the object is
    object: Var | None
    number: int
    offset: Var


class _Left(NamedTuple):
    place: tuple[Term, ...]
    value: Term


class _Write(NamedTuple):
    edge: Edge
    template: Template
    #: what it leaves in variables; None: any values
    terms: dict[Var, _Left | None]

    def left(self, v: Var, place: tuple[Term, ...]) -> Term:
        """What is there behind the step: what it writes there, or what was there."""
        found = self.terms.get(v)
        return T.select(v, place) if found is None else found.value


class Offsets:
    def __init__(self, program: Program, asked: Iterable[Edge]) -> None:
        """`asked`: the steps that are asked about."""
        about = {v for e in asked for t in O.reads(e.op) for v in t.vars}
        self._states = states(program, about) if program.scheduler is None else None
        self._live = {t.name: [frozenset(vs) for vs in live_locals(t)] for t in program.templates.values()}
        #: locals whose first value nobody reads, for they are given one, or written before
        self._begun = {
            v
            for t in program.templates.values()
            for v in t.locals
            if v is not t.self_var
            if v not in self._live[t.name][t.entry] or (v in t.params and t.name != program.main)
        }
        #: numbers of threads, which nobody writes: a thread has its own from the beginning
        self._numbers = {t.self_var for t in program.templates.values()}
        self._writes: dict[Var, list[_Write]] = {}
        for t in program.templates.values():
            for e in t.all_edges():
                written = _Write(e, t, _written(e.op, program))
                for v in written.terms:
                    self._writes.setdefault(v, []).append(written)
        self._rows: dict[_Pair, Values] = {}
        self._growth: dict[_Pair, int] = {}
        self._visited: set[_Pair] = set()

    def exclude(self, t: Template, e: Edge) -> bool:
        """Is the guard of this step false wherever a thread may be there?"""
        assert isinstance(e.op, O.Step)
        intervals = self._at(t, e)
        if intervals is None:
            return self._states is not None
        known = intervals.behind(e.op.guard, {})
        if known is None or intervals.decide(e.op.guard, known) is False:
            return True
        return any(self._is_excluded(pair, e.op.guard) for pair in _pairs(e.op.guard))

    def _at(self, t: Template, e: Edge) -> Intervals | None:
        """What is known before a step; nothing if nobody is ever there."""
        if self._states is None:
            return None
        shared, at = self._states
        here = at.get((t.name, e.source))
        return None if here is None else Intervals({**shared, **here})

    def _is_excluded(self, pair: _Pair, guard: Term) -> bool:
        row = self._row(pair)
        if row is ANY or len(row.numbers) > MOST:
            return False
        x = T.var(pair.offset)
        held = T.var(pair.object) if pair.object is not None else x
        for n in row.numbers:
            values = {held: T.const(pair.number, held.width), x: T.const(n, x.width)}
            if T.transform(guard, values.get) is not T.FALSE:
                return False
        return True

    # ------------------------------------------------------------ rows

    def _row(self, pair: _Pair) -> Values:
        """It and all rows on which it depends grow until they say nothing new."""
        while True:
            before = dict(self._rows)
            self._visited = set()
            found = self._grow(pair)
            if self._rows == before:
                return found

    def _grow(self, pair: _Pair) -> Values:
        old = self._rows.get(pair, NONE if len(self._rows) < MOST_PAIRS else ANY)
        if pair in self._visited or old is ANY:
            return old
        self._visited.add(pair)
        self._rows.setdefault(pair, NONE)
        new: Values = old
        for found in self._sources(pair):
            new = ANY if found is ANY or new is ANY else new.joined(found)
        if new != old:
            self._growth[pair] = self._growth.get(pair, 0) + 1
            self._rows[pair] = new if self._growth[pair] <= PATIENCE else ANY
        return self._rows[pair]

    def _sources(self, pair: _Pair) -> Iterator[Values]:
        if self._begins(pair):
            yield ANY if pair.offset in self._numbers else _first(pair.offset)
        seen: set[int] = set()
        for v in (pair.object, pair.offset):
            for w in self._writes.get(v, ()) if v is not None else ():
                if id(w.edge) not in seen:
                    seen.add(id(w.edge))
                    yield self._after(pair, w)

    def _begins(self, pair: _Pair) -> bool:
        """Does the value count that the offset has at first?"""
        if any(v in self._begun for v in (pair.object, pair.offset)):
            return False
        v = pair.object
        return v is None or v in self._numbers or v.init is None or pair.number in {v.init, *(x for _, x in v.cells)}

    def _after(self, pair: _Pair, w: _Write) -> Values:
        """Values of the offset behind a step that writes it, or the object, if the object is this number then."""
        op = w.edge.op
        intervals = self._at(w.template, w.edge)
        if intervals is None or not self._are_live(pair, w) or _is_another(op, pair):
            return NONE
        written = [w.terms[v] for v in (pair.object, pair.offset) if v in w.terms]
        places = {x.place for x in written if x is not None}
        if ANY in written or len(places) > 1:
            return ANY
        if isinstance(op, O.Create) and pair.object is not None and len(written) == 1:
            return ANY  # (of a new thread: the other one has its first value)
        source = None if pair.object is None else w.left(pair.object, *places)
        is_object = T.TRUE if source is None else T.eq(source, T.const(pair.number, source.width))
        known = intervals.behind(is_object, {})
        if known is not None and isinstance(op, O.Step):
            known = intervals.behind(op.guard, known)
        if known is None:
            return NONE
        return self._value(w.left(pair.offset, *places), source, pair.number, intervals, known)

    def _are_live(self, pair: _Pair, w: _Write) -> bool:
        """May both still be read behind the step? (Locals that nobody reads again say nothing about pointers.)"""
        if isinstance(w.edge.op, O.Create):
            return True
        live = self._live[w.template.name][w.edge.target]
        own = set(w.template.locals) - self._numbers
        return all(v in live for v in (pair.object, pair.offset) if v in own)

    def _value(self, t: Term, source: Term | None, number: int, intervals: Intervals, known: Known) -> Values:
        """Values of a term where `source` (if any) is the number."""
        found: Values = ANY
        if t.value is not None:
            return Row(t.value, t.value)
        if t.var is not None:
            if source is not None and source.var is not None and t.args == source.args:
                if source.var.shared == t.var.shared:  # (locals are those of one thread)
                    found = self._grow(_Pair(source.var, number, t.var))
            if found is ANY:
                found = self._grow(_Pair(None, 0, t.var))
        elif t.op in ("add", "mul"):
            found = _computed(t, [self._value(x, source, number, intervals, known) for x in t.args])
        low, high = intervals.value(t, False, known)
        if found is not ANY:
            return found.within(low, high)
        return ANY if (low, high) == whole(t.width, False) else Row(low, high, int(low != high))


def _pairs(guard: Term) -> Iterator[_Pair]:
    """What may show that a guard is false."""
    scalars = [x.var for x in T.subterms(guard) if x.op == "var" and x.var is not None]
    for c in T.conjuncts(guard):
        held = c.args[0].var if c.op == "eq" and c.args[0].op == "var" else None
        if held is not None and c.args[1].value is not None:
            yield from (_Pair(held, c.args[1].value, x) for x in scalars if x is not held)
    yield from (_Pair(None, 0, x) for x in scalars)


def _first(v: Var) -> Values:
    if v.init is None:
        return ANY
    row = NONE
    for n in (v.init, *(x for _, x in v.cells)):
        row = row.joined(Row(n, n))
    return row


def _written(op: O.Op, program: Program) -> dict[Var, _Left | None]:
    found: dict[Var, _Left | None] = {}
    match op:
        case O.Step():
            for u in op.updates:  # (two elements of one array: any values)
                found[u.var] = None if u.var in found else _Left(u.index, u.value)
        case O.Create():
            found.update(zip(program.templates[op.template].params, [_Left((), a) for a in op.args], strict=True))
        case _:
            found.update((c.var, None) for c in O.writes(op))
    return found


def _is_another(op: O.Op, pair: _Pair) -> bool:
    """Is the number that of no object that is made there?"""
    if not isinstance(op, O.Fresh) or op.target is not pair.object:
        return False
    return (pair.number - op.base) & ((1 << op.shift) - 1) != 0


def _computed(t: Term, parts: list[Values]) -> Values:
    a, b = parts
    if a is ANY or b is ANY:
        return ANY
    if not a.numbers or not b.numbers:
        return NONE
    if t.op == "mul":
        if a.step and b.step:
            return ANY
        times = a.low if not a.step else b.low
        row = b if not a.step else a
        found = Row(row.low * times, row.high * times, row.step * times)
    else:
        found = Row(a.low + b.low, a.high + b.high, gcd(a.step, b.step))
    over = 1 << t.width
    if t.op == "add" and found.low >= over:  # (a negative number is added)
        found = Row(found.low - over, found.high - over, found.step)
    return found if found.high < over else ANY
