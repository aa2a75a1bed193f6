"""Loops that people write, over two numbers a and b that may be anything at first: which end, and which do not.

Each is read twice, with bytes, where a machine can try all values there are, and with integers of 32 bits.
"""

from __future__ import annotations

from tests.generators.lassos import as_program

#: name: (signed?, text, do all runs end with 32 bits, as far as not the same as with bytes?)
IDIOMS: dict[str, tuple[bool, str, bool | None]] = {
    # greatest common divisors
    "gcd by subtraction": (True, "if (a > 0 && b > 0) while (a != b) { if (a > b) a -= b; else b -= a; }", None),
    "gcd by subtraction, of none": (False, "while (a != b) { if (a > b) a -= b; else b -= a; }", None),
    "gcd by remainders": (False, "while (b) { num t = a % b; a = b; b = t; }", None),
    # phases
    "one after the other": (False, "while (a > 0) { a--; b++; } while (b > 0) { b--; }", None),
    "either of two": (True, "while (a > 0 || b > 0) { if (a > 0) a--; else b--; }", None),
    "falls faster and faster": (True, "if (a <= 100 && b <= 100) while (a > 0) { a += b; b--; }", None),
    "up, then down": (True, "num up = 1; a = 0; while (up || a > 0) { if (up) { if (++a == 100) up = 0; } else a--; }", None),
    "falls faster": (True, "b = 0; while (a > 0) { b = b + 1; a = a - b; }", None),
    "around twice": (True, "num up = 1; while (up || a != 0) { if (a == b) up = !up; a++; }", None),
    # nested
    "triangle": (False, "for (num i = 0; i < a; i++) for (num j = 0; j < i; j++) { b ^= j; }", None),
    "begins anew": (False, "while (a > 0) { b = a; while (b > 0) { b--; } a--; }", None),
    "rest of the way": (True, "for (num i = 0; i < a; i++) { num j = i + 1; while (j < a) { j++; } }", None),
    "never the outer one": (False, "while (a > 0) { b = a; while (b > 0) { b--; } if (a < 5) a++; else a--; }", None),
    "inner one counts for both": (True, "num i = 0; while (i < 100) { while (i < 50) { i += 2; } i++; }", None),
    # halves, doubles, bits
    "half": (False, "while (a) { a /= 2; }", None),
    "half, with a sign": (True, "while (a) { a /= 2; }", None),
    "digits": (True, "do { a /= 10; } while (a);", None),
    "bits": (False, "while (a) { a &= a - 1; }", None),
    "lowest bit": (False, "if (a) while (!(a & 1)) { a >>= 1; }", None),
    "up to a power": (False, "b = 1; while (b < a && b < 100) { b <<= 1; }", None),
    "up to a power that is too large": (False, "b = 1; while (b < a) { b <<= 1; }", None),
    "double until one": (False, "while (a != 1) { a *= 2; }", None),
    "toggled": (False, "while (a != 3) { a ^= 8; }", None),
    "arithmetic shift": (True, "while (a) { a >>= 1; }", None),
    # two that meet
    "from both ends": (True, "while (a < b) { a++; b--; }", None),
    "bisection": (True, "num k = b, low = 0; while (low < a) { num m = low + (a - low) / 2; if (m < k) low = m + 1; else a = m; }", None),
    "bisection that stands still": (True, "num k = b, low = 0; while (low < a) { num m = low + (a - low) / 2; if (m < k) low = m; else a = m; }", None),
    "towards each other": (True, "while (a != b) { if (a < b) a++; else a--; }", None),
    "exchanged": (False, "while (a && b) { num t = a - 1; a = b; b = t; }", None),
    # around
    "all the way around": (False, "while (a) { a++; }", None),
    "odd steps": (False, "while (a != 5) { a += 3; }", None),
    "odd steps down": (False, "while (a != b) { a -= 7; }", None),
    "even steps": (False, "while (a != 5) { a += 2; }", None),
    "up to the largest": (False, "for (num i = 0; i <= a; i++) { b = i; }", None),
    "down to zero and on": (False, "for (num i = a; i >= 0; i--) { b = i; }", None),
    "ring of sixteen": (False, "a &= 15; b &= 15; while (a != b) { a = (a + 1) & 15; }", None),
    "ring by hand": (False, "a %= 10; b %= 10; while (a != b) { if (++a == 10) a = 0; }", None),
    "not in the ring": (False, "a &= 7; while (a != 8) { a = (a + 1) & 7; }", None),
    # several numbers
    "in the order of a dictionary": (False, "num c = b; while (a || b) { if (b) { b--; } else { a--; b = c; } }", None),
    "one is forgotten": (False, "num c = b; while (a || b) { if (b) { b--; } else { b = c; } }", None),
    "stands still in between": (True, "while (a != 0) { if (a > 0) a--; else if (a < -5) a++; }", None),
    "factorial": (True, "b = 1; while (a > 1) { b *= a--; }", None),
    "fibonacci": (False, "num x = 0, y = 1; while (y < 90) { num t = x + y; x = y; y = t; }", None),
    "ninety-one": (True, "num c = 1; if (a >= 0 && a < 90) while (c > 0) { if (a > 100) { a -= 10; c--; } else { a += 11; c++; } }", None),
}  # fmt: skip


def as_bytes(name: str) -> tuple[str, str]:
    """The type, and the loop."""
    signed, text, _ = IDIOMS[name]
    kind = "signed char" if signed else "unsigned char"
    return kind, text.replace("num ", f"{kind} ")


def as_integers(name: str) -> str:
    signed, text, _ = IDIOMS[name]
    kind = "int" if signed else "unsigned"
    found = as_program(kind, text.replace("num ", f"{kind} "))
    return found.replace("nondet_char", "nondet_int").replace("nondet_uchar", "nondet_uint")
