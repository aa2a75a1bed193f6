"""What the operators of litmus tests make of numbers and addresses."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.axiomatic.program import Const, Expr, Operation, Register, Value


class NotDefined(Exception):
    """Of these operands."""


def _shift(left: int, right: int) -> int:
    if not 0 <= right < 64:
        raise NotDefined(f"a shift by {right}")
    return left << right


def _shift_right(left: int, right: int) -> int:
    if not 0 <= right < 64:
        raise NotDefined(f"a shift by {right}")
    return left >> right


def narrowed(value: int, width: int = 64) -> int:
    """As a signed number of so many bits."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


_ON_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": _shift,
    ">>": _shift_right,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "narrow": narrowed,
}
OPERATORS = frozenset(_ON_NUMBERS)


def apply(op: str, left: Value, right: Value) -> Value:
    if isinstance(left, int) and isinstance(right, int):
        return narrowed(_ON_NUMBERS[op](left, right))
    if op in ("==", "!="):
        return int((left == right) == (op == "=="))
    if op in ("^", "-") and left == right:
        return 0
    if op in ("&", "*") and 0 in (left, right):
        return 0
    if op == "narrow":
        return left
    if op in ("+", "-", "|", "^"):
        if isinstance(left, str) and isinstance(right, int) and (op in "+-" or right == 0):
            return moved(left, right if op != "-" else -right)
        if isinstance(right, str) and isinstance(left, int) and (op == "+" or (op != "-" and left == 0)):
            return moved(right, left)
    raise NotDefined(f"{left} {op} {right} of an address")


def moved(address: str, distance: int) -> str:
    base, _, offset = address.partition("+")
    offset_now = int(offset or 0) + distance
    if offset_now < 0:
        raise NotDefined(f"an address {-offset_now} bytes before {base}")
    return f"{base}+{offset_now}" if offset_now else base


def evaluate(expr: Expr, registers: dict[str, tuple[Value, int]]) -> tuple[Value, int]:
    """The value, and the mask of the reads it depends on. What was never written is 0."""
    match expr:
        case Const(value):
            return value, 0
        case Register(name):
            return registers.get(name, (0, 0))
        case Operation(op, left, right):
            a, from_a = evaluate(left, registers)
            b, from_b = evaluate(right, registers)
            return apply(op, a, b), from_a | from_b


def narrow(expr: Expr, width: int = 32) -> Expr:
    """What a register of so many bits holds of it."""
    if isinstance(expr, Const):
        return Const(narrowed(expr.value, width)) if isinstance(expr.value, int) else expr
    return Operation("narrow", expr, Const(width))
