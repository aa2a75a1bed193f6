"""The types of C literals: which one a number has, with its value in it, and the characters of a wide literal."""

from __future__ import annotations

import re
from math import inf, isfinite, nan
from struct import pack, unpack
from typing import TYPE_CHECKING

from threadproof.cpp.literals import BadLiteral, integer
from threadproof.frontend import ctypes as ct

if TYPE_CHECKING:
    from fractions import Fraction


def number(text: str, model: ct.DataModel) -> tuple[int | float, ct.Int | ct.Float]:
    text = text.replace("'", "")
    low = text.lower()
    is_hex = low.startswith("0x")
    if "." in low or ("p" in low if is_hex else "e" in low and not low.startswith("0b")):
        return _float(low, is_hex, model)
    value, is_decimal, suffix = integer(text)
    if value >= 1 << 64:
        value &= (1 << 64) - 1  # gcc warns, and cuts it off
    return value, _int_type(value, suffix.lower(), is_decimal, model)


def _int_type(value: int, suffix: str, decimal: bool, model: ct.DataModel) -> ct.Int:
    unsigned = "u" in suffix
    pairs = [(ct.INT, ct.UINT), (model.long, model.ulong), (ct.LLONG, ct.ULLONG)][suffix.count("l") :]
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
        exact = _hexadecimal(digits) if is_hex else None
    except ValueError:
        raise BadLiteral(f"bad number '{low}'") from None
    except OverflowError:
        return inf, t
    if near == 0 and t.width > 64 and re.search("[1-9]", digits.split("e")[0]):
        return nan, t
    if not isfinite(near) or near == 0:
        return near, t
    number = rounded(Fraction(digits) if exact is None else exact, t.width)
    if number is None:
        return inf if t.width <= 64 else nan, t  # too large, or not known
    return number, t


#: digits of the mantissa of a `long double`: of x86, and of other machines
_LONG = (64, 113)


def shortened(text: str, t: ct.CType) -> tuple[float | None, float | None]:
    """A literal of type `long double` as a double and as a float, where all machines agree on that."""
    if not isinstance(t, ct.Float) or t.width <= 64:
        return None, None
    from fractions import Fraction

    digits = text.replace("'", "").lower().rstrip("lqw")
    digits = digits.removesuffix("f128").removesuffix("f64x")
    try:
        exact = _hexadecimal(digits) if digits.startswith("0x") else Fraction(digits)
    except (ValueError, OverflowError):
        return None, None
    as_double, as_float = ({rounded(x, width) for x in (exact, *(_cut(exact, n) for n in _LONG))} for width in (64, 32))
    return (as_double.pop() if len(as_double) == 1 else None), (as_float.pop() if len(as_float) == 1 else None)


def _cut(value: Fraction, digits: int) -> Fraction:
    """The nearest number with so many binary digits, ties to even."""
    from fractions import Fraction

    if not value:
        return value
    n = digits - value.numerator.bit_length() + value.denominator.bit_length()
    scaled = value * Fraction(2) ** n
    while scaled >= 1 << digits:
        scaled, n = scaled / 2, n - 1
    return round(scaled) / Fraction(2) ** n


def _hexadecimal(digits: str) -> Fraction:
    """`0x1.8p3`, with all its digits."""
    from fractions import Fraction

    mantissa, _, exponent = digits[2:].partition("p")
    whole, _, part = mantissa.partition(".")
    if not re.fullmatch("[0-9a-f]+", whole + part) or abs(int(exponent)) > 100_000:
        raise ValueError(digits)
    return Fraction(int(whole + part, 16)) * Fraction(2) ** (int(exponent) - 4 * len(part))


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


def wide(prefix: bytes, model: ct.DataModel) -> ct.Int:
    """The type of the characters of a literal with this prefix."""
    if prefix == b"L":
        return model.long if model.long_width == 32 else ct.INT
    return ct.USHORT if prefix == b"u" else ct.UINT
