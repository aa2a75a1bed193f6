"""Table III of Wachter et al., "Verifying multi-threaded software with Impact" (FMCAD 2013): weak memory models.

Wall seconds, each beside those of Impara. The programs are our own, in `programs/weak`, after those of the table: a
worker that sleeps although there is work (Sober), and workers that wake each other (PostgreSQL). Fixed ones have the
fences of the table. TO: time-out; the paper's is 900 s.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from papers.runs import conclude, execute, read_table, seconds, show

PROGRAMS = Path(__file__).resolve().parents[1] / "programs" / "weak"
CONFIGURATIONS = ["auto", "impact"]


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    rows = [["program", "expected", *[c for c in chosen for c in (c, "verdict")], "Impara"]]
    targets: list[tuple[bool, str]] = []
    complaints: list[str] = []
    for task in read_table("weak"):
        file, *options = task.file.split()
        row = [task.name, task.expected]
        is_decided = False
        for c in chosen:
            r = execute(task, ("--engine", c, *options, str(PROGRAMS / file)), timeout)
            row += [f"{r.wall:.2f}", r.verdict]
            is_decided |= r.is_decided
            complaints += [f"{c}, {task.name}: {r.complaint}"] if r.complaint else []
        rows.append([*row, seconds(task.paper.get("impara"))])
        targets.append((is_decided, f"{task.name}: {task.expected}"))
    show(f"Wall seconds, time-out {timeout:g} s", rows, markdown=markdown)
    return conclude(targets, complaints, markdown=markdown)
