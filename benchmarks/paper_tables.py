"""Our numbers beside those of the papers, on the programs of their tables.

    python benchmarks/paper_tables.py impact [--config sleep dPOR+FC ...] [--timeout 60] [--markdown]

`impact`: Tables I and II of Wachter, Kroening and Ouaknine, "Verifying multi-threaded software with Impact" (2013),
in the configurations of the paper and in our own, `sleep`; `fine` is `sleep` under our default semantics, in which a
statement may be several steps. Every program runs through the command line in a process of its own, so start-up and
proof check count. Columns: seconds of wall-clock and CPU time; nodes of the tree; nodes if every C statement had one of
its own (`stmts`: what the paper counts, except that assignments and jumps which the passes removed are missing);
implication checks that reached a solver; then the paper's seconds, nodes and implication checks. TO: time-out.

Exit code 1 if a verdict is wrong or a proof is refused; a target that is missed only says so.
"""

from __future__ import annotations

import argparse
import compileall
import csv
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = Path(os.environ.get("THREADPROOF_BENCH", HERE.parents[1] / "shared" / "bench"))

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
#: for the configuration `sleep`
BEST = "sleep"
MOST_STATEMENTS = 17_580
MOST_SECONDS = 10.0
QUICK = {"dekker": 0.5, "peterson": 0.5, "szymanski": 0.5, "time_var_mutex": 0.5}


@dataclass(frozen=True, slots=True)
class Paper:
    """One result of a paper; None: time-out, or not given."""

    seconds: float | None
    nodes: int | None
    implications: int | None


@dataclass(slots=True)
class Task:
    name: str
    file: Path
    expected: str
    paper: dict[str, Paper] = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    task: Task
    paper: Paper
    #: safe, unsafe, unknown, TO or error
    verdict: str
    wall: float
    cpu: float
    statistics: dict[str, int]
    #: what is wrong with it
    complaint: str = ""

    @property
    def is_decided(self) -> bool:
        return self.verdict == self.task.expected and not self.complaint

    @property
    def statements(self) -> int:
        return self.statistics.get("statement_nodes", 0)


def read_table(name: str) -> list[Task]:
    tasks: dict[str, Task] = {}
    with (HERE / "paper_tables.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["table"] == name:
                new = Task(row["program"], BENCH / row["file"], row["expected"])
                task = tasks.setdefault(row["program"], new)
                numbers = [row[n] if row["seconds"] != "TO" else "" for n in ("seconds", "nodes", "implications")]
                task.paper[row["configuration"]] = Paper(
                    float(numbers[0]) if numbers[0] else None, *[int(n) if n else None for n in numbers[1:]]
                )
    return list(tasks.values())


def execute(task: Task, engine: str, configuration: str, timeout: float) -> Result:
    arguments, beside = CONFIGURATIONS[configuration]
    script = Path(sys.executable).with_name("threadproof")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "threadproof"]
    command += ["verify", "--engine", engine, "--check-proof", "--timeout", f"{timeout:g}", *arguments, str(task.file)]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=timeout + 5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    wall = time.monotonic() - start
    now = os.times()
    used = now.children_user + now.children_system
    cpu, execute.used = used - execute.used, used  # type: ignore[attr-defined]
    return understand(Result(task, task.paper[beside], "error", wall, cpu, {}), process.returncode, output)


execute.used = 0.0  # type: ignore[attr-defined]  # CPU seconds of all processes so far


def understand(result: Result, code: int, output: str) -> Result:
    words = {0: "safe", 10: "unsafe", 5: "unknown", -signal.SIGKILL: "TO"}
    result.verdict = words.get(code, "error")
    if result.verdict == "unknown" and "reason: timeout" in output:
        result.verdict = "TO"
    statistics = re.search(r"^statistics: (.*)$", output, re.MULTILINE)
    if statistics:
        found = re.findall(r"(\w+) ([\d,]+)(?:,|$)", statistics[1])
        result.statistics = {name: int(number.replace(",", "")) for name, number in found if number.strip(",")}
    if result.verdict == "error":
        result.complaint = output.strip().splitlines()[-1] if output.strip() else f"exit code {code}"
    elif result.verdict in ("safe", "unsafe") and result.verdict != result.task.expected:
        result.complaint = f"wrong verdict: {result.verdict}"
    elif result.verdict == "safe" and "\nproof accepted" not in output:
        result.complaint = "the proof is not accepted"
    return result


# --- tables


def row_of(r: Result) -> list[str]:
    s = r.statistics
    counts = [_number(s.get(n)) for n in ("nodes", "statement_nodes", "implication_checks")]
    paper = ["TO" if r.paper.seconds is None else f"{r.paper.seconds:.1f}"]
    paper += [_number(r.paper.nodes), _number(r.paper.implications)]
    return [r.task.name, r.verdict, f"{r.wall:.2f}", f"{r.cpu:.2f}", *counts, *paper]


def _number(n: int | None) -> str:
    return "" if n is None else f"{n:,}"


def sum_of(results: list[Result]) -> list[str]:
    decided = sum(r.is_decided for r in results)
    totals = [sum(r.statistics.get(n, 0) for r in results) for n in ("nodes", "statement_nodes", "implication_checks")]
    paper = [r.paper for r in results]
    row = ["sum", f"{decided}/{len(results)}", f"{sum(r.wall for r in results):.2f}"]
    row += [f"{sum(r.cpu for r in results):.2f}", *map(_number, totals)]
    row += [f"{sum(p.seconds or 0 for p in paper):.1f}", _number(sum(p.nodes or 0 for p in paper))]
    return [*row, _number(sum(p.implications or 0 for p in paper))]


def show(title: str, rows: list[list[str]], *, markdown: bool) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def line(row: list[str]) -> str:
        cells = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        return "| " + " | ".join(cells) + " |" if markdown else "  ".join(cells).rstrip()

    print(f"{'### ' if markdown else ''}{title}" + ("\n" if markdown else ""))
    print(line(rows[0]))
    if markdown:
        print("|" + "|".join(":" + "-" * (w + 1) if i < 2 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|")
    for row in rows[1:]:
        print(line(row))
    print(flush=True)


def targets(results: list[Result]) -> list[tuple[bool, str]]:
    """What we want to be true of the configuration `sleep`."""
    total = sum(r.statements for r in results)
    undecided = [r.task.name for r in results if not r.is_decided]
    still = f" ({', '.join(undecided)} not decided)" if undecided else ""
    wall = sum(r.wall for r in results)
    found = [
        (not undecided and total <= MOST_STATEMENTS, f"statements in sum: {total:,} <= {MOST_STATEMENTS:,}{still}"),
        (not undecided and wall <= MOST_SECONDS, f"all programs together: {wall:.2f} s <= {MOST_SECONDS:g} s{still}"),
    ]
    for r in results:
        nodes = r.paper.nodes or 0
        ours = f"{r.statements:,} statements" if r.is_decided else "not decided, statements"
        text = f"{r.task.name}: {ours} <= twice the paper's {nodes:,}"
        found.append((r.is_decided and r.statements <= 2 * nodes, text))
    for r in results:
        if r.task.name in QUICK:
            most = QUICK[r.task.name]
            found.append((r.is_decided and r.cpu < most, f"{r.task.name}: {r.cpu:.2f} s CPU < {most:g} s"))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["impact"])
    parser.add_argument("--config", nargs="+", choices=list(CONFIGURATIONS), default=list(CONFIGURATIONS))
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one run (default: 60)")
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    if not BENCH.is_dir():
        print(f"paper-tables: the programs are not here: there is no folder {BENCH} (or set THREADPROOF_BENCH)")
        return 0
    compileall.compile_dir(HERE.parent / "src", quiet=2)
    tasks = read_table(args.table)
    complaints: list[str] = []
    for configuration in args.config:
        results = [execute(t, args.table, configuration, args.timeout) for t in tasks]
        complaints += [f"{configuration}, {r.task.name}: {r.complaint}" for r in results if r.complaint]
        arguments, beside = CONFIGURATIONS[configuration]
        title = f"{configuration} ({' '.join(arguments)}), beside the paper's {beside}"
        show(title, [HEADER, *map(row_of, results), sum_of(results)], markdown=args.markdown)
        if configuration == BEST:
            best = targets(results)
    if BEST in args.config:
        for is_met, text in best:
            print(f"{'- ' if args.markdown else ''}{'OK' if is_met else 'MISSED'}  {text}")
    for text in complaints:
        print(f"{'- ' if args.markdown else ''}WRONG  {text}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
