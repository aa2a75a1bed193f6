"""Where a program can be made stronger: behind each statement with a store that may be late, and at its order.

A statement that stands by itself in a block is followed by a fence; any other one gets braces. Where a store is a part
of something larger (a condition, the head of a loop) there is no such place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from threadproof.fences.patch import Change, Piece, decoded
from threadproof.frontend import ast
from threadproof.ir.program import Program, Source
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.barriers import Machine
from threadproof.passes.weak.delays import Delays
from threadproof.records import NamedTuple, replace

_ORDER = re.compile(r"\b(memory_order_|__ATOMIC_)(relaxed|consume|acquire|release|acq_rel)\b", re.IGNORECASE)
#: what matters where a statement ends, and what is passed over
_TOKEN = re.compile(r"""[()\[\]{};]|//.*|/\*(?:[^*]|\*(?!/))*\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
#: nothing but a comment
_REST = re.compile(r"\s*(?://.*|/\*(?:[^*]|\*(?!/))*\*/\s*)?\r?$")
#: how strong a fence or the order of a store may be made, by machine, the strongest first
STRENGTHS = {"tso": ("seq_cst",), "pso": ("seq_cst", "release")}


class Place(NamedTuple):
    """One that can be made stronger: by changes of which each is as strong as the next one, or stronger."""

    changes: tuple[Change, ...]


def late_statements(program: Program, machine: Machine) -> list[Source]:
    """Those with stores that may be late where it matters."""
    program = simplify(program)
    late = Delays(program, machine).late
    found = {program.templates[at.template].edges[at.source][at.number].origin: None for at in sorted(late)}
    return sorted(found, key=lambda s: (s.file, s.line, s.column))


def places(
    statements: list[Source], unit: ast.Unit, machine: Machine, *, has_c11: bool
) -> tuple[list[Place], list[Source]]:
    """Of stores; those at orders come last, as they should stay if one of two is enough. And statements without any.

    `has_c11`: a file of the program includes <stdatomic.h>.
    """
    without: list[Source] = []
    alone = {(s.pos.file, s.pos.line, s.pos.span.column): is_alone for s, is_alone in _all_statements(unit)}
    fences: dict[Place, None] = {}
    orders: dict[Place, None] = {}
    for s in statements:
        path = Path(s.file)
        lines = decoded(path.read_bytes()).split("\n") if path.is_file() else []
        is_alone = alone.get((s.file, s.line, s.column))
        if is_alone is None or s.line > len(lines):
            without.append(s)
            continue
        if s.column and not s.end_line:
            s = _to_its_end(s, lines)
        make = _whole(s, lines, is_alone=is_alone) if s.column else _line(s, lines)
        if not make:
            without.append(s)
        else:
            word = _fence_word("\n".join(lines), has_c11=has_c11)
            fences[Place(tuple([_fence(s, make, word, o, lines) for o in STRENGTHS[machine.name]]))] = None
        found = [*_orders(s, lines)] if s.column else []
        if len(found) == 1:
            at, match = found[0]
            changes = [_stronger(s, at, match, o, lines) for o in STRENGTHS[machine.name]]
            orders[Place(tuple([c for c in changes if c.pieces[0].text != match[0]]))] = None
    return [*fences, *orders], without


def _all_statements(unit: ast.Unit) -> Iterator[tuple[ast.ExprStmt | ast.DeclStmt, bool]]:
    """With: does it stand by itself in a block?"""
    todo: list[tuple[object, bool]] = [(f.body, False) for f in unit.functions.values() if f.body is not None]
    seen: set[int] = set()
    while todo:
        node, is_alone = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ast.ExprStmt | ast.DeclStmt):
            yield node, is_alone
        for name in getattr(node, "__slots__", ()):
            part = getattr(node, name)
            for one in part if isinstance(part, list | tuple) else (part,):
                if type(one).__module__ == ast.__name__ and not isinstance(one, ast.Pos | ast.FuncDecl):
                    todo.append((one, isinstance(node, ast.Block)))


def _to_its_end(s: Source, lines: list[str]) -> Source:
    """Of a statement with a macro in it the end is not known: it is the first semicolon outside of parentheses."""
    depth = 0
    text = "\n".join([lines[s.line - 1][s.column - 1 :], *lines[s.line :]])
    for match in _TOKEN.finditer(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        if depth < 0:
            break
        if match[0] == ";" and not depth:
            before = text[: match.end()].split("\n")
            column = len(before[-1]) + (s.column if len(before) == 1 else 1)
            return replace(s, end_line=s.line + len(before) - 1, end_column=column)
    return s


def _whole(s: Source, lines: list[str], *, is_alone: bool) -> tuple[Piece, ...]:
    """Behind a statement, with % for the fence; nothing, if it is a part of something."""
    end = lines[s.end_line - 1] if s.end_line <= len(lines) else ""
    at = s.end_column - 1
    if not s.end_line or end[at - 1 : at] != ";":
        return ()
    if not is_alone:
        return Piece(s.line, s.column, 0, "{ "), Piece(s.end_line, at + 1, 0, " % }")
    if _REST.match(end, at):
        return (_behind(s.end_line, lines, lines[s.line - 1]),)
    return (Piece(s.end_line, at + 1, 0, " %"),)


def _line(s: Source, lines: list[str]) -> tuple[Piece, ...]:
    """Behind the line with the call of a macro."""
    line = lines[s.line - 1]
    return (_behind(s.line, lines, line),) if line.rstrip().endswith(";") else ()


def _behind(number: int, lines: list[str], like: str) -> Piece:
    line = lines[number - 1]
    end = "\r" if line.endswith("\r") else ""
    indent = like[: len(like) - len(like.lstrip())]
    return Piece(number, len(line) - len(end) + 1, 0, f"{end}\n{indent}%")


def _fence_word(text: str, *, has_c11: bool) -> tuple[str, str]:
    """As the file would write it."""
    if has_c11 and "stdatomic.h" in text:
        return "atomic_thread_fence(memory_order_", ");"
    return "__atomic_thread_fence(__ATOMIC_", ");"


def _fence(s: Source, pieces: tuple[Piece, ...], word: tuple[str, str], order: str, lines: list[str]) -> Change:
    begin, end = word
    text = f"{begin}{order if begin.endswith('order_') else order.upper()}{end}"
    made = tuple([piece._replace(text=piece.text.replace("%", text)) for piece in pieces])
    return Change(s.file, made, s.line, shown(s, lines), f"{text} behind")


def _orders(s: Source, lines: list[str]) -> Iterator[tuple[tuple[int, int], re.Match[str]]]:
    """The orders that are written in a statement, with line and column."""
    for number in range(s.line, s.end_line + 1):
        line = lines[number - 1]
        begin = s.column - 1 if number == s.line else 0
        end = s.end_column - 1 if number == s.end_line else len(line)
        for match in _ORDER.finditer(line, begin, end):
            yield (number, match.start() + 1), match


def _stronger(s: Source, at: tuple[int, int], match: re.Match[str], order: str, lines: list[str]) -> Change:
    text = match[1] + (order.upper() if match[2].isupper() else order)
    piece = Piece(*at, len(match[0]), text)
    return Change(s.file, (piece,), at[0], shown(s, lines), f"{text} instead of {match[0]} in")


def shown(s: Source, lines: list[str]) -> str:
    """A statement in one line."""
    if not s.end_line:
        return lines[s.line - 1].strip() if 0 < s.line <= len(lines) else ""
    row = lines[s.line - 1 : s.end_line]
    row[-1] = row[-1][: s.end_column - 1]
    row[0] = row[0][s.column - 1 :]
    return " ".join(" ".join(row).split())
