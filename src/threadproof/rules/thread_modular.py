"""The k-thread-modular rule: what holds of the shared variables and the locals of any k threads.

    P[T@l, ..., U@m](G, L1, ..., Lj)      different instances, at most k of them, are at these boundaries

* main alone is at its first boundary, initially;
* a thread among those of a predicate moves: the predicate with its new boundary holds, of the new values;
* it creates threads: the same with any of the new threads, if there is room; and with them in place of itself;
* interference: another thread moves, about which, together with those of the predicate, all predicates with up to k of
  them hold: the predicate still holds, of the new shared values;
* nobody's violation is possible; and the order of threads at the same boundary does not matter.

A solution holds of every reachable state and any j <= k of its threads, by induction on the length of the execution:
the last step was by one of them, or created some of them, or was by another. Nothing is assumed about how many threads
there are, so the proof is for any number of those created in loops. What it cannot express: facts about more than k
threads at once, such as their number. With `counting` that becomes possible. The boundaries of a template that may have
several instances are put in an order, and for each a shared variable counts the instances that are there or at a later
one. So counters only decrease along the order, and the difference of two neighbours is how many instances are at a
boundary: at least those of its threads that the clause speaks of. Numbers of threads are 32 bits wide and all
different, so no counter can wrap around. (Counters of single boundaries would say the same; but how many are in a
section of the program is then a sum, about which bit-vector solvers think for seconds, and here a difference.)

Whether any instance of a template was ever created is a shared variable of its own (`started`), so that main can do
things before and after. Two instances have different numbers. Entry points: `clauses`, and `ThreadModular` for rules
that ask more of the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from threadproof.analysis.liveness import live_locals
from threadproof.blocks.transitions import Creation, Transition, Transitions
from threadproof.errors import Limit
from threadproof.horn.clause import Application, Predicate, System
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, replace
from threadproof.rules.origin import Origin
from threadproof.rules.slicing import relevant

#: more clauses than this are not worth having
MOST_CLAUSES = 20_000

#: of a counter: as wide as the numbers of threads
WIDTH = 32

#: template and boundary
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Member:
    """A thread in a clause: where it is, and terms for its local variables."""

    place: Place
    values: dict[Var, Term]


def clauses(transitions: Transitions, k: int = 1, *, counting: bool = False) -> System:
    return ThreadModular(transitions, k, counting).build()


class ThreadModular:
    def __init__(self, transitions: Transitions, k: int, counting: bool, owned: Sequence[Var] = ()) -> None:
        """`owned`: cells that hold no number of a thread that is not there yet (see `owners`)."""
        self.transitions = transitions
        self.k = k
        self.owned = owned
        self.program: Program = transitions.program
        self.system = System()
        self.relevant = relevant(transitions)
        self.started = {
            name: Var(f"started {name}", T.BOOL, shared=True) for name in transitions.of if name != self.program.main
        }
        known = [v for v in transitions.memory.scalars(self.program.shared) if v in self.relevant]
        self.counters: dict[Place, Var] = {}
        if counting:
            for name, ways in transitions.of.items():
                if transitions.own_id(self.program.templates[name]) is None:
                    for at in sorted(ways):
                        self.counters[name, at] = Var(f"from {name}@L{at}", WIDTH, shared=True, kind="count")
        self.shared: tuple[Var, ...] = (*known, *self.started.values(), *self.counters.values())
        self.locals: dict[Place, tuple[Var, ...]] = {}
        for name, ways in transitions.of.items():
            t = self.program.templates[name]
            live = live_locals(t)
            for at in sorted(ways):
                mine = [v for v in transitions.memory.scalars(live[at]) if v in self.relevant]
                if transitions.own_id(t) is None and t.self_var in self.relevant:
                    mine.insert(0, t.self_var)
                self.locals[name, at] = tuple(mine)
        self.rank = {place: n for n, place in enumerate(self.locals)}
        self._copies: dict[tuple[int, Var], Var] = {}
        self.predicates: dict[tuple[Place, ...], Predicate] = {}
        for size in range(1, k + 1):
            for places in self._groups(size):
                params = [self.copy(n, v) for n, p in enumerate(places) for v in self.locals[p]]
                name = " ".join([f"{t}@L{at}" for t, at in places])
                self.predicates[places] = self.system.predicate(name, (*self.shared, *params))

    def _groups(self, size: int) -> list[tuple[Place, ...]]:
        """Boundaries of so many different instances, in order."""
        found: list[tuple[Place, ...]] = [()]
        for _ in range(size):
            found = [
                (*g, p)
                for g in found
                for p in self.locals
                if (not g or self.rank[g[-1]] <= self.rank[p]) and all(self._may_differ(q, p) for q in g)
            ]
        return found

    def _may_differ(self, a: Place, b: Place) -> bool:
        return a[0] != b[0] or self.transitions.own_id(self.program.templates[a[0]]) is None

    def copy(self, n: int, v: Var) -> Var:
        """The variable of the n-th thread."""
        if n == 0:
            return v
        found = self._copies.get((n, v))
        if found is None:
            found = self._copies[n, v] = replace(v, name=f"{v.name}'{n}")
        return found

    def member(self, n: int, place: Place) -> Member:
        t = self.program.templates[place[0]]
        own = self.transitions.memory.scalars(t.locals)
        return Member(place, {v: T.var(self.copy(n, v)) for v in (*own, t.self_var)})

    # ------------------------------------------------------------ what a step is taken in

    def alone(self, w: Transition) -> tuple[Member, tuple[Application, ...], Term]:
        """Who takes the step, with all that is known when it does."""
        mover = self.member(0, (w.template.name, w.source))
        return mover, (self.holds([mover]),), T.and_(self._read(w.guard, mover), self._different([mover]))

    def beside(self, place: Place, w: Transition) -> tuple[Member, tuple[Application, ...], Term] | None:
        """The same, where another thread is at a place: its locals are called as they are. None: there is no other."""
        source = (w.template.name, w.source)
        if not self._may_differ(place, source):
            return None
        standing, mover = self.member(0, place), self.member(1, source)
        together = [standing, mover]
        body = [self.holds(group) for group in combinations(together, min(self.k, 2))]
        return mover, tuple(body), T.and_(self._read(w.guard, mover), self._different(together))

    # ------------------------------------------------------------ clauses

    def build(self) -> System:
        main = self.program.templates[self.program.main]
        start = Member(
            (main.name, main.entry),
            {v: self.transitions.memory.initially(v) for v in self.locals[main.name, main.entry]},
        )
        shared = [T.FALSE if v in self.started.values() else self.transitions.memory.initially(v) for v in self.shared]
        self.system.add(self.holds([start], shared), note=Origin("initially"))
        for places in list(self.predicates):
            self._symmetry(places)
            members = [self.member(n, p) for n, p in enumerate(places)]
            for n in range(len(members)):
                if n and places[n] == places[n - 1]:
                    continue
                for w in self.transitions.of[places[n][0]][places[n][1]]:
                    self._own(members, n, w)
            for place in self.locals:
                if all(self._may_differ(place, p) for p in places):
                    for w in self.transitions.of[place[0]][place[1]]:
                        self._interference(members, self.member(len(members), place), w)
            if len(self.system.clauses) > MOST_CLAUSES:
                raise Limit("too many clauses", f"more than {MOST_CLAUSES:,}")
        return self.system

    def holds(self, members: Sequence[Member], shared: Sequence[Term] | None = None) -> Application:
        ordered = sorted(members, key=lambda m: self.rank[m.place])
        values = [m.values[v] for m in ordered for v in self.locals[m.place]]
        return self.predicates[tuple([m.place for m in ordered])](
            *(map(T.var, self.shared) if shared is None else shared), *values
        )

    def _symmetry(self, places: tuple[Place, ...]) -> None:
        for n in range(1, len(places)):
            if places[n] == places[n - 1] and self.locals[places[n]]:
                members = [self.member(i, p) for i, p in enumerate(places)]
                body = self.holds(members)
                members[n - 1], members[n] = members[n], members[n - 1]
                self.system.add(self.holds(members), body, note=Origin("symmetry"))

    def _own(self, members: list[Member], n: int, w: Transition) -> None:
        mover = members[n]
        guard = self._read(w.guard, mover)
        body = self.holds(members)
        constraint = T.and_(guard, self._different(members))
        if w.end:
            if w.end in ("error", "unsupported") and len(members) == 1:
                self.system.add(None, body, constraint=constraint, note=Origin(w.end, w))
            return
        shared = self.after(w, mover)
        others = [m for m in members if m is not mover]
        moved = self._moved(w, mover)
        rest = others if moved is None else [*others, moved]
        if rest:
            self.system.add(self.holds(rest, shared), body, constraint=constraint, note=Origin("step", w))
        created = [m for c in w.created for m in self._created(c, mover)]
        for size in range(1, min(self.k, len(created)) + 1):
            for new in combinations(created, size):
                for group in (rest, others) if moved is not None else (others,):
                    together = [*group, *new]
                    if len(together) <= self.k and self._may_be_together(together):
                        head = self.holds(together, shared)
                        note = Origin("create", w, *new[0].place)
                        known = T.and_(constraint, *[self._owns_nothing(m) for m in new])
                        self.system.add(head, body, constraint=known, note=note)

    def _created(self, c: Creation, creator: Member) -> list[Member]:
        """The new thread; none if it has nothing to do."""
        t = self.program.templates[c.template]
        place = (c.template, t.entry)
        if place not in self.locals:
            return []
        values = {v: self._read(x, creator) for v, x in c.values.items()}
        return [Member(place, {**values, t.self_var: self._read(c.handle, creator)})]

    def _owns_nothing(self, new: Member) -> Term:
        number = self.number(new)
        return T.TRUE if number is None else T.and_(*[T.ne(T.var(v), number) for v in self.owned])

    def _may_be_together(self, members: Sequence[Member]) -> bool:
        return all(self._may_differ(a.place, b.place) for a, b in combinations(members, 2))

    def _interference(self, members: list[Member], mover: Member, w: Transition) -> None:
        if w.end:
            return
        shared = self.after(w, mover)
        if all(a.var is v for a, v in zip(shared, self.shared, strict=True)):
            return
        together = [*members, mover]
        size = min(self.k, len(together))
        body = [self.holds(group) for group in combinations(together, size)]
        constraint = T.and_(self._read(w.guard, mover), self._different(together))
        note = Origin("interference", w, *members[0].place)
        self.system.add(self.holds(members, shared), *body, constraint=constraint, note=note)

    # ------------------------------------------------------------ values

    @staticmethod
    def _read(t: Term, m: Member) -> Term:
        return T.substitute(t, m.values)

    def after(self, w: Transition, mover: Member) -> list[Term]:
        begun = {self.started[c.template] for c in w.created}
        counts: dict[Var, int] = {}
        moves = [(mover.place, -1), ((w.template.name, w.target), 1)]
        moves += [((c.template, self.program.templates[c.template].entry), 1) for c in w.created]
        for place, change in moves:
            for v in self._counted_by(place):
                counts[v] = counts.get(v, 0) + change
        found = []
        for v in self.shared:
            if counts.get(v):
                found.append(T.add(T.var(v), T.const(counts[v], WIDTH)))
            else:
                found.append(T.TRUE if v in begun else self._read(w.after(v), mover))
        return found

    def _moved(self, w: Transition, mover: Member) -> Member | None:
        place = (w.template.name, w.target)
        if place not in self.locals:
            return None
        return Member(place, {v: self._read(w.after(v), mover) for v in self.locals[place]})

    def _different(self, members: Sequence[Member]) -> Term:
        """All have numbers of their own, and are counted."""
        numbers = [self.number(m) for m in members]
        known = [T.ne(a, b) for a, b in combinations([n for n in numbers if n is not None], 2)]
        for place in self.counters:
            here = sum([m.place == place for m in members])
            known.append(self._are_there(place, here))
        return T.and_(*known)

    def _counted_by(self, place: Place) -> list[Var]:
        """The counters of this boundary and all earlier ones; who has ended is not counted."""
        if place not in self.counters:
            return []
        return [v for p, v in self.counters.items() if p[0] == place[0] and self.rank[p] <= self.rank[place]]

    def _are_there(self, place: Place, least: int) -> Term:
        """So many instances, or more, are at this boundary."""
        after = [v for p, v in self.counters.items() if p[0] == place[0] and self.rank[p] > self.rank[place]]
        count = T.var(self.counters[place])
        later = T.var(after[0]) if after else T.const(0, WIDTH)
        if least <= 1:
            return T.ult(later, count) if least else T.ule(later, count)
        return T.and_(T.ule(later, count), T.ule(T.const(least, WIDTH), T.sub(count, later)))

    def number(self, m: Member) -> Term | None:
        t: Template = self.program.templates[m.place[0]]
        own = self.transitions.own_id(t)
        if own is not None:
            return T.const(own, t.self_var.width)
        return m.values[t.self_var] if t.self_var in self.relevant else None
