"""Terms as rows of a table, for files: each row is an operator, a width, and a constant, a variable or row numbers.

`TermTable` writes, `read_terms` reads. Variables are written as whatever the caller names them by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

Row = list[Any]
#: nothing in a program is wider
MAX_WIDTH = 4096


class TermTable:
    def __init__(self, name: Callable[[Var], Any]) -> None:
        self.rows: list[Row] = []
        self._name = name
        self._numbers: dict[Term, int] = {}

    def number(self, t: Term) -> int:
        stack = [t]
        while stack:
            u = stack[-1]
            if u in self._numbers:
                stack.pop()
                continue
            missing = [a for a in u.args if a not in self._numbers]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            args = [self._numbers[a] for a in u.args]
            head: Row = [u.op, u.width]
            if u.op == "const":
                # a decimal string: JSON readers may not keep integers of any size
                head.append(str(u.value))
            elif u.var is not None:
                head.append(self._name(u.var))
            self._numbers[u] = len(self.rows)
            self.rows.append(head + args)
        return self._numbers[t]


def read_terms(rows: list[Row], variable: Callable[[Any], Var]) -> list[Term]:
    """Raises ValueError for a row that is no term."""
    terms: list[Term] = []
    for row in rows:
        try:
            terms.append(_read(row, terms, variable))
        except (TypeError, IndexError, KeyError, AssertionError) as problem:
            raise ValueError(f"row {len(terms)} is no term: {row!r}") from problem
    return terms


def _read(row: Row, terms: list[Term], variable: Callable[[Any], Var]) -> Term:
    op, width, *rest = row
    if op not in T.OPERATORS or not isinstance(width, int) or not 0 <= width <= MAX_WIDTH:
        raise ValueError(f"unknown operator in {row!r}")
    if op == "const":
        return T.const(int(rest[0]), width)
    if op in ("var", "select"):
        v = variable(rest[0])
        index = tuple([terms[n] for n in _numbers(rest[1:], terms)])
        if v.dims != len(index) or v.width != width or any(x.width == T.BOOL for x in index):
            raise ValueError(f"{v} is used in a wrong way in {row!r}")
        return T.select(v, index)
    args = tuple([terms[n] for n in _numbers(rest, terms)])
    if not is_well_sorted(op, width, [a.width for a in args]):
        raise ValueError(f"operands do not fit in {row!r}")
    if op in T.RESIZE:
        return T.RESIZE[op](args[0], width)
    return T.REBUILD[op](*args)


def is_well_sorted(op: str, width: int, args: list[int]) -> bool:
    """An operator, its width, and those of its operands: do they fit?"""
    match op:
        case "not":
            return width == T.BOOL and args == [T.BOOL]
        case "and" | "or":
            return width == T.BOOL and set(args) <= {T.BOOL}
        case "ite":
            return args == [T.BOOL, width, width]
        case "zext" | "sext":
            return len(args) == 1 and T.BOOL < args[0] < width
        case "extract":
            return len(args) == 1 and T.BOOL < width < args[0]
        case "neg" | "bvnot":
            return args == [width] and width != T.BOOL
        case "eq":
            return width == T.BOOL and len(args) == 2 and args[0] == args[1]
    if op in floats.OPERATORS:
        return floats.is_well_sorted(op, width, args)
    if op not in T.BINARY or len(args) != 2 or not args[0] == args[1] != T.BOOL:
        return False
    return width == (T.BOOL if op in T.COMPARISONS else args[0])


def _numbers(rest: list[Any], terms: list[Term]) -> list[int]:
    if not all(isinstance(n, int) and 0 <= n < len(terms) for n in rest):
        raise ValueError("a row refers to a later one")
    return rest
