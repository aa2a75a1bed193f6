"""What earlier checks still tell: models that may satisfy the next conjunction, cores that may refute it.

Both are exact (a model is evaluated, a core is a subset) and cost microseconds where a solver needs milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term

MODELS: Final = 64
CORES: Final = 4096
#: terms whose truth under the models is remembered
TERMS: Final = 100_000


class Recall:
    """Bounded memory of models and cores. A term has a bit per model: is its truth known there, and is it true."""

    __slots__ = ("_cores", "_count", "_known", "_memos", "_models", "_true")

    def __init__(self) -> None:
        self._models: list[Model] = []
        self._memos: list[dict[Term, int]] = []
        self._known: dict[Term, int] = {}
        self._true: dict[Term, int] = {}
        #: a core is filed under one of its terms, with whether it was made small
        self._cores: dict[Term, list[tuple[frozenset[Term], bool]]] = {}
        self._count = 0

    def model(self, terms: Collection[Term]) -> Model | None:
        """A remembered model of all the terms: the newest one."""
        left = (1 << len(self._models)) - 1
        known, true = self._known, self._true
        for t in terms:
            if not left:
                return None
            have = known.get(t, 0)
            want = left & ~have
            if want:
                is_true = true.get(t, 0)
                known[t] = have | want
                while want:
                    bit = want & -want
                    want ^= bit
                    i = bit.bit_length() - 1
                    if evaluate(t, self._models[i], self._memos[i]):
                        is_true |= bit
                true[t] = is_true
                left &= is_true
            else:
                left &= true[t]
        return self._models[left.bit_length() - 1] if left else None

    def newest(self) -> Model | None:
        return self._models[-1] if self._models else None

    def core(self, terms: Collection[Term]) -> tuple[frozenset[Term], bool] | None:
        """A remembered core that the terms include, and whether it was made small."""
        present: frozenset[Term] | None = None
        found = None
        for t in terms:
            for known in self._cores.get(t, ()):
                if present is None:
                    present = frozenset(terms)
                if known[0] <= present:
                    if known[1]:
                        return known
                    found = known
        return found

    def learn_model(self, model: Model) -> None:
        if len(self._models) >= MODELS:
            del self._models[: MODELS // 2]
            del self._memos[: MODELS // 2]
            self._forget_truth()
        elif len(self._known) > TERMS:
            self._forget_truth()
        self._models.append(model)
        self._memos.append({})

    def _forget_truth(self) -> None:
        self._known.clear()
        self._true.clear()
        for memo in self._memos:
            memo.clear()

    def learn_core(self, core: tuple[Term, ...], is_small: bool = True) -> None:
        if not core:
            return
        if self._count >= CORES:
            self._cores.clear()
            self._count = 0
        self._count += 1
        home = min(core, key=lambda t: len(self._cores.get(t, ())))
        self._cores.setdefault(home, []).append((frozenset(core), is_small))
