"""Random runs: a program is executed again and again, with random schedules and inputs, until it fails."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

from threadproof.options import Options
from threadproof.records import dataclass, field, replace
from threadproof.reference.chooser import Numbering, RandomChooser, Recording
from threadproof.reference.machine import End, Machine
from threadproof.reference.outcome import NotUnderstood, TakenForGranted
from threadproof.reference.reading import Reading, read

#: a run ends after so many statements; later runs may be longer
_STATEMENTS = (2_000, 20_000, 200_000)

#: every run may take so many seconds
_LEAST = 0.05
#: so many runs are made even if time is up, unless all of them together take longer than this
_FEWEST, _AT_ONCE = 10, 0.2
#: of arguments
_COUNTS = (0, 1, 1, 1, 2, 2, 3, 4, 5)
#: how often a run goes back to before an atomic section
_DETOURS = 100


@dataclass(slots=True)
class Tried:
    runs: int = 0
    #: the run that violates the property
    found: End | None = None
    #: and how to repeat it
    choices: list[int] = field(default_factory=list)
    #: with which arguments, if they are not given
    arguments: list[bytes] = field(default_factory=list)
    #: what could not be executed; runs that avoid it count all the same
    not_understood: str = ""
    #: what does not hold though verdicts take it for granted
    is_not_so: str = ""
    #: how runs ended
    ends: Counter[str] = field(default_factory=Counter)


def try_runs(reading: Reading, seconds: float, seed: int = 0, most: int | None = None) -> Tried:
    """Look for a violation."""
    tried = Tried()
    start = time.monotonic()
    deadline = start + seconds
    while tried.found is None and (most is None or tried.runs < most):
        limit = deadline if tried.runs >= _FEWEST else max(deadline, start + _AT_ONCE)
        if tried.runs and time.monotonic() > limit:
            break
        number = seed + tried.runs
        tried.runs += 1
        try:
            end, choices = run_recorded(reading, number, max(deadline, time.monotonic() + _LEAST))
        except TakenForGranted as problem:
            tried.is_not_so = str(problem)
            break
        except NotUnderstood as problem:
            tried.not_understood = str(problem)
            tried.ends["not understood"] += 1
            # what is not understood at the beginning of every run is not worth many of them
            if tried.runs > 20 and set(tried.ends) == {"not understood"}:
                break
        else:
            tried.ends[end.kind] += 1
            if end.kind == "violation":
                tried.found, tried.choices = end, choices
                tried.arguments = _some_arguments(reading, random.Random(number))
    return tried


def _some_arguments(reading: Reading, chance: random.Random) -> list[bytes]:
    """For a main that has any."""
    return [b"program", *chance.choices(reading.words, k=chance.choice(_COUNTS))] if reading.words else []


def with_arguments(path: Path, options: Options) -> Options:
    """The options of a random run, with some arguments if they are not given."""
    if options.args is not None or path.suffix not in (".c", ".i"):
        return options
    import shlex

    words = [
        w.decode(errors="surrogateescape") for w in _some_arguments(read(path, options), random.Random(options.seed))
    ]
    return replace(options, args=shlex.join(words[1:])) if words else options


def run_once(reading: Reading, seed: int, deadline: float | None = None) -> End:
    return run_recorded(reading, seed, deadline)[0]


def run_recorded(reading: Reading, seed: int, deadline: float | None = None) -> tuple[End, list[int]]:
    """One execution, and its choices. Where an atomic section is found to be impossible, another thread comes first."""
    chance = RandomChooser(seed, reading.constants)
    arguments = _some_arguments(reading, random.Random(seed))
    statements = _STATEMENTS[min(seed % 7, len(_STATEMENTS) - 1)]
    chooser = Recording(chance)
    for _ in range(_DETOURS):
        numbering = Numbering(chooser)
        machine = Machine(
            reading.unit,
            reading.model,
            reading.property,
            numbering,
            most_ticks=statements,
            deadline=deadline,
            stays_in_arrays=True,
            arguments=arguments,
            volatile_is_atomic=reading.volatile_is_atomic,
        )
        end = machine.run()
        if end.kind != "impossible":
            break
        at = chooser.last_schedule
        excluded = {chooser.choices[at]}
        if at == len(chooser.beginning):
            excluded |= chooser.excluded
        chooser = Recording(chance, chooser.choices[:at])
        chooser.excluded = excluded
    return end, numbering.numbers
