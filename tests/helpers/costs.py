"""`make test` stays fast as tests become more: each test function has a share of its time, for as many cases as fit.

`tests/costs.txt` says what a case of each expensive function takes, in seconds of the processor. Of its cases those are
run for which there is time, others for every commit; a case that takes longer than the share is run in some commits
only. What is left is for `make test-long`. A function that is not listed is always run as a whole; `pytest --costs`
measures, and writes the list again.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from zlib import crc32

from tests.helpers.rotation import rotation

#: seconds of each function, in `make test`
SHARE: Final = 1.3
#: functions whose cases take less, all together, are not listed
LEAST: Final = 1.0
LIST: Final = Path(__file__).parents[1] / "costs.txt"


def known() -> dict[str, float]:
    """Function -> seconds of a case."""
    rows = (line.split() for line in LIST.read_text().splitlines() if not line.startswith("#"))
    return {name: float(seconds) for seconds, name in rows}


def function_of(case: str) -> str:
    return case.partition("[")[0]


def too_many(cases: Iterable[str]) -> set[str]:
    """Those that are not for this commit."""
    of: dict[str, list[str]] = {}
    for case in cases:
        of.setdefault(function_of(case), []).append(case)
    left_out: set[str] = set()
    for name, seconds in known().items():
        mine = sorted(of.get(name, ()), key=_place)
        if not mine or seconds * len(mine) <= SHARE:
            continue
        there_is_time = int(SHARE / seconds) or int(_place(name) < SHARE / seconds)
        left_out.update(mine[there_is_time:])
    return left_out


def _place(name: str) -> float:
    """A number below 1, another one for every commit."""
    return crc32(f"{rotation()} {name}".encode()) / 2**32


def seconds_so_far() -> float:
    """Of this process, and those that it has started and that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def write(measured: dict[str, float]) -> None:
    """`measured`: case -> seconds. What was not run stays as it was."""
    of: dict[str, list[float]] = {}
    for case, seconds in measured.items():
        of.setdefault(function_of(case), []).append(seconds)
    listed = {name: seconds for name, seconds in known().items() if name not in of}
    listed |= {name: sum(them) / len(them) for name, them in of.items() if sum(them) >= LEAST}
    head = "# seconds of a case, and its function: see tests/helpers/costs.py, which writes this\n"
    LIST.write_text(head + "".join([f"{seconds:.2f} {name}\n" for name, seconds in sorted(listed.items())]))
