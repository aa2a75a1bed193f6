"""Bit-fields: parts of a number. Neighbours are one place in memory (C11 3.14), so a write reads and writes them all.

The read and the write are two steps: what another thread writes to a neighbour in between is lost, as in compiled code.
"""

from __future__ import annotations

from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Int
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class BitField:
    """`width` bits of the number at `place`, from bit `shift` on, as a value of type `type`."""

    place: R.Place
    unit: Int
    shift: int
    width: int
    type: Int

    def of(self, word: Term) -> Term:
        """Its value, if this is the number."""
        return self.kept(T.extract(T.lshr(word, T.const(self.shift, word.width)), self.width))

    def kept(self, v: Term) -> Term:
        """What is left of a value that is stored."""
        return T.resize(T.extract(v, self.width), self.type.width, self.type.signed and not self.type.is_bool)

    def inside(self, word: Term, v: Term) -> Term:
        """The number with a value in place of the old one."""
        mask = ((1 << self.width) - 1) << self.shift
        rest = T.bvand(word, T.const(~mask & ((1 << word.width) - 1), word.width))
        bits = T.resize(T.extract(v, self.width), word.width, False)
        return T.bvor(rest, T.shl(bits, T.const(self.shift, word.width)))


def obstacle(t: Int, width: int) -> str:
    """Why bit-fields of this width are not understood, or nothing."""
    # compilers do not agree on the type of expressions with them
    return "bit-field wider than int" if 32 < width < t.width else ""
