"""Bitwuzla: the fast back end for bit-vectors, `BitwuzlaSolver`. Its interpolants are in `sequence`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from threadproof.budget import time_for
from threadproof.logic import floats
from threadproof.logic.term import OPERATORS, Term, Var
from threadproof.smt.solver import SolverBase
from threadproof.smt.translate import INDEX_WIDTH, Translator, check_index

#: seconds to look for a core with tracking, and without
CORE_LIMIT: Final = 0.02
SHRINK_LIMIT: Final = 0.2
if TYPE_CHECKING:
    from threadproof.smt.bitwuzla_floats import BitwuzlaFloats

#: So many translated terms, and everything is translated anew.
TERMS: Final = 300_000

#: operator -> name of the Kind, for those that need no more than their arguments
KINDS: Final = {
    "not": "NOT", "and": "AND", "or": "OR", "ite": "ITE", "eq": "EQUAL", "neg": "BV_NEG", "bvnot": "BV_NOT",
    "add": "BV_ADD", "sub": "BV_SUB", "mul": "BV_MUL", "udiv": "BV_UDIV", "sdiv": "BV_SDIV", "urem": "BV_UREM",
    "srem": "BV_SREM", "bvand": "BV_AND", "bvor": "BV_OR", "bvxor": "BV_XOR", "shl": "BV_SHL", "lshr": "BV_SHR",
    "ashr": "BV_ASHR", "ult": "BV_ULT", "ule": "BV_ULE", "slt": "BV_SLT", "sle": "BV_SLE",
}  # fmt: skip
assert set(KINDS) | {"const", "var", "select", "zext", "sext", "extract"} == OPERATORS - floats.OPERATORS


class BitwuzlaTerms(Translator[Any]):
    """Terms of one TermManager."""

    def __init__(self) -> None:
        super().__init__()
        import bitwuzla

        from threadproof.smt.outlives import Outlives

        kind = bitwuzla.Kind
        self.manager = bitwuzla.TermManager()
        self._outlives = Outlives(self.manager)
        self._kinds = {op: getattr(kind, name) for op, name in KINDS.items()}
        self._zext, self._sext, self._extract = kind.BV_ZERO_EXTEND, kind.BV_SIGN_EXTEND, kind.BV_EXTRACT
        self._apply = kind.APPLY
        self._sorts: dict[int, Any] = {0: self.manager.mk_bool_sort()}
        self._functions: dict[Var, Any] = {}
        self.floats: BitwuzlaFloats | None = None

    def facts(self, terms: Sequence[Term]) -> list[Any]:
        """What has to be said beside the translated terms: which bits the results of floating point have."""
        return self.floats.facts(terms, self.done) if self.floats is not None else []

    def sort(self, width: int) -> Any:
        found = self._sorts.get(width)
        if found is None:
            found = self._sorts[width] = self.manager.mk_bv_sort(width)
        return found

    def node(self, t: Term, args: list[Any]) -> Any:
        m = self.manager
        kind = self._kinds.get(t.op)
        if kind is not None:
            return m.mk_term(kind, args)
        if t.op in floats.OPERATORS:
            from threadproof.smt.bitwuzla_floats import BitwuzlaFloats, float_node

            if self.floats is None:
                self.floats = BitwuzlaFloats(self)
            return float_node(self.floats, t, args)
        match t.op:
            case "const":
                assert t.value is not None
                if t.width == 0:
                    return m.mk_true() if t.value else m.mk_false()
                return m.mk_bv_value(self.sort(t.width), t.value)
            case "var":
                return m.mk_const(self.sort(t.width), str(t.var))
            case "zext":
                return m.mk_term(self._zext, args, [t.width - t.args[0].width])
            case "sext":
                return m.mk_term(self._sext, args, [t.width - t.args[0].width])
            case "extract":
                return m.mk_term(self._extract, args, [t.width - 1, 0])
        return self._select(t, args)

    def _select(self, t: Term, args: list[Any]) -> Any:
        m = self.manager
        check_index(t)
        assert t.var is not None
        function = self._functions.get(t.var)
        if function is None:
            domain = [self.sort(INDEX_WIDTH)] * len(args)
            function = m.mk_const(m.mk_fun_sort(domain, self.sort(t.width)), str(t.var))
            self._functions[t.var] = function
        wide = [
            a if old.width == INDEX_WIDTH else m.mk_term(self._zext, [a], [INDEX_WIDTH - old.width])
            for old, a in zip(t.args, args, strict=True)
        ]
        return m.mk_term(self._apply, [function, *wide])


class BitwuzlaSolver(SolverBase):
    """Every check is a new instance, which does not keep track of what it uses.

    Both cost less than they save: the preprocessor substitutes equations only then, which can be 1,000 times faster,
    and nothing piles up. A core is looked for when it is asked for: with tracking if that is quick, else by leaving out
    one term at a time.
    """

    def __init__(self, recall: bool = True) -> None:
        super().__init__(recall)
        self._instance: Any = None
        self._options: dict[tuple[float | None, bool], Any] = {}

    @cached_property
    def _library(self) -> Any:
        import bitwuzla

        return bitwuzla

    @cached_property
    def _terms(self) -> BitwuzlaTerms:
        return BitwuzlaTerms()

    def _decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, None]:
        self._instance = None
        if len(self._terms.done) > TERMS:
            self._terms = BitwuzlaTerms()
        translate = self._terms.translate
        self._instance = instance = self._start(limit)
        instance.assert_formula(*[translate(t) for t in terms], *self._terms.facts(terms))
        answer, result = instance.check_sat(), self._library.Result
        return (True if answer == result.SAT else False if answer == result.UNSAT else None), None

    def _start(self, limit: float | None, tracking: bool = False) -> Any:
        options = self._options.get((limit, tracking))
        if options is None:
            option = self._library.Option
            options = self._library.Options()
            options.set(option.PRODUCE_MODELS, not tracking)
            options.set(option.PRODUCE_UNSAT_ASSUMPTIONS, tracking)
            if limit is not None:
                options.set(option.TIME_LIMIT_PER, max(1, int(limit * 1000)))
            if len(self._options) > 100:
                self._options.clear()
            self._options[limit, tracking] = options
        return self._library.Bitwuzla(self._terms.manager, options)

    def _find_core(self, terms: Sequence[Term]) -> Sequence[Term]:
        if len(terms) <= 1:
            return terms
        assumed = [self._terms.translate(t) for t in terms]
        tracker = self._start(time_for(CORE_LIMIT), tracking=True)
        for fact in self._terms.facts(terms):
            tracker.assert_formula(fact)
        if tracker.check_sat(*assumed) == self._library.Result.UNSAT:
            back = dict(zip(assumed, terms, strict=True))
            return [back[a] for a in tracker.get_unsat_assumptions()]
        return self._shrink(list(terms))

    def _shrink(self, core: list[Term]) -> list[Term]:
        """Leave out blocks of terms, then smaller ones, until time is up."""
        end = perf_counter() + SHRINK_LIMIT
        size = max(1, len(core) // 2)
        while True:
            at = 0
            while at < len(core):
                if perf_counter() > end:
                    return core
                rest = core[:at] + core[at + size :]
                if rest and self._decide(rest, time_for(self.limit))[0] is False:
                    core = rest
                else:
                    at += size
            if size == 1:
                return core
            size //= 2

    def _values(self, leaves: Sequence[Term]) -> Sequence[int]:
        done, instance = self._terms.done, self._instance
        values = []
        for t in leaves:
            v = instance.get_value(done[t])
            values.append(int(v.value(10)) if t.width else int(v.value()))
        return values
