"""Races, deadlocks, leaks, termination, overflow: programs made for one question each."""

from __future__ import annotations

import pytest

from tests.helpers.exploring import REDUCTIONS, answer, explore, replayed
from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, bakery, ended_array, mutex, peterson, program, word, words
from threadproof.ir import op as O
from threadproof.ir.program import HeapSite, Memory, Program, Root
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.result.counterexample import Counterexample

pytestmark = pytest.mark.parametrize("reduction", REDUCTIONS)


def threads(first: object, second: object, variables: list[Var], *, join: bool = False) -> Program:
    """main starts a and b."""
    ended = ended_array()
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    for code, write in ((a, first), (b, second)):
        write(code)  # type: ignore[operator]
        code.end(ended)
    main.create("a", 2)
    main.create("b", 3)
    if join:
        main.join(ended, 2)
        main.join(ended, 3)
    main.end(ended)
    return program(ended, variables, main, a, b)


# ---------------------------------------------------------------- error locations


def test_mutual_exclusion(reduction: str) -> None:
    assert explore(peterson(), reduction=reduction) == "safe"
    assert explore(peterson(broken=True), reduction=reduction) == "unsafe"
    assert explore(bakery(2), reduction=reduction) == "safe"
    assert explore(bakery(2, broken=True), reduction=reduction) == "unsafe"


def test_each_property_has_its_own_error_locations(reduction: str) -> None:
    def write(w: Code) -> None:
        w.check(T.FALSE, "it overflows", "no-overflow")

    p = threads(write, lambda w: None, [])
    assert explore(p, "no-overflow", reduction) == "unsafe"
    assert explore(p, "unreach-call", reduction) == "safe"
    assert explore(p, "valid-memsafety", reduction) == "safe"
    # a thread that stops at an error of another property is not in a deadlock
    assert explore(p, "no-deadlock", reduction) == "safe"


def test_an_error_before_any_other_step(reduction: str) -> None:
    ended = ended_array()
    main = Code("main", 1)
    x = main.var("x", 5)
    main.check(T.ne(x, main.const(5)), "at once")
    main.end(ended)
    assert replayed(program(ended, [], main), reduction=reduction).trace.violation == "at once"


# ---------------------------------------------------------------- races


def reader(x: Term, atomic: bool = False) -> object:
    def write(w: Code) -> None:
        t = w.var("t")
        w.assign(t, x, atomic)

    return write


def writer(x: Term, atomic: bool = False) -> object:
    return lambda w: w.assign(x, 1, atomic)


def test_races(reduction: str) -> None:
    x = word("x")
    v = T.var(x)
    assert explore(threads(reader(v), reader(v), [x]), "no-data-race", reduction) == "safe"
    assert explore(threads(reader(v), writer(v), [x]), "no-data-race", reduction) == "unsafe"
    assert explore(threads(writer(v), writer(v), [x]), "no-data-race", reduction) == "unsafe"
    assert explore(threads(writer(v, True), writer(v, True), [x]), "no-data-race", reduction) == "safe"
    assert explore(threads(writer(v, True), reader(v), [x]), "no-data-race", reduction) == "unsafe"


def test_a_race_says_who_and_where(reduction: str) -> None:
    x = word("x")
    found = replayed(threads(reader(T.var(x)), writer(T.var(x)), [x]), "no-data-race", reduction)
    assert found.trace.violation == "data race on x: a reads (t.c:1), b writes (t.c:1)"


def test_only_the_same_cell_races(reduction: str) -> None:
    a = words("a", 3)

    def at(n: int) -> Term:
        return T.select(a, (T.const(n, 32),))

    assert explore(threads(writer(at(0)), writer(at(1)), [a]), "no-data-race", reduction) == "safe"
    assert explore(threads(writer(at(2)), reader(at(2)), [a]), "no-data-race", reduction) == "unsafe"


def test_the_cell_may_depend_on_an_input(reduction: str) -> None:
    a = words("a", 300)

    def write(w: Code) -> None:
        i = w.var("i")
        w.havoc(i, 3, 260)
        w.assign(T.select(a, (i,)), 1)

    for n, expected in ((260, "unsafe"), (2, "safe"), (261, "safe")):
        p = threads(write, reader(T.select(a, (T.const(n, 32),))), [a])
        # 258 values are too many to try them all
        expected = "inputs were sampled" if expected == "safe" else expected
        assert explore(p, "no-data-race", reduction) == expected


def test_synchronisation_variables_do_not_race(reduction: str) -> None:
    m = mutex("m")

    def write(w: Code) -> None:
        w.lock(m)
        w.unlock(m)

    assert explore(threads(write, write, [m]), "no-data-race", reduction) == "safe"


def test_locked_accesses_do_not_race(reduction: str) -> None:
    m, x = mutex("m"), word("x")

    def write(w: Code) -> None:
        w.lock(m)
        w.assign(T.var(x), 1)
        w.unlock(m)

    assert explore(threads(write, write, [m, x]), "no-data-race", reduction) == "safe"
    assert explore(threads(write, writer(T.var(x)), [m, x]), "no-data-race", reduction) == "unsafe"


def test_a_load_whose_value_is_not_used_races(reduction: str) -> None:
    """Also where the index is all that the rest of the program needs."""
    x, a = word("x"), words("a", 4)
    assert explore(threads(reader(T.var(x)), writer(T.var(x)), [x]), "no-data-race", reduction) == "unsafe"

    def write(w: Code) -> None:
        i, t = w.var("i"), w.var("t")
        w.havoc(i, 0, 3)
        w.assign(t, T.select(a, (i,)))

    p = threads(write, writer(T.select(a, (T.const(2, 32),))), [a])
    assert explore(p, "no-data-race", reduction) == "unsafe"


def test_a_disabled_access_does_not_race(reduction: str) -> None:
    x, y = word("x"), word("y")

    def guarded(w: Code) -> None:
        w.do(O.Step(T.eq(T.var(y), w.const(1)), (O.Update(x, (), w.const(1)),), waits=True))

    def opens(w: Code) -> None:
        w.assign(T.var(x), 2)
        w.do(O.Step(T.TRUE, (O.Update(y, (), w.const(1)),), order=O.Order.SEQ_CST))

    atomic_y = Var("y2", 32, True, kind="sync")
    y = atomic_y
    assert explore(threads(guarded, opens, [x, y]), "no-data-race", reduction) == "safe"
    assert explore(threads(guarded, writer(T.var(y)), [x, y]), "no-data-race", reduction) == "safe"


def test_unknown_shared_values_are_the_same_for_both(reduction: str) -> None:
    """Two accesses, each possible for some value of an uninitialised variable, but never for the same value."""
    u, x = Var("u", 2, True, init=None, kind="sync"), word("x")

    def when(value: int) -> object:
        def write(w: Code) -> None:
            w.do(O.Step(T.eq(T.var(u), T.const(value, 2)), (O.Update(x, (), w.const(1)),)))

        return write

    assert explore(threads(when(1), when(2), [u, x]), "no-data-race", reduction) == "safe"
    assert explore(threads(when(1), when(1), [u, x]), "no-data-race", reduction) == "unsafe"


# ---------------------------------------------------------------- deadlocks


def in_order(*locks: Var) -> object:
    def write(w: Code) -> None:
        for m in locks:
            w.lock(m)
        for m in reversed(locks):
            w.unlock(m)

    return write


def test_lock_order(reduction: str) -> None:
    m, n = mutex("m"), mutex("n")
    assert explore(threads(in_order(m, n), in_order(n, m), [m, n]), "no-deadlock", reduction) == "unsafe"
    assert explore(threads(in_order(m, n), in_order(m, n), [m, n]), "no-deadlock", reduction) == "safe"
    p = threads(in_order(m, n), in_order(n, m), [m, n], join=True)
    text = replayed(p, "no-deadlock", reduction).trace.violation
    assert text == (
        "deadlock: main waits for a to end (t.c:3); a waits for n, held by b since t.c:1 (t.c:2); "
        "b waits for m, held by a since t.c:1 (t.c:2)"
    )
    assert explore(p, "termination", reduction) == "unsafe"


def test_some_stuck_while_another_spins_is_no_deadlock(reduction: str) -> None:
    m, x = mutex("m"), word("x")

    def spin(w: Code) -> None:
        t = w.var("t")
        w.while_(T.eq(t, w.const(0)), lambda: None, before=lambda: w.assign(t, T.var(x)))

    def twice(w: Code) -> None:
        w.lock(m)
        w.lock(m)

    p = threads(spin, twice, [m, x])
    assert explore(p, "no-deadlock", reduction) == "safe"
    assert explore(p, "termination", reduction) == "unsafe"


def test_a_failed_assume_or_the_end_of_the_process_is_no_deadlock(reduction: str) -> None:
    m = mutex("m")

    def twice(w: Code) -> None:
        w.lock(m)
        w.lock(m)

    assert explore(threads(twice, lambda w: None, [m]), "no-deadlock", reduction) == "unsafe"
    assert explore(threads(twice, lambda w: w.assume(T.FALSE), [m]), "no-deadlock", reduction) == "safe"
    ended = ended_array()
    main, a = Code("main", 1), Code("a", 2)
    twice(a)
    a.end(ended)
    main.create("a", 2)
    main.return_()
    assert explore(program(ended, [m], main, a), "no-deadlock", reduction) == "safe"


def waiter(w: Code, waiting: Var, spurious: bool) -> None:
    bit = T.shl(T.const(1, 8), T.zext(T.var(w.self_var), 8))
    s = T.var(waiting)
    w.do(step(None, (waiting, T.bvor(s, bit)), role=O.Role.WAIT, lock=O.Cell(waiting)))
    start = w.at
    w.do(step(T.eq(T.bvand(s, bit), T.const(0, 8)), waits=True, role=O.Role.WAKE, lock=O.Cell(waiting)))
    if spurious:
        w.edge(start, w.at, step(None, (waiting, T.bvand(s, T.bvnot(bit))), role=O.Role.SPURIOUS))


@pytest.mark.parametrize("spurious", [False, True])
def test_a_lost_wake_up_is_a_deadlock_even_if_spurious_ones_are_possible(reduction: str, spurious: bool) -> None:
    c = Var("c", 8, True, kind="sync", lvalue="c")

    def signal(w: Code) -> None:
        w.do(O.Signal(O.Cell(c)))

    p = threads(lambda w: waiter(w, c, spurious), signal, [c])
    assert explore(p, "no-deadlock", reduction) == "unsafe"
    assert explore(p, "termination", reduction) == "unsafe"
    both = threads(lambda w: waiter(w, c, spurious), lambda w: waiter(w, c, spurious), [c])
    assert explore(both, "no-deadlock", reduction) == "unsafe"


def test_a_signal_wakes_one_thread_any(reduction: str) -> None:
    """Two wait, one signal: either may be woken, never both."""
    ended = ended_array()
    c, ready, out = Var("c", 8, True, kind="sync"), word("ready"), words("out", 4)
    main, w = Code("main", 1), Code("w")
    bit = T.shl(T.const(1, 8), T.zext(T.var(w.self_var), 8))
    w.do(step(None, (c, T.bvor(T.var(c), bit))))
    w.do(step(T.eq(T.bvand(T.var(c), bit), T.const(0, 8)), waits=True))
    w.assign(T.select(out, (T.zext(T.var(w.self_var), 32),)), 1)
    w.end(ended)
    a, b = main.var("a"), main.var("b")
    main.create("w", 2)
    main.create("w", 3)
    main.do(step(T.eq(T.var(c), T.const(12, 8)), waits=True))
    main.do(O.Signal(O.Cell(c)))
    main.assign(a, T.select(out, (main.const(2),)))
    main.assign(b, T.select(out, (main.const(3),)))
    main.check(goal(a, b))
    main.end(ended)
    assert explore(program(ended, [c, ready, out], main, w), reduction=reduction) == "safe"


def goal(a: Term, b: Term) -> Term:
    return T.not_(T.and_(T.eq(a, T.const(1, 32)), T.eq(b, T.const(1, 32))))


def test_waiting_that_depends_on_an_input(reduction: str) -> None:
    """It goes on for some values of an input and waits for ever for others: there is a deadlock."""
    x = Var("x", 8, True, kind="sync")

    def waits(low: int) -> object:
        def write(w: Code) -> None:
            i = w.var("i")
            w.havoc(i, low, 5)
            start = w.at
            w.do(step(T.eq(T.var(x), T.const(1, 8)), waits=True))
            w.edge(start, w.at, step(T.ult(w.const(2), i)))

        return write

    assert explore(threads(waits(1), lambda w: None, [x]), "no-deadlock", reduction) == "unsafe"
    assert explore(threads(waits(1), lambda w: None, [x]), "termination", reduction) == "unsafe"
    assert explore(threads(waits(3), lambda w: None, [x]), "no-deadlock", reduction) == "safe"
    assert explore(threads(waits(3), lambda w: None, [x]), "termination", reduction) == "safe"


# ---------------------------------------------------------------- termination


def loops(value: int) -> object:
    def write(w: Code) -> None:
        t = w.var("t")
        w.while_(T.ne(t, w.const(value)), lambda: None, before=lambda: w.assign(t, T.var(FLAG)))

    return write


FLAG = word("flag")


def test_weak_fairness(reduction: str) -> None:
    """Waiting in a loop for what another thread will do ends, if that thread is not kept from running for ever."""
    assert explore(threads(loops(1), writer(T.var(FLAG)), [FLAG]), "termination", reduction) == "safe"
    assert explore(threads(loops(2), writer(T.var(FLAG)), [FLAG]), "termination", reduction) == "unsafe"


def test_strong_fairness_is_not_assumed(reduction: str) -> None:
    """A thread that waits for a lock which is free again and again may never get it."""
    m, x = mutex("m"), word("x")

    def again(w: Code) -> None:
        t = w.var("t")

        def body() -> None:
            w.lock(m)
            w.unlock(m)

        w.while_(T.eq(t, w.const(0)), body, before=lambda: w.assign(t, T.var(x)))

    def stops(w: Code) -> None:
        w.lock(m)
        w.assign(T.var(x), 1)
        w.unlock(m)

    p = threads(again, stops, [m, x])
    assert explore(p, "termination", reduction) == "unsafe"
    found = answer(p, "termination", reduction)
    assert isinstance(found, Counterexample)
    assert found.loop_start is not None


def test_a_local_loop(reduction: str) -> None:
    ended = ended_array()
    main = Code("main", 1, width=4)
    i = main.var("i")
    main.while_(T.ne(i, main.const(9)), lambda: main.assign(i, T.add(i, main.const(2))))
    main.end(ended)
    assert explore(program(ended, [], main), "termination", reduction) == "unsafe"
    main = Code("main", 1, width=4)
    i = main.var("i")
    main.while_(T.ne(i, main.const(9)), lambda: main.assign(i, T.add(i, main.const(3))))
    main.end(ended)
    assert explore(program(ended, [], main), "termination", reduction) == "safe"


def test_inputs_in_a_loop(reduction: str) -> None:
    """Runs for ever if the input is never zero; the values of the rounds must fit together."""

    def write(w: Code) -> None:
        x, y = w.var("x"), w.var("y")

        def body() -> None:
            w.assign(y, x)
            w.havoc(x, 0, 3)
            w.if_(T.eq(y, w.const(9)), lambda: w.assign(x, 0))

        w.havoc(x, 0, 3)
        w.while_(T.ne(x, w.const(0)), body)

    assert explore(threads(write, lambda w: None, []), "termination", reduction) == "unsafe"


def test_discarded_executions_do_not_count(reduction: str) -> None:
    """While one thread spins, another is at a failed assume: that execution does not exist."""
    p = threads(loops(1), lambda w: w.assume(T.FALSE), [FLAG])
    assert explore(p, "termination", reduction) == "safe"


# ---------------------------------------------------------------- leaks


def heap_program(last: object, *, roots: bool = True) -> Program:
    """One heap object, number 1; p holds it. `last` is what main does before it returns."""
    ended = ended_array()
    live, p = Var("live", 8, True, kind="life"), word("p")
    main, a = Code("main", 1), Code("a", 2)
    main.assign(T.var(live), 1)
    main.assign(T.var(p), 1)
    main.create("a", 2)
    last(main, live, p)  # type: ignore[operator]
    main.return_()
    a.end(ended)
    built = program(ended, [live, p], main, a)
    built.memory = Memory(4, (HeapSite(1, live, ()),), (Root(p),) if roots else ())
    return built


def test_leaks(reduction: str) -> None:
    def nothing(m: Code, live: Var, p: Var) -> None:
        pass

    def frees(m: Code, live: Var, p: Var) -> None:
        m.assign(T.var(live), 2)

    def forgets(m: Code, live: Var, p: Var) -> None:
        m.assign(T.var(p), 0)

    assert explore(heap_program(nothing), "valid-memsafety", reduction) == "safe"
    assert explore(heap_program(nothing, roots=False), "valid-memsafety", reduction) == "unsafe"
    assert explore(heap_program(frees, roots=False), "valid-memsafety", reduction) == "safe"
    leak = heap_program(forgets)
    assert replayed(leak, "valid-memsafety", reduction).violated == "valid-memtrack"
    assert explore(leak, "unreach-call", reduction) == "safe"


def test_pointers_in_locals_of_other_threads_count(reduction: str) -> None:
    """main forgets the pointer only after the other thread has taken it over, and that thread never ends."""
    ended = ended_array()
    live, p, ready = Var("live", 8, True, kind="life"), word("p"), Var("ready", 8, True, kind="sync")
    for keeps in (True, False):
        main, a = Code("main", 1), Code("a", 2)
        mine = a.var("mine")
        main.assign(T.var(live), 1)
        main.assign(T.var(p), 1)
        main.create("a", 2)
        main.do(step(T.eq(T.var(ready), T.const(1, 8)), waits=True))
        main.assign(T.var(p), 0)
        main.return_()
        a.assign(mine, T.var(p))
        if not keeps:
            a.assign(mine, 0)
        a.assign(T.var(ready), 1)
        a.do(step(T.eq(T.var(ready), T.const(9, 8)), waits=True))
        a.end(ended)
        built = program(ended, [live, p, ready], main, a)
        assert mine.var is not None
        built.memory = Memory(4, (HeapSite(1, live, ()),), (Root(p),), local_roots={"a": (Root(mine.var),)})
        assert explore(built, "valid-memsafety", reduction) == ("safe" if keeps else "unsafe")
