"""Conditions on the locals of one instance: what follows from a set of literals, and what an update leaves of them.

Nobody else writes an instance's locals, so such conditions need no thought about interference. Literals are Boolean
terms over local scalars. `decide` is cheap and incomplete: it knows constants, and literals it has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from threadproof.logic import term as T
from threadproof.logic.interning import empties
from threadproof.logic.term import Term, Var

Literals = frozenset[Term]


def literals(guard: Term) -> tuple[Term, ...]:
    """The conjuncts of a guard."""
    if guard is T.TRUE:
        return ()
    return guard.args if guard.op == "and" else (guard,)


@lru_cache(maxsize=4096)
def constants(where: Literals) -> Mapping[Var, Term]:
    """The variables that must have one value."""
    found: dict[Var, Term] = {}
    for t in where:
        if t.op == "eq" and t.args[0].op == "var" and t.args[1].value is not None:
            assert t.args[0].var is not None
            found[t.args[0].var] = t.args[1]
        elif t.op == "var" and t.var is not None:
            found[t.var] = T.TRUE
        elif t.op == "not" and t.args[0].op == "var" and t.args[0].var is not None:
            found[t.args[0].var] = T.FALSE
    return found


empties(constants.cache_clear)


def decide(t: Term, where: Literals, known: Mapping[Var, Term]) -> bool | None:
    """Is `t` true, or false, wherever the literals hold? `known` are their constants."""
    if t.value is not None:
        return bool(t.value)
    if t in where:
        return True
    if T.not_(t) in where:
        return False
    match t.op:
        case "not":
            inner = decide(t.args[0], where, known)
            return None if inner is None else not inner
        case "and" | "or":
            answers = [decide(a, where, known) for a in t.args]
            decisive = t.op == "or"
            if decisive in answers:
                return decisive
            return None if None in answers else not decisive
    new = T.substitute(t, known)
    return None if new is t else decide(new, where, {})


def after(where: Literals, updates: Mapping[Var, Term | None], tracked: frozenset[Var]) -> Literals:
    """What holds after local scalars were given new values at once; None is an unknown value."""
    if not updates:
        return where
    known = constants(where)
    kept = {t for t in where if not any(v in updates for v in t.vars)}
    for v, value in updates.items():
        if value is None or v not in tracked:
            continue
        value = T.substitute(value, known)
        if value.value is not None:
            kept.add(T.eq(T.var(v), value))
        elif (moved := _moved(value)) is not None:
            source, amount = moved
            old = T.add(T.var(v), T.const(-amount, v.width))
            kept.update(T.substitute(t, {source: old}) for t in where if t.vars == {source})
        elif value.width == T.BOOL:
            answer = decide(value, where, known)
            if answer is not None:
                kept.add(T.eq(T.var(v), T.boolean(answer)))
    return frozenset(kept)


def _moved(value: Term) -> tuple[Var, int] | None:
    """(x, n) of x + n"""
    if value.op == "add" and value.args[1].value is not None:
        inner, amount = value.args[0], value.args[1].value
    else:
        inner, amount = value, 0
    return (inner.var, amount) if inner.op == "var" and inner.var is not None else None


def entails(strong: Literals, weak: Literals) -> bool:
    if weak <= strong:
        return True
    known = constants(strong)
    return all(decide(t, strong, known) for t in weak)


def join(a: Literals, b: Literals) -> Literals:
    """Literals of either that both imply."""
    if a == b:
        return a
    known_a, known_b = constants(a), constants(b)
    return frozenset(
        {t for t in a if t in b or decide(t, b, known_b)} | {t for t in b if t in a or decide(t, a, known_a)}
    )
