"""Z3's formulas as terms: `Reader`, for bit-vectors and for integers that stand for bit-vectors.

Meant for the answers of Spacer. What it does not know raises `Unreadable`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from threadproof.logic import term as T
from threadproof.logic.term import FALSE, Term
from threadproof.smt.widen import Leaf, Linear, TooWide, at_most, equals, leaf, modulo, normal, number, quotient, wide


class Unreadable(Exception):
    """A formula that has no counterpart among terms."""


_ZERO: Final = number(0)


class Reader:
    """`arguments` are what Z3's bound variables stand for, by index."""

    def __init__(self, arguments: Sequence[Term]) -> None:
        import z3

        self.z3: Any = z3
        self.arguments = arguments
        self._done: dict[int, Term | Linear] = {}
        self._rank: dict[Leaf, int] = {}
        #: facts that follow from an exact one and may be handier
        self.weaker: dict[Term, Term] = {}
        self._bits = _bit_operators(z3)

    def conjuncts(self, e: Any) -> list[Term]:
        """The formula as a list of terms; bounds from above and below that meet become equations."""
        out: dict[Term, None] = {}
        bounds: dict[tuple[Any, ...], int] = {}
        stack = [(e, True)]
        z3 = self.z3
        try:
            while stack:
                f, positive = stack.pop()
                if z3.is_not(f):
                    stack.append((f.arg(0), not positive))
                elif z3.is_and(f) if positive else z3.is_or(f):
                    stack.extend((c, positive) for c in reversed(f.children()))
                else:
                    l = self._comparison(f, positive)
                    if l is not None and l.parts:
                        parts, bound = normal(l)
                        key = tuple(sorted(parts, key=lambda p: self._rank.setdefault(p[0], len(self._rank))))
                        bounds[key] = min(bound, bounds.get(key, bound))
                    else:
                        t = self.boolean(f)
                        out[t if positive else T.not_(t)] = None
            done: set[tuple[Any, ...]] = set()
            for key, bound in bounds.items():
                if key in done:
                    continue
                opposite = tuple((x, -c) for x, c in key)
                if bounds.get(opposite) == -bound:
                    done.add(opposite)
                    out[self._equation(Linear(key, -bound) if key[0][1] > 0 else Linear(opposite, bound))] = None
                else:
                    out[at_most(Linear(key, -bound))] = None
        except (TooWide, RecursionError) as e:
            raise Unreadable from e
        return [FALSE] if FALSE in out else list(out)

    def _comparison(self, f: Any, positive: bool) -> Linear | None:
        """An inequation between integers as `l <= 0`."""
        z3 = self.z3
        if not (z3.is_le(f) or z3.is_ge(f) or z3.is_lt(f) or z3.is_gt(f)) or not z3.is_int(f.arg(0)):
            return None
        l, r = self.integer(f.arg(0)), self.integer(f.arg(1))
        if z3.is_ge(f) or z3.is_gt(f):
            l, r = r, l
        strict = z3.is_lt(f) or z3.is_gt(f)
        if not positive:
            l, r, strict = r, l, not strict
        return l + r.times(-1) + number(int(strict))

    def _equation(self, l: Linear) -> Term:
        exact, weak = equals(l)
        if weak is not exact:
            self.weaker[exact] = weak
        return exact

    # ------------------------------------------------------------ expressions

    def boolean(self, e: Any) -> Term:
        t = self._read(e)
        if not isinstance(t, Term) or t.width:
            raise Unreadable(str(e))
        return t

    def integer(self, e: Any) -> Linear:
        l = self._read(e)
        if not isinstance(l, Linear):
            raise Unreadable(str(e))
        return l

    def bits(self, e: Any) -> Term:
        t = self._read(e)
        if not isinstance(t, Term) or not t.width:
            raise Unreadable(str(e))
        return t

    def _read(self, e: Any) -> Term | Linear:
        key = e.get_id()
        found = self._done.get(key)
        if found is None:
            z3 = self.z3
            if z3.is_var(e):
                found = self._argument(e)
            elif not z3.is_app(e):
                raise Unreadable(str(e))
            elif z3.is_bool(e):
                found = self._boolean(e)
            elif z3.is_int(e):
                found = self._integer(e)
            elif z3.is_bv(e):
                found = self._bit_vector(e)
            else:
                raise Unreadable(str(e))
            self._done[key] = found
        return found

    def _argument(self, e: Any) -> Term | Linear:
        t = self.arguments[self.z3.get_var_index(e)]
        assert t.var is not None
        return leaf(t, t.var.signed) if self.z3.is_int(e) else t

    def _boolean(self, e: Any) -> Term:
        z3 = self.z3
        kind = e.decl().kind()
        args = e.children()
        match kind:
            case z3.Z3_OP_TRUE:
                return T.TRUE
            case z3.Z3_OP_FALSE:
                return T.FALSE
            case z3.Z3_OP_NOT:
                return T.not_(self.boolean(args[0]))
            case z3.Z3_OP_AND:
                return T.and_(*map(self.boolean, args))
            case z3.Z3_OP_OR:
                return T.or_(*map(self.boolean, args))
            case z3.Z3_OP_IMPLIES:
                return T.or_(T.not_(self.boolean(args[0])), self.boolean(args[1]))
            case z3.Z3_OP_XOR:
                return T.ne(self.boolean(args[0]), self.boolean(args[1]))
            case z3.Z3_OP_ITE:
                return T.ite(*map(self.boolean, args))
            case z3.Z3_OP_EQ | z3.Z3_OP_IFF:
                return self._equal(args[0], args[1])
            case z3.Z3_OP_DISTINCT if len(args) == 2:
                return T.not_(self._equal(args[0], args[1]))
            case z3.Z3_OP_BIT2BOOL:
                return _is_set(self.bits(args[0]), e.params()[0])
        l = self._comparison(e, True)
        if l is not None:
            return at_most(l)
        make = self._bits.get(kind)
        if make is None or not args or not z3.is_bv(args[0]):
            raise Unreadable(str(e))
        return make(*map(self.bits, args))

    def _equal(self, a: Any, b: Any) -> Term:
        z3 = self.z3
        if z3.is_int(a):
            return self._equation(self.integer(a) + self.integer(b).times(-1))
        return T.eq(self.boolean(a), self.boolean(b)) if z3.is_bool(a) else T.eq(self.bits(a), self.bits(b))

    def _integer(self, e: Any) -> Linear:
        z3 = self.z3
        if z3.is_int_value(e):
            return number(e.as_long())
        args = e.children()
        match e.decl().kind():
            case z3.Z3_OP_ADD:
                return sum(map(self.integer, args), _ZERO)
            case z3.Z3_OP_SUB:
                return self.integer(args[0]) + sum(map(self.integer, args[1:]), _ZERO).times(-1)
            case z3.Z3_OP_UMINUS:
                return self.integer(args[0]).times(-1)
            case z3.Z3_OP_MUL if len(args) == 2:
                a, b = map(self.integer, args)
                if a.parts and b.parts:
                    raise Unreadable(str(e))
                return a.times(b.constant) if a.parts else b.times(a.constant)
            case z3.Z3_OP_ITE:
                yes, no = wide(self.integer(args[1])), wide(self.integer(args[2]))
                width = max(yes.width, no.width)
                c = self.boolean(args[0])
                return leaf(T.ite(c, T.resize(yes, width, True), T.resize(no, width, True)), True)
            case z3.Z3_OP_MOD | z3.Z3_OP_IDIV | z3.Z3_OP_REM:
                a, b = map(self.integer, args)
                if b.parts or b.constant <= 0:
                    raise Unreadable(str(e))
                if e.decl().kind() == z3.Z3_OP_IDIV:
                    return leaf(quotient(a, b.constant), True)
                return leaf(modulo(a, b.constant), True)
        raise Unreadable(str(e))

    def _bit_vector(self, e: Any) -> Term:
        z3 = self.z3
        if z3.is_bv_value(e):
            return T.const(e.as_long(), e.size())
        kind = e.decl().kind()
        if kind == z3.Z3_OP_ITE:
            return T.ite(self.boolean(e.arg(0)), self.bits(e.arg(1)), self.bits(e.arg(2)))
        args = [self.bits(a) for a in e.children()]
        match kind:
            case z3.Z3_OP_EXTRACT:
                high, low = e.params()
                return bit_range(args[0], high, low)
            case z3.Z3_OP_ZERO_EXT:
                return T.zext(args[0], e.size())
            case z3.Z3_OP_SIGN_EXT:
                return T.sext(args[0], e.size())
            case z3.Z3_OP_CONCAT:
                return concatenate(args)
        make = self._bits.get(kind)
        if make is None:
            raise Unreadable(str(e))
        result = args[0] if len(args) > 1 else make(args[0])
        for a in args[1:]:
            result = make(result, a)
        return result


def _is_set(t: Term, bit: int) -> Term:
    if bit == t.width - 1:
        return T.slt(t, T.const(0, t.width))
    return T.eq(bit_range(t, bit, bit), T.const(1, 1))


def bit_range(t: Term, high: int, low: int) -> Term:
    return T.extract(T.lshr(t, T.const(low, t.width)), high - low + 1)


def concatenate(args: Sequence[Term]) -> Term:
    result = args[0]
    for a in args[1:]:
        width = result.width + a.width
        result = T.bvor(T.shl(T.zext(result, width), T.const(a.width, width)), T.zext(a, width))
    return result


def _bit_operators(z3: Any) -> dict[int, Callable[..., Term]]:
    """Operators on bit-vectors; those with more than two arguments associate to the left."""
    return {
        z3.Z3_OP_BADD: T.add, z3.Z3_OP_BSUB: T.sub, z3.Z3_OP_BMUL: T.mul, z3.Z3_OP_BNEG: T.neg,
        z3.Z3_OP_BUDIV: T.udiv, z3.Z3_OP_BUDIV_I: T.udiv, z3.Z3_OP_BUREM: T.urem, z3.Z3_OP_BUREM_I: T.urem,
        z3.Z3_OP_BSDIV: T.sdiv, z3.Z3_OP_BSDIV_I: T.sdiv, z3.Z3_OP_BSREM: T.srem, z3.Z3_OP_BSREM_I: T.srem,
        z3.Z3_OP_BAND: T.bvand, z3.Z3_OP_BOR: T.bvor, z3.Z3_OP_BXOR: T.bvxor, z3.Z3_OP_BNOT: T.bvnot,
        z3.Z3_OP_BSHL: T.shl, z3.Z3_OP_BLSHR: T.lshr, z3.Z3_OP_BASHR: T.ashr,
        z3.Z3_OP_ULT: T.ult, z3.Z3_OP_ULEQ: T.ule, z3.Z3_OP_SLT: T.slt, z3.Z3_OP_SLEQ: T.sle,
        z3.Z3_OP_UGT: lambda a, b: T.ult(b, a), z3.Z3_OP_UGEQ: lambda a, b: T.ule(b, a),
        z3.Z3_OP_SGT: lambda a, b: T.slt(b, a), z3.Z3_OP_SGEQ: lambda a, b: T.sle(b, a),
    }  # fmt: skip
