"""Spacer as an interpolator: the sequence becomes a chain of Horn clauses, one predicate for each cut.

First over integers that never wrap around (a guess, but `settle` proves it over bit-vectors, and mostly it is right:
then it is by far the quickest way to relations between variables), then over integers exactly, then over bit-vectors.
Entry point: `Spacer`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, Final

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.smt.integers import IdealTranslator, IntegerTranslator, NotLinear
from threadproof.smt.interpolate import Conjuncts, InterpolatorBase, Proposals, variables
from threadproof.smt.read_z3 import Reader, Unreadable
from threadproof.smt.z3 import Context, Z3Arithmetic, Z3Bits

ENCODINGS: Final = ("ideal", "integers", "bits")


class Spacer(InterpolatorBase):
    def __init__(self, encodings: Sequence[str] = ENCODINGS, options: dict[str, bool | int] | None = None) -> None:
        """`encodings` are tried in that order. `options`: more parameters of Spacer."""
        super().__init__()
        self._encodings = encodings
        self._options = options or {}

    def _propose(
        self, parts: Sequence[Term], shared: Sequence[Sequence[Var]], limit: float | None
    ) -> Iterator[Proposals]:
        deadline = None if limit is None else monotonic() + limit
        for encoding in self._encodings:
            left = None if deadline is None else deadline - monotonic()
            if left is not None:
                if left <= 0:
                    return
                if encoding == "ideal":
                    left /= 2
            try:
                found = _Chain(parts, shared, encoding).solve(self._options, left)
            except (NotLinear, Unreadable):
                continue
            if found is not None:
                yield found


class _Chain:
    """The Horn clauses of one question, in a context of their own."""

    def __init__(self, parts: Sequence[Term], shared: Sequence[Sequence[Var]], encoding: str) -> None:
        import z3

        self.z3: Any = z3
        self.parts = parts
        self.shared = shared
        self.x = Context()
        self.terms: Z3Bits | IntegerTranslator[Any]
        if encoding == "bits":
            self.terms = Z3Bits(self.x, floats=False)
        else:
            make = IdealTranslator if encoding == "ideal" else IntegerTranslator
            self.terms = make(Z3Arithmetic(self.x))
        self.bodies = [[self._wrap(self.terms.boolean(p)), *self._facts(p)] for p in parts]

    def _wrap(self, ast: Any) -> Any:
        return self.z3.z3._to_expr_ref(ast, self.x.owner)

    def _facts(self, part: Term) -> list[Any]:
        terms = self.terms
        if isinstance(terms, IntegerTranslator):
            return [self._wrap(terms.range_fact(T.var(v))) for v in variables([part]) if v.width]
        return []

    def _constant(self, v: Var) -> Any:
        terms = self.terms
        t = T.var(v)
        return self._wrap(terms.translate(t).e if isinstance(terms, IntegerTranslator) else terms.translate(t))

    def solve(self, options: dict[str, bool | int], limit: float | None) -> list[list[Conjuncts]] | None:
        z3, context = self.z3, self.x.owner
        fp = z3.Fixedpoint(ctx=context)
        # Inlining would remove the very predicates that are asked for.
        settings: dict[str, Any] = {
            "engine": "spacer",
            "xform.inline_eager": False,
            "xform.inline_linear": False,
            "xform.slice": False,
            **options,
        }
        if limit is not None:
            settings["timeout"] = max(1, int(limit * 1000))
        for name, value in settings.items():
            fp.set(name, value)
        boolean = z3.BoolSort(context)
        used = variables(self.parts)
        if used:
            fp.declare_var(*map(self._constant, used))
        heads, predicates = [], []
        for k, vs in enumerate(self.shared):
            arguments = [self._constant(v) for v in vs]
            p = z3.Function(f"I!{k}", *(a.sort() for a in arguments), boolean)
            fp.register_relation(p)
            predicates.append(p)
            heads.append(p(*arguments))
        goal = z3.Function("goal!", boolean)
        fp.register_relation(goal)
        fp.rule(heads[0], self.bodies[0])
        for k, head in enumerate(heads[1:]):
            fp.rule(head, [heads[k], *self.bodies[k + 1]])
        fp.rule(goal(), [heads[-1], *self.bodies[-1]])
        try:
            if fp.query(goal()) != z3.unsat:
                return None
            return [self._read(fp.get_cover_delta(-1, p), vs) for p, vs in zip(predicates, self.shared, strict=True)]
        except z3.Z3Exception:
            return None

    def _read(self, formula: Any, vs: Sequence[Var]) -> list[Conjuncts]:
        reader = Reader([T.var(v) for v in vs])
        exact = reader.conjuncts(formula)
        handy = [reader.weaker.get(c, c) for c in exact]
        return [handy, exact] if handy != exact else [exact]
