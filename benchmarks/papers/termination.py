"""Table II of Popeea et al., "Reduction for compositional verification of multi-threaded programs" (2014): termination.

CPU seconds, beside those of the paper for Owicki-Gries without (Comp) and with reduction (RedComp). sync01 is the
public program, which terminates (under the exact meaning of waiting); the others are our own, in
`programs/termination`, in the style of those of the table: phases of which counters begin anew, and philosophers, of
whom each may eat as often as he likes, with their forks in order; in a circle, which the paper does not have, they get
stuck. TO: time-out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from papers.runs import conclude, execute, read_table, seconds, show

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "benchmarks" / "programs" / "termination"
PUBLIC = Path(os.environ.get("THREADPROOF_BENCH", ROOT.parent / "shared" / "bench"))
CONFIGURATIONS = ["auto", "rank", "explore"]
#: seconds that we want to stay below
QUICK = 3.0


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    rows = [["program", "expected", *[c for c in chosen for c in (c, "verdict")], "Comp", "RedComp"]]
    targets: list[tuple[bool, str]] = []
    complaints: list[str] = []
    for task in read_table("termination"):
        file = next(
            folder / task.file for folder in (PROGRAMS, PUBLIC) if folder is PUBLIC or (folder / task.file).exists()
        )
        row = [task.name, task.expected]
        best = float("inf")
        for c in chosen:
            r = execute(task, ("--engine", c, "--property", "termination", str(file)), timeout)
            row += [f"{r.cpu:.2f}", r.verdict]
            best = min(best, r.cpu if r.is_decided else best)
            complaints += [f"{c}, {task.name}: {r.complaint}"] if r.complaint else []
        rows.append([*row, seconds(task.paper.get("Comp")), seconds(task.paper.get("RedComp"))])
        targets.append((best < QUICK, f"{task.name}: {task.expected}, in {best:.2f} s < {QUICK:g} s"))
    show(f"CPU seconds with the check of the proof, time-out {timeout:g} s", rows, markdown=markdown)
    return conclude(targets, complaints, markdown=markdown)
