"""The invariants that a proof is made of. Entry point: `invariants`.

Of a proof by Horn clauses: what holds between blocks, whatever other threads do. Of a covering tree: the labels of its
nodes, which say where each thread is. Of an abstract broadcast program: what its predicates are when a thread is at a
location, in states that it can reach; or when all are, if the states are no list. They hold on the schedules that the
proof looks at, not on those that it leaves out because one with the steps in another order (no block is interrupted),
or with two threads exchanged, does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.program import variable
from threadproof.broadcast.rules import forgotten
from threadproof.evidence.proof.covering import nodes_of
from threadproof.ir.action import Control
from threadproof.ir.program import Program, Template
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.records import replace
from threadproof.result.invariant import Invariant, Names, Place
from threadproof.result.verdict import Proof


def invariants(program: Program, proof: Proof) -> list[Invariant] | None:
    """None: the proof has none that could be shown."""
    if proof.kind == "horn-solution":
        return list(_of_clauses(program, proof))
    if proof.kind == "covering-tree":
        return list(_of_tree(program, proof))
    if proof.kind == "broadcast-abstraction":
        return list(_of_abstraction(program, proof.data))
    return None


def _of_clauses(program: Program, proof: Proof) -> Iterator[Invariant]:
    data, names = proof.data, Names(program)
    terms = _terms(data["terms"], names)
    for predicate, number in data["solution"]:
        # (an Owicki-Gries predicate says first whose it is; where all have ended nobody is anywhere)
        places = [p.rsplit("@", 1) for p in predicate.rpartition(": ")[2].split(" ") if p]
        found = [
            _place(program, t, program.templates[t], int(at[1:])) if at[1:].isdecimal() else Place(t, 0, at, t, None)
            for t, at in places
        ]
        yield Invariant(tuple(found), (tuple(conjuncts(terms[number])),), names.of)


def _terms(rows: list[Any], names: Names) -> list[Term]:
    variables = {row[2]: _variable(row[2], row[1], names.known) for row in rows if row[0] == "var"}
    return read_terms(rows, lambda name: variables[name])


def _variable(name: str, width: int, known: Mapping[str, Var]) -> Var:
    """One of the program, an element of an array, one of another thread, or something that only the proof has."""
    original = name.partition("'")[0]
    v = known.get(original) or known.get(original.rpartition("[")[0])
    if v is None or v.width != width:
        return Var(name, width, shared=False)
    return v if v.name == name else replace(v, name=name, dims=0, length=None, cells=())


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
        return Place(thread, 0, "its end" if location == t.exit else f"L{location}", t.name, location)
    origin = (*out[0].steps, out[0].origin)[0]
    return Place(thread, origin.line, program.source_text(origin), t.name, location)


# ---------------------------------------------------------------- abstract programs

#: some predicates, by their numbers, and whether they hold
Cube = frozenset[tuple[int, bool]]


def _of_abstraction(program: Program, data: Mapping[str, Any]) -> Iterator[Invariant]:
    """A predicate has the value of its Boolean, wherever that has one."""
    names = Names(program)
    terms = _terms(data["terms"], names)
    predicates = {name: terms[number] for name, _, number in data["predicates"]}
    abstract = parse_program("\n".join(data["abstract"]), "the abstract program")
    shared = [predicates[name] for name, _ in abstract.shared]
    boundaries = {name: {n: at for at, n in pairs} for name, pairs in data["locations"].items()}
    if "sets" in data:
        yield from _of_sets(program, data, [t.name for t in abstract.templates], boundaries, predicates)
        return
    pairs = {(s, i) for s, *bag in data.get("states", data.get("known", ())) for i in bag}
    found: dict[tuple[int, int], dict[Cube, None]] = {}
    for s, i in sorted(pairs):
        template, at, values = data["places"][i]
        gone = forgotten(abstract.templates[template], at)
        own = range(len(abstract.templates[template].locals))
        cube = {(n, bool(s >> n & 1)) for n in range(len(shared))}
        cube |= {(len(shared) + n, bool(values >> n & 1)) for n in own if not gone >> n & 1}
        found.setdefault((template, at), {})[frozenset(cube)] = None
    for number, t in enumerate(abstract.templates):
        all_ = [*shared, *[predicates[name] for name, _ in t.locals]]
        thread = t.name if t.number == 1 else f"each {t.name}"
        for at, boundary in sorted(boundaries[t.name].items(), key=lambda item: item[1]):
            cases = [
                tuple([all_[n] if holds else T.not_(all_[n]) for n, holds in sorted(cube)])
                for cube in _merged(found.get((number, at), {}))
            ]
            template = program.templates[t.name]
            if cases or boundary != template.exit:  # (who ends the process comes to no end of its own)
                yield Invariant((_place(program, thread, template, boundary),), tuple(cases) or ((T.FALSE,),), names.of)


def _merged(cubes: Iterable[Cube]) -> list[Cube]:
    """The same set with fewer cubes: what may be either is left out."""
    found = dict.fromkeys(cubes)
    waiting = list(found)
    while waiting:
        cube = waiting.pop()
        for n, holds in cube if cube in found else ():
            other = cube - {(n, holds)} | {(n, not holds)}
            if other in found:
                del found[cube], found[other]
                both = cube & other
                if both not in found:
                    found[both] = None
                    waiting.append(both)
                break
    return [x for x in found if not any(y < x for y in found)]


def _of_sets(
    program: Program,
    data: Mapping[str, Any],
    templates: list[str],
    boundaries: Mapping[str, Mapping[int, int]],
    predicates: Mapping[str, Term],
) -> Iterator[Invariant]:
    """Of all threads at once; those that have not been started are nowhere."""
    names = Names(program)
    copies: dict[Var, tuple[Var, int]] = {}
    made: dict[tuple[Var, int], Term] = {}

    def name(v: Var) -> str:
        original, thread = copies.get(v, (v, 0))
        return f"«{names.of(original)} of thread {thread}»" if thread else names.of(original)

    def of_thread(v: Var, slot: int) -> Term:
        if (v, slot) not in made:
            copy = replace(v, name=f"{v.name}~{slot + 1}")
            copies[copy] = v, slot + 1
            made[v, slot] = T.var(copy)
        return made[v, slot]

    def meaning(v: Var) -> Term:
        slot, _, boolean = v.name.rpartition(":")
        p = predicates[boolean]
        return T.substitute(p, {w: of_thread(w, int(slot)) for w in p.vars if not w.shared})

    terms = read_terms(data["set_terms"], lambda name: variable(str(name)))
    for control, number in data["sets"]:
        places = [
            _place(program, f"{templates[t]}#{slot + 1}", program.templates[templates[t]], boundaries[templates[t]][at])
            for slot, (t, at) in enumerate(control)
            if at in boundaries[templates[t]]
        ]
        formula = T.substitute(terms[number], {v: meaning(v) for v in terms[number].vars})
        yield Invariant(tuple(places), (tuple(conjuncts(formula)),), name)
