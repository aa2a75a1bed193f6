"""Where a program can be made stronger: behind each statement with an access that may change places, and at its order.

A statement that stands by itself in a block is followed by a fence; any other one gets braces. Where an access is a
part of something larger (a condition, the head of a loop) there is no place for a fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from threadproof.fences.patch import Change, Piece, decoded
from threadproof.frontend import ast
from threadproof.ir import op as O
from threadproof.ir.program import Program, Source
from threadproof.passes.memory_model import ARMV8, C11, PSO, TSO, MemoryModel, places_exchanged
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.foreign import settled
from threadproof.passes.weak.places import Places, Sort
from threadproof.records import NamedTuple, replace

_ORDER = re.compile(r"\b(memory_order_|__ATOMIC_)(relaxed|consume|acquire|release|acq_rel)\b", re.IGNORECASE)
#: what matters where a statement ends, and what is passed over
_TOKEN = re.compile(r"""[()\[\]{};]|//.*|/\*(?:[^*]|\*(?!/))*\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
#: nothing but a comment
_REST = re.compile(r"\s*(?://.*|/\*(?:[^*]|\*(?!/))*\*/\s*)?\r?$")
#: how strong a fence may be made, by model, the strongest first
STRENGTHS = {
    TSO.name: ("seq_cst",),
    PSO.name: ("seq_cst", "release"),
    ARMV8.name: ("seq_cst", "acquire"),
    C11.name: ("seq_cst", "acq_rel", "release", "acquire"),
}
#: the order of an access on a machine with other fences; elsewhere that of a fence
_OF_ACCESS = {"load": ("seq_cst", "acquire"), "store": ("seq_cst", "release")}
_OF_OTHERS = ("seq_cst", "acq_rel", "release", "acquire")
_KIND = re.compile(r"(?:__)?atomic_(load|store)\w*")


class Place(NamedTuple):
    """One that can be made stronger: by changes of which each is as strong as the next one, or stronger."""

    changes: tuple[Change, ...]


def weak_statements(program: Program, model: MemoryModel) -> list[Source]:
    """Those with accesses that may change places where it matters: on TSO and PSO stores."""
    if model is C11:
        program = simplify(settled(program, model))
        wanted = _of_c11(Places(program))
    else:
        found = places_exchanged(program, model)
        program, wanted = found.program, set(found.late)
        if model is ARMV8:
            wanted |= {found.nodes[i].at for pair in found.critical for i in pair} | _weak_fences(program)
    edges = [program.templates[at.template].edges[at.source][at.number] for at in sorted(wanted)]
    return sorted(dict.fromkeys(e.origin for e in edges), key=lambda s: (s.file, s.line, s.column))


def _of_c11(places: Places) -> set[At]:
    wanted = {n.at for g, sort in places.sorts.items() if sort is not Sort.LAST for n in places.nodes[g]}
    return wanted | {at for at, e in places.edges.items() if _is_weak_fence(e.op)}


def _weak_fences(program: Program) -> set[At]:
    rows = ((t.name, n, out) for t in program.templates.values() for n, out in enumerate(t.edges))
    return {At(name, n, k) for name, n, out in rows for k, e in enumerate(out) if _is_weak_fence(e.op)}


def _is_weak_fence(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.FENCE and op.order is not O.Order.SEQ_CST


def places(
    statements: list[Source], unit: ast.Unit, model: MemoryModel, *, has_c11: bool
) -> tuple[list[Place], list[Source]]:
    """Of accesses; those at orders come last, as they should stay if one of two is enough. And statements without any.

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
        if s.line > len(lines):
            without.append(s)
            continue
        if s.column and not s.end_line:
            s = _to_its_end(s, lines)
        make: tuple[Piece, ...] = ()
        if is_alone is not None:
            make = _whole(s, lines, is_alone=is_alone) if s.column else _line(s, lines)
        found = [*_orders(s, lines)] if s.column and s.end_line else []
        is_fence = "_fence" in shown(s, lines)
        if make and not is_fence:
            word = _fence_word("\n".join(lines), has_c11=has_c11)
            fences[Place(tuple([_fence(s, make, word, o, lines) for o in STRENGTHS[model.name]]))] = None
        if len(found) == 1:
            at, match = found[0]
            changes = [_stronger(s, at, match, o, lines) for o in _strengths(shown(s, lines), model)]
            if changes := [c for c in changes if c.pieces[0].text != match[0]]:
                orders[Place(tuple(changes))] = None
        elif not make:
            without.append(s)
    return [*fences, *orders], without


def _strengths(text: str, model: MemoryModel) -> tuple[str, ...]:
    """Of the order in a statement."""
    if model in (TSO, PSO):
        return STRENGTHS[model.name]
    kinds = {m[1] for m in _KIND.finditer(text)}
    return _OF_ACCESS[kinds.pop()] if len(kinds) == 1 and "_fence" not in text else _OF_OTHERS


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
    if end.rstrip().endswith("\\"):
        return ()
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
