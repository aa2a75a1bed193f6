"""C or SCPL text to Program. Entry point: `load`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.properties import NO_OVERFLOW, UNREACH_CALL, VALID_MEMSAFETY, Kind

if TYPE_CHECKING:
    from threadproof.ir.program import Program
    from threadproof.options import Options


def load(path: Path, options: Options) -> Program:
    """The program model of a source file, prepared for the property in `options`."""
    from threadproof.errors import InternalError
    from threadproof.frontend import scpl
    from threadproof.ir.checker import check
    from threadproof.options import asked

    program = scpl.load(path, options) if path.suffix == scpl.SUFFIX else _load_c(path, options)
    put_checks_into = asked(options).checks
    program = program if put_checks_into is None else put_checks_into(program)
    complaints = check(program)
    if complaints:
        raise InternalError(f"the program model is not well-formed: {complaints[0]}")
    return program


def _load_c(path: Path, options: Options) -> Program:
    from threadproof.analysis.points_to import solve
    from threadproof.frontend.cooperative import restrict
    from threadproof.frontend.ctypes import DATA_MODELS
    from threadproof.frontend.lower.context import Checks
    from threadproof.frontend.lower.program import ASYNC, has_label, lower
    from threadproof.frontend.memory.feasible import keep_feasible
    from threadproof.frontend.memory.hands import forget_what_was_used
    from threadproof.frontend.memory.lowering import MemoryLowering
    from threadproof.frontend.preprocess import preprocess
    from threadproof.frontend.read.typecheck import build_unit
    from threadproof.frontend.sections import separated
    from threadproof.options import asked

    model = DATA_MODELS[options.data_model]
    text = preprocess(
        path,
        cpp=options.cpp,
        include_dirs=options.include_dirs,
        defines=options.defines,
        model_name=options.data_model,
    )
    unit = build_unit(text, str(path), model)
    if path.suffix != ".i":
        for file in unit.sources:  # traces show what the user wrote, not what the preprocessor made of it
            if Path(file).is_file():
                unit.sources[file] = Path(file).read_text(errors="replace").splitlines()
    property_ = asked(options)
    checks = Checks(
        unreach=property_ is UNREACH_CALL,
        overflow=property_ is NO_OVERFLOW,
        memory=property_ is VALID_MEMSAFETY,
        races=property_.has(Kind.RACE),
        waits=property_.has(Kind.DEADLOCK, Kind.ENDLESS),
    )
    context = lower(
        unit,
        model,
        checks,
        options.recursion_limit,
        atomic_statements=options.atomic_statements,
        any_order=options.order == "any",
        watches=property_.has(Kind.LOST_EVENT),
        has_any_number=options.threads is not None,
        is_satabs=ASYNC.encode() in text and has_label(unit, ASYNC),
    )
    points_to = solve(context.constraints)
    forget_what_was_used(context)  # operands also wait for what is never reached, so before that is dropped
    keep_feasible(context, points_to)
    memory = MemoryLowering(context, points_to, is_multiplied=options.threads is not None)
    return restrict(separated(memory.program(path.name)), property_)
