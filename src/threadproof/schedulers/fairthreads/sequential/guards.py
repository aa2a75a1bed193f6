"""Which way does a thread go? Guards that exclude each other, and guards of which one always holds.

A decision over the atoms of the guards; where a term equals a constant, that is put in, so the cases of a switch are
told apart. What is not found out this way only costs a choice that is not needed.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.logic import term as T
from threadproof.logic.term import Term

#: guards with more atoms than this are not looked at
MOST_ATOMS = 12


def exclude_each_other(a: Term, b: Term) -> bool:
    return not _may_hold(T.and_(a, b))


def one_holds(guards: list[Term]) -> bool:
    return not _may_hold(T.not_(T.or_(*guards)))


def _may_hold(t: Term) -> bool:
    """False only if `t` is false whatever its atoms are."""
    return _decide(t) if len(_atoms(t)) <= MOST_ATOMS else True


def _decide(t: Term) -> bool:
    if t.value is not None:
        return bool(t.value)
    atom = min(_atoms(t), key=lambda a: not (_is_equation(a) and a.args[0].var is not None))
    is_so = {atom: T.TRUE}
    if _is_equation(atom):
        is_so[atom.args[0]] = atom.args[1]
    return _decide(_given(t, is_so)) or _decide(_given(t, {atom: T.FALSE}))


def _is_equation(atom: Term) -> bool:
    return atom.op == "eq" and atom.args[1].value is not None


def _given(t: Term, known: Mapping[Term, Term]) -> Term:
    if t in known:
        return known[t]
    return T.rebuild(t, tuple([_given(a, known) for a in t.args])) if t.args else t


def _atoms(t: Term) -> list[Term]:
    if t.op in ("and", "or", "not"):
        return list(dict.fromkeys([x for a in t.args for x in _atoms(a)]))
    return [] if t.value is not None else [t]
