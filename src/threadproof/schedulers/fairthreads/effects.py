"""What the calls of FairThreads depend on and what they change (`ir.effects`).

    ("event", e)    is the event present?           ("value", e)    the values that it has
    ("thread", t)   has the thread ended?           ("orders", 0)   what is asked for, to be done after the instant
    ("events", 0), ("threads", 0)                   which events and threads there are

The calls of main are not described: it is no thread of the scheduler.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from threadproof.ir.effects import ANY, BRINGS, CHANGES, LOOKS, WAITS, Cell, Touched, is_met
from threadproof.ir.program import MAIN_ID
from threadproof.schedulers.fairthreads.state import AWAIT, JOIN, READY, VALUE, FairThreads, Thread

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


def may_wake(t: Thread, touched: Touched) -> bool:
    return (t.doing == READY and not t.suspended) or is_met(waited_for(t), touched, BRINGS)


def ends_instant(id_: int, call: str, args: Sequence[int]) -> bool:
    if call == "cooperate":
        return id_ != MAIN_ID and args[0] not in (0, ANY)
    return call in ("end", "start_and_end")


def may_go_on(s: FairThreads, id_: int, call: str, args: Sequence[int], touched: Touched) -> bool:
    """May a wait be over as soon as it begins?"""
    if ends_instant(id_, call, args):
        return False
    if id_ == MAIN_ID or call not in ("await", "select", "value", "join", "join_n"):
        return True
    if call in ("select", "join_n") and args[0] == 0:
        return True
    if call in ("join", "join_n"):
        return args[-1] == ANY or not s.is_alive(args[-1])
    events = args[1:] if call == "select" else args[:1]
    brought = [("event", e) for e in events]
    return is_met(brought, touched, BRINGS) or any(s.count(e) >= 0 or not s.is_event(e) for e in events)
