"""The proof object of a finished covering graph: plain data, everything that the checker cannot recompute.

    program    digest of the program, so that a proof is not held against another program
    names      the numbers that Fresh drew: [site, pool, creator, count, number]
    terms      rows of `logic.table`; a variable is [instance, name], instance 0 for a shared one
    nodes      [parent, instance, edge, choice, label, sleep, order, alone], the root first, parents before children:
               how it was reached, its clauses, the threads asleep, the threads expanded in the order that counts, and
               why one of them is enough (null: it is not)
    covers     [covered, by] or [covered, by, permutation]
    permutations  {ids, variables, values} of each: numbers of instances and their new ones; variables with other names,
               [template, name, template, name], template "" for a shared one; and of positions where values get new
               names (a variable; index -1: itself), [template, name, index, are these sets, values and new ones]
    facts      static facts that nodes lean on: {"movers": see `analysis.plain`}

Only nodes that are live, and their children, are in it. Entry point: `proof_of`.
"""

from __future__ import annotations

from typing import Any

from threadproof.engines.covering.labels import ordered
from threadproof.engines.covering.renaming import Symmetry
from threadproof.engines.covering.tree import Node, Tree
from threadproof.ir.printer import digest
from threadproof.ir.symbolic import Symbolic
from threadproof.logic.table import TermTable
from threadproof.logic.term import Var
from threadproof.properties import Property
from threadproof.result.verdict import Proof

KIND = "covering-tree"


def proof_of(tree: Tree, symbolic: Symbolic, property_: Property, facts: dict[str, Any]) -> Proof:
    def name(v: Var) -> list[Any]:
        instance, original = symbolic.origin[v]
        return [instance, original.name]

    table = TermTable(name)
    nodes = sorted(tree.live_nodes(), key=lambda n: n.number)
    numbers = {n: i for i, n in enumerate(nodes)}
    rows = [_row(n, numbers, table) for n in nodes]
    covers = []
    permutations: dict[Symmetry, int] = {}
    for n in nodes:
        if n.covered_by is not None:
            row = [numbers[n], numbers[n.covered_by]]
            if n.symmetry is not None:
                row.append(permutations.setdefault(n.symmetry, len(permutations)))
            covers.append(row)
    return Proof(
        KIND,
        {
            "property": property_.name,
            "program": digest(symbolic.program),
            "names": symbolic.names.as_rows(),
            "terms": table.rows,
            "nodes": rows,
            "covers": covers,
            "permutations": [_permutation(s) for s in permutations],
            "facts": facts,
        },
    )


def _row(n: Node, numbers: dict[Node, int], table: TermTable) -> list[Any]:
    label = [table.number(c) for c in ordered(n.label.clauses)]
    live = n.is_live
    end = [label, sorted(n.sleep), list(n.order) if live else [], n.alone if live else None]
    if n.parent is None or n.action is None:
        return [-1, 0, 0, None, *end]
    return [numbers[n.parent], n.action.id, n.action.index, n.action.choice, *end]


def _permutation(s: Symmetry) -> dict[str, Any]:
    program = s.symbolic.program
    owned = [("", v) for v in program.shared]
    owned += [(t.name, v) for t in program.templates.values() for v in t.locals if v is not t.self_var]
    owner = {v: name for name, v in owned}
    values = []
    for name, v in owned:
        for index in (None, *range(v.dims)):
            change = s.change(v, index)
            if change is not None:
                pairs = [list(pair) for pair in sorted(change.moves)]
                values.append([name, v.name, -1 if index is None else index, change.is_set, pairs])
    return {
        "ids": [list(pair) for pair in sorted(s.ids.items())],
        "variables": [
            [owner[v], v.name, owner[w], w.name] for v, w in s.variables.items() if v is not w and v in owner
        ],
        "values": values,
    }
