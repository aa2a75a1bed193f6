"""States as numbers: exact, small, and quick to compare.

The tuples (see `layout`) are numbered as they come. A state is a row of fields of 60 bits: the number of what is shared
first, then for each instance, in a field of its own, the number of its tuple, or 0 while it does not run. So what an
instance can do is a function of two fields, remembered under `state & mask`, and a move is a number to be added.

A number n stands in its field as n * ODD modulo a power of two: different numbers stay different, and the hash values
of states, which are sums of fields, hardly collide. The low bits of an instance's field are its location plus one.
"""

from __future__ import annotations

from typing import Final

from threadproof.errors import Limit
from threadproof.evidence.states.layout import Layout, Local, Shared
from threadproof.evidence.states.moves import Move, Mover, Moves, Objection
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge
from threadproof.properties import Kind, Property

BITS: Final = 60
FIELD: Final = (1 << BITS) - 1
ODD: Final = 0x9E3779B97F4A7C15
#: instances with different numbers
MOST: Final = 250


class Graph:
    def __init__(self, layout: Layout, mover: Mover, property_: Property) -> None:
        self.layout = layout
        self.mover = mover
        self.property = property_
        self.shared: dict[int, Shared] = {}
        self.locals: dict[int, Local] = {}
        self._shared_fields: dict[Shared, int] = {}
        self._local_fields: dict[Local, int] = {}
        self._location_bits = (len(layout.spots) + 1).bit_length()
        #: for each instance: the field of what is shared, and its own
        self.masks: list[int] = []
        self.shifts: dict[int, int] = {}
        self._shift_of: dict[int, int] = {}
        #: the bits that say where all instances are
        self.control = 0
        #: state & mask -> what to add for each move, or for each case to distinguish
        self.moves: dict[int, tuple[int, ...]] = {}
        #: the same where instances are created: with the fields that must be free
        self._creating: dict[int, tuple[tuple[int, ...], int]] = {}
        #: state & mask, where the moves are cases to distinguish; where some inputs may have fewer moves
        self.cases: set[int] = set()
        self.partial: set[int] = set()
        #: state & mask -> what to add for moves of the environment only
        self.by_itself: dict[int, frozenset[int]] = {}
        #: a move that changes nothing is one: an execution may consist of it
        self.has_loops = property_.has(Kind.ENDLESS)
        #: state & mask, where the instance waits: only a spurious wake-up is possible, if anything
        self.waiting: set[int] = set()
        #: state & mask -> what is shared when main returns, for each way of returning
        self.returns: dict[int, list[tuple[Shared, Edge]]] = {}

    def initial(self) -> int:
        g, l = self.layout.initial()
        self._object_to_error(l)
        return self._shared_field(g) + (self._local_field(l) << self.shift(l[1]))

    # ------------------------------------------------------------ numbers

    def _shared_field(self, g: Shared) -> int:
        n = self._shared_fields.get(g)
        if n is None:
            n = self._shared_fields[g] = len(self._shared_fields) * ODD & FIELD
            self.shared[n] = g
            self.moves[n] = ()  # of an instance that does not run
        return n

    def _local_field(self, l: Local) -> int:
        n = self._local_fields.get(l)
        if n is None:
            spread = len(self._local_fields) * ODD & FIELD >> self._location_bits
            n = self._local_fields[l] = (spread << self._location_bits) + l[0] + 1
            self.locals[n] = l
        return n

    def shift(self, id_: int) -> int:
        """Where the field of an instance begins."""
        found = self._shift_of.get(id_)
        if found is None:
            if len(self.masks) >= MOST:
                raise Limit("too many threads", f"more than {MOST}")
            found = self._shift_of[id_] = BITS * (len(self.masks) + 1)
            self.masks.append(FIELD | FIELD << found)
            self.shifts[self.masks[-1]] = found
            self.control |= ((1 << self._location_bits) - 1) << found
        return found

    def local_of(self, state: int, mask: int) -> Local:
        return self.locals[state >> self.shifts[mask] & FIELD]

    def running(self, state: int) -> list[int]:
        """The masks of the running instances."""
        return [m for m in self.masks if state & m > FIELD]

    # ------------------------------------------------------------ moves

    def expand(self, state: int, mask: int) -> tuple[int, ...]:
        """What to add for each move of an instance; raises Objection if one leads to an error."""
        key = state & mask
        if key not in self._creating:
            self._compute(key, mask)
        if key in self._creating:
            moves, needed = self._creating[key]
            if state & needed:
                raise Objection("an instance is started twice")
            return moves
        return self.moves[key]

    def _compute(self, key: int, mask: int) -> None:
        shift = self.shifts[mask]
        l = self.locals[key >> shift]
        g = self.shared[key & FIELD]
        found = self.mover.moves(g, l)
        #: with whether somebody in the program makes the move
        differences: dict[int, bool] = {}
        needed = 0
        for m in found.moves:
            after = self._shared_field(m.shared)
            if m.local is not None:
                self._object_to_error(m.local, m.edge)
                after += self._local_field(m.local) << shift
            for c in m.created:
                needed |= self._start(c, m)
                after += self._local_field(c) << self.shift(c[1])
            differences[after - key] = differences.get(after - key, False) or not _is_spurious(m.edge)
        for g2, l2 in found.pieces:
            differences[self._shared_field(g2) + (self._local_field(l2) << shift) - key] = True
            self.cases.add(key)
        if not self.has_loops:
            differences.pop(0, None)
        elif not all(differences.values()):
            self.by_itself[key] = frozenset([d for d, is_made in differences.items() if not is_made])
        self._note(key, l, found)
        if needed:
            self._creating[key] = tuple(differences), needed
        else:
            self.moves[key] = tuple(differences)

    def _start(self, c: Local, m: Move) -> int:
        """The field that a new instance needs, after a look at the instance."""
        spot = self.layout.spots[c[0]]
        single = spot.template.single_id
        if single is not None and c[1] != single:
            raise Objection(f"{spot.template.name} has another number than {single}", m.edge)
        self._object_to_error(c, m.edge)
        return FIELD << self.shift(c[1])

    def _note(self, key: int, l: Local, found: Moves) -> None:
        if found.is_partial:
            self.partial.add(key)
        returns = [(g, e) for g, e in found.exits if isinstance(e.op, O.Exit) and e.op.is_normal]
        if returns:
            self.returns[key] = returns
        if found.pieces or found.exits or not all(_is_spurious(m.edge) for m in found.moves):
            return
        waits = any(isinstance(e.op, O.Step) and e.op.waits for e in self.layout.spots[l[0]].edges)
        if self.layout.program.scheduler is not None and l[1] != MAIN_ID:
            # (no scheduler holds main up)
            waits = waits or not self.shared[key & FIELD][-1].may_run(l[1])
        if waits:
            self.waiting.add(key)

    def _object_to_error(self, l: Local, edge: Edge | None = None) -> None:
        error = self.layout.spots[l[0]].error
        if error is not None and error.property == self.property:
            raise Objection(f"{error.part} is violated: {error.text}", edge)


def _is_spurious(e: Edge) -> bool:
    return O.is_environment(e.op)
