"""Output: what is printed is lost, but the arguments are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import read_byte, read_string, write_bytes
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_DIRECTIVE = re.compile(rb"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|q|j|z|t|L)?([diouxXcspnaAeEfFgG%])")
_WIDTHS = {b"hh": 8, b"h": 16}


def formatted(thread: Thread, args: list[Value], e: A.Call, at: int) -> Doing[bytes]:
    """The text that a format (argument `at`) and what follows it stand for."""
    text = yield from read_string(thread, args[at], e.pos)
    found = bytearray()
    done, n = 0, at + 1
    while (percent := text.find(b"%", done)) >= 0:
        found += text[done:percent]
        directive = _DIRECTIVE.match(text, percent)
        if directive is None:
            raise NotUnderstood(f"format {text[percent : percent + 8].decode(errors='replace')!r}", e.pos)
        done = directive.end()
        flags, width, precision, length, letter = directive.groups()
        if letter == b"%":
            found += b"%"
            continue
        stars = [width, precision].count(b"*")
        if n + stars >= len(args):
            raise NotUnderstood("format with too few arguments", e.pos)
        if stars:
            raise NotUnderstood("format with a width that is an argument", e.pos)
        v = args[n]
        n += 1
        limit = None if directive.group().find(b".") < 0 else int(precision or 0)
        shown = yield from _shown(thread, v, letter, length, limit, e.pos)
        if letter in b"diouxX" and limit is not None:
            sign, digits = (b"-", shown[1:]) if shown.startswith(b"-") else (b"", shown)
            shown = sign + digits.rjust(limit, b"0")
        if b"#" in flags:
            raise NotUnderstood(f"format {directive.group().decode()!r}", e.pos)
        if letter in b"di" and not shown.startswith(b"-"):
            shown = (b"+" if b"+" in flags else b" " if b" " in flags else b"") + shown
        size = int(width or 0)
        if b"-" in flags:
            shown = shown.ljust(size)
        elif b"0" in flags and limit is None and letter != b"s":
            sign = shown[:1] if shown[:1] in (b"-", b"+", b" ") else b""
            shown = sign + shown[len(sign) :].rjust(size - len(sign), b"0")
        else:
            shown = shown.rjust(size)
        found += shown
    return bytes(found + text[done:])


def _shown(
    thread: Thread, v: Value, letter: bytes, length: bytes | None, limit: int | None, pos: A.Pos
) -> Doing[bytes]:
    if letter == b"s":
        return (yield from read_string(thread, v, pos, limit))
    if letter == b"c":
        return bytes([number(v) & 0xFF])
    if letter == b"p":
        return f"{as_pointer(v).address:#x}".encode()
    if letter == b"n":
        raise NotUnderstood("format %n", pos)
    if isinstance(v, float):
        style = letter.decode()
        if style in "aA":
            raise NotUnderstood("format %a", pos)
        return f"{v:.{6 if limit is None else limit}{style}}".encode()
    if not isinstance(v, int | Pointer):
        raise NotUnderstood("printing of a structure", pos)
    size = _WIDTHS.get(length or b"")
    if size is None:
        size = 64 if length in (b"ll", b"q", b"j") else thread.machine.model.long_width if length else 32
    signed = letter in b"di"
    n = number(v) & ((1 << size) - 1)
    if signed and n >> (size - 1):
        n -= 1 << size
    return format(n, {b"x": "x", b"X": "X", b"o": "o"}.get(letter, "d")).encode()


def _printer(at: int) -> Handler:
    """printf and its like, with the format as argument `at`."""

    def print_(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        text = yield from formatted(thread, args, e, at)
        return len(text)

    return print_


def sprintf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from formatted(thread, args, e, 1)
    yield from write_bytes(thread, as_pointer(args[0]), text + b"\0", e.pos)
    return len(text)


def snprintf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    text = yield from formatted(thread, args, e, 2)
    size = number(args[1])
    if size:
        yield from write_bytes(thread, as_pointer(args[0]), text[: size - 1] + b"\0", e.pos)
    return len(text)


def puts(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from read_string(thread, args[0], e.pos)
    return None if isinstance(e.type, ct.Void) else thread.machine.input(ct.INT, e.pos, low=0)


def put_character(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return number(args[0]) & 0xFF


def write(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    for n in range(number(args[2])):
        yield from read_byte(thread, thread.moved(as_pointer(args[1]), n), e.pos)
    assert isinstance(e.type, ct.Int)
    return thread.machine.input(e.type, e.pos, low=-1, high=number(args[2]))


HANDLERS: dict[str, Handler] = {
    "printf": _printer(0),
    **dict.fromkeys(("fprintf", "dprintf", "syslog"), _printer(1)),
    "sprintf": sprintf,
    "snprintf": snprintf,
    **dict.fromkeys(("puts", "fputs", "perror"), puts),
    **dict.fromkeys(("putchar", "fputc", "putc"), put_character),
    "write": write,
}
