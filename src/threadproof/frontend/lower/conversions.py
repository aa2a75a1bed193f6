"""A value as one of another type: integers, floats, pointers, truth values."""

from __future__ import annotations

from threadproof.analysis.points_to import NUMBER, From
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Float, Int, Pointer, Struct, Void, has_values, is_thread_id, show
from threadproof.frontend.lower.arithmetic import converted, is_integer_in, is_signed
from threadproof.frontend.lower.results import Results
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.logic import term as T
from threadproof.logic.term import Term


class Conversions(Results):
    def truth(self, v: Value, t: CType | None = None) -> Term:
        """`t`: its type, if that may be a float."""
        if isinstance(v, R.Ptr):
            return T.not_(T.and_(T.eq(v.obj, R.NULL_OBJECT), T.eq(v.off, T.const(0, v.off.width))))
        if isinstance(v, Term) and isinstance(t, Float):
            return T.not_(T.feq(v, T.const(0, v.width)))
        return T.is_nonzero(v) if isinstance(v, Term) else T.TRUE

    def dummy(self, t: CType) -> Value:
        """Something of the right shape where control cannot get."""
        if isinstance(t, Pointer):
            return self.program.null()
        if isinstance(t, Struct):
            return StructValue([])
        return None if isinstance(t, Void) else T.const(0, width_of(t))

    def constant(self, n: int, t: CType) -> Value:
        if isinstance(t, Pointer):
            return R.Ptr.of_number(T.const(n, self.model.pointer_width))
        value = T.const(n, width_of(t))
        if is_thread_id(t):
            self.must_be_nobody(value)
        return value

    def cast(self, v: Value, source: CType, target: CType) -> Value:
        """Only the library knows which number is the id of which thread."""
        if is_thread_id(source) and isinstance(target, Pointer):
            self.emit(R.ThreadAsNumber())
        return self.as_id(self.convert(v, source, target), source, target)

    def as_id(self, v: Value, source: CType, target: CType) -> Value:
        """A value of the target's type, but perhaps from something that is no id of a thread."""
        if is_thread_id(target) and not is_thread_id(source):
            self.must_be_nobody(v)
        return v

    def must_be_nobody(self, v: Value) -> None:
        """0 and -1 are no thread's id; of other numbers nobody knows that."""
        if not isinstance(v, Term) or v.value not in (0, (1 << v.width) - 1):
            self.unsupported("id of a thread as a number")

    def calculates(self, *types: CType) -> None:
        """Something is computed from values of these types."""
        if any(map(is_thread_id, types)):
            self.emit(R.ThreadAsNumber())

    def convert(self, v: Value, source: CType, target: CType) -> Value:
        if isinstance(source, Float) or isinstance(target, Float):
            return self._convert_float(v, source, target)
        match v, target:
            case (None | StructValue(), _):
                return v
            case (_, Int(is_bool=True)):
                if isinstance(source, Int) and source.is_bool:
                    return v
                return T.from_bool(self.truth(v), 8)
            case (Term(), Int()):
                return T.resize(v, target.width, is_signed(source))
            case (R.Ptr(), Int()):
                return T.resize(
                    self.address_of(v), target.width, True
                )  # as gcc has it, whatever the sign of the target
            case (Term(), Pointer()):
                return self.from_integer(T.resize(v, self.model.pointer_width, is_signed(source)))
            case _:
                return v

    def _convert_float(self, v: Value, source: CType, target: CType) -> Value:
        for t in (source, target):
            if isinstance(t, Float) and not self.computes(t):
                return self.dummy(target)
        if not isinstance(v, Term) or not isinstance(target, Int | Float):
            return v if v is None else self.dummy(target)
        if isinstance(target, Int):
            if target.is_bool:
                return T.from_bool(self.truth(v, source), 8)
            self.only_if(is_integer_in(v, target), f"conversion to {show(target)} of a number that does not fit")
        return converted(v, source, target)

    def computes(self, t: Float) -> bool:
        """Something is computed in this type: do we know what the machine does?"""
        if not has_values(t):
            self.unsupported(show(t))
        elif self.model.pointer_width == 32:
            self.program.scope["floating point is computed by SSE (-mfpmath=sse)"] = None
        return has_values(t)

    def address_of(self, p: R.Ptr) -> Term:
        if p.obj.value == 0:
            return p.off
        if p.values:
            self.flow(R.EXPOSED, p)
        target = self.new_var("address", self.model.pointer_width)
        self.emit(R.PtrToInt(target, p))
        return T.var(target)

    def low_bits(self, p: R.Ptr, modulus: int, *, by_offset: bool = False) -> Term:
        """The rest of an address by a power of two, of which alignment may be all that matters."""
        if p.obj.value == 0:
            return T.bvand(p.off, T.const(modulus - 1, p.off.width))
        target = self.new_var("bits", self.model.pointer_width)
        self.emit(R.PtrToInt(target, p, modulus, by_offset))
        return T.var(target)

    def from_integer(self, v: Term) -> R.Ptr:
        if v.value is not None:
            return R.Ptr.of_number(v)
        target = self.new_local("p", Pointer(Void()))
        self.emit(R.IntToPtr(target.vars[0], target.vars[1], v))
        self.flow(target.vars[0], R.Ptr(R.NULL_OBJECT, v, (From(R.EXPOSED, 0, 1), From(NUMBER))))
        pointer = self.value_of(target)
        assert isinstance(pointer, R.Ptr)
        return pointer


def width_of(t: CType) -> int:
    return t.width if isinstance(t, Int | Float) else 32
