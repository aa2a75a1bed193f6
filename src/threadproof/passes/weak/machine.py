"""What happens to views and histories when a message is read or written.

The newest message of a place is in the place itself, older ones in variables by their age. A store moves those that are
older than it; messages that nobody has a claim to are forgotten, so that states are the same where they mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analysis.instances import most_instances
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.barriers import accesses
from threadproof.passes.weak.claims import find_claims, has_joins, is_join
from threadproof.passes.weak.locks import Locks
from threadproof.passes.weak.places import Place, Places, Sort, order_of
from threadproof.passes.weak.strength import ACQUIRING, RELEASING, Strength
from threadproof.passes.weak.views import KIND, Change, Fact, Holder, Views

#: of threads, where a program may start any number
MOST_THREADS = 6


class History:
    """The messages of a place, by their age; the newest one is in the place itself."""

    def __init__(self, place: Place, fact: Fact, most: int, threads: int, claimed: tuple[tuple[int, int], ...]) -> None:
        self.place = place
        self.age = fact
        self.most = most
        self.older = [
            [Var(f"{v.name}{_at(place)}@{n}", v.width, True, init=0, kind=KIND, group=place.name) for v in place.vars]
            for n in range(1, most)
        ]
        #: message n is a read-modify-write that has read message n + 1
        self.glued = [Var(f"glued {place.name}@{n}", 1, True, kind=KIND) for n in range(most - 1)]
        self.claim = Var(f"claim {place.name}", 1, True, 1, threads, 0, claimed, kind=KIND)
        self.messages = [Holder(f"{place.name}@{n}", without=fact.name) for n in range(most)]

    def value(self, part: int, age: int, index: tuple[Term, ...]) -> Term:
        return T.var(self.older[age - 1][part]) if age else T.select(self.place.vars[part], index)

    def at_age(self, t: Term, age: int) -> Term:
        """The term, of what this message says."""
        if not age or not any(v in self.place.vars for v in t.vars):
            return t

        def leaf(u: Term) -> Term | None:
            return self.value(self.place.vars.index(u.var), age, ()) if u.var in self.place.vars else None

        return T.transform(t, leaf)

    def is_free(self, age: int) -> Term:
        """May a store come between this message and the one after it?"""
        return T.not_(T.is_nonzero(T.var(self.glued[age - 1]))) if age else T.TRUE

    def variables(self) -> Iterator[Var]:
        for row in self.older:
            yield from row
        yield from self.glued
        yield self.claim


def _at(place: Place) -> str:
    return "" if place.element is None else f"[{place.element}]"


class Machine:
    def __init__(self, program: Program, places: Places, strength: Strength, most: int, is_strict: bool) -> None:
        self.program = program
        self.places = places
        self.strength = strength
        self.is_strict = is_strict
        #: they are error locations
        self.races = False
        #: executions that RC11 forbids
        self.allows_more = strength.is_weakened
        self.claims = find_claims(places)
        self.are_joined = has_joins(places)
        self.threads = _threads(program)
        width = max((most - 1).bit_length(), 1)
        claimed = self.claims[program.main][program.templates[program.main].entry]
        self.histories = {
            p: History(
                p, Fact(f"age {p.name}", width, most - 1, 0, True), most, self.threads, ((MAIN_ID, 1),) * (p in claimed)
            )
            for p in places.of_sort(Sort.HISTORY)
        }
        every = (1 << self.threads) - 1
        self.known = {p: Fact(f"known {p.name}", self.threads, 0, every, False) for p in self._racing()}
        self.views = Views([*(h.age for h in self.histories.values()), *self.known.values()], self.threads)
        for h in self.histories.values():
            for m in h.messages:
                self.views.add(m)
        self.last = {p: self.views.add(Holder(f"last {p.name}")) for p in places.of_sort(Sort.LAST)}
        self.released = {p: r for p in self.histories if (r := self._released(p)) is not None}
        self.read = self._read()
        self.full = self.views.add(Holder("seq_cst", only_ages=True)) if self._has_order() else None
        self.locks = Locks(places, self.views)
        self.allows_more |= any(self.may_hand_over(e.op) for e in places.edges.values())

    def may_hand_over(self, op: O.Op) -> bool:
        """More than is known: what it learns or tells is left out."""
        return self.locks.is_unknown(op) or _looks_at_ends(op, self.program)

    def variables(self) -> list[Var]:
        return [*self.views.variables.values(), *(v for h in self.histories.values() for v in h.variables())]

    def _racing(self) -> list[Place]:
        """Places with accesses that are not atomic."""
        mixed = [p for p in self.histories if p.group in self.places.mixed]
        return [*self.places.of_sort(Sort.PLAIN), *mixed]

    # ------------------------------------------------------------ who has a view

    def _orders(self, group: str, t: Template, *, stores: bool) -> set[O.Order]:
        return {
            order_of(e.op)
            for e in t.all_edges()
            if any(a.var.group == group and a.write == stores for a in accesses(e.op))
        }

    def _fences(self, t: Template, kind: frozenset[O.Order]) -> bool:
        return any(isinstance(e.op, O.Step) and e.op.role is O.Role.FENCE and e.op.order in kind for e in t.all_edges())

    def _released(self, place: Place) -> Holder | None:
        """What threads knew at the last release before a store that is none."""
        for t in self.places.templates:
            orders = self._orders(place.group, t, stores=True)
            if orders - RELEASING and (orders & RELEASING or self._fences(t, RELEASING)):
                return self.views.add(
                    Holder(f"released {place.name}", self.threads, without=self.histories[place].age.name)
                )
        return None

    def _read(self) -> Holder | None:
        """What messages knew that were not acquired when they were read."""
        for t in self.places.templates:
            if self._fences(t, ACQUIRING):
                for place in self.histories:
                    if self._orders(place.group, t, stores=False) - ACQUIRING:
                        return self.views.add(Holder("read", self.threads))
        return None

    def _has_order(self) -> bool:
        if not self.histories:
            return False
        return self.is_strict or (bool(self.strength.fences) and not self.strength.are_fences_weak)

    # ------------------------------------------------------------ messages

    def tells(self, h: History, op: O.Step, change: Change) -> dict[Fact, Term]:
        """What a message of this step's own says, whatever it has read."""
        released = self.released.get(h.place)
        found = {}
        for f in self.views.facts:
            if f is not h.age:
                if op.order in RELEASING:
                    found[f] = change.mine(f)
                elif released is not None:
                    found[f] = change.get(f, released, change.me)
        return found

    def remember(self, h: History, told: dict[Fact, Term], change: Change) -> None:
        """Later stores of this thread to the place, whatever their order, tell what this one does."""
        released = self.released.get(h.place)
        if released is not None:
            for f, known in told.items():
                change.put(f, released, known, change.me)

    def handed_on(self, h: History, age: int, f: Fact) -> Term:
        """By a read-modify-write that has read this message."""
        return self.views.known(f, h.messages[age])

    def is_nothing_new(self, h: History, age: int, told: dict[Fact, Term]) -> Term:
        known = {f: self.views.known(f, h.messages[age]) for f in told}
        return T.and_(*[T.eq(f.join(known[f], value), known[f]) for f, value in told.items()])

    def too_old(self, h: History, age: int, change: Change) -> Term:
        """Has another thread a claim to messages of this age?"""
        (me,) = change.me
        found = []
        for n in range(1, self.threads):
            k = T.const(n, me.width)
            known = self.views.known(h.age, self.views.threads, (k,))
            claimed = T.is_nonzero(T.select(h.claim, (k,)))
            found.append(T.and_(T.ne(me, k), claimed, T.ule(T.const(age, known.width), known)))
        return T.or_(*found)

    def load(self, h: History, age: int, order: O.Order, change: Change) -> None:
        message, read = h.messages[age], self.read
        if order in ACQUIRING:
            change.learn(message)
        elif read is not None:
            for f in self.views.facts:
                if f is not h.age:
                    change.put(f, read, f.join(change.get(f, read, change.me), self.views.known(f, message)), change.me)

    def store(
        self, h: History, age: int, op: O.Step, loads: bool, change: Change, index: tuple[Term, ...]
    ) -> list[O.Update]:
        """The new message has this age; the one that had it, and those before, are older now."""
        last = T.const(h.most - 1, h.age.width)

        def older(a: Term) -> Term:
            next_ = T.ite(T.eq(a, last), a, T.add(a, T.const(1, a.width)))
            return T.ite(T.ult(a, T.const(age, a.width)), a, next_) if age else next_

        change.for_others(h.age, older)
        needed = [T.TRUE, *(self.too_old(h, n - 1, change) for n in range(1, h.most))]
        zero = T.const(0, 1)
        updates: list[O.Update] = []
        told = self.tells(h, op, change)
        if op.order in RELEASING:
            self.remember(h, told, change)
        for f in self.views.facts:
            if f is h.age:
                continue
            known = told.get(f, f.nothing)
            if loads:
                known = f.join(known, self.handed_on(h, age, f))
            for n in range(h.most - 1, age, -1):
                before = self.views.known(f, h.messages[n - 1])
                change.put(f, h.messages[n], T.ite(needed[n], before, f.nothing))
            change.put(f, h.messages[age], known)
        for part, v in enumerate(h.place.vars):
            new = next((u.value for u in op.updates if u.var is v), T.var(v) if not v.dims else T.select(v, index))
            for n in range(h.most - 1, age, -1):
                before = h.value(part, n - 1, index)
                updates.append(O.Update(h.older[n - 1][part], (), T.ite(needed[n], before, T.const(0, v.width))))
            value = h.at_age(new, age)
            updates.append(O.Update(h.older[age - 1][part], (), value) if age else O.Update(v, index, value))
        for n in range(h.most - 2, age, -1):
            updates.append(O.Update(h.glued[n], (), T.ite(needed[n + 1], T.var(h.glued[n - 1]), zero)))
        if age < h.most - 1:
            is_glued = T.ite(needed[age + 1], T.const(1, 1), zero) if loads else zero
            updates.append(O.Update(h.glued[age], (), is_glued))
        return updates


def _looks_at_ends(op: O.Op, program: Program) -> bool:
    """Whether a thread has ended, other than by joining it."""
    return not is_join(op) and any(program.ended in t.vars for t in O.reads(op))


def _threads(program: Program) -> int:
    """Numbers of threads are less than this."""
    counts = most_instances(program)
    found = 1
    for name, most in counts.items():
        for e in program.templates[name].all_edges():
            if isinstance(e.op, O.Create):
                is_bounded = most is not None and counts[e.op.template] is not None
                found += most if is_bounded and most is not None else MOST_THREADS
    return min(found, MOST_THREADS) + 1
