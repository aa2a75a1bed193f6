"""The whole program to raw graphs: main first, then every function that is started as a thread."""

from __future__ import annotations

from threadproof.errors import InputError
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cooperative, robust
from threadproof.frontend.ctypes import DataModel
from threadproof.frontend.library import LOCALE_OF_C
from threadproof.frontend.lower import procedures, staying
from threadproof.frontend.lower.calls import Calls
from threadproof.frontend.lower.handles import filled_before
from threadproof.frontend.lower.masses import TooManySteps
from threadproof.frontend.lower.order import order_matters
from threadproof.frontend.lower.recursion import recursion_limits
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.threads import taking_a_thread
from threadproof.ir.op import Order
from threadproof.logic.term import Var

_MUTEX_KINDS = (
    "pthread_mutexattr_settype", "mtx_init",
    "EnterCriticalSection", "TryEnterCriticalSection", "SleepConditionVariableCS",
)  # fmt: skip


def lower(
    unit: A.Unit,
    model: DataModel,
    *,
    recursion_limit: int,
    for_leaks: bool,
    atomic_statements: bool,
    is_satabs: bool,
    any_order: bool,
    has_any_number: bool,
    volatile_is_atomic: bool = False,
    is_weak: bool = False,
    is_about_ends: bool = False,
    stays_in: str = "",
) -> ProgramContext:
    def begun(counts_threads: bool) -> ProgramContext:
        program = ProgramContext(unit, model, for_leaks, atomic_statements=atomic_statements, is_satabs=is_satabs)
        program.has_any_number = has_any_number
        program.counts_threads = counts_threads
        program.recursion_limits = recursion_limits(unit, recursion_limit)
        program.any_order = any_order
        program.is_weak = is_weak
        program.is_about_ends = is_about_ends
        program.stays = staying.begun(unit, stays_in) if stays_in else None
        if volatile_is_atomic:
            # (no processor orders anything by it)
            program.order_of_volatile = Order.RELAXED if is_weak else Order.SEQ_CST
        return program

    def fitting(*, counts_threads: bool) -> ProgramContext:
        """With all calls inlined, or else with procedures."""
        program = begun(counts_threads)
        if not procedures.EVERYWHERE:
            try:
                _lower(program)
                return program
            except TooManySteps:
                if not procedures.may_have(program):
                    raise
        chosen: set[str] = set()
        refused: set[str] = set()
        allocating = procedures.EVERYWHERE
        while True:
            new = procedures.chosen(program, allocating=allocating) - refused - chosen
            chosen |= new
            masses, before = program.inlined.masses, len(refused)
            program = begun(counts_threads)
            program.inlined.procedures, program.inlined.refused, program.inlined.masses = chosen, refused, masses
            try:
                _lower(program)
                if len(refused) == before:
                    return program
            except TooManySteps:
                if not new and len(refused) == before:
                    if allocating:
                        raise
                    allocating = True

    program = fitting(counts_threads=False)
    if program.main_may_end_first and _end_matters(program):
        return fitting(counts_threads=True)
    return program


def _end_matters(program: ProgramContext) -> bool:
    """Does something happen, or can anything be wrong, when the last thread ends?"""
    unit = program.unit
    leaks = program.for_leaks and any(s.kind == "heap" and not s.automatic for s in program.sites)
    return "atexit" in unit.functions or bool(unit.destructors) or leaks


def _lower(program: ProgramContext) -> None:
    unit = program.unit
    named_error = any(f.name in A.ERROR_FUNCTIONS for f in unit.functions.values())
    program.error_label = program.assert_is_error = not named_error
    program.uses_mutex_kinds = any(n in unit.functions for n in _MUTEX_KINDS) or unit.has_special_mutex
    program.cooperative = cooperative(unit)
    if program.cooperative is not None:
        program.scheduler = program.cooperative.scheduler(program.any_order, False)
        order = "every initial order of threads" if program.any_order else "threads in the order of their creation"
        program.scope[f"{program.scheduler.name}, {order}"] = None
        if {"ft_scheduler_suspend", "ft_scheduler_resume"} <= unit.functions.keys():
            program.scope["threads are suspended and resumed as in version 1.0 of the library"] = None
        program.atomic_statements = False  # whatever a thread does until it gives control back is one step
    if any(n in unit.functions for n in taking_a_thread()):
        program.filled_handles = filled_before(unit)
    program.scope |= unit.scope
    if order_matters(unit, is_satabs=program.is_satabs):
        program.scope["operands are evaluated from left to right"] = None
    main = unit.functions.get(unit.begin)
    if main is None or main.body is None:
        raise InputError(f"there is no function {unit.begin}", hint="threadproof verifies whole programs")
    program.templates["main"] = R.RawTemplate("main", "main", Var("main.self", R.OBJECT_WIDTH, False))
    context = Calls(program, program.templates["main"])
    program.uses_robust_mutexes = robust.is_used(context)
    program.uses_mutex_kinds |= program.uses_robust_mutexes
    context.lower_template(main, is_main=True)
    while program.pending:
        f = program.pending.pop(0)
        if f.name == "main":
            context.unsupported("main started as a thread")
            continue
        Calls(program, program.templates[f.symbol]).lower_template(f, is_main=False)
    if program.sets_locale and program.library.needs_locale:
        program.scope[LOCALE_OF_C] = None


def is_cooperative(unit: A.Unit) -> bool:
    """Do its threads give control back when they like?"""
    return cooperative(unit) is not None


def has_label(unit: A.Unit, prefix: str) -> bool:
    """Does a function that is used have a label that begins like this?"""
    pending: list[object] = [f.body for f in unit.functions.values()]
    while pending:
        node = pending.pop()
        if isinstance(node, A.Label) and node.name.startswith(prefix):
            return True
        pending += A.parts(node)
    return False
