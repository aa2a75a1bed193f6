"""Is a set of states evidence for a given number of threads? Small, and apart from `explore`. Entry point: `complaint`.

The claim: every reachable state is in the set. It holds if the initial states are, no step leads out of it, and no
state in it is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement, product

from threadproof.broadcast.moves import NONE, LocalState, Machine
from threadproof.broadcast.program import Program

#: a shared valuation, and the places of all threads as positions in a list, sorted
Listed = tuple[int, tuple[int, ...]]


def complaint(
    program: Program, counts: Mapping[str, int], places: Sequence[LocalState], states: Iterable[Listed]
) -> str | None:
    """What is wrong with the evidence; None if it is a proof."""
    machine = Machine(program)
    for s in places:
        if not (
            0 <= s.template < len(program.templates) and 0 <= s.values < 1 << len(program.templates[s.template].locals)
        ):
            return "it is not about this program"
    numbers = [machine.place(s) for s in places]
    reached = {(shared, tuple(sorted(numbers[i] for i in bag))) for shared, bag in states}
    return next(_complaints(machine, [counts[t.name] for t in program.templates], reached), None)


def _complaints(machine: Machine, counts: Sequence[int], reached: set[Listed]) -> Iterator[str]:
    for shared, by_template in machine.initial():
        choices = [combinations_with_replacement(p, n) for p, n in zip(by_template, counts, strict=True)]
        for chosen in product(*choices):
            if (shared, tuple(sorted(chain(*chosen)))) not in reached:
                yield "an initial state is not in the set"
    for shared, bag in reached:
        for i, place in enumerate(bag):
            if i and bag[i - 1] == place:
                continue
            if machine.is_bad(shared, place):
                yield "an error is in the set"
            rest = bag[:i] + bag[i + 1 :]
            for move in machine.moves(shared, place):
                outcomes = [rest] if move.effect == NONE else _outcomes(machine, move.effect, rest)
                for others in outcomes:
                    if (move.shared, tuple(sorted((*others, move.place)))) not in reached:
                        yield "a step leads out of the set"


def _outcomes(machine: Machine, effect: int, passive: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for pairs in machine.together(effect, passive):
        yield tuple(q for _, q in pairs)
