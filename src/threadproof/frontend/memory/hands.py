"""For the leak check: a pointer that an expression has in its hands counts until it is used for the last time.

A variable that the program declares holds its pointer to the end of its scope (`lower.statements`); a temporary of ours
stands for an operand, and is forgotten once it has been used. Found by liveness on the raw graphs, in which every call
may return (`raw.Subexpression`): an operand waits for a call also if that ends the process.

A step that forgets is made only before one that others can notice, where a loop closes, and where an execution may be
discarded. In between a thread reads and calculates, which always ends and hinders nobody: if memory is lost while it
does so, it is lost when it has gone on to the next such step, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.liveness import Bits, Flow, live, reads_and_writes
from threadproof.ir import op as O
from threadproof.logic.term import Var
from threadproof.records import replace

_READS = (R.WholeAccess, R.SamePtr, R.ComparePtr, R.PtrToInt, R.IntToPtr, R.IsFunction, R.IsNoFunction, R.Nothing)


def forget_what_was_used(context: ProgramContext) -> None:
    if context.asked.memory and any(s.kind == "heap" and not s.automatic for s in context.sites):
        for t in context.templates.values():
            _Hands(t, [v for v in t.locals if v in context.in_hands]).forget()


class _Hands:
    def __init__(self, t: R.RawTemplate, variables: list[Var]) -> None:
        self._template = t
        self._variables = variables
        self._bits = Bits(variables)
        self._following: list[list[R.RawEdge]] = [[] for _ in range(t.locations)]
        self._taken: dict[int, int] = {}
        for e in t.edges:
            self._following[e.source].append(e)

    def forget(self) -> None:
        if not self._variables:
            return
        t = self._template
        later, watched = live(t.locations, self._flows()), self._watched()
        held = self._held(later, watched)
        behind: dict[int, int] = {}
        steps = []
        for at in sorted(watched):
            gone = held[at] & ~later[at]
            if gone:
                behind[at] = t.locations
                t.locations += 1
                step = R.forgetting(v for v in self._variables if gone & self._bits.of([v]))
                steps.append(R.RawEdge(at, behind[at], step, self._following[at][0].origin))
        t.discards = {behind.get(at, at): why for at, why in t.discards.items()}
        t.edges[:] = [replace(e, source=behind.get(e.source, e.source)) for e in t.edges] + steps

    def _flows(self) -> Iterator[Flow]:
        for e in self._template.edges:
            read, written = reads_and_writes(e.op)
            self._taken[id(e)] = self._bits.of(written)
            yield Flow(e.source, e.targets, self._bits.of(read), self._taken[id(e)])
        for part, places in self._waiting():
            taken = reduce(or_, (self._taken[id(e)] for at in part.places for e in self._following[at]), 0)
            yield from (Flow(at, (part.after,), 0, taken) for at in places)

    def _waiting(self) -> Iterator[tuple[R.Subexpression, list[int]]]:
        """Parts of expressions, and the locations in them but not in a part of theirs."""
        seen: set[int] = set()
        for part in self._template.subexpressions:
            mine = [at for at in range(part.start, part.end) if at not in seen and at != part.after]
            seen.update(mine)
            yield part, [part.entry, *mine]

    def _held(self, later: list[int], watched: set[int]) -> list[int]:
        """By location: what may have been taken and not been forgotten."""
        held = [0] * self._template.locations
        seen = {self._template.entry}
        work = [self._template.entry]
        while work:
            at = work.pop()
            mine = held[at] & later[at] if at in watched else held[at]
            for e in self._following[at]:
                now = mine | self._taken[id(e)]
                for target in e.targets:
                    if now & ~held[target] or target not in seen:
                        seen.add(target)
                        held[target] |= now
                        work.append(target)
        return held

    def _watched(self) -> set[int]:
        """Locations where something follows that others notice, and those to which a loop comes back."""
        found = {e.source for e in self._template.edges if not _is_quiet(e.op)} | self._template.discards.keys()
        entry = self._template.entry
        seen, path = {entry}, {entry}
        todo = [(entry, iter(self._successors(entry)))]
        while todo:
            at, successors = todo[-1]
            following = next(successors, None)
            if following is None:
                todo.pop()
                path.discard(at)
            elif following in path:
                found.add(following)
            elif following not in seen:
                seen.add(following)
                path.add(following)
                todo.append((following, iter(self._successors(following))))
        return {at for at in found if self._following[at]}

    def _successors(self, at: int) -> list[int]:
        return [target for e in self._following[at] for target in e.targets]


def _is_quiet(op: R.RawOp) -> bool:
    """Only reads and calculates, and cannot wait."""
    match op:
        case R.MemAccess():
            return not op.new
        case O.Step() | O.Havoc():
            return not O.footprint(op)
        case _:
            return isinstance(op, _READS)
