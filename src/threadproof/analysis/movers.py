"""Which steps commute with the steps of other instances around them (Lipton's movers).

* *both*: no other instance can be about to make a conflicting access: see `exclusion`.
* *right*: may be moved behind a following step of another instance: taking a lock. While it is held, nobody else can
  take it or give it back; a step that merely looks whether a lock is taken (a trylock that fails) would notice, so
  locks that are looked at make no movers.
* *left*: may be moved before a preceding step of another instance: giving a lock back, ending the thread.
* *none*: everything else; creation, joining, signals, waiting on conditions, exits always.

Two accesses in atomic sections conflict here like any others, and so do two atomic operations. An `AtomicBegin` stands
for its whole section: both if everything in it is, else none.

`Movers(knowledge)` is the entry point; every question is answered from a table.
"""

from __future__ import annotations

from enum import Enum

from threadproof.analysis.conditions import literals
from threadproof.analysis.exclusion import Exclusion, Place, Reason
from threadproof.analysis.knowledge import Knowledge, has_cell
from threadproof.analysis.locks import is_plus, is_self
from threadproof.budget import check_time
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic.term import Term, Var


class Mover(Enum):
    BOTH = "both"
    RIGHT = "right"
    LEFT = "left"
    NONE = "none"


class Movers:
    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.exclusion = Exclusion(knowledge, are_enabled=False)
        self._users = self._find_users()
        self._unwatched: dict[Var, bool] = {}
        #: conflicting accesses that are excluded, for proofs
        self.excluded: list[tuple[Place, Place, list[Reason]]] = []
        self._why: dict[tuple[str, int], list[Reason] | None] = {}
        self._table: dict[tuple[str, int], list[Mover]] = {}
        for t in knowledge.templates:
            for at, out in enumerate(t.edges):
                self._table[t.name, at] = [self._classify(t, e) for e in out]
        for t in knowledge.templates:
            self._classify_sections(t)
        self._protected = {key: _summary(self._why.get(key, [])) for key in self._table}

    def of(self, template: str, e: Edge) -> Mover:
        out = self.knowledge.program.templates[template].edges[e.source]
        return self._table[template, e.source][next(i for i, f in enumerate(out) if f is e)]

    def at(self, template: str, location: int) -> Mover:
        """Of all edges there together."""
        found = set(self._table[template, location]) - {Mover.BOTH}
        return Mover.BOTH if not found else found.pop() if len(found) == 1 else Mover.NONE

    def protected(self, template: str, location: int) -> O.Cell | str | None:
        """Why nobody can interfere with the edges there: the lock that keeps others out; "locks", if there are several;
        "order", if it is who runs when, or which cells; "local", if there is no conflicting access; None: somebody can.
        """
        return self._protected[template, location]

    # ------------------------------------------------------------ tables

    def _find_users(self) -> dict[Var, list[Place]]:
        found: dict[Var, list[Place]] = {}
        for t in self.knowledge.templates:
            for e in t.all_edges():
                for a in O.footprint(e.op):
                    found.setdefault(a.var, []).append(Place(t, e, a))
        return found

    def _classify(self, t: Template, e: Edge) -> Mover:
        if isinstance(e.op, O.Create | O.Exit | O.Signal | O.Unsupported):
            self._why[t.name, e.source] = None
            return Mover.NONE
        found = {Mover.BOTH}
        for a in O.footprint(e.op):
            found.add(self._access(Place(t, e, a)))
        found.discard(Mover.BOTH)
        return Mover.BOTH if not found else found.pop() if len(found) == 1 else Mover.NONE

    def _access(self, place: Place) -> Mover:
        check_time()
        reasons = self._reasons(place)
        key = (place.template.name, place.edge.source)
        if reasons is not None:
            before = self._why.setdefault(key, [])
            if before is not None:
                before += reasons
            return Mover.BOTH
        self._why[key] = None
        v, op = place.access.var, place.edge.op
        threads = self.knowledge.threads
        if v is self.knowledge.program.ended:
            return Mover.LEFT if threads.is_end(op) and threads.has_honest_ends and self._waits_only(v) else Mover.NONE
        owner = self.knowledge.locks.readers.get(v, v)
        if owner in self.knowledge.locks.owners and self._is_unwatched(owner):
            return self._lock_mover(place)
        return Mover.NONE

    def _reasons(self, place: Place) -> list[Reason] | None:
        found: list[Reason] = []
        excluded = []
        for other in self._users[place.access.var]:
            if place.access.write or other.access.write:
                why = self.exclusion.why(place, other)
                if why is None:
                    return None
                if not any(r.kind == "single" for r in why):
                    excluded.append((place, other, why))
                    found += why
        self.excluded += excluded
        return found

    def _classify_sections(self, t: Template) -> None:
        inside = inside_sections(t)
        for at, out in enumerate(t.edges):
            for i, e in enumerate(out):
                if isinstance(e.op, O.AtomicBegin):
                    pending, seen = [e.target], {e.target}
                    while pending:
                        n = pending.pop()
                        if any(m is not Mover.BOTH for m in self._table[t.name, n]):
                            self._table[t.name, at][i] = Mover.NONE
                            self._why[t.name, at] = None
                        new = {f.target for f in t.edges[n] if f.target in inside} - seen
                        seen |= new
                        pending += new

    # ------------------------------------------------------------ locks and ends

    def _lock_mover(self, place: Place) -> Mover:
        """Of a step that touches a lock nobody looks at: the shape says which way it goes."""
        op = place.edge.op
        assert isinstance(op, O.Step)
        locks = self.knowledge.locks
        kinds = set()
        for u in op.updates:
            if u.var in locks.owners or u.var in locks.readers:
                takes = is_plus(u, 1) if u.var in locks.readers else u.value.value != 0
                kinds.add(Mover.RIGHT if takes else Mover.LEFT)
                if not takes and not self._is_held(place, O.Cell(u.var, u.index)):
                    return Mover.NONE
        if not kinds:
            # compares the owner with itself: others cannot change the answer
            return Mover.BOTH
        return kinds.pop() if len(kinds) == 1 else Mover.NONE

    def _is_held(self, place: Place, cell: O.Cell) -> bool:
        cases = self.exclusion.cases(place.template, place.edge)
        return all(has_cell((*c.held, *c.tokens), cell, {}) for c in cases)

    def _is_unwatched(self, owner: Var) -> bool:
        """Only taken, given back by who holds it, and compared with the own number."""
        done = self._unwatched.get(owner)
        if done is None:
            reader = self.knowledge.locks.reader_of(owner)
            parts = {owner} if reader is None else {owner, reader}
            done = all(self._is_orderly(p, parts) for v in parts for p in self._users.get(v, ()))
            self._unwatched[owner] = done
        return done

    def _is_orderly(self, p: Place, parts: set[Var]) -> bool:
        op = p.edge.op
        if not self.exclusion.cases(p.template, p.edge):
            return True  # never taken: giving back what one does not have
        if not isinstance(op, O.Step) or any(v in parts for i in p.access.index for v in i.vars):
            return False
        takes = any(
            u.var in parts and (is_plus(u, 1) or u.value.value is None or u.value.value > 0) for u in op.updates
        )
        for x in literals(op.guard):
            if not parts.isdisjoint(x.vars) and not self._is_quiet_test(x, p.template, parts, takes, op):
                return False
        return all(u.var in parts or parts.isdisjoint(u.value.vars) for u in op.updates)

    def _is_quiet_test(self, x: Term, t: Template, parts: set[Var], takes: bool, op: O.Step) -> bool:
        inner = x.args[0] if x.op == "not" else x
        if inner.op != "eq" or inner.args[0].var not in parts:
            return False
        value = inner.args[1]
        if is_self(value, self.knowledge.program, t):
            return True
        if value.value != 0:
            return False
        # free: needed to take it; not free: true for who gives a token back
        return takes if x is inner else any(is_plus(u, -1) for u in op.updates)

    def _waits_only(self, ended: Var) -> bool:
        """Every read of `ended` waits until the cell is set."""
        for p in self._users.get(ended, ()):
            op = p.edge.op
            if p.access.write:
                continue
            if not isinstance(op, O.Step) or not op.waits or any(ended in u.value.vars for u in op.updates):
                return False
            for x in literals(op.guard):
                if ended in x.vars and not (x.op == "eq" and x.args[0].var is ended and x.args[1].value == 1):
                    return False
        return True


def _summary(reasons: list[Reason] | None) -> O.Cell | str | None:
    if reasons is None:
        return None
    held = {r.locks[0] for r in reasons if r.kind == "lock"}
    if len(held) == 1:
        return next(iter(held))
    return "locks" if held else "order" if reasons else "local"
