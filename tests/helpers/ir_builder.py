"""Structured IR programs for the explorer's tests: loops, branches, locks, threads, over `ir_build.Thread`."""

from __future__ import annotations

from collections.abc import Callable

from tests.helpers.ir_build import Thread, c, ended_array, program, step
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

Body = Callable[[], None]


class Code(Thread):
    """A template that is written statement by statement; `width` is that of its locals."""

    def __init__(self, name: str, id_: int | None = None, width: int = 32) -> None:
        super().__init__(name, id_)
        self.width = width
        self.loops: list[tuple[int, int]] = []

    def var(self, name: str, init: int | None = 0) -> Term:
        return T.var(self.local(name, init, width=self.width, user=True))

    def const(self, value: int) -> Term:
        return c(value, self.width)

    def assign(self, target: Term, value: Term | int, atomic: bool = False) -> None:
        """A load, a store or a local computation: whatever the two sides are."""
        assert target.var is not None
        if isinstance(value, int):
            value = c(value, target.width)
        self.do(
            O.Step(T.TRUE, (O.Update(target.var, target.args, value),), O.Order.SEQ_CST if atomic else O.Order.PLAIN)
        )

    def havoc(self, target: Term, low: int = 0, high: int | None = None) -> None:
        assert target.var is not None
        top = (1 << target.width) - 1 if target.width else 1
        self.do(O.Havoc(target.var, target.args, low, top if high is None else high))

    def assume(self, condition: Term) -> None:
        self.do(step(condition))

    def if_(self, condition: Term, then: Body, otherwise: Body | None = None) -> None:
        start, yes, no = self.at, self.new(), self.new()
        self.edge(start, yes, step(condition))
        self.edge(start, no, step(T.not_(condition)))
        self.at = yes
        then()
        end_yes = self.at
        self.at = no
        if otherwise is not None:
            otherwise()
        self.edge(end_yes, self.at, step())

    def while_(self, condition: Term, body: Body, before: Body | None = None) -> None:
        """`before` runs before each test: for loads of what the condition needs."""
        head = self.at
        if before is not None:
            before()
        inside, after = self.new(), self.new()
        self.edge(self.at, inside, step(condition))
        self.edge(self.at, after, step(T.not_(condition)))
        self.at = inside
        self.loops.append((head, after))
        body()
        self.loops.pop()
        self.edge(self.at, head, step())
        self.at = after

    def check(self, condition: Term, text: str = "failed", property_: str = "unreach-call") -> None:
        start = self.at
        self.edge(start, self.error(text, property_), step(T.not_(condition)))
        self.at = self.new()
        self.edge(start, self.at, step(condition))

    def lock(self, mutex: Var) -> None:
        me = T.resize(T.var(self.self_var), mutex.width, False)
        free = T.eq(T.var(mutex), T.const(0, mutex.width))
        self.do(step(free, (mutex, me), waits=True, role=O.Role.ACQUIRE, lock=O.Cell(mutex)))

    def unlock(self, mutex: Var) -> None:
        self.do(step(None, (mutex, T.const(0, mutex.width)), role=O.Role.RELEASE, lock=O.Cell(mutex)))

    def create(self, template: str, id_: int, *args: Term) -> None:
        self.do(O.Create(template, c(id_, 4), args))

    def join(self, ended: Var, id_: int) -> None:
        self.do(step(T.select(ended, (c(id_, 32),)), waits=True, role=O.Role.JOIN))

    def atomic(self, body: Body) -> None:
        self.do(O.AtomicBegin())
        body()
        self.do(O.AtomicEnd())

    def return_(self) -> None:
        self.edge(self.at, self.exit, O.Exit("return", is_normal=True))
        self.at = self.exit


def word(name: str, init: int | None = 0, **more: object) -> Var:
    return Var(name, 32, True, init=init, lvalue=name, **more)  # type: ignore[arg-type]


def mutex(name: str) -> Var:
    return Var(name, 4, True, kind="sync", lvalue=name)


def words(name: str, length: int | None, init: int | None = 0, **more: object) -> Var:
    return Var(name, 32, True, dims=1, length=length, init=init, lvalue=name, **more)  # type: ignore[arg-type]


__all__ = ["Code", "Program", "bakery", "ended_array", "mutex", "peterson", "program", "word", "words"]


def bakery(threads: int, *, broken: bool = False, rounds: int | None = 1, limit: int = 8) -> Program:
    """Lamport's bakery; each thread enters `rounds` times (None: for ever, numbers stay below `limit`)."""
    ended = ended_array()
    choosing, number = words("choosing", threads), words("number", threads)
    inside = word("inside")
    worker = Code("worker")
    me = T.var(worker.param("me", 32))
    i, most, n, mine, done = (worker.var(x) for x in ("i", "most", "n", "mine", "done"))

    def at(v: Var, index: Term) -> Term:
        return T.select(v, (index,))

    def one_round() -> None:
        w = worker
        w.assign(at(choosing, me), 1)
        w.assign(most, 0)
        w.assign(i, 0)

        def look() -> None:
            w.assign(n, at(number, i))
            w.if_(T.slt(most, n), lambda: w.assign(most, n))
            w.assign(i, T.add(i, w.const(1)))

        w.while_(T.slt(i, w.const(threads)), look)
        if rounds is None:
            w.assume(T.slt(most, w.const(limit)))
        w.assign(mine, T.add(most, w.const(1)))
        w.assign(at(number, me), mine)
        w.assign(at(choosing, me), 0)
        w.assign(i, 0)

        def wait() -> None:
            if not broken:
                w.while_(T.ne(n, w.const(0)), lambda: None, before=lambda: w.assign(n, at(choosing, i)))
            turn = T.or_(
                T.eq(n, w.const(0)), T.sle(mine, n) if broken else T.slt(mine, n),
                T.and_(T.eq(mine, n), T.sle(me, i)),
            )  # fmt: skip
            w.while_(T.not_(turn), lambda: None, before=lambda: w.assign(n, at(number, i)))
            w.assign(i, T.add(i, w.const(1)))

        w.while_(T.slt(i, w.const(threads)), wait)
        w.assign(n, T.var(inside))
        w.check(T.eq(n, w.const(0)), "two threads are inside")
        w.assign(T.var(inside), 1)
        w.assign(T.var(inside), 0)
        w.assign(at(number, me), 0)

    if rounds is None:
        worker.while_(T.TRUE, one_round)
    else:
        worker.assign(done, 0)

        def again() -> None:
            one_round()
            worker.assign(done, T.add(done, worker.const(1)))

        worker.while_(T.slt(done, worker.const(rounds)), again)
    worker.end(ended)
    main = Code("main", 1)
    for k in range(threads):
        main.create("worker", 2 + k, main.const(k))
    main.end(ended)
    return program(ended, [choosing, number, inside], main, worker)


def peterson(*, broken: bool = False) -> Program:
    ended = ended_array()
    flag, turn, inside = words("flag", 2), word("turn"), word("inside")
    worker = Code("worker")
    w = worker
    me = T.var(worker.param("me", 32))
    f, t, n = (worker.var(x) for x in ("f", "t", "n"))
    other = T.sub(w.const(1), me)
    w.assign(T.select(flag, (me,)), 1)
    w.assign(T.var(turn), me if broken is True else other)

    def look() -> None:
        w.assign(f, T.select(flag, (other,)))
        w.assign(t, T.var(turn))

    w.while_(T.and_(T.ne(f, w.const(0)), T.eq(t, other)), lambda: None, before=look)
    w.assign(n, T.var(inside))
    w.check(T.eq(n, w.const(0)), "both are inside")
    w.assign(T.var(inside), 1)
    w.assign(T.var(inside), 0)
    w.assign(T.select(flag, (me,)), 0)
    w.end(ended)
    main = Code("main", 1)
    main.create("worker", 2, main.const(0))
    main.create("worker", 3, main.const(1))
    main.join(ended, 2)
    main.join(ended, 3)
    main.return_()
    return program(ended, [flag, turn, inside], main, worker)
