"""printf and its kin: the format, which must be a constant, says what is read from memory and what is written to it.

Output into memory is exact, character by character (`library/stdio.c`); other output goes nowhere, and how many
characters it has is computed only if somebody wants to know. A conversion that is not understood, or whose argument is
missing or of another kind, is not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import disturb_errno, known, literal, read_string
from threadproof.frontend.apis.libc.variadic import list_argument
from threadproof.frontend.ctypes import BOOL, CHAR, INT, Float, Int, Pointer, is_thread_id
from threadproof.frontend.lower.passing import Passed, is_just_started
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.patterns import pattern
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_CONVERSION = pattern(
    r"%(?P<flags>[-+ #0']*)(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<kind>.)",
    re.S,
)
#: of a width; output that is too long for an int fails
MOST_DIGITS = 6
_WIDTHS = {"hh": 8, "h": 16, "": 32, "ll": 64, "j": 64, "q": 64}


@dataclass(frozen=True, slots=True)
class Conversion:
    """One % of a format."""

    flags: str
    width: str
    #: None: there is none
    precision: str | None
    length: str
    kind: str

    @property
    def text(self) -> str:
        point = "" if self.precision is None else f".{self.precision}"
        return f"%{self.flags}{self.width}{point}{self.length}{self.kind}"

    @property
    def plus(self) -> int:
        """The character before numbers that are not negative; 0: none."""
        return next((ord(c) for c in "+ " if c in self.flags), 0)

    @property
    def has_zeros(self) -> bool:
        """To the left of numbers, up to the width."""
        return "0" in self.flags and "-" not in self.flags

    def bits(self, c: Calls) -> int:
        return c.model.long_width if self.length in ("l", "z", "t") else _WIDTHS.get(self.length, 0)


def parse(text: str) -> list[str | Conversion]:
    """Literal pieces and conversions; a lone % at the end is a conversion of kind ""."""
    out: list[str | Conversion] = []
    at = 0
    while at < len(text):
        if text[at] != "%":
            end = text.find("%", at)
            end = len(text) if end < 0 else end
            out.append(text[at:end])
            at = end
            continue
        m = _CONVERSION.match(text, at)
        if m is None:
            out.append(Conversion("", "", None, "", ""))
            break
        precision = m["precision"] or "" if "." in m[0][:-1] else None
        out.append(Conversion(m["flags"], m["width"] or "", precision, m["length"] or "", m["kind"]))
        at = m.end()
    return out


def _thread_or(x: A.Expr) -> A.Expr:
    """The id of a thread, if this is a conversion of one."""
    y = A.without_casts(x)
    return y if is_thread_id(y.type) else x


class HasText(Protocol):
    """What takes an argument: a part of a format."""

    @property
    def text(self) -> str: ...


class Arguments:
    """The arguments after the format, evaluated before anything is done with them, as C does."""

    def __init__(self, c: Calls, exprs: Sequence[A.Expr], *, are_counted: bool = True) -> None:
        self.c = c
        self.exprs = exprs
        # what is only printed may be the number of a thread
        self.values = c.values(self.exprs if are_counted else [_thread_or(x) for x in self.exprs])
        if are_counted:
            c.calculates(*(x.type for x in self.exprs))
        self.next = 0

    def take(self, what: HasText) -> tuple[A.Expr, Value] | None:
        if self.next >= len(self.values):
            self.c.unsupported(f"{what.text} without an argument")
            return None
        self.next += 1
        return self.exprs[self.next - 1], self.values[self.next - 1]

    def integer(self, what: Conversion) -> Term:
        found = self.take(what)
        if found is not None and isinstance(found[1], Term) and not isinstance(found[0].type, Float):
            return found[1]
        self.c.unsupported(f"{what.text} for an argument of another kind")
        return T.const(0, 32)

    def float(self, what: Conversion) -> Term:
        found = self.take(what)
        if found is not None and isinstance(found[1], Term) and found[0].type == Float(64):
            return found[1]
        if found is not None:
            self.c.unsupported(f"{what.text} for an argument of another kind")
        return T.const(0, 64)

    def pointer(self, what: HasText) -> tuple[A.Expr, R.Ptr]:
        found = self.take(what)
        if found is not None and isinstance(found[1], R.Ptr):
            return found[0], found[1]
        self.c.unsupported(f"{what.text} for an argument of another kind")
        return A.Const(0, INT, self.exprs[0].pos if self.exprs else A.Pos("", 0, 0)), self.c.program.null()

    def number(self, text: str, what: Conversion) -> Term:
        """A width or a precision, which may be an argument."""
        if text == "*":
            return self.integer(what)
        if len(text) > MOST_DIGITS:
            self.c.unsupported("conversion with a width or precision that is very large")
        return T.const(int(text[:MOST_DIGITS] or "0"), 32)


class _Output:
    """Formatted output: `to` has place for `size` characters, or nobody looks (`to` None)."""

    def __init__(self, c: Calls, args: Arguments, to: R.Ptr | None, size: Term, *, counted: bool) -> None:
        self.c = c
        self.args = args
        self.to = to if to is not None else c.program.null()
        self.size = size
        self.counted = counted
        self.count: Term = T.const(0, 32)

    def run(self, format_: str) -> Term:
        for piece in parse(format_):
            if isinstance(piece, str):
                for character in piece if self.counted else "":
                    self.put(T.const(ord(character), 8))
            elif piece.text == "%%":
                if self.counted:
                    self.put(T.const(ord("%"), 8))
            else:
                self.convert(piece)
        return self.count

    def call(self, name: str, args: list[Value]) -> None:
        result = self.c.call_library(name, [self.to, self.size, self.count, *args])
        if isinstance(result, Term):
            held = self.c.hold(result, INT)
            assert isinstance(held, Term)
            self.count = held

    def put(self, character: Term) -> None:
        if self.to.is_null:
            self.count = T.add(self.count, T.const(1, 32))
        else:
            self.call("__put_char", [character])

    def convert(self, x: Conversion) -> None:
        c = self.c
        width = self.args.number(x.width, x)
        precision = None if x.precision is None else self.args.number(x.precision, x)
        if "-" in x.flags:  # a negative width says the same once more
            width = T.ite(T.slt(width, T.const(0, width.width)), width, T.neg(width))
        match x.kind:
            case "d" | "i" | "u" | "x" | "X" | "o" | "c" if x.bits(c):
                value = self.args.integer(x)
                if self.counted:
                    self._number(x, value, width, precision)
            case "s" if not x.length:
                source, pointer = self.args.pointer(x)
                if literal(source) is None:
                    c.only_if(c.truth(pointer), "%s of a null pointer")
                if self.counted:
                    most = T.const(-1, 32) if precision is None else precision
                    self.call("__put_string", [pointer, width, most])
                elif literal(source) is None:
                    self._read(pointer, precision)
            case "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A" if x.length in ("", "l"):
                number = self.args.float(x)
                if self.counted:
                    self._fraction(x, number, width, precision)
            case "p":
                self.args.take(x)
                if self.counted:
                    c.unsupported("%p, whose text is wanted")
            case "n" if x.bits(c):
                source, pointer = self.args.pointer(x)
                t = Int(x.bits(c), True, "")
                if not self.counted:
                    c.unsupported("%n")
                c.store(c.deref(pointer, t), t, T.resize(self.count, t.width, True), order=O.Order.PLAIN)
            case _:
                c.unsupported(f"{x.text} in a format")

    def _read(self, pointer: R.Ptr, most: Term | None) -> None:
        if most is None:
            self.c.call_library("__read_string", [pointer])
        else:  # a negative precision is none at all
            self.c.call_library("__read_at_most", [pointer, T.resize(most, self.c.model.pointer_width, True)])

    def _number(self, x: Conversion, value: Term, width: Term, precision: Term | None) -> None:
        c = self.c
        if x.kind == "c":
            if x.width or x.length:
                c.unsupported(f"{x.text} in a format")
            self.put(T.extract(value, 8))
            return
        if precision is not None or "#" in x.flags or "'" in x.flags:
            c.unsupported(f"{x.text} in a format")
        signed = x.kind in "di"
        narrow = T.resize(value, x.bits(c), signed)
        wide = T.resize(narrow, 64, signed)
        negative = T.slt(wide, T.const(0, 64)) if signed else T.FALSE
        sign = T.ite(negative, T.const(ord("-"), 32), T.const(x.plus if signed else 0, 32))
        base = {"x": 16, "X": 16, "o": 8}.get(x.kind, 10)
        letters = ord("A" if x.kind == "X" else "a")
        magnitude = T.ite(negative, T.neg(wide), wide)
        rest = [T.const(base, 32), sign, T.const(letters, 32), width, T.const(x.has_zeros, 32)]
        self.call("__put_number", [magnitude, *rest])

    def _fraction(self, x: Conversion, number: Term, width: Term, precision: Term | None) -> None:
        if x.kind not in "fF" or "#" in x.flags or "'" in x.flags:
            self.c.unsupported(f"{x.text}, whose text is wanted")
            return
        digits = T.const(-1, 32) if precision is None else precision
        rest = [T.const(n, 32) for n in (x.has_zeros, x.kind == "F")]
        self.call("__put_fraction", [number, digits, T.const(x.plus, 32), width, *rest])


def _printf(at: int) -> Handler:
    """`at`: which argument is the format; before it come streams and descriptors."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        for x in e.args[:at]:
            c.value(x)
        format_ = known(c, c.arg(e, at))
        if format_ is None:
            return _unknown_format(c, e, at, wanted)
        counted = wanted or any(not isinstance(p, str) and p.kind == "n" for p in parse(format_))
        args = Arguments(c, e.args[at + 1 :], are_counted=counted)
        count = _Output(c, args, None, T.const(0, c.model.pointer_width), counted=counted).run(format_)
        if not wanted:
            disturb_errno(c)
            return count
        return _or_minus_one(c, count)

    return handler


def of_list(function: Handler) -> Handler:
    """The same for a `va_list` as last argument, with which nothing can be done afterwards."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        pointer = list_argument(c, e.args[-1])
        result = c.new_local("result", INT) if isinstance(e.type, Int) else None

        def on(more: Sequence[Passed]) -> None:
            value = function(c, replace(e, args=[*e.args[:-1], *map(c.taken, more)]), wanted)
            if result is not None and isinstance(value, Term):
                c.assign_local(result, value)

        passed = c.frame.passed
        if passed is not None and passed.number and is_just_started(e, c.frame.function):
            on(passed.more)
        else:
            c.with_arguments(pointer, on, "formatted output of a va_list that has no arguments")
        c.set_list(pointer, 0)
        return None if result is None else c.value_of(result)

    return handler


def _or_minus_one(c: Calls, result: Term) -> Value:
    """What was written, or that it could not be."""
    if c.at is None:
        return result
    failed = c.hold(c.nondet(BOOL), BOOL)
    assert isinstance(failed, Term)
    disturb_errno(c, T.is_nonzero(failed))
    return T.ite(T.is_nonzero(failed), T.const(-1, result.width), result)


def _unknown_format(c: Calls, e: A.Call, at: int, wanted: bool) -> Value:
    """Only the format itself is read from memory, if no argument is a pointer."""
    if wanted or any(not isinstance(x.type, Int | Float) for x in e.args[at + 1 :]):
        c.unsupported("format that is not a string literal")
        return c.dummy(e.type)
    pointer, *_ = c.values(e.args[at:])
    c.call_library("__read_string", [pointer])
    disturb_errno(c)
    return c.dummy(e.type)


def _sprintf(is_bounded: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        to = c.hold(c.pointer(c.arg(e, 0)), Pointer(CHAR))
        assert isinstance(to, R.Ptr)
        width = c.model.pointer_width
        size: Value = T.const((1 << (width - 1)) - 1, width)
        if is_bounded:
            size = c.hold(T.resize(c.integer(c.arg(e, 1)), width, False), c.model.size_t)
        assert isinstance(size, Term)
        at = 2 if is_bounded else 1
        format_ = known(c, c.arg(e, at))
        if format_ is None:
            c.unsupported("format that is not a string literal")
            return c.dummy(e.type)
        out = _Output(c, Arguments(c, e.args[at + 1 :]), to, size, counted=True)
        count = out.run(format_)
        if size.value != 0:
            _terminate(c, to, size, count)
        disturb_errno(c)
        return count

    return handler


def _asprintf(c: Calls, e: A.Call, wanted: bool) -> Value:
    """How long the text is says how much memory is asked for; then it is written."""
    to = c.hold(c.pointer(c.arg(e, 0)), Pointer(Pointer(CHAR)))
    assert isinstance(to, R.Ptr)
    format_ = known(c, c.arg(e, 1))
    if format_ is None:
        c.unsupported("format that is not a string literal")
        return c.dummy(e.type)
    args = Arguments(c, e.args[2:])
    width = c.model.pointer_width
    length = c.hold(_Output(c, args, None, T.const(0, width), counted=True).run(format_), INT)
    assert isinstance(length, Term)
    room = c.call_library("__room_for_text", [length])
    if c.at is None:
        return c.dummy(e.type)
    assert isinstance(room, R.Ptr)
    text = c.hold(room, Pointer(CHAR))
    assert isinstance(text, R.Ptr)
    args.next = 0
    size = T.add(T.resize(length, width, False), T.const(1, width))
    count = _Output(c, args, text, size, counted=True).run(format_)
    c.only_if(T.eq(count, length), "text that changes while it is printed")
    _terminate(c, text, size, count)
    t = Pointer(CHAR)
    c.store(c.deref(to, t), t, text, order=O.Order.PLAIN)
    disturb_errno(c)
    return length


def _terminate(c: Calls, to: R.Ptr, size: Term, count: Term) -> None:
    """The end of the text: after its last character, or in the last place."""
    if c.at is None:
        return
    some, end = c.location(), c.location()
    c.branch(T.is_nonzero(size), some, end)
    c.at = some
    long_ = T.resize(count, size.width, False)
    last = T.sub(size, T.const(1, size.width))
    index = T.ite(T.ult(long_, last), long_, last)
    c.store(c.deref(to, CHAR).element(R.ArrayStep(index, 1, None, False), ""), CHAR, T.const(0, 8))
    c.jump(end)
    c.at = end


def _put_line() -> Handler:
    """puts, fputs: the string is read, the result is any number that is not negative, or EOF."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        for x in e.args[1:]:
            c.value(x)
        read_string(c, c.arg(e, 0))
        if wanted:
            return _or_minus_one(c, c.nondet(INT, 0, 0x7FFFFFFF))
        disturb_errno(c)
        return c.dummy(e.type)

    return handler


def _perror(c: Calls, e: A.Call, wanted: bool) -> Value:
    pointer = c.pointer(c.arg(e, 0))
    if literal(c.arg(e, 0)) is None and not pointer.is_null and c.at is not None:
        there, end = c.location(), c.location()
        held = c.hold(pointer, Pointer(CHAR))
        c.branch(c.truth(held), there, end)
        c.at = there
        c.call_library("__read_string", [held])
        c.jump(end)
        c.at = end
    disturb_errno(c)
    return None


def _tell(at: int, *, is_end: bool) -> Handler:
    """err, warn and their kin: a text on stderr, or none if there is no format; then perhaps the end of the process."""
    print_ = _printf(at)

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        format_ = A.without_casts(c.arg(e, at))
        if isinstance(format_, A.Const) and format_.value == 0:
            c.values(e.args)
            disturb_errno(c)
        elif known(c, format_) is None:
            c.values(e.args)
            c.unsupported("format that is not a string literal")
        else:
            print_(c, e, False)
        if is_end:
            c.program.calls_exit = True
            c.end_process("exit")
        return None

    return handler


HANDLERS: dict[str, Handler] = {
    "printf": _printf(0),
    "fprintf": _printf(1),
    "dprintf": _printf(1),
    "vprintf": of_list(_printf(0)),
    **dict.fromkeys(("vfprintf", "vdprintf", "vsyslog"), of_list(_printf(1))),
    "syslog": _printf(1),
    "sprintf": _sprintf(is_bounded=False),
    "snprintf": _sprintf(is_bounded=True),
    "asprintf": _asprintf,
    "vasprintf": of_list(_asprintf),
    "vsprintf": of_list(_sprintf(is_bounded=False)),
    "vsnprintf": of_list(_sprintf(is_bounded=True)),
    "puts": _put_line(),
    "fputs": _put_line(),
    "perror": _perror,
    **dict.fromkeys(("warn", "warnx"), _tell(0, is_end=False)),
    **dict.fromkeys(("err", "errx"), _tell(1, is_end=True)),
    **dict.fromkeys(("vwarn", "vwarnx"), of_list(_tell(0, is_end=False))),
    **dict.fromkeys(("verr", "verrx"), of_list(_tell(1, is_end=True))),
}
