"""Random programs about atomic sections: every engine against `explore` without reduction, and every proof checked.

What engines rely on holds after all passes, too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.sections import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.ir.checker import check
from threadproof.options import FORMS, Options
from threadproof.properties import named
from threadproof.result.verdict import Unknown, Verdict

PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "unreach-call", "no-overflow", "valid-memsafety")
POR = ("both", "none", "static", "monotonic", "persistent", "sleep")
RULES = ("ladder", "tm", "tm2", "tm3", "tmc", "tmw", "og", "product")
#: programs of the long campaign; `make test` runs some of them
TOTAL = 5_000
#: programs per test
BLOCK = 20


def _verify(path: Path, **options: object) -> Verdict:
    return pipeline.verify(path, Options.make(timeout=2, **options), check_with="z3").verdict  # type: ignore[arg-type]


def _configurations(seed: int, property_: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = [
        {"engine": "explore"},
        {"engine": "impact", "por": POR[seed // 6 % len(POR)]},
    ]
    if property_ in ("unreach-call", "no-overflow"):
        reduction = ("future", "none")[seed // 6 % 2]
        found.append({"engine": "redcomp", "rule": RULES[seed // 6 % len(RULES)], "reduction": reduction})
        found.append({"engine": "symmpa"})
    return found


def compare(seed: int, folder: Path) -> None:
    """With a bound on the number of threads `explore` is the oracle; without one, engines must not contradict it."""
    crowds = seed % 3 == 2
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, crowds=crowds))
    property_ = PROPERTIES[seed % len(PROPERTIES)]
    loaded = pipeline.load(path, Options(property=property_))
    for form in FORMS:
        assert check(pipeline._prepared(loaded, named(property_), form=form)) == []
    oracle = _verify(path, property=property_, engine="explore", reduction="none")
    if isinstance(oracle, Unknown) and not crowds:
        return
    verdicts = {"oracle": oracle}
    for configuration in _configurations(seed, property_):
        verdicts[str(configuration)] = _verify(path, property=property_, **configuration)
    decided = {name: type(v).__name__ for name, v in verdicts.items() if not isinstance(v, Unknown)}
    assert len(set(decided.values())) <= 1, (seed, property_, decided)


@pytest.mark.parametrize("seed", rotating(2, TOTAL))
def test_engines_agree(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(TOTAL // BLOCK))
def test_engines_agree_long(block: int, tmp_path: Path) -> None:
    for seed in range(BLOCK * block, BLOCK * (block + 1)):
        compare(seed, tmp_path)
