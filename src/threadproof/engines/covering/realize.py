"""From a sequence of edges, with who takes each, to a schedule that the interpreter replays: values for it, or none.

Whoever found the sequence may know less than the program (large arrays are forgotten), so whether it is possible is
asked here, of the whole path. Entry point: `counterexample`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice
from time import monotonic
from typing import Any

from threadproof.engines.covering.counterexample import build
from threadproof.engines.covering.labels import Labels
from threadproof.engines.covering.ladder import Ladder
from threadproof.engines.covering.refine import Feasible, Refiner
from threadproof.engines.covering.tree import AWAKE, Tree
from threadproof.errors import Limit
from threadproof.ir.program import Edge, Program
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.ir.violations import Violation
from threadproof.logic import term as T
from threadproof.records import dataclass
from threadproof.result.counterexample import Counterexample
from threadproof.smt.solver import make_solver

#: ways to choose whom signals wake
MOST_CHOICES = 64


@dataclass(frozen=True, slots=True)
class Taken:
    """An edge, and the thread that takes it: its number, or a name that the step which started it gave it."""

    thread: Hashable
    edge: Edge
    starts: Hashable | None = None


def counterexample(program: Program, steps: Sequence[Taken], statistics: dict[str, Any]) -> Counterexample | None:
    """None: that sequence is not possible."""
    symbolic = Symbolic(program)
    for path in islice(_paths(symbolic, steps), MOST_CHOICES):
        violation = _violation(path[-1])
        found = violation and _values(symbolic, path[:-1], violation)
        if violation is not None and isinstance(found, Feasible):
            return build(symbolic, path[:-1], violation, found, statistics)
    return None


def _paths(symbolic: Symbolic, steps: Sequence[Taken]) -> list[list[Action]]:
    """The actions along the edges; several paths where signals may wake one or another."""
    paths: list[list[Action]] = [[]]
    controls = [symbolic.root]
    #: of each path, the numbers of threads that got names
    numbers: list[dict[Hashable, int]] = [{}]
    for step in steps:
        new_paths, new_controls, new_numbers = [], [], []
        for path, c, known in zip(paths, controls, numbers, strict=True):
            id_ = known.get(step.thread, step.thread)
            for p in c.places:
                for a in symbolic.steps(c, p) if p.id == id_ else ():
                    if a.edge is step.edge:
                        new_paths.append([*path, a])
                        new_controls.append(symbolic.successor(c, a) if not a.halts and not a.unsupported else c)
                        named = {} if step.starts is None or a.started is None else {step.starts: a.started.id}
                        new_numbers.append({**known, **named})
        paths, controls, numbers = new_paths[:MOST_CHOICES], new_controls[:MOST_CHOICES], new_numbers[:MOST_CHOICES]
    return paths


def _violation(a: Action) -> Violation | None:
    error = None if a.target is None else a.target.error
    if error is None:
        return None
    inputs = tuple([((0, n), x) for n, (x, _) in enumerate(a.inputs)])
    return Violation(T.and_(a.guard, a.input_range), error.part, (a,), inputs=inputs)


def _values(symbolic: Symbolic, path: Sequence[Action], violation: Violation) -> Feasible | bool:
    labels = Labels(make_solver())
    tree = Tree(labels, symbolic.root, lambda n: None, lambda n, ids: None)
    node = tree.root
    for a in path:
        node = tree.add_child(node, a, symbolic.successor(node.control, a), AWAKE)
    refiner = Refiner(symbolic, labels, tree, Ladder(monotonic), lambda: None)
    try:
        return refiner.refute(node, violation.condition, inputs=[x for _, x in violation.inputs])
    except Limit as limit:
        if limit.reason == "timeout":
            raise
        return False
