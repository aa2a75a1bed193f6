"""The state graph, compressed: a global state is one int, and transitions are differences of such ints.

Shared tuples and instance tuples are interned to numbers. A state is a row of fields of `BITS` bits: the number of
the shared tuple, then for each instance the number of its tuple, or 0 if it is not running. An instance's field is
fixed by its id. What instance i can do depends on field 0 and field i only, so the differences are remembered under
`state & mask[i]`, and most transitions cost one lookup, one addition and one test of membership.

The numbers are the tuples' hash values (of ints, so the same in every run; moved on in the rare case that two
collide): small consecutive numbers would make the states' own hash values collide, and like this a state is the same
int whatever the order in which things were found. The low bits of an instance's number are its location plus one, so
that `state & control` says where all instances are.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.compiled.model import Local, Model, Shared
from threadproof.engines.compiled.steps import DECISION, Stepper, Transition
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID
from threadproof.properties import Property
from threadproof.records import dataclass

#: two digits of Python's ints
BITS = 60
FIELD = (1 << BITS) - 1
#: ids up to this are field numbers
DIRECT = 400
#: instances with different ids that are looked at
MOST = 250

#: why an instance cannot move by itself
WAITING = 1
STUCK = 2


@dataclass(slots=True)
class Violation(Exception):
    """Found in a reached state: in the state itself, or by a transition of the instance at `shift`.

    `after`: the fields that the transition writes. `exit`: the number of the transition by which the process ends.
    State -1: before the first state.
    """

    state: int
    part: str
    shift: int = 0
    after: int | None = None
    exit: int | None = None


class Graph:
    def __init__(self, model: Model, stepper: Stepper, property_: Property, keep_loops: bool = False) -> None:
        self.model = model
        self.stepper = stepper
        self.property = property_
        #: keep transitions from a state to itself
        self.keep_loops = keep_loops
        self.shared: dict[int, Shared] = {}
        self.locals: dict[int, Local] = {}
        self._shared_numbers: dict[Shared, int] = {}
        self._local_numbers: dict[Local | None, int] = {None: 0}
        #: for each instance id seen so far: field 0 and its own
        self.masks: list[int] = []
        #: mask -> position of the instance's field
        self.shifts: dict[int, int] = {}
        self._shift_of: dict[int, int] = {}
        #: the bits that say where the instances are
        self.control = 0
        self._location_bits = len(model.locations).bit_length()
        #: state & mask -> differences to the successors
        self.moves: dict[int, tuple[int, ...]] = {}
        #: state & mask -> WAITING or STUCK, where only spurious wake-ups or nothing is possible
        self.idle: dict[int, int] = {}
        #: state & mask -> differences that are spurious wake-ups only
        self.spurious: dict[int, tuple[int, ...]] = {}
        #: state & mask -> masks of the instances that may be created there
        self.created: dict[int, list[int]] = {}
        #: state & mask -> which of the transitions that end the process end it normally
        self.returns: dict[int, tuple[int, ...]] = {}
        self.is_error = [x.error is not None and x.error.property == property_ for x in model.locations]
        self.has_waits = [any(isinstance(e.op, O.Step) and e.op.waits for e in x.edges) for x in model.locations]
        self.is_cooperative = model.program.scheduler is not None

    # ------------------------------------------------------------ numbering

    def shared_number(self, g: Shared) -> int:
        n = self._shared_numbers.get(g)
        if n is None:
            n = hash(g) & FIELD
            while n in self.shared:
                n = n + 1 & FIELD
            self._shared_numbers[g] = n
            self.shared[n] = g
            self.moves[n] = ()
        return n

    def local_number(self, l: Local | None) -> int:
        n = self._local_numbers.get(l)
        if n is None:
            assert l is not None
            n = (hash(l) << self._location_bits) + l[0] + 1 & FIELD
            while n in self.locals:
                n = n + (1 << self._location_bits) & FIELD
            self._local_numbers[l] = n
            self.locals[n] = l
            self.shift(l[1])
        return n

    def shift(self, id_: int) -> int:
        """Where the field of an instance starts."""
        s = self._shift_of.get(id_)
        if s is None:
            s = BITS * (id_ if 0 < id_ <= DIRECT else DIRECT + len(self.masks))
            self._shift_of[id_] = s
            mask = FIELD | FIELD << s
            self.masks.append(mask)
            self.control |= ((1 << self._location_bits) - 1) << s
            self.shifts[mask] = s
        return s

    def pack(self, g: Shared, instances: list[Local]) -> int:
        state = self.shared_number(g)
        for l in instances:
            state |= self.local_number(l) << self.shift(l[1])
        return state

    def unpack(self, state: int) -> tuple[Shared, list[Local]]:
        """The shared tuple and the running instances' tuples, by id."""
        running = [self.locals[n] for n in (state >> s & FIELD for s in self.shifts.values()) if n]
        return self.shared[state & FIELD], sorted(running, key=lambda l: int(l[1]))

    def initials(self) -> list[int]:
        """The initial state, or the states after main's first unnoticed steps."""
        g, l = self.model.initial()
        self.local_number(l)
        found = []
        for g2, l2, _ in self.stepper.first(g, l):
            state = self.pack(g2, [] if l2 is None else [l2])
            if l2 is not None and self.is_error[l2[0]]:
                raise self._violation(-1, 0, l2, state)
            found.append(state)
        return found

    # ------------------------------------------------------------ transitions

    def expand(self, state: int, mask: int) -> tuple[int, ...]:
        """The differences to the successors by one instance, computed for the first time."""
        key = state & mask
        shift = self.shifts[mask]
        l = self.locals[key >> shift]
        g = self.shared[key & FIELD]
        try:
            results = self.stepper.blocks.run(g, l)
        except TypeError:
            results = None
        if results is None:
            return self._expand(state, key, shift, g, l)
        differences: dict[int, None] = {}
        for g2, l2, _ in results:
            after = self.shared_number(g2)
            if l2 is not None:
                after += self.local_number(l2) << shift
                if self.is_error[l2[0]]:
                    raise self._violation(state, shift, l2, after)
            differences[after - key] = None
        if not self.keep_loops:
            differences.pop(0, None)
        if not results:
            self.idle[key] = self._why_idle(g, l)
        done = self.moves[key] = tuple(differences)
        return done

    def _expand(self, state: int, key: int, shift: int, g: Shared, l: Local) -> tuple[int, ...]:
        differences: dict[int, None] = {}
        spurious: dict[int, None] = {}
        others: set[int] = set()
        edges = self.model.locations[l[0]].edges
        exits = 0
        returns: list[int] = []
        notes = self.stepper.notes
        for t in self.stepper.transitions(g, l):
            if t.exit is not None:
                if isinstance(t.exit.op, O.Exit) and t.exit.op.is_normal:
                    returns.append(exits)
                exits += 1
                continue
            if len(self.masks) + len(t.created) > MOST and any(c and c[1] not in self._shift_of for c in t.created):
                # a state would be a huge number; what needs fewer instances is still explored
                self.stepper.note("too many threads", edges[t.edge], f"more than {MOST}")
                continue
            after = self.after(t, shift)
            if t.created:
                self._note_created(key, t)
            for m in (t.local, *t.created):
                if m is not None and self.is_error[m[0]]:
                    raise self._violation(state, shift, m, after)
            d = after - key
            op = edges[t.edge].op if t.edge != DECISION else None
            if O.is_environment(op):
                spurious[d] = None
            else:
                others.add(d)
            if d or self.keep_loops:
                differences[d] = None
        done = self.moves[key] = tuple(differences)
        if spurious:
            self.spurious[key] = tuple(d for d in spurious if d not in others)
        if returns:
            self.returns[key] = tuple(returns)
        if not others and not exits and self.stepper.notes == notes:
            self.idle[key] = self._why_idle(g, l)
        return done

    def _why_idle(self, g: Shared, l: Local) -> int:
        # (main, which no scheduler holds up, can only seem to wait for control)
        waits = self.has_waits[l[0]] or (self.is_cooperative and l[1] != MAIN_ID and not g[-1].may_run(l[1]))
        return WAITING if waits else STUCK

    def after(self, t: Transition, shift: int) -> int:
        """The fields that a transition writes: the shared tuple, its instance, new instances."""
        fields = self.shared_number(t.shared) + (self.local_number(t.local) << shift)
        for c in t.created:
            if c is not None:
                fields += self.local_number(c) << self.shift(c[1])
        return fields

    def _note_created(self, key: int, t: Transition) -> None:
        masks = self.created.setdefault(key, [])
        for c in t.created:
            if c is not None:
                masks.append(FIELD | FIELD << self.shift(c[1]))

    def _violation(self, state: int, shift: int, l: Local, after: int) -> Violation:
        error = self.model.locations[l[0]].error
        assert error is not None
        return Violation(state, error.part, shift, after)

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        """(mask, successor) for every transition from a state."""
        for mask in self.masks:
            moves = self.moves.get(state & mask)
            for d in self.expand(state, mask) if moves is None else moves:
                yield mask, state + d
