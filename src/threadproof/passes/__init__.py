"""Program to program: each pass has its own module, whose docstring shows before and after.

`SCHEDULE` is the ordered list that makes a program smaller, `schedule` what follows for each form that somebody wants
to see. A stage has alternatives, strongest first: the first one that preserves the property at hand runs, and if there
is none the stage is left out. Entry points: `run`, and `in_form` behind it; `forms.Forms` remembers.

What every pass must answer for, in its docstring: a step that waits (whoever waits for ever still does: its edge
stays, as a loop, also if its guard is false), a step that fails (the edge to an error location), an execution that is
discarded (only where the program declares it: `Template.discards`), something unsupported, several creations in one
step, the end of the process, spurious wake-ups, atomic sections, accesses. An edge disappears only where its guard is
proved false and it does not wait. `evidence.totality` checks that nothing vanishes, and random programs from
`tests/generators/features` are explored before and after each pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.budget import check_time
from threadproof.ir.program import Program
from threadproof.passes import (
    assumed,
    constants,
    dead,
    expected,
    fuse,
    joins,
    localize,
    memory_model,
    prologue,
    scalarize,
    simplify,
)  # fmt: skip
from threadproof.properties import Kind, Property
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pass:
    name: str
    function: Callable[[Program], Program]
    #: it never changes whether there are violations of these kinds
    preserves: frozenset[Kind]


_SC = (Pass("sc", memory_model.sequential, memory_model.PRESERVES),)
_PROLOGUE = (Pass("prologue", prologue.prologue, prologue.PRESERVES),)
_SIMPLIFY = (Pass("simplify", simplify.simplify, simplify.PRESERVES),)
_CONSTANTS = (
    Pass("constants", constants.constants, constants.PRESERVES),
    Pass("constants-but-accesses", constants.constants_but_accesses, constants.PRESERVES_ACCESSES),
)
_SCALARIZE = (Pass("scalarize", scalarize.scalarize, scalarize.PRESERVES),)
_LOCALIZE = (Pass("localize", localize.localize, localize.PRESERVES),)
_DEAD = (
    Pass("dead", dead.dead, dead.PRESERVES),
    Pass("dead-but-accesses", dead.dead_but_accesses, dead.PRESERVES_ACCESSES),
)
_FUSE = (
    Pass("fuse", fuse.fuse, fuse.PRESERVES),
    Pass("fuse-if-covered", fuse.fuse_if_covered, fuse.PRESERVES_IF_COVERED),
)
_ASSUMED = (Pass("assumed", assumed.assumed, assumed.PRESERVES),)
_EXPECTED = (Pass("expected", expected.expected, expected.PRESERVES),)
_JOINS = (Pass("joins", joins.joins, joins.PRESERVES),)


@dataclass(frozen=True, slots=True)
class Stage:
    alternatives: tuple[Pass, ...]
    #: only if the stage before found something to do
    after_change: bool = False
    #: only for programs like this
    when: Callable[[Program], bool] | None = None


SCHEDULE: list[Stage] = [
    Stage(_SC),
    Stage(_PROLOGUE),
    Stage(_SIMPLIFY),
    Stage(_LOCALIZE),
    Stage(_CONSTANTS),
    Stage(_SCALARIZE),
    Stage(_CONSTANTS, after_change=True),
    # an index may have been a cell
    Stage(_SCALARIZE, after_change=True),
    Stage(_CONSTANTS, after_change=True),
    # what other threads read may have turned out to be constant
    Stage(_LOCALIZE),
    Stage(_DEAD),
    Stage(_EXPECTED),
    Stage(_SIMPLIFY),
    Stage(_FUSE),
    Stage(_DEAD),
    Stage(_SIMPLIFY),
    Stage(_ASSUMED),
    Stage(_CONSTANTS, after_change=True),
    Stage(_JOINS),
    Stage(_SIMPLIFY, after_change=True),
]


def register(p: Pass) -> Pass:
    """One more, after all others that make programs smaller."""
    SCHEDULE.append(Stage((p,)))
    return p


def choose(stage: Stage, property_: Property) -> Pass | None:
    return next((p for p in stage.alternatives if property_.is_within(p.preserves)), None)


#: is shown what every pass makes
Watch = Callable[[str, Program], None]


def unwatched(name: str, program: Program) -> None:
    pass


def schedule(form: str) -> tuple[Stage, ...]:
    """What makes a program that `SCHEDULE` has made smaller one of this form.

    "instances" and "templates" are for engines that reason with formulas: inputs are foretold, and threads are known
    one by one, wherever that is possible, or only if what they are given tells those of a template apart. "sequential"
    has threads with numbers in a row, and reads inputs where they are.
    """
    if form == "plain":
        return ()
    from threadproof.passes import instantiate, unroll

    one_each = Pass("instantiate", instantiate.instantiate, instantiate.PRESERVES)
    each = Stage((one_each,), when=instantiate.tells_apart if form == "templates" else None)
    rest: tuple[Pass, ...]
    if form == "sequential":
        from threadproof.passes import number

        rest = (Pass("number", number.number, number.PRESERVES),)
    else:
        from threadproof.passes import foretell, single

        rest = (
            Pass("foretell", foretell.foretell, foretell.PRESERVES),
            Pass("single", single.single_steps, single.PRESERVES),
        )
    stages = [Stage((p,)) for p in rest]
    return (Stage((Pass("unroll", unroll.unroll, unroll.PRESERVES),)), each, *stages, *SCHEDULE)


def run(program: Program, property_: Property, watch: Watch = unwatched) -> Program:
    """The program made smaller. What only the leak check needs is dropped unless the property asks for it."""
    if not property_.has(Kind.LEAK) and program.memory is not None:
        program = replace(program, memory=None)
    return _go_through(SCHEDULE, program, property_, watch)


def in_form(program: Program, property_: Property, form: str, watch: Watch = unwatched) -> Program:
    """`program`: what `run` has made of it."""
    return _go_through(schedule(form), program, property_, watch)


def _go_through(stages: Sequence[Stage], program: Program, property_: Property, watch: Watch) -> Program:
    changed = True
    for stage in stages:
        chosen = choose(stage, property_)
        if chosen is None or (stage.after_change and not changed) or (stage.when and not stage.when(program)):
            continue
        check_time()
        before = program
        program = chosen.function(program)
        changed = program is not before
        if changed:
            watch(chosen.name, program)
    return program
