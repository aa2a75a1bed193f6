"""C or SCPL text to Program. Entry point: `load`; who has several questions about one text calls `parse` first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.logic import interning
from threadproof.options import TASK_SUFFIXES
from threadproof.properties import PROPERTIES, UNREACH_CALL, Kind, Property
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.analysis.points_to import Constraint
    from threadproof.frontend.ast import Unit
    from threadproof.frontend.lower.whole import ProgramContext
    from threadproof.frontend.memory.lowering import MemoryLowering
    from threadproof.ir.program import Program
    from threadproof.options import Options
    from threadproof.result.outline import Outline
    from threadproof.result.verdict import Trace


@dataclass(frozen=True, slots=True)
class Parsed:
    """Texts of C as a typed tree, for every property: `load` leaves it as it is."""

    text: bytes
    unit: Unit
    #: raw graphs, which serve several properties, by the options that shape them
    lowered: dict[tuple[object, ...], ProgramContext] = field(default_factory=dict)


def parse(path: Path, options: Options) -> Parsed | None:
    """None: it is no C."""
    from threadproof.frontend import files, scpl

    return None if path.suffix == scpl.SUFFIX else Parsed(*files.tree(path, options))


def prepare(parsed: Parsed | None, options: Options) -> None:
    """What most properties have in common is done once."""
    if parsed is not None:
        _lowered(options, parsed, for_leaks=False)


def takes_any_arguments(parsed: Parsed | None, options: Options) -> bool:
    """Is it about arguments of main that are not given?"""
    return parsed is not None and options.args is None and bool(parsed.unit.functions[parsed.unit.begin].params)


def possible_arguments(unit: Unit, outline: Sequence[Outline], options: Options) -> list[str]:
    """What `--args` may be for an execution as the outline says, the likely ones first."""
    import shlex

    from threadproof.frontend.ctypes import DATA_MODELS
    from threadproof.frontend.lower.arguments import looked_at, where_asked_once, where_compared_once
    from threadproof.result.arguments import candidates

    width = DATA_MODELS[options.data_model].long_width
    found = candidates(outline, looked_at(unit), where_asked_once(unit), where_compared_once(unit), width)
    found += [words for words in ([], ["1"], ["1", "1"]) if words not in found]
    return [shlex.join([w.encode("latin-1").decode(errors="surrogateescape") for w in words]) for words in found]


def approximated(unit: Unit, outline: Sequence[Outline] | None) -> str:
    """A function that an execution as the outline says may call, and that gives more results here than there are.

    None: nobody knows what the execution does.
    """
    from threadproof.frontend.library import APPROXIMATE

    return next((name for name, _ in _called(unit, outline, APPROXIMATE)), "") or _uses_files_twice(unit, outline)


def _uses_files_twice(unit: Unit, outline: Sequence[Outline] | None) -> str:
    """A function that may say otherwise than here because of what the execution has done with descriptors before."""
    from threadproof.frontend.library import CHANGING_FILES, USING_FILES

    found = list(_called(unit, outline, CHANGING_FILES | USING_FILES))
    changing = [name for name, _ in found if name in CHANGING_FILES]
    return changing[0] if changing and sum(times for _, times in found) > 1 else ""


def reads_late_clock(unit: Unit, trace: Trace) -> bool:
    """Is a clock read in an execution in which somebody waited by such a clock for as long as he may?"""
    from threadproof.frontend.library import WAITING_BY_CLOCKS

    if not any(name in unit.functions for name in WAITING_BY_CLOCKS):
        return False
    outline = None if trace.left_out else trace.outline
    has_timed_out = trace.left_out or any("times out" in step.note for step in trace.steps)
    return bool(has_timed_out and any(_called(unit, outline, {"clock_gettime"})))


def volatile_lines(unit: Unit, files: Collection[str]) -> set[tuple[str, int]]:
    """Where something volatile is read or written, in these files."""
    from threadproof.frontend.ast import Assign, CompoundAssign, IncDec, Load, parts
    from threadproof.frontend.ctypes import VOLATILE
    from threadproof.frontend.read.conversions import qualifiers

    found: set[tuple[str, int]] = set()
    todo: list[object] = [f.body for f in unit.functions.values()]
    while todo:
        node = todo.pop()
        if isinstance(node, Load | Assign | CompoundAssign | IncDec) and node.pos.file in files:
            if qualifiers(node.place) & VOLATILE:
                found.add((node.pos.file, node.pos.line))
        todo += parts(node)
    return found


def _called(unit: Unit, outline: Sequence[Outline] | None, names: Collection[str]) -> Iterator[tuple[str, int]]:
    """Those of the functions that are called where the outline was, and how often it came there, for each call."""
    from threadproof.frontend.ast import Call, FuncDecl, Name, parts

    used = {f.name for f in unit.functions.values() if f.body is None and f.name in names}
    if outline is None:
        yield from ((name, 2) for name in sorted(used))
        return
    visits = _visits(outline)
    todo: list[object] = [f.body for f in unit.functions.values()] if used else []
    while todo:
        node = todo.pop()
        if isinstance(node, Call):
            if isinstance(node.callee, Name):
                times = visits.get((node.pos.file, node.pos.line), 0)
                if node.callee.decl.name in used and times:
                    yield node.callee.decl.name, times
            else:
                todo.append(node.callee)
            todo.append(node.args)
        elif isinstance(node, Name) and isinstance(node.decl, FuncDecl) and node.decl.name in used:
            yield node.decl.name, 2  # somebody may call it through a pointer
        else:
            todo += parts(node)


def _visits(outline: Sequence[Outline]) -> dict[tuple[str, int], int]:
    """How often threads came to each line."""
    found: dict[tuple[str, int], int] = {}
    last: dict[int, tuple[str, int]] = {}
    for move in outline:
        for place in move.places:
            if last.get(move.thread) != place:
                found[place] = found.get(place, 0) + 1
            last[move.thread] = place
    return found


def questions(file: Path, parsed: Parsed | None) -> list[str]:
    """The properties that a task asks for, or that a program may have."""
    from threadproof.frontend import task
    from threadproof.frontend.lower.program import is_cooperative

    if file.suffix in TASK_SUFFIXES:
        names = [entry.name for entry in task.load_task(file).properties if entry.name is not None]
        return names or [task.load_task(file).choose_property()]
    if parsed is None:
        return [UNREACH_CALL.name]
    return [p.name for p in PROPERTIES.values() if not p.is_about or is_cooperative(parsed.unit)]


@interning.work()
def load(path: Path, options: Options, parsed: Parsed | None = None) -> Program:
    """The program model of a source file, prepared for the property in `options`. `parsed`: what `parse` made of it."""
    from threadproof.errors import InternalError
    from threadproof.frontend import scpl
    from threadproof.ir.checker import check
    from threadproof.options import asked

    parsed = parsed or parse(path, options)
    program = scpl.load(path, options) if parsed is None else _program(path, options, parsed)
    put_checks_into = asked(options).checks
    program = program if put_checks_into is None else put_checks_into(program)
    complaints = check(program)
    if complaints:
        raise InternalError(f"the program model is not well-formed: {complaints[0]}")
    return program


def _program(path: Path, options: Options, parsed: Parsed) -> Program:
    from threadproof.frontend.sections import separated
    from threadproof.options import asked

    property_ = asked(options)
    program = separated(_memory(options, parsed, property_).program(path.name))
    if program.scheduler is None:
        return program
    from threadproof.frontend.cooperative import restrict

    return restrict(program, property_)


def _memory(options: Options, parsed: Parsed, property_: Property) -> MemoryLowering:
    from threadproof.analysis.points_to import solve
    from threadproof.frontend.checks import put_in
    from threadproof.frontend.memory import grid
    from threadproof.frontend.memory.feasible import keep_feasible
    from threadproof.frontend.memory.hands import forget_what_was_used
    from threadproof.frontend.memory.lowering import MemoryLowering
    from threadproof.frontend.memory.mixed import NOTHING, mixed
    from threadproof.options import SEQUENTIAL

    lowered = _lowered(options, parsed, for_leaks=property_.has(Kind.LEAK))
    sites: set[int] = set()
    grids: set[int] = set()
    found = NOTHING
    of_grids: tuple[Constraint, ...] = ()
    while True:
        is_c11 = options.memory_model == "c11"
        is_weak, model = options.memory_model != SEQUENTIAL, options.memory_model
        context = put_in(lowered, property_, is_weak=is_weak, orders=is_c11, model=model)
        points_to = solve([*context.constraints, *found.constraints, *of_grids])
        forget_what_was_used(context)  # operands also wait for what is never reached, so before that is dropped
        keep_feasible(context, points_to)
        known = {*found.constraints, *of_grids}
        found, of_grids = mixed(context, points_to, sites), grid.constraints(context, points_to, grids)
        memory = MemoryLowering(context, points_to, is_multiplied=options.threads is not None, mixed=found, grids=grids)
        places = memory.places
        if not (places.newly_mixed or places.newly_gridded) and known.issuperset((*found.constraints, *of_grids)):
            return memory
        sites |= places.newly_mixed
        grids |= places.newly_gridded


def _lowered(options: Options, parsed: Parsed, *, for_leaks: bool) -> ProgramContext:
    from threadproof.frontend.ast import ASYNC
    from threadproof.frontend.ctypes import DATA_MODELS
    from threadproof.frontend.lower.program import has_label, lower
    from threadproof.options import SEQUENTIAL, asked

    data_model, limit = options.data_model, options.recursion_limit
    any_order, has_any_number = options.order == "any", options.threads is not None
    is_weak = options.memory_model != SEQUENTIAL
    # (what may fail for no reason is the only difference)
    may_fail = any("compare_exchange" in name for name in parsed.unit.functions)
    is_about_ends, stays_in = may_fail and asked(options).has(Kind.ENDLESS), asked(options).function
    shape = (options.atomic_statements, options.volatile, is_weak, is_about_ends, stays_in)
    key = (for_leaks, data_model, limit, any_order, has_any_number, *shape)
    if key not in parsed.lowered:
        parsed.lowered[key] = lower(
            parsed.unit,
            DATA_MODELS[data_model],
            for_leaks=for_leaks,
            recursion_limit=limit,
            atomic_statements=options.atomic_statements,
            volatile_is_atomic=options.volatile == "atomic",
            is_weak=is_weak,
            any_order=any_order,
            has_any_number=has_any_number,
            is_about_ends=is_about_ends,
            stays_in=stays_in,
            is_satabs=ASYNC.encode() in parsed.text and has_label(parsed.unit, ASYNC),
        )
    return parsed.lowered[key]
