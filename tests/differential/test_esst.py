"""Random cooperative programs: `esst` in every configuration against `explore`.

Each program is checked for one property in one configuration, chosen by its number, so that all combinations occur.
Every Unsafe is replayed. Enough programs are unsafe, and enough of those in some orders of the threads only: then
they are safe if the order is that of creation and threads are created in some order.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.generators.cooperative import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

PROPERTIES = ("unreach-call", "no-deadlock", "unreach-call", "no-deadlock", "no-lost-event", "valid-memsafety")
CONFIGURATIONS: tuple[dict[str, Any], ...] = (
    {"por": "both"},
    {"por": "persistent", "abstraction": "interpolants"},
    {"por": "sleep", "abstraction": "interpolants"},
    {"por": "none", "abstraction": "interpolants"},
    {"por": "both", "abstraction": "interpolants", "force_cover": False},
    {"por": "persistent", "abstraction": "predicates", "precision": "location"},
    {"por": "sleep", "abstraction": "cartesian", "precision": "global"},
    {"por": "both", "abstraction": "interpolants", "encoding": "integers"},
)
#: programs per test
BLOCK = 20


def _verify(path: Path, **options: Any) -> Verdict:
    return pipeline.verify(path, Options.make(**options)).verdict


def compare(seed: int, folder: Path) -> bool:
    """Did both decide it?"""
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, posix=seed % 3 == 2))
    question = {"property": PROPERTIES[seed % len(PROPERTIES)], "order": "fixed" if seed % 7 == 6 else "any"}
    configuration = CONFIGURATIONS[seed % len(CONFIGURATIONS)]
    oracle = _verify(path, engine="explore", reduction="none" if seed % 2 else "future", timeout=10, **question)
    verdict = _verify(path, engine="esst", timeout=1, **question, **configuration)
    if isinstance(oracle, Unknown) or isinstance(verdict, Unknown):
        return False
    assert type(verdict) is type(oracle), (seed, question, configuration, oracle, verdict)
    return True


BLOCKS = blocks(BLOCK, range(4 * BLOCK), range(100_000, 100_000 + 500 * BLOCK))


@pytest.mark.long
def test_most_are_decided(tmp_path: Path) -> None:
    decided = [compare(seed, tmp_path) for seed in BLOCKS[0]]
    assert sum(decided) > BLOCK * 4 / 5


@pytest.mark.parametrize("seeds", [BLOCKS[n][:5] for n in rotating(1, len(BLOCKS))], ids=str)
def test_esst_agrees(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seeds", [BLOCKS[n] for n in rotating(60, len(BLOCKS))], ids=str)
def test_esst_agrees_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path)


@pytest.mark.long
def test_programs_are_worth_it(tmp_path: Path) -> None:
    """Enough of them are unsafe, or get stuck, and enough of the unsafe ones need an order that is not any one."""
    path = tmp_path / "program.c"
    programs, unsafe, ordered, stuck = 24, 0, 0, 0
    for seed in range(programs):
        path.write_text(generate(seed))
        stuck += isinstance(_verify(path, engine="explore", property="no-deadlock", timeout=10), Unsafe)
        if not isinstance(_verify(path, engine="explore", timeout=10), Unsafe):
            continue
        unsafe += 1
        for order in range(6):
            path.write_text(generate(seed, order=order))
            if isinstance(_verify(path, engine="explore", order="fixed", timeout=10), Safe):
                ordered += 1
                break
    assert unsafe >= programs / 4
    assert ordered >= unsafe / 4
    assert stuck >= programs / 8
