"""The command `threadproof robust`: under which memory models a program does nothing else than as it is written.

Nothing is verified: where no accesses that may change places are on a cycle, executions are those of sequential
consistency, whatever is asked. Where some are, there may be others, and the shortest cycle is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from threadproof import frontend
from threadproof.budget import until
from threadproof.errors import Limit, UsageError
from threadproof.fences.spots import shown
from threadproof.ir import op as O
from threadproof.ir.program import Program, Source
from threadproof.options import SEQUENTIAL, Options
from threadproof.passes.memory_model import MODELS, places_exchanged
from threadproof.passes.multiply import multiply
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.cycles import Part, shortest
from threadproof.passes.weak.foreign import settled
from threadproof.records import NamedTuple, replace


class Answer(NamedTuple):
    model: str
    #: None: not known
    is_robust: bool | None
    #: in words, line by line
    why: tuple[str, ...] = ()


def run(path: Path, options: Options, chosen: str | None, deadline: float | None) -> Iterator[Answer]:
    names = [name for name in MODELS if name != SEQUENTIAL] if chosen is None else [chosen]
    if chosen == SEQUENTIAL:
        raise UsageError("sequential consistency is what the others are compared with", hint="leave the model out")
    parsed = frontend.parse(path, options)
    usual: set[str] | None = None
    for name in names:
        try:
            with until(deadline):
                program = frontend.load(path, replace(options, memory_model=name), parsed)
                if options.threads is not None:
                    most = None if options.threads == "any" else int(options.threads)
                    program = multiply(program, most, are_awaited=False)
                if usual is None:
                    usual = set(_not_understood(frontend.load(path, options, parsed)))
                yield _answer(program, name, usual)
        except Limit as limit:
            yield Answer(name, None, (f"not known: {limit.reason}",))


def _answer(program: Program, name: str, usual: set[str]) -> Answer:
    """`usual`: what is not understood under sequential consistency either."""
    if program.scheduler is not None:
        raise UsageError("memory models are for preemptive threads")
    if name == "c11":
        return _of_c11(simplify(settled(program, MODELS[name])))
    delays = places_exchanged(program, MODELS[name])
    cycle = shortest(delays)
    unknown = {what: where for what, where in _not_understood(delays.program).items() if what not in usual}
    if cycle is None and unknown:
        (what, where), *_ = unknown.items()
        return Answer(name, None, (f"not known: {what} ({where})",))
    if cycle is None:
        return Answer(name, not delays.critical, () if not delays.critical else ("some pairs were not looked at",))
    return Answer(name, False, tuple(_told(program, cycle)))


def _not_understood(program: Program) -> dict[str, str]:
    """Where a cycle may be missed: what, and the place."""
    edges = [e for t in program.templates.values() for e in t.all_edges()]
    return {e.op.what: program.place(e.origin) for e in edges if isinstance(e.op, O.Unsupported)}


def _of_c11(program: Program) -> Answer:
    from threadproof.passes.weak.places import Places, Sort

    places = Places(program)
    weak = [g for g, sort in places.sorts.items() if sort is Sort.HISTORY]
    plain = [g for g, sort in places.sorts.items() if sort is Sort.PLAIN]
    why = []
    if weak:
        why.append(f"orders weaker than seq_cst, where threads may be in conflict: {', '.join(sorted(weak))}")
    if plain:
        why.append(f"not atomic, and threads may be in conflict: {', '.join(sorted(plain))}")
    if places.refused:
        why.append(f"not understood: {', '.join(sorted(places.refused))}")
    return Answer("c11", not why, tuple(why))


def _told(program: Program, cycle: list[Part]) -> Iterator[str]:
    width = max(len(part.template) for part in cycle)
    places = [program.place(part.origin) for part in cycle]
    place_width = max(map(len, places))
    texts = [_text(program, part.origin) for part in cycle]
    texts = [text if len(text) <= 60 else f"{text[:57]}..." for text in texts]
    text_width = max(map(len, texts))
    for n, (part, place, text) in enumerate(zip(cycle, places, texts, strict=True)):
        if n == 0:
            word = ""
        elif n == 1:
            word = "may come before it"
        elif part.is_conflict:
            word = "is in conflict with that" + (" and with the first" if n == len(cycle) - 1 else "")
        else:
            word = "comes behind" + (", is in conflict with the first" if n == len(cycle) - 1 else "")
        yield f"{part.template:{width}}  {place:{place_width}}  {text:{text_width}}  {word}".rstrip()


def _text(program: Program, origin: Source) -> str:
    lines = program.sources.get(origin.file, [])
    return shown(origin, lines) if origin.end_line <= len(lines) else ""


def format_answers(answers: list[Answer]) -> str:
    lines = []
    width = max(len(a.model) for a in answers)
    for a in answers:
        word = {True: "as under sequential consistency", False: "there may be other executions", None: ""}[a.is_robust]
        lines.append(f"{a.model:{width}}  {word or a.why[0]}")
        lines += [f"{'':{width}}    {line}" for line in (a.why if word else ())]
    return "\n".join(lines) + "\n"
