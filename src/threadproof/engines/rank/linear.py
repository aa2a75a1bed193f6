"""Linear numbers that count down, found from examples: `a*x + b*y + c`, cut off at 0, with more bits than wrap around.

Coefficients that are right for all steps seen so far are looked for; a step that shows them to be wrong is one more
example. So a few questions find what no list of candidates has: `10 * depth - n + 101`. Entry point: `linear`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.rules.ranking import Layer, Name, Obligation
from threadproof.smt.solver import Solver

#: bits of a coefficient, and of the constant beside those of the variables
COEFFICIENT: Final = 6
#: bits more than the widest variable has
MORE: Final = 10
MOST_VARIABLES: Final = 5
MOST_EXAMPLES: Final = 40

#: a step: the variables before and after it, as numbers
Example = tuple[Mapping[Var, int], Mapping[Var, int]]


class Linear:
    """`variables`: integers, of any widths."""

    def __init__(self, variables: Sequence[Var], solver: Solver) -> None:
        self.variables = variables[:MOST_VARIABLES]
        self.width = max(v.width for v in self.variables) + MORE
        self._solver = solver
        self._factors = {v: Var(f"factor of {v.name}", COEFFICIENT, shared=False) for v in self.variables}
        self._constant = Var("constant", self.width, shared=False)
        self._wanted: list[Term] = []

    def guess(self) -> Term | None:
        """A number that is right for all examples."""
        bound = T.const(1 << (self.width - 3), self.width)
        constant = T.var(self._constant)
        near = [T.slt(constant, bound), T.slt(T.neg(bound), constant)]
        if self._solver.check(*self._wanted, *near) is not True:
            return None
        model = self._solver.model()
        factors = {v: T.to_signed(_value(model, f), COEFFICIENT) for v, f in self._factors.items()}
        return self._number(
            {v: T.const(n, self.width) for v, n in factors.items()},
            T.const(_value(model, self._constant), self.width),
            {v: self._wide(T.var(v), v) for v in self.variables},
        )

    def learn(self, example: Example, *, is_strict: bool) -> None:
        before, after = [self._of_numbers(values) for values in example]
        self._wanted.append(T.ult(after, before) if is_strict else T.ule(after, before))

    def _of_numbers(self, values: Mapping[Var, int]) -> Term:
        known = {v: self._wide(T.const(values[v], v.width), v) for v in self.variables}
        factors = {v: T.sext(T.var(f), self.width) for v, f in self._factors.items()}
        return self._number(factors, T.var(self._constant), known)

    def _number(self, factors: Mapping[Var, Term], constant: Term, values: Mapping[Var, Term]) -> Term:
        total = constant
        for v in self.variables:
            total = T.add(total, T.mul(factors[v], values[v]))
        zero = T.const(0, self.width)
        return T.ite(T.slt(zero, total), total, zero)

    def _wide(self, t: Term, v: Var) -> Term:
        return T.sext(t, self.width) if v.signed else T.zext(t, self.width)


def _value(model: Model, v: Var) -> int:
    return int(evaluate(T.var(v), model))


#: an example against an obligation; True: it holds; False: nobody knows
Refute = Callable[[Obligation], Model | bool]


def linear(
    variables: Sequence[Var],
    template: str,
    places: Sequence[int],
    dropped: Name,
    steps: Mapping[Name, Mapping[Var, Term]],
    wanted: Callable[[Layer], Sequence[tuple[Name | None, Obligation]]],
    refute: Refute,
    solver: Solver,
) -> Layer | None:
    """A layer with the same number everywhere that drops a step; `wanted`: what makes it right, by step."""
    search = Linear(variables, solver)
    for _ in range(MOST_EXAMPLES):
        number = search.guess()
        if number is None:
            return None
        layer = Layer(template, dict.fromkeys(places, number), frozenset([dropped]))
        wrong = next(((n, m) for n, o in wanted(layer) if (m := refute(o)) is not True), None)
        if wrong is None:
            return layer
        name, model = wrong
        if name is None or isinstance(model, bool):
            return None  # (others disturb it, or nobody knows)
        before = {v: _value(model, v) for v in search.variables}
        after = {v: int(evaluate(steps[name].get(v, T.var(v)), model)) for v in search.variables}
        search.learn((before, after), is_strict=name == dropped)
    return None
