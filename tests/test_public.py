"""The public verification tasks, in place: the front end accepts them, and the classics get their verdicts."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from threadproof import frontend, passes, pipeline
from threadproof.errors import ThreadproofError
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: an op that is there for a limit, or for values that nobody expects, not for a construct of C
LIMITS = (
    "more than", "recursion of", "call through a pointer that is no known function", "access to memory at a type",
    "unlock of a read-write lock that the thread has not locked", "number of a pointer that points nowhere",
)  # fmt: skip

#: svcomp13 programs with their verdict, decided in about a second each
CLASSICS = {
    "pthread-atomic/dekker_safe": True,
    "pthread-atomic/lamport_safe": True,
    "pthread-atomic/peterson_safe": True,
    "pthread-atomic/szymanski_safe": True,
    "pthread-atomic/read_write_lock_safe": True,
    "pthread-atomic/read_write_lock_unsafe": False,
    "pthread-atomic/time_var_mutex_safe": True,
    "pthread/stack_unsafe": False,
    "pthread/sync01_safe": True,
    "pthread/stateful01_unsafe": False,
    "pthread/lazy01_unsafe": False,
}


def _rows(bench: Path) -> list[dict[str, str]]:
    with (bench / "INDEX.tsv").open() as f:
        return list(csv.DictReader(f, delimiter="\t"))


def _options(row: dict[str, str]) -> Options:
    defines = ["SATABS"] if "-DSATABS" in row["note"] else []
    return Options(data_model=row["data_model"] or "ILP32", defines=defines)


def test_accepted(bench_dir: Path) -> None:
    """At least 95 % of the programs have no unsupported op reachable from main; the rest is named."""
    rows = _rows(bench_dir)
    refused: Counter[str] = Counter()
    for row in rows:
        options = _options(row)
        try:
            program = passes.run(frontend.load(bench_dir / row["path"], options), options.property)
        except ThreadproofError as e:
            refused[f"{row['path']}: {e}"] += 1
            continue
        assert check(program) == [], row["path"]
        left = {e.op.what for t in program.templates.values() for e in t.all_edges() if isinstance(e.op, O.Unsupported)}
        for what in left:
            if not what.startswith(LIMITS):
                refused[f"{row['path']}: {what}"] += 1
    programs = {text.split(":")[0] for text in refused}
    assert len(programs) <= 0.05 * len(rows), "\n".join(refused)


@pytest.mark.parametrize("name", sorted(CLASSICS))
def test_classic(bench_dir: Path, name: str) -> None:
    verdict = pipeline.verify(bench_dir / "svcomp13" / f"{name}.i", Options(timeout=60)).verdict
    assert isinstance(verdict, Safe if CLASSICS[name] else Unsafe), verdict
