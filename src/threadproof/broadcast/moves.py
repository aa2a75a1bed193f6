"""What one thread can do next, and how the others respond: broadcast programs as numbers, each answer computed once.

A shared valuation is a bit set. A *place* is the number of a local state: template, location and a bit set of locals.
The active thread's part of an update and the part of the passive ones meet in one thing only: the *effect*, which is
what is left of the constraints when the values of shared variables and of the active thread, before and after, have
been put in. Terms are interned, so effects that are equal have the same number, and there are few of them; whoever asks
for all successors of a multiset under an effect may remember the answer. Nothing is approximated here.

Entry point: `Machine`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple

from threadproof.broadcast.program import (
    ACTIVE,
    DORMANT,
    ENTRY,
    Assert,
    Constraint,
    Edge,
    Program,
    Start,
    Template,
    Update,
    after,
    now,
    variable,
)
from threadproof.logic import term as T
from threadproof.logic.term import FALSE, TRUE, Term, Var

#: the effect that leaves every passive thread as it is
NONE: Final = 0
#: a passive thread before and after a step
Pair = tuple[int, int]


class LocalState(NamedTuple):
    template: int
    location: int
    #: bit i is the value of local i
    values: int


class Move(NamedTuple):
    edge: Edge
    shared: int
    place: int
    effect: int


@dataclass(frozen=True, slots=True)
class Effect:
    #: for each template, the locals that become arbitrary, and what one thread (`1`) must satisfy
    broadcast: tuple[int, ...]
    single: tuple[Term, ...]
    #: what threads `1`, `2`, … of these templates must satisfy together
    joint: tuple[tuple[tuple[int, ...], Term], ...] = ()
    #: the template of which one thread is started
    starts: int | None = None


class Machine:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.width = len(program.shared)
        self.templates = {t.name: i for i, t in enumerate(program.templates)}
        self.places: list[LocalState] = []
        self._numbers: dict[LocalState, int] = {}
        self.effects: list[Effect] = []
        self._effect_numbers: dict[Effect, int] = {}
        self.quiet = Effect((0,) * len(self.templates), (TRUE,) * len(self.templates))
        self.effect(self.quiet)
        self._out: list[dict[int, list[tuple[Edge, _Update | None]]]] = [self._edges(t) for t in program.templates]
        self._moves: dict[Pair, list[Move]] = {}
        self._bad: dict[Pair, bool] = {}
        self._responses: dict[Pair, tuple[int, ...]] = {}
        self._joint: dict[tuple[object, ...], bool] = {}

    def _edges(self, t: Template) -> dict[int, list[tuple[Edge, _Update | None]]]:
        out: dict[int, list[tuple[Edge, _Update | None]]] = {}
        for e in t.edges:
            update = _Update(self, t, e.statement) if isinstance(e.statement, Update) else None
            out.setdefault(e.source, []).append((e, update))
        return out

    def place(self, state: LocalState) -> int:
        number = self._numbers.setdefault(state, len(self.places))
        if number == len(self.places):
            self.places.append(state)
        return number

    def effect(self, effect: Effect) -> int:
        number = self._effect_numbers.setdefault(effect, len(self.effects))
        if number == len(self.effects):
            self.effects.append(effect)
        return number

    # ---------------------------------------------------------------- where it begins, and what is wrong

    def initial(self) -> Iterator[tuple[int, list[list[int]]]]:
        """Every initial shared valuation, with the places where threads of each template may be."""
        templates = self.program.templates
        for shared in _valuations(value for _, value in self.program.shared):
            places = [list(self._initial_places(i, shared)) for i in range(len(templates))]
            if all(found or not t.number for found, t in zip(places, templates, strict=True)):
                yield shared, places

    def _initial_places(self, template: int, shared: int) -> Iterator[int]:
        t = self.program.templates[template]
        for values in _valuations(value for _, value in t.locals):
            if T.substitute(t.initially, self._binding(shared, t, values)) is TRUE:
                yield self.place(LocalState(template, DORMANT if t.dormant else ENTRY, values))

    def is_bad(self, shared: int, place: int) -> bool:
        """Does a thread at an error location, or at an assertion that fails, stand here?"""
        known = self._bad.get((shared, place))
        if known is None:
            template, location, values = self.places[place]
            t = self.program.templates[template]
            statements = [edge.statement for edge, _ in self._out[template].get(location, ())]
            conditions = [s.condition for s in statements if isinstance(s, Assert)]
            known = location in t.errors or any(
                T.substitute(c, self._binding(shared, t, values)) is not TRUE for c in conditions
            )
            self._bad[shared, place] = known
        return known

    def _binding(self, shared: int, t: Template, values: int) -> dict[Var, Term]:
        names = [(name, shared >> i) for i, (name, _) in enumerate(self.program.shared)]
        names += [(f"{ACTIVE}.{name}", values >> i) for i, (name, _) in enumerate(t.locals)]
        return {variable(name): T.boolean(bool(bits & 1)) for name, bits in names}

    # ---------------------------------------------------------------- the active thread

    def moves(self, shared: int, place: int) -> list[Move]:
        """What a thread at `place` can do, as far as it depends on itself."""
        known = self._moves.get((shared, place))
        if known is None:
            template, location, values = self.places[place]
            known = []
            for edge, update in self._out[template].get(location, ()):
                if update is not None:
                    for new_shared, new_values, effect in update.outcomes(shared, values):
                        target = self.place(LocalState(template, edge.target, new_values))
                        known.append(Move(edge, new_shared, target, effect))
                elif not (isinstance(edge.statement, Assert) and self.is_bad(shared, place)):
                    target = self.place(LocalState(template, edge.target, values))
                    known.append(Move(edge, shared, target, self._start(edge)))
            self._moves[shared, place] = known
        return known

    def _start(self, edge: Edge) -> int:
        if not isinstance(edge.statement, Start):
            return NONE
        started = self.templates[edge.statement.template]
        return self.effect(Effect(self.quiet.broadcast, self.quiet.single, starts=started))

    # ---------------------------------------------------------------- the passive threads

    def started(self, effect: int, place: int) -> int | None:
        """Where a thread is that the effect starts; None: it does not start one that is here."""
        template, location, values = self.places[place]
        if location != DORMANT or template != self.effects[effect].starts:
            return None
        return self.place(LocalState(template, ENTRY, values))

    def responses(self, effect: int, place: int) -> tuple[int, ...]:
        """Where one passive thread may be afterwards, as far as it depends on no third thread (nor on a start)."""
        known = self._responses.get((effect, place))
        if known is None:
            template, location, values = self.places[place]
            names = [name for name, _ in self.program.templates[template].locals]
            e = self.effects[effect]
            rest = T.substitute(e.single[template], _locals_now("1", names, values))
            bits = [i for i in range(len(names)) if e.broadcast[template] >> i & 1]
            free = [variable(f"1.{names[i]}'") for i in bits]
            kept = values & ~e.broadcast[template]
            known = tuple(
                self.place(LocalState(template, location, kept | sum(v << i for v, i in zip(vs, bits, strict=True))))
                for vs in _solutions(rest, free)
            )
            self._responses[effect, place] = known
        return known

    def together(self, effect: int, passive: Sequence[int], may_be_late: bool = False) -> Iterable[Sequence[Pair]]:
        """All that the passive threads (sorted places) may do in one step: a pair for each, in their order.

        With `may_be_late` a start may have no effect although there is a thread to start, as in the monotone closure.
        """
        unchanged = [(p, p) for p in passive]
        if effect == NONE:
            return [unchanged]
        if self.effects[effect].starts is None:
            return self.combine(effect, [[(p, q) for q in self.responses(effect, p)] for p in passive])
        one = [
            [*unchanged[:i], (place, begun), *unchanged[i + 1 :]]
            for i, place in enumerate(passive)
            if (begun := self.started(effect, place)) is not None and (i == 0 or passive[i - 1] != place)
        ]
        return one if one and not may_be_late else [*one, unchanged]

    def combine(self, effect: int, options: Sequence[Sequence[Pair]]) -> Iterator[list[Pair]]:
        """One pair for each passive thread, such that they fit together; options that are alike must be adjacent."""
        joint = self.effects[effect].joint
        chosen: list[Pair] = []
        picks: list[int] = []

        def extend() -> Iterator[list[Pair]]:
            i = len(chosen)
            if i == len(options):
                yield list(chosen)
                return
            # threads that are alike may be exchanged: one order is enough
            first = picks[-1] if i and options[i] == options[i - 1] else 0
            for k in range(first, len(options[i])):
                pair = options[i][k]
                if joint and not all(self._fits(c, t, chosen, pair) for c, t in joint):
                    continue
                chosen.append(pair)
                picks.append(k)
                yield from extend()
                chosen.pop()
                picks.pop()

        return extend()

    def _fits(self, templates: tuple[int, ...], term: Term, chosen: list[Pair], new: Pair) -> bool:
        """Does a constraint hold for all choices of distinct threads that involve the new one?"""
        for others in permutations(chosen, len(templates) - 1):
            for k in range(len(templates)):
                pairs = (*others[:k], new, *others[k:])
                if all(self.places[p[0]].template == t for p, t in zip(pairs, templates, strict=True)):
                    key = (term, pairs)
                    if key not in self._joint:
                        self._joint[key] = self._holds(term, pairs)
                    if not self._joint[key]:
                        return False
        return True

    def _holds(self, term: Term, pairs: Iterable[Pair]) -> bool:
        binding: dict[Var, Term] = {}
        for i, pair in enumerate(pairs, 1):
            for place, prime in zip(pair, ("", "'"), strict=True):
                template, _, values = self.places[place]
                names = [name + prime for name, _ in self.program.templates[template].locals]
                binding |= _locals_now(str(i), names, values)
        return T.substitute(term, binding) is TRUE


class _Update:
    """An update, prepared: what is assigned, which values matter, and its outcomes by those."""

    def __init__(self, machine: Machine, template: Template, update: Update) -> None:
        program = machine.program
        self.machine = machine
        assigned: dict[str, Term | None] = dict(update.assigned)
        for owner, name in update.broadcast:
            if owner == template.name:
                assigned.setdefault(f"{ACTIVE}.{name}", None)
        bits = {name: (0, i) for i, (name, _) in enumerate(program.shared)}
        bits |= {f"{ACTIVE}.{name}": (1, i) for i, (name, _) in enumerate(template.locals)}
        #: of what is shared, and of the locals: the bits that the update assigns
        self.written = [sum(1 << i for n in assigned for w, i in [bits[n]] if w == where) for where in (0, 1)]
        #: with (0: shared, 1: local; bit): new values that are known, and arbitrary ones
        self.values = [(bits[name], value) for name, value in assigned.items() if value is not None]
        self.free = [(bits[name], variable(name + "'")) for name, value in assigned.items() if value is None]
        masks = [0] * len(machine.templates)
        for owner, name in update.broadcast:
            t = machine.templates[owner]
            masks[t] |= 1 << [n for n, _ in program.templates[t].locals].index(name)
        self.broadcast = tuple(masks)
        kept = {variable(n + "'"): now(n) for n in bits if n not in assigned}
        kept |= {variable(n + "'"): v for n, v in assigned.items() if v is not None}
        formulas = [(c.passive, T.substitute(self._named(c), kept)) for c in update.constraints]
        self.own = T.and_(*(f for passive, f in formulas if not passive))
        self.others = [(tuple(machine.templates[t] for _, t in passive), f) for passive, f in formulas if passive]
        used = {v for f in [self.own, *(f for _, f in self.others), *(v for _, v in self.values)] for v in f.vars}
        #: the values that the outcomes depend on
        self.read = [(where, i, variable(n)) for n, (where, i) in bits.items() if variable(n) in used]
        self.masks = [sum(1 << i for where, i, _ in self.read if where == w) for w in (0, 1)]
        self._known: dict[Pair, list[tuple[int, int, int]]] = {}

    def _named(self, c: Constraint) -> Term:
        """Passive threads are called 1, 2, …; what no broadcast changes is the same after the step."""
        names: dict[Var, Term] = {}
        for i, (index, owner) in enumerate(c.passive, 1):
            t = self.machine.templates[owner]
            for k, (name, _) in enumerate(self.machine.program.templates[t].locals):
                arbitrary = self.broadcast[t] >> k & 1
                names[variable(f"{index}.{name}")] = now(f"{i}.{name}")
                names[variable(f"{index}.{name}'")] = (after if arbitrary else now)(f"{i}.{name}")
        return T.substitute(c.formula, names)

    def outcomes(self, shared: int, values: int) -> Iterator[tuple[int, int, int]]:
        """Shared valuation, own locals, effect."""
        key = (shared & self.masks[0], values & self.masks[1])
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._compute(key))
        shared &= ~self.written[0]
        values &= ~self.written[1]
        for new_shared, new_values, effect in known:
            yield shared | new_shared, values | new_values, effect

    def _compute(self, key: Pair) -> Iterator[tuple[int, int, int]]:
        binding = {v: T.boolean(bool(key[where] >> i & 1)) for where, i, v in self.read}
        fixed = [0, 0]
        for (where, i), value in self.values:
            fixed[where] |= (T.substitute(value, binding) is TRUE) << i
        others = [(templates, T.substitute(f, binding)) for templates, f in self.others]
        for solution in _solutions(T.substitute(self.own, binding), [v for _, v in self.free]):
            new = list(fixed)
            chosen: dict[Var, Term] = {}
            for ((where, i), v), bit in zip(self.free, solution, strict=True):
                new[where] |= bit << i
                chosen[v] = T.boolean(bool(bit))
            yield new[0], new[1], self._effect([(t, T.substitute(f, chosen)) for t, f in others])

    def _effect(self, rest: list[tuple[tuple[int, ...], Term]]) -> int:
        single = [T.and_(*(f for t, f in rest if t == (i,))) for i in range(len(self.broadcast))]
        joint = tuple(dict.fromkeys((t, f) for t, f in rest if len(t) > 1 and f is not TRUE))
        return self.machine.effect(Effect(self.broadcast, tuple(single), joint))


def _valuations(initial: Iterable[int | None]) -> Iterator[int]:
    found = [0]
    for i, value in enumerate(initial):
        found = [v | x << i for v in found for x in ((0, 1) if value is None else (value,))]
    return iter(found)


def _locals_now(thread: str, names: Sequence[str], values: int) -> dict[Var, Term]:
    return {variable(f"{thread}.{name}"): T.boolean(bool(values >> i & 1)) for i, name in enumerate(names)}


def _solutions(term: Term, free: Sequence[Var]) -> Iterator[tuple[int, ...]]:
    """Every valuation of `free` that satisfies the term, in which nothing else occurs."""
    if term is FALSE:
        return
    if not free:
        assert term is TRUE, f"{term} is not about this program"
        yield ()
        return
    for value, constant in enumerate((FALSE, TRUE)):
        for others in _solutions(T.substitute(term, {free[0]: constant}), free[1:]):
            yield (value, *others)
