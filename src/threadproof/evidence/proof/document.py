"""The data of a proof (see `covering.proof`), read with suspicion: `read` gives typed rows or raises Malformed."""

from __future__ import annotations

from typing import Any

from threadproof.evidence.proof.complaint import Malformed
from threadproof.ir.interpret import Names
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A node: how it was reached, and what is claimed about it."""

    parent: int
    instance: int
    edge: int
    choice: int | None
    #: numbers of terms
    label: tuple[int, ...]
    sleep: frozenset[int]
    order: tuple[int, ...]
    alone: str | None


@dataclass(frozen=True, slots=True)
class PermutationRow:
    """New names: pairs of numbers, and variables by template ("" for a shared one) and name."""

    ids: tuple[tuple[int, int], ...]
    #: template, name; the same of the new one
    variables: tuple[tuple[str, str, str, str], ...]
    #: template, name, index (-1: the value), are they sets, pairs
    values: tuple[tuple[str, str, int, bool, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Document:
    property: str
    program: str
    names: Names
    terms: list[Any]
    nodes: list[Row]
    #: covered, by, number of the permutation or None
    covers: list[tuple[int, int, int | None]]
    permutations: list[PermutationRow]
    #: static facts that reasons lean on, by kind
    facts: dict[str, Any]


def read(data: object) -> Document:
    if not isinstance(data, dict):
        raise Malformed("the data of the proof are no table of parts")
    missing = [part for part in ("property", "program", "names", "terms", "nodes", "covers") if part not in data]
    if missing:
        raise Malformed(f"the proof has no {', '.join(missing)}")
    if not isinstance(data["property"], str) or not isinstance(data["program"], str):
        raise Malformed("the property or the digest of the program is no text")
    nodes = [_node(row, i) for i, row in enumerate(_list(data["nodes"], "nodes"))]
    if not nodes or nodes[0].parent != -1:
        raise Malformed("the proof has no root")
    facts = data.get("facts", {})
    if not isinstance(facts, dict):
        raise Malformed("the facts are no table")
    permutations = [_permutation(row) for row in _list(data.get("permutations", []), "permutations")]
    covers = [_cover(row, len(nodes), len(permutations)) for row in _list(data["covers"], "covers")]
    if len({v for v, _, _ in covers}) != len(covers):
        raise Malformed("a node is covered twice")
    return Document(
        data["property"],
        data["program"],
        _names(_list(data["names"], "names")),
        _list(data["terms"], "terms"),
        nodes,
        covers,
        permutations,
        facts,
    )


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed(f"the {what} are no list")
    return value


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or not all(type(n) is int for n in value):
        raise Malformed(f"no list of numbers: {str(value)[:80]}")
    return value


def _names(rows: list[Any]) -> Names:
    numbers = [_numbers(row) for row in rows]
    if not all(len(row) == 5 for row in numbers):
        raise Malformed("a row of the names has not five numbers")
    if len({tuple(row[:4]) for row in numbers}) != len(numbers):
        raise Malformed("a thing has two numbers")
    count: dict[int, int] = {}
    for row in numbers:
        count[row[1]] = count.get(row[1], 0) + 1
    if any(row[4] >= count[row[1]] for row in numbers):
        raise Malformed("the numbers of the names are not consecutive")
    try:
        return Names.from_rows(numbers)
    except ValueError as problem:
        raise Malformed(f"the names are not injective: {problem}") from problem


def _node(row: object, position: int) -> Row:
    if not isinstance(row, list) or len(row) != 8:
        raise Malformed(f"row {position} of the nodes is no node")
    parent, instance, edge, choice, label, sleep, order, alone = row
    if not all(type(n) is int for n in (parent, instance, edge)) or not (choice is None or type(choice) is int):
        raise Malformed(f"row {position} of the nodes is no node")
    if not (alone is None or isinstance(alone, str)):
        raise Malformed(f"node {position}: no reason to go alone: {str(alone)[:80]}")
    if not (-1 if position == 0 else 0) <= parent < max(position, 0):
        raise Malformed(f"node {position}: its parent does not come before it")
    clauses, asleep, expanded = _numbers(label), _numbers(sleep), _numbers(order)
    if len(set(expanded)) != len(expanded):
        raise Malformed(f"node {position}: a thread is expanded twice")
    return Row(parent, instance, edge, choice, tuple(clauses), frozenset(asleep), tuple(expanded), alone)


def _cover(row: object, nodes: int, permutations: int) -> tuple[int, int, int | None]:
    numbers = _numbers(row)
    if len(numbers) not in (2, 3) or not all(0 <= n < nodes for n in numbers[:2]):
        raise Malformed(f"no cover: {str(row)[:80]}")
    if len(numbers) == 2:
        return numbers[0], numbers[1], None
    if not 0 <= numbers[2] < permutations:
        raise Malformed(f"a cover by an unknown permutation: {row}")
    return numbers[0], numbers[1], numbers[2]


def _permutation(row: object) -> PermutationRow:
    match row:
        case {"ids": list(ids), "variables": list(variables), "values": list(values)}:
            return PermutationRow(_pairs(ids), tuple(map(_renamed, variables)), tuple(map(_revalued, values)))
    raise Malformed(f"no permutation: {str(row)[:80]}")


def _pairs(rows: list[Any]) -> tuple[tuple[int, int], ...]:
    pairs = [_numbers(row) for row in rows]
    if not all(len(pair) == 2 for pair in pairs):
        raise Malformed(f"no pairs: {str(rows)[:80]}")
    return tuple([(a, b) for a, b in pairs])


def _renamed(row: object) -> tuple[str, str, str, str]:
    match row:
        case [str(template), str(name), str(new_template), str(new_name)]:
            return template, name, new_template, new_name
    raise Malformed(f"no new name of a variable: {str(row)[:80]}")


def _revalued(row: object) -> tuple[str, str, int, bool, tuple[tuple[int, int], ...]]:
    match row:
        case [str(template), str(name), int(position), bool(is_set), list(pairs)]:
            return template, name, position, is_set, _pairs(pairs)
    raise Malformed(f"no new names of values: {str(row)[:80]}")
