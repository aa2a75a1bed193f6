"""Values of C expressions: numbers, pointers and whole structures; as bytes, converted, and combined.

An integer is a Python number in the range of its type; an integer that was made from a pointer is still that pointer,
so that casts there and back lose nothing. A structure is its bytes.
"""

from __future__ import annotations

import math
import operator
import struct
from typing import Union

from threadproof.frontend import ctypes as ct
from threadproof.records import dataclass, field, replace
from threadproof.reference.memory import NULL, Cell, Fragment, Indeterminate, Pointer, determined


@dataclass(slots=True)
class Bytes:
    """A structure, union or array as a value; `sync` holds states of synchronisation objects in it, by offset."""

    cells: list[Cell]
    sync: dict[int, object] = field(default_factory=dict)


#: of the lowest bits of an address, which may be marks
_MOST_MARKS = 4095

Value = Union[int, float, Pointer, Bytes, None]


class NoValue(Exception):
    """Bytes that were never written are looked at."""


class Undefined(Exception):
    """Division by zero."""


def number(v: Value) -> int:
    if isinstance(v, Pointer):
        return v.address
    assert isinstance(v, int), v
    return v


def wrap(n: int, t: ct.Int) -> int:
    if t.is_bool:
        return int(n != 0)
    n &= (1 << t.width) - 1
    return n - (1 << t.width) if t.signed and n >> (t.width - 1) else n


def integer(v: Value, t: ct.Int) -> int:
    """The number, if the value has type t (a pointer in an integer variable has its address)."""
    return wrap(v.address, t) if isinstance(v, Pointer) else number(v)


def as_pointer(v: Value) -> Pointer:
    return v if isinstance(v, Pointer) else Pointer(None, number(v)) if v else NULL


def is_true(v: Value) -> bool:
    return v != 0.0 if isinstance(v, float) else number(v) != 0


# ---------------------------------------------------------------- bytes


def encode(v: Value, t: ct.CType, model: ct.DataModel) -> list[Cell]:
    size = model.size_of(t)
    if isinstance(v, Bytes):
        return list(v.cells)
    if isinstance(v, float) or isinstance(t, ct.Float):
        assert isinstance(t, ct.Float)
        return list(struct.pack(float_format(t), v))
    if isinstance(v, Pointer):
        if v.target is not None and size == model.pointer_width // 8:
            return [Fragment(v, n) for n in range(size)]
        v = v.address
    assert v is not None
    return list((v & ((1 << (8 * size)) - 1)).to_bytes(size, "little"))


def decode(cells: list[Cell], t: ct.CType, model: ct.DataModel) -> Value:
    """The value that the bytes have in type t; `NoValue` if some were never written."""
    try:
        plain = bytes(cells)  # type: ignore[arg-type]
    except TypeError:  # (not all of them are numbers)
        known = [determined(c) for c in cells]
        if None in known:
            raise NoValue from None
        p = _whole_pointer(known, t, model)
        if p is not None:
            return p
        plain = bytes(byte_of(c) for c in known if c is not None)
    if isinstance(t, ct.Float):
        result: float = struct.unpack(float_format(t), plain)[0]
        return result
    n = int.from_bytes(plain, "little")
    if isinstance(t, ct.Pointer):
        return Pointer(None, n)
    assert isinstance(t, ct.Int), t
    return n & 0xFF if t.is_bool else wrap(n, t)


def _whole_pointer(known: list[int | Fragment | None], t: ct.CType, model: ct.DataModel) -> Pointer | None:
    first = known[0]
    if isinstance(first, Fragment) and len(known) == model.pointer_width // 8 and isinstance(t, ct.Int | ct.Pointer):
        p = first.pointer
        if all(isinstance(c, Fragment) and c.pointer == p and c.place == n for n, c in enumerate(known)):
            return p
    return None


def byte_of(c: int | Fragment) -> int:
    return c if isinstance(c, int) else c.pointer.address >> (8 * c.place) & 0xFF


def determine(cells: list[Cell], v: Value, t: ct.CType, model: ct.DataModel) -> None:
    """Those of the bytes that were never written become what they are in v."""
    for cell, chosen in zip(cells, encode(v, t, model), strict=True):
        if isinstance(cell, Indeterminate) and cell.value is None:
            assert not isinstance(chosen, Indeterminate)
            cell.value = chosen


def float_format(t: ct.Float) -> str:
    if t.width not in (32, 64):
        raise NotImplementedError("long double")
    return "<f" if t.width == 32 else "<d"


# ---------------------------------------------------------------- conversions


def convert(v: Value, source: ct.CType, target: ct.CType, model: ct.DataModel) -> Value:
    if isinstance(target, ct.Void):
        return None
    if isinstance(v, Bytes) or isinstance(target, ct.Struct | ct.Sync | ct.Array):
        return v
    if isinstance(target, ct.Float):
        if isinstance(v, float):
            return rounded(v, target)
        return single(number(v)) if target.width == 32 else rounded(float(number(v)), target)
    if isinstance(target, ct.Int):
        if target.is_bool:
            return int(is_true(v))
        if isinstance(v, float):
            if not math.isfinite(v) or wrap(int(v), target) != int(v):
                raise NotImplementedError(f"conversion to {ct.show(target)} of a number that does not fit")
            return int(v)
        if isinstance(v, Pointer) and target.width >= model.pointer_width and v.target is not None:
            return v
        if isinstance(v, Pointer):  # a wider integer has its sign
            return wrap(wrap(v.address, ct.Int(model.pointer_width, True, "")), target)
        return wrap(number(v), target)
    if isinstance(target, ct.Pointer):
        if isinstance(v, Pointer):
            return v
        assert isinstance(v, int), v
        return Pointer(None, v & ((1 << model.pointer_width) - 1))
    return v


def single(n: int) -> float:
    """The nearest number of type float, rounded once: of two that are as near the even one."""
    size = abs(n)
    spare = max(size.bit_length() - 24, 0)
    digits, rest = divmod(size, 1 << spare)
    digits += rest * 2 > 1 << spare or (spare > 0 and rest * 2 == 1 << spare and digits % 2)
    found = digits << spare
    return math.copysign(math.inf if found >> 128 else float(found), n)


def rounded(n: float, t: ct.Float) -> float:
    if n != n:
        return math.nan  # there is but one
    if t.width == 32:
        try:
            result: float = struct.unpack("<f", struct.pack("<f", n))[0]
            return result
        except OverflowError:
            return math.copysign(math.inf, n)
    float_format(t)
    return n


# ---------------------------------------------------------------- arithmetic

_COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
            "!=": operator.ne}  # fmt: skip


def compare(op: str, a: int | float, b: int | float) -> int:
    return int(_COMPARE[op](a, b))


def calculate(op: str, a: Value, b: Value, t: ct.CType, right: ct.CType) -> tuple[Value, bool]:
    """`a op b` in type t (the right operand of a shift has its own type), and whether it overflows as C says."""
    if isinstance(t, ct.Float):
        assert isinstance(a, float)
        assert isinstance(b, float)
        return _floating(op, a, b, t), False
    assert isinstance(t, ct.Int), t
    if op in "+-&|" and (isinstance(a, Pointer) or isinstance(b, Pointer)):
        moved = _moved(op, a, b, t)
        if moved is not None:
            return moved, False
    x, y = integer(a, t), integer(b, right if isinstance(right, ct.Int) else t)
    match op:
        case "+":
            exact = x + y
        case "-":
            exact = x - y
        case "*":
            exact = x * y
        case "/" | "%":
            if y == 0:
                raise Undefined
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            # the remainder overflows if the quotient does
            overflows = t.signed and quotient != wrap(quotient, t)
            return wrap(quotient if op == "/" else x - y * quotient, t), overflows
        case "<<":
            if not 0 <= y < t.width:
                return 0, t.signed
            return wrap(x << y, t), t.signed and (x < 0 or (x << y) != wrap(x << y, t))
        case ">>":
            return wrap(x >> (y if 0 <= y < t.width else t.width), t), False
        case "&":
            exact = x & y
        case "|":
            exact = x | y
        case "^":
            exact = x ^ y
        case _:
            raise AssertionError(op)
    return wrap(exact, t), t.signed and exact != wrap(exact, t)


def _moved(op: str, a: Value, b: Value, t: ct.Int) -> Value:
    """A pointer that is an integer, plus or minus a number, is still a pointer to its object; also one with a mark."""
    if isinstance(a, int) and op != "-":
        a, b = b, a
    if not isinstance(a, Pointer) or not isinstance(b, int):
        return None
    if op in "+-":
        return Pointer(a.target, a.address + (b if op == "+" else -b))
    marks = wrap(b if op == "|" else ~b, replace(t, signed=False))
    if a.target is None or marks > _MOST_MARKS:
        return None
    return Pointer(a.target, a.address | marks if op == "|" else a.address & ~marks)


def _floating(op: str, a: float, b: float, t: ct.Float) -> float:
    match op:
        case "+":
            return rounded(a + b, t)
        case "-":
            return rounded(a - b, t)
        case "*":
            return rounded(a * b, t)
        case "/":
            if b == 0.0:
                sign = math.copysign(1.0, a) * math.copysign(1.0, b)
                return math.nan if a == 0.0 or math.isnan(a) else sign * math.inf
            return rounded(a / b, t)
    raise AssertionError(op)


def float_of(bits: int, t: ct.Float) -> float:
    found: float = struct.unpack(float_format(t), bits.to_bytes(t.width // 8, "little"))[0]
    return found
