"""A system as SMT-LIB text, logic HORN, for other programs: over bit-vectors, or integers. Entry point: `write`.

Predicates are called `P0`, `P1`, ... in the order of the system; comments say which is which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from threadproof.horn.clause import Application, Clause, Predicate, System
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.term import OPERATORS, Term, Var
from threadproof.smt.integers import IdealTranslator, IntegerTranslator, NoFloats
from threadproof.smt.interpolate import variables
from threadproof.smt.translate import Translator

ENCODINGS: Final = ("bits", "integers", "ideal")

_NAMES: Final = {
    "not": "not", "and": "and", "or": "or", "ite": "ite", "eq": "=", "neg": "bvneg", "bvnot": "bvnot", "add": "bvadd",
    "sub": "bvsub", "mul": "bvmul", "udiv": "bvudiv", "sdiv": "bvsdiv", "urem": "bvurem", "srem": "bvsrem",
    "bvand": "bvand", "bvor": "bvor", "bvxor": "bvxor", "shl": "bvshl", "lshr": "bvlshr", "ashr": "bvashr",
    "ult": "bvult", "ule": "bvule", "slt": "bvslt", "sle": "bvsle",
}  # fmt: skip
assert set(_NAMES) | {"const", "var", "select", "zext", "sext", "extract"} == OPERATORS - floats.OPERATORS


def write(system: System, encoding: str = "bits") -> str:
    """`encoding` as for Spacer. Raises NotLinear if the system cannot be written over integers, NoFloats over bits."""
    lines = ["(set-logic HORN)"]
    numbers = {p: k for k, p in enumerate(system.predicates)}
    for p, k in numbers.items():
        sorts = " ".join(_sort(v, encoding) for v in p.params)
        about = f"{p.name}({', '.join(v.name for v in p.params)})".replace("\n", " ")
        lines += [f"; {about}", f"(declare-fun P{k} ({sorts}) Bool)"]
    lines += [_Writer(c, encoding, numbers).text() for c in system.clauses]
    return "\n".join([*lines, "(check-sat)", "(get-model)", ""])


def _sort(v: Var, encoding: str) -> str:
    return "Bool" if not v.width else f"(_ BitVec {v.width})" if encoding == "bits" else "Int"


class _Writer:
    """One clause."""

    def __init__(self, c: Clause, encoding: str, numbers: dict[Predicate, int]) -> None:
        self.c = c
        self.encoding = encoding
        self.numbers = numbers
        self.names = {v: f"x{k}" for k, v in enumerate(variables(list(c.terms())))}
        self.shared = _Shared()
        self.bits = _Bits(self.names, self.shared)
        make = IdealTranslator if encoding == "ideal" else IntegerTranslator
        self.integers: IntegerTranslator[str] = make(_Integers(self.names, self.shared))

    def text(self) -> str:
        c = self.c
        body = [self._apply(a) for a in c.body]
        body.append(self._boolean(c.constraint))
        if self.encoding != "bits":
            body += [self.integers.range_fact(T.var(v)) for v in self.names if v.width]
        head = "false" if c.head is None else self._apply(c.head)
        text = self.shared.around(f"(=> (and true {' '.join(body)}) {head})")
        if self.names:
            bound = " ".join(f"({name} {_sort(v, self.encoding)})" for v, name in self.names.items())
            text = f"(forall ({bound}) {text})"
        return f"(assert {text})"

    def _apply(self, a: Application) -> str:
        name = f"P{self.numbers[a.predicate]}"
        args = [self._argument(t, v.signed) for t, v in zip(a.args, a.predicate.params, strict=True)]
        return f"({name} {' '.join(args)})" if args else name

    def _boolean(self, t: Term) -> str:
        return self.bits.translate(t) if self.encoding == "bits" else self.integers.boolean(t)

    def _argument(self, t: Term, signed: bool) -> str:
        if self.encoding == "bits":
            return self.bits.translate(t)
        n = self.integers.translate(t)
        if t.width:
            n = self.integers.signed(n, t.width) if signed else self.integers.unsigned(n, t.width)
        return n.e


class _Shared:
    """Names for long expressions, so that text does not grow as a tree does."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def short(self, text: str) -> str:
        if len(text) < 60:
            return text
        return self._names.setdefault(text, f"e{len(self._names)}")

    def around(self, text: str) -> str:
        for e, name in reversed(self._names.items()):
            text = f"(let (({name} {e})) {text})"
        return text


class _Bits(Translator[str]):
    def __init__(self, names: dict[Var, str], shared: _Shared) -> None:
        super().__init__()
        self._names = names
        self._shared = shared

    def node(self, t: Term, args: list[str]) -> str:
        if t.op == "const":
            assert t.value is not None
            return f"(_ bv{t.value} {t.width})" if t.width else "true" if t.value else "false"
        if t.op == "var":
            assert t.var is not None
            return self._names[t.var]
        if t.op in floats.OPERATORS:
            raise NoFloats
        operator = _NAMES.get(t.op) or self._indexed(t)
        return self._shared.short(f"({operator} {' '.join(args)})")

    def _indexed(self, t: Term) -> str:
        match t.op:
            case "zext":
                return f"(_ zero_extend {t.width - t.args[0].width})"
            case "sext":
                return f"(_ sign_extend {t.width - t.args[0].width})"
            case "extract":
                return f"(_ extract {t.width - 1} 0)"
        raise AssertionError(f"{t.op} in a Horn clause")


class _Integers:
    """`Arithmetic` as text."""

    def __init__(self, names: dict[Var, str], shared: _Shared) -> None:
        self._names = names
        self._short: Callable[[str], str] = shared.short

    def number(self, n: int) -> str:
        return str(n) if n >= 0 else f"(- {-n})"

    def truth(self, b: bool) -> str:
        return "true" if b else "false"

    def leaf(self, t: Term, index: list[str]) -> str:
        assert t.var is not None and not index
        return self._names[t.var]

    def _apply(self, operator: str, *args: str) -> str:
        return self._short(f"({operator} {' '.join(args)})")

    def plus(self, a: str, b: str) -> str:
        return self._apply("+", a, b)

    def minus(self, a: str, b: str) -> str:
        return self._apply("-", a, b)

    def times(self, k: int, a: str) -> str:
        return self._apply("*", self.number(k), a)

    def div(self, a: str, k: int) -> str:
        return self._apply("div", a, self.number(k))

    def mod(self, a: str, k: int) -> str:
        return self._apply("mod", a, self.number(k))

    def le(self, a: str, b: str) -> str:
        return self._apply("<=", a, b)

    def lt(self, a: str, b: str) -> str:
        return self._apply("<", a, b)

    def equal(self, a: str, b: str) -> str:
        return self._apply("=", a, b)

    def ite(self, c: str, a: str, b: str) -> str:
        return self._apply("ite", c, a, b)

    def not_(self, a: str) -> str:
        return self._apply("not", a)

    def and_(self, parts: Sequence[str]) -> str:
        return self._apply("and", *parts)

    def or_(self, parts: Sequence[str]) -> str:
        return self._apply("or", *parts)
