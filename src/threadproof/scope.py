"""What a verdict is about: memory model, data model, and what the front end assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.errors import Limit, UsageError
from threadproof.options import Options, asked
from threadproof.properties import NO_DATA_RACE, PROPERTIES, Kind
from threadproof.records import replace
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: of a verdict, instead of a memory model
EVERYWHERE = "any C11 implementation: no data races, and no weak orders"

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from threadproof.ir.program import Program
    from threadproof.passes.memory_model import MemoryModel


def model(options: Options) -> MemoryModel:
    from threadproof.passes.memory_model import MODELS

    return MODELS[options.memory_model]


def with_scope(
    verdict: Verdict,
    written: Program,
    notes: tuple[str, ...],
    options: Options,
    again: Callable[[Options], Program] | None = None,
    functions: Collection[str] = (),
) -> Verdict:
    """`written`: before any pass. `notes`: what else it is about. `again`: the program for other questions.

    `functions`: their names, with those of the library.
    """
    from threadproof.frontend.library import ANSWER_COMES
    from threadproof.portfolio import ABOUT_WAITING

    is_about_waiting = asked(options).has(*ABOUT_WAITING)
    order, *more = model(options).scope(written)
    if again is not None and _holds_everywhere(verdict, written, options, again, functions):
        order, more = EVERYWHERE, []
    words = [order, options.data_model]
    if options.atomic_statements:
        words.append("every statement is one step")
    if options.volatile == "atomic":
        words.append("accesses to volatile objects are atomic")
    if asked(options).has(Kind.ENDLESS) and options.fairness != Options().fairness:
        words.append(f"{options.fairness} fairness" if options.fairness == "strong" else "no fairness")
    words += [p.otherwise for p in PROPERTIES.values() if p.otherwise and p is not asked(options)]
    words += [n for n in (*written.scope, *more, *notes) if n not in words and (n != ANSWER_COMES or is_about_waiting)]
    scope = verdict.scope or "; ".join(words)
    match verdict:
        case Safe() | Unsafe() | Unknown():
            return replace(verdict, scope=scope)


def _holds_everywhere(
    verdict: Verdict,
    written: Program,
    options: Options,
    again: Callable[[Options], Program],
    functions: Collection[str],
) -> bool:
    """Does the memory model make no difference, as there are no data races?"""
    from threadproof.analysis.drf import is_for_any_implementation
    from threadproof.passes.memory_model import C11, SC

    if options.atomic_statements or options.volatile == "atomic":
        return False
    if model(options) is not SC or not isinstance(verdict, Safe):
        return False
    try:
        if asked(options) is NO_DATA_RACE:
            return is_for_any_implementation(written, functions, is_race_free=True)
        if not C11.decides(asked(options)) or not is_for_any_implementation(written, functions):
            return False
        # (what is never read may be left out of the program for another question)
        return is_for_any_implementation(again(replace(options, property=NO_DATA_RACE.name)), functions)
    except (Limit, UsageError):  # (of a language that has no races)
        return False


def unbounded(program: Program, verdict: Verdict, form: str) -> tuple[str, ...]:
    """Does the verdict hold however many threads the program starts?"""
    from threadproof.analysis.instances import most_instances

    # (as it was written, a loop that starts three threads looks like one that starts any number)
    is_any = form != "plain" and isinstance(verdict, Safe) and None in most_instances(program).values()
    return ("every number of threads",) if is_any else ()
