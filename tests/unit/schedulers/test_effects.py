"""What is said about calls of FairThreads is what the scheduler does; and less order means more executions.

Random threads, random states. If `effects` says that the order of two turns does not matter, both orders lead to
the same; the test is worth something because that is said often, and because saying it of anything more is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from tests.generators.calls import Call, Machine, Running, scripts
from threadproof.ir import effects as F
from threadproof.ir.effects import Cell
from threadproof.schedulers.fairthreads.state import FairThreads

#: (see `tests.helpers.rotation`)
IN_TURN = 2

EVENTS = 2


def _states(seed: int, scheduler: FairThreads, length: int = 12) -> Iterator[tuple[Machine, Running]]:
    """States between turns, on one random way."""
    rng = random.Random(seed)
    machine = Machine(scripts(rng, rng.randint(2, 4), 6, EVENTS))
    now = rng.choice(machine.start(scheduler, EVENTS))
    for _ in range(length):
        yield machine, now
        able = now.scheduler.candidates()
        if not able:
            return
        now = rng.choice(machine.turn(now, rng.choice(able))[1])


def _touched(r: Running, id_: int, calls: Iterable[Call]) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    for cell, mode in [
        *r.scheduler.when_resumed(id_),
        *[x for call, args in calls for x in r.scheduler.effects(id_, call, args)],
    ]:
        found[cell] = found.get(cell, 0) | mode
    return found


def _both(machine: Machine, r: Running, first: int, second: int) -> set[Running] | None:
    """One turn after the other; None: the second is not possible."""
    found: set[Running] = set()
    for x in machine.turn(r, first)[1]:
        if second not in x.scheduler.candidates():
            return None
        found.update(machine.turn(x, second)[1])
    return found


def commuting(seeds: range) -> int:
    """Turns that are said to commute do; how many were said to?"""
    said = 0
    for seed in seeds:
        for machine, r in _states(seed, FairThreads(rounds=(), watches=bool(seed % 2))):
            able = r.scheduler.candidates()
            touched = {i: _touched(r, i, machine.turn(r, i)[0]) for i in able}
            for n, a in enumerate(able):
                for b in able[:n]:
                    if F.order_matters(touched[a], touched[b]) or F.order_matters(touched[b], touched[a]):
                        continue
                    said += 1
                    assert _both(machine, r, a, b) == _both(machine, r, b, a) is not None, (seed, r, a, b)
    return said


def going_first(seeds: range) -> int:
    """A turn that may come before all that another thread can do leads to the same as if it came after its turn: it
    may wait for what that brings, then it goes on."""
    said = 0
    for seed in seeds:
        for machine, r in _states(seed, FairThreads(rounds=(), watches=bool(seed % 2))):
            able = r.scheduler.candidates()
            for a in able:
                turn = _touched(r, a, machine.turn(r, a)[0])
                for b in able:
                    if a == b or F.order_matters(turn, _touched(r, b, machine.rest_of_instant(r, b))):
                        continue
                    said += 1
                    behind = _both(machine, r, b, a)
                    before = _both(machine, r, a, b)
                    assert behind is not None and before is not None, (seed, r, a, b)
                    if behind != before:
                        went_on = [machine.turn(x, a)[1] for x in before if a in x.scheduler.candidates()]
                        assert behind == {x for found in went_on for x in found}, (seed, r, a, b)
    return said


def test_turns_that_are_said_to_commute_do() -> None:
    assert commuting(range(400)) > 400


def test_a_turn_that_may_go_first_does_not_change_anything() -> None:
    assert going_first(range(400)) > 400


CARELESS = {
    "events do not matter to those who wait": ("event", F.WAITS),
    "events do not matter to those who look": ("event", F.LOOKS),
    "values do not matter": ("value", F.CHANGES),
    "ends do not matter": ("thread", F.WAITS),
    "orders do not matter": ("orders", F.CHANGES),
    "what there is does not matter": ("events", F.CHANGES),
}


@pytest.mark.parametrize("what", CARELESS)
def test_every_effect_is_needed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, forgotten = CARELESS[what]
    clash = F.order_matters

    def without(touched: dict[Cell, int]) -> dict[Cell, int]:
        kept = {c: m & ~forgotten if c[0] == kind else m for c, m in touched.items()}
        return {c: m for c, m in kept.items() if m}

    monkeypatch.setattr(F, "order_matters", lambda a, b: clash(without(a), without(b)))
    with pytest.raises(AssertionError):
        for block in range(0, 4000, 200):
            commuting(range(block, block + 200))
            going_first(range(block, block + 200))


# ---------------------------------------------------------------- orders


def follow(seeds: range) -> None:
    """Whatever is done with the whole order is also done if it is remembered within groups of threads only."""
    for seed in seeds:
        rng = random.Random(-1 - seed)
        order = FairThreads(any_order=bool(seed % 3), watches=bool(seed % 2))
        machine = Machine(scripts(rng, 4, 6, EVENTS))
        group = {i: rng.randrange(3) for i in machine.scripts}
        groups = [[i for i in group if group[i] == n] for n in range(2)]
        now = rng.choice(machine.start(order, EVENTS))
        front = {x for x in machine.start(order.with_order_of(*groups), EVENTS) if _is_same(x, now)}
        for _ in range(60):
            able = now.scheduler.candidates()
            who = now.scheduler.running or (rng.choice(able) if able else 0)
            if not who:
                break
            now = rng.choice(machine.step(now, who))
            moved = [y for x in front if x.scheduler.may_run(who) for y in machine.step(x, who)]
            front = {x for x in moved if _is_same(x, now)}
            assert front, (seed, groups, now)


def _is_same(x: Running, y: Running) -> bool:
    return x.at == y.at and x.scheduler.without_order() == y.scheduler.without_order()


def test_less_order_means_more_executions() -> None:
    follow(range(300))


def test_threads_that_can_run_late_may_be_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FairThreads, "_with_late", lambda self, r, woken: r)
    with pytest.raises(AssertionError):
        follow(range(3000))


@pytest.mark.long
def test_many() -> None:
    assert commuting(range(1000, 20_000))
    assert going_first(range(1000, 20_000))
    follow(range(1000, 20_000))
