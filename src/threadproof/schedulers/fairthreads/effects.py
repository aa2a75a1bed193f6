"""What the calls of FairThreads depend on and what they change, so that it can be said which of two may come first.

A cell is a part of the scheduler's state that threads share in an instant:

    ("event", e)    is the event present?           ("value", e)    the values that it has
    ("thread", t)   has the thread ended?           ("orders", 0)   what is asked for, to be done after the instant
    ("events", 0), ("threads", 0)                   which events and threads there are

A number may be ANY: it is not known. A thread

    LOOKS at a cell     how it goes on depends on it
    WAITS for it        it is there, or the thread waits until it is: then it goes on in the same way
    BRINGS it           from now on it is there, whoever brought it
    CHANGES it          in any other way

The calls of main are not described: it is no thread of the scheduler.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from threadproof.schedulers.fairthreads.state import AWAIT, JOIN, VALUE, Thread

Cell = tuple[str, int]

#: a number that is not known
ANY: Final = -1
LOOKS, WAITS, BRINGS, CHANGES = 1, 2, 4, 8
EVENTS: Final = ("events", 0)
THREADS: Final = ("threads", 0)
ORDERS: Final = ("orders", 0)


def effects(id_: int, call: str, args: Sequence[int]) -> list[tuple[Cell, int]]:
    match call:
        case "await" | "select" | "value":
            events = list(args[1:] if call == "select" else args[:1])
            several = len(events) > 1
            return [*[(("event", e), WAITS | LOOKS if several else WAITS) for e in events], (EVENTS, LOOKS)]
        case "join" | "join_n":
            return [(("thread", args[-1]), WAITS), (THREADS, LOOKS)]
        case "generate":
            return [(("event", args[0]), BRINGS), (EVENTS, LOOKS)]
        case "generate_value":
            return [(("event", args[0]), BRINGS), (("value", args[0]), CHANGES), (EVENTS, LOOKS)]
        case "end":
            return [(("thread", id_), BRINGS), (ORDERS, BRINGS)]
        case "create":
            return [(ORDERS, CHANGES), (THREADS, CHANGES)]
        case "event" | "scheduler":
            return [(ORDERS, CHANGES), (EVENTS, CHANGES)]
        case "cooperate" | "outcome" | "place":
            return []
    return [(ORDERS, CHANGES)]


def when_resumed(t: Thread) -> list[tuple[Cell, int]]:
    """What a thread looks at when it gets control: of several events, which are present."""
    return [(("event", e), LOOKS) for e in t.on] if t.asks and len(t.on) > 1 else []


def waited_for(t: Thread) -> list[Cell]:
    """What may make a waiting thread able to run."""
    match t.doing:
        case d if d == AWAIT:
            return [("event", e) for e in t.on]
        case d if d == VALUE:
            return [("event", t.on[0])]
        case d if d == JOIN:
            return [("thread", t.on[0])]
    return []


def is_met(cells: Iterable[Cell], touched: Mapping[Cell, int], modes: int) -> bool:
    """Is one of the cells touched in one of these ways?"""
    return any(m & modes and _is_same(c, d) for d, m in touched.items() for c in cells)


def order_matters(first: Mapping[Cell, int], second: Mapping[Cell, int]) -> bool:
    """May it make a difference that what is touched first was not touched second? It may wait for what the other
    brings: then it goes on behind it."""
    return any(_clash(m, n) and _is_same(c, d) for c, m in first.items() for d, n in second.items())


def _clash(first: int, second: int) -> bool:
    if (first | second) & CHANGES:
        return True
    return bool((first & BRINGS and second & (LOOKS | WAITS)) or (first & LOOKS and second & BRINGS))


def _is_same(c: Cell, d: Cell) -> bool:
    return c == d or (c[0] == d[0] and ANY in (c[1], d[1]))
