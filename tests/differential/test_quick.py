"""Quick steps are the interpreter's steps: on random runs of the programs, and for every operator."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.ir_build import Thread, array, ended_array, program, put, shared, step
from tests.helpers.rotation import rotating
from threadproof import frontend, passes
from threadproof.errors import InputError, Limit
from threadproof.evidence.execute import random_run
from threadproof.ir import op as O
from threadproof.ir.interpret import Effect, Instance, Semantics, State, Undetermined
from threadproof.ir.machine import Machine
from threadproof.ir.program import Edge
from threadproof.ir.quick import Quick
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import named

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").glob("*/*.c"))
PROPERTIES = ("unreach-call", "no-overflow", "valid-memsafety")


def one_step(quick: Quick, state: State, i: Instance, e: Edge) -> Machine | None:
    """What a quick step leaves behind; None: it is not taken."""
    machine = Machine(quick.semantics)
    machine.state, machine.running = state._replace(instances=()), {i.id: i}
    return machine if quick.go(machine, [(i.id, e)], 0, 1) else None


@pytest.mark.parametrize("n", rotating(20, len(PROGRAMS)), ids=lambda n: PROGRAMS[n].stem)
def test_same_steps(n: int) -> None:
    property_ = PROPERTIES[n % 3]
    try:
        program = passes.run(frontend.load(PROGRAMS[n], Options(property=property_)), named(property_))
    except InputError:
        pytest.skip("for another data model")
    semantics = Semantics(program)
    quick = Quick(semantics)

    def watch(before: State, i: Instance, e: Edge, after: Effect) -> None:
        done = one_step(quick, before, i, e)
        if done is not None:
            assert isinstance(e.op, O.Step)
            assert (done.state.shared, done.running[i.id]) == (after.shared, after.instance)
            assert (before.inside, before.scheduler, after.started) == (after.inside, after.scheduler, None)
        for other in semantics.edges(i):
            try:
                is_enabled = semantics.is_enabled(before, i, other)
            except Undetermined:
                is_enabled = False
            assert is_enabled or one_step(quick, before, i, other) is None

    for seed in range(3):
        try:
            random_run(semantics, random.Random(seed), 150, watch)
        except Limit:
            continue


OPERATORS = (T.add, T.sub, T.mul, T.udiv, T.sdiv, T.urem, T.srem, T.bvand, T.bvor, T.bvxor, T.shl, T.lshr, T.ashr)
TESTS = (T.eq, T.ne, T.ult, T.ule, T.slt, T.sle)


def terms(a: T.Term, b: T.Term) -> list[T.Term]:
    """Every operator."""
    values = [f(a, b) for f in OPERATORS] + [T.neg(a), T.bvnot(a), T.extract(T.zext(T.neg(a), 12), 8)]
    tests = [f(a, b) for f in TESTS]
    values += [T.extract(T.sext(a, 16), 8), T.ite(T.and_(tests[2], tests[4]), a, b)]
    values += [T.from_bool(T.or_(T.not_(t), tests[4]), 8) for t in tests]
    values += [T.extract(T.add(T.sext(a, 9), T.zext(b, 9)), 8), T.extract(T.mul(T.sext(a, 16), T.sext(b, 16)), 8)]
    x, y = T.zext(a, 32), T.shl(T.zext(b, 32), T.const(20, 32))
    values += [T.extract(T.REBUILD[op](x, y), 8) for op in floats.ARITHMETIC]
    values += [T.from_bool(T.REBUILD[op](x, y), 8) for op in floats.RELATIONS]
    values += [T.extract(T.RESIZE[op](y, 32 if op == "fsqrt" else 64), 8) for op in floats.CONVERSIONS]
    return values


def test_every_operator() -> None:
    x, y, z = shared("x", 3, width=8), shared("y", 5, width=8), array("z", None, 0, width=8)
    w = array("w", 4, 1, width=8)
    a, b = T.var(x), T.var(y)
    thread = Thread("main", 1)
    for value in terms(a, b):
        thread.do(step(None, (x, b), O.Update(z, (a,), value), O.Update(w, (T.bvand(b, T.const(7, 8)),), value)))
        thread.do(step(None, (y, T.add(T.select(z, (a,)), T.select(w, (T.bvand(a, T.const(7, 8)),)))), (x, value)))
    covered = {u.op for e in thread.edges for f in e for t in O.reads(f.op) for u in T.subterms(t)}
    assert covered >= T.OPERATORS - {"const"}
    semantics = Semantics(program(ended_array(), [x, y, z, w], thread))
    quick = Quick(semantics)
    chance = random.Random(1)
    for _ in range(300):
        state = semantics.initial()
        state = state._replace(shared=(chance.randrange(256), chance.randrange(256), *state.shared[2:]))
        while edges := semantics.edges(state.instances[0]):
            i = state.instances[0]
            after = semantics.step(state, i.id, edges[0])
            if not after.instances:
                break
            done = one_step(quick, state, i, edges[0])
            assert done is not None
            assert (done.state.shared, done.running[i.id]) == (after.shared, after.instances[0])
            state = after


def test_what_has_no_value_is_left_to_the_interpreter() -> None:
    x, y = shared("x", None, width=8), shared("y", 0, width=8)
    thread = Thread("main", 1)
    thread.do(step(T.eq(T.var(x), T.const(1, 8)), (y, T.const(1, 8))))
    thread.do(put(y, T.const(1, 8)))
    semantics = Semantics(program(ended_array(), [x, y], thread))
    state = semantics.initial()
    i = state.instances[0]
    assert one_step(Quick(semantics), state, i, semantics.edges(i)[0]) is None
    zero = state._replace(shared=(0, *state.shared[1:]))
    assert one_step(Quick(semantics), zero, i, semantics.edges(i)[0]) is None
    one = one_step(Quick(semantics), state._replace(shared=(1, *state.shared[1:])), i, semantics.edges(i)[0])
    assert one is not None
    assert one.state.shared[:2] == (1, 1)
