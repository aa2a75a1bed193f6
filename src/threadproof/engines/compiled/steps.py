"""What one instance can do next, seen by the others: the transitions between which threads may interleave.

From the steps of the compiled functions this builds *transitions*: one step, or a whole atomic section (some complete
run through it), followed, where the reduction says so, by the steps behind it that no other instance can notice.

* A section is enabled if and only if a complete run exists: a failed guard inside just ends that run. It is complete
  at its AtomicEnd, when the process or the instance ends, or at an error location. Waiting or another section inside
  is noted as a limit.
* A chain of unnoticed steps goes on until every branch is at a location that is not quiet, or no step is possible
  (a failed assume: the instance stays there, the others go on), or the chain is too long. At least one state always
  comes out, because the step before the chain must be seen by the others. `repeats` also publishes states that a
  chain comes to again, so that a cycle of unnoticed steps is a cycle of the state graph.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from threadproof.analysis.graph import on_cycle
from threadproof.engines.compiled.compile import BEGIN, END, EXIT, UNSUPPORTED, Compiler
from threadproof.engines.compiled.functions import Blocks
from threadproof.engines.compiled.model import Local, Model, Shared
from threadproof.engines.compiled.ranges import Range
from threadproof.engines.compiled.split import Choice, Splitter
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.records import NamedTuple

#: steps in one atomic section, over all its runs
SECTION_LIMIT = 100_000
#: steps in one chain; when it is only looked for how a known state was reached
CHAIN_LIMIT = 500
EXPLAIN_LIMIT = 100_000
#: combinations of values of Ranges that one step may need
COMBINATIONS = 10_000

#: instead of an edge: only an input was chosen
DECISION = -1

#: a step of a compiled function
Step = tuple[Shared, Local | None, int, Any]


class Taken(NamedTuple):
    """One step of a transition, with the choices that were made for it."""

    instance: int
    #: None: nothing but the choices
    edge: Edge | None
    choices: tuple[Choice, ...]
    #: the instance's tuple before, shared tuples before and after
    local: Local
    before: Shared
    after: Shared
    #: the instance's tuple after the step; None: it has ended, or nobody asks
    then: Local | None = None


#: the steps of a transition so far: (all but the last, the last), or None
Trail = tuple[Any, Taken] | None


class Transition(NamedTuple):
    shared: Shared
    #: None: the instance has ended
    local: Local | None
    #: new instances (None: it has already ended)
    created: tuple[Local | None, ...]
    #: first edge of the transition: its position at the location, or DECISION
    edge: int
    #: the process ends here
    exit: Edge | None
    trail: Trail


class Stepper:
    def __init__(
        self,
        model: Model,
        quiet: Sequence[bool],
        seed: int = 0,
        repeats: bool = False,
        waiting_matters: bool = False,
        splitter: Splitter | None = None,
        shuffle: Callable[[list[Any]], None] | None = None,
    ) -> None:
        self.model = model
        self.compiler = Compiler(model)
        self.functions = self.compiler.functions
        self.blocks = Blocks(model, self.compiler, quiet, repeats)
        self.splitter = splitter or Splitter(model, seed)
        self.quiet = quiet
        self.repeats = repeats
        #: is it asked whether instances wait?
        self.waiting_matters = waiting_matters
        #: in which order runs through a section are tried
        self.shuffle = shuffle
        #: what could not be explored: reason -> detail
        self.limits: dict[str, str] = {}
        self.notes = 0
        #: time.monotonic() after which to give up, looked at from time to time
        self.deadline: float | None = None
        self._ticks = 0

    # ------------------------------------------------------------ single steps

    def explained_steps(
        self, g: Shared, l: Local, allowed: int = COMBINATIONS
    ) -> list[tuple[Step, tuple[Choice, ...]]]:
        """The steps of the compiled function, each with the choices made for it, where Ranges must be split.

        `allowed`: into so many combinations of values at most, else there are only samples.
        """
        self._ticks += 1
        if self._ticks & 1023 == 0 and self.deadline is not None and time.monotonic() > self.deadline:
            raise Limit("timeout")
        f = self.functions[l[0]] or self.compiler.function(l[0])
        try:
            return [(s, ()) for s in f(g, l)]
        except TypeError:
            return self._split(g, l, allowed)

    def _split(self, g: Shared, l: Local, allowed: int) -> list[tuple[Step, tuple[Choice, ...]]]:
        edges = self.model.locations[l[0]].edges
        found = []
        choices = self.splitter.choices(g, l, allowed)
        allowed //= len(choices)
        for c in choices:
            for (g2, l2, e, special), more in self.explained_steps(*self.splitter.apply(c, g, l), allowed):
                step = (g2, self.splitter.restore(c, edges[e], l2), e, special)
                found.append((step, (c, *more)))
        return found

    def note(self, reason: str, e: Edge, what: str) -> None:
        self.notes += 1
        self.limits.setdefault(reason, f"{what} ({e.origin.file}:{e.origin.line})")

    # ------------------------------------------------------------ transitions

    def transitions(self, g: Shared, l: Local, explain: bool = False) -> Iterator[Transition]:
        """All transitions of an instance. To explain: with trails, and with every state inside the chains."""
        edges = self.model.locations[l[0]].edges
        if self.waiting_matters and self._has_waits(edges) and not self._is_decided(g, l):
            yield from self._decisions(g, l, explain)
            return
        for (g2, l2, e, special), choices in self.explained_steps(g, l):
            trail: Trail = (None, Taken(l[1], edges[e], choices, l, g, g2, l2)) if explain else None
            ends: Iterable[Transition]
            if special is None or special is END:
                ends = [Transition(g2, l2, (), e, None, trail)]
            elif special is BEGIN:
                assert l2 is not None
                ends = self._section(g2, l2, e, trail, explain)
            elif special is EXIT:
                ends = [Transition(g2, None, (), e, edges[e], trail)]
            elif special is UNSUPPORTED:
                self._unsupported(edges[e])
                ends = []
            else:
                ends = [Transition(g2, l2, (special,), e, None, trail)]
            for t in ends:
                yield from self._settle(t, explain) if t.exit is None else (t,)

    # ------------------------------------------------------------ waiting that depends on inputs

    @staticmethod
    def _has_waits(edges: list[Edge]) -> bool:
        return any(isinstance(e.op, O.Step) and e.op.waits for e in edges)

    def _is_decided(self, g: Shared, l: Local) -> bool:
        f = self.functions[l[0]] or self.compiler.function(l[0])
        try:
            f(g, l)
        except TypeError:
            return False
        return True

    def _decisions(self, g: Shared, l: Local, explain: bool) -> Iterator[Transition]:
        """Where it depends on an input whether an instance waits: the input is chosen in a transition of its own, so
        that there is a state for the values that make it wait."""
        first = self.splitter.choices(g, l, COMBINATIONS)[0]
        value = self.model.lookup.stored(first.var, first.key, g, l)
        assert isinstance(value, Range)
        for c in self.splitter.values(first.var, first.key, value):
            g2, l2 = self.splitter.apply(c, g, l)
            trail: Trail = (None, Taken(l[1], None, (c,), l, g, g2)) if explain else None
            yield Transition(g2, l2, (), DECISION, None, trail)

    def _unsupported(self, e: Edge) -> None:
        assert isinstance(e.op, O.Unsupported)
        self.note("unsupported construct", e, e.op.what)

    def _section(self, g: Shared, l: Local, first: int, trail: Trail, explain: bool) -> Iterator[Transition]:
        """The complete runs through the section that was just entered."""
        #: with a number for each
        seen: dict[tuple[Shared, Local, tuple[Local, ...]], int] = {(g, l, ()): 0}
        work: list[tuple[Shared, Local, tuple[Local, ...], Trail]] = [(g, l, (), trail)]
        budget = SECTION_LIMIT
        ways: list[tuple[int, int]] = []
        begin = self.model.locations[l[0]].edges[0] if self.model.locations[l[0]].edges else None
        while work:
            g, l, created, trail = work.pop()
            location = self.model.locations[l[0]]
            if location.error is not None and not location.edges:
                yield Transition(g, l, created, first, None, trail)
                continue
            for e in location.edges:
                if isinstance(e.op, O.Step) and e.op.waits:
                    self.note("blocking operation in an atomic section", e, "waits")
                    break
            else:
                steps = self.explained_steps(g, l)
                if self.shuffle is not None:
                    self.shuffle(steps)
                for (g2, l2, i, special), choices in steps:
                    e = location.edges[i]
                    budget -= 1
                    if budget < 0:
                        self.note("atomic section too long", e, "no end")
                        return
                    new = (trail, Taken(l[1], e, choices, l, g, g2)) if explain else None
                    if special is BEGIN:
                        self.note("nested atomic section", e, "begin")
                    elif special is UNSUPPORTED:
                        self._unsupported(e)
                    elif special is EXIT:
                        yield Transition(g2, None, created, first, e, new)
                    elif special is END or l2 is None:
                        yield Transition(g2, l2, created, first, None, new)
                    else:
                        more = created if special is None else (*created, special)
                        if (g2, l2, more) not in seen:
                            seen[g2, l2, more] = len(seen)
                            work.append((g2, l2, more, new))
                        if self.repeats:
                            ways.append((seen[g, l, created], seen[g2, l2, more]))
        if begin is not None and ways and on_cycle(len(seen), ways, 0):
            self.note("an atomic section that may never end", begin, "loops")

    # ------------------------------------------------------------ unnoticed steps

    def _settle(self, t: Transition, explain: bool) -> Iterable[Transition]:
        """Run the chains behind a transition: of the instance itself, and of those it has created."""
        ends: Iterable[Transition] = (t,)
        if t.local is not None and self.quiet[t.local[0]]:
            ends = (
                t._replace(shared=g, local=l, trail=r) for g, l, r in self._chain(t.shared, t.local, t.trail, explain)
            )
        for n, c in enumerate(t.created):
            if c is not None and self.quiet[c[0]]:
                ends = self._settle_created(ends, n, c, explain)
        return ends

    def _settle_created(self, ends: Iterable[Transition], n: int, c: Local, explain: bool) -> Iterator[Transition]:
        for t in ends:
            for g, l, r in self._chain(t.shared, c, t.trail, explain):
                yield t._replace(shared=g, created=(*t.created[:n], l, *t.created[n + 1 :]), trail=r)

    def _chain(self, g: Shared, l: Local, trail: Trail, explain: bool) -> Iterator[tuple[Shared, Local | None, Trail]]:
        """Where the unnoticed steps from here lead to."""
        ends: set[tuple[Shared, Local | None]] = set()
        start = (g, l, trail)
        seen: set[tuple[Shared, Local]] = {(g, l)}
        work: list[tuple[Shared, Local, Trail]] = [start]
        budget = EXPLAIN_LIMIT if explain else CHAIN_LIMIT
        while work:
            g, l, trail = work.pop()
            goes_on = self.quiet[l[0]] and budget > 0
            steps = self.explained_steps(g, l) if goes_on else []
            if (explain or not steps) and (g, l) not in ends:
                ends.add((g, l))
                yield g, l, trail
            edges = self.model.locations[l[0]].edges
            for (g2, l2, e, _), choices in reversed(steps):
                budget -= 1
                new = (trail, Taken(l[1], edges[e], choices, l, g, g2)) if explain else None
                if l2 is not None and (g2, l2) not in seen:
                    seen.add((g2, l2))
                    work.append((g2, l2, new))
                elif (l2 is None or self.repeats) and (g2, l2) not in ends:
                    ends.add((g2, l2))
                    yield g2, l2, new
        if not ends:
            yield start

    def first(self, g: Shared, l: Local, explain: bool = False) -> list[tuple[Shared, Local | None, Trail]]:
        """The states after the chain at the very beginning."""
        return list(self._chain(g, l, None, explain)) if self.quiet[l[0]] else [(g, l, None)]
