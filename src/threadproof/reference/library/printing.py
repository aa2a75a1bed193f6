"""Output: what is printed is lost, unless it goes to memory; the arguments are read, character by character."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.patterns import pattern
from threadproof.reference.action import Doing
from threadproof.reference.library.strings import must_be_apart, pieces, read_byte, read_string, write_byte
from threadproof.reference.library.variadic import forget_arguments, rest
from threadproof.reference.memory import NULL, Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_DIRECTIVE = pattern(rb"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|q|j|z|t|L)?([diouxXcspnaAeEfFgG%])")
_WIDTHS = {b"hh": 8, b"h": 16}
_FRACTIONS = b"eEfFgGaA"
#: of a width or a precision
_MOST_DIGITS = 6


#: is given every character that is printed, with how many there were before
Sink = Callable[[int, int], Doing[None]]


def formatted(
    thread: Thread, args: list[Value], e: A.Call, at: int, put: Sink, to: Pointer | None = None, size: int = 0
) -> Doing[int]:
    """Print what a format (argument `at`) and what follows it stand for; how many characters that are.

    (That is for `size` bytes of memory, if `to` is given.)
    """
    text = yield from read_string(thread, args[at], e.pos)
    count, done, n = 0, 0, at + 1
    while done < len(text):
        if text[done] != ord("%"):
            yield from put(count, text[done])
            count, done = count + 1, done + 1
            continue
        directive = _DIRECTIVE.match(text, done)
        if directive is None:
            raise NotUnderstood(f"format {text[done : done + 8].decode(errors='replace')!r}", e.pos)
        done = directive.end()
        if directive.group() == b"%%":
            yield from put(count, ord("%"))
            count += 1
            continue
        if b"*" in directive.group():
            raise NotUnderstood("format with a width that is an argument", e.pos)
        if n >= len(args):
            raise NotUnderstood("format with too few arguments", e.pos)
        printed = yield from _padded(thread, args[n], directive, e.pos)
        if to is not None and (read := [x for x in printed if isinstance(x, Pointer)]):
            has_end = b"." not in directive.group() or len(read) < int(directive[3] or 0)
            must_be_apart(to, min(count + len(printed), size), read[0], len(read) + has_end, e.pos)
        for i, byte in enumerate(printed):
            if isinstance(byte, Pointer):
                byte = yield from read_byte(thread, byte, e.pos)
            yield from put(count + i, byte)
        count, n = count + len(printed), n + 1
    return count


def _padded(thread: Thread, v: Value, directive: re.Match[bytes], pos: A.Pos) -> Doing[list[int | Pointer]]:
    """What a directive prints: characters, or where in memory they are (a string is read again when it is printed)."""
    flags, width, precision, length, letter = directive.groups()
    if max(len(width or b""), len(precision or b"")) > _MOST_DIGITS:
        raise NotUnderstood("format with a very large number", pos)
    size = int(width or 0)
    limit = None if directive.group().find(b".") < 0 else int(precision or 0)
    if b"#" in flags:
        raise NotUnderstood(f"format {directive.group().decode()!r}", pos)
    if letter == b"s":
        characters = len((yield from read_string(thread, v, pos, limit)))
        string: list[int | Pointer] = [thread.moved(as_pointer(v), i) for i in range(characters)]
        blanks: list[int | Pointer] = [ord(" ")] * (size - characters)
        return string + blanks if b"-" in flags else blanks + string
    shown = _shown(thread, v, letter, length, limit, pos)
    if letter in b"diouxX" and limit is not None:
        sign, digits = (b"-", shown[1:]) if shown.startswith(b"-") else (b"", shown)
        shown = sign + digits.rjust(limit, b"0")
    if letter in b"di" + _FRACTIONS and not shown.startswith(b"-"):
        shown = (b"+" if b"+" in flags else b" " if b" " in flags else b"") + shown
    if b"-" in flags:
        shown = shown.ljust(size)
    elif b"0" in flags and (letter in _FRACTIONS or limit is None) and not shown.lower().endswith((b"inf", b"nan")):
        sign = shown[:1] if shown[:1] in (b"-", b"+", b" ") else b""
        shown = sign + shown[len(sign) :].rjust(size - len(sign), b"0")
    return list(shown.rjust(size))


def _shown(thread: Thread, v: Value, letter: bytes, length: bytes | None, limit: int | None, pos: A.Pos) -> bytes:
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
        if v != v:
            raise NotUnderstood("text of a number that is none", pos)
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


def _nowhere(at: int, byte: int) -> Doing[None]:
    yield from ()


def _printer(at: int) -> Handler:
    """printf and its like, with the format as argument `at`."""

    def print_(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        count = yield from formatted(thread, args, e, at, _nowhere)
        failed = bool(thread.machine.input(ct.BOOL, e.pos))
        yield from thread.disturb_errno(e.pos, failed)
        return -1 if failed else count

    return print_


def _print_to_memory(thread: Thread, args: list[Value], e: A.Call, at: int, size: int) -> Doing[Value]:
    """Character by character, and at last the NUL; at most `size` characters in all."""
    to = as_pointer(args[0])

    def put(n: int, byte: int) -> Doing[None]:
        if n + 1 < size:
            yield from write_byte(thread, thread.moved(to, n), byte, e.pos)

    count = yield from formatted(thread, args, e, at, put, to, size)
    if size:
        yield from write_byte(thread, thread.moved(to, min(count, size - 1)), 0, e.pos)
    yield from thread.disturb_errno(e.pos)
    return count


def sprintf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from _print_to_memory(thread, args, e, 1, 1 << 31))


def snprintf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from _print_to_memory(thread, args, e, 2, number(args[1])))


def asprintf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Into memory of just the size, which is for the caller to free."""
    length = yield from formatted(thread, args, e, 1, _nowhere)
    text = thread.allocated(length + 1, e.pos)
    thread.hold(text)

    def put(n: int, byte: int) -> Doing[None]:
        if n < length:
            yield from write_byte(thread, thread.moved(text, n), byte, e.pos)

    if (yield from formatted(thread, args, e, 1, put, text, length + 1)) != length:
        raise NotUnderstood("text that changes while it is printed", e.pos)
    yield from write_byte(thread, thread.moved(text, length), 0, e.pos)
    yield from thread.store(as_pointer(args[0]), text, ct.Pointer(ct.CHAR), e.pos)
    yield from thread.disturb_errno(e.pos)
    return length


def puts(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from read_string(thread, args[0], e.pos)
    failed = bool(thread.machine.input(ct.BOOL, e.pos))
    yield from thread.disturb_errno(e.pos, failed)
    if isinstance(e.type, ct.Void):
        return None
    return -1 if failed else thread.machine.input(ct.INT, e.pos, low=0)


def perror(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if as_pointer(args[0]).address:
        yield from read_string(thread, args[0], e.pos)
    yield from thread.disturb_errno(e.pos)
    return None


def _teller(at: int) -> Handler:
    """warn and warnx, with the format as argument 0; err and errx, which also end the process, as argument 1."""
    print_ = _printer(at)

    def tell(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        if as_pointer(args[at]).address:
            yield from print_(thread, args, e)
        else:
            yield from thread.disturb_errno(e.pos)
        if at:
            yield from thread.machine.exit_process(thread, "exit")
        return None

    return tell


def _of_list(function: Handler) -> Handler:
    """The same on what a `va_list`, the last argument, still has; it is of no use afterwards."""

    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        more = [v for v, _ in rest(thread, args[-1], e.pos)]
        v = yield from function(thread, [*args[:-1], *more], e)
        forget_arguments(thread, args[-1], e.pos)
        return v

    return handler


def put_character(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if thread.machine.input(ct.BOOL, e.pos):
        yield from thread.disturb_errno(e.pos, True)
        return -1
    return number(args[0]) & 0xFF


def fwrite(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    for at, length in pieces(thread, e.args[0], number(args[1]) * number(args[2])):
        yield from thread.touch(thread.moved(as_pointer(args[0]), at), length, e.pos, write=False)
    assert isinstance(e.type, ct.Int)
    done = thread.machine.input(e.type, e.pos, low=0, high=number(args[2])) if number(args[1]) else 0
    yield from thread.disturb_errno(e.pos)
    return done


def fread(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Elements, of which only a part may have come of the last one: whoever counts them does not count that."""
    size, count = number(args[1]), number(args[2])
    assert isinstance(e.type, ct.Int)
    done = thread.machine.input(e.type, e.pos, low=0, high=count) if size else 0
    yield from thread.disturb_errno(e.pos)
    touched = done if size == 1 else min(done + 1, count)
    for at, length in pieces(thread, e.args[0], touched * size):
        t = ct.Int(8 * length, False, "")
        yield from thread.store(thread.moved(as_pointer(args[0]), at), thread.machine.input(t, e.pos), t, e.pos)
    return done


# ---------------------------------------------------------------- input, which is arbitrary


def get_character(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    yield from thread.disturb_errno(e.pos)
    if thread.machine.input(ct.BOOL, e.pos):
        return -1
    return thread.machine.input(ct.UCHAR, e.pos)


def fgets(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Characters up to the end of the line, or as many as there is place for; none at the end of the input."""
    p, size, n = as_pointer(args[0]), number(args[1]), 0
    yield from thread.disturb_errno(e.pos)
    while n + 1 < size:
        thread.machine.tick(e.pos)
        if thread.machine.input(ct.BOOL, e.pos):
            break
        byte = thread.machine.input(ct.CHAR, e.pos)
        yield from write_byte(thread, thread.moved(p, n), byte, e.pos)
        n += 1
        if byte == ord("\n"):
            break
    if size < 1 or (n == 0 and size > 1) or (n > 0 and thread.machine.input(ct.BOOL, e.pos)):
        return NULL  # the end of the input, or an error, which may come late
    yield from write_byte(thread, thread.moved(p, n), 0, e.pos)
    return p


HANDLERS: dict[str, Handler] = {
    "printf": _printer(0),
    **dict.fromkeys(("fprintf", "dprintf", "syslog"), _printer(1)),
    "sprintf": sprintf,
    "snprintf": snprintf,
    "asprintf": asprintf,
    "vasprintf": _of_list(asprintf),
    "vprintf": _of_list(_printer(0)),
    **dict.fromkeys(("vfprintf", "vdprintf", "vsyslog"), _of_list(_printer(1))),
    "vsprintf": _of_list(sprintf),
    "vsnprintf": _of_list(snprintf),
    **dict.fromkeys(("vwarn", "vwarnx"), _of_list(_teller(0))),
    **dict.fromkeys(("verr", "verrx"), _of_list(_teller(1))),
    **dict.fromkeys(("puts", "fputs"), puts),
    "perror": perror,
    **dict.fromkeys(("warn", "warnx"), _teller(0)),
    **dict.fromkeys(("err", "errx"), _teller(1)),
    **dict.fromkeys(("putchar", "fputc", "putc"), put_character),
    "fwrite": fwrite,
    "fread": fread,
    "fgets": fgets,
    **dict.fromkeys(("getchar", "getc", "fgetc"), get_character),
}
