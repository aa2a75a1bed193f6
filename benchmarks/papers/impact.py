"""Tables I and II of Wachter, Kroening and Ouaknine, "Verifying multi-threaded software with Impact" (2013).

In the configurations of the paper and in our own, `sleep`; `fine` is `sleep` under our default semantics, in which a
statement may be several steps. Columns: seconds of wall-clock and CPU time; nodes of the tree; nodes if every C
statement had one of its own (`stmts`: what the paper counts, except that assignments and jumps which the passes removed
are missing); implication checks that reached a solver; then the paper's seconds, nodes and implication checks.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from papers.runs import Paper, Result, conclude, execute, number, read_table, seconds, show

BENCH = Path(os.environ.get("THREADPROOF_BENCH", Path(__file__).resolve().parents[3] / "shared" / "bench"))

ATOMIC = ("--atomic-statements",)
#: name -> arguments, and the paper's configuration to compare with
CONFIGURATIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "sPOR": ((*ATOMIC, "--por", "static", "--no-force-cover"), "sPOR"),
    "sPOR+FC": ((*ATOMIC, "--por", "static"), "sPOR+FC"),
    "dPOR": ((*ATOMIC, "--por", "monotonic", "--no-force-cover"), "dPOR"),
    "dPOR+FC": ((*ATOMIC, "--por", "monotonic"), "dPOR+FC"),
    "sleep": ((*ATOMIC, "--por", "sleep"), "dPOR+FC"),
    "fine": (("--por", "sleep"), "dPOR+FC"),
}
HEADER = ["program", "verdict", "wall s", "CPU s", "nodes", "stmts", "impl", "paper s", "paper V", "paper impl"]
COUNTS = ("nodes", "statement_nodes", "implication_checks")
#: for the configuration `sleep`
BEST = "sleep"
MOST_STATEMENTS = 17_580
MOST_SECONDS = 10.0
QUICK = {"dekker": 0.5, "peterson": 0.5, "szymanski": 0.5, "time_var_mutex": 0.5}


def row_of(r: Result, paper: Paper) -> list[str]:
    counts = [number(r.statistics.get(n)) for n in COUNTS]
    beside = [seconds(paper), number(paper.nodes), number(paper.implications)]
    return [r.task.name, r.verdict, f"{r.wall:.2f}", f"{r.cpu:.2f}", *counts, *beside]


def sum_of(results: list[Result], papers: list[Paper]) -> list[str]:
    decided = sum(r.is_decided for r in results)
    totals = [sum(r.statistics.get(n, 0) for r in results) for n in COUNTS]
    row = ["sum", f"{decided}/{len(results)}", f"{sum(r.wall for r in results):.2f}"]
    row += [f"{sum(r.cpu for r in results):.2f}", *map(number, totals)]
    row += [f"{sum(p.seconds or 0 for p in papers):.1f}", number(sum(p.nodes or 0 for p in papers))]
    return [*row, number(sum(p.implications or 0 for p in papers))]


def statements(r: Result) -> int:
    return r.statistics.get("statement_nodes", 0)


def targets(results: list[Result]) -> list[tuple[bool, str]]:
    """What we want to be true of the configuration `sleep`."""
    total = sum(map(statements, results))
    undecided = [r.task.name for r in results if not r.is_decided]
    still = f" ({', '.join(undecided)} not decided)" if undecided else ""
    wall = sum(r.wall for r in results)
    found = [
        (not undecided and total <= MOST_STATEMENTS, f"statements in sum: {total:,} <= {MOST_STATEMENTS:,}{still}"),
        (not undecided and wall <= MOST_SECONDS, f"all programs together: {wall:.2f} s <= {MOST_SECONDS:g} s{still}"),
    ]
    for r in results:
        nodes = r.task.paper["dPOR+FC"].nodes or 0
        ours = f"{statements(r):,} statements" if r.is_decided else "not decided, statements"
        text = f"{r.task.name}: {ours} <= twice the paper's {nodes:,}"
        found.append((r.is_decided and statements(r) <= 2 * nodes, text))
    for r in results:
        if r.task.name in QUICK:
            most = QUICK[r.task.name]
            found.append((r.is_decided and r.cpu < most, f"{r.task.name}: {r.cpu:.2f} s CPU < {most:g} s"))
    return found


def print_table(chosen: Sequence[str], timeout: float, *, markdown: bool) -> int:
    if not BENCH.is_dir():
        print(f"paper-tables: the programs are not here: there is no folder {BENCH} (or set THREADPROOF_BENCH)")
        return 0
    tasks = read_table("impact")
    complaints: list[str] = []
    wanted: list[tuple[bool, str]] = []
    for configuration in chosen:
        arguments, beside = CONFIGURATIONS[configuration]
        results = [execute(t, ("--engine", "impact", *arguments, str(BENCH / t.file)), timeout) for t in tasks]
        papers = [t.paper[beside] for t in tasks]
        complaints += [f"{configuration}, {r.task.name}: {r.complaint}" for r in results if r.complaint]
        title = f"{configuration} ({' '.join(arguments)}), beside the paper's {beside}"
        rows = [HEADER, *map(row_of, results, papers), sum_of(results, papers)]
        show(title, rows, markdown=markdown)
        if configuration == BEST:
            wanted = targets(results)
    return conclude(wanted, complaints, markdown=markdown)
