"""benchmarks/papers: the paper's numbers, and how the output of a run is read."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "paper_tables.py"
sys.path.insert(0, str(SCRIPT.parent))
impact = importlib.import_module("papers.impact")
redcomp = importlib.import_module("papers.redcomp")
runs = importlib.import_module("papers.runs")


def test_the_numbers_of_the_paper_are_complete() -> None:
    tasks = runs.read_table("impact")
    assert len(tasks) == 9
    assert all(set(t.paper) == {"sPOR", "sPOR+FC", "dPOR", "dPOR+FC"} for t in tasks)
    sums = {c: sum(t.paper[c].nodes or 0 for t in tasks) for c in ("sPOR", "sPOR+FC", "dPOR", "dPOR+FC")}
    assert sums == {"sPOR": 202_267, "sPOR+FC": 28_149, "dPOR": 68_258, "dPOR+FC": impact.MOST_STATEMENTS}
    assert [t.name for t in tasks if t.paper["dPOR"].seconds is None] == ["stack safe"]


def test_the_programs_of_redcomp_are_here(tmp_path: Path) -> None:
    tasks = {t.name: t for t in runs.read_table("redcomp")}
    assert len(tasks) == 14
    assert [n for n, t in tasks.items() if not t.paper] == ["P2-1"]
    assert sum(t.paper["RedComp"].seconds or 0 for t in tasks.values() if t.paper) == 7_590
    assert {n for n, t in tasks.items() if t.expected == "unsafe"} == {
        "stack-unsafe-5",
        "stack-unsafe-10",
        "twostage-3-unsafe",
    }
    assert all(Path(redcomp.arguments_of(t, tmp_path)[-1]).is_file() for t in tasks.values())
    assert redcomp.arguments_of(tasks["stack-unsafe-5"], tmp_path)[:-1] == ["-DBROKEN", "-DSIZE=5"]


@pytest.mark.parametrize("kind", [1, 2])
def test_the_paper_s_figure_grows_by_four_statements(kind: int) -> None:
    sizes = [len(redcomp.locked(kind, size).splitlines()) for size in (1, 5, 50)]
    assert sizes == [50 + kind, 66 + kind, 246 + kind]
    assert redcomp.locked(kind, 5).count("y = y + a;") == 10
    assert "if (x == 11)" in redcomp.locked(kind, 1)
    assert ("    y = 3;" in redcomp.locked(kind, 1)) is (kind == 2)


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
        ("unsafe", 5, f"UNKNOWN\nreason: none\n  og: no solution\n{STATISTICS}", "no proof", ""),
        ("safe", 5, f"UNKNOWN\nreason: none\n  og: product too large\n{STATISTICS}", "too large", ""),
        ("safe", -9, STATISTICS, "TO", ""),
        ("safe", 6, f"{STATISTICS}threadproof: internal error", "error", "threadproof: internal error"),
    ],
)
def test_what_a_run_says(expected: str, code: int, output: str, verdict: str, complaint: str) -> None:
    paper = runs.Paper(1.0, 700, 3)
    task = runs.Task("p", "p.i", expected, {"dPOR+FC": paper})
    found = runs.understand(runs.Result(task, "error", 1.0, 0.9), code, output)
    assert (found.verdict, found.complaint) == (verdict, complaint)
    assert (found.statistics["nodes"], impact.statements(found)) == (1_087, 1_139)
    assert found.statistics["implication_checks"] == 13
    assert impact.row_of(found, paper)[4:] == ["1,087", "1,139", "13", "1.0", "700", "3"]
    met = {text.partition(":")[0]: is_met for is_met, text in impact.targets([found])}
    assert met["p"] is (verdict == expected and not complaint)


def test_what_is_wanted_of_redcomp() -> None:
    task = runs.Task("P1-50", "locked 1 50", "safe", {"Comp": runs.Paper(None), "RedComp": runs.Paper(2400.0)})
    quick, slow, late = [runs.Result(task, v, 1.0, cpu) for v, cpu in (("safe", 2.0), ("safe", 9.0), ("TO", 60.0))]
    assert [ok for ok, _ in redcomp.targets({"P1-50": {"Comp": late, "RedComp": quick}})] == [True, True, True]
    assert [ok for ok, _ in redcomp.targets({"P1-50": {"Comp": quick, "RedComp": slow}})] == [True, False, False]
    assert [ok for ok, _ in redcomp.targets({"P1-50": {"Comp": late, "RedComp": late}})] == [False, False, False]


def test_without_the_programs_it_says_so() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "impact"],
        env={**os.environ, "THREADPROOF_BENCH": "/nowhere/at/all"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "/nowhere/at/all" in done.stdout


def test_the_programs_of_termination_are_here() -> None:
    tasks = runs.read_table("termination")
    assert [t.paper["RedComp"].seconds for t in tasks if t.paper] == [3, 4, 7]
    own = [t for t in tasks if "/" not in t.file]
    assert len(own) == 3
    assert all((SCRIPT.parent / "programs" / "termination" / t.file).is_file() for t in own)
