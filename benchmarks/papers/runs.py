"""Running programs through the command line, and what their output says: shared by all tables.

Every program runs in a process of its own, so start-up and proof check count. CPU time includes that of all children.
"""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "paper_tables.tsv"


@dataclass(frozen=True, slots=True)
class Paper:
    """One result of a paper; None: time-out, or not given."""

    seconds: float | None
    nodes: int | None = None
    implications: int | None = None


@dataclass(slots=True)
class Task:
    name: str
    #: as the table says it: a path, perhaps with options
    file: str
    expected: str
    #: configuration -> result
    paper: dict[str, Paper] = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    task: Task
    #: safe, unsafe, unknown, TO or error; of the rule that was chosen: no proof, or too large to be tried
    verdict: str
    wall: float
    cpu: float
    statistics: dict[str, int] = field(default_factory=dict)
    #: what is wrong with it
    complaint: str = ""
    #: what to say before it in a table
    note: str = ""

    @property
    def is_decided(self) -> bool:
        return self.verdict == self.task.expected and not self.complaint


def read_table(name: str) -> list[Task]:
    tasks: dict[str, Task] = {}
    with TABLES.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["table"] == name:
                task = tasks.setdefault(row["program"], Task(row["program"], row["file"], row["expected"]))
                if row["seconds"]:
                    numbers = [row[n] if row["seconds"] != "TO" else "" for n in ("seconds", "nodes", "implications")]
                    task.paper[row["configuration"]] = Paper(
                        float(numbers[0]) if numbers[0] else None, *[int(n) if n else None for n in numbers[1:]]
                    )
    return list(tasks.values())


def execute(task: Task, arguments: Sequence[str], timeout: float) -> Result:
    """`threadproof verify` with these arguments, the program among them."""
    script = Path(sys.executable).with_name("threadproof")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "threadproof"]
    command += ["verify", "--check-proof", "--timeout", f"{timeout:g}", *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = _cpu()
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
    return understand(Result(task, "error", wall, _cpu() - before), process.returncode, output)


def _cpu() -> float:
    """CPU seconds of all processes so far."""
    now = os.times()
    return now.children_user + now.children_system


def understand(result: Result, code: int, output: str) -> Result:
    words = {0: "safe", 10: "unsafe", 5: "unknown", -signal.SIGKILL: "TO"}
    result.verdict = words.get(code, "error")
    if result.verdict == "unknown" and "reason: timeout" in output:
        result.verdict = "TO"
    elif result.verdict == "unknown":
        reason = re.search(r"^  \w+: (no solution|product too large)$", output, re.MULTILINE)
        result.verdict = "unknown" if reason is None else "no proof" if reason[1] == "no solution" else "too large"
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


# --- output


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


def conclude(targets: Sequence[tuple[bool, str]], complaints: Sequence[str], *, markdown: bool) -> int:
    """Print which targets are met and what is wrong; the exit code."""
    bullet = "- " if markdown else ""
    for is_met, text in targets:
        print(f"{bullet}{'OK' if is_met else 'MISSED'}  {text}")
    for text in complaints:
        print(f"{bullet}WRONG  {text}")
    return 1 if complaints else 0


def number(n: int | None) -> str:
    return "" if n is None else f"{n:,}"


def seconds(paper: Paper | None) -> str:
    if paper is None:
        return ""
    return "TO" if paper.seconds is None else f"{paper.seconds:.1f}"
