"""Properties are objects: nobody else knows their names, and what is not named is not kept."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from threadproof import passes
from threadproof.engines.explore import reduction
from threadproof.properties import DEREF, FREE, MEMTRACK, PROPERTIES, Kind, Property, named

PACKAGE = Path(__file__).parents[2] / "src" / "threadproof"
ALL_KINDS = re.compile(r"set\(Kind\)|\*Kind\b|in Kind\b")
NAMES = {*PROPERTIES, DEREF, FREE, MEMTRACK}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text()
    if not any(name in text for name in NAMES):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
            yield node.lineno, node.value


def test_nobody_else_knows_their_names() -> None:
    others = [p for p in sorted(PACKAGE.rglob("*.py")) if p.name != "properties.py"]
    assert [f"{p}:{line}: {name}" for p in others for line, name in literals(p)] == []


def test_what_is_not_named_is_not_kept() -> None:
    """So a new kind of violation has to be thought about everywhere: sets of kinds are lists, not differences."""
    for path in sorted(PACKAGE.rglob("*.py")):
        assert not ALL_KINDS.search(path.read_text()), path


def test_they_are_the_same_in_another_process() -> None:
    for p in PROPERTIES.values():
        assert pickle.loads(pickle.dumps(p)) is p
        assert named(p.name) is p


@pytest.mark.parametrize("p", PROPERTIES.values(), ids=str)
def test_explore_decides_all(p: Property) -> None:
    assert p.kinds
    assert p.is_within(reduction.PRESERVES[reduction.applicable("future", p)])


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_kept_by_passes(kind: Kind) -> None:
    """Of each stage of the schedule some alternative keeps it, or the stage is left out for it, which costs time."""
    p = Property("toy", frozenset({kind}))
    left_out = [s.alternatives[0].name for s in passes.SCHEDULE if passes.choose(s, p) is None]
    assert set(left_out) <= ({"assumed"} if kind in (Kind.DEADLOCK, Kind.ENDLESS) else set())
