"""Functions of numbers, and the builtins that count bits or say whether something overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


def absolute(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.type, ct.Int)
    n = number(args[0])
    thread.check_overflow(abs(n) != wrap(abs(n), e.type), "abs", e.pos)
    return wrap(abs(n), e.type)


def _bits(thread: Thread, args: list[Value], e: A.Call) -> tuple[str, int, int]:
    """Name without suffix for the type, the number as unsigned, and its width."""
    assert isinstance(e.callee, A.Name)
    assert isinstance(e.callee.decl, A.FuncDecl)
    t = e.callee.decl.type.params[0]
    assert isinstance(t, ct.Int)
    return e.callee.decl.name.removeprefix("__builtin_").rstrip("l"), number(args[0]) & ((1 << t.width) - 1), t.width


def count_bits(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    name, n, width = _bits(thread, args, e)
    match name:
        case "popcount":
            return n.bit_count()
        case "parity":
            return n.bit_count() & 1
        case "ffs":
            return (n & -n).bit_length()
        case "clrsb":
            return width - 1 - (n ^ (-(n >> width - 1) & ((1 << width) - 1))).bit_length()
    if n == 0:
        return thread.machine.input(ct.INT, e.pos)
    return width - n.bit_length() if name == "clz" else (n & -n).bit_length() - 1


def swap_bytes(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.type, ct.Int)
    size = e.type.width // 8
    return int.from_bytes((number(args[0]) & ((1 << e.type.width) - 1)).to_bytes(size, "little"), "big")


def network_order(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    assert isinstance(e.callee, A.Name)
    size = 2 if e.callee.decl.name.endswith("s") else 4
    return int.from_bytes((number(args[0]) & ((1 << 8 * size) - 1)).to_bytes(size, "little"), "big")


def overflowing(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """__builtin_add_overflow(a, b, &result): the result as if with all bits, then cut."""
    assert isinstance(e.callee, A.Name)
    place = e.args[2].type
    t = place.to if isinstance(place, ct.Pointer) else place
    if not isinstance(t, ct.Int):
        raise NotUnderstood("overflow builtin of this type", e.pos)
    a, b = number(args[0]), number(args[1])
    name = e.callee.decl.name
    exact = a + b if "add" in name else a - b if "sub" in name else a * b
    if t is not place:
        yield from thread.store(as_pointer(args[2]), wrap(exact, t), t, e.pos)
    return int(exact != wrap(exact, t))


def random_number(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Between 0 and the largest int: what comes after a seed, which is 1 at first, is always the same."""
    yield from ()
    machine = thread.machine
    if machine.random not in machine.random_numbers:
        machine.random_numbers[machine.random] = machine.input(ct.INT, e.pos) & 0x7FFFFFFF
    seed, count = machine.random
    machine.random = seed, count + 1
    return machine.random_numbers[seed, count]


def random_with_seed(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    machine, p = thread.machine, as_pointer(args[0])
    old = number((yield from thread.load(p, ct.UINT, e.pos)))
    if old not in machine.random_steps:
        machine.random_steps[old] = machine.input(ct.UINT, e.pos), machine.input(ct.INT, e.pos) & 0x7FFFFFFF
    new, result = machine.random_steps[old]
    yield from thread.store(p, new, ct.UINT, e.pos)
    return result


def seed(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    thread.machine.random = number(args[0]) or 1, 0
    return None


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("abs", "labs", "llabs", "imaxabs"), absolute),
    **{f"__builtin_{name}{suffix}": count_bits for name in ("clz", "ctz", "ffs", "popcount", "parity", "clrsb")
       for suffix in ("", "l", "ll")},
    **dict.fromkeys(("ffs", "ffsl", "ffsll"), count_bits),
    **{f"__builtin_bswap{width}": swap_bytes for width in (16, 32, 64)},
    **dict.fromkeys(("htons", "ntohs", "htonl", "ntohl"), network_order),
    **{f"__builtin_{before}{name}{after}": overflowing for name in ("add", "sub", "mul")
       for before, after in [("", "_overflow"), ("", "_overflow_p"),
                             *((sign, f"{long}_overflow") for sign in "su" for long in ("", "l", "ll"))]},
    **dict.fromkeys(("rand", "random"), random_number),
    "rand_r": random_with_seed,
    **dict.fromkeys(("srand", "srandom"), seed),
}  # fmt: skip
