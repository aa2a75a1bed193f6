"""Random expressions of floating point: all operators, conversions, functions that are exact, and special numbers."""

from __future__ import annotations

import random

_SPECIAL = (
    "0.0", "-0.0", "1.0", "-1.0", "0.1", "0.5", "-1.5", "2.5", "1e308", "-1e308", "5e-324", "2.2250738585072014e-308",
    "1e-310", "INFINITY", "-INFINITY", "NAN", "3.4028234663852886e38", "1.401298464324817e-45", "1e-40", "16777217.0",
    "9007199254740993.0", "4503599627370495.5", "2147483647.5", "1e10", "-3.7", "0x1.fffffep-127",
    "0x1.000001000000001p0",
)  # fmt: skip
_SINGLES = ("0.1f", "16777217.f", "0x1.000001000000001p0f", "3.4028235e38f", "3.5e38f", "1e-46f", "-2.5f", "1e-40f")
_INTEGERS = (
    "0", "1", "-1", "7", "16777217", "2147483647", "(-2147483647 - 1)", "4294967295u", "9007199254740993ll",
    "0x4000004000000001ll", "0x7fffffffffffffffll", "0xffffffffffffffffull", "0x8000008000000001ull", "33554435",
)  # fmt: skip
_OF_ONE = ("fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint")
_OF_TWO = ("fmod", "copysign", "fmax")
_TESTS = ("isnan", "!isinf", "isfinite")


class Expressions:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.doubles = [f"d{n}" for n in range(4)]
        self.floats = [f"f{n}" for n in range(3)]
        self.integers = ["i0", "u0", "l0", "m0"]

    def declarations(self) -> str:
        """Variables, and a function that gives them one of two values each."""
        rng = self.rng
        kinds = dict(zip(self.integers, ("int", "unsigned", "long long", "unsigned long long"), strict=True))
        types = {**dict.fromkeys(self.doubles, "double"), **dict.fromkeys(self.floats, "float"), **kinds}
        lines = [f"{t} {n};" for n, t in types.items()]
        values = {n: [self._double() for _ in "01"] for n in self.doubles}
        values |= {n: [rng.choice(_SINGLES + _SPECIAL) for _ in "01"] for n in self.floats}
        values |= {n: [f"({t}){rng.choice(_INTEGERS)}" for _ in "01"] for n, t in kinds.items()}
        body = " ".join(f"{n} = z ? {yes} : {no};" for n, (yes, no) in values.items())
        return "\n".join([*lines, f"void set(int z) {{ {body} }}"])

    def _double(self) -> str:
        rng = self.rng
        if rng.random() < 0.6:
            return rng.choice(_SPECIAL)
        return f"{rng.uniform(-1, 1).hex()} * 0x1p{rng.randrange(-1000, 1000)}"

    def real(self, depth: int) -> str:
        """Of type float or double."""
        rng = self.rng
        k = rng.random()
        if depth <= 0 or k < 0.1:
            leaves = (*self.doubles, *self.doubles, *self.floats, *self.floats, *_SINGLES, *_SPECIAL[:12])
            return rng.choice(leaves)
        if k < 0.55:
            return f"({self.real(depth - 1)} {rng.choice('+-*/')} {self.real(depth - 1)})"
        if k < 0.62:
            return f"({self.real(depth - 1)} {rng.choice('+-*/')} {self.integer(depth - 1)})"
        if k < 0.7:
            return f"({rng.choice(['float', 'double'])}){self.integer(depth - 1)}"
        if k < 0.77:
            return f"({rng.choice(['float', 'double'])})({self.real(depth - 1)})"
        if k < 0.82:
            return f"(- {self.real(depth - 1)})"
        if k < 0.88:
            return f"({self.integer(depth - 1)} ? {self.real(depth - 1)} : {self.real(depth - 1)})"
        if k < 0.96:
            return f"{rng.choice(_OF_ONE)}({self.real(depth - 1)})"
        x, name = self.real(depth - 1), rng.choice(_OF_TWO)
        # (the sign of what is no number, and of a zero that is as large as another one, is left open)
        return f"{name}({x}, {rng.choice(['-2.5', '0.75', '1e-3', '7.0'])})"

    def integer(self, depth: int) -> str:
        rng = self.rng
        k = rng.random()
        if depth <= 0 or k < 0.3:
            return rng.choice((*self.integers, *_INTEGERS))
        if k < 0.6:
            return f"({self.real(depth - 1)} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {self.real(depth - 1)})"
        if k < 0.7:
            return f"(!{self.real(depth - 1)})"
        if k < 0.8:
            return f"({self.real(depth - 1)} {rng.choice(['&&', '||'])} {self.real(depth - 1)})"
        if k < 0.9:
            return f"{rng.choice(_TESTS)}({self.real(depth - 1)})"
        t, low, high = rng.choice([
            ("int", "-2147483649.0", "2147483648.0"), ("unsigned", "-1.0", "4294967296.0"),
            ("long long", "-9223372036854775807.0", "9223372036854775807.0"), ("signed char", "-129.0", "128.0"),
            ("unsigned long long", "-1.0", "18446744073709551616.0"),
        ])  # fmt: skip
        return f"inside({t}, {self.real(depth - 1)}, {low}, {high})"


def text(seed: int, count: int) -> tuple[str, list[str]]:
    """Declarations, and expressions over them, after `set(0)` or `set(1)`."""
    found = Expressions(seed)
    declarations = (
        "#define inside(t, x, low, high) ({ double v_ = (x); v_ > low && v_ < high ? (t)v_ : (t)3; })\n"
        + found.declarations()
    )
    return declarations, [found.real(3) if n % 4 else found.integer(3) for n in range(count)]
