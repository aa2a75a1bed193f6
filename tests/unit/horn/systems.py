"""Small systems of Horn clauses, safe and unsafe, with what is to be expected of them."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.horn.clause import System
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def variables(names: str, width: int, signed: bool = False) -> list[Var]:
    return [Var(n, width, shared=True, signed=signed) for n in names.split()]


def num(n: int, width: int) -> Term:
    return T.const(n, width)


def counter(bad: int, width: int = 32) -> System:
    """A counter runs from 0 to 10; is it ever `bad`?"""
    s = System()
    (x,) = variables("x", width)
    X = T.var(x)
    p = s.predicate("P", (x,))
    s.add(p(num(0, width)))
    s.add(p(T.add(X, num(1, width))), p(X), constraint=T.ult(X, num(10, width)))
    s.add(None, p(X), constraint=T.eq(X, num(bad, width)))
    return s


def two_counters(safe: bool, width: int = 32, signed: bool = True) -> System:
    """x goes up and y down, so x + y == n."""
    s = System()
    x, y, n = variables("x y n", width, signed)
    X, Y, N = map(T.var, (x, y, n))
    zero, one = num(0, width), num(1, width)
    less = T.slt if signed else T.ult
    p = s.predicate("P", (x, y, n))
    s.add(p(zero, N, N), constraint=less(zero, N))
    s.add(p(T.add(X, one), T.sub(Y, one), N), p(X, Y, N), constraint=less(zero, Y))
    s.add(None, p(X, Y, N), constraint=T.and_(T.eq(Y, zero), T.ne(X, N) if safe else T.eq(X, N)))
    return s


def wraps_around(safe: bool, width: int = 8) -> System:
    """x grows for ever; over ideal integers it is never 0 again."""
    s = System()
    (x,) = variables("x", width)
    X = T.var(x)
    p = s.predicate("P", (x,))
    s.add(p(num(1, width)))
    s.add(p(T.add(X, num(2, width))), p(X))
    s.add(None, p(X), constraint=T.eq(T.bvand(X, num(1, width)), num(0, width)) if safe else T.ult(X, num(1, width)))
    if not safe:
        s.add(p(T.add(X, num(1, width))), p(X), constraint=T.ult(num(200, width), X))
    return s


def mutual_exclusion(safe: bool, threads: int = 2) -> System:
    """Thread-modular clauses of threads that take a lock with an owner, count, and give it back.

    A predicate for each thread over (owner, counter, its location); what one does happens to the others.
    """
    w = 8
    s = System()
    owner, count, at, other = variables("owner count at other", w)
    O, C, A, B = map(T.var, (owner, count, at, other))
    zero, one, two = (num(k, w) for k in range(3))
    ps = [s.predicate(f"T{k}", (owner, count, at)) for k in range(threads)]
    for k, p in enumerate(ps):
        me = num(k + 1, w)
        s.add(p(zero, zero, zero))
        #: (guard, owner', count', location')
        steps = [
            (T.and_(T.eq(A, zero), T.eq(O, zero) if safe else T.ule(O, one)), me, C, one),
            (T.eq(A, one), O, T.add(C, one), two),
            (T.eq(A, two), zero, T.sub(C, one), zero),
        ]
        for guard, o, c, a in steps:
            s.add(p(o, c, a), p(O, C, A), constraint=guard)
            for q in ps:
                if q is not p:
                    s.add(q(o, c, B), p(O, C, A), q(O, C, B), constraint=guard)
        # what it has counted itself: at most one
        s.add(None, p(O, C, A), constraint=T.and_(T.eq(A, two), T.ne(C, one)))
    return s


def flags(safe: bool) -> System:
    """Booleans and single bits."""
    s = System()
    a, b = variables("a b", 0)
    (c,) = variables("c", 1)
    A, B, C = map(T.var, (a, b, c))
    p = s.predicate("P", (a, b, c))
    s.add(p(T.TRUE, T.FALSE, num(0, 1)))
    s.add(p(B, A, T.bvnot(C)), p(A, B, C))
    s.add(None, p(A, B, C), constraint=T.eq(A, B) if safe else T.and_(B, T.eq(C, num(1, 1))))
    return s


def odd_and_even(safe: bool) -> System:
    """Two predicates that use each other, and one that uses both."""
    s = System()
    (x, y) = variables("x y", 16)
    X, Y = T.var(x), T.var(y)
    even, odd, both = s.predicate("Even", (x,)), s.predicate("Odd", (x,)), s.predicate("Both", (x, y))
    one = num(1, 16)
    s.add(even(num(0, 16)))
    s.add(odd(T.add(X, one)), even(X))
    s.add(even(T.add(X, one)), odd(X))
    s.add(both(X, Y), even(X), odd(Y))
    s.add(None, both(X, Y), constraint=T.eq(T.bvand(T.add(X, Y), one), num(0 if safe else 1, 16)))
    return s


#: name -> (system, has a solution)
SYSTEMS: dict[str, tuple[Callable[[], System], bool]] = {
    "counter safe": (lambda: counter(11), True),
    "counter unsafe": (lambda: counter(7), False),
    "counter signed": (lambda: counter(2**31, 32), True),
    "two counters safe": (lambda: two_counters(True), True),
    "two counters unsafe": (lambda: two_counters(False), False),
    "two counters unsigned": (lambda: two_counters(True, signed=False), True),
    "two counters 64": (lambda: two_counters(True, 64), True),
    "wraps safe": (lambda: wraps_around(True), True),
    "wraps unsafe": (lambda: wraps_around(False), False),
    "mutex 2": (lambda: mutual_exclusion(True), True),
    "mutex 3": (lambda: mutual_exclusion(True, 3), True),
    "mutex broken": (lambda: mutual_exclusion(False), False),
    "flags safe": (lambda: flags(True), True),
    "flags unsafe": (lambda: flags(False), False),
    "odd and even safe": (lambda: odd_and_even(True), True),
    "odd and even unsafe": (lambda: odd_and_even(False), False),
}
