"""The upper rungs of interpolation: a solver's interpolants for a path, where carrying conditions back is not enough.

The core of a contradiction is written as a chain of formulas, one per step, over a copy of the relevant variables for
each node on the path; what a solver finds between them are interpolants over the variables of one node each. Used where
a chosen value cannot be eliminated, and where clauses of one shape pile up at a control: then the plain method is
counting, and a better invariant is needed. Entry point: `Ladder`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from threadproof.horn.shape import Shapes
from threadproof.ir.symbolic import Control
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.smt.interpolate import Interpolator

#: clauses of one shape, and clauses in all, at one control before a solver is asked
SAME_SHAPE = 8
ANY_SHAPE = 40
#: seconds for one call, and for all calls
LIMIT = 3.0
TOTAL = 30.0
#: seconds of calls on stall that are never too many, where only a share of the time may be spent on them
FREE = 0.5


#: what `--interpolation` offers: whom to ask on stall, or, if only one is named, always
RUNGS = {"ladder": ("spacer", "sequence"), "core": (), "relax": (), "spacer": ("spacer",), "sequence": ("sequence",)}


class Ladder:
    def __init__(self, clock: Callable[[], float], interpolation: str = "ladder") -> None:
        self.clock = clock
        self._started = clock()
        #: how much of the time may be spent on calls on stall: most of it helps nothing where states are few
        self.share = 1.0
        self.rungs: Sequence[str] = RUNGS[interpolation]
        #: is the core of every contradiction relaxed first?
        self.relaxes = interpolation == "relax"
        self.calls = 0
        self.successes = 0
        self._spent = 0.0
        self._interpolators: dict[str, Interpolator] = {}
        self._shapes = Shapes()
        self._known: dict[Control, set[Term]] = {}

    def is_wanted(self, controls: Sequence[Control], clauses: Sequence[Term] | None) -> bool:
        """Should a solver be asked? If there are no clauses, or they only repeat, with other numbers, known ones."""
        if clauses is None or len(self.rungs) < 2:
            return bool(self.rungs and controls)
        stalled = False
        for c, clause in zip(controls, clauses, strict=True):
            known = self._known.setdefault(c, set())
            known.add(clause)
            stalled = self._shapes.note(c, clause) > SAME_SHAPE or len(known) > ANY_SHAPE or stalled
        return stalled and self._spent <= FREE + self.share * (self.clock() - self._started)

    def interpolate(self, parts: Sequence[Term]) -> list[Term] | None:
        if self._spent > TOTAL:
            return None
        self.calls += 1
        for name in self.rungs:
            start = self.clock()
            found = self._interpolator(name).interpolate(parts, limit=LIMIT)
            self._spent += self.clock() - start
            if found is not None:
                self.successes += 1
                return found
        return None

    def _interpolator(self, name: str) -> Interpolator:
        found = self._interpolators.get(name)
        if found is None:
            from threadproof.smt.interpolate import make_interpolator

            found = self._interpolators[name] = make_interpolator(name)
        return found


class Versions:
    """Static single assignment along a path: a variable gets a new version where a step writes it."""

    def __init__(self) -> None:
        self._current: dict[Var, Var] = {}
        self._count = 0

    def now(self, t: Term) -> Term:
        return T.substitute(t, {v: T.var(self._version(v)) for v in t.vars})

    def write(self, written: Sequence[Var]) -> dict[Var, Var]:
        """New versions, which are returned and count from now on."""
        self._count += 1
        new = {v: replace(v, name=f"{v.name}.{self._count}") for v in written}
        self._current.update(new)
        return new

    def names(self) -> dict[Var, Term]:
        """What to put for the versions of now to get terms over the variables themselves."""
        return {version: T.var(v) for v, version in self._current.items()}

    def _version(self, v: Var) -> Var:
        version = self._current.get(v)
        if version is None:
            version = self._current[v] = replace(v, name=f"{v.name}.0")
        return version
