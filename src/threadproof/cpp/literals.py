"""What integers and characters denote, as numbers: in conditions and, with types, in expressions."""

from __future__ import annotations

import re

from threadproof.patterns import pattern
from threadproof.records import NamedTuple

_INTEGER = pattern(
    r"(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)|(?P<oct>0[0-7]*)|(?P<dec>[1-9][0-9]*))(?P<suffix>[uUlL]*)"
)
_BASES = {"hex": 16, "bin": 2, "oct": 8, "dec": 10}
_SUFFIX = pattern(r"[uU]?(?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU]")
_ESCAPE = pattern(rb"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE = {
    b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v", b"e": b"\x1b",
    b"E": b"\x1b", b"\\": b"\\", b"'": b"'", b'"': b'"', b"?": b"?", b"\n": b"",
}  # fmt: skip


class BadLiteral(ValueError):
    """Not a literal of C."""


class Integer(NamedTuple):
    value: int
    is_decimal: bool
    #: as it is written
    suffix: str


def integer(text: str) -> Integer:
    """However large it is."""
    match = _INTEGER.fullmatch(text.replace("'", ""))
    if match is None:
        raise BadLiteral(f"bad number '{text}'")
    if _SUFFIX.fullmatch(match["suffix"]) is None:
        raise BadLiteral(f"bad suffix '{match['suffix']}'")
    kind = next(k for k in _BASES if match[k] is not None)
    try:
        return Integer(int(match[kind], _BASES[kind]), kind == "dec", match["suffix"])
    except ValueError:  # Python has its limits
        raise BadLiteral(f"bad number '{text}'") from None


def unescape(body: bytes) -> bytes:
    """The bytes between the quotes of a character or string literal, escapes replaced."""

    def one(m: re.Match[bytes]) -> bytes:
        if m[1] is not None:
            return bytes([int(m[1], 16) & 0xFF])
        if m[2] is not None:
            return bytes([int(m[2], 8) & 0xFF])
        code = m[3] or m[4]
        if code is not None:
            return _named(int(code, 16)).encode("utf-8")
        if m[5] in (b"x", b"u", b"U"):
            raise BadLiteral(f"digits are missing behind '\\{m[5].decode()}'")
        simple = _SIMPLE.get(m[5])
        return m[5] if simple is None else simple  # GNU C warns of an unknown one

    return _ESCAPE.sub(one, body) if b"\\" in body else body


def _named(code: int) -> str:
    """A character by its number."""
    if code > 0x10FFFF or 0xD800 <= code < 0xE000 or (code < 0xA0 and chr(code) not in "$@`"):
        raise BadLiteral(f"{code:x} is not the number of a character")
    return chr(code)


def units(body: bytes, width: int) -> list[int]:
    """The characters of a wide literal: those beyond 16 bits are two, if each has so few."""
    found: list[int] = []
    position = 0
    for m in _ESCAPE.finditer(body):
        found += _encode(body[position : m.start()].decode("utf-8", "replace"), width)
        digits = m[1] or m[3] or m[4]
        if digits is not None or m[2] is not None:
            code = int(digits, 16) if digits is not None else int(m[2], 8)
            found += _encode(_named(code), width) if m[1] is None and m[2] is None else [code & ((1 << width) - 1)]
        else:
            found += unescape(m[0])
        position = m.end()
    found += _encode(body[position:].decode("utf-8", "replace"), width)
    return found


def _encode(text: str, width: int) -> list[int]:
    if width == 16:
        data = text.encode("utf-16-le", "replace")
        return [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]
    return [ord(c) for c in text]


def character(body: bytes) -> int:
    """The value of a character constant, which has type int; plain char is signed."""
    data = unescape(body)
    if not data:
        raise BadLiteral("empty character constant")
    if len(data) == 1:
        return data[0] - 256 if data[0] > 127 else data[0]
    value = int.from_bytes(data[-4:], "big")
    return value - (1 << 32) if value >= 1 << 31 else value
