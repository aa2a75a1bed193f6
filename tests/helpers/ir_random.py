"""Random small IR programs, written the way the front end writes them: one access per step, a temporary per load."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.helpers.ir_build import WIDTH, Thread, array, c, ended_array, program, shared, step
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def random_program(seed: int) -> Program:
    return _Generator(random.Random(seed)).program()


def large_program(edges: int, seed: int = 5) -> Program:
    """A program with about this many edges, half of them in main: to measure, not to execute."""
    g = _Generator(random.Random(seed))
    main, w = g.t, Thread("w")
    main.do(O.Create("w", c(2, 4), ()))
    for t in (main, w):
        g.t = t
        g.user_locals()
        while sum(map(len, t.edges)) < edges // 2:
            g.rng.choice([g.load, g.store, g.assign, g.array_access, g.havoc, g.lock, g.branch, g.loop, g.count])()
        t.end(g.ended)
    return program(g.ended, g.variables(), main, w)


class _Generator:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.ended = ended_array()
        self.scalars = [shared("x"), shared("y", rng.choice([0, 0, 1, None]))]
        self.pair = [shared("p.a", group="p"), shared("p.b", 1, group="p")]
        self.array = array("arr", 2, rng.choice([0, 1]))
        self.mutex = Var("m", 4, True, kind="sync")
        self.waiting = Var("cond", 8, True, kind="sync")
        self.t = Thread("main", 1)
        self.temporaries = 0
        self.inside = False
        self.depth = 0
        self.handle = self.t.self_var

    def program(self) -> Program:
        rng = self.rng
        main = self.t
        names = ["w", "v"][: rng.choice([1, 1, 2])]
        workers = [self.worker(n, i + 2 if rng.random() < 0.7 or n == "v" else None) for i, n in enumerate(names)]
        self.t = main
        self.user_locals()
        self.block(rng.randint(0, 3))
        for w in workers:
            again = 2 if w.single_id is None and len(workers) == 1 and rng.random() < 0.5 else 1
            for _ in range(again):
                self.create(w)
                self.block(rng.randint(0, 1))
        if rng.random() < 0.5:
            main.do(step(T.select(self.ended, (T.zext(T.var(self.handle), 32),)), waits=True, role=O.Role.JOIN))
        self.block(rng.randint(0, 2))
        if rng.random() < 0.3:
            main.edge(main.at, main.exit, O.Exit("return", is_normal=True))
        else:
            main.end(self.ended)
        return program(self.ended, self.variables(), main, *workers)

    def variables(self) -> list[Var]:
        return [*self.scalars, *self.pair, self.array, self.mutex, self.waiting]

    def create(self, w: Thread) -> None:
        self.handle = self.temporary(4)
        if w.single_id is None:
            self.t.do(O.Fresh(self.handle, self.temporaries, None, 4, 0))
        else:
            self.t.do(step(None, (self.handle, c(w.single_id, 4))))
        args = tuple(self.expression() if self.rng.random() < 0.4 else c(self.rng.randint(0, 2)) for _ in w.params)
        self.t.do(O.Create(w.name, T.var(self.handle), args))

    def worker(self, name: str, id_: int | None) -> Thread:
        self.t = Thread(name, id_)
        if self.rng.random() < 0.5:
            self.t.param("arg")
        self.user_locals()
        self.block(self.rng.randint(1, 4))
        self.t.end(self.ended)
        return self.t

    def user_locals(self) -> None:
        for name in ("i", "j"):
            self.t.local(name, self.rng.choice([0, 1, None]), user=True)

    # ------------------------------------------------------------ statements

    def block(self, count: int) -> None:
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def statement(self) -> None:
        simple: list[Callable[[], None]] = [
            self.load, self.load, self.store, self.store, self.assign, self.copy, self.jump, self.array_access,
            self.pointer, self.compare_and_swap, self.havoc, self.check,
        ]  # fmt: skip
        if not self.inside:
            simple += [self.assume, self.lock, self.wait, self.signal, self.wait_or_go]
            if self.rng.random() < 0.15:
                simple += [self.wait_for_ever, *[self.local_semaphore] * 3]
            if self.depth < 3:
                simple += [self.branch, self.branch, self.loop, self.count, self.section, self.choice]
        elif self.depth < 3:
            simple += [self.branch]
        if self.rng.random() < 0.03:
            simple = [self.spin, self.unreachable]
        self.rng.choice(simple)()

    def temporary(self, width: int = WIDTH) -> Var:
        self.temporaries += 1
        return self.t.local(f"t{self.temporaries}", width=width)

    def local(self) -> Var:
        return self.rng.choice([v for v in self.t.locals if v.width == WIDTH and v.dims == 0])

    def expression(self) -> Term:
        a = T.var(self.local())
        b = T.var(self.local()) if self.rng.random() < 0.3 else c(self.rng.randint(0, 3))
        return self.rng.choice([a, b, T.add(a, b), T.bvand(a, b), T.ite(T.eq(a, c(0)), b, a)])

    def condition(self) -> Term:
        a, b = self.expression(), c(self.rng.randint(0, 2))
        return self.rng.choice([T.eq, T.ult, T.ne])(a, b)

    def loaded_condition(self) -> Term:
        return T.eq(T.var(self.read()), c(self.rng.randint(0, 1))) if self.rng.random() < 0.6 else self.condition()

    def read(self) -> Var:
        t = self.temporary()
        v = self.rng.choice(self.scalars)
        self.t.do(step(None, (t, T.var(v)), order=self.order()))
        return t

    def order(self) -> O.Order:
        """Mostly plain; now and then, a fence comes first."""
        if self.rng.random() < 0.1:
            self.t.do(O.Step(order=O.Order.ACQ_REL, role=O.Role.FENCE))
        return self.rng.choice(list(O.Order)) if self.rng.random() < 0.25 else O.Order.PLAIN

    def load(self) -> None:
        t = self.read()
        if self.rng.random() < 0.7:
            self.t.do(step(None, (self.user(), T.var(t))))

    def user(self) -> Var:
        return self.rng.choice([v for v in self.t.locals if v.lvalue] or [self.local()])

    def store(self) -> None:
        if self.rng.random() < 0.2:
            self.t.do(step(None, (self.pair[0], self.expression()), (self.pair[1], self.expression())))
        else:
            v = self.rng.choice(self.scalars)
            self.t.do(step(None, (v, self.expression()), order=self.order()))

    def assign(self) -> None:
        self.t.do(step(None, (self.user(), self.expression())))

    def copy(self) -> None:
        a, b = self.local(), self.local()
        if a is not b and self.rng.random() < 0.5:
            self.t.do(step(None, (a, T.var(b)), (b, T.var(a))))
        else:
            self.t.do(step(None, (a, T.var(b))))

    def jump(self) -> None:
        self.t.do(step())

    def havoc(self) -> None:
        self.t.do(O.Havoc(self.local(), (), 0, 1))

    def array_access(self) -> None:
        index = (T.extract(self.expression(), 1) if self.rng.random() < 0.3 else c(self.rng.randint(0, 1), 1),)
        if self.rng.random() < 0.5:
            self.t.do(step(None, O.Update(self.array, index, self.expression())))
        else:
            self.t.do(step(None, (self.temporary(), T.select(self.array, index))))

    def pointer(self) -> None:
        """A load or store through a pointer with two targets; any other value discards, or is an error."""
        t, p = self.t, T.var(self.local())
        target, temp = t.new(), self.temporary()
        value = self.expression()
        is_load = self.rng.random() < 0.7
        for i, v in enumerate(self.scalars):
            t.edge(t.at, target, step(T.eq(p, c(i)), (temp, T.var(v)) if is_load else (v, value)))
        if self.inside or self.rng.random() < 0.4:
            t.edge(t.at, t.error(f"bad pointer {len(t.errors)}"), step(T.not_(T.ult(p, c(2)))))
        else:
            t.may_stop()
        t.at = target

    def compare_and_swap(self) -> None:
        x, r = self.rng.choice(self.scalars), self.temporary()
        hit = T.eq(T.var(x), self.expression())
        new = T.ite(hit, self.expression(), T.var(x))
        self.t.do(step(None, (r, T.from_bool(hit, WIDTH)), (x, new), order=O.Order.SEQ_CST))
        self.fork(T.eq(T.var(r), c(1)))

    def check(self) -> None:
        t = self.t
        condition = self.loaded_condition()
        t.edge(t.at, t.error(f"check {len(t.errors)}"), step(T.not_(condition)))
        t.do(step(condition))

    def assume(self) -> None:
        condition = self.loaded_condition()
        self.t.may_stop()
        self.t.do(step(condition))

    def fork(self, condition: Term) -> None:
        t = self.t
        start, end = t.at, t.new()
        for guard in (condition, T.not_(condition)):
            t.at = t.new()
            t.edge(start, t.at, step(guard))
            self.block(self.rng.randint(0, 1))
            t.edge(t.at, end, step())
        t.at = end

    def branch(self) -> None:
        self.fork(self.loaded_condition())

    def choice(self) -> None:
        t = self.t
        start, end = t.at, t.new()
        for _ in range(2):
            t.at = t.new()
            t.edge(start, t.at, step())
            self.block(self.rng.randint(0, 1))
            t.edge(t.at, end, step())
        t.at = end

    def loop(self) -> None:
        t = self.t
        head = t.do(step())
        stop = T.ne(T.var(self.read()), c(self.rng.randint(0, 2))) if self.rng.random() < 0.7 else self.condition()
        test, end, body = t.at, t.new(), t.new()
        t.edge(test, end, step(stop))
        t.edge(test, body, step(T.not_(stop)))
        t.at = body
        self.block(self.rng.randint(0, 1))
        t.edge(t.at, head, step())
        t.at = end

    def count(self) -> None:
        t, i = self.t, self.temporary()
        t.do(step(None, (i, c(0))))
        head, end, body = t.at, t.new(), t.new()
        more = T.ult(T.var(i), c(2))
        t.edge(head, body, step(more))
        t.edge(head, end, step(T.not_(more)))
        t.at = body
        self.block(1)
        t.edge(t.at, head, step(None, (i, T.add(T.var(i), c(1)))))
        t.at = end

    def me(self) -> Term:
        return T.var(self.t.self_var)

    def lock(self) -> None:
        m = T.var(self.mutex)
        cell = O.Cell(self.mutex)
        t = self.t
        t.do(step(T.eq(m, c(0, 4)), (self.mutex, self.me()), waits=True, role=O.Role.ACQUIRE, lock=cell))
        self.block(self.rng.randint(0, 2))
        if self.rng.random() < 0.9:
            t.do(step(None, (self.mutex, c(0, 4)), role=O.Role.RELEASE, lock=cell))

    def wait(self) -> None:
        bit = T.shl(c(1, 8), T.zext(self.me(), 8))
        w = T.var(self.waiting)
        t = self.t
        t.do(step(None, (self.waiting, T.bvor(w, bit)), role=O.Role.WAIT, lock=O.Cell(self.waiting)))
        is_clear = T.eq(T.bvand(w, bit), c(0, 8))
        start = t.at
        t.do(step(is_clear, waits=True, role=O.Role.WAKE, lock=O.Cell(self.waiting)))
        if self.rng.random() < 0.3:
            t.edge(start, t.at, step(None, (self.waiting, T.bvand(w, T.bvnot(bit))), role=O.Role.SPURIOUS))

    def signal(self) -> None:
        self.t.do(O.Signal(O.Cell(self.waiting)))

    def wait_or_go(self) -> None:
        """A place where one way waits for a shared variable and the other depends on locals."""
        t = self.t
        start, end = t.at, t.new()
        t.edge(start, end, step(T.eq(T.var(self.mutex), c(0, 4)), waits=True, role=O.Role.JOIN))
        t.at = t.new()
        t.edge(start, t.at, step(self.condition()))
        self.block(1)
        t.edge(t.at, end, step())
        t.at = end

    def wait_for_ever(self) -> None:
        self.t.do(step(T.FALSE, waits=True, role=O.Role.ACQUIRE))

    def local_semaphore(self) -> None:
        """What nobody else can give back: waits become possible or impossible while the program is read."""
        t, s, i = self.t, self.temporary(), self.temporary()
        t.do(step(None, (s, c(self.rng.randint(1, 3)))))
        t.do(step(None, (i, c(0))))
        head, end, body = t.at, t.new(), t.new()
        more = T.ult(T.var(i), c(2))
        t.edge(head, body, step(more))
        t.edge(head, end, step(T.not_(more)))
        t.at = body
        t.do(step(T.ne(T.var(s), c(0)), (s, T.sub(T.var(s), c(1))), waits=True, role=O.Role.SEM_WAIT))
        t.edge(t.at, head, step(None, (i, T.add(T.var(i), c(1)))))
        t.at = end

    def section(self) -> None:
        self.t.do(O.AtomicBegin())
        self.inside = True
        self.block(self.rng.randint(1, 2))
        self.inside = False
        self.t.do(O.AtomicEnd())

    def spin(self) -> None:
        t = self.t
        a, b = t.new(), t.new()
        t.may_stop()
        t.edge(t.at, a, step(self.condition()))
        t.edge(a, b, step())
        t.edge(b, a, step())
        t.do(step(self.condition()))

    def unreachable(self) -> None:
        t = self.t
        lost = t.new()
        t.edge(t.at, lost, step(T.FALSE, (self.local(), c(1))))
        t.edge(lost, t.at, step())
