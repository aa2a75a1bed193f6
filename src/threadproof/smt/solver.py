"""Deciding conjunctions of terms: the `Solver` protocol, what all back ends share, and `make_solver`.

A solver is asked about a handful of literals at a time, again and again. `SolverBase` removes what needs no solver
(constants, complements, what earlier checks tell, what `quick` sees); a back end implements `_decide` and `_values`,
or a `Session` per encoding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, Protocol

from threadproof.budget import time_for
from threadproof.errors import Limit, UsageError
from threadproof.logic.evaluate import Model, evaluate, postorder
from threadproof.logic.interning import empties
from threadproof.logic.term import FALSE, TRUE, Term
from threadproof.smt.quick import quick_check
from threadproof.smt.recall import Recall

SOLVERS: Final = ("bitwuzla", "z3", "cvc5")
ENCODINGS: Final = ("bits", "integers")


class Solver(Protocol):
    """Decides conjunctions of Boolean terms; array variables are uninterpreted functions of their indices."""

    #: seconds per check; None is no limit but that of `deadline`, after which a check raises Limit
    limit: float | None
    #: questions asked; those that reached the solver; wall-clock seconds spent there
    checks: int
    smt_checks: int
    solver_time: float

    def check(self, *assumptions: Term) -> bool | None:
        """True: satisfiable. False: not. None: not decided, for example within the limit."""

    def core(self) -> tuple[Term, ...]:
        """After False: some of the assumptions, unsatisfiable together, in the order given (not minimal)."""

    def model(self) -> Model:
        """After True: a model of the assumptions. Not to be changed: later checks may return it again."""


def make_solver(name: str = "bitwuzla", encoding: str = "bits", recall: bool = True) -> Solver:
    """`encoding` is how bit-vectors look to the solver: as such, or as integers that wrap around explicitly.

    `recall=False` sends every question to the solver, for a checker that trusts nothing else.
    """
    if name not in SOLVERS or encoding not in ENCODINGS:
        raise UsageError(f"no solver {name!r} with encoding {encoding!r}")
    if name == "bitwuzla":
        if encoding != "bits":
            raise UsageError("bitwuzla knows bit-vectors only: use the solver z3 or cvc5 for the encoding 'integers'")
        from threadproof.smt.bitwuzla import BitwuzlaSolver

        return BitwuzlaSolver(recall)
    if name == "z3":
        from threadproof.smt.z3 import Z3Session

        return EncodedSolver(encoding, Z3Session, recall)
    from threadproof.smt.cvc5 import Cvc5Session

    return EncodedSolver(encoding, Cvc5Session, recall)


class SolverBase(ABC):
    """All of a solver but the solver."""

    def __init__(self, recall: bool = True) -> None:
        self.limit: float | None = None
        self.checks = 0
        self.smt_checks = 0
        self.solver_time = 0.0
        self._recall = Recall() if recall else None
        self._core: tuple[Term, ...] | None = None
        self._core_is_found = True
        self._model: Model | None = None

    @abstractmethod
    def _decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term] | None]:
        """Decide the conjunction of distinct, non-constant terms; with False comes a core, if it costs nothing."""

    def _find_core(self, terms: Sequence[Term]) -> Sequence[Term]:
        """A core of terms that `_decide` found unsatisfiable without giving one."""
        return terms

    @abstractmethod
    def _values(self, leaves: Sequence[Term]) -> Sequence[int]:
        """After `_decide` said True: the values of `var` and `select` terms that occur in what was decided."""

    def check(self, *assumptions: Term) -> bool | None:
        self.checks += 1
        self._core = self._model = None
        self._core_is_found = True
        terms = dict.fromkeys(assumptions)
        terms.pop(TRUE, None)
        if FALSE in terms:
            self._core = (FALSE,)
            return False
        for t in terms:
            if t.op == "not" and t.args[0] in terms:
                self._core = tuple(u for u in terms if u is t or u is t.args[0])
                return False
        if not terms:
            self._model = Model()
            return True
        if self._recall is not None:
            known = self._recall.core(terms)
            if known is not None:
                chosen, self._core_is_found = known
                self._core = tuple(t for t in terms if t in chosen)
                return False
            self._model = self._recall.model(terms)
            if self._model is not None:
                return True
            answer = quick_check(terms, self._recall.newest())
            if isinstance(answer, Model):
                self._model = answer
                self._recall.learn_model(answer)
                return True
            if answer is not None:
                self._set_core(list(terms), answer)
                return False
        return self._ask(list(terms))

    def _ask(self, terms: list[Term]) -> bool | None:
        self.smt_checks += 1
        start = perf_counter()
        limit = time_for(self.limit)
        answer, core = self._decide(terms, limit)
        if answer is True:
            self._model = self._read_model(terms)
            if self._recall is not None:
                self._recall.learn_model(self._model)
        elif answer is False:
            self._core_is_found = core is not None
            self._set_core(terms, terms if core is None else core)
        self.solver_time += perf_counter() - start
        if answer is None and limit != self.limit:
            raise Limit("timeout")
        return answer

    def _set_core(self, terms: Sequence[Term], core: Sequence[Term]) -> None:
        chosen = frozenset(core)
        self._core = tuple(t for t in terms if t in chosen)
        if self._recall is not None:
            self._recall.learn_core(self._core, self._core_is_found)

    def core(self) -> tuple[Term, ...]:
        assert self._core is not None, "core() is for after an unsatisfiable check"
        if not self._core_is_found:
            self._core_is_found = True
            start = perf_counter()
            self._set_core(self._core, self._find_core(self._core))
            self.solver_time += perf_counter() - start
        return self._core

    def model(self) -> Model:
        assert self._model is not None, "model() is for after a satisfiable check"
        return self._model

    def _read_model(self, terms: Sequence[Term]) -> Model:
        found = leaves_of(terms)
        model = Model()
        # Inner selects come before the selects whose index they are in, so `evaluate` knows every index here.
        for t, value in zip(found, self._values(found), strict=True):
            assert t.var is not None
            if t.op == "var":
                model.scalars[t.var] = value
            else:
                index = tuple(evaluate(a, model) for a in t.args)
                model.arrays.setdefault(t.var, {})[index] = value
        return model


class Session(Protocol):
    """A back end with one encoding."""

    def decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]: ...
    def values(self, leaves: Sequence[Term]) -> Sequence[int]: ...


class EncodedSolver(SolverBase):
    """A back end with both encodings: what has no exact form over the integers is decided over bits."""

    def __init__(self, encoding: str, open_session: Callable[[str], Session], recall: bool) -> None:
        super().__init__(recall)
        self._open = open_session
        self._sessions: dict[str, Session] = {}
        self._encoding = encoding
        self._used = encoding

    def _decide(self, terms: Sequence[Term], limit: float | None) -> tuple[bool | None, Sequence[Term]]:
        from threadproof.smt.integers import NotLinear

        try:
            return self._session(self._encoding).decide(terms, limit)
        except NotLinear:
            return self._session("bits").decide(terms, limit)

    def _session(self, encoding: str) -> Session:
        self._used = encoding
        found = self._sessions.get(encoding)
        if found is None:
            found = self._sessions[encoding] = self._open(encoding)
        return found

    def _values(self, leaves: Sequence[Term]) -> Sequence[int]:
        return self._sessions[self._used].values(leaves)


_leaves: dict[Term, tuple[Term, ...]] = {}
empties(_leaves.clear)


def leaves_of(terms: Sequence[Term]) -> list[Term]:
    """The `var` and `select` terms in `terms`: scalars first, then selects, inner ones before outer ones."""
    scalars: dict[Term, None] = {}
    selects: dict[Term, None] = {}
    for t in terms:
        found = _leaves.get(t)
        if found is None:
            if len(_leaves) > 100_000:
                _leaves.clear()
            found = _leaves[t] = tuple(u for u in postorder(t) if u.var is not None)
        for u in found:
            (scalars if u.op == "var" else selects)[u] = None
    return [*scalars, *selects]
