"""Assignments to raw steps: `=`, `op=`, `++` and `--`, of locals, memory and bit-fields.

One of an `_Atomic` type that reads and writes is one step.
"""

from __future__ import annotations

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Float, Int
from threadproof.frontend.lower.arithmetic import (
    FLOATING,
    fits,
    is_signed,
    may_trap,
    operation,
)
from threadproof.frontend.lower.bitfields import BitField
from threadproof.frontend.lower.carried import Carried, kept
from threadproof.frontend.lower.expressions import has_effects
from threadproof.frontend.lower.whole import LocalVar, StructValue, Value
from threadproof.frontend.read.conversions import bit_width, promoted
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import replace


class Assignments(Carried):
    def _target(self, place: A.Expr, value: A.Expr) -> R.Place | LocalVar | BitField:
        """The place of an assignment, which evaluating the value does not change."""
        p = self.place(place)
        if isinstance(p, LocalVar) or not has_effects(value):
            return p
        if isinstance(p, BitField):
            return replace(p, place=self.held_place(p.place, p.unit))
        return self.held_place(p, place.type)

    def assign(self, e: A.Assign) -> Value:
        p = self._target(e.place, e.value)
        if isinstance(e.place.type, Int) and self.is_address(e):
            address = self.address(e.value)
            self.write(p, kept(e.place.type), address)
            return self._written(p, address)
        v = self.value(e.value)
        if isinstance(v, StructValue) and isinstance(p, R.Place):
            self.must_not_overlap(p, v, e.place.type)
            v = StructValue(v.parts, [*v.sources, p])
        self.write(p, e.place.type, v)
        return self._written(p, v)

    def _written(self, p: R.Place | LocalVar | BitField, v: Value) -> Value:
        """The value of an assignment."""
        if isinstance(p, LocalVar):
            return self.value_of(p)
        return p.kept(v) if isinstance(p, BitField) and isinstance(v, Term) else v

    def write(self, p: R.Place | LocalVar | BitField, t: CType, v: Value) -> None:
        if isinstance(p, BitField):
            word = self.load(p.place, p.unit)
            if isinstance(v, Term) and isinstance(word, Term):
                self.store(p.place, p.unit, p.inside(word, v))
        elif isinstance(p, LocalVar):
            if isinstance(v, Term | R.Ptr):
                self.assign_local(p, v)
        elif v is not None:
            self.store(p, t, v)

    def compound(self, e: A.CompoundAssign) -> Value:
        t = e.place.type
        for x in (t, e.compute_type):
            if isinstance(x, Float) and not self.computes(x):
                return self.dummy(e.type)
        self.calculates(t, e.value.type)
        if isinstance(t, Int) and not t.atomic and not has_effects(e.place):
            old = A.Load(e.place, t, e.pos)
            if self.is_address(old):
                left = A.Cast(old, e.compute_type, e.pos)
                after = A.Binary(e.op, left, e.value, e.compute_type, e.pos)
                return self.assign(A.Assign(e.place, A.Cast(after, t, e.pos), t, e.pos))
        p = self._target(e.place, e.value)
        if isinstance(p, R.Place) and t.atomic:
            return self._atomic_compound(e, p)
        # for who is called in the value, reading and writing is one operation (C 6.5.16.2)
        first = self.value(e.value) if has_effects(e.value) else None
        old_value: Value = self.read(p, t)
        new = self._combine(e, old_value, self.value(e.value) if first is None else first)
        self.write(p, t, new)
        return self._written(p, new)

    def _atomic_compound(self, e: A.CompoundAssign, p: R.Place) -> Value:
        """One step that reads and writes. Whether it overflowed can be asked only after it: before, nothing is read."""
        t, compute = e.place.type, e.compute_type
        operand = self.value(e.value)
        old = self.new_local("old", t)
        before = self.value_of(old)
        if isinstance(before, R.Ptr):
            new = self._combine(e, before, operand)
            self.update(p, t, new, old)
            return new
        if not (isinstance(operand, Term) and isinstance(compute, Int | Float)):
            return self.dummy(e.type)
        if isinstance(compute, Float):
            return self._atomic_float(e, p, operand)
        held = self.hold(operand, e.value.type)
        wide = self.convert(before, t, compute)
        assert isinstance(held, Term) and isinstance(wide, Term)
        if e.op in ("/", "%"):
            self.assume(T.is_nonzero(held), "division by zero")
        new = self.convert(operation(e.op, wide, held, compute, e.value.type), compute, t)
        self.update(p, t, new, old)
        self.check_overflow(e.op, wide, held, compute, e.value.type)
        if may_trap(e.op, held, compute, self.model):
            self.only_if(fits(e.op, wide, held, e.value.type), "atomic division that overflows")
        return self.hold(new, t) if isinstance(new, Term) else new

    def _atomic_float(self, e: A.CompoundAssign, p: R.Place, operand: Term) -> Value:
        """A section: whether the result fits is asked before anybody sees it."""
        t = e.place.type
        held = self.hold(operand, e.value.type)
        self.atomic_begin()
        new = self._combine(e, self.load(p, t), held)
        assert isinstance(new, Term)
        self.store(p, t, new)
        self.atomic_end()
        return self.hold(new, t)

    def _combine(self, e: A.CompoundAssign, old: Value, operand: Value) -> Value:
        t = e.place.type
        if isinstance(old, R.Ptr):
            if not isinstance(operand, Term):
                return old
            return self.moved(old, operand, is_signed(e.value.type), e.compute_type, e.op == "-")
        if not (isinstance(old, Term) and isinstance(operand, Term) and isinstance(e.compute_type, Int | Float)):
            return self.dummy(e.type)
        wide = self.convert(old, t, e.compute_type)
        assert isinstance(wide, Term)
        if isinstance(e.compute_type, Float):
            return self.convert(FLOATING[e.op](wide, operand), e.compute_type, t)
        result = self.arithmetic(e.op, wide, operand, e.compute_type, e.value.type)
        return self.convert(result, e.compute_type, t)

    def incdec(self, e: A.IncDec) -> Value:
        t = e.place.type
        if isinstance(t, Float) and not self.computes(t):
            return self.dummy(e.type)
        self.calculates(t)
        p = self.place(e.place)
        if isinstance(p, R.Place) and t.atomic:
            return self._atomic_incdec(e, p)
        old_value = self.read(p, t)
        if isinstance(p, LocalVar) and not e.prefix:
            old_value = self.hold(old_value, t)
        is_narrow = isinstance(p, BitField) and isinstance(t, Int) and not t.is_bool
        wide = promoted(t, bit_width(e)) if is_narrow else t
        old = self.convert(old_value, t, wide)
        assert isinstance(old, Term | R.Ptr)
        new = self.convert(self._incremented(old, wide, e.delta), wide, t)
        self.write(p, t, new)
        return self._written(p, new) if e.prefix else old_value

    def _atomic_incdec(self, e: A.IncDec, p: R.Place) -> Value:
        t = e.place.type
        old = self.new_local("old", t)
        before = self.value_of(old)
        if isinstance(before, Term) and isinstance(t, Int) and t.width >= 32:
            sign = "+" if e.delta > 0 else "-"
            one = T.const(1, t.width)
            new: Term | R.Ptr = operation(sign, before, one, t, t)
            self.update(p, t, new, old)
            self.check_overflow(sign, before, one, t, t)
        else:
            new = self._incremented(before, t, e.delta)
            self.update(p, t, new, old)
        return new if e.prefix else before

    def _incremented(self, old: Term | R.Ptr, t: CType, delta: int) -> Term | R.Ptr:
        if isinstance(old, R.Ptr):
            return self.moved(old, T.const(delta, self.model.pointer_width), True, t, False)
        if isinstance(t, Float):
            return T.fadd(old, T.const(floats.bits_of(float(delta), t.width), t.width))
        assert isinstance(t, Int)
        if t.is_bool:
            return T.const(1, 8) if delta > 0 else T.bvxor(old, T.const(1, 8))
        if t.width < 32:
            return T.add(old, T.const(delta, t.width))
        return self.arithmetic("+" if delta > 0 else "-", old, T.const(1, t.width), t, t)
