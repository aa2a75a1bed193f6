"""What expressions mean: each kind of node of the typed tree, operands from left to right.

In an assignment first the place, then the value, then the store; a compound assignment reads the old value first,
unless the place is atomic: then reading and writing are one action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.conversions import qualifiers
from threadproof.properties import NO_OVERFLOW, VALID_MEMSAFETY
from threadproof.records import NamedTuple, replace
from threadproof.reference.access import Accesses, Bits, row_of_bits
from threadproof.reference.action import Doing
from threadproof.reference.memory import LEAST_ADDRESS, Object, Pointer, is_by_chance
from threadproof.reference.outcome import BadMemory, Discarded, NotUnderstood, Violation
from threadproof.reference.values import (
    Bytes,
    NoValue,
    Undefined,
    Value,
    as_pointer,
    calculate,
    compare,
    convert,
    decode,
    determine,
    integer,
    is_true,
    number,
    wrap,
)

if TYPE_CHECKING:
    pass

_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


class Place(NamedTuple):
    """What an lvalue designates."""

    pointer: Pointer
    type: ct.CType
    bits: Bits = None
    #: of an array inside a structure, or of a part of it: where that begins and ends
    array: range | None = None
    #: some index was beyond such an array
    is_beyond: bool = False


_SIDE_EFFECTS = (A.Call, A.Assign, A.CompoundAssign, A.IncDec, A.StmtExpr)


def _has_side_effects(node: object) -> bool:
    return isinstance(node, _SIDE_EFFECTS) or any(map(_has_side_effects, A.parts(node)))


class Expressions(Accesses):
    # ------------------------------------------------------------ what statements and calls provide

    def variable(self, decl: A.VarDecl, pos: A.Pos) -> Object:
        raise NotImplementedError

    def literal(self, decl: A.VarDecl) -> Doing[Object]:
        raise NotImplementedError

    def temporary(self, size: int) -> Object:
        raise NotImplementedError

    def block_value(self, block: A.Block) -> Doing[Value]:
        raise NotImplementedError

    def call_library(self, name: str, args: list[Value], pos: A.Pos) -> Doing[Value]:
        raise NotImplementedError

    def call(self, f: A.FuncDecl, args: list[Value], types: list[ct.CType], e: A.Call) -> Doing[Value]:
        raise NotImplementedError

    # ------------------------------------------------------------ places

    def place(self, e: A.Expr) -> Doing[Place]:
        if isinstance(e, A.Name) and isinstance(e.decl, A.VarDecl):
            o = self.variable(e.decl, e.pos)
            place = Place(Pointer(o, o.address), e.type)
        else:
            hands, count = self.temporaries, len(self.temporaries)
            place = yield from self._find_place(e)
            del hands[count:]
        self.hold(place.pointer)
        return place

    def check_arrays(self, place: Place, pos: A.Pos) -> None:
        """To be called before an access: `s.a[i]` is undefined where i is too large, whatever is there in s."""
        if place.is_beyond and self.machine.stays_in_arrays:
            if self.machine.property is VALID_MEMSAFETY:
                raise NotUnderstood("index beyond an array inside a structure", pos)
            raise BadMemory("index beyond an array inside a structure", pos)

    def _find_place(self, e: A.Expr) -> Doing[Place]:
        match e:
            case A.Deref(pointer=A.PtrAdd() as add):
                # (an index out of bounds is no less so if the address wraps around)
                start = as_pointer((yield from self.evaluate(add.pointer)))
                n = number((yield from self.evaluate(add.index)))
                distance = (-n if add.negative else n) * self.machine.model.size_of(e.type)
                return Place(Pointer(start.target, start.address + distance), e.type)
            case A.Deref():
                pointer = as_pointer((yield from self.evaluate(e.pointer)))
                return Place(pointer, e.type)
            case A.Index():
                array = yield from self.place(e.array)
                n = number((yield from self.evaluate(e.index)))
                size = self.machine.model.size_of(e.type)
                address = array.pointer.address + n * size
                is_beyond = array.is_beyond
                if array.array is not None and not isinstance(e.type, ct.Array):
                    is_beyond = is_beyond or not array.array.start <= address <= array.array.stop - size
                return Place(Pointer(array.pointer.target, address), e.type, None, array.array, is_beyond)
            case A.Member():
                base = yield from self.place(e.base)
                p = Pointer(base.pointer.target, base.pointer.address + e.offset)
                limits = None
                if isinstance(e.type, ct.Array) and e.type.size:
                    limits = range(p.address, p.address + self.machine.model.size_of(e.type))
                return Place(p, e.type, self._bits(e), limits, base.is_beyond)
            case A.Str():
                o = self.machine.string(e)
                return Place(Pointer(o, o.address), e.type)
            case A.CompoundLiteral():
                o = yield from self.literal(e.decl)
                return Place(Pointer(o, o.address), e.type)
            case A.Unsupported():
                raise NotUnderstood(e.what, e.pos)
        # a part of a structure that is a value: it is in memory until the expression is evaluated
        v = yield from self.evaluate(e)
        if not isinstance(v, Bytes):
            raise NotUnderstood(f"{type(e).__name__} as a place", e.pos)
        o = self.temporary(self.machine.model.size_of(e.type))
        self.put(o, 0, v, e.type, e.pos)
        return Place(Pointer(o, o.address), e.type)

    def _bits(self, e: A.Member) -> Bits:
        if e.bits is None:
            return None
        if not isinstance(e.base.type, ct.Struct) or e.base.type.is_union:
            raise NotUnderstood("bit-field in a union", e.pos)
        start, size = row_of_bits(e.base.type, e.offset, (sum(e.bits) + 7) // 8, self.machine.model)
        return (*e.bits, e.offset - start, size)

    def moved(self, p: Pointer, distance: int) -> Pointer:
        return Pointer(p.target, (p.address + distance) & ((1 << self.machine.model.pointer_width) - 1))

    # ------------------------------------------------------------ values

    def evaluate(self, e: A.Expr) -> Doing[Value]:
        """Its value, which is all that stays in the thread's hands."""
        if isinstance(e, A.Const):
            return Pointer(None, e.value) if isinstance(e.type, ct.Pointer) else e.value
        method = _METHODS.get(type(e))
        if method is None:
            raise NotUnderstood(type(e).__name__, e.pos)
        hands, count = self.temporaries, len(self.temporaries)
        v: Value = yield from method(self, e)
        del hands[count:]
        if not isinstance(v, int):
            self.hold(v)
        return v

    def _float_const(self, e: A.FloatConst) -> Doing[Value]:
        yield from ()
        return self._convert(e.value, ct.Float(64), e.type, e.pos)

    def _unsupported(self, e: A.Unsupported) -> Doing[Value]:
        yield from ()
        raise NotUnderstood(e.what, e.pos)

    def _load(self, e: A.Load) -> Doing[Value]:
        place = yield from self.place(e.place)
        if isinstance(e.type, ct.Void):
            return None
        self.check_arrays(place, e.pos)
        return (yield from self.load(place.pointer, self.accessed(place, e), e.pos, place.bits))

    def accessed(self, place: Place, e: A.Load | A.Assign | A.CompoundAssign | A.IncDec) -> ct.CType:
        """The type of one access to a place: of a volatile one it may be atomic."""
        t = place.type
        if not self.machine.volatile_is_atomic or not qualifiers(e.place) & ct.VOLATILE:
            return t
        if place.bits is not None or not isinstance(t, ct.Int | ct.Float | ct.Pointer):
            raise NotUnderstood("access to a volatile structure or bit-field", e.pos)
        return replace(t, atomic=True)

    def _decay(self, e: A.Decay) -> Doing[Value]:
        if isinstance(e.place, A.Name) and isinstance(e.place.decl, A.FuncDecl):
            o = self.machine.function(e.place.decl)
            return Pointer(o, o.address)
        place = yield from self.place(e.place)
        return self.moved(place.pointer, 0)

    def _address(self, e: A.AddrOf) -> Doing[Value]:
        if isinstance(e.place, A.Name) and isinstance(e.place.decl, A.FuncDecl):
            o = self.machine.function(e.place.decl)
            return Pointer(o, o.address)
        place = yield from self.place(e.place)
        return self.moved(place.pointer, 0)

    def _member(self, e: A.Member) -> Doing[Value]:
        """A member of a structure that is a value, such as the result of a call."""
        if e.bits is not None:
            place = yield from self.place(e)
            return (yield from self.load(place.pointer, place.type, e.pos, place.bits))
        base = yield from self.evaluate(e.base)
        if not isinstance(base, Bytes):
            raise NotUnderstood("member of a value", e.pos)
        model = self.machine.model
        cells = base.cells[e.offset : e.offset + model.size_of(e.type)]
        if isinstance(e.type, ct.Struct | ct.Array):
            return Bytes(cells)
        try:
            return decode(cells, e.type, model)
        except NoValue:
            determine(cells, self.machine.missing_value(e.type, e.pos), e.type, model)
            return decode(cells, e.type, model)

    def _unary(self, e: A.Unary) -> Doing[Value]:
        v = yield from self.evaluate(e.operand)
        if e.op == "!":
            return int(not is_true(v))
        if isinstance(v, float):
            return -v
        assert isinstance(e.type, ct.Int)
        n = integer(v, e.type)
        if e.op == "~":
            return wrap(~n, e.type)
        self.check_overflow(e.type.signed and -n != wrap(-n, e.type), "negation", e.pos)
        return wrap(-n, e.type)

    def _binary(self, e: A.Binary) -> Doing[Value]:
        a = yield from self.evaluate(e.left)
        b = yield from self.evaluate(e.right)
        if e.op in _COMPARISONS:
            return self.comparison(e.op, a, b, e.left.type, e.pos)
        return self.combine(e.op, a, b, e.type, e.right.type, e.pos, is_constant=_is_constant(e.right))

    def comparison(self, op: str, a: Value, b: Value, t: ct.CType, pos: A.Pos) -> Value:
        if isinstance(t, ct.Pointer):
            x, y = as_pointer(a), as_pointer(b)
            if op in ("==", "!=") or x.target is y.target:
                self.notice_chance(x, y)
                return compare(op, x.address, y.address)
            if not any(p.target is None and p.address < LEAST_ADDRESS for p in (x, y)):
                self.machine.addresses_matter = True
            return compare(op, x.address, y.address)
        if isinstance(a, float) and isinstance(b, float):
            return compare(op, a, b)
        assert isinstance(t, ct.Int), t
        self.notice_addresses(a, b)
        if ct.is_thread_id(t):
            self.check_thread_ids(integer(a, t), integer(b, t), pos)
        return compare(op, integer(a, t), integer(b, t))

    def combine(
        self, op: str, a: Value, b: Value, t: ct.CType, right: ct.CType, pos: A.Pos, *, is_constant: bool = True
    ) -> Value:
        """`is_constant`: so is b."""
        self.notice_addresses(a, b)
        try:
            v, overflows = calculate(op, a, b, t, right)
        except Undefined:
            raise Discarded(f"division by zero ({pos})") from None
        self.check_overflow(overflows, op, pos)
        if overflows and op in ("/", "%") and not is_constant:
            assert isinstance(t, ct.Int)
            if t.width <= self.machine.model.pointer_width:  # wider ones are divided by a function, which wraps
                raise NotUnderstood("division that overflows", pos)
        return v

    def notice_addresses(self, *values: Value) -> None:
        """The number of an address matters: any other would have been as good."""
        if any(isinstance(v, Pointer) and v.target is not None for v in values):
            self.machine.addresses_matter = True

    def notice_chance(self, a: Value, b: Value) -> None:
        """Pointers are equal or not because of where objects happen to be."""
        if isinstance(a, Pointer) and isinstance(b, Pointer) and is_by_chance(a, b):
            self.machine.addresses_matter = True

    def check_thread_ids(self, a: int, b: int, pos: A.Pos) -> None:
        threads = self.machine.threads
        known = [threads[n - 1] for n in (a, b) if a != b and 1 <= n <= len(threads)]
        if any(t.has_ended and (t.is_joined or t.is_detached) for t in known):
            raise NotUnderstood("comparison with the id of a thread that has ended, which may be used again", pos)

    def check_overflow(self, overflows: bool, what: str, pos: A.Pos) -> None:
        if overflows and self.machine.property is NO_OVERFLOW:
            raise Violation(NO_OVERFLOW.name, f"signed integer overflow in {what}", pos)

    def _ptr_add(self, e: A.PtrAdd) -> Doing[Value]:
        p = as_pointer((yield from self.evaluate(e.pointer)))
        n = number((yield from self.evaluate(e.index)))
        assert isinstance(e.type, ct.Pointer)
        return self.moved(p, (-n if e.negative else n) * self.machine.model.size_of(e.type.to))

    def _ptr_diff(self, e: A.PtrDiff) -> Doing[Value]:
        a = as_pointer((yield from self.evaluate(e.left)))
        b = as_pointer((yield from self.evaluate(e.right)))
        assert isinstance(e.left.type, ct.Pointer)
        assert isinstance(e.type, ct.Int)
        if a.target is not b.target:
            self.machine.addresses_matter = True
        size = self.machine.model.size_of(e.left.type.to)
        if size == 0:
            raise Discarded(f"division by zero ({e.pos})")
        return wrap((a.address - b.address) // size, e.type)

    def _logical(self, e: A.Logical) -> Doing[Value]:
        count = len(self.temporaries)
        left = is_true((yield from self.evaluate(e.left)))
        if left == (e.op == "||"):
            return int(left)
        del self.temporaries[count:]
        return int(is_true((yield from self.evaluate(e.right))))

    def _cond(self, e: A.Cond) -> Doing[Value]:
        count = len(self.temporaries)
        v = yield from self.evaluate(e.cond)
        if e.then is None and is_true(v):
            return self._convert(v, e.cond.type, e.type, e.pos)
        del self.temporaries[count:]
        if e.then is None or not is_true(v):
            return (yield from self.evaluate(e.other))
        return (yield from self.evaluate(e.then))

    def _comma(self, e: A.Comma) -> Doing[Value]:
        count = len(self.temporaries)
        yield from self.evaluate(e.left)
        del self.temporaries[count:]
        return (yield from self.evaluate(e.right))

    def _cast(self, e: A.Cast) -> Doing[Value]:
        v = yield from self.evaluate(e.operand)
        if A.is_number_of_thread(e):
            v = yield from self.call_library("__number_asked_for", [v], e.pos)
        if self.machine.story is not None and isinstance(v, Pointer) and isinstance(e.type, ct.Pointer):
            self.machine.story.point(v, e.type.to)
        return self._convert(v, e.operand.type, e.type, e.pos)

    def _convert(self, v: Value, source: ct.CType, target: ct.CType, pos: A.Pos) -> Value:
        try:
            if isinstance(target, ct.Int) and target.width < self.machine.model.pointer_width and not target.is_bool:
                self.notice_addresses(v)
            return convert(v, source, target, self.machine.model)
        except NotImplementedError as problem:
            raise NotUnderstood(str(problem), pos) from None
        except Undefined:
            raise Discarded(f"no such integer ({pos})") from None

    def _statement_expression(self, e: A.StmtExpr) -> Doing[Value]:
        return (yield from self.block_value(e.body))

    # ------------------------------------------------------------ assignments

    def _assign(self, e: A.Assign) -> Doing[Value]:
        place = yield from self.place(e.place)
        v = yield from self.evaluate(e.value)
        self.check_arrays(place, e.pos)
        yield from self.store(place.pointer, v, self.accessed(place, e), e.pos, place.bits)
        return self._as_stored(v, place)

    def _as_stored(self, v: Value, place: Place) -> Value:
        if place.bits is not None and isinstance(v, int) and isinstance(place.type, ct.Int) and not place.type.is_bool:
            return wrap(v, ct.Int(place.bits[1], place.type.signed, ""))
        return v

    def _compound_assign(self, e: A.CompoundAssign) -> Doing[Value]:
        """(For who is called in the value, reading and writing is one evaluation: 6.5.16.2.)"""
        place = yield from self.place(e.place)
        value_first = place.type.atomic or _has_side_effects(e.value)
        if value_first:
            v = yield from self.evaluate(e.value)
            self.hold(v)

        def changed(old: Value, v: Value) -> Value:
            if isinstance(e.compute_type, ct.Pointer):
                distance = number(v) * self.machine.model.size_of(e.compute_type.to)
                return self.moved(as_pointer(old), -distance if e.op == "-" else distance)
            converted = self._convert(old, place.type, e.compute_type, e.pos)
            is_constant = _is_constant(e.value)
            new = self.combine(e.op, converted, v, e.compute_type, e.value.type, e.pos, is_constant=is_constant)
            return self._convert(new, e.compute_type, place.type, e.pos)

        if place.type.atomic:
            return (yield from self.modify(place, lambda old: changed(old, v), e.pos))[1]
        self.check_arrays(place, e.pos)
        old = yield from self.load(place.pointer, self.accessed(place, e), e.pos, place.bits)
        if not value_first:
            v = yield from self.evaluate(e.value)
        new = changed(old, v)
        yield from self.store(place.pointer, new, self.accessed(place, e), e.pos, place.bits)
        return self._as_stored(new, place)

    def _inc_dec(self, e: A.IncDec) -> Doing[Value]:
        place = yield from self.place(e.place)
        t = place.type

        def changed(old: Value) -> Value:
            if isinstance(t, ct.Pointer):
                return self.moved(as_pointer(old), e.delta * self.machine.model.size_of(t.to))
            if isinstance(t, ct.Float):
                assert isinstance(old, float)
                return self._convert(old + e.delta, ct.Float(64), t, e.pos)
            assert isinstance(t, ct.Int)
            wide = ct.INT if t.rank < ct.INT.rank else ct.unqualified(t)
            if place.bits is not None and place.bits[1] <= 32 and not t.is_bool:
                wide = ct.INT if t.signed or place.bits[1] < 32 else ct.UINT
            new = self.combine("+" if e.delta > 0 else "-", old, 1, wide, wide, e.pos)
            return self._convert(new, wide, t, e.pos)

        if t.atomic:
            before, after = yield from self.modify(place, changed, e.pos)
        else:
            self.check_arrays(place, e.pos)
            before = yield from self.load(place.pointer, self.accessed(place, e), e.pos, place.bits)
            after = changed(before)
            yield from self.store(place.pointer, after, self.accessed(place, e), e.pos, place.bits)
        return self._as_stored(after, place) if e.prefix else before

    def modify(
        self,
        place: Place,
        change: Callable[[Value], Value],
        pos: A.Pos,
        only_reads: Callable[[], bool] | None = None,
    ) -> Doing[tuple[Value, Value]]:
        """Read and write in one action: the values before and after."""
        size = self.machine.model.size_of(place.type)
        self.check_arrays(place, pos)
        o, offset = yield from self.touch(place.pointer, size, pos, write=True, atomic=True, only_reads=only_reads)
        t = ct.unqualified(place.type)
        before = self.value_at(o, offset, t, pos)
        after = change(before)
        self.put(o, offset, after, t, pos)
        return before, after

    # ------------------------------------------------------------ calls

    def _call(self, e: A.Call) -> Doing[Value]:
        if isinstance(e.callee, A.Name) and isinstance(e.callee.decl, A.FuncDecl):
            f = e.callee.decl
        else:
            f = self.called((yield from self.evaluate(e.callee)), e.pos)
        args: list[Value] = []
        hands, count = self.temporaries, len(self.temporaries)
        for a in e.args:
            args.append((yield from self.evaluate(a)))
        self.used_up = hands, count
        v = yield from self.call(f, args, [a.type for a in e.args], e)
        self.hold(v)
        result = e.type
        if isinstance(result, ct.Void):
            return None
        if ct.is_thread_id(result) != ct.is_thread_id(f.type.result):
            raise NotUnderstood("the id of a thread where a number is returned, or the other way round", e.pos)
        if v is None:
            return self.machine.missing_value(result, e.pos)
        return v if isinstance(v, Bytes) else self._convert(v, f.type.result, result, e.pos)

    def called(self, v: Value, pos: A.Pos) -> A.FuncDecl:
        o = self.machine.memory.resolve(as_pointer(v))
        if o is None or o.function is None or as_pointer(v).address != o.address:
            raise BadMemory("call of something that is no function", pos)
        return o.function


def _is_constant(e: A.Expr) -> bool:
    match e:
        case A.Unary(operand=x) | A.Cast(operand=x):
            return _is_constant(x)
        case A.Binary(left=x, right=y):
            return _is_constant(x) and _is_constant(y)
    return isinstance(e, A.Const)


_METHODS: dict[type, Callable[[Any, Any], Doing[Any]]] = {
    A.FloatConst: Expressions._float_const,
    A.Unsupported: Expressions._unsupported,
    A.Load: Expressions._load,
    A.Decay: Expressions._decay,
    A.AddrOf: Expressions._address,
    A.Member: Expressions._member,
    A.Unary: Expressions._unary,
    A.Binary: Expressions._binary,
    A.PtrAdd: Expressions._ptr_add,
    A.PtrDiff: Expressions._ptr_diff,
    A.Logical: Expressions._logical,
    A.Cond: Expressions._cond,
    A.Comma: Expressions._comma,
    A.Cast: Expressions._cast,
    A.StmtExpr: Expressions._statement_expression,
    A.Assign: Expressions._assign,
    A.CompoundAssign: Expressions._compound_assign,
    A.IncDec: Expressions._inc_dec,
    A.Call: Expressions._call,
}
