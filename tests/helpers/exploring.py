"""Run the explorer in tests: `explore` gives the verdict's word, and replays every counterexample."""

from __future__ import annotations

from threadproof.engines.engine import Answer, Run
from threadproof.engines.explore.engine import Explore
from threadproof.evidence.replay import replay
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import Fairness, Property, named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Safe, Unsafe

REDUCTIONS = ("none", "local", "future")


def question(text: str) -> Property:
    """A property by its name, perhaps with a fairness behind it."""
    name, _, fairness = text.partition(" ")
    return named(name, Fairness(fairness or "weak"))


def answer(program: Program, property_: str = "unreach-call", reduction: str = "none", **more: object) -> Answer:
    asked = question(property_)
    fairness = asked.fairness.value
    options = Options.make(property=asked.name, fairness=fairness, reduction=reduction, **more)  # type: ignore[arg-type]
    return Explore().verify(program, asked, Run(options))


def explore(program: Program, property_: str = "unreach-call", reduction: str = "none", **more: object) -> str:
    """`safe`, `unsafe` (the counterexample holds), or the reason why it is unknown."""
    found = answer(program, property_, reduction, **more)
    if isinstance(found, Counterexample):
        replay(program, question(property_), found)
        return "unsafe"
    return "safe" if isinstance(found, Safe) else found.reason


def replayed(program: Program, property_: str = "unreach-call", reduction: str = "none") -> Unsafe:
    found = answer(program, property_, reduction)
    assert isinstance(found, Counterexample), found
    return replay(program, question(property_), found)
