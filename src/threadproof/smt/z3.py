"""Z3 through its C API (the Python classes cost ten times more): `Z3Session`, over bit-vectors or integers.

An assumption is a fresh Boolean that implies the term; it is kept for later checks until there are too many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import byref
from typing import Any, Final

from threadproof.logic import floats
from threadproof.logic.term import OPERATORS, Term, Var
from threadproof.smt.floats import float_node, has_floats
from threadproof.smt.integers import IntegerTranslator, Number
from threadproof.smt.solver import leaves_of
from threadproof.smt.translate import INDEX_WIDTH, Translator, check_index

#: assumptions known to one solver; and translated terms of one context
SELECTORS: Final = 20
TERMS: Final = 300_000

_UNARY: Final = {"not": "Z3_mk_not", "neg": "Z3_mk_bvneg", "bvnot": "Z3_mk_bvnot"}
_BINARY: Final = {
    "eq": "Z3_mk_eq", "add": "Z3_mk_bvadd", "sub": "Z3_mk_bvsub", "mul": "Z3_mk_bvmul", "udiv": "Z3_mk_bvudiv",
    "sdiv": "Z3_mk_bvsdiv", "urem": "Z3_mk_bvurem", "srem": "Z3_mk_bvsrem", "bvand": "Z3_mk_bvand",
    "bvor": "Z3_mk_bvor", "bvxor": "Z3_mk_bvxor", "shl": "Z3_mk_bvshl", "lshr": "Z3_mk_bvlshr",
    "ashr": "Z3_mk_bvashr", "ult": "Z3_mk_bvult", "ule": "Z3_mk_bvule", "slt": "Z3_mk_bvslt", "sle": "Z3_mk_bvsle",
}  # fmt: skip
_OTHER: Final = {"const", "var", "select", "and", "or", "ite", "zext", "sext", "extract"}
assert set(_UNARY) | set(_BINARY) | _OTHER == OPERATORS - floats.OPERATORS


class Context:
    """A Z3 context that keeps every expression it makes until the end."""

    def __init__(self) -> None:
        import z3
        from z3 import z3core

        self.api: Any = z3core
        self.owner = z3.Context()
        self.c = self.owner.ref()
        self.Ast: Any = z3core.Ast
        self.Sort: Any = z3core.Sort
        self.bool_sort = self.sort(z3core.Z3_mk_bool_sort(self.c))
        self.int_sort = self.sort(z3core.Z3_mk_int_sort(self.c))
        self._bits: dict[int, Any] = {0: self.bool_sort}
        self._names = 0

    def keep(self, ast: Any) -> Any:
        self.api.Z3_inc_ref(self.c, ast)
        return ast

    def sort(self, sort: Any) -> Any:
        self.api.Z3_inc_ref(self.c, self.api.Z3_sort_to_ast(self.c, sort))
        return sort

    def bits_sort(self, width: int) -> Any:
        found = self._bits.get(width)
        if found is None:
            found = self._bits[width] = self.sort(self.api.Z3_mk_bv_sort(self.c, width))
        return found

    def symbol(self, name: str) -> Any:
        return self.api.Z3_mk_string_symbol(self.c, name)

    def constant(self, name: str, sort: Any) -> Any:
        """A constant of its own, whatever else has that name."""
        self._names += 1
        return self.keep(self.api.Z3_mk_const(self.c, self.symbol(f"{name}!{self._names}"), sort))

    def function(self, name: str, domain: list[Any], result: Any) -> Any:
        self._names += 1
        sorts = (self.Sort * len(domain))(*domain)
        f = self.api.Z3_mk_func_decl(self.c, self.symbol(f"{name}!{self._names}"), len(domain), sorts, result)
        self.api.Z3_inc_ref(self.c, self.api.Z3_func_decl_to_ast(self.c, f))
        return f

    def apply(self, f: Any, args: list[Any]) -> Any:
        return self.keep(self.api.Z3_mk_app(self.c, f, len(args), (self.Ast * len(args))(*args)))

    def numeral(self, n: int, sort: Any) -> Any:
        if -(1 << 31) <= n < 1 << 31:
            return self.keep(self.api.Z3_mk_int(self.c, n, sort))
        return self.keep(self.api.Z3_mk_numeral(self.c, str(n), sort))

    def truth(self, b: bool) -> Any:
        return self.keep(self.api.Z3_mk_true(self.c) if b else self.api.Z3_mk_false(self.c))

    def many(self, make: Callable[..., Any], args: list[Any]) -> Any:
        return self.keep(make(self.c, len(args), (self.Ast * len(args))(*args)))


class Z3Floats:
    """Floating point, for `float_node`."""

    def __init__(self, context: Context) -> None:
        self.x = x = context
        self._nearest = x.keep(x.api.Z3_mk_fpa_rne(x.c))
        self._toward_zero = x.keep(x.api.Z3_mk_fpa_rtz(x.c))
        self._sorts = {32: x.sort(x.api.Z3_mk_fpa_sort_32(x.c)), 64: x.sort(x.api.Z3_mk_fpa_sort_64(x.c))}

    def of_bits(self, a: Any, width: int) -> Any:
        return self.x.keep(self.x.api.Z3_mk_fpa_to_fp_bv(self.x.c, a, self._sorts[width]))

    def bits(self, f: Any, width: int) -> Any:
        x = self.x
        is_nan = x.keep(x.api.Z3_mk_fpa_is_nan(x.c, f))
        raw = x.keep(x.api.Z3_mk_fpa_to_ieee_bv(x.c, f))
        return self.ite(is_nan, self.constant(floats.nan(width), width), raw)

    def operation(self, op: str, args: list[Any]) -> Any:
        x = self.x
        return x.keep(getattr(x.api, f"Z3_mk_fpa_{op}")(x.c, self._nearest, *args))

    def relation(self, op: str, a: Any, b: Any) -> Any:
        return self.x.keep(getattr(self.x.api, f"Z3_mk_fpa_{ {'le': 'leq'}.get(op, op) }")(self.x.c, a, b))

    def resized(self, f: Any, width: int) -> Any:
        return self.x.keep(self.x.api.Z3_mk_fpa_to_fp_float(self.x.c, self._nearest, f, self._sorts[width]))

    def of_integer(self, a: Any, signed: bool, width: int) -> Any:
        make = self.x.api.Z3_mk_fpa_to_fp_signed if signed else self.x.api.Z3_mk_fpa_to_fp_unsigned
        return self.x.keep(make(self.x.c, self._nearest, a, self._sorts[width]))

    def to_integer(self, f: Any, signed: bool, width: int) -> Any:
        make = self.x.api.Z3_mk_fpa_to_sbv if signed else self.x.api.Z3_mk_fpa_to_ubv
        return self.x.keep(make(self.x.c, self._toward_zero, f, width))

    def constant(self, value: int, width: int) -> Any:
        return self.x.numeral(value, self.x.bits_sort(width))

    def ite(self, c: Any, a: Any, b: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_ite(self.x.c, c, a, b))


class Z3Bits(Translator[Any]):
    """Terms as bit-vectors."""

    def __init__(self, context: Context, floats: bool = True) -> None:
        super().__init__()
        self.context = context
        self._floats = Z3Floats(context) if floats else None
        self._make: dict[str, Callable[..., Any]] = {
            op: getattr(context.api, name) for op, name in (*_UNARY.items(), *_BINARY.items())
        }
        self._functions: dict[Var, Any] = {}

    def boolean(self, t: Term) -> Any:
        return self.translate(t)

    def node(self, t: Term, args: list[Any]) -> Any:
        x = self.context
        api, c = x.api, x.c
        make = self._make.get(t.op)
        if make is not None:
            return x.keep(make(c, *args))
        if t.op in floats.OPERATORS:
            return float_node(self._floats, t, args)
        match t.op:
            case "const":
                assert t.value is not None
                return x.numeral(t.value, x.bits_sort(t.width)) if t.width else x.truth(bool(t.value))
            case "var":
                return x.constant(str(t.var), x.bits_sort(t.width))
            case "and":
                return x.many(api.Z3_mk_and, args)
            case "or":
                return x.many(api.Z3_mk_or, args)
            case "ite":
                return x.keep(api.Z3_mk_ite(c, *args))
            case "zext":
                return x.keep(api.Z3_mk_zero_ext(c, t.width - t.args[0].width, args[0]))
            case "sext":
                return x.keep(api.Z3_mk_sign_ext(c, t.width - t.args[0].width, args[0]))
            case "extract":
                return x.keep(api.Z3_mk_extract(c, t.width - 1, 0, args[0]))
        check_index(t)
        assert t.var is not None
        f = self._functions.get(t.var)
        if f is None:
            f = x.function(str(t.var), [x.bits_sort(INDEX_WIDTH)] * len(args), x.bits_sort(t.width))
            self._functions[t.var] = f
        wide = [
            a if old.width == INDEX_WIDTH else x.keep(api.Z3_mk_zero_ext(c, INDEX_WIDTH - old.width, a))
            for old, a in zip(t.args, args, strict=True)
        ]
        return x.apply(f, wide)


class Z3Arithmetic:
    """Integers, for `IntegerTranslator`."""

    def __init__(self, context: Context) -> None:
        self.x = context
        self._functions: dict[Var, Any] = {}

    def number(self, n: int) -> Any:
        return self.x.numeral(n, self.x.int_sort)

    def truth(self, b: bool) -> Any:
        return self.x.truth(b)

    def leaf(self, t: Term, index: list[Any]) -> Any:
        x = self.x
        assert t.var is not None
        result = x.int_sort if t.width else x.bool_sort
        if not index:
            return x.constant(str(t.var), result)
        f = self._functions.get(t.var)
        if f is None:
            f = self._functions[t.var] = x.function(str(t.var), [x.int_sort] * len(index), result)
        return x.apply(f, index)

    def plus(self, a: Any, b: Any) -> Any:
        return self.x.many(self.x.api.Z3_mk_add, [a, b])

    def minus(self, a: Any, b: Any) -> Any:
        return self.x.many(self.x.api.Z3_mk_sub, [a, b])

    def times(self, k: int, a: Any) -> Any:
        return self.x.many(self.x.api.Z3_mk_mul, [self.number(k), a])

    def div(self, a: Any, k: int) -> Any:
        return self.x.keep(self.x.api.Z3_mk_div(self.x.c, a, self.number(k)))

    def mod(self, a: Any, k: int) -> Any:
        return self.x.keep(self.x.api.Z3_mk_mod(self.x.c, a, self.number(k)))

    def le(self, a: Any, b: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_le(self.x.c, a, b))

    def lt(self, a: Any, b: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_lt(self.x.c, a, b))

    def equal(self, a: Any, b: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_eq(self.x.c, a, b))

    def ite(self, c: Any, a: Any, b: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_ite(self.x.c, c, a, b))

    def not_(self, a: Any) -> Any:
        return self.x.keep(self.x.api.Z3_mk_not(self.x.c, a))

    def and_(self, parts: list[Any]) -> Any:
        return self.x.many(self.x.api.Z3_mk_and, parts)

    def or_(self, parts: list[Any]) -> Any:
        return self.x.many(self.x.api.Z3_mk_or, parts)


class Z3Session:
    """One encoding: a context, and a solver in it that knows some assumptions."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._solver: Any = None
        self._model: Any = None
        self._limit: float | None = None
        #: of this context: term -> the Boolean constant for it, and that it implies the term; its address -> term
        self._literals: dict[Term, tuple[Any, Any]] = {}
        self._back: dict[int, Term] = {}
        #: of this solver: assumptions; leaves with known range
        self._selectors: dict[Term, Any] = {}
        self._facts: set[Term] = set()
        self._open()

    def _open(self) -> None:
        self._literals = {}
        self._back = {}
        self._context = x = Context()
        self._terms: Z3Bits | IntegerTranslator[Any] = (
            Z3Bits(x) if self._encoding == "bits" else IntegerTranslator(Z3Arithmetic(x))
        )

    def _close(self) -> None:
        self._drop_model()
        if self._solver is not None:
            self._context.api.Z3_solver_dec_ref(self._context.c, self._solver)
            self._solver = None

    def _drop_model(self) -> None:
        if self._model is not None:
            self._context.api.Z3_model_dec_ref(self._context.c, self._model)
            self._model = None

    def __del__(self) -> None:
        # collected in a cycle, the context may be gone already, and with it all that is in it
        if self._context.owner.ctx is not None:
            self._close()

    def _start(self) -> None:
        self._close()
        if len(self._terms.done) > TERMS:
            self._open()
        x = self._context
        self._solver = x.api.Z3_mk_simple_solver(x.c)
        x.api.Z3_solver_inc_ref(x.c, self._solver)
        self._selectors = {}
        self._facts = set()
        self._limit = None

    def decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]:
        self._drop_model()
        if self._encoding == "bits" and has_floats(terms):
            return self._decide_alone(terms, limit)
        if self._solver is None or len(self._selectors) > SELECTORS:
            self._start()
        x = self._context
        api, c = x.api, x.c
        if limit != self._limit:
            self._set_limit(limit)
        assumed = (x.Ast * len(terms))(*[self._selectors.get(t) or self._assume(t) for t in terms])
        answer = api.Z3_solver_check_assumptions(c, self._solver, len(terms), assumed)
        if answer == 1:
            self._model = api.Z3_solver_get_model(c, self._solver)
            api.Z3_model_inc_ref(c, self._model)
            return True, ()
        if answer == 0:
            self._close()
            return None, ()
        core = api.Z3_solver_get_unsat_core(c, self._solver)
        api.Z3_ast_vector_inc_ref(c, core)
        size = api.Z3_ast_vector_size(c, core)
        found = [self._back[api.Z3_ast_vector_get(c, core, i).value] for i in range(size)]
        api.Z3_ast_vector_dec_ref(c, core)
        return False, found

    def _decide_alone(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]:
        """By a solver of its own, which substitutes what it knows first: with floats that is what matters."""
        self._start()
        x = self._context
        x.api.Z3_solver_dec_ref(x.c, self._solver)
        self._solver = x.api.Z3_mk_solver(x.c)
        x.api.Z3_solver_inc_ref(x.c, self._solver)
        self._set_limit(limit)
        for t in terms:
            x.api.Z3_solver_assert(x.c, self._solver, self._terms.boolean(t))
        answer = x.api.Z3_solver_check(x.c, self._solver)
        if answer == 1:
            self._model = x.api.Z3_solver_get_model(x.c, self._solver)
            x.api.Z3_model_inc_ref(x.c, self._model)
        x.api.Z3_solver_dec_ref(x.c, self._solver)
        self._solver = None
        return (None if answer == 0 else answer == 1), terms

    def _set_limit(self, limit: float | None) -> None:
        x = self._context
        params = x.api.Z3_mk_params(x.c)
        x.api.Z3_params_inc_ref(x.c, params)
        milliseconds = 2**32 - 1 if limit is None else max(1, int(limit * 1000))
        x.api.Z3_params_set_uint(x.c, params, x.symbol("timeout"), milliseconds)
        x.api.Z3_solver_set_params(x.c, self._solver, params)
        x.api.Z3_params_dec_ref(x.c, params)
        self._limit = limit

    def _assume(self, t: Term) -> Any:
        x = self._context
        self._terms.boolean(t)
        if isinstance(self._terms, IntegerTranslator):
            for leaf in leaves_of((t,)):
                if leaf.width and leaf not in self._facts:
                    self._facts.add(leaf)
                    x.api.Z3_solver_assert(x.c, self._solver, self._terms.range_fact(leaf))
        literal = self._literals.get(t)
        if literal is None:
            p = x.constant("p", x.bool_sort)
            literal = self._literals[t] = p, x.keep(x.api.Z3_mk_implies(x.c, p, self._terms.boolean(t)))
            self._back[p.value] = t
        x.api.Z3_solver_assert(x.c, self._solver, literal[1])
        self._selectors[t] = literal[0]
        return literal[0]

    def values(self, leaves: Sequence[Term]) -> Sequence[int]:
        x = self._context
        api, c = x.api, x.c
        out = []
        for t in leaves:
            done = self._terms.translate(t)
            value = x.Ast(None)
            ok = api.Z3_model_eval(c, self._model, done.e if isinstance(done, Number) else done, True, byref(value))
            assert ok
            if t.width:
                out.append(int(api.Z3_get_numeral_string(c, value)) % (1 << t.width))
            else:
                out.append(int(api.Z3_get_bool_value(c, value) == 1))
        return out
