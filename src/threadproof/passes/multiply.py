"""Every thread that is created is created any number of times, or up to N times in all, at the same place.

Before                                  After, for any number
    L0 -> L1: t := fresh site 2             L0 -> L1: t := fresh site 2 count copies
    L1 -> L2: create w(a) as t              L1 -> L3: create w(a) as t
                                            L3 -> L2: skip
                                            L3 -> L1: t := fresh site 2 count copies

Where the property is about waiting, or about ends, a step of the environment comes before the next one: so there are
finitely many, and nobody waits for one more.

With a number N, how many threads a creation has started is part of the location, wherever that creation may still be
reached; so no creation lies on a cycle, and `instantiate` knows each thread. For N = 1 and a loop:

    L0 -> L1: t := fresh site 2             L0 -> L1: t := fresh site 5
    L1 -> L0: create w(a) as t              L1 -> L2: create w(a) as t
                                            L2 -> L3: skip
                                            L3 -> L4: t := 2**30 + beyond, beyond := beyond + 1
                                            L4 -> L3: skip

It is another program: for `--threads`. Joins wait for the last one only, so what main does after them it may do too
early, which is more than the program does, not less. A thread beyond the N is one that never runs: it has a number, and
who joins it waits for ever. So executions with up to N threads are executions with any number of them. Where waiting
is what the property is about, the execution is discarded instead (`are_awaited`), and that is declared. The rest
(waits, errors, sections) is copied with its location. Creations inside of an atomic section stay inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from threadproof.errors import UsageError
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.passes.rewrite import SKIP
from threadproof.passes.simplify import simplify
from threadproof.records import dataclass, replace

#: sites that the front end knows nothing of
FIRST_SITE = 1 << 30
#: threads that never run have numbers from here on
FIRST_BEYOND = 1 << 30
#: a template does not become longer than this
MOST_LOCATIONS = 10_000

#: for each creation, how many threads it has started; 0 where it cannot be reached any more
Counts = tuple[int, ...]


def multiply(program: Program, most: int | None, *, are_awaited: bool = False) -> Program:
    """`most`: of each creation, so many; None: any number."""
    program = simplify(program)
    sites = count(FIRST_SITE)
    templates = {name: _Creator(t, most, sites, are_awaited=are_awaited).run() for name, t in program.templates.items()}
    number = "any number of threads" if most is None else "one thread" if most == 1 else f"up to {most} threads"
    return replace(program, templates=templates, scope=(*program.scope, f"{number} of each creation"))


@dataclass(frozen=True, slots=True)
class _Creation:
    create: Edge
    #: where the thread gets its number
    draw: Edge
    #: what draws the number of the first thread, of the second, ...; or of all, if there is any number
    draws: tuple[O.Op, ...]
    #: locations from which it can be reached
    before: frozenset[int]


class _Creator:
    def __init__(self, t: Template, most: int | None, sites: Iterator[int], *, are_awaited: bool) -> None:
        self.t = t
        #: what the creation of one thread too many is
        self.nothing = O.Step(T.FALSE) if are_awaited else SKIP
        self.are_awaited = are_awaited and most is None
        self.most = most
        self.sites = sites
        self.locals = list(t.locals)
        self.numbers: dict[tuple[int, Counts], int] = {}
        self.pending: list[tuple[int, Counts]] = []
        self.edges: list[list[Edge]] = []
        self.discards: dict[int, str] = {}

    def run(self) -> Template:
        t = self.t
        creates = _creates(t)
        if creates and self.most is not None and self.most > MOST_LOCATIONS:
            raise self._too_many(creates[0])
        self.creations = [self._creation(e, n) for n, e in enumerate(creates)]
        if not self.creations:
            return t
        entry = self._number(t.entry, (0,) * len(self.creations))
        while self.pending:
            at, counts = self.pending.pop()
            source = self.numbers[at, counts]
            for e in t.edges[at]:
                self._copy(e, source, counts)
        exit_ = self._number(t.exit, (0,) * len(self.creations))
        errors = {n: t.errors[at] for (at, _), n in self.numbers.items() if at in t.errors}
        self.discards |= {n: t.discards[at] for (at, _), n in self.numbers.items() if at in t.discards}
        return replace(
            t,
            locals=tuple(self.locals),
            entry=entry,
            exit=exit_,
            edges=self.edges,
            errors=errors,
            discards=self.discards,
        )

    # ------------------------------------------------------------ creations

    def _creation(self, e: Edge, n: int) -> _Creation:
        assert isinstance(e.op, O.Create)
        handle = e.op.handle.var
        found = [f for f in self.t.all_edges() for c in O.writes(f.op) if c.var is handle]
        users = [f for f in _creates(self.t) if isinstance(f.op, O.Create) and f.op.handle is e.op.handle]
        if e.op.handle.op != "var" or len(found) != 1 or len(users) != 1 or not isinstance(found[0].op, O.Fresh):
            raise self._refusal(e, "cannot tell how to start more threads here", "leave --threads out")
        return _Creation(e, found[0], self._draws(found[0].op, n), _before(self.t, e.source))

    def _draws(self, op: O.Fresh, n: int) -> tuple[O.Op, ...]:
        if self.most is None:
            return (op if op.counter is not None else replace(op, counter=self._local(f"copies{n}", op.target.width)),)
        if op.counter is not None:
            self.locals.remove(op.counter)
        beyond = self._local(f"beyond{n}", op.target.width)
        number = T.add(T.var(beyond), T.const(FIRST_BEYOND, beyond.width))
        following = T.add(T.var(beyond), T.const(1, beyond.width))
        return (
            *[replace(op, site=next(self.sites), counter=None) for _ in range(self.most)],
            O.Step(updates=(O.Update(op.target, (), number), O.Update(beyond, (), following))),
        )

    def _local(self, name: str, width: int) -> Var:
        v = Var(f"{self.t.name}::{name}", width, shared=False)
        self.locals.append(v)
        return v

    def _refusal(self, e: Edge, what: str, hint: str) -> UsageError:
        return UsageError(what, file=e.origin.file, line=e.origin.line, hint=hint)

    def _too_many(self, e: Edge) -> UsageError:
        what = f"{self.most} threads of each creation are too many to tell apart in {self.t.name}"
        return self._refusal(e, what, "choose fewer, or --threads any")

    # ------------------------------------------------------------ copies

    def _copy(self, e: Edge, source: int, counts: Counts) -> None:
        for n, c in enumerate(self.creations):
            if e is c.create:
                self._create(c, n, source, counts)
                return
            if e is c.draw:
                e = e.with_op(c.draws[counts[n]])
        self._add(e, source, self._number(e.target, counts))

    def _create(self, c: _Creation, n: int, source: int, counts: Counts) -> None:
        if counts[n] == self.most:
            skipped = replace(c.create, op=self.nothing, note="one thread too many: it never runs")
            self._add(skipped, source, self._number(c.create.target, counts))
            if self.nothing.guard is T.FALSE:
                self.discards[source] = "more threads than are looked at"
            return
        after = counts if self.most is None else (*counts[:n], counts[n] + 1, *counts[n + 1 :])
        created = self._location()
        self._add(c.create, source, created)
        self._add(replace(c.create, op=SKIP, note=""), created, self._number(c.create.target, after))
        if after[n] != self.most:
            if self.are_awaited:
                # (nobody in the program wants more: they do not come for ever, and nobody may rely on them)
                more = self._location()
                self._add(replace(c.create, op=O.Step(role=O.Role.SPURIOUS), note="another one"), created, more)
                created = more
            another = replace(c.draw, op=c.draws[after[n]], note="another one")
            self._add(another, created, self._number(c.draw.target, after))

    def _add(self, e: Edge, source: int, target: int) -> None:
        self.edges[source].append(replace(e, source=source, target=target))

    def _number(self, at: int, counts: Counts) -> int:
        key = (at, tuple([n if at in c.before else 0 for n, c in zip(counts, self.creations, strict=True)]))
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = self._location()
            self.pending.append(key)
        return number

    def _location(self) -> int:
        if self.most is not None and len(self.edges) >= MOST_LOCATIONS:
            raise self._too_many(self.creations[0].create)
        self.edges.append([])
        return len(self.edges) - 1


def _creates(t: Template) -> list[Edge]:
    return [e for e in t.all_edges() if isinstance(e.op, O.Create)]


def _before(t: Template, location: int) -> frozenset[int]:
    """From where one can get there."""
    sources: dict[int, list[int]] = {}
    for e in t.all_edges():
        sources.setdefault(e.target, []).append(e.source)
    found = {location}
    pending = [location]
    while pending:
        for at in sources.get(pending.pop(), ()):
            if at not in found:
                found.add(at)
                pending.append(at)
    return frozenset(found)
