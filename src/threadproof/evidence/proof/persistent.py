"""Justification of nodes where one thread goes alone: what every reason needs, and the registry of reasons.

The step is independent of all that others can do before it, so it may come first; where an execution does not contain
it, it can be put in front, and the execution is still one and still ends in a violation. For that it must always be
possible, whatever the others do: its guards are exhaustive and it is an ordinary step, outside of atomic sections.
(That no cycle consists of such steps is for the core to see.) A reason says why the others are independent of it:

    local      its location touches nothing shared (here)
    future     what it touches nobody else can touch any more (`future`)
    end        it says that the thread has ended, which others only wait for (`end`)
    mover      locks, or who runs when, keep conflicting accesses away; or it gives a lock back (`mover`)

A reason is a function of the control and the place that returns a complaint, or "". Entry point: `Alone.complaint`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from threadproof.evidence.proof.end import Ends
from threadproof.evidence.proof.future import Futures
from threadproof.evidence.proof.mover import Movers
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.action import Control, Place
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.properties import Kind, Property

Reason = Callable[[Control, Place], str]


class Alone:
    def __init__(self, symbolic: Symbolic, property_: Property, prover: Prover, facts: Mapping[str, Any]) -> None:
        self.symbolic = symbolic
        self.prover = prover
        program = symbolic.program
        futures = Futures(program, has_leaks=property_.has(Kind.LEAK))
        self.reasons: dict[str, Reason] = {
            "local": touches_nothing,
            "future": futures.complaint,
            "end": Ends(program).complaint,
            "mover": Movers(program, facts.get("movers"), futures).complaint,
        }
        self._possible: dict[Place, str] = {}
        self._known: dict[tuple[str, Control, Place], str] = {}

    def complaint(self, reason: str, c: Control, p: Place) -> str:
        """Why the instance may not go alone; "" if it may."""
        key = (reason, c, p)
        if key not in self._known:
            self._known[key] = self._complaint(reason, c, p)
        return self._known[key]

    def _complaint(self, reason: str, c: Control, p: Place) -> str:
        if reason not in self.reasons:
            return f"nothing is known about the reason {reason!r} to go alone"
        if c.inside:
            return f"{p!r} goes alone inside an atomic section"
        if p not in self._possible:
            self._possible[p] = self._must_be_possible(p)
        return self._possible[p] or self.reasons[reason](c, p)

    def _must_be_possible(self, p: Place) -> str:
        if p.error is not None or not p.edges:
            return f"{p!r} goes alone but has nowhere to go"
        guards = []
        for e in p.edges:
            if not isinstance(e.op, O.Step | O.Havoc | O.Fresh | O.Create):
                return f"{p!r} goes alone with a step that is no ordinary one"
            if O.is_environment(e.op):
                return f"{p!r} goes alone with a spurious wake-up"
            guards.append(self.symbolic.translate(e.op.guard, p) if isinstance(e.op, O.Step) else T.TRUE)
        if not self.prover.entails((), T.or_(*guards)):
            return f"{p!r} goes alone but may have to wait"
        return ""


def touches_nothing(c: Control, p: Place) -> str:
    if any(O.footprint(e.op) for e in p.edges):
        return f"{p!r} goes alone as local but touches something shared"
    return ""
