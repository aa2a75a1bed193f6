"""Program to program: each pass has its own module, whose docstring shows before and after.

`SCHEDULE` is the ordered list. A stage has alternatives, strongest first: the first one that preserves the property at
hand runs, and if there is none the stage is left out. Entry point: `run`. `instantiate` is not scheduled: an engine
that wants a fixed set of threads calls it.

What every pass must answer for, in its docstring: a step that waits (whoever waits for ever still does: its edge
stays, as a loop, also if its guard is false), a step that fails (the edge to an error location), an execution that is
discarded (only where the program declares it: `Template.discards`), something unsupported, several creations in one
step, the end of the process, spurious wake-ups, atomic sections, accesses. An edge disappears only where its guard is
proved false and it does not wait. `evidence.totality` checks that nothing vanishes, and random programs from
`tests/generators/features` are explored before and after each pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from threadproof.ir.program import Program
from threadproof.passes import assumed, constants, dead, expected, fuse, joins, localize, prologue, scalarize, simplify


@dataclass(frozen=True, slots=True)
class Pass:
    name: str
    function: Callable[[Program], Program]
    #: names of the properties whose verdict it never changes
    preserves: frozenset[str]


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


SCHEDULE: tuple[Stage, ...] = (
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
)


def choose(stage: Stage, property_: str) -> Pass | None:
    return next((p for p in stage.alternatives if property_ in p.preserves), None)


#: is shown what every pass makes
Watch = Callable[[str, Program], None]


def unwatched(name: str, program: Program) -> None:
    pass


def for_formulas(program: Program, property_: str, form: str, watch: Watch = unwatched) -> Program:
    """For engines that reason with formulas: inputs foretold; "instances": one template each, where they are known.

    With "templates" that is done only if what they are given tells instances of a template apart.
    """
    from threadproof.passes.foretell import foretell
    from threadproof.passes.instantiate import instantiate, tells_apart
    from threadproof.passes.single import PRESERVES, single_steps
    from threadproof.passes.unroll import unroll

    program = unroll(program)
    watch("unroll", program)
    if form == "instances" or tells_apart(program):
        program = instantiate(program)
        watch("instantiate", program)
    program = foretell(program)
    watch("foretell", program)
    if property_ in PRESERVES:
        program = single_steps(program)
        watch("single", program)
    return program


def run(program: Program, property_: str, watch: Watch = unwatched) -> Program:
    """The program made smaller. What only the leak check needs is dropped unless the property asks for it."""
    if property_ != "valid-memsafety" and program.memory is not None:
        program = replace(program, memory=None)
    changed = True
    for stage in SCHEDULE:
        chosen = choose(stage, property_)
        if chosen is not None and (changed or not stage.after_change):
            before = program
            program = chosen.function(program)
            changed = program is not before
            if changed:
                watch(chosen.name, program)
    return program
