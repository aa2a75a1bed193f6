"""Quantifier elimination for one input variable in a conjunction, where it can be done exactly by simple rules.

`eliminate([x == y + 1, x < z], x, decide)` is `[y + 1 < z]`. An equation is solved for x, bounds are compared with each
other, conditions without x and disjunctions are split by cases, and what is about x alone is decided by the solver.
None: no rule applies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

_SIGNED = {"slt", "sle"}
_COMPARISONS = {"ult", "ule", "slt", "sle"}
#: cases that are told apart
MOST_CASES = 64
#: values that are told apart
MOST_VALUES = 16

Decide = Callable[[Sequence[Term]], bool]


def eliminate(terms: Sequence[Term], x: Var, decide: Decide) -> list[Term] | None:
    """Conjuncts without `x` that hold for exactly the states where some value of `x` makes `terms` true."""
    return _Elimination(x, decide).exists(terms)


class _Elimination:
    def __init__(self, x: Var, decide: Decide) -> None:
        self.x = x
        self.decide = decide
        self.cases = 0

    def exists(self, terms: Sequence[Term]) -> list[Term] | None:
        x = self.x
        terms = [c for t in terms for c in (t.args if t.op == "and" else (t,))]
        if T.FALSE in terms:
            return [T.FALSE]
        without = [t for t in terms if x not in t.vars]
        with_x = list(dict.fromkeys([t for t in terms if x in t.vars]))
        if not with_x:
            return without
        found = None
        if not x.dims:
            if all(len(t.vars) == 1 for t in with_x):
                found = [] if self.decide(with_x) else [T.FALSE]
            if found is None:
                found = _solve(with_x, x)
            if found is None:
                found = _bounds(with_x, x)
            if found is None:
                found = self._enumerate(with_x)
        if found is None:
            found = self._split(with_x)
        return None if found is None else without + found

    def _enumerate(self, terms: list[Term]) -> list[Term] | None:
        """Few values are possible: one case for each."""
        values = _values(terms, self.x)
        if values is None:
            return None
        return [T.or_(*[T.and_(*[T.substitute(t, {self.x: T.const(n, self.x.width)}) for t in terms]) for n in values])]

    def _split(self, terms: list[Term]) -> list[Term] | None:
        self.cases += 1
        if self.cases > MOST_CASES:
            return None
        condition = next((c for t in terms for c in _conditions(t, self.x)), None)
        if condition is not None:
            cases = []
            for value in (T.TRUE, T.FALSE):
                case = self.exists([_replace(t, condition, value) for t in terms])
                if case is None:
                    return None
                cases.append(T.and_(condition if value is T.TRUE else T.not_(condition), *case))
            return [T.or_(*cases)]
        for n, t in enumerate(terms):
            parts = _disjuncts(t)
            if len(parts) > 1:
                cases = []
                for part in parts:
                    case = self.exists([*terms[:n], part, *terms[n + 1 :]])
                    if case is None:
                        return None
                    cases.append(T.and_(*case))
                return [T.or_(*cases)]
        return None


def _values(terms: list[Term], x: Var) -> range | None:
    """The few values that constant bounds leave for `x`."""
    v = T.var(x)
    low, high = -(1 << x.width), 1 << x.width
    unsigned_low, unsigned_high = 0, (1 << x.width) - 1
    for t in terms:
        positive = t.op != "not"
        t = t if positive else t.args[0]
        if t.op not in _COMPARISONS:
            continue
        a, b = t.args
        strict = t.op in ("ult", "slt")
        if not positive:
            a, b, strict = b, a, not strict
        if a is v and b.value is not None:
            bound = (T.to_signed(b.value, x.width) if t.op in _SIGNED else b.value) - strict
            if t.op in _SIGNED:
                high = min(high, bound)
            else:
                unsigned_high = min(unsigned_high, bound)
        elif b is v and a.value is not None:
            bound = (T.to_signed(a.value, x.width) if t.op in _SIGNED else a.value) + strict
            if t.op in _SIGNED:
                low = max(low, bound)
            else:
                unsigned_low = max(unsigned_low, bound)
    for bounds in (range(low, high + 1), range(unsigned_low, unsigned_high + 1)):
        if bounds.stop - bounds.start <= MOST_VALUES:
            return bounds
    return None


def _disjuncts(t: Term) -> list[Term]:
    if t.op == "or":
        return list(t.args)
    if t.op == "not" and t.args[0].op == "and":
        return [T.not_(a) for a in t.args[0].args]
    if t.op == "not" and t.args[0].op == "eq" and t.args[0].args[0].width == T.BOOL:
        a, b = t.args[0].args
        return [T.and_(a, T.not_(b)), T.and_(T.not_(a), b)]
    if t.op == "eq" and t.args[0].width == T.BOOL:
        a, b = t.args
        return [T.and_(a, b), T.and_(T.not_(a), T.not_(b))]
    # a choice between values: both cases are conditions on x
    for u in T.subterms(t):
        if u.op == "ite":
            c = u.args[0]
            return [T.and_(c, _replace(t, c, T.TRUE)), T.and_(T.not_(c), _replace(t, c, T.FALSE))]
    return [t]


def _conditions(t: Term, x: Var) -> list[Term]:
    """A Boolean part without `x` of a term with it."""
    stack = [t]
    while stack:
        u = stack.pop()
        for a in u.args:
            if a.width == T.BOOL and a.value is None and x not in a.vars:
                return [a]
            if x in a.vars or a.op == "ite":
                stack.append(a)
    return []


def _replace(t: Term, part: Term, value: Term) -> Term:
    memo: dict[Term, Term] = {part: value}

    def go(u: Term) -> Term:
        done = memo.get(u)
        if done is None:
            done = memo[u] = T.rebuild(u, tuple(map(go, u.args))) if u.args else u
        return done

    return go(t)


def _solve(terms: list[Term], x: Var) -> list[Term] | None:
    """An equation gives the value."""
    for t in terms:
        if t.op == "eq":
            for a, b in (t.args, t.args[::-1]):
                value = _isolate(a, b, x)
                if value is not None:
                    return [T.substitute(u, {x: value}) for u in terms if u is not t]
        elif t.op == "var" or (t.op == "not" and t.args[0].op == "var"):
            return [T.substitute(u, {x: T.boolean(t.op == "var")}) for u in terms if u is not t]
    return None


def _isolate(a: Term, b: Term, x: Var) -> Term | None:
    """y such that a == b means x == y."""
    while x not in b.vars:
        if a.op == "var":
            return b if a.var is x else None
        if a.op == "add":
            left, right = a.args
            a, b = (left, T.sub(b, right)) if x in left.vars else (right, T.sub(b, left))
        elif a.op == "sub":
            left, right = a.args
            a, b = (left, T.add(b, right)) if x in left.vars else (right, T.sub(left, b))
        elif a.op == "neg":
            a, b = a.args[0], T.neg(b)
        elif a.op == "bvnot":
            a, b = a.args[0], T.bvnot(b)
        elif a.op == "bvxor":
            left, right = a.args
            a, b = (left, T.bvxor(b, right)) if x in left.vars else (right, T.bvxor(b, left))
        else:
            return None
    return None


def _bounds(terms: list[Term], x: Var) -> list[Term] | None:
    """Only comparisons of `x` itself, all signed or all unsigned, or only disequalities."""
    v = T.var(x)
    lower: list[tuple[Term, bool]] = []
    upper: list[tuple[Term, bool]] = []
    different = []
    signs = set()
    for t in terms:
        positive = t.op != "not"
        t = t if positive else t.args[0]
        if t.op == "eq" and not positive and (t.args[0] is v or t.args[1] is v):
            other = t.args[1] if t.args[0] is v else t.args[0]
            if x in other.vars:
                return None
            different.append(other)
            continue
        if t.op not in _COMPARISONS:
            return None
        signs.add(t.op in _SIGNED)
        a, b = t.args
        strict = t.op in ("ult", "slt")
        if not positive:  # not (a < b) is b <= a
            a, b, strict = b, a, not strict
        if a is v and x not in b.vars:
            upper.append((b, strict))
        elif b is v and x not in a.vars:
            lower.append((a, strict))
        else:
            return None
    if different:
        return [] if not signs and len(different) < 1 << x.width else None
    if len(signs) != 1:
        return None
    return _between(lower, upper, x.width, signs.pop())


def _between(lower: list[tuple[Term, bool]], upper: list[tuple[Term, bool]], width: int, signed: bool) -> list[Term]:
    """Some value lies between: every lower bound leaves room below every upper bound."""
    least = 1 << (width - 1) if signed else 0
    greatest = least - 1 if signed else (1 << width) - 1
    lower = lower or [(T.const(least, width), False)]
    upper = upper or [(T.const(greatest, width), False)]
    less, at_most = (T.slt, T.sle) if signed else (T.ult, T.ule)
    one = T.const(1, width)
    found = []
    for a, open_below in lower:
        for b, open_above in upper:
            if open_below and open_above:
                found.append(T.and_(less(a, b), less(T.add(a, one), b)))
            elif open_below or open_above:
                found.append(less(a, b))
            else:
                found.append(at_most(a, b))
    return [t for t in found if t is not T.TRUE]
