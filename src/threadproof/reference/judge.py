"""What the second reading says about a verdict. Entry points: `confirm`, `attempt` and `repeat`.

Only "refuted" speaks against a verdict. Whatever the second reading does not know, or has no time for, leaves it as it
is, and the opinion says why.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.frontend.ast import Unit
from threadproof.options import DATABASE_SUFFIX, Options, asked
from threadproof.properties import NO_DATA_RACE, NO_DEADLOCK, NO_OVERFLOW, UNREACH_CALL, VALID_MEMSAFETY
from threadproof.records import dataclass, field
from threadproof.reference.chooser import Numbered
from threadproof.reference.machine import End, Machine
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.reading import Reading, read
from threadproof.reference.runs import try_runs

if TYPE_CHECKING:
    from threadproof.reference.following import Hint

#: what the second reading looks for
PROPERTIES = (UNREACH_CALL, NO_DATA_RACE, NO_DEADLOCK, NO_OVERFLOW, VALID_MEMSAFETY)
#: if a counterexample cannot be followed, random runs are made for so many seconds
_SECONDS = 1.0


@dataclass(slots=True)
class Opinion:
    """`word`: confirmed, refuted, not done, or "not so": the verdict takes something for granted that does not hold.

    For Safe, "confirmed" only means that no run failed.
    """

    word: str
    why: str = ""
    #: the execution that violates the property, as numbers of options that were chosen
    choices: list[int] = field(default_factory=list)
    end: End | None = None

    def __str__(self) -> str:
        return f"{self.word}: {self.why}" if self.why else self.word


def obstacle(path: Path, options: Options) -> str:
    """Why there is no second reading; empty: there is one."""
    if asked(options) not in PROPERTIES:
        return f"not for {options.property}"
    if path.suffix not in (".c", ".i", ".h", DATABASE_SUFFIX):
        return "for C only"
    if options.atomic_statements or options.threads is not None:
        return "not with --atomic-statements or --threads"
    return ""


def confirm(
    path: Path, options: Options, outline: Sequence[Hint], part: str, seconds: float, unit: Unit | None = None
) -> Opinion:
    """Is there an execution as the outline says that violates this part of the property? `unit`: the file as a tree."""
    from threadproof.reference.following import follow

    start = time.monotonic()
    why = obstacle(path, options)
    if why:
        return Opinion("not done", why)
    reading = read(path, options, unit)
    found = follow(reading, outline, part, seconds - (time.monotonic() - start))
    if found.outcome == "confirmed":
        return Opinion("confirmed", choices=found.choices, end=found.end)
    tried = try_runs(reading, _SECONDS)
    if tried.found is not None and (tried.found.part == part or found.outcome == "refuted"):
        return Opinion("confirmed", choices=tried.choices, end=tried.found)
    if found.outcome == "not so":
        return Opinion("not so", found.why)
    if found.outcome == "open":
        return Opinion("not done", found.why)
    if tried.not_understood:
        return Opinion("not done", tried.not_understood)
    return Opinion("refuted", f"{found.attempts} executions follow the counterexample, and none violates the property")


def attempt(path: Path, options: Options, seconds: float, unit: Unit | None = None) -> Opinion:
    """Random runs of a program that is said to be safe."""
    start = time.monotonic()
    why = obstacle(path, options)
    if why:
        return Opinion("not done", why)
    reading = read(path, options, unit)
    tried = try_runs(reading, seconds - (time.monotonic() - start), options.seed)
    if tried.found is not None:
        given = f", with the arguments {tried.arguments[1:]}" if tried.arguments else ""
        return Opinion("refuted", f"{tried.found.text} ({tried.found.pos}{given})", end=tried.found)
    if tried.is_not_so:
        return Opinion("not so", tried.is_not_so)
    finished = tried.runs - tried.ends["not understood"]
    if tried.not_understood and not finished:
        return Opinion("not done", tried.not_understood)
    return Opinion("confirmed", f"{finished} runs")


def repeat(path: Path, options: Options, choices: Sequence[int]) -> tuple[Reading, End]:
    """Execute once more what `confirm` has found."""
    reading = read(path, options)
    why = obstacle(path, options)
    if why:
        return reading, End("stopped", f"there is no second reading: {why}")
    try:
        machine = Machine(
            reading.unit,
            reading.model,
            reading.property,
            Numbered(choices),
            tells=True,
            volatile_is_atomic=reading.volatile_is_atomic,
        )
        return reading, machine.run()
    except IndexError:
        return reading, End("stopped", "a choice is not one of those that there are")
    except NotUnderstood as problem:
        return reading, End("stopped", str(problem))
