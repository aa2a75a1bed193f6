"""Views: what a thread, a message or a lock knows of the places of a program.

    of a place with a history     its age: the oldest message that may be read, where 0 is the newest one
    of a place that must not race bit 0: the last write happened before; bit n: so did the last read by thread n

Two views together know what either knows: the smaller age, all bits. A `Holder` has a view, or an array of them:
threads by their number, locks, messages, ... All of it are shared variables, because a message that comes into the
middle of a history makes everything behind it older, in all views at once.

A `Change` is what one step does to views; it begins with what the thread knows, and ends as updates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

KIND = "view"


class Fact(NamedTuple):
    """One entry of a view: about a place."""

    name: str
    width: int
    #: the value of who knows nothing
    least: int
    #: the value of who knows everything, as all do in the beginning
    most: int
    is_age: bool

    def join(self, a: Term, b: Term) -> Term:
        if not self.is_age:
            return T.bvor(a, b)
        return a if b is self.nothing else b if a is self.nothing else T.ite(T.ult(b, a), b, a)

    @property
    def nothing(self) -> Term:
        return T.const(self.least, self.width)


class Holder(NamedTuple):
    """Who has a view; or `length` of them."""

    name: str
    length: int | None = None
    #: it knows everything at first, or nothing
    knows: bool = False
    #: it has no fact of this name
    without: str = ""
    #: nothing but ages
    only_ages: bool = False


class Views:
    def __init__(self, facts: list[Fact], threads: int) -> None:
        self.facts = facts
        self.threads = Holder("thread", threads, knows=True)
        self.variables: dict[tuple[Fact, Holder], Var] = {}
        self._holders: dict[str, Holder] = {}
        self.add(self.threads)

    def add(self, holder: Holder) -> Holder:
        if holder.name not in self._holders:
            self._holders[holder.name] = holder
            dims = 0 if holder.length is None else 1
            for f in self.facts:
                if f.name != holder.without and (f.is_age or not holder.only_ages):
                    init = f.most if holder.knows else f.least
                    name = f"{f.name}@{holder.name}"
                    self.variables[f, holder] = Var(name, f.width, True, dims, holder.length, init, kind=KIND)
        return self._holders[holder.name]

    def of(self, fact: Fact) -> Iterator[tuple[Holder, Var]]:
        return ((h, v) for (f, h), v in self.variables.items() if f is fact)

    def known(self, fact: Fact, holder: Holder, index: tuple[Term, ...] = ()) -> Term:
        v = self.variables.get((fact, holder))
        return fact.nothing if v is None else T.select(v, index)


Key = tuple[Holder, tuple[Term, ...]]


class Change:
    """Of views, by one step of thread `self`. Holders with arrays are written at one index each."""

    def __init__(self, views: Views, self_: Term) -> None:
        self.views = views
        self.me: tuple[Term, ...] = (self_,)
        self._new: dict[tuple[Fact, Holder], tuple[tuple[Term, ...], Term]] = {}
        self._others: dict[Fact, Callable[[Term], Term]] = {}

    def get(self, fact: Fact, holder: Holder, index: tuple[Term, ...] = ()) -> Term:
        done = self._new.get((fact, holder))
        return done[1] if done is not None and done[0] == index else self.views.known(fact, holder, index)

    def put(self, fact: Fact, holder: Holder, value: Term, index: tuple[Term, ...] = ()) -> None:
        if (fact, holder) in self.views.variables:
            self._new[fact, holder] = (index, value)

    def mine(self, fact: Fact) -> Term:
        return self.get(fact, self.views.threads, self.me)

    def know(self, fact: Fact, value: Term) -> None:
        self.put(fact, self.views.threads, value, self.me)

    def learn(self, holder: Holder, index: tuple[Term, ...] = ()) -> None:
        """The thread knows what this one knows."""
        for f in self.views.facts:
            if (f, holder) in self.views.variables:
                self.know(f, f.join(self.mine(f), self.views.known(f, holder, index)))

    def tell(self, holder: Holder, index: tuple[Term, ...] = (), *, only: bool = False) -> None:
        """This one knows what the thread knows; `only`: and nothing else."""
        for f in self.views.facts:
            if (f, holder) in self.views.variables:
                mine = self.mine(f)
                self.put(f, holder, mine if only else f.join(self.get(f, holder, index), mine), index)

    def for_others(self, fact: Fact, how: Callable[[Term], Term]) -> None:
        """What becomes of all views that are not written."""
        self._others[fact] = how

    def updates(self) -> list[O.Update]:
        found = []
        for fact, how in self._others.items():
            for holder, v in self.views.of(fact):
                new = self._new.get((fact, holder))
                if holder.length is None:
                    found.append(O.Update(v, (), how(T.var(v)) if new is None else new[1]))
                    continue
                for n in range(holder.length):
                    # (no thread has number 0)
                    at = T.const(n, self.me[0].width)
                    value = how(T.select(v, (at,)))
                    if new is not None:
                        value = T.ite(T.eq(new[0][0], at), new[1], value)
                    found.append(O.Update(v, (at,), value))
        for (fact, holder), (index, value) in self._new.items():
            if fact not in self._others:
                found.append(O.Update(self.views.variables[fact, holder], index, value))
        return [u for u in found if u.value is not T.select(u.var, u.index)]
