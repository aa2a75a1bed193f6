"""The command `threadproof fences`: a program and a memory model to a patch, with the reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from threadproof import contents, frontend, pipeline
from threadproof.budget import until
from threadproof.errors import InputError, UsageError
from threadproof.fences.patch import Change, changed_texts, difference
from threadproof.fences.search import Chosen, Found, Search
from threadproof.fences.spots import STRENGTHS, Place, places, weak_statements
from threadproof.ir.program import Source
from threadproof.options import Options
from threadproof.passes.memory_model import MODELS
from threadproof.properties import NO_DATA_RACE
from threadproof.records import dataclass, replace
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

Say = Callable[[str], None]


@dataclass(slots=True)
class Answer:
    text: str
    #: safe as it is or with the patch; None: not known
    is_safe: bool | None
    #: as `patch` reads it
    difference: str = ""


def run(path: Path, options: Options, progress: Callable[[str], None] | None = None) -> Answer:
    if options.memory_model not in STRENGTHS:
        raise UsageError("fences are found for some machines only", hint=f"--memory-model {' or '.join(STRENGTHS)}")
    if options.cpp != Options().cpp:
        raise UsageError("--cpp: changes are tried with the built-in preprocessor only", hint="leave it out")
    return _Run(path, options, progress or (lambda _: None)).run()


class _Run:
    def __init__(self, path: Path, options: Options, progress: Callable[[str], None]) -> None:
        self.path = path
        self.options = options
        self.progress = progress
        self.deadline = None if options.timeout is None else time.monotonic() + options.timeout

    def run(self) -> Answer:
        name = self.options.memory_model
        usual = self._verify(replace(self.options, memory_model="sc"))
        if not isinstance(usual, Safe):
            help_ = " Fences are no help." if isinstance(usual, Unsafe) else ""
            return Answer(f"Under sequential consistency: {_told(usual)}.{help_}\n", _is_safe(usual))
        before = self._verify(self.options)
        if isinstance(before, Safe):
            return Answer(f"Safe under {name} as it is.\n", True)
        text = f"Safe under sequential consistency. Under {name}: {_told(before)}.\n"
        statements, found_places, without = self._places()
        found = Search(self._ask).run(found_places)
        if found.changes is None:
            where = ", ".join(dict.fromkeys(f"{Path(s.file).name}:{s.line}" for s in statements))
            what = "stores that may be late" if name in ("tso", "pso") else "accesses that may change places"
            text += f"With all changes that are tried, at {what} ({where}): {_told(found.most)}.\n"
            if without:
                where = ", ".join(dict.fromkeys(f"{Path(s.file).name}:{s.line}" for s in without))
                text += f"Nothing can be changed at {where}: they are part of something larger.\n"
            return Answer(text, None)
        changes = sorted(found.changes, key=lambda c: (c.file, c.line))
        return Answer(text + self._explained(found, changes, len(found_places)), True, difference(changes))

    def _explained(self, found: Found, changes: Sequence[Change], count: int) -> str:
        name = self.options.memory_model
        fewest = "no fewer are enough" if found.is_least else "none can be left out"
        if any(isinstance(v, Unknown) for v in found.without.values()):
            fewest = "perhaps not all are needed"
        text = f"Safe under {name} with {len(changes)} of {count} possible changes; {fewest}:\n"
        for c in changes:
            text += f"  {Path(c.file).name}:{c.line}  {c.words} `{c.place}`\n"
            text += f"      without it: {_told(found.without[c])}\n"
        return text

    def _places(self) -> tuple[list[Source], list[Place], list[Source]]:
        model = MODELS[self.options.memory_model]
        with until(self.deadline):
            program = frontend.load(self.path, self.options)
            parsed = frontend.parse(self.path, self.options)
            statements = weak_statements(program, model)
            if parsed is None:
                return statements, [], statements
            has_c11 = b"memory_order_seq_cst" in parsed.text
            return statements, *places(statements, parsed.unit, model, has_c11=has_c11)

    def _ask(self, changes: Chosen) -> Verdict:
        self.progress(f"with {len(changes)} changes")
        try:
            with contents.changed(changed_texts(changes)):
                return self._verify(self.options)
        except InputError as error:  # (where braces are, and macros, no fence can stand everywhere)
            return Unknown("not valid", str(error))

    def _verify(self, options: Options) -> Verdict:
        left = None if self.deadline is None else self.deadline - time.monotonic()
        if left is not None and left <= 0:
            return Unknown("timeout")
        verdict = pipeline.verify(self.path, replace(options, timeout=left)).verdict
        if isinstance(verdict, Unknown) and verdict.detail.startswith("data race on"):
            # (then C11 gives the program no meaning)
            race = replace(options, property=NO_DATA_RACE.name, timeout=left)
            found = pipeline.verify(self.path, race).verdict
            return found if isinstance(found, Unsafe) else verdict
        return verdict


def _told(verdict: Verdict) -> str:
    match verdict:
        case Safe():
            return "safe"
        case Unsafe(trace=trace):
            return f"unsafe, {trace.violation}"
        case Unknown(reason=reason, detail=detail):
            return f"not decided, {reason}{f' ({detail})' if detail else ''}"


def _is_safe(verdict: Verdict) -> bool | None:
    return None if isinstance(verdict, Unknown) else isinstance(verdict, Safe)
