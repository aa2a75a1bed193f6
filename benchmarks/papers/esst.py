"""Tables 1 and 2 of Cimatti, Narasamdya and Roveri, "Software model checking with explicit scheduler and symbolic
threads" (2012): seconds and abstract states, for each partial-order reduction, on our own versions of its programs.

    none, persistent, sleep, both   `--por`; the paper's No-POR, P-POR, S-POR and PS-POR

Paper: Intel Xeon 3 GHz, time-out 1000 s. A ring of 16 is our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from papers.runs import Result, Task, conclude, execute, number, read_table, seconds, show

PROGRAMS = Path(__file__).resolve().parents[2] / "tests" / "programs" / "cooperative"
CONFIGURATIONS = ["none", "persistent", "sleep", "both"]


def run(task: Task, por: str, timeout: float) -> Result:
    file, *options = task.file.split()
    return execute(
        task, ("--engine", "esst", "--abstraction", "cartesian", "--por", por, *options, str(PROGRAMS / file)), timeout
    )


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    tasks = read_table("esst")
    header = ["program", "verdict"]
    for c in chosen:
        header += [f"{c} s", "paper", "states", "paper"]
    rows = [header]
    found: dict[tuple[str, str], Result] = {}
    complaints = []
    for task in tasks:
        row = [task.name, task.expected]
        for c in chosen:
            known = found.get((_smaller(task.name), c))
            if known is not None and not known.is_decided and not known.complaint:
                row += ["", seconds(task.paper.get(c)), "", _states(task, c)]
                found[task.name, c] = known
                continue
            r = found[task.name, c] = run(task, c, timeout)
            if r.complaint:
                complaints.append(f"{c}, {task.name}: {r.complaint}")
            states = number(r.statistics.get("abstract_states")) if r.is_decided else ""
            time = f"{r.wall:.2f}" if r.is_decided else r.verdict
            row += [time, seconds(task.paper.get(c)), states, _states(task, c)]
        rows.append(row)
    show(f"Cooperative threads, time-out {timeout:g} s", rows, markdown=markdown)
    return conclude(list(_targets(found)), complaints, markdown=markdown)


def _smaller(name: str) -> str:
    """The same program with one thread less: if that is too much, so is this."""
    family, _, n = name.rpartition(".")
    return f"{family}.{int(n) - 1}" if family and n.isdecimal() else ""


def _states(task: Task, c: str) -> str:
    paper = task.paper.get(c)
    return "" if paper is None else number(paper.nodes)


def _targets(found: dict[tuple[str, str], Result]) -> list[tuple[bool, str]]:
    targets = []
    for n, paper in ((3, 1304), (4, 7464), (5, 50364)):
        r = found.get((f"ft-token-ring.{n}", "none"))
        if r is not None and r.is_decided:
            ours = r.statistics["abstract_states"]
            targets.append((paper / 2 <= ours <= 2 * paper, f"ring.{n} without reduction: {ours:,} states ({paper:,})"))
    whole, reduced = [found.get(("ft-token-ring.5", c)) for c in ("none", "both")]
    if whole is not None and reduced is not None and whole.is_decided and reduced.is_decided:
        a, b = whole.statistics["abstract_states"], reduced.statistics["abstract_states"]
        targets.append((a >= 100 * b, f"ring.5: 1/{a // b} of the states with both reductions (>= 1/100; paper 1/127)"))
    for name in ("ft-token-ring.10", "ft-token-ring-bug.10", "ft-token-ring.16", "gear-box"):
        r = found.get((name, "both"))
        if r is not None:
            is_met = r.is_decided and (r.wall <= 10 or name in ("ft-token-ring.16", "gear-box"))
            targets.append((is_met, f"{name}: {r.verdict}, {r.wall:.2f} s"))
    return targets
