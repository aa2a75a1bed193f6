"""Expressions to raw steps.

Evaluation order is fixed: operands left to right; for an assignment the place first, then the value, then the store;
in `x op= v` the old value of x is read before v is evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    VOLATILE,
    Array,
    CType,
    Float,
    Int,
    Pointer,
    Struct,
    Sync,
    Void,
    has_values,
    is_thread_id,
    show,
    unit_of_bits,
)
from threadproof.frontend.lower.arithmetic import (
    FLOATING,
    compare,
    compare_floats,
    fits,
    is_signed,
    may_trap,
    operation,
)
from threadproof.frontend.lower.bitfields import BitField, obstacle
from threadproof.frontend.lower.conversions import Conversions, width_of
from threadproof.frontend.lower.texts import text_of
from threadproof.frontend.lower.whole import LocalVar, StructValue, Value
from threadproof.frontend.read.conversions import qualifiers
from threadproof.ir import op as O
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import NO_OVERFLOW
from threadproof.records import replace

#: in what is evaluated in one step; what each of them checks depends on those before
MOST_OPERATORS = 30
_COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}


def has_effects(e: A.Expr | None) -> bool:
    """May evaluating this change a variable? (Syntactic, on the safe side.)"""
    match e:
        case None | A.Const() | A.FloatConst() | A.Str() | A.Name() | A.Unsupported():
            return False
        case A.Load(place=x) | A.Decay(place=x) | A.AddrOf(place=x):
            return has_effects(x)
        case A.Deref(pointer=x) | A.Member(base=x) | A.Unary(operand=x) | A.Cast(operand=x):
            return has_effects(x)
        case A.Index(array=x, index=y) | A.PtrAdd(pointer=x, index=y):
            return has_effects(x) or has_effects(y)
        case A.Binary(left=x, right=y) | A.PtrDiff(left=x, right=y) | A.Logical(left=x, right=y):
            return has_effects(x) or has_effects(y)
        case A.Comma(left=x, right=y):
            return has_effects(x) or has_effects(y)
        case A.Cond():
            return has_effects(e.cond) or has_effects(e.then) or has_effects(e.other)
        case _:
            return True


#: beyond that, an address is a number like others
MOST_ALIGNED: Final = 16


class Expressions(Conversions):
    # ------------------------------------------------------------ provided by the classes on top

    def call(self, e: A.Call, wanted: bool = True) -> Value:
        raise NotImplementedError

    def number_of_thread(self, v: Value) -> Value:
        raise NotImplementedError

    def block_value(self, body: A.Block) -> Value:
        raise NotImplementedError

    def declare(self, d: A.VarDecl) -> None:
        raise NotImplementedError

    def assign(self, e: A.Assign) -> Value:
        raise NotImplementedError

    def compound(self, e: A.CompoundAssign) -> Value:
        raise NotImplementedError

    def incdec(self, e: A.IncDec) -> Value:
        raise NotImplementedError

    def type_in_memory(self, place: A.Expr) -> CType:
        raise NotImplementedError

    # ------------------------------------------------------------ helpers

    def integer(self, e: A.Expr) -> Term:
        v = self.value(e)
        if isinstance(v, Term):
            return v
        width = e.type.width if isinstance(e.type, Int) else 32
        return T.const(0, width)

    def pointer(self, e: A.Expr) -> R.Ptr:
        v = self.value(e)
        return v if isinstance(v, R.Ptr) else self.program.null()

    def held(self, v: Value, t: CType, later: Sequence[A.Expr | None]) -> Value:
        if isinstance(v, Term | R.Ptr) and any(has_effects(e) for e in later):
            return self.hold(v, t)
        return v

    def values(self, es: Sequence[A.Expr]) -> list[Value]:
        found = []
        for i, e in enumerate(es):
            found.append(self.held(self.value(e), e.type, es[i + 1 :]))
        return found

    # ------------------------------------------------------------ lvalues

    def place(self, e: A.Expr) -> R.Place | LocalVar | BitField:
        p = self._place(e)
        if isinstance(p, LocalVar) or not qualifiers(e) & VOLATILE:
            return p
        order = self.program.order_of_volatile
        return replace(p, place=p.place.volatile(order)) if isinstance(p, BitField) else p.volatile(order)

    def _place(self, e: A.Expr) -> R.Place | LocalVar | BitField:
        match e:
            case A.Name(decl=A.VarDecl() as d):
                return self.variable(d)
            case A.Deref(pointer=A.AddrOf(place=x)) if x.type == e.type:
                return self.place(x)
            case A.Deref(pointer=A.Decay(place=x)) if not isinstance(x, A.Name) or isinstance(x.decl, A.VarDecl):
                return self.memory(x).element(self._step(T.const(0, 32), e.type, x.type, True), text_of(e))
            case A.Deref(pointer=A.PtrAdd() as p):
                base = self.held(self.value(p.pointer), p.pointer.type, [p.index])
                index = self.integer(p.index)
                if p.negative:
                    index = T.neg(T.resize(index, self.model.pointer_width, is_signed(p.index.type)))
                if not isinstance(base, R.Ptr):
                    base = self.program.null()
                step = R.ArrayStep(index, self.stride(e.type), None, p.negative or is_signed(p.index.type))
                return self.deref(base, e.type).element(step, text_of(e))
            case A.Deref():
                return self.deref(self.pointer(e.pointer), e.type, text_of(e))
            case A.Index():
                array = self.memory(e.array)
                if has_effects(e.index):
                    array = self.held_place(array, e.array.type)
                index = self.integer(e.index)
                return array.element(self._step(index, e.type, e.array.type, is_signed(e.index.type)), text_of(e))
            case A.Member():
                if e.bits is not None:
                    return self._bit_field(self.memory(e.base), e)
                return self.memory(e.base).field(e.offset, text_of(e))
            case A.Str():
                return self.program.place_of(self.string(e))
            case A.CompoundLiteral():
                self.declare(e.decl)
                return self.variable(e.decl)
            case A.Cast(operand=x) if x.type == e.type:
                return self.place(x)
            case A.Unsupported():
                self.unsupported(e.what, always=not e.is_rare)
            case _:
                v = self.value(e)
                if isinstance(v, StructValue):
                    return self.program.place_of(self.spill(v, e.type, "struct value"))
                self.unsupported(f"{type(e).__name__} used as a place")
        return self.deref(self.program.null(), e.type)

    def held_place(self, p: R.Place, t: CType) -> R.Place:
        if not self.is_stable(p.base):
            held = self.hold(self.pointer_to(p), Pointer(t))
            assert isinstance(held, R.Ptr)
            return R.Place(held, 0, (), t, p.text, p.qualified)
        steps = []
        for s in p.steps:
            index = self.hold(s.index, Int(s.index.width, True, ""))
            assert isinstance(index, Term)
            steps.append(R.ArrayStep(index, s.stride, s.count, s.signed))
        return R.Place(p.base, p.offset, tuple(steps), p.root, p.text, p.qualified)

    def read(self, p: R.Place | LocalVar | BitField, t: CType) -> Term | R.Ptr:
        if isinstance(p, BitField):
            word = self.load(p.place, p.unit)
            assert isinstance(word, Term)
            return p.of(word)
        v = self.value_of(p) if isinstance(p, LocalVar) else self.load(p, t)
        assert isinstance(v, Term | R.Ptr), v
        return v

    def _bit_field(self, base: R.Place, e: A.Member) -> BitField:
        return self.bit_field(base, e.base.type, e.offset, e.bits or (0, 0), e.type, text_of(e))

    def bit_field(
        self, base: R.Place, whole: CType, offset: int, bits: tuple[int, int], t: CType, text: str
    ) -> BitField:
        """The bits at an offset in an object of type `whole`."""
        assert isinstance(t, Int)
        unit = self.model.bit_unit(whole, offset)
        why = obstacle(t, bits[1]) or ("" if unit is not None else "bit-field in a union")
        if why or unit is None:
            self.unsupported(why)
            unit = (offset, (bits[0] + bits[1] + 7) // 8)
        number, shift = unit_of_bits(unit[1]), 8 * (offset - unit[0]) + bits[0]
        return BitField(base.field(unit[0], text), number, shift, bits[1], t)

    def spill(self, v: StructValue, t: CType, name: str) -> R.Site:
        """A struct rvalue in memory of its own, until the end of the full expression."""
        site = self.new_local_site(name, t)
        self.emit(R.Lifetime(site, begins=True, is_filled=True))
        self.spilled[-1].append(site)
        self.store(self.program.place_of(site), t, v)
        return site

    def _step(self, index: Term, element: CType, array: CType, signed: bool) -> R.ArrayStep:
        count = array.size if isinstance(array, Array) else None
        if isinstance(array, Array) and not array.size:
            count = R.FLEXIBLE
        return R.ArrayStep(index, self.stride(element), count, signed)

    def size_of(self, t: CType) -> int:
        try:
            return self.model.size_of(t)
        except LookupError as e:
            self.unsupported(str(e))
            return 1

    def stride(self, t: CType) -> int:
        """How far apart elements of this type are."""
        if isinstance(t, Array) and t.size is None:
            self.unsupported("steps over arrays of unknown length")
        return self.size_of(t)

    def memory(self, e: A.Expr) -> R.Place:
        p = self.place(e)
        if not isinstance(p, R.Place):
            self.unsupported(f"part of the scalar {text_of(e)}")
            return self.deref(self.program.null(), e.type)
        return p

    def variable(self, d: A.VarDecl) -> R.Place | LocalVar:
        vla = self.frame.vlas.get(d)
        if vla is not None:
            pointer = self.value_of(vla)
            assert isinstance(pointer, R.Ptr)
            return self.deref(pointer, d.type, d.name)
        found = self.frame.variables.get(d) or self.program.variable_sites.get(d)
        if found is None:
            self.declare(d)
            found = self.frame.variables.get(d) or self.program.variable_sites[d]
        return found if isinstance(found, LocalVar) else self.program.place_of(found)

    def string(self, e: A.Str) -> R.Site:
        site = self.program.strings.get((e.data, e.owner))
        if site is None:
            site = self.program.strings[e.data, e.owner] = self.program.new_site("string literal", e.type, "global")
            assert isinstance(e.type, Array)
            site.zeroed = site.is_constant = True
            site.initial = {i: (e.type.of, b) for i, b in enumerate(e.data) if b}
        return site

    def new_local_site(self, name: str, t: CType) -> R.Site:
        site = self.program.new_site(f"{self.raw.name}::{name}", t, "local", self.raw.name)
        site.address = T.Var(f"&{site.name}", R.OBJECT_WIDTH, False, kind="address")
        return site

    # ------------------------------------------------------------ rvalues

    def value(self, e: A.Expr) -> Value:
        entry, start = self.at, self.raw.locations
        v = self._value(e)
        if self.at is None or isinstance(e, A.Call | A.StmtExpr):
            self._note_subexpression(entry, start)
        return v

    def _note_subexpression(self, entry: int | None, start: int) -> None:
        """For the leak check: operands that wait for this are held, also if it never ends."""
        if entry is None or not self.program.for_leaks:
            return
        if self.at is None:
            self.at = self.location()
        self.raw.subexpressions.append(R.Subexpression(entry, start, self.raw.locations, self.at))

    def _value(self, e: A.Expr) -> Value:
        match e:
            case A.Const():
                return self.constant(e.value, e.type)
            case A.Load():
                p = self.place(e.place)
                if isinstance(p, R.Place):
                    return self.load(p, self.type_in_memory(e.place))
                return self.value_of(p) if isinstance(p, LocalVar) else self.read(p, e.place.type)
            case A.Decay(place=A.Name(decl=A.FuncDecl() as f)) | A.AddrOf(place=A.Name(decl=A.FuncDecl() as f)):
                return self.program.static_pointer(self.program.function_site(f))
            case A.Decay() | A.AddrOf():
                return self.pointer_to(self.memory(e.place))
            case A.Unary():
                return self._unary(e)
            case A.Binary():
                return self._binary(e)
            case A.PtrAdd():
                base = self.held(self.value(e.pointer), e.pointer.type, [e.index])
                if not isinstance(base, R.Ptr):
                    return self.program.null()
                index = self.integer(e.index)
                return self.moved(base, index, is_signed(e.index.type), e.pointer.type, e.negative)
            case A.PtrDiff():
                a, b = self.values([e.left, e.right])
                if not (isinstance(a, R.Ptr) and isinstance(b, R.Ptr)):
                    return T.const(0, width_of(e.type))
                size = self.stride(e.left.type.to) if isinstance(e.left.type, Pointer) else 1
                distance = T.sdiv(T.sub(a.off, b.off), T.const(size, a.off.width))
                self._demand_one_object(T.eq(a.obj, b.obj))
                return distance
            case A.Logical():
                return self._logical(e)
            case A.Cond():
                return self._conditional(e)
            case A.Comma():
                entry, start = self.at, self.raw.locations
                self.discard(e.left)
                self._note_subexpression(entry, start)
                return self.value(e.right)
            case A.Assign():
                return self.assign(e)
            case A.CompoundAssign():
                return self.compound(e)
            case A.IncDec():
                return self.incdec(e)
            case A.Call():
                return self.call(e)
            case A.Cast():
                return self._cast(e)
            case A.StmtExpr():
                return self.block_value(e.body)
            case A.FloatConst(type=Float(width=32 | 64 as width), value=x):
                return T.const(floats.bits_of(x, width), width)
            case A.FloatConst():
                self.unsupported(show(e.type))
            case A.Unsupported():
                self.unsupported(e.what, always=not e.is_rare)
            case A.Member():
                v = self.value(e.base)
                if not isinstance(v, StructValue):
                    self.unsupported("member of a value that is not understood")
                    return self.dummy(e.type)
                if e.bits is None:
                    return self._part(v, e.offset, e.type)
                field = self._bit_field(self.deref(self.program.null(), e.base.type), e)
                word = self._part(v, field.place.offset, field.unit)
                return field.of(word) if isinstance(word, Term) else self.dummy(e.type)
            case _:
                self.unsupported(f"{type(e).__name__} as a value")
        return self.dummy(e.type)

    def _part(self, v: StructValue, offset: int, t: CType) -> Value:
        """The member of a value that begins there."""
        there = {o - offset: (x, value) for o, x, value in v.parts}
        found: list[tuple[int, CType, Term | R.Ptr]] = []
        try:
            parts = self.program.scalar_parts(t)
        except LookupError as problem:
            self.unsupported(f"value with {problem.args[0]}")
            return self.dummy(t)
        for o, part in parts:
            x, value = there.get(o, (Void(), T.FALSE))
            if not isinstance(x, type(part)) or self.size_of(x) != self.size_of(part):
                self.unsupported("member of a value that is held as another one")
                return self.dummy(t)
            found.append((o, part, value))
        return found[0][2] if has_values(t) else StructValue(found)

    def discard(self, e: A.Expr) -> None:
        """Evaluate for the effects only. Memory is read all the same: others may see it, and it may be invalid."""
        match e:
            case A.Cast(type=Void(), operand=x):
                self.discard(x)
            case A.Load(place=A.Name(decl=A.VarDecl(storage="local" | "param", address_taken=False))):
                pass
            case A.Load(place=x) if isinstance(x.type, Sync):
                self.place(x)  # of a synchronisation object there is nothing to read
            case A.Call():
                self.call(e, wanted=False)
            case _:
                self.value(e)

    def moved(self, p: R.Ptr, index: Term, signed: bool, pointer_type: CType, negative: bool) -> R.Ptr:
        width = self.model.pointer_width
        size = self.stride(pointer_type.to) if isinstance(pointer_type, Pointer) else 1
        by = T.mul(T.resize(index, width, signed), T.const(size, width))
        if negative:
            by = T.neg(by)
        if by.value is not None:
            shift = T.to_signed(by.value, width)
            return p.moved(by, tuple(v.moved(shift) for v in p.values))
        return p.moved(by, tuple(v.moved(0, size) for v in p.values))

    def _demand_one_object(self, same: Term) -> None:
        """C does not say how far apart two objects are, though each machine does."""
        self.only_if(same, "difference of pointers to different objects")

    def anything(self, width: int) -> Term:
        """An arbitrary value."""
        v = self.new_temporary(width)
        self.emit(O.Havoc(v, (), 0, (1 << width) - 1))
        return T.var(v)

    def _unary(self, e: A.Unary) -> Value:
        if e.op == "!":
            return T.from_bool(T.not_(self.truth(self.value(e.operand), e.operand.type)), width_of(e.type))
        if isinstance(e.type, Float):
            x = self.value(e.operand)
            if not self.computes(e.type) or not isinstance(x, Term):
                return self.dummy(e.type)
            return T.fneg(x) if e.op == "-" else x
        v = self.integer(e.operand)
        self.calculates(e.operand.type)
        if e.op == "~":
            return T.bvnot(v)
        if e.op == "-":
            if is_signed(e.type):
                low = T.const(1 << (v.width - 1), v.width)
                text = "signed integer overflow in negation"
                self.check(T.ne(v, low), NO_OVERFLOW, NO_OVERFLOW.name, text, R.Otherwise.GOES_ON)
            return T.neg(v)
        return v

    def _binary(self, e: A.Binary) -> Value:
        asked = _asked_of_address(e, self.model.pointer_width)
        if asked is not None:
            pointer, mask = asked
            p = self.value(pointer)
            if isinstance(p, R.Ptr):
                bits = self.low_bits(p, 1 << mask.bit_length())
                return T.resize(T.bvand(bits, T.const(mask, bits.width)), width_of(e.type), False)
            return self.dummy(e.type)
        a, b = self.values([e.left, e.right])
        t = e.left.type
        if isinstance(t, Float):
            if not self.computes(t) or not (isinstance(a, Term) and isinstance(b, Term)):
                return self.dummy(e.type)
            if e.op in _COMPARISONS:
                return T.from_bool(compare_floats(e.op, a, b), width_of(e.type))
            return FLOATING[e.op](a, b)
        if isinstance(a, R.Ptr) or isinstance(b, R.Ptr):
            if not (isinstance(a, R.Ptr) and isinstance(b, R.Ptr)):
                return self.dummy(e.type)
            return self.compare_pointers(e.op, a, b, width_of(e.type))
        if not (isinstance(a, Term) and isinstance(b, Term)):
            return self.dummy(e.type)
        if e.op in _COMPARISONS:
            if e.op in ("==", "!=") and is_thread_id(t) and is_thread_id(e.right.type):
                self.compare_threads(a, b)
            else:
                self.calculates(t, e.right.type)
            return T.from_bool(compare(e.op, a, b, is_signed(t)), width_of(e.type))
        self.calculates(t, e.right.type)
        return self.arithmetic(e.op, a, b, e.type, e.right.type)

    def compare_threads(self, a: Term, b: Term) -> None:
        """Two ids are about to be compared."""
        if a.value is None and b.value is None:
            self.emit(R.DifferentThreads(*(T.resize(x, R.OBJECT_WIDTH, False) for x in (a, b))))

    def compare_pointers(self, op: str, a: R.Ptr, b: R.Ptr, width: int) -> Term:
        if op in ("==", "!="):
            same = self.same(a, b)
            return T.from_bool(same if op == "==" else T.not_(same), width)
        if op in (">", ">="):
            a, b = b, a
        if T.eq(a.obj, b.obj) is T.TRUE:
            below, below_as_number = (compare("<=" if "=" in op else "<", a.off, b.off, s) for s in (True, False))
            return T.from_bool(T.ite(T.eq(a.obj, R.NULL_OBJECT), below_as_number, below), width)
        result = self.new_temporary(width)
        self.emit(R.ComparePtr(result, a, b, or_equal="=" in op))
        return T.var(result)

    def arithmetic(self, op: str, a: Term, b: Term, t: CType, right: CType) -> Term:
        """`a op b` in type t; the right operand of a shift has a type of its own."""
        if op in ("/", "%"):
            self.assume(T.is_nonzero(b), "division by zero")
        traps = may_trap(op, b, t, self.model)
        self.check_overflow(op, a, b, t, right, R.Otherwise.IS_DISCARDED if traps else R.Otherwise.GOES_ON)
        return operation(op, a, b, t, right)

    def check_overflow(
        self, op: str, a: Term, b: Term, t: CType, right: CType, otherwise: R.Otherwise = R.Otherwise.GOES_ON
    ) -> None:
        if is_signed(t):
            text, scope = f"signed integer overflow in {op}", "divisions that do not overflow"
            self.check(fits(op, a, b, right), NO_OVERFLOW, NO_OVERFLOW.name, text, otherwise, scope)

    # ------------------------------------------------------------ control inside expressions

    def condition(self, e: A.Expr, yes: int, no: int) -> None:
        """Branch on the truth of an expression, with C's short circuits."""
        match e:
            case A.Unary(op="!"):
                self.condition(e.operand, no, yes)
            case A.Logical(op=op) if not self.is_simple(e):
                middle = self.location()
                if op == "&&":
                    self.condition(e.left, middle, no)
                else:
                    self.condition(e.left, yes, middle)
                self.at = middle
                self.condition(e.right, yes, no)
            case A.Cast(operand=x, type=Int(is_bool=True)) if isinstance(x.type, Int | Pointer):
                self.condition(x, yes, no)
            case _:
                self.branch(self.truth(self.value(e), e.type), yes, no)

    def is_simple(self, e: A.Expr) -> bool:
        """Only scalar locals and constants, no effects, and not too much: may be evaluated always, in one step."""
        return (found := self._operators(e)) is not None and found <= MOST_OPERATORS

    def _operators(self, e: A.Expr) -> int | None:
        """Of arithmetic that may be done always (checks say when C does it: `given`); None: it may not."""
        match e:
            case A.Const():
                return 0
            case A.Load(place=A.Name(decl=A.VarDecl() as d)):
                v = self.frame.variables.get(d)
                return 0 if isinstance(v, LocalVar) and len(v.vars) == 1 else None
            case A.Unary(operand=x):
                operands, own = [x], e.op == "-"
            case A.Cast(operand=x, type=Int()) if isinstance(x.type, Int):
                operands, own = [x], False
            case A.Binary(left=x, right=y) if e.op not in ("/", "%") and isinstance(x.type, Int):
                operands, own = [x, y], e.op not in _COMPARISONS
            case A.Logical(left=x, right=y):
                operands, own = [x, y], False
            case _:
                return None
        found = int(own)
        for operand in operands:
            inner = self._operators(operand)
            if inner is None:
                return None
            found += inner
        return found

    def _logical(self, e: A.Logical) -> Value:
        width = width_of(e.type)
        if self.is_simple(e):
            a = self.truth(self.value(e.left), e.left.type)
            b = self.truth(self._given(a if e.op == "&&" else T.not_(a), e.right), e.right.type)
            return T.from_bool(T.and_(a, b) if e.op == "&&" else T.or_(a, b), width)
        result = LocalVar((self.new_var("t", width),), e.type)
        yes, no, end = self.location(), self.location(), self.location()
        self.condition(e, yes, no)
        for start, value in ((yes, 1), (no, 0)):
            self.at = start
            self.assign_local(result, T.const(value, width))
            self.jump(end)
        self.at = end
        return self.value_of(result)

    def _given(self, condition: Term, e: A.Expr) -> Value:
        """The value of a simple expression that C evaluates under this condition only."""
        before, self.given = self.given, T.and_(self.given, condition)
        found = self.value(e)
        self.given = before
        return found

    def _conditional(self, e: A.Cond) -> Value:
        then = e.then
        if then is not None and isinstance(e.type, Int) and all(self.is_simple(x) for x in (e.cond, then, e.other)):
            if is_thread_id(then.type) == is_thread_id(e.other.type):
                cond = self.truth(self.value(e.cond), e.cond.type)
                first, second = self._given(cond, then), self._given(T.not_(cond), e.other)
                assert isinstance(first, Term) and isinstance(second, Term)
                return T.ite(cond, first, second)
        if isinstance(e.type, Float) and not self.computes(e.type):
            return self.dummy(e.type)
        result = self.result_holder(e.type, "t")
        if result is None and isinstance(e.type, Struct):
            return self.dummy(e.type)
        yes, no, end = self.location(), self.location(), self.location()
        chosen: Value = None
        if then is None:
            chosen = self.value(e.cond)
            if isinstance(chosen, Term | R.Ptr):
                chosen = self.hold(chosen, e.cond.type)
            self.branch(self.truth(chosen, e.cond.type), yes, no)
        else:
            self.condition(e.cond, yes, no)
        for start, branch in ((yes, then), (no, e.other)):
            self.at = start
            if branch is None:
                v = self.convert(chosen, e.cond.type, e.type)
            elif result is None:
                self.discard(branch)
                v = None
            else:
                v = self.as_id(self.value(branch), branch.type, e.type)
            if result is not None:
                self.keep_result(result, v)
            self.jump(end)
        self.at = end
        return None if result is None else self.result_value(result)

    # ------------------------------------------------------------ conversions

    def _cast(self, e: A.Cast) -> Value:
        if isinstance(e.type, Void):
            self.discard(e.operand)
            return None
        if A.is_number_of_thread(e):
            return self.convert(self.number_of_thread(self.value(e.operand)), e.operand.type, e.type)
        return self.cast(self.value(e.operand), e.operand.type, e.type)


def _asked_of_address(e: A.Binary, width: int) -> tuple[A.Expr, int] | None:
    """In `(uintptr_t)p & 7` and `(uintptr_t)p % 8`: the pointer, and the bits of its address."""
    left, right = e.left, e.right
    while isinstance(right, A.Cast) and isinstance(right.type, Int) and not right.type.is_bool:
        right = right.operand
    while isinstance(left, A.Cast) and isinstance(left.operand, A.Cast) and _is_address(left, width):
        left = left.operand
    if not (isinstance(left, A.Cast) and _is_address(left, width) and isinstance(left.operand.type, Pointer)):
        return None
    if not isinstance(right, A.Const) or not isinstance(right.type, Int):
        return None
    mask = right.value - 1 if e.op == "%" else right.value
    is_power = right.value > 0 and right.value & mask == 0
    is_unsigned = isinstance(e.left.type, Int) and not e.left.type.signed
    if (e.op == "%" and is_power and is_unsigned) or e.op == "&":
        return (left.operand, mask) if 0 < mask < MOST_ALIGNED else None
    return None


def _is_address(e: A.Cast, width: int) -> bool:
    return isinstance(e.type, Int) and e.type.width == width
