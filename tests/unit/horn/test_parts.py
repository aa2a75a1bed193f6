"""Conjunctions in parts, and lemmas: what is found part by part, or proved for all predicates at once, is right."""

from __future__ import annotations

from random import Random

import pytest

from tests.unit.horn.systems import num, variables
from threadproof.horn.clause import System
from threadproof.horn.lemmas import Lemmas
from threadproof.horn.parts import Splitter, parts
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term
from threadproof.smt.solver import make_solver

NAMES = variables("a b c d e f", 8)


def random_fact(random: Random) -> Term:
    v, w = random.sample(NAMES, 2)
    right = T.var(w) if random.random() < 0.3 else num(random.randrange(4), 8)
    return random.choice([T.eq, T.ne, T.ult, T.ule])(T.var(v), right)


def test_no_variable_is_in_two_parts() -> None:
    a, b, c, d, *_ = map(T.var, NAMES)
    facts = [T.ult(a, b), T.ult(c, num(3, 8)), T.eq(d, num(1, 8)), T.ult(b, c)]
    assert sorted(map(len, parts(facts))) == [1, 3]
    assert parts([]) == []


@pytest.mark.parametrize("seed", range(60))
def test_parts_say_what_the_whole_says(seed: int) -> None:
    random = Random(seed)
    known = [random_fact(random) for _ in range(random.randrange(1, 7))]
    facts = list(dict.fromkeys(random_fact(random) for _ in range(6)))
    solver = make_solver(recall=False)
    splitter = Splitter(make_solver())
    split = splitter.split(known)
    assert split.check() is solver.check(*known)
    if split.check():
        assert all(evaluate(t, split.model()) for t in known)
        for fact in facts:
            found = split.check_with(fact)
            assert (found is not False) is solver.check(*known, fact)
            if isinstance(found, Model):
                assert all(evaluate(t, found) for t in (*known, fact))
    lost = splitter.not_implied(known, facts)
    assert lost == {t for t in facts if solver.check(*known, T.not_(t))}


def test_a_lemma_holds_wherever_it_can() -> None:
    x, y = variables("x y", 8)
    system = System()
    p, q, never = [system.predicate(n, (x, y)) for n in ("p", "q", "never")]
    one = num(1, 8)
    system.add(p(num(0, 8), num(0, 8)))
    system.add(p(T.var(x), T.add(T.var(y), one)), p(T.var(x), T.var(y)), constraint=T.ult(T.var(y), num(9, 8)))
    system.add(q(one, T.var(y)), p(T.var(x), T.var(y)))
    system.add(never(T.var(x), T.var(y)), q(T.var(x), T.var(y)), constraint=T.ult(num(20, 8), T.var(y)))
    lemmas = Lemmas(system)
    bound = T.ule(T.var(y), num(9, 8))
    assert lemmas.find([bound], make_solver(), lambda: False) is True
    assert {bound, T.eq(T.var(x), num(0, 8))} <= set(lemmas.of[p])
    assert {bound, T.eq(T.var(x), one)} <= set(lemmas.of[q])
    assert T.FALSE in lemmas.of[never]
    assert lemmas.find([bound], make_solver(), lambda: False) is False
    assert lemmas.find([bound], make_solver(), lambda: True) is None
