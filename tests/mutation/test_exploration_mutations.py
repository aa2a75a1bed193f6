"""Every condition under which the checker of explorations skips a step is needed: without it, it accepts a wrong claim.

Each test takes a program that violates a property, shows that the claim that it does not is refused, switches one
condition off, and shows that the claim is accepted. Two conditions make the checker simpler to trust, but no program
was found that needs them:

* *Main's return looks at memory.* What is leaked stays leaked, as in `test_impact_mutations`.
* *All cases are new*: one might do. An instance that goes alone changes nothing that others look at, so on a circle of
  such moves the cases that are distinguished for their sake are distinguished once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.claiming import load, says
from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, ended_array, program, word
from threadproof.evidence.proof import future
from threadproof.evidence.proof.end import Ends
from threadproof.evidence.states import quiet
from threadproof.evidence.states.code import Step
from threadproof.evidence.states.inputs import Cut
from threadproof.evidence.states.layout import Layout, Local, Shared
from threadproof.evidence.states.moves import Move, Mover, Moves
from threadproof.evidence.states.quiet import Alone, Quiet
from threadproof.evidence.states.search import Search
from threadproof.frontend.task import load_task
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.properties import Property

Patch = pytest.MonkeyPatch
PROGRAMS = Path(__file__).parents[1] / "programs"


# ---------------------------------------------------------------- quiet steps


def all_is_private(patch: Patch) -> None:
    init = Quiet.__init__

    def careless(self: Quiet, layout: Layout, property_: Property) -> None:
        init(self, layout, property_)
        self.private = set(layout.shared)
        self.at = [self._is_quiet(spot) for spot in layout.spots]

    patch.setattr(Quiet, "__init__", careless)


def several_instances_are_one(patch: Patch) -> None:
    patch.setattr(quiet, "is_single", lambda *_: True)


def waiting_is_quiet(patch: Patch) -> None:
    is_unnoticed = Quiet._is_unnoticed

    def careless(self: Quiet, e: Edge, t: Template) -> bool:
        return is_unnoticed(self, e, t) or (isinstance(e.op, O.Step) and e.op.waits)

    patch.setattr(Quiet, "_is_unnoticed", careless)


def every_end_is_quiet(patch: Patch) -> None:
    patch.setattr(Ends, "_find_problem", lambda self: "")


def only_what_comes_out(patch: Patch) -> None:
    """The others are not let in where quiet steps never end, or none is possible."""
    arrive = Mover._arrive

    def careless(self: Mover, found: Moves, m: Move) -> None:
        before = len(found.moves)
        arrive(self, found, m)
        found.moves[before:] = [n for n in found.moves[before:] if n.local is None or not self.quiet[n.local[0]]]

    patch.setattr(Mover, "_arrive", careless)


def inputs_are_decided_on_the_way(patch: Patch) -> None:
    """Quiet steps go on behind a case distinction, as if the others could not look at the input."""
    arrive = Mover._arrive

    def careless(self: Mover, found: Moves, m: Move) -> None:
        plain = self.inputs.steps

        def following(g: Shared, l: Local) -> list[Step]:
            try:
                return plain(g, l)
            except Cut as cut:
                return [s for piece in cut.pieces for s in following(*piece)]

        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(self.inputs, "steps", following)
            arrive(self, found, m)

    patch.setattr(Mover, "_arrive", careless)


# ---------------------------------------------------------------- going alone


def nothing_is_ahead(patch: Patch) -> None:
    patch.setattr(Alone, "ahead", lambda self, spot: (0, 0))


def created_threads_are_not_ahead(patch: Patch) -> None:
    ahead = future.edges_ahead

    def careless(p: Program, template: str, location: int) -> list[tuple[Template, Edge]]:
        return [(t, e) for t, e in ahead(p, template, location) if t.name == template]

    patch.setattr(future, "edges_ahead", careless)


def alone_may_wait(patch: Patch) -> None:
    goes_alone = Search._goes_alone

    def careless(self: Search, s: int, m: int, found: list[int]) -> bool:
        return goes_alone(self, s, m, found) or self.graph.moves.get(s & m) == ()

    patch.setattr(Search, "_goes_alone", careless)


def alone_for_ever(patch: Patch) -> None:
    patch.setattr(Search, "must_be_new", False)


def alone_may_exit(patch: Patch) -> None:
    is_ordinary = quiet.is_ordinary
    patch.setattr(quiet, "is_ordinary", lambda op: is_ordinary(op) or isinstance(op, O.Exit))


def alone_may_wake_spuriously(patch: Patch) -> None:
    is_ordinary = quiet.is_ordinary
    patch.setattr(quiet, "is_ordinary", lambda op: is_ordinary(op) or isinstance(op, O.Step))


def sections_are_possible(patch: Patch) -> None:
    """Whatever the inputs."""
    section = Mover._section

    def careless(self: Mover, found: Moves, g: Shared, l: Local, first: Edge) -> None:
        section(self, found, g, l, first)
        found.is_partial = False

    patch.setattr(Mover, "_section", careless)


# ---------------------------------------------------------------- C programs


@pytest.mark.parametrize(
    ("switch_off", "name"),
    [
        (all_is_private, "impact/alone_conflict_unsafe"),
        (waiting_is_quiet, "deadlocks/lock_order_unsafe"),
        (inputs_are_decided_on_the_way, "explore/input_decided_early_unsafe"),
        (nothing_is_ahead, "impact/alone_conflict_unsafe"),
        (alone_may_wait, "deadlocks/join_cycle_unsafe"),
        (alone_may_exit, "memory/leak_unsafe"),
        (alone_may_wake_spuriously, "deadlocks/spurious_wakeup_does_not_count"),
        (sections_are_possible, "explore/input_section_unsafe"),
    ],
)
def test_a_condition_is_needed(switch_off: Callable[[Patch], None], name: str, monkeypatch: Patch) -> None:
    task = load_task(PROGRAMS / f"{name}.yml")
    property_ = next(p.name for p in task.properties if p.expected is not None and not p.expected.holds)
    assert property_ is not None
    p = load(task.input_file, property_, task.data_model)
    assert says(p, property_) == "refused"
    switch_off(monkeypatch)
    assert says(p, property_) == "accepted"


# ---------------------------------------------------------------- IR programs


def checks(w: Code, x: Var, value: int) -> None:
    """x is never `value`."""
    t = w.var("t")
    w.assign(t, T.var(x))
    w.check(T.ne(t, w.const(value)))


def going_round() -> Program:
    """a runs round for ever, reading what nobody writes any more; the error is b's."""
    ended, x, y = ended_array(), word("x"), word("y")
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    main.assign(T.var(x), 7)
    main.assign(T.var(y), 7)
    main.create("a", 2)
    main.create("b", 3)
    t = a.var("t")

    def twice() -> None:
        a.assign(t, T.var(x))
        a.assign(t, T.var(x))

    a.while_(T.TRUE, twice)
    checks(b, y, 7)
    for code in (main, a, b):
        if code.at != code.exit:
            code.end(ended)
    return program(ended, [x, y], main, a, b)


def creating() -> Program:
    """b touches x only through the thread that it creates."""
    ended, x = ended_array(), word("x")
    main, a, b, c = Code("main", 1), Code("a", 2), Code("b", 3), Code("c", 4)
    main.create("a", 2)
    main.create("b", 3)
    a.assign(T.var(x), 1)
    a.assign(T.var(x), 0)
    b.create("c", 4)
    checks(c, x, 1)
    for code in (main, a, b, c):
        code.end(ended)
    return program(ended, [x], main, a, b, c)


def watching_the_end() -> Program:
    """main looks whether the thread has ended, without waiting, and sees that it has not."""
    ended, x = ended_array(), word("x")
    main, a = Code("main", 1), Code("a", 2)
    t, e = main.var("t"), main.local("e", width=0)
    main.create("a", 2)
    main.assign(t, T.var(x))
    main.do(step(None, (e, T.select(ended, (T.const(2, 32),)))))
    main.check(T.or_(T.ne(t, main.const(1)), T.var(e)))
    a.assign(T.var(x), 1)
    for code in (main, a):
        code.end(ended)
    return program(ended, [x], main, a)


def two_workers() -> Program:
    """Two instances of one template: what only this template touches is shared all the same."""
    ended, x = ended_array(), word("x")
    main, worker = Code("main", 1), Code("worker")
    checks(worker, x, 1)
    worker.assign(T.var(x), 1)
    worker.assign(T.var(x), 0)
    main.create("worker", 2)
    main.create("worker", 3)
    for code in (main, worker):
        code.end(ended)
    return program(ended, [x], main, worker)


def spinning() -> Program:
    """a writes, and runs round for ever where nobody notices; b must see what it wrote."""
    ended, x = ended_array(), word("x")
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    main.create("a", 2)
    main.create("b", 3)
    a.assign(T.var(x), 1)
    a.while_(T.TRUE, lambda: None)
    checks(b, x, 1)
    for code in (main, a, b):
        if code.at != code.exit:
            code.end(ended)
    return program(ended, [x], main, a, b)


@pytest.mark.parametrize(
    ("switch_off", "build"),
    [
        (alone_for_ever, going_round),
        (created_threads_are_not_ahead, creating),
        (every_end_is_quiet, watching_the_end),
        (several_instances_are_one, two_workers),
        (only_what_comes_out, spinning),
    ],
)
def test_a_condition_is_needed_in_ir(
    switch_off: Callable[[Patch], None], build: Callable[[], Program], monkeypatch: Patch
) -> None:
    assert says(build()) == "refused"
    switch_off(monkeypatch)
    assert says(build()) == "accepted"
