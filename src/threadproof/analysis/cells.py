"""Two cells of one array, named by two different instances: may they be the same, and do other cells then agree?

The two sides have their own locals, so terms are compared by their shape: equal functions of equal values are equal.
"""

from __future__ import annotations

from threadproof.analysis import conditions as C
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple

Index = tuple[Term, ...]


class Side(NamedTuple):
    """One instance: what it knows of its locals, and the variable that holds its number."""

    where: C.Literals
    self_var: Var


#: stands for a value that both sides have
_COMMON = [Var(f"common{n}", 0, False) for n in range(4)]


def must_differ(a: Index, side_a: Side, b: Index, side_b: Side) -> bool:
    """Never the same cell. An empty index of an array is the whole array."""
    if len(a) != len(b):
        return False
    known_a, known_b = C.constants(side_a.where), C.constants(side_b.where)
    for x, y in zip(a, b, strict=True):
        x, y = T.substitute(x, known_a), T.substitute(y, known_b)
        if x.value is not None and y.value is not None:
            if x.value != y.value:
                return True
        elif _number_of(x, side_a.self_var) is not None:
            # ids of different instances differ, and adding a constant keeps that
            if _number_of(x, side_a.self_var) == _number_of(y, side_b.self_var):
                return True
    return False


def _number_of(t: Term, self_var: Var) -> tuple[object, ...] | None:
    """How a term is made from `self` by injective operators."""
    match t.op:
        case "var" if t.var is self_var:
            return ("self", t.width)
        case "zext" | "sext":
            inner = _number_of(t.args[0], self_var)
            return None if inner is None else (t.op, t.width, inner)
        case "add" if t.args[1].value is not None:
            inner = _number_of(t.args[0], self_var)
            return None if inner is None else ("add", t.args[1].value, inner)
    return None


def must_follow(a: Index, lock_a: Index, side_a: Side, b: Index, lock_b: Index, side_b: Side) -> bool:
    """If the indices a and b are equal, so are those of the locks."""
    known_a, known_b = C.constants(side_a.where), C.constants(side_b.where)
    cores_a: dict[Term, Term] = {}
    cores_b: dict[Term, Term] = {}
    if len(a) == len(b):
        for x, y, common in zip(a, b, _COMMON, strict=False):
            x, y = _peeled(T.substitute(x, known_a), T.substitute(y, known_b))
            v = T.var(Var(common.name, x.width, False)) if x.width == y.width else None
            if v is not None and x.value is None and y.value is None:
                cores_a[x], cores_b[y] = v, v
            elif v is not None and x.value is None:
                cores_a[x] = y
            elif v is not None and y.value is None:
                cores_b[y] = x
    for x, y in zip(lock_a, lock_b, strict=True):
        p, q = T.substitute(x, known_a), T.substitute(y, known_b)
        p, q = _replaced(p, cores_a), _replaced(q, cores_b)
        common_vars = {t.var for t in (*cores_a.values(), *cores_b.values())}
        if p is not q or not all(v in common_vars for v in p.vars):
            return False
    return True


def _peeled(x: Term, y: Term) -> tuple[Term, Term]:
    """Inside equal injective operators."""
    while x.op == y.op and x.args and y.args and x.args[0].width == y.args[0].width:
        if x.op in ("zext", "sext") or (x.op == "add" and x.args[1].value is not None and x.args[1] is y.args[1]):
            x, y = x.args[0], y.args[0]
        else:
            break
    return x, y


def _replaced(t: Term, cores: dict[Term, Term]) -> Term:
    if t in cores:
        return cores[t]
    if not t.args:
        return t
    return T.rebuild(t, tuple(_replaced(a, cores) for a in t.args))
