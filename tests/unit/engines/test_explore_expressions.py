"""Generated expressions compute what the interpreter computes, for every operator, and refuse Ranges."""

from __future__ import annotations

import random

import pytest

from tests.helpers.ir_build import Thread, ended_array, program, step
from threadproof.engines.compiled.compile import Compiler
from threadproof.engines.compiled.functions import Blocks
from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.ranges import full_range
from threadproof.ir.interpret import Instance, Semantics, State
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import UNREACH_CALL

#: (see `tests.helpers.rotation`)
IN_TURN = 2

WIDTHS = (1, 3, 8, 32, 64)
BINARY = (
    T.add, T.sub, T.mul, T.udiv, T.sdiv, T.urem, T.srem, T.bvand, T.bvor, T.bvxor, T.shl, T.lshr, T.ashr,
)  # fmt: skip
COMPARE = (T.eq, T.ult, T.ule, T.slt, T.sle)


class Terms:
    """Random terms over a few locals of each width, an array that is a tuple, and one that is a map."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.scalars = {w: [Var(f"v{w}_{i}", w, False, init=None) for i in range(2)] for w in WIDTHS}
        self.flag = Var("flag", 0, False, init=None)
        self.short = Var("short", 8, True, dims=1, length=5)
        self.map = Var("map", 8, True, dims=1)
        self.pairs = Var("pairs", 8, True, dims=2)

    def term(self, width: int, depth: int) -> Term:
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            if rng.random() < 0.3:
                return T.const(rng.choice([0, 1, 2, (1 << width) - 1, 1 << (width - 1), rng.getrandbits(width)]), width)
            return T.var(rng.choice(self.scalars[width]))
        match rng.randint(0, 9):
            case 0:
                return T.ite(self.condition(depth - 1), self.term(width, depth - 1), self.term(width, depth - 1))
            case 1:
                return rng.choice((T.neg, T.bvnot))(self.term(width, depth - 1))
            case 2:
                return T.resize(self.term(rng.choice(WIDTHS), depth - 1), width, rng.random() < 0.5)
            case 3 if width == 8:
                array = rng.choice((self.short, self.map))
                return T.select(array, (self.term(rng.choice(WIDTHS), depth - 1),))
            case 4 if width == 8:
                return T.select(self.pairs, (self.term(8, depth - 1), self.term(8, depth - 1)))
        return rng.choice(BINARY)(self.term(width, depth - 1), self.term(width, depth - 1))

    def condition(self, depth: int) -> Term:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return T.var(self.flag)
        match rng.randint(0, 4):
            case 0:
                return T.and_(self.condition(depth - 1), self.condition(depth - 1))
            case 1:
                return T.or_(self.condition(depth - 1), self.condition(depth - 1))
            case 2:
                return T.not_(self.condition(depth - 1))
        width = rng.choice(WIDTHS)
        return rng.choice(COMPARE)(self.term(width, depth - 1), self.term(width, depth - 1))


def results_of(terms: list[Term], pool: Terms) -> tuple[Model, Thread]:
    """A program that computes each term into a local of its own, which is then read."""
    t = Thread("main", 1)
    t.locals += [v for vs in pool.scalars.values() for v in vs] + [pool.flag]
    targets = []
    for n, term in enumerate(terms):
        target = t.local(f"r{n}", width=term.width)
        targets.append(target)
    t.do(step(None, *zip(targets, terms, strict=True)))
    t.do(step(T.and_(*(T.ne(T.var(v), T.const(0, v.width)) if v.width else T.var(v) for v in targets))))
    ended = ended_array()
    t.end(ended)
    return Model(program(ended, [pool.short, pool.map, pool.pairs], t), UNREACH_CALL), t


@pytest.mark.parametrize("seed", range(40))
def test_generated_code_computes_what_the_interpreter_computes(seed: int) -> None:
    rng = random.Random(seed)
    pool = Terms(rng)
    depth = rng.choice((2, 3, 6))
    terms = [pool.condition(depth) if rng.random() < 0.2 else pool.term(rng.choice(WIDTHS), depth) for _ in range(6)]
    check(pool, terms, rng)


@pytest.mark.parametrize("seed", range(6))
def test_deep_and_shared_terms(seed: int) -> None:
    """Too deep for one expression, and, written out as a tree, far too large."""
    rng = random.Random(seed)
    pool = Terms(rng)
    term = pool.term(32, 2)
    for _ in range(120):
        term = T.add(term, T.mul(term, pool.term(32, 1))) if rng.random() < 0.7 else T.bvxor(term, pool.term(32, 1))
    check(pool, [term, T.extract(term, 3)], rng)


class Remembering(Semantics):
    """The interpreter, computing shared nodes once."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.known: dict[Term, int] = {}

    def evaluate(self, t: Term, state: State, i: Instance) -> int:
        if t not in self.known:
            self.known[t] = super().evaluate(t, state, i)
        return self.known[t]


def check(pool: Terms, terms: list[Term], rng: random.Random) -> None:
    model, thread = results_of(terms, pool)
    compiler = Compiler(model)
    blocks = Blocks(model, compiler, [False] * len(model.locations), repeats=False)
    semantics = Remembering(model.program)
    start = semantics.initial()
    g, _ = model.initial()
    for _ in range(8):
        values = {v: rng.choice([0, 1, (1 << w) - 1, rng.getrandbits(w)]) for w in WIDTHS for v in pool.scalars[w]}
        values[pool.flag] = rng.randint(0, 1)
        l = (0, 1, *(values.get(v, 0) for v in model.locations[0].layout))
        i = start.instances[0]
        i = i._replace(locals=tuple(values.get(v, 0) for v in thread.locals))
        semantics.known.clear()
        expected = [semantics.evaluate(term, start, i) for term in terms]
        for results in (compiler.function(0)(g, l), blocks.run(g, l)):
            assert results is not None
            after = results[0][1]
            assert after is not None
            slots = model.locations[after[0]].slot
            targets = [v for v in thread.locals if v.name.startswith("main.r")]
            assert [after[slots[v]] for v in targets] == expected
            assert all(type(after[slots[v]]) is int for v in targets)


@pytest.mark.parametrize("width", [0, 8])
def test_no_operator_accepts_a_range(width: int) -> None:
    """Each operator applied to a variable that holds a Range raises TypeError, whatever side it is on."""
    v = Var("v", width, False, init=None)
    w = Var("w", width, False, init=None)
    a, b = T.var(v), T.var(w)
    if width:
        terms = [f(x, y) for f in (*BINARY, *COMPARE) for x, y in ((a, b), (b, a), (a, T.const(5, 8)))]
        terms += [T.neg(a), T.bvnot(a), T.resize(a, 16, True), T.add(T.resize(a, 16, False), T.const(1, 16))]
        terms += [T.resize(a, 16, False), T.extract(a, 3), T.ite(T.eq(b, T.const(1, 8)), a, b), T.ne(a, b)]
    else:
        terms = [T.not_(a), T.and_(b, a), T.or_(T.not_(b), a), T.ite(a, T.const(1, 8), T.const(2, 8)), T.eq(a, b)]
        terms += [T.eq(T.and_(b, a), T.not_(b))]
    for term in terms:
        t = Thread("main", 1)
        t.locals += [v, w]
        r = t.local("r", width=term.width)
        t.do(step(None, (r, term)))
        t.do(step(T.eq(T.var(r), T.const(1, r.width)) if r.width else T.var(r)))
        ended = ended_array()
        t.end(ended)
        model = Model(program(ended, [], t), UNREACH_CALL)
        l = (0, 1, *(full_range(width) if x is v else 1 for x in model.locations[0].layout))
        with pytest.raises(TypeError):
            Compiler(model).function(0)((), l)
