"""Table 1 of Donaldson, Kaiser, Kroening, Tautschnig and Wahl, "Counterexample-guided abstraction refinement for
symmetric concurrent programs" (2012), and more of the same.

    c0, c1, c2   the cube lengths of the paper: predicates (local/mixed/shared), iterations, transition refinements,
                 wall seconds, and the paper's seconds; for 2, 3 and 4 threads, or as many as the program has
    any          our own: for every number of threads
    passive0     abstraction and refinement look at the active thread only, for 2 threads
    buggy        the wrong twins, for any number of threads
    growth       wall seconds over the number of threads, on the counters, beside impact and redcomp; drawn: growth.svg

Programs are read as SATABS reads them: every statement is one step, globals without initialiser are arbitrary.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from papers.plot import Series, draw
from papers.runs import Result, Task, conclude, execute, read_table, seconds, show

BENCH = Path(os.environ.get("THREADPROOF_BENCH", Path(__file__).resolve().parents[3] / "shared" / "bench"))
PICTURE = Path("growth.svg")
CUBES = ("c0", "c1", "c2")
CONFIGURATIONS = [*CUBES, "any", "passive0", "buggy", "growth"]
COMMON = ("--atomic-statements", "-DSATABS")
COUNTS = (2, 3, 4)
#: as many threads as the paper verified
PAPER_COUNTS = {"TICKET-L": 3, "PRNG-C": 3}
COUNTERS = ("INC-L", "INC-C", "INC-DEC-L", "INC-DEC-C")
MANY = range(2, 11)
#: seconds for one run on the way to larger numbers; after a time-out an engine is not asked for more threads
GROWTH_TIMEOUT = 120.0


def run(task: Task, options: Sequence[str], timeout: float, engine: str = "symmpa") -> Result:
    return execute(task, ("--engine", engine, *COMMON, *options, str(BENCH / task.file)), timeout)


def cells(r: Result) -> list[str]:
    s = r.statistics
    if not r.is_decided:
        return ["", "", "", r.verdict]
    found = "/".join(str(s.get(f"{kind}_predicates", 0)) for kind in ("local", "mixed", "shared"))
    return [found, str(s.get("iterations", "")), str(s.get("transition_refinements", "")), f"{r.wall:.2f}"]


def is_parametric(task: Task) -> bool:
    return "symmetry_aware/" in task.file


class Table:
    def __init__(self, timeout: float, *, markdown: bool) -> None:
        self.timeout = timeout
        self.markdown = markdown
        self.tasks = read_table("symmpa")
        self.targets: list[tuple[bool, str]] = []
        self.complaints: list[str] = []

    def note(self, what: str, r: Result) -> Result:
        if r.complaint:
            self.complaints.append(f"{what}, {r.task.name}: {r.complaint}")
        return r

    def show(self, title: str, rows: list[list[str]]) -> None:
        show(f"{title}, time-out {self.timeout:g} s", rows, markdown=self.markdown)

    # ------------------------------------------------------------ the tables

    def cubes(self, chosen: Sequence[str]) -> None:
        header = ["program", "n"]
        for c in chosen:
            header += ["L/M/S", "It.", "T.r.", f"{c} s", "paper"]
        rows = [header]
        slow: set[str] = set()
        missing: list[str] = []
        fixed = dict.fromkeys(chosen, 0.0)
        for task in self.tasks:
            counts = COUNTS if is_parametric(task) else (0,)
            for n in counts:
                row = [task.name, str(n or "")]
                results = {}
                for c in chosen:
                    threads = ("--threads", str(n)) if n else ()
                    r = results[c] = self.note(c, run(task, ("--cubes", c[1:], *threads), self.timeout))
                    row += [*cells(r), seconds(task.paper.get(c)) if n in (0, PAPER_COUNTS.get(task.name, 4)) else ""]
                    fixed[c] += 0 if n else r.wall
                rows.append(row)
                best = min((r.wall for r in results.values() if r.is_decided), default=None)
                if best is None and n <= PAPER_COUNTS.get(task.name, 4):
                    missing.append(f"{task.name} n={n}")
                elif best is not None and best > 300:
                    slow.add(task.name)
        self.show("Cube lengths", rows)
        self.targets.append((not missing, f"verified at the paper's number of threads; missing: {missing or 'none'}"))
        self.targets.append((len(slow) <= 2, f"more than 5 minutes: {sorted(slow) or 'none'}"))
        least = min(fixed.values())
        self.targets.append((least <= 30, f"fixed numbers of threads together: {least:.1f} s <= 30 s"))

    def one_by_one(self, title: str, tasks: Sequence[Task], options: Sequence[str]) -> list[Result]:
        rows = [["program", "verdict", "L/M/S", "It.", "T.r.", "s"]]
        results = []
        for task in tasks:
            r = self.note(title, run(task, options, self.timeout))
            results.append(r)
            rows.append([task.name, r.verdict, *cells(r)])
        self.show(title, rows)
        return results

    def any_number(self) -> None:
        tasks = [t for t in self.tasks if is_parametric(t)]
        proved = sum(r.is_decided for r in self.one_by_one("Every number of threads", tasks, ()))
        self.targets.append((proved >= 5, f"{proved} parametric programs proved for every number of threads (>= 5)"))

    def active_only(self) -> None:
        tasks = [t for t in self.tasks if is_parametric(t)]
        options = ("--passive", "0", "--cubes", "0", "--threads", "2")
        undecided = sum(not r.is_decided for r in self.one_by_one("Active thread only, c0, n = 2", tasks, options))
        self.targets.append((undecided > 0, f"{undecided} programs are lost without passive threads (the paper: 9)"))

    def buggy(self) -> None:
        twins = [
            Task(f"{t.name} (buggy)", t.file.replace("/main.c", "_buggy/main.c"), "unsafe")
            for t in self.tasks
            if is_parametric(t)
        ]
        found = self.one_by_one("Buggy twins, any number of threads", twins, ())
        unknown = [r.task.name for r in found if not r.is_decided]
        self.targets.append((not unknown, f"buggy twins found unsafe; not: {unknown or 'none'}"))

    def growth(self) -> None:
        tasks = [t for t in self.tasks if t.name in COUNTERS]
        rows = [["program", "engine", *map(str, MANY)]]
        pictures = []
        for task in tasks:
            lines = []
            for engine in ("symmpa", "impact", "redcomp"):
                points: list[tuple[int, float]] = []
                for n in MANY:
                    r = self.note(engine, run(task, ("--threads", str(n)), GROWTH_TIMEOUT, engine))
                    if not r.is_decided:
                        break
                    points.append((n, r.wall))
                times = dict(points)
                rows.append([task.name, engine, *[f"{times[n]:.2f}" if n in times else "" for n in MANY]])
                lines.append(Series(engine, points))
            pictures.append((task.name, lines))
        self.show("Wall seconds over the number of threads", rows)
        PICTURE.write_text(draw(pictures, "threads", "seconds"), encoding="utf-8")
        print(f"drawn: {PICTURE}\n")


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    table = Table(timeout, markdown=markdown)
    if any(c in CUBES for c in chosen):
        table.cubes([c for c in CUBES if c in chosen])
    steps = {"any": table.any_number, "passive0": table.active_only, "buggy": table.buggy, "growth": table.growth}
    for name, step in steps.items():
        if name in chosen:
            step()
    return conclude(table.targets, table.complaints, markdown=markdown)
