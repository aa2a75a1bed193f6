"""Floating point in Bitwuzla: `BitwuzlaFloats`, for `float_node`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from threadproof.logic import floats
from threadproof.smt.floats import NamedBits, float_node

if TYPE_CHECKING:
    from threadproof.smt.bitwuzla import BitwuzlaTerms

__all__ = ["BitwuzlaFloats", "float_node"]


class BitwuzlaFloats(NamedBits[Any]):
    def __init__(self, terms: BitwuzlaTerms) -> None:
        super().__init__()
        import bitwuzla

        self._terms = terms
        self._kind: Any = bitwuzla.Kind
        self._m: Any = terms.manager
        mode = bitwuzla.RoundingMode
        self._nearest, self._toward_zero = self._m.mk_rm_value(mode.RNE), self._m.mk_rm_value(mode.RTZ)

    def of_bits(self, a: Any, width: int) -> Any:
        return self._m.mk_term(self._kind.FP_TO_FP_FROM_BV, [a], _format(width))

    def fresh(self, width: int) -> Any:
        return self._m.mk_const(self._terms.sort(width))

    def is_nan(self, f: Any) -> Any:
        return self._m.mk_term(self._kind.FP_IS_NAN, [f])

    def equal(self, a: Any, b: Any) -> Any:
        return self._m.mk_term(self._kind.EQUAL, [a, b])

    def operation(self, op: str, args: list[Any]) -> Any:
        return self._m.mk_term(getattr(self._kind, f"FP_{op.upper()}"), [self._nearest, *args])

    def relation(self, op: str, a: Any, b: Any) -> Any:
        return self._m.mk_term(getattr(self._kind, {"eq": "FP_EQUAL", "lt": "FP_LT", "le": "FP_LEQ"}[op]), [a, b])

    def resized(self, f: Any, width: int) -> Any:
        return self._m.mk_term(self._kind.FP_TO_FP_FROM_FP, [self._nearest, f], _format(width))

    def of_integer(self, a: Any, signed: bool, width: int) -> Any:
        kind = self._kind.FP_TO_FP_FROM_SBV if signed else self._kind.FP_TO_FP_FROM_UBV
        return self._m.mk_term(kind, [self._nearest, a], _format(width))

    def to_integer(self, f: Any, signed: bool, width: int) -> Any:
        return self._m.mk_term(
            self._kind.FP_TO_SBV if signed else self._kind.FP_TO_UBV, [self._toward_zero, f], [width]
        )

    def constant(self, value: int, width: int) -> Any:
        return self._m.mk_bv_value(self._terms.sort(width), value)

    def ite(self, c: Any, a: Any, b: Any) -> Any:
        return self._m.mk_term(self._kind.ITE, [c, a, b])


def _format(width: int) -> list[int]:
    return [width - floats.PRECISION[width], floats.PRECISION[width]]
