"""The public verification tasks, in place: the front end accepts them, and the classics get their verdicts."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import frontend, passes, pipeline
from threadproof.errors import ThreadproofError
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Template
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.verdict import Safe, Unsafe

#: an op that is there for a limit of ours, not for a construct of C
LIMITS = ("more than", "recursion of")
#: an op that is there for values that nobody expects: it counts only where nothing else is possible
REMAINDERS = (
    "call through a pointer that is no known function", "access to memory at a type",
    "unlock of a read-write lock that the thread has not locked", "number of a pointer that points nowhere",
    "address of one of many objects as a number",
)  # fmt: skip

#: `make test` reads one of so many parts of the programs
PARTS = 12
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


@pytest.mark.parametrize("part", rotating(1, PARTS))
def test_accepted(bench_dir: Path, part: int) -> None:
    """Few programs have an unsupported op that is reachable from main; they are named."""
    _are_accepted(bench_dir, _rows(bench_dir)[part::PARTS], 0.08)


@pytest.mark.long
def test_all_accepted(bench_dir: Path) -> None:
    _are_accepted(bench_dir, _rows(bench_dir), 0.05)


def _are_accepted(bench_dir: Path, rows: list[dict[str, str]], but_for: float) -> None:
    refused: Counter[str] = Counter()
    for row in rows:
        options = _options(row)
        try:
            program = passes.run(frontend.load(bench_dir / row["path"], options), named(options.property))
        except ThreadproofError as e:
            refused[f"{row['path']}: {e}"] += 1
            continue
        assert check(program) == [], row["path"]
        for what in {what for t in program.templates.values() for what in _not_understood(t)}:
            refused[f"{row['path']}: {what}"] += 1
    programs = {text.split(":")[0] for text in refused}
    assert len(programs) <= but_for * len(rows), "\n".join(refused)


def _not_understood(t: Template) -> Iterator[str]:
    """Constructs of C that the program needs: who gets there gets no further."""
    lost: set[int] = set()  # whatever happens there, it is not understood
    while True:
        more = {
            at
            for at, out in enumerate(t.edges)
            if out and all(isinstance(e.op, O.Unsupported) or e.target in lost for e in out)
        }
        if more == lost:
            break
        lost = more
    chosen = {e.target for e in t.all_edges() if e.source not in lost}
    for e in t.all_edges():
        if isinstance(e.op, O.Unsupported) and not e.op.what.startswith(LIMITS):
            if not e.op.what.startswith(REMAINDERS) or (e.source not in chosen and e.source in lost):
                yield e.op.what


@pytest.mark.parametrize("name", sorted(CLASSICS))
def test_classic(bench_dir: Path, name: str) -> None:
    verdict = pipeline.verify(bench_dir / "svcomp13" / f"{name}.i", Options(timeout=60)).verdict
    assert isinstance(verdict, Safe if CLASSICS[name] else Unsafe), verdict
