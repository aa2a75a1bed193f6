"""Random SCPL programs with up to three threads: `explore` and `impact` agree, and so do two ways to start the threads.

That a statement is one step is compared with a C program in which every statement is an atomic section.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.generators.scpl import generate
from tests.helpers.exploring import explore
from tests.helpers.rotation import blocks, rotating
from tests.helpers.scpl_to_c import to_c
from threadproof import passes, pipeline
from threadproof.frontend import load
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Edge, Program, Source, Template
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL

WORDS = {"Safe": "safe", "Unsafe": "unsafe"}


def verdict(path: Path, engine: str, threads: int, **more: object) -> str:
    options = Options.make(engine=engine, threads=str(threads), timeout=10, **more)  # type: ignore[arg-type]
    found = pipeline.verify(path, options, check_with="bitwuzla" if engine == "impact" else None).verdict
    return WORDS.get(type(found).__name__, "unknown")


def started_by_hand(program: Program, count: int) -> Program:
    """The threads 2, 3, ... one after the other."""
    main = program.templates["main"]
    origin = Source("main", "by hand", 1)
    edges = [
        [Edge(n, n + 1, O.Create("thread", T.const(n + 2, main.self_var.width), ()), origin)] for n in range(count)
    ]
    by_hand = Template("main", main.self_var, (), (main.self_var,), 0, count, [*edges, []])
    return replace(program, templates={**program.templates, "main": by_hand})


def compare(seed: int, folder: Path) -> list[str]:
    path = folder / f"program{seed}.scpl"
    path.write_text(generate(seed))
    found = []
    for threads in (1, 2, 3):
        by_hand = started_by_hand(load(path, Options()), threads)
        assert check(by_hand) == []
        expected = explore(passes.run(by_hand, UNREACH_CALL))
        assert verdict(path, "explore", threads) == expected, (seed, threads)
        assert verdict(path, "explore", threads, reduction="none") == expected, (seed, threads)
        assert verdict(path, "impact", threads) in (expected, "unknown"), (seed, threads)
        found.append(expected)
    return found


BLOCKS = blocks(8, range(1000, 3000))


@pytest.mark.parametrize("seeds", [BLOCKS[n][:3] for n in rotating(1, len(BLOCKS))], ids=str)
def test_engines_agree(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path)


@pytest.mark.long
def test_programs_are_worth_it(tmp_path: Path) -> None:
    found = [compare(seed, tmp_path) for seed in range(40)]
    assert all(x in WORDS.values() for row in found for x in row)
    unsafe = [row.count("unsafe") for row in found]
    # some are safe, and some need one thread, two, three
    assert set(unsafe) == {0, 1, 2, 3}
    assert len(found) / 4 < sum(n > 0 for n in unsafe) < len(found) * 2 / 3


def compare_with_sections(seed: int, folder: Path) -> set[str]:
    """All verdicts about a program and what it is in C."""
    path, c_path = folder / f"program{seed}.scpl", folder / f"program{seed}.c"
    path.write_text(generate(seed))
    c_path.write_text(to_c(generate(seed)))
    verdicts: set[str] = set()
    for threads in (1, 2, 3):
        found = {verdict(path, "explore", threads), verdict(c_path, "explore", threads)}
        assert len(found - {"unknown"}) <= 1, (seed, threads)
        verdicts |= found
    return verdicts


@pytest.mark.parametrize("seeds", [BLOCKS[n][:3] for n in rotating(1, len(BLOCKS))], ids=str)
def test_a_statement_is_a_section(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare_with_sections(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40, 65))
def test_a_statement_is_a_section_and_that_is_decided(seed: int, tmp_path: Path) -> None:
    assert "unknown" not in compare_with_sections(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seeds", BLOCKS, ids=str)
def test_engines_agree_long(seeds: range, tmp_path: Path) -> None:
    test_engines_agree(seeds, tmp_path)
    test_a_statement_is_a_section(seeds, tmp_path)
