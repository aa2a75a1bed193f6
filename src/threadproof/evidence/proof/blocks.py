"""Are the boundaries of a proof enough? Between two of them a thread is taken to run without interruption.

Given movers that were checked (`evidence.facts.movers`), every way from a boundary to the next must be right movers,
then at most one step that moves nowhere, then left movers; from that one step on it must not be possible to get stuck,
loop, or end the process. Only what can be seen at a glance counts as never stuck: a step without guard, or two whose
guards are each other's negation. Sections of the program count as one step. Entry point: `complaints`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from threadproof.evidence.facts.sections import inside
from threadproof.evidence.proof.complaint import Complaint
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T

TO_THE_RIGHT = ("both", "right")
TO_THE_LEFT = ("both", "left")


def complaints(
    program: Program, boundaries: Mapping[str, Set[int]], movers: Mapping[str, Any] | None
) -> Iterator[Complaint]:
    for name, mine in boundaries.items():
        yield from _Template(program.templates[name], mine, None if movers is None else movers[name]).complaints()


class _Template:
    def __init__(self, t: Template, boundaries: Set[int], movers: list[list[str]] | None) -> None:
        self.t = t
        self.boundaries = boundaries
        self.movers = movers
        found = inside(t)
        self.is_clear = found is not None
        self.inside = found or frozenset()

    def complaints(self) -> Iterator[Complaint]:
        if not self.is_clear:
            yield Complaint(f"{self.t.name}: it is not clear where its atomic sections are")
            return
        if self.t.entry not in self.boundaries:
            yield Complaint(f"{self.t.name} has no boundary where it begins")
        if self.boundaries & self.inside:
            yield Complaint(f"{self.t.name} has a boundary inside an atomic section")
        for at in sorted(self.boundaries):
            if at != self.t.exit and at not in self.t.errors:
                yield from self._block(at)

    def _block(self, start: int) -> Iterator[Complaint]:
        """Every way from here, with whether it has committed; a state that comes again on the way is a loop."""
        on_way: set[tuple[int, bool]] = set()
        done: set[tuple[int, bool]] = set()
        stack: list[tuple[int, bool, Iterator[tuple[int, bool]]]] = [(start, False, self._onward(start, False))]
        on_way.add((start, False))
        while stack:
            at, committed, onward = stack[-1]
            problem = self._problem(at, committed)
            if problem:
                yield Complaint(f"{self.t.name} L{at}, in the block from L{start}: {problem}")
                return
            after = next(onward, None)
            if after is None:
                stack.pop()
                on_way.discard((at, committed))
                done.add((at, committed))
            elif after in on_way:
                if self._is_within_section(after, stack):
                    continue
                yield Complaint(f"{self.t.name}: the block from L{start} has a loop")
                return
            elif after not in done:
                on_way.add(after)
                stack.append((*after, self._onward(*after)))

    def _is_within_section(
        self, again: tuple[int, bool], stack: list[tuple[int, bool, Iterator[tuple[int, bool]]]]
    ) -> bool:
        """Does the loop that leads here again lie in one section? It is a step if it ends, none if not."""
        first = next(i for i, (at, committed, _) in enumerate(stack) if (at, committed) == again)
        return all(at in self.inside for at, _, _ in stack[first:])

    def _onward(self, at: int, committed: bool) -> Iterator[tuple[int, bool]]:
        for n, e in enumerate(self.t.edges[at]):
            if e.target in self.t.errors or e.target == self.t.exit or isinstance(e.op, O.Exit | O.Unsupported):
                continue
            if e.target not in self.boundaries:
                yield e.target, committed or not self._is(at, n, TO_THE_RIGHT)

    def _problem(self, at: int, committed: bool) -> str:
        if not committed or at in self.inside:
            return ""
        if not all(self._is(at, n, TO_THE_LEFT) for n in range(len(self.t.edges[at]))):
            return "after its commit comes a step that does not move to the left"
        return "" if self._goes_on(self.t.edges[at]) else "it may get stuck after its commit"

    def _is(self, at: int, n: int, kinds: tuple[str, ...]) -> bool:
        # inside a section every step belongs to the one that was judged where the section begins
        return at in self.inside or (self.movers is not None and self.movers[at][n] in kinds)

    @staticmethod
    def _goes_on(edges: list[Edge]) -> bool:
        guards = []
        for e in edges:
            if isinstance(e.op, O.Step):
                guards.append(e.op.guard)
            elif isinstance(e.op, O.Havoc | O.Fresh):
                guards.append(T.TRUE)
            else:
                return False
        return T.TRUE in guards or (len(guards) == 2 and guards[0] is T.not_(guards[1]))
