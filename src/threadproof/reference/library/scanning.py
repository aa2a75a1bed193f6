"""Formatted input: what comes from a stream is any, what comes from a text is what stands there (C17 7.21.6.2)."""

from __future__ import annotations

import re
from math import copysign, inf, isfinite
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.literals import rounded
from threadproof.patterns import pattern
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import must_be_apart, read_string, write_byte
from threadproof.reference.library.variadic import forget_arguments, rest
from threadproof.reference.library.words import reads_binary
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_SPECIFICATION = pattern(
    rb"%(?:%|(?P<star>\*)?(?P<width>[1-9]\d{0,5})?(?P<length>hh|h|ll|l|q|j|z|t)?(?P<letter>[diouxXcnsfeEgGaA]|\[\^?\]?[^]]*\]))"
)
_BLANK = b" \t\n\v\f\r"
_BASES = {b"d": 10, b"i": 0, b"u": 10, b"o": 8, b"x": 16, b"X": 16}
#: what the text looks like of which strtol takes the value
_NUMBERS = {
    10: pattern(rb"[-+]?[0-9]*"),
    8: pattern(rb"[-+]?[0-7]*"),
    16: pattern(rb"[-+]?(?:0[xX])?[0-9a-fA-F]*"),
    0: pattern(rb"[-+]?(?:0[xX][0-9a-fA-F]*|0[0-7]*|[1-9][0-9]*)?"),
    2: pattern(rb"[-+]?0[bB][01]*"),
}
_FRACTION = pattern(
    rb"[-+]?(?:(?P<digits>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)|(?i:infinity|inf|nan))",
)
_EOF = -1


class _Scan:
    """One call. `text`: what is read, None if it is a stream."""

    def __init__(self, thread: Thread, args: list[Value], e: A.Call, text: bytes | None, source: Value) -> None:
        self.thread = thread
        self.args = args
        self.e = e
        self.text = text
        self.source = source
        #: so many characters were read, of a stream at least; and whether no more than that
        self.at = 0
        self.is_exact = True
        self.assigned = 0
        #: a conversion has been completed that assigns nothing
        self.suppressed = False
        #: characters of the format stand before the next conversion, and have to be in the stream
        self.expecting = False

    # ------------------------------------------------------------ the parts of the format

    def run(self, format_: bytes) -> Doing[int]:
        done = 0
        while done < len(format_):
            if format_[done] in _BLANK:
                self.skip_blanks()
                done += 1
                continue
            m = _SPECIFICATION.match(format_, done)
            if m is None and format_[done] == ord("%"):
                raise NotUnderstood(f"format {format_[done : done + 8].decode(errors='replace')!r}", self.e.pos)
            done = done + 1 if m is None else m.end()
            if m is None or m["letter"] is None:
                if m is not None:
                    self.skip_blanks()
                failure = self.expect(ord("%") if m is not None else format_[done - 1])
            else:
                failure = yield from self.convert(m)
            if failure is not None:
                return failure
        if self.text is None and self.expecting and not self.assigned:
            failure = self.may_fail(self.at_end())
            if failure is not None:
                return failure
        return self.assigned

    def expect(self, byte: int) -> int | None:
        if self.text is None:
            self.expecting = True
            self.at += 1
            return None
        if self.at == len(self.text):
            return self.input_failure()
        if self.text[self.at] != byte:
            return self.assigned
        self.at += 1
        return None

    def skip_blanks(self) -> None:
        self.is_exact = False
        while self.text is not None and self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1

    def at_end(self) -> list[int]:
        """What the function may return when the input ends (after `%*d` C and glibc are of two minds)."""
        return [self.assigned] if self.assigned else [_EOF, 0] if self.suppressed else [_EOF]

    def input_failure(self) -> int:
        ends = self.at_end()
        if len(ends) == 1 or self.thread.machine.input(ct.BOOL, self.e.pos):
            return ends[0]
        return ends[1]

    def may_fail(self, results: list[int]) -> int | None:
        return next((n for n in results if self.thread.machine.input(ct.BOOL, self.e.pos)), None)

    # ------------------------------------------------------------ conversions

    def convert(self, m: re.Match[bytes]) -> Doing[int | None]:
        letter = m["letter"]
        to = None
        if not m["star"]:
            if not self.args:
                raise NotUnderstood("format with too few arguments", self.e.pos)
            to = as_pointer(self.args.pop(0))
        if letter == b"n":
            return (yield from self.tell(m, to))
        width = int(m["width"] or 0)
        if self.text is None:
            ends = [] if self.assigned else self.at_end()
            if (self.assigned or self.expecting or letter not in b"cs") and self.assigned not in ends:
                ends.append(self.assigned)
            failure = self.may_fail(ends)
            self.expecting = False
            self.at += 1
            self.is_exact &= letter == b"c" and width <= 1
        elif letter in _BASES:
            failure = yield from self.number(m, width, to)
        elif letter in b"feEgGaA":
            failure = yield from self.fraction(m, width, to)
        else:
            failure = yield from self.characters(m, width, to)
        if failure is not None:
            return failure
        if to is None:
            self.suppressed = True
            return None
        if self.text is None:
            yield from self.anything(m, width, to)
        self.assigned += 1
        return None

    def bits(self, m: re.Match[bytes]) -> int:
        match m["length"]:
            case b"hh":
                return 8
            case b"h":
                return 16
            case b"ll" | b"q" | b"j":
                return 64
            case None:
                return 32
        return self.thread.machine.model.long_width

    def store(self, to: Pointer, value: int, bits: int) -> Doing[None]:
        if self.text is not None:
            must_be_apart(to, bits // 8, self.source, len(self.text) + 1, self.e.pos)
        yield from self.thread.store(to, value & ((1 << bits) - 1), ct.Int(bits, False, ""), self.e.pos)

    def tell(self, m: re.Match[bytes], to: Pointer | None) -> Doing[int | None]:
        bits = self.bits(m)
        if to is None or m["width"]:
            raise NotUnderstood("format %n with more than that", self.e.pos)
        count = self.at
        if self.text is None:
            if self.expecting:
                failure = self.may_fail([*self.at_end(), *([] if self.assigned else [0])])
                if failure is not None:
                    return failure
            self.expecting = False
            t = ct.Int(bits, True, "")
            is_too_large = count >> (bits - 1) > 0
            if not self.is_exact or is_too_large:
                low = None if bits < 32 or is_too_large else count
                count = self.thread.machine.input(t, self.e.pos, low=low)
        yield from self.thread.store(to, count & ((1 << bits) - 1), ct.Int(bits, False, ""), self.e.pos)
        return None

    def number(self, m: re.Match[bytes], width: int, to: Pointer | None) -> Doing[int | None]:
        assert self.text is not None
        self.skip_blanks()
        if self.at == len(self.text):
            return self.input_failure()
        base = _BASES[m["letter"]]
        end = min(len(self.text), self.at + width) if width else len(self.text)
        found = _NUMBERS[base].match(self.text, self.at, end)
        if base == 0 and (binary := _NUMBERS[2].match(self.text, self.at, end)):
            if reads_binary(self.thread, self.e.pos):
                found = binary
        item = b"" if found is None else found.group()
        digits = item.lstrip(b"-+").lower()
        if digits in (b"0x", b"0b"):
            raise NotUnderstood(f"{digits.decode()} without a digit behind it", self.e.pos)
        if not digits:
            return self.assigned
        self.at += len(item)
        if base == 0:
            base = {b"0x": 16, b"0b": 2}.get(digits[:2], 8 if digits.startswith(b"0") else 10)
        value = int(digits.removeprefix(b"0x").removeprefix(b"0b"), base)
        negative = item.startswith(b"-")
        bits = self.bits(m)
        wide = max(bits, self.thread.machine.model.long_width)
        if m["letter"] in b"di":
            value = min(value, (1 << (wide - 1)) - 1 + negative) * (-1 if negative else 1)
        else:
            value = (1 << wide) - 1 if value >> wide else -value if negative else value
        if to is not None:
            yield from self.store(to, value, bits)
        return None

    def fraction(self, m: re.Match[bytes], width: int, to: Pointer | None) -> Doing[int | None]:
        assert self.text is not None
        self.skip_blanks()
        if self.at == len(self.text):
            return self.input_failure()
        found = _FRACTION.match(self.text, self.at)
        if found is None:
            return self.assigned
        behind = self.text[found.end() :].lower()
        seems_to_go_on = behind[:1] == b"e" if found["digits"] else behind[:1] in (b"i", b"(")
        is_hexadecimal = found["digits"] == b"0" and behind[:1] == b"x"
        if width or seems_to_go_on or is_hexadecimal:
            raise NotUnderstood(f"sscanf of {m.group().decode()!r}", self.e.pos)
        self.at = found.end()
        if to is not None:
            t = ct.Float(64 if m["length"] else 32)
            must_be_apart(to, t.width // 8, self.source, len(self.text) + 1, self.e.pos)
            yield from self.thread.store(to, _nearest(found.group().decode(), t.width), t, self.e.pos)
        return None

    def characters(self, m: re.Match[bytes], width: int, to: Pointer | None) -> Doing[int | None]:
        assert self.text is not None
        letter = m["letter"]
        if letter == b"s":
            self.skip_blanks()
        if self.at == len(self.text):
            return self.input_failure()
        if letter == b"c":
            end = self.at + (width or 1)
            if end > len(self.text):
                raise NotUnderstood("%c with a width, and fewer characters", self.e.pos)
        else:
            wanted = _wanted(letter)
            end = self.at
            while end < len(self.text) and self.text[end] in wanted and (not width or end < self.at + width):
                end += 1
            if end == self.at:
                return self.assigned
        item = self.text[self.at : end] + (b"" if letter == b"c" else b"\0")
        self.at = end
        for i, byte in enumerate(item if to is not None else b""):
            assert to is not None
            must_be_apart(to, i + 1, self.source, len(self.text) + 1, self.e.pos)
            yield from write_byte(self.thread, self.thread.moved(to, i), byte, self.e.pos)
        return None

    def anything(self, m: re.Match[bytes], width: int, to: Pointer) -> Doing[None]:
        """What a stream may have for a conversion."""
        letter, machine, pos = m["letter"], self.thread.machine, self.e.pos
        if letter in b"feEgGaA":
            if width:
                raise NotUnderstood(f"format {m.group().decode()!r}", pos)
            t = ct.Float(64 if m["length"] else 32)
            yield from self.thread.store(to, machine.float_input(t, pos), t, pos)
        elif letter == b"c":
            if width > 1:
                raise NotUnderstood(f"format {m.group().decode()!r}", pos)
            yield from self.store(to, machine.input(ct.CHAR, pos), 8)
        elif letter in _BASES:
            yield from self.store(to, self.any_number(m, width), self.bits(m))
        else:
            wanted = _wanted(letter)
            n = 0
            while True:
                machine.tick(pos)
                byte = machine.input(ct.UCHAR, pos)
                if byte not in wanted:
                    raise NotUnderstood("a character that cannot be read here", pos)
                yield from write_byte(self.thread, self.thread.moved(to, n), byte, pos)
                n += 1
                if n == width or not machine.input(ct.BOOL, pos):
                    break
            yield from write_byte(self.thread, self.thread.moved(to, n), 0, pos)

    def any_number(self, m: re.Match[bytes], width: int) -> int:
        machine, pos, bits = self.thread.machine, self.e.pos, self.bits(m)
        base = _BASES[m["letter"]]
        if width and base == 0:
            raise NotUnderstood(f"format {m.group().decode()!r}", pos)
        if not width or base**width >= 1 << (bits - 1 if m["letter"] == b"d" else bits):
            return machine.input(ct.Int(bits, m["letter"] in b"di", ""), pos)
        size = machine.input(ct.Int(bits, False, ""), pos, 0, base**width - 1)
        minus = machine.input(ct.BOOL, pos)
        return -size if minus and size < base ** (width - 1) else size


def _nearest(text: str, width: int) -> float:
    """The floating-point number of so many bits that is nearest."""
    from fractions import Fraction

    value = float(text)
    if not value or not isfinite(value):
        return value
    near = rounded(Fraction(text), width)
    return copysign(inf, value) if near is None else near


def _wanted(letter: bytes) -> set[int]:
    """The characters of %s, or of a set in brackets, where a-z means all from a to z, as a-c-z does."""
    if letter == b"s":
        return set(range(256)).difference(_BLANK)
    inside = letter[1:-1].removeprefix(b"^")
    found = set(inside[:1])
    for n in range(1, len(inside)):
        if inside[n] == ord("-") and n + 1 < len(inside) and inside[n - 1] <= inside[n + 1]:
            found.update(range(inside[n - 1], inside[n + 1]))
        else:
            found.add(inside[n])
    return set(range(256)) - found if letter.startswith(b"[^") else found


def _scanner(at: int, *, is_text: bool = False) -> Handler:
    """`at`: which argument is the format."""

    def scan(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        format_ = yield from read_string(thread, args[at], e.pos)
        text = (yield from read_string(thread, args[0], e.pos)) if is_text else None
        yield from thread.disturb_errno(e.pos)
        result = yield from _Scan(thread, args[at + 1 :], e, text, args[0]).run(format_)
        if is_text and (yield from read_string(thread, args[0], e.pos)) != text:
            raise NotUnderstood("a text that changes while it is read", e.pos)
        return result

    return scan


def _of_list(function: Handler) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        more = [v for v, _ in rest(thread, args[-1], e.pos)]
        v = yield from function(thread, [*args[:-1], *more], e)
        forget_arguments(thread, args[-1], e.pos)
        return v

    return handler


_NAMES = {"scanf": _scanner(0), "fscanf": _scanner(1), "sscanf": _scanner(1, is_text=True)}
HANDLERS: dict[str, Handler] = {**_NAMES, **{f"v{name}": _of_list(f) for name, f in _NAMES.items()}}
