"""What C literals denote: numbers with their types, characters and strings."""

from __future__ import annotations

import re
from math import inf, isfinite, nan
from struct import pack, unpack
from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from fractions import Fraction

_SUFFIX = pattern(r"[uUlL]*$")
_ESCAPE = pattern(rb"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE = {
    b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v", b"e": b"\x1b",
    b"E": b"\x1b", b"\\": b"\\", b"'": b"'", b'"': b'"', b"?": b"?", b"\n": b"",
}  # fmt: skip


class BadLiteral(ValueError):
    """Not a literal of C."""


def number(text: str, model: ct.DataModel) -> tuple[int | float, ct.Int | ct.Float]:
    text = text.replace("'", "")
    low = text.lower()
    is_hex = low.startswith("0x")
    if "." in low or ("p" in low if is_hex else "e" in low and not low.startswith("0b")):
        return _float(low, is_hex, model)
    suffix_match = _SUFFIX.search(text)
    suffix = suffix_match[0] if suffix_match else ""
    digits = low[: len(low) - len(suffix)]
    try:
        if "_" in digits or digits.startswith("0o"):
            raise BadLiteral(f"bad number '{text}'")
        if is_hex:
            value = int(digits, 16)
        elif digits.startswith("0b"):
            value = int(digits, 2)
        elif digits.startswith("0") and len(digits) > 1:
            value = int(digits, 8)
        else:
            value = int(digits, 10)
    except ValueError:
        raise BadLiteral(f"bad number '{text}'") from None
    if value >= 1 << 64:
        value &= (1 << 64) - 1  # gcc warns, and cuts it off
    return value, _int_type(value, suffix, not digits.startswith("0") or digits == "0", model)


def _int_type(value: int, suffix: str, decimal: bool, model: ct.DataModel) -> ct.Int:
    low = suffix.lower()
    unsigned = "u" in low
    longs = low.count("l")
    if low.count("u") > 1 or longs > 2 or (longs == 2 and "ll" not in low) or "lL" in suffix or "Ll" in suffix:
        raise BadLiteral(f"bad suffix '{suffix}'")
    pairs = [(ct.INT, ct.UINT), (model.long, model.ulong), (ct.LLONG, ct.ULLONG)][longs:]
    for signed_type, unsigned_type in pairs:
        if not unsigned and value < 1 << (signed_type.width - 1):
            return signed_type
        if (unsigned or not decimal) and value < 1 << unsigned_type.width:
            return unsigned_type
    return ct.ULLONG if model.pointer_width == 32 else ct.INT128  # gcc has no wider type there


def _float(low: str, is_hex: bool, model: ct.DataModel) -> tuple[float, ct.Float]:
    from fractions import Fraction  # it takes a while to import, and few programs need it

    m = re.search(r"(?:f128|f64x|f64|f32x|f32|f|l|q|w)?$" if not is_hex else r"(?:f|l)?$", low)
    suffix = m[0] if m else ""
    digits = low[: len(low) - len(suffix)]
    if is_hex and "p" not in digits:
        raise BadLiteral(f"the hexadecimal number '{low}' has a point but no exponent")
    width = {"f": 32, "f32": 32, "": 64, "f64": 64, "f32x": 64, "q": 128, "f128": 128}.get(suffix, 0)
    t = ct.Float(width or long_double(model))
    try:
        near = float.fromhex(digits) if is_hex else float(digits)
    except ValueError:
        raise BadLiteral(f"bad number '{low}'") from None
    except OverflowError:
        return inf, t
    if near == 0 and t.width > 64 and re.search("[1-9]", digits.split("e")[0]):
        return nan, t
    if not isfinite(near) or near == 0:
        return near, t
    number = rounded(Fraction(near) if is_hex else Fraction(digits), t.width)
    return nan if number is None else number, t


def rounded(value: Fraction, width: int) -> float | None:
    """The nearest number that a type of so many bits has; None if that is not known: too large, or too precise."""
    try:
        near = float(value)
        if width == 32:
            return _nearest_single(value, near)
    except OverflowError:
        return None
    return near if width == 64 or near.as_integer_ratio() == value.as_integer_ratio() else None


def _nearest_single(value: Fraction, near: float) -> float:
    """`near` is the nearest double, which may lie in the middle between two singles when the value does not."""
    (bits,) = unpack("<I", pack("<f", near))
    around = [(unpack("<f", pack("<I", n))[0], n % 2) for n in (bits, bits - 1, bits + 1) if n >= 0]
    best, _ = min((x for x in around if isfinite(x[0])), key=lambda x: (abs(type(value)(x[0]) - value), x[1]))
    return float(best)


def long_double(model: ct.DataModel) -> int:
    return 96 if model.pointer_width == 32 else 128


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


def wide(prefix: bytes, model: ct.DataModel) -> ct.Int:
    """The type of the characters of a literal with this prefix."""
    if prefix == b"L":
        return model.long if model.long_width == 32 else ct.INT
    return ct.USHORT if prefix == b"u" else ct.UINT


def units(body: bytes, t: ct.Int) -> list[int]:
    """The characters of a wide literal: those beyond 16 bits are two, if their type has so few."""
    found: list[int] = []
    position = 0
    for m in _ESCAPE.finditer(body):
        found += _encode(body[position : m.start()].decode("utf-8", "replace"), t)
        digits = m[1] or m[3] or m[4]
        if digits is not None or m[2] is not None:
            code = int(digits, 16) if digits is not None else int(m[2], 8)
            found += _encode(_named(code), t) if m[1] is None and m[2] is None else [code & ((1 << t.width) - 1)]
        else:
            found += unescape(m[0])
        position = m.end()
    found += _encode(body[position:].decode("utf-8", "replace"), t)
    return found


def _encode(text: str, t: ct.Int) -> list[int]:
    if t.width == 16:
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
