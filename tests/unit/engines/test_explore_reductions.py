"""Every condition of the reductions is needed: with it the answer is right, without it a small program goes wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.helpers.exploring import REDUCTIONS, answer, explore
from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, bakery, ended_array, mutex, program, word
from threadproof.analysis.sharing import Sharing
from threadproof.engines.compiled import model
from threadproof.engines.compiled.functions import Blocks
from threadproof.engines.compiled.steps import Stepper
from threadproof.engines.explore.reduction import PRESERVES, Futures, applicable
from threadproof.engines.explore.search import Search
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.properties import PROPERTIES, TERMINATION, UNREACH_CALL, named
from threadproof.result.verdict import Safe

Write = Callable[[Code], None]
Patch = pytest.MonkeyPatch


def threads(first: Write, second: Write, variables: list[Var], last: Write | None = None) -> Program:
    ended = ended_array()
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    for code, write in ((a, first), (b, second)):
        write(code)
        if code.at != code.exit:
            code.end(ended)
    main.create("a", 2)
    main.create("b", 3)
    if last is not None:
        last(main)
    if main.at != main.exit:
        main.end(ended)
    return program(ended, variables, main, a, b)


def agree(p: Program, property_: str = "unreach-call") -> str:
    """What the oracle says, and every reduction with it."""
    expected = explore(p, property_, "none")
    for reduction in REDUCTIONS:
        assert explore(p, property_, reduction) == expected
    return expected


def checks(x: Var, value: int) -> Write:
    """x is never `value`."""

    def write(w: Code) -> None:
        t = w.var("t")
        w.assign(t, T.var(x))
        w.check(T.ne(t, w.const(value)))

    return write


def test_they_help() -> None:
    states = []
    for reduction in REDUCTIONS:
        found = answer(bakery(2), reduction=reduction)
        assert isinstance(found, Safe)
        states.append(found.proof.data["states"])
    assert states[0] > 10 * states[1] > 10 * states[2]


def test_a_property_that_is_not_preserved_gets_a_weaker_reduction() -> None:
    assert applicable("future", TERMINATION) == "local"
    for reduction in REDUCTIONS:
        for property_ in PROPERTIES:
            assert named(property_).is_within(PRESERVES[applicable(reduction, named(property_))])
    found = answer(bakery(2), "termination", "future")
    assert isinstance(found, Safe)
    assert found.proof.data["reduction"] == "local"


# ---------------------------------------------------------------- local


def test_what_comes_before_an_endless_local_loop_is_seen(monkeypatch: Patch) -> None:
    x = word("x")

    def writes_and_spins(w: Code) -> None:
        w.assign(T.var(x), 1)
        w.while_(T.TRUE, lambda: None)

    p = threads(writes_and_spins, checks(x, 1), [x])
    assert agree(p) == "unsafe"
    go_on = Blocks._go_on
    monkeypatch.setattr(Blocks, "_follow", lambda self, work, how: [])
    monkeypatch.setattr(Blocks, "_go_on", lambda self, results: [r for r in results if not r[2]])
    assert explore(p, reduction="local") == "safe"
    monkeypatch.setattr(Blocks, "_go_on", go_on)


def test_one_branch_that_never_comes_out_does_not_hide_its_step() -> None:
    """Two ways through a section, with different results; behind one of them there is an endless local loop."""
    x = word("x")

    def write(w: Code) -> None:
        t = w.var("t")

        def body() -> None:
            w.havoc(t)
            w.if_(T.eq(t, w.const(0)), lambda: w.assign(T.var(x), 1), lambda: w.assign(T.var(x), 2))

        w.atomic(body)
        w.if_(T.eq(t, w.const(0)), lambda: w.while_(T.TRUE, lambda: None))

    assert agree(threads(write, checks(x, 1), [x])) == "unsafe"
    assert agree(threads(write, checks(x, 2), [x])) == "unsafe"
    assert agree(threads(write, checks(x, 3), [x])) == "safe"


def test_a_failed_assume_keeps_the_step_before_it(monkeypatch: Patch) -> None:
    x = word("x")

    def write(w: Code) -> None:
        t = w.var("t")
        w.assign(T.var(x), 1)
        w.assume(T.eq(t, w.const(5)))
        w.assign(T.var(x), 0)

    p = threads(write, checks(x, 1), [x])
    assert agree(p) == "unsafe"
    settle = Stepper._settle

    def careless(self: Stepper, t: object, explain: bool) -> object:
        return [u for u in settle(self, t, explain) if u.local is None or not self.quiet[u.local[0]]]  # type: ignore[arg-type]

    monkeypatch.setattr(Blocks, "run", lambda self, g, l: None)
    monkeypatch.setattr(Stepper, "_settle", careless)
    assert explore(p, reduction="local") == "safe"


def test_a_chain_is_cut_and_goes_on(monkeypatch: Patch) -> None:
    """Longer than the limit: what comes after it is still found."""
    x = word("x")

    def write(w: Code) -> None:
        i = w.var("i")
        w.while_(T.ult(i, w.const(300)), lambda: w.assign(i, T.add(i, w.const(1))))
        w.assign(T.var(x), i)

    p = threads(write, checks(x, 300), [x])
    monkeypatch.setattr("threadproof.engines.compiled.steps.CHAIN_LIMIT", 7)
    monkeypatch.setattr("threadproof.engines.compiled.functions.RUN_LIMIT", 3)
    monkeypatch.setattr("threadproof.engines.compiled.functions.MAX_STEPS", 5)
    assert agree(p) == "unsafe"
    monkeypatch.setattr(Blocks, "run", lambda self, g, l: None)
    assert agree(p) == "unsafe"


def test_only_one_instance_makes_a_variable_private(monkeypatch: Patch) -> None:
    """Two instances of one template: what only this template touches is shared all the same."""
    ended = ended_array()
    x = word("x")
    worker = Code("worker")
    t = worker.var("t")
    worker.assign(t, T.var(x))
    worker.check(T.eq(t, worker.const(0)))
    worker.assign(T.var(x), 1)
    worker.assign(T.var(x), 0)
    worker.end(ended)
    main = Code("main", 1)
    main.create("worker", 2)
    main.create("worker", 3)
    main.end(ended)
    p = program(ended, [x], main, worker)
    assert agree(p) == "unsafe"
    init = Sharing.__init__

    def careless(self: Sharing, program_: Program) -> None:
        init(self, program_)
        self.private = self.used

    monkeypatch.setattr(Sharing, "__init__", careless)
    assert explore(p, reduction="local") == "safe"


def test_waiting_is_visible(monkeypatch: Patch) -> None:
    """a takes the locks in one order, b in the other; the second lock must not be taken along with the first."""
    m, n = mutex("m"), mutex("n")

    def order(*locks: Var) -> Write:
        def write(w: Code) -> None:
            for lock in locks:
                w.lock(lock)
            for lock in locks:
                w.unlock(lock)

        return write

    p = threads(order(m, n), order(n, m), [m, n])
    assert agree(p, "no-deadlock") == "unsafe"
    is_invisible = Sharing.is_invisible

    def careless(self: Sharing, e: Edge, t: Template) -> bool:
        is_wait = isinstance(e.op, O.Step) and e.op.waits
        return is_invisible(self, e, t) or (is_wait and e.source != t.entry)

    monkeypatch.setattr(Sharing, "is_invisible", careless)
    assert explore(p, "no-deadlock", "local") == "safe"


def test_the_end_of_a_thread_is_quiet_only_if_all_just_wait_for_it(monkeypatch: Patch) -> None:
    """main looks whether the thread has ended, without waiting, and sees that it has not."""
    ended = ended_array()
    x = word("x")
    main, a = Code("main", 1), Code("a", 2)
    t = main.var("t")
    e = main.local("e", width=0)
    main.create("a", 2)
    main.assign(t, T.var(x))
    main.do(step(None, (e, T.select(ended, (T.const(2, 32),)))))
    main.check(T.or_(T.ne(t, main.const(1)), T.var(e)))
    main.end(ended)
    a.assign(T.var(x), 1)
    a.end(ended)
    p = program(ended, [x], main, a)
    assert agree(p) == "unsafe"
    monkeypatch.setattr(Sharing, "_has_quiet_end", lambda self: True)
    assert explore(p, reduction="local") == "safe"


def test_a_load_that_does_not_matter_is_an_access(monkeypatch: Patch) -> None:
    """For races, what an unused load reads must be known; its index is all that keeps i alive."""
    a = Var("a", 32, True, dims=1, length=3, lvalue="a")

    def reads(w: Code) -> None:
        i, t = w.var("i"), w.var("t")
        w.havoc(i, 0, 2)
        w.assign(t, T.select(a, (i,)))

    def writes(w: Code) -> None:
        w.assign(T.select(a, (w.const(1),)), 1)

    p = threads(reads, writes, [a])
    assert agree(p, "no-data-race") == "unsafe"
    live = model.live_locals  # type: ignore[attr-defined]
    monkeypatch.setattr(model, "live_locals", lambda t, keep, accesses: live(t, keep))
    with pytest.raises(KeyError):  # i is not there any more
        explore(p, "no-data-race", "none")


# ---------------------------------------------------------------- future


def ignoring() -> Program:
    """a runs round for ever, reading what nobody writes any more; the error is b's."""
    ended = ended_array()
    x, y = word("x"), word("y")
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    main.assign(T.var(x), 7)
    main.assign(T.var(y), 7)
    main.create("a", 2)
    main.create("b", 3)
    main.end(ended)
    t = a.var("t")

    def twice() -> None:
        a.assign(t, T.var(x))
        a.assign(t, T.var(x))

    a.while_(T.TRUE, twice)
    checks(y, 7)(b)
    b.end(ended)
    return program(ended, [x, y], main, a, b)


def test_nobody_is_put_off_for_ever(monkeypatch: Patch) -> None:
    p = ignoring()
    assert agree(p) == "unsafe"
    monkeypatch.setattr(Search, "cycle_condition", False)
    monkeypatch.setattr("threadproof.engines.explore.engine.FIRST_SEARCH", 100.0)
    assert explore(p, reduction="future") == "safe"


def test_the_end_of_the_process_is_never_taken_alone() -> None:
    x = word("x")
    p = threads(checks(x, 0), lambda w: None, [x], last=Code.return_)
    assert agree(p) == "unsafe"
    m = model.Model(p, UNREACH_CALL)
    futures = Futures(m)
    ends = [n for n, l in enumerate(m.locations) if any(isinstance(e.op, O.Exit) for e in l.edges)]
    assert ends
    assert not any(futures.may_go_alone[n] for n in ends)


def test_reads_and_writes_of_the_future_count(monkeypatch: Patch) -> None:
    x = word("x")

    def writes(w: Code) -> None:
        w.assign(T.var(x), 1)
        w.assign(T.var(x), 0)

    p = threads(writes, checks(x, 1), [x])
    assert agree(p) == "unsafe"
    alone = Futures.alone

    def careless(self: Futures, locations: list[int]) -> list[int]:
        reads = self.future_reads
        self.future_reads = [0] * len(reads)
        found = alone(self, locations)
        self.future_reads = reads
        return found

    monkeypatch.setattr(Futures, "alone", careless)
    assert explore(p, reduction="future") == "safe"


def test_threads_that_are_still_to_be_created_count(monkeypatch: Patch) -> None:
    """b touches x only through the thread that it creates."""
    ended = ended_array()
    x = word("x")
    main, a, b, c = Code("main", 1), Code("a", 2), Code("b", 3), Code("c", 4)
    main.create("a", 2)
    main.create("b", 3)
    main.end(ended)
    a.assign(T.var(x), 1)
    a.assign(T.var(x), 0)
    a.end(ended)
    b.create("c", 4)
    b.end(ended)
    checks(x, 1)(c)
    c.end(ended)
    p = program(ended, [x], main, a, b, c)
    assert agree(p) == "unsafe"
    close = Futures._close

    def careless(self: Futures) -> None:
        templates = self.model.program.templates
        created = {n: t for n, t in templates.items() if n == "c"}
        start = self.model.location_of(created["c"], created["c"].entry)
        reads, writes = self.future_reads[start], self.future_writes[start]
        self.future_reads[start] = self.future_writes[start] = 0
        rest = [self.model.location_of(created["c"], n) for n in range(len(created["c"].edges))]
        kept = [(self.future_reads[n], self.future_writes[n]) for n in rest]
        for n in rest:
            self.future_reads[n] = self.future_writes[n] = 0
        close(self)
        for n, (r, w) in zip(rest, kept, strict=True):
            self.future_reads[n], self.future_writes[n] = r, w
        self.future_reads[start], self.future_writes[start] = reads, writes

    monkeypatch.setattr(Futures, "_close", careless)
    assert explore(p, reduction="future") == "safe"


def test_a_spurious_wake_up_is_never_taken_alone(monkeypatch: Patch) -> None:
    """A deadlock is one although the thread could wake up spuriously."""
    c, x = Var("c", 8, True, kind="sync"), word("x")

    def waits(w: Code) -> None:
        bit = T.shl(T.const(1, 8), T.zext(T.var(w.self_var), 8))
        w.do(step(None, (c, T.bvor(T.var(c), bit))))
        start = w.at
        w.do(step(T.eq(T.bvand(T.var(c), bit), T.const(0, 8)), waits=True, role=O.Role.WAKE))
        w.edge(start, w.at, step(None, (c, T.bvand(T.var(c), T.bvnot(bit))), role=O.Role.SPURIOUS))

    def writes(w: Code) -> None:
        w.assign(T.var(x), 1)

    p = threads(waits, writes, [c, x], last=checks(x, 9))
    assert agree(p, "no-deadlock") == "unsafe"
    monkeypatch.setattr(Futures, "_is_harmless", staticmethod(lambda op: not isinstance(op, O.Exit)))
    assert explore(p, "no-deadlock", "future") == "safe"
