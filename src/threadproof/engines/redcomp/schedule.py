"""From a derivation of false by the product rule to a schedule: its transitions, edge by edge, and values for them.

The product's clauses are linear, so a derivation is a sequence of transitions. They say less than the program (large
arrays are forgotten), so whether the sequence is possible is asked again, of the whole path. Entry point:
`counterexample`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from time import monotonic
from typing import Any

from threadproof.engines.kit.counterexample import build
from threadproof.engines.kit.labels import Labels
from threadproof.engines.kit.ladder import Ladder
from threadproof.engines.kit.refine import Feasible, Refiner
from threadproof.engines.kit.tree import AWAKE, Tree
from threadproof.errors import Limit
from threadproof.horn.clause import Derivation
from threadproof.ir.program import Edge, Program
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.ir.violations import Violation
from threadproof.logic import term as T
from threadproof.result.schedule import Counterexample
from threadproof.rules.origin import Origin
from threadproof.rules.transitions import Transition
from threadproof.smt.solver import make_solver

#: ways to choose whom signals wake
MOST_CHOICES = 64


def counterexample(
    program: Program, derivation: Derivation, ids: Callable[[Transition], int | None], statistics: dict[str, Any]
) -> Counterexample | None:
    """None: that sequence of transitions is not possible."""
    steps = [(ids(w), e) for w in _transitions(derivation) for e in w.edges]
    symbolic = Symbolic(program)
    for path in islice(_paths(symbolic, steps), MOST_CHOICES):
        violation = _violation(path[-1])
        found = violation and _values(symbolic, path[:-1], violation)
        if violation is not None and isinstance(found, Feasible):
            return build(symbolic, path[:-1], violation, found, statistics)
    return None


def _transitions(derivation: Derivation) -> list[Transition]:
    found = []
    at: Derivation | None = derivation
    while at is not None:
        note = at.clause.note
        if isinstance(note, Origin) and note.transition is not None:
            found.append(note.transition)
        at = at.premises[0] if at.premises else None
    found.reverse()
    return found


def _paths(symbolic: Symbolic, steps: Sequence[tuple[int | None, Edge]]) -> list[list[Action]]:
    """The actions along the edges; several paths where signals may wake one or another."""
    paths: list[list[Action]] = [[]]
    controls = [symbolic.root]
    for id_, e in steps:
        new_paths, new_controls = [], []
        for path, c in zip(paths, controls, strict=True):
            for p in c.places:
                for a in symbolic.steps(c, p) if p.id == id_ else ():
                    if a.edge is e:
                        new_paths.append([*path, a])
                        new_controls.append(symbolic.successor(c, a) if not a.halts and not a.unsupported else c)
        paths, controls = new_paths[:MOST_CHOICES], new_controls[:MOST_CHOICES]
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
    except Limit:
        return False
