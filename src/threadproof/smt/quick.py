"""Answers that need no solver: `quick_check` propagates fixed values, then repairs a guess a few times.

Most conjunctions that an engine asks about fix most of their variables (`flag == 1`) and leave the others to a few
comparisons. Both answers are exact: a core from propagation, a model because every term was evaluated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from threadproof.logic.evaluate import Model, evaluate, postorder
from threadproof.logic.term import COMPARISONS, Term, Var

#: evaluations of a term while repairing
BUDGET: Final = 150
MOVES: Final = 12
#: larger terms are for the solver
NODES: Final = 60


def quick_check(terms: Collection[Term], start: Model | None) -> Model | tuple[Term, ...] | None:
    """A model, a core, or None: not known. Repairs begin with the values of `start`."""
    model = Model()
    values = model.scalars
    why: dict[Var, tuple[Term, ...]] = {}
    rest = list(terms)
    while True:
        left = []
        progress = False
        for t in rest:
            free = [v for v in t.vars if v not in values]
            if not free:
                if not evaluate(t, model):
                    return tuple(dict.fromkeys((t, *(r for v in t.vars for r in why[v]))))
            elif len(free) == 1 and (found := _fixed(t, free[0], model)) is not None:
                values[free[0]] = found
                why[free[0]] = tuple(dict.fromkeys((t, *(r for v in t.vars if v is not free[0] for r in why[v]))))
                progress = True
            else:
                left.append(t)
        rest = left
        if not progress:
            break
    if not rest:
        return model
    return _repair(rest, model, start)


def _fixed(t: Term, v: Var, model: Model) -> int | None:
    """The value that `t` gives to its only unknown variable, if it is an equation for it."""
    if v.dims:
        return None
    if t.op == "var":
        return 1
    if t.op == "not" and t.args[0].op == "var":
        return 0
    if t.op == "eq":
        a, b = t.args
        if a.var is not v:
            a, b = b, a
        if a.var is v and a.op == "var" and v not in b.vars:
            return evaluate(b, model)
    return None


def _repair(terms: list[Term], model: Model, start: Model | None) -> Model | None:
    fixed = frozenset(model.scalars)
    values = model.scalars
    about: dict[Var, list[Term]] = {}
    for t in terms:
        if len(postorder(t)) > NODES:
            return None
        for v in t.vars:
            if v not in fixed and not v.dims:  # (cells of arrays stay 0)
                about.setdefault(v, []).append(t)
                if v not in values:
                    values[v] = start.scalars.get(v, 0) if start is not None else 0
    budget = BUDGET - len(terms)
    wrong = {t: None for t in terms if not evaluate(t, model)}
    for _ in range(MOVES):
        if not wrong:
            return model
        t = next(iter(wrong))
        best: tuple[int, Var, int] | None = None
        for v, value in _wishes(t, True, model):
            if v in fixed or values[v] == value:
                continue
            old = values[v]
            values[v] = value
            near = about[v]
            budget -= len(near)
            change = sum((u not in wrong) - bool(evaluate(u, model)) for u in near)
            values[v] = old
            if best is None or change < best[0]:
                best = (change, v, value)
        if best is None or budget < 0:
            return None
        _, v, values[v] = best
        for u in about[v]:
            if evaluate(u, model):
                wrong.pop(u, None)
            else:
                wrong[u] = None
    return None


def _wishes(t: Term, want: bool, model: Model) -> Iterator[tuple[Var, int]]:
    """Single changes that might make the term true (or false)."""
    op = t.op
    if op == "not":
        yield from _wishes(t.args[0], not want, model)
    elif op == "var":
        assert t.var is not None
        yield t.var, int(want)
    elif op in ("and", "or"):
        for a in t.args:
            if bool(evaluate(a, model)) != want:
                yield from _wishes(a, want, model)
    elif op in COMPARISONS and t.args[0].width:
        a, b = t.args
        mask = (1 << a.width) - 1
        for x, other, step in ((a, b, -1), (b, a, 1)):
            shift = 0
            if x.op == "add" and x.args[1].value is not None:
                shift = x.args[1].value
                x = x.args[0]
            if x.op == "var":
                assert x.var is not None
                value = evaluate(other, model) - shift
                # a < b: a just below b, or b just above a; and the other way round for its negation
                for delta in (0,) if op == "eq" and want else (step, 0) if want else (-step, 0):
                    yield x.var, (value + delta) & mask
