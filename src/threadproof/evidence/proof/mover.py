"""Reason `mover`: no other instance can be at a conflicting access meanwhile, or the step only gives a lock back.

That is a claim about the whole program, made by the facts of the proof and checked by `evidence.facts.movers`: at every
state with the instance at its location, the edges where others stand do not conflict with its own (*both*), or the step
frees a lock of which others only wait that it is free (*left*).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from threadproof.evidence.facts import movers
from threadproof.evidence.proof.future import Futures
from threadproof.ir import op as O
from threadproof.ir.action import Control, Place
from threadproof.ir.program import Program

ALONE = ("both", "left")


class Movers:
    def __init__(self, program: Program, facts: Any, futures: Futures) -> None:
        self.program = program
        self.facts = facts
        self.futures = futures

    @cached_property
    def problem(self) -> str:
        """What is wrong with the facts."""
        try:
            found = movers.check(self.program, self.facts)
        except (AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
            return f"the facts are not well-formed: {type(error).__name__} {error}"
        return found[0] if found else ""

    def complaint(self, c: Control, p: Place) -> str:
        if self.facts is None:
            return f"{p!r} goes alone as a mover, but there are no facts about movers"
        if self.problem:
            return f"{p!r} goes alone as a mover, but {self.problem}"
        kinds = self.facts["movers"][p.template.name][p.location]
        if not all(kind in ALONE for kind in kinds):
            return f"{p!r} goes alone but is no mover to the left"
        touched = [a for e in p.edges for a in O.footprint(e.op)]
        if any(a.var is self.program.ended for a in touched):
            return f"{p!r} goes alone as a mover but says that it ends"
        seen = [a.var for a in touched if a.write and a.var in self.futures.seen_at_exit]
        for q in c.places if seen else ():
            if q is not p and self.futures.may_exit(q):
                return f"{p!r} goes alone as a mover, but {q!r} may end the process and look at {seen[0]}"
        return ""
