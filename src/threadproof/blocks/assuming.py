"""Terms made simpler by what is assumed: a condition that is assumed is true, and `x * c /u c` is x if x is small.

Elements of arrays are conditionals on indices, and nearly all of these are decided by the guard of the transition.
Entry point: `Assuming`.
"""

from __future__ import annotations

from threadproof.logic import term as T
from threadproof.logic.evaluate import postorder
from threadproof.logic.term import Term


class Assuming:
    def __init__(self, guard: Term) -> None:
        self._known = _undivided(guard)
        kept = []
        for c in T.conjuncts(guard):
            for part in T.conjuncts(self.simpler(c)):
                if part not in self._known:
                    kept.append(part)
                    self._known[part] = T.TRUE
                    self._known[T.not_(part)] = T.FALSE
        self.guard = T.and_(*kept)

    def simpler(self, t: Term) -> Term:
        """The same under the guard."""
        memo = dict(self._known)
        for u in postorder(t):
            if u not in memo:
                memo[u] = T.rebuild(u, tuple([memo[a] for a in u.args])) if u.args else u
                memo[u] = self._known.get(memo[u], memo[u])
        return memo[t]


def _undivided(guard: Term) -> dict[Term, Term]:
    """What `x * c /u c` is under a guard that bounds x: x, where the product does not wrap around."""
    bounds = {"u": dict[Term, int](), "s": dict[Term, int]()}
    not_negative: set[Term] = set()
    for c in T.conjuncts(guard):
        negated = c.op == "not"
        t = c.args[0] if negated else c
        if t.op not in ("ult", "ule", "slt", "sle"):
            continue
        # low < high or low <= high
        low, high = (t.args[1], t.args[0]) if negated else t.args
        is_strict = t.op.endswith("lt") != negated
        if high.value is not None and high.value < 1 << (high.width - 1):
            bounds[t.op[0]][low] = high.value - is_strict
        if low.value is not None and low.value < 1 << (low.width - 1) and t.op[0] == "s":
            not_negative.add(high)
    greatest = {x: n for x, n in bounds["s"].items() if x in not_negative} | bounds["u"]
    found: dict[Term, Term] = {}
    for u in postorder(guard):
        if u.op == "udiv" and u.args[0].op == "mul":
            x, factor = u.args[0].args
            if factor is u.args[1] and factor.value and greatest.get(x, 1 << x.width) * factor.value < 1 << x.width:
                found[u] = x
    return found
