"""Numbers that are addresses, kept as pointers for as long as possible: `uintptr_t` links, tagged pointers.

A number as wide as a pointer that is made of one, and may become one again (`callees.Flows`), is kept as object and
offset, in variables and in memory. Whoever computes with it otherwise gets the number, as before (`value`). What can
be said of the pair itself needs no number, and so no place for the object: casts back, comparisons with others and
with constants, adding and subtracting those, and the low bits in which links are marked. These are exact: the bits of
an offset and those of the address differ by what the object's address has there, which only its alignment tells
(`raw.PtrToInt`).
"""

from __future__ import annotations

from threadproof.analysis.points_to import From
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CHAR, CType, Int, Pointer, Void, is_thread_id
from threadproof.frontend.lower.bitfields import BitField
from threadproof.frontend.lower.callees import is_atomic
from threadproof.frontend.lower.context import StructHolder
from threadproof.frontend.lower.conversions import width_of
from threadproof.frontend.lower.expressions import MOST_ALIGNED, Expressions
from threadproof.frontend.lower.whole import LocalVar, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import replace

#: what a number that is an address is kept as
ADDRESS = Pointer(CHAR)


def kept(t: CType) -> CType:
    return replace(ADDRESS, atomic=True) if t.atomic else ADDRESS


class Carried(Expressions):
    # ------------------------------------------------------------ what is kept as what

    def type_in_memory(self, place: A.Expr) -> CType:
        return kept(place.type) if self.program.flows.carries(place.type, place) else place.type

    def type_of_variable(self, d: A.VarDecl) -> CType:
        return ADDRESS if self.program.flows.variable_carries(d) else d.type

    def holder_of_result(self, f: A.FuncDecl) -> LocalVar | StructHolder | None:
        t = ADDRESS if self.program.flows.result_carries(f) else f.type.result
        return self.result_holder(t, f"{f.name}.result")

    def store(self, place: R.Place, t: CType, value: Value, order: O.Order | None = None) -> None:
        if isinstance(value, R.Ptr) and isinstance(t, Int):
            t = kept(t)
        elif isinstance(value, Term) and isinstance(t, Pointer):
            value = self.from_integer(value)
        super().store(place, t, value, order)

    def assign_local(self, v: LocalVar, value: Term | R.Ptr) -> None:
        if len(v.vars) == 2 and isinstance(value, Term):
            value = self.from_integer(value)
        elif len(v.vars) == 1 and isinstance(value, R.Ptr):
            value = T.resize(self.address_of(value), v.vars[0].width, True)
        super().assign_local(v, value)

    # ------------------------------------------------------------ expressions

    def value(self, e: A.Expr) -> Value:
        v = super().value(e)
        if isinstance(v, R.Ptr) and isinstance(e.type, Int):
            return self.address_of(v)
        return v

    def read(self, p: R.Place | LocalVar | BitField, t: CType) -> Term | R.Ptr:
        v = super().read(p, t)
        return self.address_of(v) if isinstance(v, R.Ptr) and isinstance(t, Int) else v

    def is_address(self, e: A.Expr) -> bool:
        """Is this a number that is kept as a pointer, or is made of one, as it stands there?"""
        t = e.type
        if not isinstance(t, Int) or t.width != self.model.pointer_width or is_thread_id(t) or t.is_bool:
            return False
        match e:
            case A.Cast(operand=x):
                return isinstance(x.type, Pointer) or self.is_address(x)
            case A.Load(place=x) | A.Assign(place=x):
                if isinstance(x, A.Name) and isinstance(x.decl, A.VarDecl):
                    v = self.frame.variables.get(x.decl)
                    if isinstance(v, LocalVar):
                        return len(v.vars) == 2
                return self.program.flows.carries(x.type, x)
            case A.Call(callee=A.Name(decl=A.FuncDecl() as f)) if f.body is not None:
                return self.program.flows.result_carries(f)
            case A.Call(callee=A.Name(decl=A.FuncDecl() as f), args=[x, *_]) if is_atomic(f):
                return isinstance(x.type, Pointer) and self.program.flows.carries(x.type.to, target_of(x))
            case A.Binary(op="&" | "|", left=x, right=y):
                return self.is_address(x) or self.is_address(y)
            case A.Binary(op="+" | "-", left=x, right=y) if not t.signed:
                return self.is_address(x) and isinstance(A.without_casts(y), A.Const)
            case A.Cond(then=x, other=y):
                return x is not None and (self.is_address(x) or self.is_address(y))
            case A.Comma(right=x):
                return self.is_address(x)
            case _:
                return False

    def address(self, e: A.Expr) -> R.Ptr:
        """A number as a pointer."""
        if self.is_address(e):
            v = self._unforced(e)
            if isinstance(v, R.Ptr):
                return v
        else:
            v = self.value(e)
        return self.from_integer(v) if isinstance(v, Term) else self.program.null()

    def _unforced(self, e: A.Expr) -> Value:
        match e:
            case A.Cast(operand=x):
                return self.value(x) if isinstance(x.type, Pointer) else self._unforced(x)
            case A.Binary(left=x, right=y):
                if not self.is_address(x):
                    x, y = y, x
                base = self.held(self.address(x), ADDRESS, [y])
                assert isinstance(base, R.Ptr)
                return self._calculated(e.op, base, y, e)
            case A.Cond() if e.then is not None:
                return self._either(e.cond, e.then, e.other)
            case A.Comma():
                self.discard(e.left)
                return self.address(e.right)
            case _:
                return super().value(e)

    def _either(self, cond: A.Expr, then: A.Expr, other: A.Expr) -> R.Ptr:
        result = self.new_local("t", ADDRESS)
        yes, no, end = self.location(), self.location(), self.location()
        self.condition(cond, yes, no)
        for start, branch in ((yes, then), (no, other)):
            self.at = start
            self.assign_local(result, self.address(branch))
            self.jump(end)
        self.at = end
        chosen = self.value_of(result)
        assert isinstance(chosen, R.Ptr)
        return chosen

    def _calculated(self, op: str, p: R.Ptr, operand: A.Expr, e: A.Binary) -> Value:
        n = self.integer(operand)
        width = self.model.pointer_width
        if op in "+-" and n.value is not None:
            return self._near(self.moved(p, n, True, ADDRESS, op == "-"))
        if n.value is not None:
            rest = n.value if op == "|" else ~n.value & ((1 << width) - 1)
            if rest == 0:
                return p
            if rest < MOST_ALIGNED and (op == "|" or rest & (rest + 1) == 0):
                return self._with_bits(p, rest, is_set=op == "|")
            if op == "&" and n.value < MOST_ALIGNED:
                return self._bits(p, n.value)
        number = self.address_of(p)
        return self.arithmetic(op, number, n, e.type, operand.type)

    def _near(self, p: R.Ptr) -> R.Ptr:
        """It has not left its object so far that the number would be as small as none of an object is."""
        limit = R.FIRST_ADDRESS if self.model.pointer_width == 32 else 1 << 40
        held = self.hold(p, ADDRESS)
        assert isinstance(held, R.Ptr)
        is_near = T.or_(T.eq(held.obj, R.NULL_OBJECT), T.ult(held.off, T.const(limit, held.off.width)))
        self.only_if(is_near, "address as a number, far from its object")
        return held

    def _bits(self, p: R.Ptr, mask: int) -> Term:
        if not mask:
            return T.const(0, self.model.pointer_width)
        bits = self.low_bits(p, 1 << mask.bit_length())
        return T.bvand(bits, T.const(mask, bits.width))

    def _with_bits(self, p: R.Ptr, mask: int, *, is_set: bool) -> R.Ptr:
        """Some of the lowest bits of the address are set, or cleared: those of its offset, if the object is aligned."""
        held = self.hold(p, ADDRESS)
        assert isinstance(held, R.Ptr)
        bits = self.low_bits(held, 1 << mask.bit_length(), by_offset=True)
        change = T.bvand(bits, T.const(mask, bits.width))
        off = T.add(held.off, T.sub(T.const(mask, bits.width), change) if is_set else T.neg(change))
        target = self.new_local("t", ADDRESS)
        self.temporaries.update(target.vars)
        values = tuple(From(v.base, v.shift, v.modulus, mask, is_set) for v in held.values)
        self.assign_local(target, R.Ptr(held.obj, off, values))
        found = self.value_of(target)
        assert isinstance(found, R.Ptr)
        return found

    def _cast(self, e: A.Cast) -> Value:
        if isinstance(e.type, Pointer) and self.is_address(e.operand):
            return self.address(e.operand)
        return super()._cast(e)

    def _unary(self, e: A.Unary) -> Value:
        if e.op == "!" and self.is_address(e.operand):
            return T.from_bool(T.not_(self.truth(self.address(e.operand))), width_of(e.type))
        return super()._unary(e)

    def condition(self, e: A.Expr, yes: int, no: int) -> None:
        if self.is_address(e):
            self.branch(self.truth(self.address(e)), yes, no)
        else:
            super().condition(e, yes, no)

    def _binary(self, e: A.Binary) -> Value:
        if e.op in ("==", "!=") and (self.is_address(e.left) or self.is_address(e.right)):
            left = self.held(self.address(e.left), ADDRESS, [e.right])
            right = self.address(e.right)
            assert isinstance(left, R.Ptr)
            return self.compare_pointers(e.op, left, right, width_of(e.type))
        if e.op == "&" and self.is_address(e.left):
            mask = A.without_casts(e.right)
            if isinstance(mask, A.Const) and 0 <= mask.value < MOST_ALIGNED:
                return self._bits(self.address(e.left), mask.value)
        return super()._binary(e)

    def discard(self, e: A.Expr) -> None:
        if isinstance(e, A.Assign | A.Call) and self.is_address(e):
            super().value(e)
        elif isinstance(e, A.Cast) and isinstance(e.type, Void):
            self.discard(e.operand)
        else:
            super().discard(e)


def target_of(pointer: A.Expr) -> A.Expr:
    """What it points to."""
    assert isinstance(pointer.type, Pointer)
    return pointer.place if isinstance(pointer, A.AddrOf) else A.Deref(pointer, pointer.type.to, pointer.pos)
