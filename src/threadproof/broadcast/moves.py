"""What one thread can do next, and how the others respond: broadcast programs as numbers, each answer computed once.

A shared valuation is a bit set. A *place* is the number of a local state: template, location and a bit set of locals.
The active thread's part of an update and the part of the passive ones meet in one thing only: the *effect*, which is
what is left of the constraints when the values of shared variables and of the active thread, before and after, have
been put in. Equal effects have the same number, and there are few of them; whoever asks for all successors of a
multiset under an effect may remember the answer. Nothing is approximated.

Locals that are forgotten at a location have no value there: their bits are 0 in places, and they stay variables in
formulas, which hold if they can hold. Those that matter later are guessed when the active thread leaves the location.

Entry point: `Machine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, groupby, permutations, product
from typing import Final, TypeVar

from threadproof.broadcast.functions import FALSE, TRUE, Functions
from threadproof.broadcast.program import ACTIVE, DORMANT, ENTRY, Assert, Declared, Edge, Program, now
from threadproof.broadcast.rules import Rule, assertions, beginning, forgotten, rules
from threadproof.logic import term as T
from threadproof.records import NamedTuple, dataclass, replace

#: states, steps, outcomes or the like between two calls of `tick`
WORK: Final = 1024
#: the effect that leaves every passive thread as it is
NONE: Final = 0
#: a passive thread before and after a step
Pair = tuple[int, int]
#: templates, and what threads of these must satisfy
Joint = tuple[tuple[int, ...], int]
#: of variables
Values = dict[int, int]
Item = TypeVar("Item")


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
    single: tuple[int, ...]
    #: what threads `1`, `2`, … of these templates must satisfy together
    joint: tuple[Joint, ...] = ()
    #: the template of which one thread is started, and where it may be then
    starts: int | None = None
    begun: tuple[int, ...] = ()


class Machine:
    def __init__(self, program: Program, tick: Callable[[], None] = lambda: None) -> None:
        """`tick` is called now and then, and may raise."""
        self.program = program
        self._tick = tick
        self.templates = {t.name: i for i, t in enumerate(program.templates)}
        #: by template and location
        self._remembered: dict[Pair, int] = {}
        self.places: list[LocalState] = []
        self._numbers: dict[LocalState, int] = {}
        self.effects: list[Effect] = []
        self._effect_numbers: dict[Effect, int] = {}
        all_rules = [rules(program, i) for i in range(len(self.templates))]
        self.functions = Functions(_names(program, [r for of in all_rules for r in of]))
        self.quiet = Effect((0,) * len(self.templates), (TRUE,) * len(self.templates))
        self.effect(self.quiet)
        self._out: list[dict[int, list[_Step]]] = [{} for _ in program.templates]
        for i, of in enumerate(all_rules):
            for rule in of:
                self._out[i].setdefault(rule.edge.source, []).append(_Step(self, i, rule))
        self._moves: dict[Pair, list[Move]] = {}
        self._bad: dict[Pair, bool] = {}
        self._responses: dict[Pair, tuple[int, ...]] = {}
        self._joint: dict[tuple[int, tuple[Pair, ...]], bool] = {}
        self._values: dict[tuple[str, int, str], Values] = {}

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

    # ---------------------------------------------------------------- what has a value

    def remembered(self, template: int, location: int) -> int:
        """The locals that have a value at a location, as a bit set."""
        known = self._remembered.get((template, location))
        if known is None:
            t = self.program.templates[template]
            known = ((1 << len(t.locals)) - 1) & ~forgotten(t, location)
            self._remembered[template, location] = known
        return known

    def _shared(self, shared: int) -> Values:
        numbers = self.functions.numbers
        return {numbers[name]: shared >> i & 1 for i, (name, _) in enumerate(self.program.shared)}

    def _local(self, thread: str, place: int, prime: str = "") -> Values:
        """Those that there are."""
        known = self._values.get((thread, place, prime))
        if known is None:
            template, location, values = self.places[place]
            variables = self._variables(thread, template, self.remembered(template, location), prime)
            known = self._values[thread, place, prime] = {v: values >> i & 1 for i, v in variables}
        return known

    def _variables(self, thread: str, template: int, locals_: int, prime: str = "") -> list[Pair]:
        """Bits, with what stands for them in functions."""
        names, numbers = self.program.templates[template].locals, self.functions.numbers
        return [(i, numbers[f"{thread}.{name}{prime}"]) for i, (name, _) in enumerate(names) if locals_ >> i & 1]

    def places_where(self, condition: int, thread: str, template: int, location: int) -> Iterator[int]:
        """Where a thread at a location may be, if the condition can hold of it."""
        variables = self._variables(thread, template, self.remembered(template, location))
        for values in self.solutions(condition, variables):
            yield self.place(LocalState(template, location, values))

    def solutions(self, function: int, variables: Sequence[Pair]) -> Iterator[int]:
        """Every valuation with which it can hold, as a bit set."""
        for values in self.ticking(self.functions.solutions(function, [v for _, v in variables])):
            yield sum(value << i for value, (i, _) in zip(values, variables, strict=True))

    def ticking(self, items: Iterable[Item]) -> Iterator[Item]:
        for i, item in enumerate(items, 1):
            if i % WORK == 0:
                self._tick()
            yield item

    # ---------------------------------------------------------------- where it begins, and what is wrong

    def initial(self) -> Iterator[tuple[int, list[list[int]]]]:
        """Every initial shared valuation, with the places where threads of each template may be."""
        templates = self.program.templates
        beginnings = [self.functions.of(beginning(t, ACTIVE)) for t in templates]
        for shared in self.ticking(_valuations(self.program.shared)):
            values = self._shared(shared)
            places = [
                [self.place(LocalState(i, DORMANT, 0))]
                if t.dormant
                else list(self.places_where(self.functions.given(beginnings[i], values), ACTIVE, i, ENTRY))
                for i, t in enumerate(templates)
            ]
            if all(found or not t.number for found, t in zip(places, templates, strict=True)):
                yield shared, places

    def is_bad(self, shared: int, place: int) -> bool:
        """Does a thread at an error location, or at an assertion that can fail, stand here?"""
        known = self._bad.get((shared, place))
        if known is None:
            template, location, _ = self.places[place]
            t = self.program.templates[template]
            known = location in t.errors
            if not known and (conditions := assertions(t, location)):
                values = self._shared(shared) | self._local(ACTIVE, place)
                known = self.functions.given(self.functions.of(T.and_(*conditions)), values) != TRUE
            self._bad[shared, place] = known
        return known

    # ---------------------------------------------------------------- the active thread

    def moves(self, shared: int, place: int) -> list[Move]:
        """What a thread at `place` can do, as far as it depends on itself."""
        known = self._moves.get((shared, place))
        if known is None:
            template, location, values = self.places[place]
            known = []
            for step in self._out[template].get(location, ()):
                if isinstance(step.rule.edge.statement, Assert) and self.is_bad(shared, place):
                    continue
                for new_shared, new_values, effect in step.outcomes(shared, values):
                    target = self.place(LocalState(template, step.rule.edge.target, new_values))
                    known.append(Move(step.rule.edge, new_shared, target, effect))
            self._moves[shared, place] = known
        return known

    # ---------------------------------------------------------------- the passive threads

    def started(self, effect: int, place: int) -> tuple[int, ...]:
        """Where a passive thread may be that the effect starts, if it is one that can be started."""
        template, location, _ = self.places[place]
        e = self.effects[effect]
        return e.begun if location == DORMANT and template == e.starts else ()

    def responses(self, effect: int, place: int) -> tuple[int, ...]:
        """Where one passive thread may be afterwards, as far as it depends on no third thread (nor on a start)."""
        known = self._responses.get((effect, place))
        if known is None:
            state = self.places[place]
            e = self.effects[effect]
            changed = e.broadcast[state.template]
            rest = self.functions.given(e.single[state.template], self._local("1", place))
            new = self._variables("1", state.template, changed & self.remembered(state.template, state.location), "'")
            kept = state.values & ~changed
            known = tuple(self.place(state._replace(values=kept | values)) for values in self.solutions(rest, new))
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
            if i == 0 or passive[i - 1] != place
            for begun in self.started(effect, place)
        ]
        return one if one and not may_be_late else [*one, unchanged]

    def combine(self, effect: int, options: Sequence[Sequence[Pair]]) -> Iterator[list[Pair]]:
        """One pair for each passive thread, such that they fit together; options that are alike must be adjacent."""
        # threads that are alike may be exchanged: one order is enough
        alike = [(choices, len(list(group))) for choices, group in groupby(options)]
        joint = self.effects[effect].joint
        if joint:
            return self.ticking(self._fitting(joint, alike, []))
        chosen = product(*(combinations_with_replacement(choices, n) for choices, n in alike))
        return self.ticking(map(list, map(chain.from_iterable, chosen)))

    def _fitting(
        self, joint: tuple[Joint, ...], alike: list[tuple[Sequence[Pair], int]], chosen: list[Pair]
    ) -> Iterator[list[Pair]]:
        if not alike:
            yield list(chosen)
            return
        (choices, n), *rest = alike
        for k, pair in enumerate(choices):
            if all(self._fits(*j, chosen, pair) for j in joint):
                again = [(choices[k:], n - 1)] if n > 1 else []
                yield from self._fitting(joint, [*again, *rest], [*chosen, pair])

    def _fits(self, templates: tuple[int, ...], constraint: int, chosen: list[Pair], new: Pair) -> bool:
        """Does a constraint hold for all choices of distinct threads that involve the new one?"""
        for others in permutations(chosen, len(templates) - 1):
            for k in range(len(templates)):
                pairs = (*others[:k], new, *others[k:])
                if all(self.places[p[0]].template == t for p, t in zip(pairs, templates, strict=True)):
                    key = (constraint, pairs)
                    if key not in self._joint:
                        self._joint[key] = self._holds(constraint, pairs)
                    if not self._joint[key]:
                        return False
        return True

    def _holds(self, constraint: int, pairs: Iterable[Pair]) -> bool:
        for i, (before, then) in enumerate(pairs, 1):
            constraint = self.functions.given(constraint, self._local(str(i), before) | self._local(str(i), then, "'"))
        return constraint != FALSE


class _Step:
    """An edge, prepared: what is assigned, which values matter, and its outcomes by those."""

    def __init__(self, machine: Machine, template: int, rule: Rule) -> None:
        self.machine = machine
        self.rule = rule
        program, functions, assigned = machine.program, machine.functions, rule.assigned
        before, then = (machine.remembered(template, location) for location in (rule.edge.source, rule.edge.target))
        #: 0 shared, 1 local; bit
        bits = {name: (0, i) for i, (name, _) in enumerate(program.shared)}
        bits |= {f"{ACTIVE}.{name}": (1, i) for i, (name, _) in enumerate(program.templates[template].locals)}

        def has_value(name: str, locals_: int) -> bool:
            where, i = bits[name]
            return not where or bool(locals_ >> i & 1)

        values = [T.eq(now(n + "'"), v) for n, v in assigned.items() if v is not None and has_value(n, then)]
        #: what the active thread must satisfy, and what passive ones must
        self.own = [functions.of(f) for f in (*T.conjuncts(rule.own), *values)]
        self.others = [(templates, functions.of(f)) for templates, f in rule.others]
        outward = {v.name for _, f in rule.others for v in f.vars}
        used = outward | {v.name for f in [rule.own, *values] for v in f.vars}
        #: values that the outcomes depend on
        self.read = [(functions.numbers[n], *bits[n]) for n in bits if n in used and has_value(n, before)]
        self.masks = [sum(1 << i for _, where, i in self.read if where == w) for w in (0, 1)]
        guessed = [(n, bits[n], has_value(n, then) and n not in assigned) for n in bits if not has_value(n, before)]
        new = [(n + "'", bits[n], has_value(n, then)) for n in assigned]
        #: values that they consist of, with where these are put; some are not, but passive threads notice them
        self.chosen = [
            (functions.numbers[n], where, int(is_put) << i)
            for n, (where, i), is_put in [*guessed, *new]
            if is_put or n in outward
        ]
        #: what stays as it is
        self.kept = [~sum(1 << i for n in assigned for w, i in [bits[n]] if w == where) for where in (0, 1)]
        self.kept[1] &= then
        self._known: dict[Pair, list[tuple[int, int, int]]] = {}

    def outcomes(self, shared: int, values: int) -> Iterator[tuple[int, int, int]]:
        """Shared valuation, own locals, effect."""
        key = (shared & self.masks[0], values & self.masks[1])
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(dict.fromkeys(self._compute(key)))
        shared &= self.kept[0]
        values &= self.kept[1]
        for new_shared, new_values, effect in known:
            yield shared | new_shared, values | new_values, effect

    def _compute(self, key: Pair) -> Iterator[tuple[int, int, int]]:
        functions = self.machine.functions
        values = {v: key[where] >> i & 1 for v, where, i in self.read}
        own = functions.conjunction(functions.given(f, values) for f in self.own)
        chosen = [v for v, _, _ in self.chosen]
        possible = functions.only(own, chosen)
        others = [(templates, functions.given(f, values)) for templates, f in self.others]
        # (only possible choices matter, and without them it may be much)
        single = [
            functions.conjunction([possible, *(f for templates, f in others if templates == (i,))])
            for i in range(len(self.rule.broadcast))
        ]
        joint = [j for j in others if len(j[0]) > 1]
        for solution in self.machine.ticking(functions.solutions(possible, chosen)):
            new = [0, 0]
            for (_, where, bit), value in zip(self.chosen, solution, strict=True):
                new[where] |= bit * value
            choice = dict(zip(chosen, solution, strict=True))
            if self.rule.starts is None:
                effect = self._effect(single, joint, choice)
            else:
                effect = self._start(self.rule.starts, functions.given(own, choice))
            yield new[0], new[1], effect

    def _effect(self, single: list[int], joint: list[Joint], choice: Values) -> int:
        given = self.machine.functions.given
        rest = dict.fromkeys((templates, given(f, choice)) for templates, f in joint)
        about_one = tuple(given(f, choice) for f in single)
        return self.machine.effect(Effect(self.rule.broadcast, about_one, tuple(j for j in rest if j[1] != TRUE)))

    def _start(self, template: int, condition: int) -> int:
        begun = tuple(self.machine.places_where(condition, "1", template, ENTRY))
        return self.machine.effect(replace(self.machine.quiet, starts=template, begun=begun))


def _names(program: Program, all_rules: Iterable[Rule]) -> list[str]:
    """All that constraints are about: shared variables, and the locals of the active and of passive threads."""
    passive = max([1, *(len(templates) for r in all_rules for templates, _ in r.others)])
    locals_ = dict.fromkeys(name for t in program.templates for name, _ in t.locals)
    names = [name for name, _ in program.shared]
    names += [f"{thread}.{name}" for thread in (ACTIVE, *range(1, passive + 1)) for name in locals_]
    return [name + prime for name in names for prime in ("", "'")]


def _valuations(declared: Iterable[Declared]) -> Iterator[int]:
    for values in product(*((0, 1) if value is None else (value,) for _, value in declared)):
        yield sum(v << i for i, v in enumerate(values))
