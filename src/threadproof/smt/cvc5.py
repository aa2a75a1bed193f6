"""cvc5: a second opinion, for the checking of proofs: `Cvc5Session`, over bit-vectors or integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from threadproof.logic import floats
from threadproof.logic.term import OPERATORS, Term, Var
from threadproof.smt.floats import NamedBits, float_node, has_floats
from threadproof.smt.integers import IntegerTranslator, Number
from threadproof.smt.outlives import Outlives
from threadproof.smt.solver import leaves_of
from threadproof.smt.translate import INDEX_WIDTH, Translator, check_index

#: a new solver after so many checks; translated terms of one term manager
RENEW: Final = 50
TERMS: Final = 300_000

_KINDS: Final = {
    "not": "NOT", "and": "AND", "or": "OR", "ite": "ITE", "eq": "EQUAL", "neg": "BITVECTOR_NEG",
    "bvnot": "BITVECTOR_NOT", "add": "BITVECTOR_ADD", "sub": "BITVECTOR_SUB", "mul": "BITVECTOR_MULT",
    "udiv": "BITVECTOR_UDIV", "sdiv": "BITVECTOR_SDIV", "urem": "BITVECTOR_UREM", "srem": "BITVECTOR_SREM",
    "bvand": "BITVECTOR_AND", "bvor": "BITVECTOR_OR", "bvxor": "BITVECTOR_XOR", "shl": "BITVECTOR_SHL",
    "lshr": "BITVECTOR_LSHR", "ashr": "BITVECTOR_ASHR", "ult": "BITVECTOR_ULT", "ule": "BITVECTOR_ULE",
    "slt": "BITVECTOR_SLT", "sle": "BITVECTOR_SLE",
}  # fmt: skip
assert set(_KINDS) | {"const", "var", "select", "zext", "sext", "extract"} == OPERATORS - floats.OPERATORS


class Cvc5Floats(NamedBits[Any]):
    """Floating point, for `float_node`."""

    def __init__(self, manager: Any) -> None:
        super().__init__()
        import cvc5

        self.m = manager
        self.k: Any = cvc5.Kind
        mode = cvc5.RoundingMode
        self._nearest = manager.mkRoundingMode(mode.ROUND_NEAREST_TIES_TO_EVEN)
        self._toward_zero = manager.mkRoundingMode(mode.ROUND_TOWARD_ZERO)

    def _format(self, kind: Any, width: int) -> Any:
        return self.m.mkOp(kind, width - floats.PRECISION[width], floats.PRECISION[width])

    def of_bits(self, a: Any, width: int) -> Any:
        return self.m.mkTerm(self._format(self.k.FLOATINGPOINT_TO_FP_FROM_IEEE_BV, width), a)

    def fresh(self, width: int) -> Any:
        return self.m.mkConst(self.m.mkBitVectorSort(width), "bits")

    def is_nan(self, f: Any) -> Any:
        return self.m.mkTerm(self.k.FLOATINGPOINT_IS_NAN, f)

    def equal(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.EQUAL, a, b)

    def operation(self, op: str, args: list[Any]) -> Any:
        name = {"mul": "MULT"}.get(op, op.upper())
        return self.m.mkTerm(getattr(self.k, f"FLOATINGPOINT_{name}"), self._nearest, *args)

    def relation(self, op: str, a: Any, b: Any) -> Any:
        name = {"le": "LEQ"}.get(op, op.upper())
        return self.m.mkTerm(getattr(self.k, f"FLOATINGPOINT_{name}"), a, b)

    def resized(self, f: Any, width: int) -> Any:
        return self.m.mkTerm(self._format(self.k.FLOATINGPOINT_TO_FP_FROM_FP, width), self._nearest, f)

    def of_integer(self, a: Any, signed: bool, width: int) -> Any:
        kind = self.k.FLOATINGPOINT_TO_FP_FROM_SBV if signed else self.k.FLOATINGPOINT_TO_FP_FROM_UBV
        return self.m.mkTerm(self._format(kind, width), self._nearest, a)

    def to_integer(self, f: Any, signed: bool, width: int) -> Any:
        kind = self.k.FLOATINGPOINT_TO_SBV if signed else self.k.FLOATINGPOINT_TO_UBV
        return self.m.mkTerm(self.m.mkOp(kind, width), self._toward_zero, f)

    def constant(self, value: int, width: int) -> Any:
        return self.m.mkBitVector(width, str(value), 10)

    def ite(self, c: Any, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.ITE, c, a, b)


class Cvc5Bits(Translator[Any]):
    """Terms as bit-vectors."""

    def __init__(self, manager: Any) -> None:
        super().__init__()
        import cvc5

        self.manager = manager
        kind = cvc5.Kind
        self._kinds = {op: getattr(kind, name) for op, name in _KINDS.items()}
        self._zext, self._sext, self._extract = (
            kind.BITVECTOR_ZERO_EXTEND,
            kind.BITVECTOR_SIGN_EXTEND,
            kind.BITVECTOR_EXTRACT,
        )
        self._apply = kind.APPLY_UF
        self._functions: dict[Var, Any] = {}
        self.floats: Cvc5Floats | None = None

    def boolean(self, t: Term) -> Any:
        return self.translate(t)

    def _sort(self, width: int) -> Any:
        return self.manager.mkBitVectorSort(width) if width else self.manager.getBooleanSort()

    def node(self, t: Term, args: list[Any]) -> Any:
        m = self.manager
        kind = self._kinds.get(t.op)
        if kind is not None:
            return m.mkTerm(kind, *args)
        if t.op in floats.OPERATORS:
            if self.floats is None:
                self.floats = Cvc5Floats(m)
            return float_node(self.floats, t, args)
        match t.op:
            case "const":
                assert t.value is not None
                return m.mkBitVector(t.width, str(t.value), 10) if t.width else m.mkBoolean(bool(t.value))
            case "var":
                return m.mkConst(self._sort(t.width), str(t.var))
            case "zext":
                return m.mkTerm(m.mkOp(self._zext, t.width - t.args[0].width), *args)
            case "sext":
                return m.mkTerm(m.mkOp(self._sext, t.width - t.args[0].width), *args)
            case "extract":
                return m.mkTerm(m.mkOp(self._extract, t.width - 1, 0), *args)
        check_index(t)
        assert t.var is not None
        f = self._functions.get(t.var)
        if f is None:
            domain = [self._sort(INDEX_WIDTH)] * len(args)
            f = self._functions[t.var] = m.mkConst(m.mkFunctionSort(domain, self._sort(t.width)), str(t.var))
        wide = [
            a if old.width == INDEX_WIDTH else m.mkTerm(m.mkOp(self._zext, INDEX_WIDTH - old.width), a)
            for old, a in zip(t.args, args, strict=True)
        ]
        return m.mkTerm(self._apply, f, *wide)


class Cvc5Arithmetic:
    """Integers, for `IntegerTranslator`."""

    def __init__(self, manager: Any) -> None:
        import cvc5

        self.m = manager
        self.k = cvc5.Kind
        self._functions: dict[Var, Any] = {}

    def number(self, n: int) -> Any:
        return self.m.mkInteger(str(n))

    def truth(self, b: bool) -> Any:
        return self.m.mkBoolean(b)

    def leaf(self, t: Term, index: list[Any]) -> Any:
        m = self.m
        assert t.var is not None
        result = m.getIntegerSort() if t.width else m.getBooleanSort()
        if not index:
            return m.mkConst(result, str(t.var))
        f = self._functions.get(t.var)
        if f is None:
            sort = m.mkFunctionSort([m.getIntegerSort()] * len(index), result)
            f = self._functions[t.var] = m.mkConst(sort, str(t.var))
        return m.mkTerm(self.k.APPLY_UF, f, *index)

    def plus(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.ADD, a, b)

    def minus(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.SUB, a, b)

    def times(self, k: int, a: Any) -> Any:
        return self.m.mkTerm(self.k.MULT, self.number(k), a)

    def div(self, a: Any, k: int) -> Any:
        return self.m.mkTerm(self.k.INTS_DIVISION, a, self.number(k))

    def mod(self, a: Any, k: int) -> Any:
        return self.m.mkTerm(self.k.INTS_MODULUS, a, self.number(k))

    def le(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.LEQ, a, b)

    def lt(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.LT, a, b)

    def equal(self, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.EQUAL, a, b)

    def ite(self, c: Any, a: Any, b: Any) -> Any:
        return self.m.mkTerm(self.k.ITE, c, a, b)

    def not_(self, a: Any) -> Any:
        return self.m.mkTerm(self.k.NOT, a)

    def and_(self, parts: list[Any]) -> Any:
        return self.m.mkTerm(self.k.AND, *parts) if len(parts) > 1 else parts[0]

    def or_(self, parts: list[Any]) -> Any:
        return self.m.mkTerm(self.k.OR, *parts) if len(parts) > 1 else parts[0]


class Cvc5Session:
    """One encoding: a term manager, and a solver that is renewed now and then."""

    def __init__(self, encoding: str) -> None:
        import cvc5

        self._library = cvc5
        self._encoding = encoding
        self._solver: Any = None
        self._limit: float | None = None
        self._age = 0
        self._facts: set[Term] = set()
        self._open()

    def _open(self) -> None:
        self._manager = m = self._library.TermManager()
        self._outlives = Outlives(m)
        self._terms: Cvc5Bits | IntegerTranslator[Any] = (
            Cvc5Bits(m) if self._encoding == "bits" else IntegerTranslator(Cvc5Arithmetic(m))
        )

    def _start(self, limit: float | None) -> None:
        self._solver = None
        if len(self._terms.done) > TERMS:
            self._open()
        self._solver = s = self._library.Solver(self._manager)
        for name in ("incremental", "produce-models", "produce-unsat-assumptions"):
            s.setOption(name, "true")
        if limit is not None:
            s.setOption("tlimit-per", str(max(1, int(limit * 1000))))
        s.setLogic("QF_UFBV" if self._encoding == "bits" else "QF_UFLIA")
        self._limit = limit
        self._age = 0
        self._facts = set()

    def decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]:
        if self._encoding == "bits" and has_floats(terms):
            return self._decide_alone(terms, limit)
        if self._solver is None or self._age >= RENEW or limit != self._limit:
            self._start(limit)
        self._age += 1
        assumed = [self._terms.boolean(t) for t in terms]
        if isinstance(self._terms, IntegerTranslator):
            for leaf in leaves_of(terms):
                if leaf.width and leaf not in self._facts:
                    self._facts.add(leaf)
                    self._solver.assertFormula(self._terms.range_fact(leaf))
        answer = self._solver.checkSatAssuming(*assumed)
        if answer.isSat():
            return True, ()
        if answer.isUnsat():
            back = dict(zip(assumed, terms, strict=True))
            return False, [back[a] for a in self._solver.getUnsatAssumptions()]
        self._solver = None
        return None, ()

    def _decide_alone(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]:
        """By a solver of its own, which substitutes what it knows first: with floats that is what matters."""
        self._solver = None
        if len(self._terms.done) > TERMS:
            self._open()
        assert isinstance(self._terms, Cvc5Bits)
        formulas = [self._terms.boolean(t) for t in terms]
        s = self._library.Solver(self._manager)
        s.setOption("produce-models", "true")
        if limit is not None:
            s.setOption("tlimit-per", str(max(1, int(limit * 1000))))
        s.setLogic("QF_UFBVFP")
        assert self._terms.floats is not None
        for f in (*formulas, *self._terms.floats.facts(terms, self._terms.done)):
            s.assertFormula(f)
        answer = s.checkSat()
        self._solver, self._age = s, RENEW  # (good for values, not for another question)
        return (True if answer.isSat() else False if answer.isUnsat() else None), terms

    def values(self, leaves: Sequence[Term]) -> Sequence[int]:
        out = []
        for t in leaves:
            done = self._terms.translate(t)
            value = self._solver.getValue(done.e if isinstance(done, Number) else done)
            if not t.width:
                out.append(int(value.getBooleanValue()))
            elif isinstance(done, Number):
                out.append(int(value.getIntegerValue()) % (1 << t.width))
            else:
                out.append(int(value.getBitVectorValue(10)))
        return out
