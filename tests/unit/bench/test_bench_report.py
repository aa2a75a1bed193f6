"""Stored results, tables and comparisons."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from threadproof import cli
from threadproof.bench import report
from threadproof.bench.store import Result, Store, load_run
from threadproof.errors import InputError, UsageError

GOLDEN = Path(__file__).parents[2] / "golden"


def result(task: str, expected: str, said: str, *, cpu: float = 1.0, reason: str = "", suite: str = "s") -> Result:
    verdict = {"t": "true", "f": "false", "u": "unknown", "E": "error"}[said[0]]
    return Result(task, suite, "unreach-call", expected, verdict, said, reason, cpu=cpu)


RESULTS = [
    result("s/a.c", "true", "true"),
    result("s/b.c", "false", "false(unreach-call)", cpu=2.5),
    result("s/c.c", "true", "unknown", reason="timeout", cpu=20),
    result("s/d.c", "false", "unknown", reason="timeout", cpu=20),
    result("s/e.c", "false", "unknown", reason="unsupported: union", cpu=0.1),
    result("t/f.c", "false", "true", suite="t"),
    result("t/g.c", "true", "false(unreach-call)", suite="t"),
    replace(result("t/h.c", "true", "ERROR", reason="internal error", suite="t"), exit_code=6, detail="x: KeyError\ny"),
    replace(
        result("t/i.c", "false(valid-deref)", "false(valid-memtrack)", suite="t"), property="valid-memsafety"
    ),
]  # fmt: skip


def check_golden(name: str, text: str) -> None:
    golden = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_classes_and_score() -> None:
    kinds = [report.classify(entry) for entry in RESULTS]
    assert kinds == [
        "right true", "right false", "unknown", "unknown", "unknown", "wrong true", "wrong false", "error",
        "right false",
    ]  # fmt: skip
    assert report.total_score(RESULTS) == 2 + 1 - 32 - 16 + 1
    assert [entry.task for entry in RESULTS if report.has_other_part(entry)] == ["t/i.c"]
    assert [entry.task for entry in RESULTS if report.is_crash(entry)] == ["t/h.c"]


def test_report_matches_the_golden_text() -> None:
    check_golden("bench_report.txt", report.format_report("r", RESULTS))


def test_compare_matches_the_golden_text() -> None:
    changed = {
        "s/a.c": result("s/a.c", "true", "unknown", reason="timeout"),
        "s/b.c": result("s/b.c", "false", "false(unreach-call)", cpu=0.5),
        "s/c.c": result("s/c.c", "true", "true"),
        "s/d.c": result("s/d.c", "false", "true"),
        "s/e.c": result("s/e.c", "false", "ERROR", reason="internal error"),
        "t/f.c": result("t/f.c", "false", "false(unreach-call)", suite="t", cpu=3),
    }
    other = [changed.get(entry.task, entry) for entry in RESULTS[:-1]] + [result("t/new.c", "true", "true")]
    check_golden("bench_compare.txt", report.compare(RESULTS, other, ("old", "new")))


def test_compare_of_equal_runs() -> None:
    text = report.compare(RESULTS, RESULTS)
    assert "no verdict differs" in text
    assert "geometric mean ratio 1.00" in text
    assert report.compare([], []).startswith("A -> B: 0 tasks in both")


def store_run(db: Path, name: str, results: list[Result]) -> None:
    with Store(db) as store:
        store.begin(name, {"engine": "x"}, "1.0", resume=False)
        for entry in results:
            store.add(name, entry)


def test_store_keeps_everything(tmp_path: Path) -> None:
    entry = Result(
        "a", "s", "termination", "true", "unknown", "unknown", "why", "more\nlines", 1.5, 1.25, 30.5, 5, {"n": [1, "x"]}
    )
    store_run(tmp_path / "r.sqlite", "r", [entry])
    with Store(tmp_path / "r.sqlite", create=False) as store:
        assert store.results("r") == [entry]
        assert store.run_names() == ["r"]
        with pytest.raises(UsageError, match="runs there: r"):
            store.results("q")


def test_run_references(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    db = Path("r.sqlite")
    store_run(db, "one", RESULTS[:1])
    store_run(db, "two", RESULTS[:2])
    assert [(name, len(found)) for name, found in (load_run(ref, db) for ref in ("one", "two"))] == [
        ("one", 1), ("two", 2)
    ]  # fmt: skip
    assert load_run("r.sqlite", Path("gone"))[0] == "r.sqlite:two"
    assert len(load_run("r.sqlite:one", Path("gone"))[1]) == 1
    for wrong in ("three", "r.sqlite:three", "gone.sqlite"):
        with pytest.raises(UsageError):
            load_run(wrong, db)
    Path("text").write_text("not a database, but long enough to have a header" * 10)
    with pytest.raises(InputError, match="not a results file"):
        load_run("text", db)


def test_compare_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "r.sqlite"
    store_run(db, "one", RESULTS)
    store_run(db, "two", RESULTS)
    assert cli.main(["bench", "compare", "one", "two", "--db", str(db)]) == 0
    assert capsys.readouterr().out.startswith("one -> two: 9 tasks in both\n")


def test_proofs_are_counted() -> None:
    said = ["accepted", "accepted", "not checked"]
    results = [replace(RESULTS[0], task=f"s/{n}.c", statistics={"proof_check": word}) for n, word in enumerate(said)]
    lines = report.format_report("r", [*results, RESULTS[2]]).splitlines()
    at = lines.index("proofs")
    assert [line.strip() for line in lines[at + 1 : at + 3]] == ["2  accepted", "1  not checked"]
    assert "proofs" not in report.format_report("r", RESULTS).splitlines()
