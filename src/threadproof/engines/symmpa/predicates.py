"""Predicates over the variables that one thread can see: shared, local and mixed ones. Entry point: `Predicates`.

A predicate is about any thread of a template, never about a particular one; what is found out about one thread is said
of all. In the abstract program a shared predicate is a shared Boolean, a local or mixed one a Boolean of each thread.
"""

from __future__ import annotations

from threadproof.blocks.crowd import Crowd
from threadproof.broadcast.program import ACTIVE, after, now
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass
from threadproof.smt.solver import Solver

SHARED, LOCAL, MIXED = "shared", "local", "mixed"


@dataclass(frozen=True, slots=True, eq=False)
class Predicate:
    #: of its Boolean
    name: str
    term: Term
    #: whose locals it mentions; None: it is shared
    template: str | None
    kind: str

    def now(self, index: str = ACTIVE) -> Term:
        return now(self._of(index))

    def after(self, index: str = ACTIVE) -> Term:
        return after(self._of(index))

    def _of(self, index: str) -> str:
        return self.name if self.template is None else f"{index}.{self.name}"


class Predicates:
    def __init__(self, crowd: Crowd, solver: Solver) -> None:
        self.crowd = crowd
        self._solver = solver
        self.all: list[Predicate] = []
        self._known: dict[Term, Predicate] = {}
        #: locations of the abstract template at which a local or mixed predicate is of use
        self.places: dict[Predicate, set[int]] = {}
        self._owner: dict[Var, str] = {v: name for name, own in crowd.locals.items() for v in own}

    def add(self, atom: Term, location: int) -> bool:
        """Is it of use there, which was not known? Not if no thread can see all of its variables."""
        while atom.op == "not":
            atom = atom.args[0]
        if atom.value is not None:
            return False
        before = len(self.all)
        found = self._known.get(atom) or self._make(atom)
        if found is None or found.template is None:
            return len(self.all) > before
        places = self.places.setdefault(found, set())
        is_new = location not in places
        places.add(location)
        return is_new

    def _make(self, atom: Term) -> Predicate | None:
        owners = {self._owner.get(v, "") for v in atom.vars if v not in self.crowd.shared}
        if len(owners) > 1 or "" in owners:
            return None
        template = next(iter(owners), None)
        is_mixed = template is not None and not self.crowd.shared.isdisjoint(atom.vars)
        kind = SHARED if template is None else MIXED if is_mixed else LOCAL
        found = self._equivalent(atom)
        if found is None:
            found = Predicate(f"b{len(self.all) + 1}", atom, template, kind)
            self.all.append(found)
        self._known[atom] = found
        return found

    def _equivalent(self, atom: Term) -> Predicate | None:
        """One that says the same, or the opposite."""
        same = [p for p in self.all if p.term.vars == atom.vars]
        return next(
            (p for p in same for t in (p.term, T.not_(p.term)) if self._solver.check(T.ne(t, atom)) is False), None
        )

    def count(self, kind: str) -> int:
        return sum(p.kind == kind for p in self.all)


def valued(t: Term, value: bool) -> Term:
    """The formula, or its negation."""
    return t if value else T.not_(t)
