"""benchmarks/paper_tables.py: the paper's numbers, and how the output of a run is read."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "paper_tables.py"
spec = importlib.util.spec_from_file_location("paper_tables", SCRIPT)
assert spec is not None
assert spec.loader is not None
tables = importlib.util.module_from_spec(spec)
sys.modules["paper_tables"] = tables
spec.loader.exec_module(tables)


def test_the_numbers_of_the_paper_are_complete() -> None:
    tasks = tables.read_table("impact")
    assert len(tasks) == 9
    assert all(set(t.paper) == {"sPOR", "sPOR+FC", "dPOR", "dPOR+FC"} for t in tasks)
    sums = {c: sum(t.paper[c].nodes or 0 for t in tasks) for c in ("sPOR", "sPOR+FC", "dPOR", "dPOR+FC")}
    assert sums == {"sPOR": 202_267, "sPOR+FC": 28_149, "dPOR": 68_258, "dPOR+FC": tables.MOST_STATEMENTS}
    assert [t.name for t in tasks if t.paper["dPOR"].seconds is None] == ["stack safe"]


STATISTICS = "statistics: nodes 1,087, statement_nodes 1,139, covers 3, solver_time 0.002, implication_checks 13\n"


@pytest.mark.parametrize(
    ("expected", "code", "output", "verdict", "complaint"),
    [
        ("safe", 0, f"SAFE\nproof accepted: nodes 3\n{STATISTICS}", "safe", ""),
        ("safe", 0, f"SAFE\nproof not checked\n{STATISTICS}", "safe", "the proof is not accepted"),
        ("safe", 10, f"UNSAFE\n{STATISTICS}", "unsafe", "wrong verdict: unsafe"),
        ("unsafe", 10, f"UNSAFE\n{STATISTICS}", "unsafe", ""),
        ("safe", 5, f"UNKNOWN\nreason: timeout\n{STATISTICS}", "TO", ""),
        ("safe", 5, f"UNKNOWN\nreason: out of memory\n{STATISTICS}", "unknown", ""),
        ("safe", -9, STATISTICS, "TO", ""),
        ("safe", 6, f"{STATISTICS}threadproof: internal error", "error", "threadproof: internal error"),
    ],
)
def test_what_a_run_says(expected: str, code: int, output: str, verdict: str, complaint: str) -> None:
    task = tables.Task("p", Path("p.i"), expected)
    empty = tables.Result(task, tables.Paper(1.0, 700, 3), "error", 1.0, 0.9, {})
    found = tables.understand(empty, code, output)
    assert (found.verdict, found.complaint) == (verdict, complaint)
    assert (found.statistics["nodes"], found.statements) == (1_087, 1_139)
    assert found.statistics["implication_checks"] == 13
    assert tables.row_of(found)[4:] == ["1,087", "1,139", "13", "1.0", "700", "3"]
    met = {text.partition(":")[0]: is_met for is_met, text in tables.targets([found])}
    assert met["p"] is (verdict == expected and not complaint)


def test_without_the_programs_it_says_so() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "impact"],
        env={**os.environ, "THREADPROOF_BENCH": "/nowhere/at/all"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "/nowhere/at/all" in done.stdout
