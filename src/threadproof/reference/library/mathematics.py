"""Functions of <math.h> whose results IEEE 754 prescribes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number, rounded, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_EDOM = 33


def _whole(x: float, to: Callable[[float], int]) -> float:
    """An integer near x, with the sign of x if it is zero."""
    return math.copysign(float(to(x)), x) if math.isfinite(x) else x


def _away_from_zero(x: float) -> int:
    below = math.floor(abs(x))
    return int(math.copysign(below + (abs(x) - below >= 0.5), x))


def _root(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def _remainder(x: float, y: float) -> float:
    return math.nan if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0 else math.fmod(x, y)


_OF_ONE: dict[str, Callable[[float], float]] = {
    "fabs": abs,
    "sqrt": _root,
    "trunc": lambda x: _whole(x, math.trunc),
    "floor": lambda x: _whole(x, math.floor),
    "ceil": lambda x: _whole(x, math.ceil),
    "round": lambda x: _whole(x, _away_from_zero),
    "rint": lambda x: _whole(x, round),
    "nearbyint": lambda x: _whole(x, round),
}
_TESTS: dict[str, Callable[[float], int]] = {
    "isnan": math.isnan,
    "isfinite": math.isfinite,
    "finite": math.isfinite,
    "isinf_sign": lambda x: int(math.copysign(1, x)) if math.isinf(x) else 0,
}
_RELATIONS: dict[str, Callable[[float, float], int]] = {
    "isgreater": lambda x, y: x > y,
    "isgreaterequal": lambda x, y: x >= y,
    "isless": lambda x, y: x < y,
    "islessequal": lambda x, y: x <= y,
    "islessgreater": lambda x, y: x < y or x > y,
    "isunordered": lambda x, y: math.isnan(x) or math.isnan(y),
}


def _float(v: Value) -> float:
    assert isinstance(v, float), v
    return v


def _of_one(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        x = _float(args[0])
        if name == "sqrt" and x < 0:
            yield from thread.set_errno(_EDOM, e.pos)
        found = _OF_ONE[name](x)
        return rounded(found, e.type) if isinstance(e.type, ct.Float) else found

    return handler


def _integer(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        x = _float(args[0])
        if not math.isfinite(x):
            raise NotUnderstood(f"{name} of a number that does not fit", e.pos)
        assert isinstance(e.type, ct.Int)
        n = int(_OF_ONE[name](x))
        if not -(1 << (e.type.width - 1)) <= n < 1 << (e.type.width - 1):
            raise NotUnderstood(f"{name} of a number that does not fit", e.pos)
        return n

    return handler


def _test(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        return int(_TESTS[name](_float(args[0])))

    return handler


def _relation(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        return int(_RELATIONS[name](_float(args[0]), _float(args[1])))

    return handler


def _sign(x: float, pos: A.Pos) -> bool:
    if math.isnan(x):
        raise NotUnderstood("the sign of a NaN", pos)
    return math.copysign(1.0, x) < 0


def signbit(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Some number other than 0 if it is negative, or 0."""
    yield from ()
    if not _sign(_float(args[0]), e.pos):
        return 0
    return wrap(thread.machine.input(ct.UINT, e.pos, low=1), ct.INT)


def isinf(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """1, or that of glibc, which knows the sign."""
    yield from ()
    x = _float(args[0])
    return -1 if x == -math.inf and thread.machine.input(ct.BOOL, e.pos) else int(math.isinf(x))


def copysign(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    x, negative = _float(args[0]), _sign(_float(args[1]), e.pos)
    return x if math.isnan(x) else math.copysign(x, -1.0 if negative else 1.0)


def _extreme(largest: bool) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        x, y = map(_float, args)
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        if x == 0 and y == 0:
            return x if thread.machine.input(ct.BOOL, e.pos) else y
        return max(x, y) if largest else min(x, y)

    return handler


def fmod(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    x, y = map(_float, args)
    found = _remainder(x, y)
    if math.isnan(found) and not math.isnan(x) and not math.isnan(y):
        yield from thread.set_errno(_EDOM, e.pos)
    return found


def difftime(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    return float(number(args[0]) - number(args[1]))


#: as the C library of this machine has them, which Python asks
_AS_HERE: dict[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in (
        "sin cos tan asin acos atan sinh cosh tanh exp expm1 log log2 log10 log1p pow atan2 remainder nextafter ldexp"
    ).split()},
}  # fmt: skip


def _as_here(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from thread.disturb_errno(e.pos)
        given = [x if isinstance(x, float) else number(x) for x in args]
        if any(isinstance(x, float) and not math.isfinite(x) for x in given):
            raise NotUnderstood(f"{name} of an infinity, or of no number", e.pos)
        try:
            return _AS_HERE[name](*given)
        except (ValueError, OverflowError):
            raise NotUnderstood(f"{name} of a number for which there is none", e.pos) from None

    return handler


def pow(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    x, y = map(_float, args)
    if y == 0 or x == 1:
        return 1.0
    if math.isnan(x) or math.isnan(y):
        return math.nan
    return (yield from _as_here("pow")(thread, args, e))


def frexp(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    part, power = math.frexp(_float(args[0]))
    yield from thread.store(as_pointer(args[1]), power, ct.INT, e.pos)
    return part


HANDLERS: dict[str, Handler] = {
    **{name: _as_here(name) for name in _AS_HERE},
    "pow": pow,
    "scalbn": _as_here("ldexp"),
    "frexp": frexp,
    **{name + f: _of_one(name) for name in _OF_ONE for f in ("", "f")},
    **{name: _test(name) for name in _TESTS},
    "isnanf": _test("isnan"),
    **{name: _relation(name) for name in _RELATIONS},
    "lround": _integer("round"),
    "llround": _integer("round"),
    "lrint": _integer("rint"),
    "llrint": _integer("rint"),
    "signbit": signbit,
    "isinf": isinf,
    **dict.fromkeys(("copysign", "copysignf"), copysign),
    **dict.fromkeys(("fmin", "fminf"), _extreme(largest=False)),
    **dict.fromkeys(("fmax", "fmaxf"), _extreme(largest=True)),
    **dict.fromkeys(("fmod", "fmodf"), fmod),
    "difftime": difftime,
}
