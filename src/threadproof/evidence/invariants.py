"""The invariants that a proof is made of. Entry point: `invariants`.

Of a proof by Horn clauses: what holds between blocks, whatever other threads do. Of a covering tree: the labels of its
nodes, which say where each thread is. They hold on the schedules that the proof looks at, not on those that it leaves
out because one with the steps in another order (no block is interrupted), or with two threads exchanged, does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from threadproof.evidence.proof.covering import nodes_of
from threadproof.ir.action import Control
from threadproof.ir.program import Program, Template
from threadproof.ir.symbolic import Symbolic
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.result.invariant import Invariant, Names, Place
from threadproof.result.verdict import Proof


def invariants(program: Program, proof: Proof) -> list[Invariant] | None:
    """None: the proof has none that could be shown."""
    if proof.kind == "horn-solution":
        return list(_of_clauses(program, proof))
    if proof.kind == "covering-tree":
        return list(_of_tree(program, proof))
    return None


def _of_clauses(program: Program, proof: Proof) -> Iterator[Invariant]:
    data, names = proof.data, Names(program)
    widths = {row[2]: row[1] for row in data["terms"] if row[0] == "var"}
    variables = {name: names.known.get(name) or Var(name, width, shared=False) for name, width in widths.items()}
    terms = read_terms(data["terms"], lambda name: variables[name])

    for predicate, number in data["solution"]:
        # (an Owicki-Gries predicate says first whose it is; where all have ended nobody is anywhere)
        places = [p.rsplit("@", 1) for p in predicate.rpartition(": ")[2].split(" ") if p]
        found = [
            _place(program, t, program.templates[t], int(at[1:])) if at[1:].isdecimal() else Place(t, 0, at)
            for t, at in places
        ]
        yield Invariant(tuple(found), (tuple(conjuncts(terms[number])),), names.of)


def _of_tree(program: Program, proof: Proof) -> Iterator[Invariant]:
    symbolic, nodes = nodes_of(program, proof.data)
    labels: dict[tuple[Place, ...], dict[frozenset[Term], None]] = {}
    for n in nodes:
        if n.is_live:
            labels.setdefault(tuple(_places(program, n.control)), {})[n.label] = None
    name = _names(program, symbolic)
    for places, found in labels.items():
        weakest = [x for x in found if not any(y < x for y in found)]
        yield Invariant(places, tuple([tuple(sorted(x, key=str)) for x in weakest]), name)


def _places(program: Program, c: Control) -> Iterator[Place]:
    several = Counter(p.template.name for p in c.places)
    for p in c.places:
        t = p.template
        yield _place(program, t.name if several[t.name] == 1 else f"{t.name}#{p.id}", t, p.location)


def _names(program: Program, symbolic: Symbolic) -> Callable[[Var], str]:
    names = Names(program)

    def name(v: Var) -> str:
        instance, original = symbolic.origin[v]
        text = names.called(original.name)
        return text if not instance else f"«{text} of thread {instance}»"

    return name


def _place(program: Program, thread: str, t: Template, location: int) -> Place:
    out = t.edges[location] if location < len(t.edges) else []
    if not out:
        return Place(thread, 0, "its end" if location == t.exit else f"L{location}")
    origin = (*out[0].steps, out[0].origin)[0]
    return Place(thread, origin.line, program.source_text(origin))
