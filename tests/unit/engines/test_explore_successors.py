"""The compiled transitions are the interpreter's: in every reached state of random programs, exactly the same."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.ir_oracle import Oracle, TooLarge
from tests.helpers.ir_random import random_program
from threadproof.engines.compiled.model import FIRST, Model
from threadproof.engines.compiled.ranges import Range
from threadproof.engines.compiled.steps import Stepper
from threadproof.engines.explore.graph import Graph, Violation
from threadproof.engines.explore.reduction import quiet_locations
from threadproof.ir.interpret import Instance, State
from threadproof.ir.values import Sparse, initial_value
from threadproof.logic.term import Var
from threadproof.properties import UNREACH_CALL, Property

SEEDS = int(os.environ.get("THREADPROOF_FUZZ", "60"))
MAX_STATES = 400

#: a shared tuple and instance tuples in which every value is known
Concrete = tuple[tuple[Any, ...], tuple[tuple[Any, ...], ...]]


def values(v: Var, value: object) -> list[object]:
    """All values that a value of this variable stands for."""
    if isinstance(value, Range):
        return list(range(value.low, value.high + 1))
    if value is None:
        return list(range(1 << (v.width or 1)))
    if isinstance(value, tuple):
        return list(itertools.product(*(values(v, cell) for cell in value)))
    if isinstance(value, Sparse):
        assert all(isinstance(cell, int) for cell in (value.default, *value.cells.values()))
    return [value]


class Comparison:
    def __init__(self, seed: int) -> None:
        self.program = random_program(seed)
        self.model = Model(self.program, UNREACH_CALL)
        self.stepper = Stepper(self.model, quiet_locations(self.model, "none"), 0)
        self.graph = Graph(self.model, self.stepper, Property("another", frozenset()))
        self.oracle = Oracle(self.program)

    def concrete(self, g: tuple[Any, ...], instances: list[tuple[Any, ...]]) -> Iterator[Concrete]:
        parts: list[list[Any]] = [values(v, x) for v, x in zip(self.model.shared, g, strict=True)]
        for l in instances:
            layout = self.model.locations[l[0]].layout
            own = [values(v, x) for v, x in zip(layout, l[FIRST:], strict=True)]
            parts.append([(l[0], l[1], *rest) for rest in itertools.product(*own)])
        for chosen in itertools.product(*parts):
            yield chosen[: len(g)], chosen[len(g) :]

    def to_interpreter(self, state: Concrete) -> State:
        g, instances = state
        semantics = self.oracle.semantics
        shared = list(semantics.initial().shared)
        for v, value in zip(self.model.shared, g, strict=True):
            shared[semantics.shared_slot[v]] = value
        running = []
        for l in instances:
            x = self.model.locations[l[0]]
            locals_ = [l[x.slot[v]] if v in x.slot else initial_value(v, 0) for v in x.template.locals]
            locals_[semantics.local_slot[x.template.name][x.template.self_var]] = l[1]
            running.append(Instance(l[1], x.template.name, x.number, tuple(locals_)))
        return State(tuple(shared), tuple(running))

    def from_interpreter(self, state: State) -> Iterator[Concrete]:
        semantics = self.oracle.semantics
        g = tuple(state.shared[semantics.shared_slot[v]] for v in self.model.shared)
        instances = []
        for i in state.instances:
            t = semantics.template(i)
            number = self.model.location_of(t, i.location)
            layout = self.model.locations[number].layout
            slots = semantics.local_slot[t.name]
            instances.append((number, i.id, *(i.locals[slots[v]] for v in layout)))
        return self.concrete(g, instances)

    def run(self) -> int:
        """Compare the successors of every state; the number of states compared."""
        pending = self.graph.initials()
        seen = set(pending)
        while pending and len(seen) < MAX_STATES:
            s = pending.pop()
            here = set(self.concrete(*self.graph.unpack(s)))
            ours = set(here)
            for _, t in self.graph.successors(s):
                ours.update(self.concrete(*self.graph.unpack(t)))
                if t not in seen:
                    seen.add(t)
                    pending.append(t)
            theirs = set(here)
            for c in here:
                for transition in self.oracle.transitions(self.to_interpreter(c)):
                    if not transition.after.halted:
                        theirs.update(self.from_interpreter(transition.after))
            assert ours == theirs, f"successors differ in {self.graph.unpack(s)}"
        assert not self.stepper.splitter.sampled
        return len(seen)


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("compiled", ["blocks", "steps"])
def test_successors_are_those_of_the_interpreter(compiled: str) -> None:
    compared = 0
    for seed in range(SEEDS):
        c = Comparison(seed)
        if compiled == "steps":
            c.stepper.blocks.run = lambda g, l: None  # type: ignore[method-assign]
        try:
            compared += c.run()
        except TooLarge:
            continue
    assert compared > 50 * SEEDS


def test_violations_are_found_where_they_are() -> None:
    """The same error locations can be reached."""
    for seed in range(SEEDS):
        c = Comparison(seed)
        oracle = Oracle(c.program, 1_500)
        try:
            is_violated = oracle.is_violated("unreach-call")
        except TooLarge:
            continue
        graph = Graph(c.model, c.stepper, UNREACH_CALL)
        found = False
        try:
            pending = graph.initials()
            seen = set(pending)
            while pending:
                for _, t in graph.successors(pending.pop()):
                    if t not in seen:
                        seen.add(t)
                        pending.append(t)
        except Violation:
            found = True
        assert found == is_violated, f"seed {seed}"
