"""Table I of Popeea et al., "Reduction for compositional verification of multi-threaded programs" (2014).

CPU seconds, each beside the paper's: Owicki-Gries without reduction (Comp) and with it (RedComp); then ours, which the
paper has not: the product rule, and the ladder of all rules. The programs are our own: P1-x and P2-x are made by
`locked`, the others are in `programs` and follow the idea of those in the paper. A derivation by the rule of Owicki and
Gries is no schedule, so by it no program is unsafe here: `no proof` and how long it took to know that there is none.
Where there are more combinations of places than the rule is tried for, a proof that mentions no locals of other threads
is one of Owicki and Gries, too: `tm` and what the thread-modular rule says. `too large`: likewise for the product.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from papers.locked import locked
from papers.runs import Result, Task, conclude, execute, read_table, seconds, show

PROGRAMS = Path(__file__).resolve().parents[1] / "programs"

#: name -> arguments; the paper has the first two
CONFIGURATIONS: dict[str, tuple[str, ...]] = {
    "Comp": ("--rule", "og", "--no-reduction"),
    "RedComp": ("--rule", "og", "--reduction", "future"),
    "product": ("--rule", "product"),
    "ladder": (),
}
#: CPU seconds of RedComp that we want to stay below
QUICK = {"P1-50": 5.0, "P2-50": 30.0}


def arguments_of(task: Task, folder: Path) -> list[str]:
    """The program and its options; those that are generated are written to the folder."""
    name, *options = task.file.split()
    if name != "locked":
        return [*options, str(PROGRAMS / name)]
    file = folder / f"{task.name}.c"
    kind, size = map(int, options)
    file.write_text(locked(kind, size))
    return [str(file)]


def attempt(task: Task, configuration: str, program: Sequence[str], timeout: float) -> Result:
    options = CONFIGURATIONS[configuration]
    r = execute(task, ("--engine", "redcomp", *options, *program), timeout)
    if r.verdict == "too large" and "og" in options:
        modular = ["tm" if o == "og" else o for o in options]
        r = execute(task, ("--engine", "redcomp", *modular, *program), timeout)
        r.note = "tm "
    return r


def cell(r: Result) -> str:
    found = f"{r.cpu:.2f}" if r.is_decided else r.verdict if r.verdict != "no proof" else f"no proof {r.cpu:.2f}"
    return r.note + found


def is_answered(r: Result) -> bool:
    """Did the rule say all that it can say?"""
    return r.is_decided or (r.verdict == "no proof" and r.task.expected == "unsafe")


def targets(results: dict[str, dict[str, Result]]) -> list[tuple[bool, str]]:
    """Of program -> configuration -> result."""
    found: list[tuple[bool, str]] = []
    for name, row in results.items():
        found.append((any(r.is_decided for r in row.values()), f"{name}: decided"))
        reduced, plain = row.get("RedComp"), row.get("Comp")
        if reduced is not None and name in QUICK:
            text = f"{name}: RedComp {cell(reduced)} s < {QUICK[name]:g} s"
            found.append((reduced.is_decided and reduced.cpu < QUICK[name], text))
        if reduced is not None and plain is not None and "RedComp" in reduced.task.paper:
            is_better = is_answered(reduced) and (not is_answered(plain) or reduced.cpu < plain.cpu)
            text = f"{name}: with reduction {cell(reduced)}, without {cell(plain)}"
            found.append((is_better, text))
    return found


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    header = ["program", "expected"]
    for c in chosen:
        header += [c, "paper"] if c in ("Comp", "RedComp") else [c]
    rows = [header]
    results: dict[str, dict[str, Result]] = {}
    complaints: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for task in read_table("redcomp"):
            program = arguments_of(task, Path(folder))
            row = [task.name, task.expected]
            results[task.name] = {}
            for c in chosen:
                r = attempt(task, c, program, timeout)
                results[task.name][c] = r
                row += [cell(r), seconds(task.paper.get(c))] if c in ("Comp", "RedComp") else [cell(r)]
                complaints += [f"{c}, {task.name}: {r.complaint}"] if r.complaint else []
            rows.append(row)
    show(f"CPU seconds, time-out {timeout:g} s (the paper's: 5400 s)", rows, markdown=markdown)
    return conclude(targets(results), complaints, markdown=markdown)
