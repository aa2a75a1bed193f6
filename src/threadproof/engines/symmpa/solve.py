"""Interpolants by a solver, for a part of a path that is impossible: where simpler ways find nothing new.

The steps become formulas over versions of variables, one part each. Entry point: `Solved.facts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from threadproof.engines.symmpa.path import Part
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace
from threadproof.smt.interpolate import INTERPOLATORS, Interpolator, make_interpolator

#: seconds for one path, by one solver
LIMIT: Final = 3.0
#: more of them only describe this path
MOST_ATOMS: Final = 12


class Solved:
    def __init__(self) -> None:
        self._interpolators: dict[str, Interpolator] = {}

    def facts(self, part: Part, end: int) -> Iterator[tuple[int, Term]]:
        """What holds before each step but the first, and excludes the rest; by every solver that finds something."""
        steps, versions = _formulas(part, end)
        for name in INTERPOLATORS:
            if name not in self._interpolators:
                self._interpolators[name] = make_interpolator(name)
            found = self._interpolators[name].interpolate(steps, limit=LIMIT) or []
            if len({a for fact in found for a in T.atoms(fact)}) > MOST_ATOMS:
                continue
            for n, fact in enumerate(found):
                yield part.first + n + 1, T.substitute(fact, versions[n])


def _formulas(part: Part, end: int) -> tuple[list[Term], list[dict[Var, Term]]]:
    """A formula for each step; and after each, which variable a version belongs to."""
    path = part.path
    current: dict[Var, Var] = {}
    formulas: list[Term] = []
    versions: list[dict[Var, Term]] = []

    def read(t: Term) -> Term:
        return T.substitute(t, {v: T.var(current[v]) for v in t.vars if v in current})

    for n in range(part.first, end):
        effects = path.effects(n)
        terms = [read(t) for t in path.demands(n)]
        changed = {v: replace(v, name=f"{v.name}@{n + 1}") for v in effects}
        terms += [T.eq(T.var(changed[v]), read(x)) for v, x in effects.items()]
        current |= changed
        formulas.append(T.and_(*terms))
        versions.append({w: T.var(v) for v, w in current.items()})
    first = {v for f in formulas for v in f.vars} - {w for names in versions for w in names} - path.inputs
    if part.first == 0:
        start = [T.eq(T.var(v), path.initial(v)) for v in sorted(first, key=lambda v: v.name)]
        formulas[0] = T.and_(formulas[0], *start)
    return formulas, versions
