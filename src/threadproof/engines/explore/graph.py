"""The state graph, compressed: a global state is one int, and transitions are differences of such ints.

Shared tuples and instance tuples are interned to numbers. A state is a row of fields of `BITS` bits: the number of
the shared tuple, then for each instance the number of its tuple, or 0 if it is not running. An instance's field is
fixed by its id. What instance i can do depends on field 0 and field i only, so the differences are remembered under
`state & mask[i]`, and most transitions cost one lookup, one addition and one test of membership.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from threadproof.engines.explore.model import Local, Model, Shared
from threadproof.engines.explore.steps import Stepper, Transition
from threadproof.ir import op as O

#: a digit of Python's ints
BITS = 30
FIELD = (1 << BITS) - 1

#: why an instance cannot move by itself
WAITING = 1
STUCK = 2


@dataclass(slots=True)
class Violation(Exception):
    """From `state` (reached), the transition number `index` of the instance in `field` shows the violation."""

    state: int
    field: int
    index: int
    part: str


class Graph:
    def __init__(self, model: Model, stepper: Stepper, property_: str, keep_loops: bool = False) -> None:
        self.model = model
        self.stepper = stepper
        self.property = property_
        #: keep transitions from a state to itself
        self.keep_loops = keep_loops
        self.shared: list[Shared] = []
        #: number 0: not running
        self.locals: list[Local] = [()]
        self._shared_numbers: dict[Shared, int] = {}
        self._local_numbers: dict[Local | None, int] = {None: 0}
        #: for each field 1, 2, ...: field 0 and this one
        self.masks: list[int] = []
        self.fields: dict[int, int] = {}
        #: state & mask -> differences to the successors
        self.moves: dict[int, tuple[int, ...]] = {}
        #: state & mask -> WAITING or STUCK, where only spurious wake-ups or nothing is possible
        self.idle: dict[int, int] = {}
        #: state & mask -> differences that are spurious wake-ups only
        self.spurious: dict[int, tuple[int, ...]] = {}
        #: state & mask -> indices of transitions by which main returns
        self.returns: dict[int, tuple[int, ...]] = {}
        self.is_error = [e is not None and e.property == property_ for e in (x.error for x in model.locations)]
        self.has_waits = [any(isinstance(e.op, O.Step) and e.op.waits for e in x.edges) for x in model.locations]

    # ------------------------------------------------------------ numbering

    def shared_number(self, g: Shared) -> int:
        n = self._shared_numbers.get(g)
        if n is None:
            n = self._shared_numbers[g] = len(self.shared)
            self.shared.append(g)
            self.moves[n] = ()
        return n

    def local_number(self, l: Local | None) -> int:
        n = self._local_numbers.get(l)
        if n is None:
            assert l is not None
            n = self._local_numbers[l] = len(self.locals)
            self.locals.append(l)
        return n

    def field(self, id_: int) -> int:
        f = self.fields.get(id_)
        if f is None:
            f = self.fields[id_] = len(self.fields) + 1
            self.masks.append(FIELD | FIELD << BITS * f)
        return f

    def pack(self, g: Shared, instances: list[Local]) -> int:
        state = self.shared_number(g)
        for l in instances:
            state |= self.local_number(l) << BITS * self.field(l[1])
        return state

    def initials(self) -> list[int]:
        """The initial state, or the states after main's first unnoticed steps."""
        g, l = self.model.initial()
        return [self.pack(g2, [] if l2 is None else [l2]) for g2, l2, _ in self.stepper.first(g, l)]

    def instances(self, state: int) -> list[Local]:
        """The running instances' tuples, by id."""
        found = [self.locals[n] for n in (state >> BITS * f & FIELD for f in self.fields.values()) if n]
        return sorted(found, key=lambda l: l[1])

    def unpack(self, state: int) -> tuple[Shared, list[Local]]:
        return self.shared[state & FIELD], self.instances(state)

    # ------------------------------------------------------------ transitions

    def expand(self, state: int, mask: int) -> tuple[int, ...]:
        """The differences to the successors by one instance, computed for the first time."""
        key = state & mask
        number = key & FIELD
        f = self.masks.index(mask) + 1
        l = self.locals[key >> BITS * f]
        g = self.shared[number]
        if not l:
            return ()
        base = (self.local_number(l) << BITS * f) + number
        differences: dict[int, None] = {}
        spurious: dict[int, None] = {}
        edges = self.model.locations[l[0]].edges
        real = False
        returns: list[int] = []
        notes = self.stepper.notes
        transitions = self.stepper.transitions(g, l)
        for i, t in enumerate(transitions):
            if t.exit is not None:
                real = True
                if isinstance(t.exit.op, O.Exit) and t.exit.op.at_return:
                    returns.append(i)
                continue
            self._check(state, f, i, t)
            d = self.difference(t, f) - base
            op = edges[t.edge].op
            if isinstance(op, O.Step) and op.role == "spurious":
                spurious[d] = None
            else:
                real = True
            if d or self.keep_loops:
                differences[d] = None
        done = self.moves[key] = tuple(differences)
        if spurious:
            self.spurious[key] = tuple(spurious)
        if returns:
            self.returns[key] = tuple(returns)
        if not real and self.stepper.notes == notes:
            self.idle[key] = WAITING if self.has_waits[l[0]] else STUCK
        return done

    def difference(self, t: Transition, f: int) -> int:
        """What the transition makes of the fields it touches (not yet minus what they were)."""
        after = self.shared_number(t.shared) + (self.local_number(t.local) << BITS * f)
        for c in t.created:
            if c is not None:
                after += self.local_number(c) << BITS * self.field(c[1])
        return after

    def _check(self, state: int, f: int, i: int, t: Transition) -> None:
        for l in (t.local, *t.created):
            if l is not None and self.is_error[l[0]]:
                error = self.model.locations[l[0]].error
                assert error is not None
                raise Violation(state, f, i, error.part)

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        """(field, successor) for every transition from a state."""
        f = 0
        while f < len(self.masks):
            mask = self.masks[f]
            f += 1
            moves = self.moves.get(state & mask)
            for d in self.expand(state, mask) if moves is None else moves:
                yield f, state + d
