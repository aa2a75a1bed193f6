"""scanf and its kin: what a format, which must be a constant, takes from a stream or from a text.

What comes from a stream is arbitrary. A text is read character by character (`library/scanning.c`), and before that to
its end, as glibc does. A conversion that is not understood, or whose argument is missing or of another kind, is not
guessed at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import disturb_errno, known, pointee
from threadproof.frontend.apis.libc.formats import Arguments, of_list
from threadproof.frontend.ctypes import BOOL, CHAR, Array, CType, Float, Int, Pointer, Void
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.patterns import pattern
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler
    from threadproof.frontend.lower.whole import Value

#: white space of C, which is not that of Python
BLANKS = " \t\n\v\f\r"
_DIRECTIVE = pattern(r"%(?P<lost>\*)?(?P<width>\d+)?(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<kind>\[\^?\]?[^]]*\]|.)", re.S)
_WIDTHS = {"hh": 8, "h": 16, "": 32, "ll": 64, "j": 64, "q": 64}
_BASES = {"d": 10, "u": 10, "x": 16, "X": 16, "o": 8, "i": 0}
#: of a width
_MOST_DIGITS = 6
#: what `sscanf` finds: the text has ended, or goes on in another way
_NOTHING, _OTHERWISE = -1, -2
_END = -1


@dataclass(frozen=True, slots=True)
class Directive:
    """White space ("blank"), a character that has to be there ("literal"), or a conversion, by its letter."""

    kind: str
    text: str
    #: of a conversion: nothing is stored; 0: no width
    lost: bool = False
    width: int = 0
    length: str = ""
    #: of %s and %[]: the characters that belong to it
    members: frozenset[int] = frozenset()

    @property
    def is_set(self) -> bool:
        return self.text.endswith("]")

    def bits(self, c: Calls) -> int:
        return c.model.long_width if self.length in ("l", "z", "t") else _WIDTHS.get(self.length, 0)


def directives(text: str) -> list[Directive] | str:
    """What a format says; or the part of it that is not understood."""
    out: list[Directive] = []
    at = 0
    while at < len(text):
        if text[at] in BLANKS:
            out += [] if out and out[-1].kind == "blank" else [Directive("blank", " ")]
            at += 1
        elif text[at] != "%":
            out.append(Directive("literal", text[at]))
            at += 1
        elif text.startswith("%%", at):
            out += [Directive("blank", " "), Directive("literal", "%")]
            at += 2
        else:
            m = _DIRECTIVE.match(text, at)
            found = None if m is None else _conversion(m[0], bool(m["lost"]), m["width"], m["length"] or "", m["kind"])
            if m is None or found is None:
                return text[at : at + 8] if m is None else m[0]
            out.append(found)
            at = m.end()
    return out


def _conversion(text: str, lost: bool, digits: str | None, length: str, kind: str) -> Directive | None:
    if digits is not None and (len(digits) > _MOST_DIGITS or int(digits) == 0):
        return None
    width = int(digits or 0)
    if kind in tuple("feEgGaA"):
        return Directive("f", text, lost, width, length) if length in ("", "l") else None
    if kind[0] == "[" and len(kind) > 1 and not length:
        members = _members(kind[1:-1])
        return Directive("s", text, lost, width, length, members)
    if kind == "s" and not length:
        return Directive("s", text, lost, width, length, frozenset(range(256)) - {ord(x) for x in BLANKS})
    if (kind in _BASES and length != "L") or (kind == "c" and not length):
        return Directive(kind, text, lost, width, length)
    return Directive(kind, text, lost, width, length) if kind == "n" and length != "L" and not (lost or width) else None


def _members(text: str) -> frozenset[int]:
    """Of a set in brackets. `a-z` is a range, as in glibc, though C leaves that to the implementation.

    A dash between two characters that are in order stands for all between them, and is none otherwise.
    """
    rest = text.removeprefix("^")
    out: set[int] = set()
    for before, here, behind in zip("\x01" + rest, rest, rest[1:] + "\0", strict=False):
        is_range = here == "-" and len(out) > 0 and before <= behind
        out |= set(range(ord(before), ord(behind))) if is_range else {ord(here)}
    return frozenset(range(256)) - out if text.startswith("^") else frozenset(out)


def _scalar(t: CType, x: Directive) -> CType:
    """What a pointer for a conversion points to; for characters it may be that to an array of them, or to void."""
    if x.kind in "cs" and (isinstance(t, Void) or (isinstance(t, Array) and isinstance(t.of, Int) and t.of.width == 8)):
        return CHAR
    return t


class _Input:
    """What stops the reading, and where control goes then: to the results of the call."""

    def __init__(self, c: Calls, args: Arguments) -> None:
        self.c = c
        self.args = args
        self.results: dict[int, int] = {}
        #: how many conversions have stored something, and whether one has stored nothing
        self.done = 0
        self.is_lost = False

    def result(self, n: int) -> int:
        if n not in self.results:
            self.results[n] = self.c.location()
        return self.results[n]

    def ends(self) -> list[int]:
        """What the call may give if the input ends here. (Of `%*d` C says 0, and glibc gives EOF.)"""
        return [self.done] if self.done else [_END, 0] if self.is_lost else [_END]

    def finish(self, e: A.Call) -> Value:
        if self.c.at is not None:
            if self.done in self.results:
                self.c.jump(self.results[self.done])
            else:
                self.results[self.done] = self.c.at
        return self.c.merge(self.results, e)

    def convert(self, x: Directive) -> None:
        """To where the next argument says, of which the type must be right."""
        c = self.c
        if x.lost:
            self.read(x, None, CHAR)
            self.is_lost = True
            return
        source, pointer = self.args.pointer(x)
        if c.at is None:
            return
        t = _scalar(pointee(source), x)
        if isinstance(t, Int) and x.kind != "f" and not t.is_bool and t.width == (8 if x.kind in "cs" else x.bits(c)):
            if x.kind == "n":
                self.tell(pointer, t)
                return
            self.read(x, pointer, t)
        elif isinstance(t, Float) and x.kind == "f" and t.width == (64 if x.length else 32):
            self.read(x, pointer, t)
        else:
            c.unsupported(f"{x.text} for an argument of another kind")
        self.done += 1

    def read(self, x: Directive, to: R.Ptr | None, t: Int | Float) -> None:
        raise NotImplementedError

    def tell(self, to: R.Ptr, t: Int) -> None:
        """How many characters were read."""
        raise NotImplementedError

    def run(self, format_: list[Directive], e: A.Call) -> Value:
        raise NotImplementedError


class _Stream(_Input):
    """Some of the conversions succeed, one after the other, and what they store is arbitrary."""

    must_match = False
    #: so many characters were read so far, at least, and whether no more than that
    least = 0
    is_exact = True

    def run(self, format_: list[Directive], e: A.Call) -> Value:
        c = self.c
        self.result(_END)
        for x in format_:
            if c.at is None:
                break
            if x.kind == "literal":
                self.must_match = True
                self.least += 1
            elif x.kind == "blank":
                self.is_exact = False
            else:
                self.convert(x)
        if self.must_match and not self.done:
            self._may_stop(self.ends())
        return self.finish(e)

    def _may_stop(self, ends: list[int]) -> None:
        for n in ends:
            if self.c.at is None:
                return
            go_on = self.c.location()
            self.c.branch(T.is_nonzero(self.c.nondet(BOOL)), self.result(n), go_on)
            self.c.at = go_on

    def read(self, x: Directive, to: R.Ptr | None, t: Int | Float) -> None:
        c = self.c
        ends = [] if self.done else self.ends()
        takes_any = x.kind == "c" or (x.kind == "s" and not x.is_set)
        if (self.done or self.must_match or not takes_any) and self.done not in ends:
            ends.append(self.done)
        self._may_stop(ends)
        self.must_match = False
        self.least += 1
        self.is_exact &= x.kind == "c" and x.width <= 1
        if c.at is None or to is None:
            return
        if x.kind == "s":
            most = T.const(x.width or -1, c.model.pointer_width)
            c.call_library("__input_string", [most, *_words(x.members), to])
            return
        if x.width and (x.kind in ("f", "i") or (x.kind == "c" and x.width > 1)):
            c.unsupported(f"{x.text} in a format")
            return
        value: Term
        if isinstance(t, Float):
            value = c.anything(t.width)
        elif x.width and x.kind != "c":
            value = self._of_width(x, t)
        else:
            value = c.nondet(t)
        c.store(c.deref(to, t), t, value, order=O.Order.PLAIN)

    def _of_width(self, x: Directive, t: Int) -> Term:
        """A number of so many characters, of which a minus may be one; any, if that may be too large for the type."""
        c = self.c
        base = _BASES[x.kind]
        if base**x.width >> (t.width - (x.kind == "d")):
            return c.nondet(t)
        size = c.hold(c.nondet(t, 0, base**x.width - 1), t)
        minus = c.nondet(BOOL)
        assert isinstance(size, Term)
        negative = T.and_(T.is_nonzero(minus), T.ult(size, T.const(base ** (x.width - 1), t.width)))
        return T.ite(negative, T.neg(size), size)

    def tell(self, to: R.Ptr, t: Int) -> None:
        if self.must_match:
            self._may_stop([*self.ends(), *([] if self.done else [0])])
        self.must_match = False
        most = (1 << (t.width - 1)) - 1
        count: Term
        if self.is_exact and self.least <= most:
            count = T.const(self.least, t.width)
        elif t.width < 32 or self.least > most:
            count = self.c.nondet(t)
        else:
            count = self.c.nondet(t, self.least, most)
        self.c.store(self.c.deref(to, t), t, count, order=O.Order.PLAIN)


class _Text(_Input):
    """What is there says what the conversions yield."""

    def __init__(self, c: Calls, args: Arguments, text: R.Ptr) -> None:
        super().__init__(c, args)
        self.text = text
        self.length = self._held(c.call_library("strlen", [text]))
        self.at: Term = T.const(0, c.model.pointer_width)

    def _held(self, value: Value) -> Term:
        assert isinstance(value, Term)
        held = self.c.hold(value, self.c.model.size_t)
        assert isinstance(held, Term)
        return held

    def run(self, format_: list[Directive], e: A.Call) -> Value:
        for x in format_:
            if self.c.at is None:
                break
            if x.kind == "blank":
                self.at = self._held(self.c.call_library("__scan_blanks", [self.text, self.at]))
            elif x.kind == "literal":
                self._take("__scan_literal", [self.text, self.at, T.const(ord(x.text), 8)])
            else:
                self.convert(x)
        return self.finish(e)

    def _take(self, name: str, args: list[Value]) -> None:
        """Control goes on behind what is taken."""
        c = self.c
        found = self._held(c.call_library(name, args))
        if c.at is None:
            return
        width = c.model.pointer_width
        stopped, go_on = c.location(), c.location()
        c.branch(T.ult(found, T.const(_OTHERWISE, width)), go_on, stopped)
        c.at = stopped
        if self.done == 0:
            ended, other = c.location(), c.location()
            c.branch(T.eq(found, T.const(_NOTHING, width)), ended, other)
            c.at = other
            c.jump(self.result(0))
            c.at = ended
            ends = self.ends()
            if len(ends) > 1:
                c.branch(T.is_nonzero(c.nondet(BOOL)), *map(self.result, ends))
        c.jump(self.result(self.ends()[0]))
        c.at = go_on
        self.at = found

    def read(self, x: Directive, to: R.Ptr | None, t: Int | Float) -> None:
        c = self.c
        width = c.model.pointer_width
        kept: list[Value] = [T.const(to is not None, 8), c.program.null() if to is None else to]
        most = T.const(x.width or -1, width)
        match x.kind:
            case "c":
                count = T.const(x.width or 1, width)
                self._take("__scan_characters", [self.text, self.length, self.at, count, *kept])
            case "s":
                if not x.is_set:
                    self.at = self._held(c.call_library("__scan_blanks", [self.text, self.at]))
                words = _words(x.members)
                self._take("__scan_string", [self.text, self.length, self.at, most, *words, *kept])
            case "f" if x.width:
                c.unsupported(f"{x.text} in a format of sscanf")
            case "f":
                name = "__scan_double" if x.length else "__scan_float"
                self._take(name, [self.text, self.length, self.at, *kept])
            case _:
                wide = max(x.bits(c), c.model.long_width)
                is_signed = x.kind in ("d", "i")
                kind: list[Value] = [T.const(_BASES[x.kind], 32), T.const(is_signed, 8)]
                largest = T.const((1 << (wide - is_signed)) - 1, 64)
                args = [self.text, self.length, self.at, most, *kind, largest, *kept]
                self._take(f"__scan_{x.bits(c)}", args)

    def tell(self, to: R.Ptr, t: Int) -> None:
        self.c.store(self.c.deref(to, t), t, T.resize(self.at, t.width, False), order=O.Order.PLAIN)


def _words(members: frozenset[int]) -> list[Value]:
    """A set of characters as four numbers of 64 bits."""
    return [T.const(sum(1 << (x - n) for x in members if n <= x < n + 64), 64) for n in range(0, 256, 64)]


def _scanf(at: int, *, is_text: bool = False) -> Handler:
    """`at`: which argument is the format; before it comes a stream or a text."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        text = c.program.null()
        for x in e.args[:at]:
            if is_text:
                held = c.hold(c.pointer(x), Pointer(CHAR))
                assert isinstance(held, R.Ptr)
                text = held
            else:
                c.value(x)
        format_ = known(c, c.arg(e, at))
        if format_ is None:
            c.unsupported("format that is not a string literal")
            return c.dummy(e.type)
        parsed = directives(format_)
        if isinstance(parsed, str):
            c.values(e.args[at + 1 :])
            c.unsupported(f"{parsed} in a format")
            return c.dummy(e.type)
        args = Arguments(c, e.args[at + 1 :])
        disturb_errno(c)
        return (_Text(c, args, text) if is_text else _Stream(c, args)).run(parsed, e)

    return handler


HANDLERS: dict[str, Handler] = {
    "scanf": _scanf(0),
    "fscanf": _scanf(1),
    "sscanf": _scanf(1, is_text=True),
    "vscanf": of_list(_scanf(0)),
    "vfscanf": of_list(_scanf(1)),
    "vsscanf": of_list(_scanf(1, is_text=True)),
}
