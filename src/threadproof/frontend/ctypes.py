"""C types and their layout in a data model. Types are immutable; equal types are interchangeable.

Structs are the exception: two structs are the same type only if they are the same object, because C names
them by declaration. `Layout` knows sizes, alignments and offsets; nothing else in the front end does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, Union

from threadproof.records import dataclass, field, replace

if TYPE_CHECKING:
    from threadproof.frontend.ast import VarDecl


@dataclass(frozen=True, slots=True)
class Void:
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class Int:
    """An integer type; `_Bool` is the one with `is_bool`, width 8 in memory, values 0 and 1."""

    width: int
    signed: bool
    name: str = field(compare=False)
    is_bool: bool = False
    atomic: bool = False
    #: conversion rank: _Bool 0, char 1, short 2, int 3, long 4, long long 5, __int128 6
    rank: int = 3
    #: the enum that it is, as a number: two of them are never compatible, though both may be so with the same integer
    enum: int = field(default=0, compare=False)
    #: its tag, if it is an enum that has one
    tag: str = field(default="", compare=False)


#: names of integer types whose values are threads (`frontend.threads` puts them in)
THREAD_IDS: set[str] = set()


def is_thread_id(t: CType) -> bool:
    return isinstance(t, Int) and t.name in THREAD_IDS


def as_thread_id(t: Int) -> Int:
    return replace(t, name="pthread_t")


@dataclass(frozen=True, slots=True)
class Float:
    width: int
    atomic: bool = False


#: qualifiers, as a set of bits. They are known to whoever holds something of the type: a variable, a pointer (of what
#: it points to), an array (of its elements), a member; types that differ only in them are equal, except for `same`
CONST, VOLATILE = 1, 2


@dataclass(frozen=True, slots=True)
class Pointer:
    to: CType
    atomic: bool = False
    qualifiers: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Array:
    """`size` is None for an incomplete array (`extern int a[];`, a flexible member) and for one of variable length."""

    of: CType
    size: int | None
    atomic: bool = False
    qualifiers: int = field(default=0, compare=False)
    #: the variable that holds the length when the program runs
    length: VarDecl | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    result: CType
    params: tuple[CType, ...]
    variadic: bool = False
    #: declared as `f()`: the parameters are not known
    unprototyped: bool = False
    atomic: bool = False


@dataclass(slots=True)
class Field:
    name: str | None  # None: an anonymous struct or union member, or an unnamed bit-field
    type: CType
    bits: int | None = None
    #: from attributes: a minimal alignment, and not aligned at all
    align: int = 0
    packed: bool = False
    #: the alignment its typedef gives it instead of the type's own; 0 if none does
    natural: int = 0
    qualifiers: int = 0


@dataclass(slots=True, eq=False)
class Struct:
    """A struct or union. `fields` is None while the type is incomplete."""

    tag: str
    is_union: bool = False
    fields: list[Field] | None = None
    packed: bool = False
    align: int = 0
    atomic: bool = False
    #: what `#pragma pack` allows its members as alignment; 0: anything
    pack_limit: int = 0
    #: an argument for a parameter of this union type may have the type of any of its members
    transparent: bool = False
    #: an `_Atomic` one: the struct without the qualifier; another: the one with it, where somebody asked for it
    twin: Struct | None = field(default=None, init=False, repr=False)
    #: by the name of the data model
    layouts: dict[str, StructLayout] = field(default_factory=dict, init=False, repr=False)

    def as_atomic(self) -> Struct:
        """The same, but `_Atomic`; its members are those that this one has, once it has them."""
        if self.atomic:
            return self
        if self.twin is None:
            self.twin = Struct(self.tag, self.is_union, atomic=True)
            self.twin.twin = self
        if self.twin.fields is None and self.fields is not None:
            self.twin.fields, self.twin.packed, self.twin.align = self.fields, self.packed, self.align
            self.twin.pack_limit, self.twin.transparent = self.pack_limit, self.transparent
        return self.twin


@dataclass(frozen=True, slots=True)
class Sync:
    """A synchronisation object: its bytes are opaque, its state is abstract.

    kind: mutex, cond, rwlock, spin, barrier, once, sem, mutexattr, or attr (all other attribute objects).
    """

    kind: str
    size: int
    align: int = 4
    atomic: bool = False
    #: what it is in the source: a structure, or a number
    underlying: CType | None = field(default=None, compare=False, repr=False)


CType = Union[Void, Int, Float, Pointer, Array, Function, Struct, Sync]

VOID = Void()
BOOL = Int(8, False, "_Bool", is_bool=True, rank=0)
CHAR = Int(8, True, "char", rank=1)
SCHAR = Int(8, True, "signed char", rank=1)
UCHAR = Int(8, False, "unsigned char", rank=1)
SHORT = Int(16, True, "short", rank=2)
USHORT = Int(16, False, "unsigned short", rank=2)
INT = Int(32, True, "int", rank=3)
UINT = Int(32, False, "unsigned int", rank=3)
LLONG = Int(64, True, "long long", rank=5)
ULLONG = Int(64, False, "unsigned long long", rank=5)
INT128 = Int(128, True, "__int128", rank=6)
UINT128 = Int(128, False, "unsigned __int128", rank=6)


def unit_of_bits(size: int) -> Int:
    """The number that bit-fields in so many bytes are parts of."""
    return Int(8 * size, False, "bit-fields")


#: what `va_list` is an array of one of: the number of a list of arguments (0: none) and how many were taken of it, in
#: as many bytes as the machine needs for that (psABI 3.5.7); i386 has a pointer instead
_TAG = "__va_list_tag"
_ARGUMENT_LISTS = {
    32: Struct(_TAG, fields=[Field("list", USHORT), Field("taken", USHORT)]),
    64: Struct(
        _TAG, fields=[Field("list", UINT), Field("taken", UINT), Field("rest", Pointer(VOID)), Field("", Pointer(VOID))]
    ),
}


def is_argument_list(t: CType) -> bool:
    """Is it what a `va_list` is as an argument: a pointer?"""
    return isinstance(t, Pointer) and t.to in _ARGUMENT_LISTS.values()


def is_integer(t: CType) -> bool:
    return isinstance(t, Int)


def is_arithmetic(t: CType) -> bool:
    return isinstance(t, Int | Float)


def is_scalar(t: CType) -> bool:
    return isinstance(t, Int | Float | Pointer)


def has_values(t: CType) -> TypeGuard[Int | Float | Pointer]:
    """Are its values known: those of all scalars but `long double`, which is another thing on every machine?"""
    return isinstance(t, Int | Pointer) or (isinstance(t, Float) and t.width in (32, 64))


def has_variable_size(t: CType) -> bool:
    """Is its size known only when the program runs?"""
    while isinstance(t, Array):
        if t.length is not None:
            return True
        t = t.of
    return False


def is_variably_modified(t: CType) -> bool:
    """Is there a length in it that is known only when the program runs?"""
    while isinstance(t, Array | Pointer | Function):
        if isinstance(t, Array) and t.length is not None:
            return True
        t = t.of if isinstance(t, Array) else t.to if isinstance(t, Pointer) else t.result
    return False


def fixed_part(t: CType) -> CType:
    """The largest part of a type of variable size that has a fixed one."""
    while isinstance(t, Array) and has_variable_size(t):
        t = t.of
    return t


def is_without_size(t: CType) -> bool:
    return isinstance(t, Array) and t.size is None and t.length is None


def unqualified(t: CType) -> CType:
    if t.atomic and not isinstance(t, Struct):
        return replace(t, atomic=False)
    return t


@dataclass(frozen=True, slots=True)
class DataModel:
    """ILP32 or LP64: the widths that differ, and layouts."""

    name: str
    long_width: int
    pointer_width: int

    @property
    def long(self) -> Int:
        return Int(self.long_width, True, "long", rank=4)

    @property
    def ulong(self) -> Int:
        return Int(self.long_width, False, "unsigned long", rank=4)

    @property
    def size_t(self) -> Int:
        return UINT if self.pointer_width == 32 else self.ulong

    @property
    def ptrdiff_t(self) -> Int:
        return INT if self.pointer_width == 32 else self.long

    @property
    def va_list(self) -> Array:
        return Array(_ARGUMENT_LISTS[self.pointer_width], 1)

    def size_of(self, t: CType) -> int:
        """Size in bytes. GNU C gives void and functions size 1; an array without a length, as a last member, has 0.

        Incomplete types and those of variable size raise LookupError.
        """
        match t:
            case Int() | Float():
                return t.width // 8
            case Void() | Function():
                return 1
            case Pointer():
                return self.pointer_width // 8
            case Array():
                if t.length is not None:
                    raise LookupError("an array of variable length has no fixed size")
                return self.size_of(t.of) * (t.size or 0)
            case Sync():
                return t.size
            case Struct():
                return self.layout(t).size

    def align_of(self, t: CType) -> int:
        natural = self._natural_align_of(t)
        if isinstance(t, Int | Float | Struct) and t.atomic and (size := self.size_of(t)) in (1, 2, 4, 8, 16):
            return max(natural, size)  # so that the machine can access it at once
        return natural

    def align_of_variable(self, t: CType, wanted: int, *, is_own: bool) -> int:
        """Of one that is declared, with the alignment that its declaration and its type ask for (0: none).

        If that is not its own, on x86-64 arrays as large as a vector are aligned for vectors (psABI 3.1.2).
        """
        try:
            natural = self.align_of(t)
        except LookupError:  # it is somebody else's
            return wanted or 1
        if 0 < wanted < natural:
            return wanted
        try:
            is_large = isinstance(t, Array) and t.size is not None and self.size_of(t) >= 16
        except LookupError:  # of variable length
            is_large = False
        return max(natural, wanted, 16 if is_large and self.pointer_width == 64 and not is_own else 1)

    def _natural_align_of(self, t: CType) -> int:
        match t:
            case Int() | Float():
                # i386 aligns 8-byte scalars in structs to 4
                return min(t.width // 8, 4) if self.pointer_width == 32 else min(t.width // 8, 16)
            case Void() | Function():
                return 1
            case Pointer():
                return self.pointer_width // 8
            case Array(of=Struct() as of):
                return self._natural_align_of(of)  # in gcc, also if it is atomic
            case Array():
                return self.align_of(t.of)
            case Sync():
                return t.align
            case Struct():
                return self.layout(t).align

    def layout(self, t: Struct) -> StructLayout:
        done = t.layouts.get(self.name)
        if done is None:
            done = t.layouts[self.name] = self._lay_out(t)
        return done

    def _lay_out(self, t: Struct) -> StructLayout:
        if t.fields is None:
            raise LookupError(f"{'union' if t.is_union else 'struct'} {t.tag} is incomplete")
        bit = 0  # position of the next free bit
        size_bits = 0
        align = 1
        offsets: list[tuple[int, int]] = []
        limit = t.pack_limit
        for f in t.fields:
            packed = t.packed or f.packed
            type_align = f.natural or self.align_of(f.type)
            field_align = max(1 if packed else type_align, f.align)
            if limit:
                type_align, field_align = min(type_align, limit), min(field_align, limit)
            if t.is_union:
                bit = 0
            if f.bits is not None:
                # for gcc some are members like others, whatever alignment their type has
                own_align = min(f.bits // 8, self.align_of(ULLONG))
                is_whole = not packed and f.bits in (8, 16, 32, 64) and bit % (8 * own_align) == 0
                if f.align:
                    bit = _round_up(bit, 8 * (min(f.align, limit) if limit else f.align))
                if f.bits == 0:  # whatever is packed
                    bit = _round_up(bit, 8 * (f.natural or self.align_of(f.type)))
                elif is_whole:
                    field_align = max(field_align, min(own_align, limit or own_align))
                elif not packed and not limit and self._straddles(bit, f, 8 * type_align):
                    bit = _round_up(bit, 8 * type_align)
                offsets.append((bit // 8, bit % 8))
                bit += f.bits
                if f.name is not None:
                    # `#pragma pack` makes gcc forget that a bit-field is packed
                    align = max(align, field_align, type_align if limit else 1)
            else:
                bit = _round_up(bit, 8 * field_align)
                offsets.append((bit // 8, 0))
                bit += 8 * self.size_of(f.type)
                align = max(align, field_align)
            size_bits = max(size_bits, bit)
        align = max(align, t.align)
        return StructLayout(_round_up(size_bits, 8 * align) // 8, align, tuple(offsets))

    def bit_units(self, t: Struct) -> list[tuple[int, int] | None]:
        """For each field, if it is a bit-field: first byte and size of the place in memory that it shares.

        That are all bit-fields in a row that have a width (C11 3.14); in a union each is alone.
        """
        found: list[tuple[int, int] | None] = []
        run: list[int] = []
        fields, offsets = t.fields or [], self.layout(t).offsets
        for i, (f, (byte, bit)) in enumerate(zip(fields, offsets, strict=True)):
            found.append(None)
            if not f.bits:
                run = []
                continue
            run = [i] if t.is_union else [*run, i]
            start, end = offsets[run[0]][0], byte + (bit + f.bits + 7) // 8
            for j in run:
                found[j] = (start, end - start)
        return found

    def is_padded(self, t: CType) -> bool:
        """Has it bytes, or bits, that are in no member?"""
        if isinstance(t, Array):
            return self.is_padded(t.of)
        if not isinstance(t, Struct) or t.fields is None:
            return isinstance(t, Float) and t.width not in (32, 64)
        if t.is_union:
            return not any(self.size_of(f.type) == self.size_of(t) and not self.is_padded(f.type) for f in t.fields)
        end = 0
        for f, (byte, bit) in zip(t.fields, self.layout(t).offsets, strict=True):
            if 8 * byte + bit > end or self.is_padded(f.type):
                return True
            end = max(end, 8 * byte + bit + (8 * self.size_of(f.type) if f.bits is None else f.bits))
        return end < 8 * self.size_of(t)

    def bit_unit(self, t: CType, offset: int) -> tuple[int, int] | None:
        """First byte and size of the bit-fields in a row of which one is at this byte; None in a union."""
        if isinstance(t, Array):
            size = self.size_of(t.of)
            unit = self.bit_unit(t.of, offset % size) if size else None
            return None if unit is None else (offset - offset % size + unit[0], unit[1])
        if not isinstance(t, Struct) or t.is_union:
            return None
        for f, (start, _), unit in zip(t.fields or [], self.layout(t).offsets, self.bit_units(t), strict=True):
            if unit is not None:
                if unit[0] <= offset < sum(unit):
                    return unit
            elif f.bits is None and start <= offset < start + self.size_of(f.type):
                inner = self.bit_unit(f.type, offset - start)
                return None if inner is None else (start + inner[0], inner[1])
        return None

    def _straddles(self, bit: int, f: Field, align: int) -> bool:
        """Would a bit-field at this bit reach over more units than its type has?"""
        assert f.bits is not None
        return -(-(bit % align + f.bits) // align) * align > 8 * self.size_of(f.type)


def _round_up(n: int, unit: int) -> int:
    return -(-n // unit) * unit


@dataclass(frozen=True, slots=True)
class StructLayout:
    size: int
    align: int
    #: (byte offset, bit within that byte) of each field, in order
    offsets: tuple[tuple[int, int], ...]


ILP32 = DataModel("ILP32", 32, 32)
LP64 = DataModel("LP64", 64, 64)
DATA_MODELS = {m.name: m for m in (ILP32, LP64)}


def show(t: CType, declared: str = "", qualifiers: int = 0) -> str:
    """The type as C would write it, around what is declared with it."""
    words = [word for word, bit in (("const", CONST), ("volatile", VOLATILE)) if qualifiers & bit]
    words += ["_Atomic"] * t.atomic
    match t:
        case Pointer():
            inner = "*" + " ".join(words) + " " * bool(words and declared) + declared
            return show(t.to, f"({inner})" if isinstance(t.to, Array | Function) else inner, t.qualifiers)
        case Array():
            return show(t.of, f"{declared}[{'' if t.size is None else t.size}]", t.qualifiers | qualifiers)
        case Function():
            params = [*map(show, t.params), *["..."] * t.variadic] or ["void"] * (not t.unprototyped)
            return show(t.result, f"{declared}({', '.join(params)})")
        case Void():
            name = "void"
        case Int():
            name = f"enum {t.tag}" if t.enum and t.tag else t.name
        case Float():
            name = {32: "float", 64: "double"}.get(t.width, "long double")
        case Sync():
            name = f"pthread_{t.kind}_t"
        case Struct():
            name = f"{'union' if t.is_union else 'struct'} {t.tag or '<anonymous>'}"
    return " ".join([*words, name]) + " " * (declared[:1] not in ("", "[")) + declared
