"""Covers modulo permutation: how much smaller the tree gets, and which instances are found to be alike."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.ir_builder import Code, ended_array, mutex, program, word
from tests.helpers.proving import ALIKE, ALIKE_FLAGS, ALIKE_WAITING, load
from threadproof import pipeline
from threadproof.engines.covering.symmetry import Symmetries
from threadproof.engines.engine import Run
from threadproof.engines.impact.engine import Impact
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program
from threadproof.ir.symbolic import Control, Symbolic
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL, named
from threadproof.result.verdict import Safe

TAS = Path(__file__).parents[2] / "programs" / "impact" / "alike_tas_safe.c"


def nodes(threads: int, *, symmetry: bool) -> int:
    options = Options.make(engine="impact", symmetry=symmetry, defines=[f"THREADS={threads}"], timeout=60)
    verdict = pipeline.verify(TAS, options).verdict
    assert isinstance(verdict, Safe)
    found: int = verdict.statistics["nodes"]
    return found


def test_the_tree_is_smaller_by_nearly_the_number_of_permutations() -> None:
    assert nodes(2, symmetry=False) > 1.8 * nodes(2, symmetry=True)
    few = nodes(3, symmetry=True)
    assert nodes(3, symmetry=False) > 3.5 * few
    assert nodes(3, symmetry=True) == few


def swapped(p: Program, location: int = 1, property_: str = "unreach-call", *, first: int = 2) -> bool:
    """Both threads run, main is done with creating; is there a symmetry that swaps who has come to the location?"""
    symbolic = Symbolic(p)
    c = symbolic.root
    while len(c.places) < 3:
        main = c.place(1)
        c = symbolic.successor(c, symbolic.actions(c, main)[0])

    def moved(id_: int) -> Control:
        q = c.place(id_)
        there = symbolic.place(q.id, q.template, location, q.values)
        return symbolic.control(tuple([there if x is q else x for x in c.places]), 0)

    symmetries = Symmetries(symbolic, named(property_))
    w, v = moved(first), moved(first + 1)
    symmetries.add(w)
    symmetries.add(v)
    return bool(symmetries.related(v))


TWO = ALIKE.replace("i < 3", "i < 2").replace("t[3]", "t[2]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TWO, True),
        (ALIKE_FLAGS, True),
        (ALIKE_WAITING, True),
        # main looks at who was last, or waits for one of them only
        (TWO.replace("check(x == 0);", "check(last != t[0]);"), False),
        (TWO.replace("i = 0; i < 2; i++)\n        pthread_join", "i = 1; i < 2; i++)\n        pthread_join"), False),
        # main has joined both: what it does then is the same for both
        (TWO.replace("check(x == 0);", "check(x == 0 && last != 0);"), True),
        # numbers are compared, computed with, or constants
        (TWO.replace("check(x == 1 &&", "check(x == 1 && last < 9 &&"), False),
        (TWO.replace("x = x + 1;", "x = x + pthread_self();"), False),
        (TWO.replace("check(x == 1 &&", "check(x == 1 && last != 2 &&"), False),
        (ALIKE_FLAGS.replace("x = i;", "x = i + x;"), False),
    ],
)
@pytest.mark.usefixtures("threads_have_numbers")
def test_who_is_alike(text: str, expected: bool, tmp_path: Path) -> None:
    assert swapped(load(tmp_path, text)) == expected


def test_leaks_depend_on_numbers_of_objects(tmp_path: Path) -> None:
    text = TWO.replace("last = pthread_self();", "last = pthread_self(); free(malloc(1));")
    assert not swapped(load(tmp_path, text, "valid-memsafety"), property_="valid-memsafety")


def copies() -> Program:
    """Two instances of one template take a lock by their number, and look whether they have it."""
    ended, owner, x = ended_array(), mutex("owner"), word("x")
    main, a = Code("main", 1), Code("a")
    a.lock(owner)
    a.assign(T.var(x), 1)
    a.check(T.eq(T.var(owner), T.resize(T.var(a.self_var), owner.width, signed=False)))
    a.assign(T.var(x), 0)
    a.unlock(owner)
    a.end(ended)
    main.create("a", 2)
    main.create("a", 3)
    main.return_()
    return program(ended, [owner, x], main, a)


def test_instances_of_one_template() -> None:
    p = copies()
    assert swapped(p)
    found = Impact().verify(p, UNREACH_CALL, Run(Options(), time.monotonic() + 30))
    assert isinstance(found, Safe)
    data: Any = json.loads(json.dumps(found.proof.data))
    assert any(len(row) == 3 for row in data["covers"])
    assert check(p, UNREACH_CALL, found.proof.kind, data, Prover(("bitwuzla",))).complaints == []
