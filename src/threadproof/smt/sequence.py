"""Bitwuzla as an interpolator: `BitwuzlaSequence`, from the proof of one unsatisfiable check. Bit-vectors only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

from threadproof.logic import term as T
from threadproof.logic.term import FALSE, TRUE, Term, Var
from threadproof.smt.bitwuzla import KINDS, BitwuzlaTerms
from threadproof.smt.interpolate import Conjuncts, InterpolatorBase, Proposals
from threadproof.smt.read_z3 import Unreadable, bit_range, concatenate


class BitwuzlaSequence(InterpolatorBase):
    def __init__(self, substitute: bool = True) -> None:
        """`substitute`: words where the parts are equations (quick, special); else from the proof, bit by bit."""
        super().__init__()
        self._substitute = substitute

    def _propose(
        self, parts: Sequence[Term], shared: Sequence[Sequence[Var]], limit: float | None
    ) -> Iterator[Proposals]:
        import bitwuzla

        option = bitwuzla.Option
        options = bitwuzla.Options()
        options.set(option.PRODUCE_INTERPOLANTS, True)
        options.set(option.INTERPOLANTS_SUBST, self._substitute)
        if limit is not None:
            options.set(option.TIME_LIMIT_PER, max(1, int(limit * 1000)))
        terms = BitwuzlaTerms()
        instance = bitwuzla.Bitwuzla(terms.manager, options)
        assertions = [terms.translate(p) for p in parts]
        if terms.floats is not None:
            return
        instance.assert_formula(*assertions)
        if instance.check_sat() != bitwuzla.Result.UNSAT:
            return
        try:
            found = instance.get_interpolants([[a] for a in assertions[:-1]])
        except bitwuzla.BitwuzlaException:
            return
        known = {terms.translate(T.var(v)): T.var(v) for p in parts for v in p.vars}
        read = _Reader(known)
        try:
            proposals = [[_conjuncts(read(f))] for f in found]
        except Unreadable:
            return
        yield proposals


class _Reader:
    """Bitwuzla's terms as ours, without recursion."""

    def __init__(self, known: dict[Any, Term]) -> None:
        import bitwuzla

        kind = bitwuzla.Kind
        self._done = known
        self._value = kind.VALUE
        self._build: dict[Any, Callable[..., Term]] = {getattr(kind, name): T.REBUILD[op] for op, name in KINDS.items()}
        self._build |= {
            kind.IFF: T.eq,
            kind.XOR: T.ne,
            kind.IMPLIES: lambda a, b: T.or_(T.not_(a), b),
            kind.DISTINCT: T.ne,
            kind.BV_UGT: lambda a, b: T.ult(b, a),
            kind.BV_UGE: lambda a, b: T.ule(b, a),
            kind.BV_SGT: lambda a, b: T.slt(b, a),
            kind.BV_SGE: lambda a, b: T.sle(b, a),
            kind.BV_COMP: lambda a, b: T.from_bool(T.eq(a, b), 1),
            kind.BV_XNOR: lambda a, b: T.bvnot(T.bvxor(a, b)),
            kind.BV_NAND: lambda a, b: T.bvnot(T.bvand(a, b)),
            kind.BV_NOR: lambda a, b: T.bvnot(T.bvor(a, b)),
            kind.BV_INC: lambda a: T.add(a, T.const(1, a.width)),
            kind.BV_DEC: lambda a: T.sub(a, T.const(1, a.width)),
            kind.BV_CONCAT: lambda *a: concatenate(a),
        }
        self._many = {kind.AND, kind.OR, kind.BV_CONCAT}
        self._fixed = {kind.ITE}
        self._indexed: dict[Any, Callable[[Term, list[int]], Term]] = {
            kind.BV_EXTRACT: lambda a, i: bit_range(a, i[0], i[1]),
            kind.BV_ZERO_EXTEND: lambda a, i: T.zext(a, a.width + i[0]),
            kind.BV_SIGN_EXTEND: lambda a, i: T.sext(a, a.width + i[0]),
        }

    def __call__(self, term: Any) -> Term:
        done = self._done
        stack = [term]
        while stack:
            t = stack[-1]
            if t in done:
                stack.pop()
                continue
            children = t.children()
            waiting = [c for c in children if c not in done]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                done[t] = self._node(t, [done[c] for c in children])
        return done[term]

    def _node(self, t: Any, args: list[Term]) -> Term:
        kind = t.kind()
        if kind == self._value:
            value = t.value(10)
            return T.boolean(value) if isinstance(value, bool) else T.const(int(value), t.sort().bv_size())
        if kind in self._indexed:
            return self._indexed[kind](args[0], [int(i) for i in t.indices()])
        build = self._build.get(kind)
        if build is None:
            raise Unreadable(str(kind))
        if len(args) <= 2 or kind in self._many or kind in self._fixed:
            return build(*args)
        if args[0].width == 0:
            raise Unreadable(str(kind))
        return reduce(build, args)


def _conjuncts(t: Term) -> Conjuncts:
    """The conjuncts, flat; facts about single bits of one term become one fact about that term."""
    parts = t.args if t.op == "and" else () if t is TRUE else (t,)
    ones: dict[Term, int] = {}
    known: dict[Term, int] = {}
    rest: list[Term] = []
    for p in parts:
        bit = _single_bit(p)
        if bit is None:
            rest.append(p)
            continue
        x, position, value = bit
        mask = 1 << position
        if known.get(x, 0) & mask and bool(ones.get(x, 0) & mask) != value:
            return [FALSE]
        known[x] = known.get(x, 0) | mask
        ones[x] = ones.get(x, 0) | (mask if value else 0)
    for x, mask in known.items():
        rest.append(T.eq(T.bvand(x, T.const(mask, x.width)), T.const(ones.get(x, 0), x.width)))
    return rest


def _single_bit(p: Term) -> tuple[Term, int, bool] | None:
    """Is it that bit `position` of x is `value`?"""
    positive = p.op != "not"
    e = p if positive else p.args[0]
    if e.op != "eq" or e.args[0].width != 1 or e.args[0].op != "extract" or e.args[1].value is None:
        return None
    x = e.args[0].args[0]
    value = bool(e.args[1].value) == positive
    if x.op == "lshr" and x.args[1].value is not None:
        return x.args[0], x.args[1].value, value
    return x, 0, value
