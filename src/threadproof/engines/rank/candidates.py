"""Numbers that might count down in a loop: made from its guards and from what its steps change.

    a < b, a <= b       a or b itself, if the other one does not change; how far it is from a to b, 0 if it is not
    a == b, a != b, p   1 or 0, whether it is so; for numbers their distance, too
    a += k, a == b      how many rounds it takes from a to b, around all numbers if need be
    a % n, a == b       how far it is from a to b in a ring of n
    x, -x               of variables that the loop changes, also with signs, or only as long as they are positive; |x|
    x + y, x - y        of two of those
    carried back        a distance at one place, and elsewhere what it will be when the thread comes there
    at a place          2 or 0, whether the way on is open there, and 1 elsewhere: who comes there must find it closed

What a guard says about a local, that takes a value of something shared, is said about that, too: guards are carried
back over the steps of the loop. Whether a number counts down is for `search` to find out. Entry point: `candidates`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from threadproof.blocks.memory import is_input
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.rules.ranking import Name, Recurring

#: how often guards are carried back
ROUNDS_BACK: Final = 2
#: terms larger than this (as trees) are not worth it
MOST_NODES: Final = 24
#: variables of which pairs are looked at
MOST_IN_PAIRS: Final = 6

Ranks = dict[int, Term]


def candidates(recurring: Recurring, component: Mapping[int, list[Name]]) -> Iterator[Ranks]:
    """Each once, the likely ones first."""
    seen: set[tuple[Term, ...]] = set()
    for ranks in _all(recurring, component):
        key = tuple(ranks.values())
        if key not in seen:
            seen.add(key)
            yield ranks


def _all(recurring: Recurring, component: Mapping[int, list[Name]]) -> Iterator[Ranks]:
    atoms = _atoms(recurring, component)
    changed = _changed(recurring, component)
    for t in atoms:
        if t.vars & changed:
            yield from (dict.fromkeys(component, r) for r in _of_atom(t))
            yield from (dict.fromkeys(component, r) for r in _rounds(recurring, component, t))
    if len(component) > 1:
        for at, names in component.items():
            own = dict.fromkeys(
                t for n in names for t in T.atoms(recurring.way(n).guard) if not any(map(is_input, t.vars))
            )
            for r in (r for t in own for r in _of_atom(t)):
                yield _carried_back(recurring, component, at, r)
    for v in sorted(changed, key=lambda v: (v.shared, v.name)):
        yield from (dict.fromkeys(component, r) for r in _of_variable(v))
    for t in atoms:
        if not t.vars & changed:
            yield from (dict.fromkeys(component, r) for r in _of_atom(t))
    yield from _places(recurring, component, atoms)
    few = [v for v in sorted(changed, key=lambda v: v.name) if v.width][:MOST_IN_PAIRS]
    for a, b in combinations(few, 2):
        if a.width == b.width:
            x, y = T.var(a), T.var(b)
            yield from (dict.fromkeys(component, r) for r in (T.sub(x, y), T.sub(y, x), _wide_sum(x, y)))


def _changed(recurring: Recurring, component: Mapping[int, list[Name]]) -> set[Var]:
    """What steps of the loop give new values, unless these are arbitrary."""
    found: set[Var] = set()
    for names in component.values():
        for name in names:
            for v, x in recurring.way(name).updates.items():
                if x is not T.var(v):
                    found.add(v)
    return found


def _atoms(recurring: Recurring, component: Mapping[int, list[Name]]) -> list[Term]:
    """Guards in the loop, in their parts, carried back over its steps."""
    found: dict[Term, None] = {}
    steps = [recurring.way(n) for names in component.values() for n in names]
    for w in steps:
        for t in (*T.atoms(w.guard),):
            if t.vars and not any(is_input(v) for v in t.vars):
                found[t] = None
    newest = list(found)
    for _ in range(ROUNDS_BACK):
        before = []
        for t in newest:
            for w in steps:
                if t.vars & w.updates.keys():
                    back = T.substitute(t, w.updates)
                    for u in T.atoms(back):
                        fits = u.vars and not any(is_input(v) for v in u.vars) and _size(u) <= MOST_NODES
                        if fits and u not in found:
                            found[u] = None
                            before.append(u)
        newest = before
    return list(found)


def _size(t: Term) -> int:
    return 1 + sum(map(_size, t.args))


def _of_atom(t: Term) -> Iterator[Term]:
    """Both for the atom and for its opposite."""
    if t.op in ("slt", "sle", "ult", "ule"):
        a, b = t.args
        for x in (a, b):
            if x.value is None:
                yield _upwards(x, t.op[0] == "s")
                yield _downwards(x, t.op[0] == "s")
        yield _distance(a, b, t)
        yield _distance(b, a, T.not_(t))
    elif t.op == "eq" and t.args[0].width:
        a, b = t.args
        yield T.sub(b, a)
        yield T.sub(a, b)
    yield _flag(t)
    yield _flag(T.not_(t))


def _rounds(recurring: Recurring, component: Mapping[int, list[Name]], t: Term) -> Iterator[Term]:
    """How often a step must be taken until both are equal, if it changes their distance by a number."""
    if t.op != "eq" or not t.args[0].width:
        return
    distance = T.sub(*t.args)
    if any(v.dims for v in distance.vars):
        return
    steps: dict[int, None] = {}
    for w in (recurring.way(n) for names in component.values() for n in names):
        change = T.sub(T.substitute(distance, w.updates), distance)
        if change is not T.const(0, distance.width) and not any(map(is_input, change.vars)):
            zeros = {v: T.const(0, v.width) if v.width != T.BOOL else T.FALSE for v in change.vars}
            steps[T.substitute(change, zeros).value or 0] = None
    a, b = t.args
    for n in _sizes(recurring, component, distance.width):
        yield from (T.ite(T.ule(x, y), T.sub(y, x), T.add(T.sub(y, x), n)) for x, y in ((a, b), (b, a)))
    for step in steps:
        odd = step // (step & -step) if step else 1
        if odd != 1:
            yield T.mul(distance, T.const(pow(-odd, -1, 1 << distance.width), distance.width))


def _sizes(recurring: Recurring, component: Mapping[int, list[Name]], width: int) -> list[Term]:
    """Of rings: what the loop takes remainders by."""
    found: dict[Term, None] = {}
    pending = [x for ns in component.values() for n in ns for x in recurring.way(n).updates.values()]
    while pending:
        t = pending.pop()
        pending += t.args
        number = t.args[1].value if t.op in ("urem", "srem", "bvand") and len(t.args) == 2 else None
        if number is not None and t.width == width:
            found[T.const(number + (t.op == "bvand"), width)] = None
    return list(found)


def _downwards(x: Term, signed: bool) -> Term:
    """Smaller where x is: what there is below it."""
    return T.bvxor(x, T.const(1 << (x.width - 1), x.width)) if signed else x


def _upwards(x: Term, signed: bool) -> Term:
    return T.bvnot(_downwards(x, signed))


def _flag(t: Term) -> Term:
    return T.ite(t, T.const(1, 2), T.const(0, 2))


def _distance(a: Term, b: Term, when: Term) -> Term:
    """From a up to b and one more, as long as it is so. (One bit more than the numbers have: nothing wraps around.)"""
    width = a.width + 1
    return T.ite(when, T.add(T.zext(T.sub(b, a), width), T.const(1, width)), T.const(0, width))


def _of_variable(v: Var) -> Iterator[Term]:
    x = T.var(v)
    if not v.width:
        yield _flag(x)
        yield _flag(T.not_(x))
        return
    yield x
    yield T.neg(x)
    yield T.bvnot(x)
    zero = T.const(0, v.width)
    if v.width > 1:
        yield _distance(zero, x, T.sle(zero, x))
        yield _distance(x, zero, T.sle(x, zero))
        yield T.ite(T.slt(x, zero), T.neg(x), x)


def _wide_sum(a: Term, b: Term) -> Term:
    return T.add(T.zext(a, a.width + 1), T.zext(b, b.width + 1))


def _carried_back(recurring: Recurring, component: Mapping[int, list[Name]], at: int, rank: Term) -> Ranks:
    """The number at a place, and elsewhere what it will be there, by a shortest way."""
    ranks = {at: rank}
    pending = [at]
    while pending:
        to = pending.pop(0)
        for source, names in component.items():
            for w in map(recurring.way, names):
                if w.target == to and source not in ranks:
                    before = T.substitute(ranks[to], w.updates)
                    ranks[source] = ranks[to] if any(map(is_input, before.vars)) else before
                    pending.append(source)
    return {place: ranks[place] for place in component}


def _places(recurring: Recurring, component: Mapping[int, list[Name]], atoms: list[Term]) -> Iterator[Ranks]:
    """At one place: is the way on open?"""
    if len(component) < 2:
        return
    for at, names in component.items():
        guards = [recurring.way(n).guard for n in names]
        is_open = T.or_(*[T.and_(*[c for c in T.conjuncts(g) if not any(map(is_input, c.vars))]) for g in guards])
        if is_open.vars:
            ranks = dict.fromkeys(component, T.const(1, 2))
            ranks[at] = T.ite(is_open, T.const(2, 2), T.const(0, 2))
            yield ranks
