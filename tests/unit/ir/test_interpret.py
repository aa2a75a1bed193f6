"""One step at a time: what the interpreter, the definition of everything, does."""

from __future__ import annotations

import pytest

from tests.helpers.ir_build import array, c, step
from tests.helpers.ir_builder import Code, ended_array, mutex, program, word
from threadproof.errors import InternalError, Limit
from threadproof.frontend import raw as R
from threadproof.ir import op as O
from threadproof.ir.interpret import MOST_OBJECTS, UNSET, Names, Semantics, State, Undetermined
from threadproof.ir.program import Edge
from threadproof.ir.values import Sparse
from threadproof.logic import term as T
from threadproof.logic.term import Var


class Bench:
    """A program with main only (and worker, if it is started), and where it is."""

    def __init__(self, *variables: Var) -> None:
        self.variables = list(variables)
        self.ended = ended_array()
        self.main = Code("main", 1)
        self.worker = Code("worker")

    def start(self) -> None:
        self.main.end(self.ended)
        self.worker.end(self.ended)
        self.program = program(self.ended, self.variables, self.main, self.worker)
        self.semantics = Semantics(self.program)
        self.state = self.semantics.initial()

    def enabled(self) -> list[tuple[int, Edge]]:
        return list(self.semantics.enabled(self.state))

    def step(self, instance: int = 1, n: int = 0, choice: int | None = None) -> State:
        edges = [e for i, e in self.enabled() if i == instance]
        self.state = self.semantics.step(self.state, instance, edges[n], choice)
        return self.state

    def value(self, v: Var, instance: int = 1) -> object:
        if v.shared:
            return self.state.shared[self.semantics.shared_slot[v]]
        i = self.semantics.instance(self.state, instance)
        return i.locals[self.semantics.local_slot[i.template][v]]


def test_updates_are_parallel() -> None:
    x, y = word("x", 1), word("y", 2)
    b = Bench(x, y)
    b.main.do(step(None, (x, T.var(y)), (y, T.var(x))))
    b.start()
    b.step()
    assert (b.value(x), b.value(y)) == (2, 1)


def test_guards_decide_what_is_enabled() -> None:
    x, m = word("x", 3), mutex("m")
    b = Bench(x, m)
    b.main.if_(T.ult(T.var(x), c(5, 32)), lambda: b.main.lock(m), lambda: None)
    b.main.lock(m)
    b.start()
    assert [e.target for _, e in b.enabled()] == [2]
    b.step()
    b.step()
    assert b.value(m) == 1
    b.step()
    assert b.enabled() == []


def test_arrays() -> None:
    a, s = array("a", 2, 7, width=8), array("s", None, 7, width=8)
    d = Var("d", 8, True, dims=2, init=1)
    b = Bench(a, s, d)
    b.main.do(step(None, O.Update(a, (c(1, 8),), c(9, 8)), O.Update(s, (c(5, 8),), c(9, 8))))
    b.main.do(step(None, O.Update(a, (c(2, 8),), c(9, 8)), O.Update(s, (c(5, 8),), c(7, 8))))
    b.main.do(step(None, O.Update(d, (c(2, 8), c(3, 8)), T.select(a, (c(77, 8),)))))
    b.start()
    b.step()
    assert b.value(a) == (7, 9)
    assert b.value(s) == Sparse(7, {5: 9})
    b.step()
    assert b.value(a) == (7, 9)  # outside: nothing
    assert b.value(s) == Sparse(7, {})
    b.step()
    assert b.value(d) == Sparse(1, {(2, 3): 0})  # outside: zero


def test_inputs_and_memory_without_a_value() -> None:
    x, a = word("x", None), array("a", 2, None)
    b = Bench(x, a)
    t = b.main.var("t")
    b.main.havoc(T.var(x), 3, 5)
    b.main.do(O.Havoc(a, (), 0, 3))
    b.main.assign(t, T.zext(T.select(a, (c(1, 8),)), 32))
    b.start()
    i, e = b.semantics.instance(b.state, 1), b.enabled()[0][1]
    assert list(b.semantics.choices(b.state, i, e)) == [3, 4, 5]
    b.step(choice=4)
    assert b.value(x) == 4
    b.step()
    assert b.value(a) == (UNSET, UNSET)
    with pytest.raises(Undetermined) as caught:
        b.step()
    u = caught.value
    assert (u.instance, u.var, u.key) == (0, a, 1)
    b.state = b.semantics.determine(b.state, u, 2)
    b.step()
    assert t.var is not None
    assert b.value(t.var) == 2
    assert b.value(a) == (UNSET, 2)


def test_a_local_without_a_value() -> None:
    b = Bench()
    t = b.main.var("t", None)
    b.main.assume(T.eq(t, c(3, 32)))
    b.start()
    with pytest.raises(Undetermined) as caught:
        b.enabled()
    assert caught.value.instance == 1
    b.state = b.semantics.determine(b.state, caught.value, 3)
    assert len(b.enabled()) == 1


def test_creation_and_end() -> None:
    b = Bench()
    p = b.worker.param("p", 32)
    b.main.create("worker", 3, c(8, 32))
    b.main.create("worker", 2, c(9, 32))
    b.main.create("worker", 2, c(9, 32))
    b.start()
    b.step()
    b.step()
    assert [i.id for i in b.state.instances] == [1, 2, 3]
    assert (b.value(p, 2), b.value(p, 3)) == (9, 8)
    with pytest.raises(InternalError, match="started twice"):
        b.step()
    b.step(3)
    assert [i.id for i in b.state.instances] == [1, 2]
    ended = b.value(b.ended)
    assert isinstance(ended, Sparse)
    assert ended.get(3) == 1
    with pytest.raises(InternalError, match="no running instance"):
        b.semantics.instance(b.state, 3)


def test_signals() -> None:
    waiting = Var("c", 8, True, kind="sync", init=0b10100)
    b = Bench(waiting)
    for _ in range(3):
        b.main.do(O.Signal(O.Cell(waiting)))
    b.start()
    i, e = b.semantics.instance(b.state, 1), b.enabled()[0][1]
    assert b.semantics.choices(b.state, i, e) == (2, 4)
    b.step(choice=4)
    assert b.value(waiting) == 0b100
    b.step(choice=2)
    i, e = b.semantics.instance(b.state, 1), b.enabled()[0][1]
    assert b.semantics.choices(b.state, i, e) == (None,)
    b.step()
    assert b.value(waiting) == 0


def test_atomic_sections() -> None:
    b = Bench()
    b.main.create("worker", 2)
    b.main.do(O.AtomicBegin())
    b.main.do(step())
    b.main.do(O.AtomicEnd())
    b.start()
    b.step()
    assert {i for i, _ in b.enabled()} == {1, 2}
    b.step()
    assert b.state.inside == 1
    assert {i for i, _ in b.enabled()} == {1}
    b.step()
    b.step()
    assert b.state.inside == 0
    assert {i for i, _ in b.enabled()} == {1, 2}


def test_a_section_ends_with_its_thread_and_at_an_error() -> None:
    for ends in (True, False):
        b = Bench()
        b.main.create("worker", 2)
        b.main.do(O.AtomicBegin())
        if not ends:
            b.main.check(T.FALSE)
        b.start()
        b.step()
        b.step()
        assert b.state.inside == 1
        b.step()
        assert b.state.inside == 0
        assert {i for i, _ in b.enabled()} == {2}


def test_the_process_ends() -> None:
    b = Bench()
    b.main.create("worker", 2)
    b.main.do(O.Exit("abort"))
    b.start()
    b.step()
    b.step()
    assert b.state.halted == "abort"
    assert b.enabled() == []


def test_an_unsupported_construct_is_a_limit() -> None:
    b = Bench()
    b.main.do(O.Unsupported("longjmp"))
    b.start()
    with pytest.raises(Limit, match=r"longjmp \(t.c:1\)"):
        b.step()


def test_numbers_do_not_depend_on_the_path() -> None:
    names = Names()
    assert names.number(7, 7, 1, 0) == 0
    assert names.number(7, 7, 2, 0) == 1
    assert names.number(7, 7, 1, 1) == 2
    assert names.number(7, 7, 2, 0) == 1
    assert names.number(8, 8, 1, 0) == 0
    b = Bench()
    h = b.main.local("h")
    n = b.main.local("n")
    b.main.do(O.Fresh(h, 5, n, 3, 4))
    b.main.do(O.Fresh(h, 5, n, 3, 4))
    b.start()
    b.step()
    assert (b.value(h), b.value(n)) == (3, 1)
    b.step()
    assert (b.value(h), b.value(n)) == (3 + 16, 2)


def test_only_what_decides_is_looked_at() -> None:
    """The bounds in front of an access protect it."""
    a = array("a", 2, None)
    b = Bench(a)
    i = b.main.var("i", 5)
    inside = T.ult(i, c(2, 32))
    cell = T.eq(T.select(a, (i,)), c(0))
    b.main.assume(T.or_(T.and_(inside, cell), T.eq(T.ite(inside, T.select(a, (i,)), c(1)), c(1))))
    b.start()
    assert len(b.enabled()) == 1


def test_numbers_of_objects_that_would_not_be_different_any_more() -> None:
    names = Names.from_rows([[7, 7, 2, 0, MOST_OBJECTS - 1], [1, -1, 1, 0, MOST_OBJECTS]])
    assert names.number(1, -1, 1, 1) == MOST_OBJECTS + 1
    with pytest.raises(Limit):
        names.number(7, 7, 2, 1)
    with pytest.raises(ValueError, match="too large"):
        Names.from_rows([[7, 7, 2, 0, MOST_OBJECTS]])
    assert MOST_OBJECTS.bit_length() <= R.OBJECT_WIDTH - R.SITE_BITS
