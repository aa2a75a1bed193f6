"""Is a basis evidence for every number of threads? Small, and apart from `cover`. Entry point: `complaint`.

The claim: every reachable state consists of known pairs of shared valuation and local state, respects the numbers of
threads, and has no part in the basis. It holds initially, no step of any number of threads leads out of it, and it
excludes errors. A step into the upward closure of an element involves the active thread and at most the threads of
that element, and is possible for these alone; so it is enough that those threads have had a part in the basis before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from threadproof.broadcast.cover import Uncoverable, is_part
from threadproof.broadcast.moves import LocalState, Machine, Pair
from threadproof.broadcast.program import Program

#: for each shared valuation, multisets of places as sorted tuples
Elements = dict[int, list[tuple[int, ...]]]


def complaint(program: Program, evidence: Uncoverable) -> str | None:
    """What is wrong with the evidence; None if it is a proof."""
    machine = Machine(program)
    states = {state for _, state in evidence.known} | {state for e in evidence.basis for state, _ in e.threads}
    if any(count < 1 for e in evidence.basis for _, count in e.threads) or not all(_exists(machine, s) for s in states):
        return "it is not about this program"
    known: dict[int, set[int]] = {}
    for shared, state in evidence.known:
        known.setdefault(shared, set()).add(machine.place(state))
    basis: Elements = {}
    for e in evidence.basis:
        places = sorted(machine.place(state) for state, count in e.threads for _ in range(count))
        basis.setdefault(e.shared, []).append(tuple(places))
    return next(_complaints(machine, known, basis), None)


def _exists(machine: Machine, state: LocalState) -> bool:
    template, location, values = state
    return 0 <= template < len(machine.templates) and not values & ~machine.remembered(template, location)


def _complaints(machine: Machine, known: dict[int, set[int]], basis: Elements) -> Iterator[str]:
    numbers = [t.number for t in machine.program.templates]

    def is_possible(places: tuple[int, ...]) -> bool:
        found = Counter(machine.places[p].template for p in places)
        return all(n is None or found[i] <= n for i, n in enumerate(numbers))

    @cache
    def is_excluded(shared: int, places: tuple[int, ...]) -> bool:
        return any(is_part(element, places) for element in basis.get(shared, ()))

    @cache
    def origins(shared: int, effect: int, template: int) -> dict[int, list[Pair]]:
        """Where passive threads may be afterwards, and where they were, if the active one has this template."""
        found: dict[int, list[Pair]] = {}
        for q in known[shared]:
            if machine.places[q].template != template or numbers[template] != 1:
                for r in (*machine.responses(effect, q), *machine.started(effect, q)):
                    found.setdefault(r, []).append((q, r))
        return found

    @cache
    def is_closed(shared: int, target: int, effect: int, template: int) -> bool:
        return origins(shared, effect, template).keys() <= known.get(target, set())

    for shared, by_template in machine.initial():
        initial = {place for places in by_template for place in places}
        if not initial <= known.get(shared, set()):
            yield "an initial local state is not known"
        if any(is_possible(e) and initial.issuperset(e) for e in basis.get(shared, ())):
            yield "an initial state is in the set"
    for shared, place in [(s, p) for s, places in known.items() for p in places]:
        if machine.is_bad(shared, place) and not is_excluded(shared, (place,)):
            yield "an error is not in the set"
        template = machine.places[place].template
        for move in machine.moves(shared, place):
            if move.place not in known.get(move.shared, ()):
                yield "a step leads to a local state that is not known"
            if not is_closed(shared, move.shared, move.effect, template):
                yield "a step leads another thread to a local state that is not known"
            before = origins(shared, move.effect, template)
            for element in basis.get(move.shared, ()):
                for others in _before(machine, move.effect, before, _without(element, move.place)):
                    places = tuple(sorted((place, *others)))
                    if is_possible(places) and not is_excluded(shared, places):
                        yield "a step leads into the set from outside"


def _without(element: tuple[int, ...], active: int) -> tuple[int, ...]:
    """The passive threads in an element: if the active one can be among its threads, no more than the others matter."""
    if active not in element:
        return element
    i = element.index(active)
    return element[:i] + element[i + 1 :]


def _before(
    machine: Machine, effect: int, origins: dict[int, list[Pair]], passive: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Where passive threads may have been that are here now."""
    for pairs in machine.combine(effect, [origins.get(r, []) for r in passive]):
        if machine.effects[effect].starts is None or sum(q != r for q, r in pairs) <= 1:
            yield tuple(q for q, _ in pairs)
