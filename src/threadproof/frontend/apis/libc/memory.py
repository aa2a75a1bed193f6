"""Functions on plain memory (memcpy, memset, read, write, ...), element by element at the type the argument has.

A known small number of elements is written out; otherwise there is a loop. What a pointer argument points to is known
from its type before it became `void *`; if that is _Atomic, the access is not. Copies of synchronisation objects and of
parts of something larger are not understood.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import disturb_errno, first_value, is_no_file
from threadproof.frontend.ctypes import BOOL, CHAR, Array, CType, Float, Function, Int, Pointer, Struct, Sync, Void
from threadproof.frontend.lower.conversions import width_of
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.frontend.memory.layout import sync_fields
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

#: more elements than this are a loop
MAX_UNROLLED = 1024
#: of more elements, those that have come are a loop
MOST_APART = 32


@dataclass(frozen=True, slots=True)
class Elements:
    """`count` elements of type `of` from `place` on."""

    place: R.Place
    of: CType
    unit: int
    count: Term
    #: of the array, if they are all of it
    length: int | None = None

    def at(self, index: Term) -> R.Place:
        if index.value is not None:
            return self.place.field(index.value * self.unit, self.place.text)
        return self.place.element(R.ArrayStep(index, self.unit, self.length, False), self.place.text)

    def flat(self) -> Elements:
        """Of one array, the elements of that."""
        if self.count.value != 1 or not isinstance(self.of, Array) or not self.of.size:
            return self
        many = T.const(self.of.size, self.count.width)
        return Elements(self.place, self.of.of, self.unit // self.of.size, many, self.of.size)


def elements(
    c: Calls, x: A.Expr, size: Term, what: str, other: A.Expr | None = None, *, in_part: bool = False
) -> Elements | None:
    """The typed memory of `size` bytes behind a void * argument; None (and Unsupported) if that is not plain.

    `other`: what is copied to there, which may say more about its type. In part: of the last element there may be less
    than all, if it is made of numbers.
    """
    place = c.target(x)
    t = place.root if not place.steps and not place.offset else c.pointee(x)
    if isinstance(t, Void):
        t = c.pointee(x)
    if other is not None and (isinstance(t, Void) or (_is_byte(t) and _has_pointers(c, c.pointee(other)))):
        t = c.pointee(other)
    if isinstance(t, Void | Function):
        t = CHAR
    while isinstance(t, Array) and (size.value is None or size.value % max(c.size_of(t), 1)):
        t = t.of
    unit = c.size_of(t)
    if c.at is None:
        return None
    if unit == 0:
        c.unsupported(f"{what} of elements without a size")
        return None
    width = T.const(unit, size.width)
    if in_part and _is_of_numbers(c, t):
        whole, is_more = T.udiv(size, width), T.ne(T.urem(size, width), T.const(0, size.width))
        return Elements(place, t, unit, T.ite(is_more, T.add(whole, T.const(1, size.width)), whole))
    if size.value is not None and size.value % unit:
        t, unit, width = CHAR, 1, T.const(1, size.width)
    if size.value is None and unit > 1:
        c.only_if(T.eq(T.urem(size, width), T.const(0, size.width)), f"{what} of a part of an element")
    return Elements(place, t, unit, T.udiv(size, width))


def _is_byte(t: CType) -> bool:
    return isinstance(t, Int) and t.width == 8


def _has_pointers(c: Calls, t: CType) -> bool:
    try:
        return any(isinstance(x, Pointer) for _, x in c.program.scalar_parts(t))
    except LookupError:
        return False


def each(c: Calls, count: Term, do: Callable[[Term], None]) -> None:
    """`do` for every number below `count`."""
    if count.value is not None and count.value <= MAX_UNROLLED:
        for i in range(count.value):
            do(T.const(i, count.width))
    else:
        _loop(c, count, do)


def _loop(c: Calls, count: Term, do: Callable[[Term], None]) -> None:
    if c.at is None:
        return
    index = c.new_var("i", count.width)
    head, body, end = c.location(), c.location(), c.location()
    c.emit(O.Step(updates=(O.Update(index, (), T.const(0, count.width)),)), head)
    c.at = head
    c.branch(T.ult(T.var(index), count), body, end)
    c.at = body
    do(T.var(index))
    c.emit(O.Step(updates=(O.Update(index, (), T.add(T.var(index), T.const(1, count.width))),)), head)
    c.at = end


def size_of(c: Calls, x: A.Expr) -> Term:
    number = c.number(x)
    if number is not None:
        c.discard(x)
        return T.resize(T.const(number, width_of(x.type)), c.model.pointer_width, False)
    held = c.hold(T.resize(c.integer(x), c.model.pointer_width, False), c.model.size_t)
    assert isinstance(held, Term)
    return held


def _repeated(byte: Term, width: int) -> Term:
    value = T.zext(byte, width) if width > 8 else byte
    for shift in range(8, width, 8):
        value = T.bvor(value, T.shl(T.zext(byte, width), T.const(shift, width)))
    return value


def _set(c: Calls, place: R.Place, t: CType, byte: Term) -> None:
    """Every byte of one element."""
    try:
        parts = c.program.scalar_parts(t)
    except LookupError:
        parts = None
    if (parts is None or len(parts) > MAX_UNROLLED) and _set_parts(c, place, t, byte):
        return
    if parts is None:
        c.unsupported("memset of memory of this type")
        return
    c.touch_whole(place, t, parts)
    for offset, part in parts:
        target = place.field(offset, place.text)
        if isinstance(part, Int | Float):
            value = _repeated(byte, part.width)
            if isinstance(part, Int) and part.is_bool and byte.value not in (0, 1):
                c.unsupported("memset of a _Bool to a value that is none")
            c.store(target, part, value, order=O.Order.PLAIN)
        elif isinstance(part, Pointer):
            number = _repeated(byte, c.model.pointer_width)
            pointer = c.program.null() if byte.value == 0 else R.Ptr(R.NULL_OBJECT, number, ())
            c.store(target, part, pointer, order=O.Order.PLAIN)
        elif byte.value != 0:
            c.unsupported("memset of a synchronisation object to a value other than 0")
        elif isinstance(part, Sync) and part.kind in ("spin", "barrier"):
            c.unsupported("memset of a spin lock or a barrier")  # for glibc these bytes are no free one
        elif isinstance(part, Sync):
            _reset(c, target, part)


def _set_parts(c: Calls, place: R.Place, t: CType, byte: Term) -> bool:
    """Of something large: member by member, with a loop for each array that is long."""
    if isinstance(t, Array) and t.size:
        unit, count = c.size_of(t.of), T.const(t.size, c.model.pointer_width)

        def one(i: Term) -> None:
            _set(c, place.element(R.ArrayStep(i, unit, t.size, False), place.text), t.of, byte)

        _loop(c, count, one)
        return True
    if not isinstance(t, Struct) or t.is_union or not t.fields or any(f.bits is not None for f in t.fields):
        return False
    members = [(o, f.type) for f, (o, _) in zip(t.fields, c.model.layout(t).offsets, strict=True)]
    c.touch_whole(place, t, members)
    for offset, of in members:
        _set(c, place.field(offset, place.text), of, byte)
    return True


def _reset(c: Calls, place: R.Place, t: Sync) -> None:
    """Zero bytes are a free object; whoever waits there, still does."""
    c.program.fills_sync = True
    unused = ("waiting",) if c.program.uses_mutex_kinds else ("waiting", "kind", "count")

    def free(s: R.Fields) -> O.Op:
        cells = [s(f) for f in sync_fields(t.kind) if f not in unused]
        return O.Step(updates=tuple(O.Update(x.var, x.index, T.const(0, x.var.width)) for x in cells), role=O.Role.INIT)

    end = c.location()
    c.emit(R.SyncAccess(((place, t.kind),), ((free, end),), is_plain=True), end)


def _fill(c: Calls, e: A.Call, byte: Term, size: Term) -> Value:
    found = elements(c, c.arg(e, 0), size, "memset")
    if found is None:
        return c.dummy(e.type)
    each(c, found.count, lambda i: _set(c, found.at(i), found.of, byte))
    return c.pointer_to(found.place)


def _memset(c: Calls, e: A.Call, wanted: bool) -> Value:
    byte = c.hold(T.extract(c.integer(c.arg(e, 1)), 8), CHAR)
    assert isinstance(byte, Term)
    return _fill(c, e, byte, size_of(c, c.arg(e, 2)))


def _bzero(c: Calls, e: A.Call, wanted: bool) -> Value:
    _fill(c, e, T.const(0, 8), size_of(c, c.arg(e, 1)))
    return None


def _copy(c: Calls, to: A.Expr, source: A.Expr, size: Term, what: str, *, may_overlap: bool = False) -> R.Place | None:
    """All is read before anything is written, or in the order that has the same effect."""
    found = elements(c, to, size, what, source)
    from_ = c.target(source)
    if found is None:
        return None
    if not may_overlap:
        c.emit(R.MustBeApart(c.pointer_to(found.place), size, c.pointer_to(from_), size, may_be_same=True))
    origin = Elements(from_, found.of, found.unit, found.count)
    if found.count.value is not None and found.count.value <= MAX_UNROLLED:
        values = [c.load(origin.at(T.const(i, 64)), found.of, order=O.Order.PLAIN) for i in range(found.count.value)]
        for i, v in enumerate(values):
            if isinstance(v, Term | R.Ptr | StructValue):
                c.store(found.at(T.const(i, 64)), found.of, v, order=O.Order.PLAIN)
        return found.place
    # from the other end, if the target begins inside the source
    forward = c.hold(T.from_bool(T.ule(c.pointer_to(found.place).off, c.pointer_to(from_).off), 8), CHAR)
    assert isinstance(forward, Term)
    last = T.sub(found.count, T.const(1, found.count.width))

    def one(i: Term) -> None:
        held = c.hold(T.ite(T.is_nonzero(forward), i, T.sub(last, i)), Int(i.width, False, ""))
        assert isinstance(held, Term)
        c.store(found.at(held), found.of, c.load(origin.at(held), found.of, order=O.Order.PLAIN), order=O.Order.PLAIN)

    each(c, found.count, one)
    return found.place


def _memcpy(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = _copy(c, c.arg(e, 0), c.arg(e, 1), size_of(c, c.arg(e, 2)), "memcpy")
    return c.dummy(e.type) if place is None else c.pointer_to(place)


def _memmove(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = _copy(c, c.arg(e, 0), c.arg(e, 1), size_of(c, c.arg(e, 2)), "memmove", may_overlap=True)
    return c.dummy(e.type) if place is None else c.pointer_to(place)


def _mempcpy(c: Calls, e: A.Call, wanted: bool) -> Value:
    size = size_of(c, c.arg(e, 2))
    place = _copy(c, c.arg(e, 0), c.arg(e, 1), size, "mempcpy")
    return c.dummy(e.type) if place is None else c.moved(c.pointer_to(place), size, False, Pointer(CHAR), False)


def _bcopy(c: Calls, e: A.Call, wanted: bool) -> Value:
    _copy(c, c.arg(e, 1), c.arg(e, 0), size_of(c, c.arg(e, 2)), "bcopy", may_overlap=True)
    return None


# ---------------------------------------------------------------- input and output of bytes


def _some(c: Calls, size: Term, e: A.Call, *, may_fail: bool, file: Term | None = None) -> Term:
    """How much was done: at most `size`; -1 if it failed, as it does if there is no such file."""
    width = e.type.width if isinstance(e.type, Int) else 32
    most, none = T.resize(size, width, False), T.const(-1, width)
    is_known = most.value is not None and most.value < 1 << width - 1
    some = c.nondet(Int(width, False, ""), 0, most.value if is_known else None)
    if not is_known:
        some = T.ite(T.ule(some, most), some, most)
    if may_fail:
        some = T.ite(T.eq(c.nondet(BOOL), T.const(0, 8)), some, none)
    done = c.hold(some, Int(width, False, ""))
    assert isinstance(done, Term)
    disturb_errno(c, T.eq(done, none) if may_fail else T.FALSE)
    return done if file is None else T.ite(is_no_file(c, file), none, done)


def arbitrary(c: Calls, place: R.Place, t: CType) -> None:
    try:
        parts = c.program.scalar_parts(t)
    except LookupError:
        c.unsupported("input into something that is not made of numbers")
        return
    c.touch_whole(place, t, parts)
    for offset, part in parts:
        if isinstance(part, Int | Float):
            value = c.nondet(part) if isinstance(part, Int) else c.anything(part.width)
            c.store(place.field(offset, place.text), part, value, order=O.Order.PLAIN)
        else:
            c.unsupported("input into something that is not made of numbers")


def transmit(c: Calls, e: A.Call, wanted: bool) -> Value:
    file = first_value(c, [x for n, x in enumerate(e.args) if n not in (1, 2)])
    size = size_of(c, c.arg(e, 2))
    found = elements(c, c.arg(e, 1), size, "write")
    if found is not None:
        each(c, found.count, lambda i: drop(c.load(found.at(i), found.of, order=O.Order.PLAIN)))
    return _some(c, size, e, may_fail=True, file=file)


def receive(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(Of an element of which only a part came, the rest stays as it was.)"""
    file = first_value(c, [x for n, x in enumerate(e.args) if n not in (1, 2)])
    size = size_of(c, c.arg(e, 2))
    found = elements(c, c.arg(e, 1), size, "read", in_part=True)
    done = _some(c, size, e, may_fail=True, file=file)
    if found is None:
        return done
    failed = T.eq(done, T.const(-1, done.width))
    amount = T.resize(T.ite(failed, T.const(0, done.width), done), found.count.width, False)
    _arrive(c, found.flat(), _kept(c, amount))
    return done


def _arrive(c: Calls, to: Elements, amount: Term) -> None:
    """So many bytes, from the first element on."""
    width = amount.width
    if to.unit == 1 or not _is_of_numbers(c, to.of):
        touched = T.udiv(T.add(amount, T.const(to.unit - 1, width)), T.const(to.unit, width))
        each(c, _kept(c, touched), lambda i: arbitrary(c, to.at(i), to.of))
        return
    end = c.location()
    if to.count.value is not None and to.count.value <= MOST_APART:
        for i in range(to.count.value):
            _comes(c, to.at(T.const(i, width)), to.of, _kept(c, T.sub(amount, T.const(i * to.unit, width))), end)
    else:
        unit = T.const(to.unit, width)
        whole, left = _kept(c, T.udiv(amount, unit)), _kept(c, T.urem(amount, unit))
        each(c, whole, lambda i: arbitrary(c, to.at(i), to.of))
        _comes_in_part(c, to.at(whole), to.of, left, end)
    c.jump(end)
    c.at = end


def _comes(c: Calls, place: R.Place, t: CType, bytes_: Term, end: int) -> None:
    """`bytes_`: how many have come since it began (less than none: it begins later). Not all of it: on to the end."""
    whole, other = c.location(), c.location()
    c.branch(T.sle(T.const(c.size_of(t), bytes_.width), bytes_), whole, other)
    c.at = other
    _comes_in_part(c, place, t, bytes_, end)
    c.jump(end)
    c.at = whole
    arbitrary(c, place, t)


def _comes_in_part(c: Calls, place: R.Place, t: CType, bytes_: Term, end: int) -> None:
    if isinstance(t, Int | Float):
        _number_comes_in_part(c, place, t, bytes_, end)
    elif isinstance(t, Array):
        some = _kept(c, T.ite(T.sle(bytes_, T.const(0, bytes_.width)), T.const(0, bytes_.width), bytes_))
        _arrive(c, Elements(place, t, c.size_of(t), T.const(1, bytes_.width)).flat(), some)
    else:
        assert isinstance(t, Struct)
        parts = c.program.scalar_parts(t) if t.is_union else c.program.members(t)
        for offset, part in sorted(parts, key=lambda p: p[0]):
            since = _kept(c, T.sub(bytes_, T.const(offset, bytes_.width)))
            _comes(c, place.field(offset, place.text), part, since, end)


def _number_comes_in_part(c: Calls, place: R.Place, t: Int | Float, bytes_: Term, end: int) -> None:
    for n in range(1, c.size_of(t)):
        some, other = c.location(), c.location()
        c.branch(T.eq(bytes_, T.const(n, bytes_.width)), some, other)
        c.at = some
        old = c.load(place, t, order=O.Order.PLAIN)
        assert isinstance(old, Term)
        known = T.bvand(old, T.const(-1 << 8 * n, t.width))
        new = c.nondet(Int(t.width, False, ""), 0, (1 << 8 * n) - 1)
        c.store(place, t, T.bvor(new, known), order=O.Order.PLAIN)
        c.jump(end)
        c.at = other


def _kept(c: Calls, size: Term) -> Term:
    """In a variable, since much is asked about it."""
    kept = c.new_temporary(size.width)
    c.emit(O.Step(updates=(O.Update(kept, (), size),)))
    return T.var(kept)


def _is_of_numbers(c: Calls, t: CType) -> bool:
    try:
        return all(isinstance(part, Int | Float) for _, part in c.program.scalar_parts(t))
    except LookupError:
        return False


def _unless_empty(one: Term, many: Term) -> Term:
    """Of elements without a size none is read or written."""
    return T.ite(T.eq(one, T.const(0, one.width)), T.const(0, many.width), many)


def _fwrite(c: Calls, e: A.Call, wanted: bool) -> Value:
    one, many = size_of(c, c.arg(e, 1)), size_of(c, c.arg(e, 2))
    c.value(c.arg(e, 3))
    found = elements(c, c.arg(e, 0), T.mul(one, many), "fwrite")
    if found is not None:
        each(c, found.count, lambda i: drop(c.load(found.at(i), found.of, order=O.Order.PLAIN)))
    return _some(c, _unless_empty(one, many), e, may_fail=False)


def _fread(c: Calls, e: A.Call, wanted: bool) -> Value:
    one, many = size_of(c, c.arg(e, 1)), size_of(c, c.arg(e, 2))
    c.value(c.arg(e, 3))
    done = _some(c, _unless_empty(one, many), e, may_fail=False)
    found = elements(c, c.arg(e, 0), one, "fread")
    if found is None or found.count.value is None:
        c.unsupported("fread of elements of unknown size")
        return done
    inner = found.count
    touched = T.resize(done, inner.width, False)
    if one.value != 1:  # an element of which only a part came is arbitrary, too
        is_short = T.ult(touched, T.resize(many, inner.width, False))
        touched = T.add(touched, T.zext(T.from_bool(is_short, 8), inner.width))
    total = T.mul(touched, inner)
    each(c, total, lambda i: arbitrary(c, found.at(i), found.of))
    return done


def _anything_in(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Of our C library: numbers at a pointer, as its type says."""
    t = c.pointee(c.arg(e, 0))
    arbitrary(c, c.deref(c.pointer(c.arg(e, 0)), t), t)
    return None


def _apart(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Of our C library: whether the bytes at two pointers overlap."""
    to, size, source, other = c.pointer(c.arg(e, 0)), size_of(c, c.arg(e, 1)), c.pointer(c.arg(e, 2)), c.arg(e, 3)
    c.emit(R.MustBeApart(to, size, source, size_of(c, other), may_be_same=False))
    return None


def drop(_: Value) -> None:
    """Read, and that is all."""


HANDLERS: dict[str, Handler] = {
    "memset": _memset,
    "bzero": _bzero,
    "memcpy": _memcpy,
    "memmove": _memmove,
    "mempcpy": _mempcpy,
    "bcopy": _bcopy,
    **dict.fromkeys(("write", "pwrite"), transmit),
    **dict.fromkeys(("read", "pread"), receive),
    "fwrite": _fwrite,
    "fread": _fread,
    "__anything_in": _anything_in,
    "__apart": _apart,
}
