"""Small random broadcast programs."""

from __future__ import annotations

from random import Random

from threadproof.broadcast.program import (
    Assert,
    Constraint,
    Edge,
    Program,
    Start,
    Statement,
    Template,
    Update,
    after,
    now,
)
from threadproof.logic import term as T
from threadproof.logic.term import TRUE, Term


def formula(rng: Random, atoms: list[Term], depth: int = 2) -> Term:
    if depth == 0 or rng.random() < 0.3:
        atom = rng.choice(atoms)
        return atom if rng.random() < 0.5 else T.not_(atom)
    parts = [formula(rng, atoms, depth - 1) for _ in range(rng.choice([2, 2, 3]))]
    match rng.randrange(5):
        case 0 | 1:
            return T.or_(*parts)
        case 2:
            return T.and_(*parts)
        case 3:
            return T.eq(parts[0], parts[1])
        case _:
            return T.ite(parts[0], parts[1], parts[-1])


def random_program(rng: Random, max_templates: int = 2, max_passive: int = 2) -> Program:
    """Half of them forget something."""
    shared = tuple((name, rng.choice([0, 1, None])) for name in ["s", "t"][: rng.randint(1, 2)])
    names = ["main", "worker"][: rng.randint(1, max_templates)]
    own = {name: ["b", "c"][: rng.randint(0 if len(names) > 1 else 1, 2)] for name in names}
    return Program(shared, tuple(_template(rng, [n for n, _ in shared], own, name, max_passive) for name in names))


def calm_program(rng: Random) -> Program:
    """Guards and definite values, few broadcasts: often safe, and not for trivial reasons."""
    shared = ["s", "t"]
    own = ["b", "c"]
    here = [now(s) for s in shared] + [now(f"a.{b}") for b in own]
    indices = (("p", "x"),)
    atoms = [*here, *(x(n) for n in ("p.b", "p.c") for x in (now, after)), after("s"), after("a.b")]
    edges = []
    for source in range(1, 6):
        for _ in range(rng.choice([1, 1, 2])):
            kind = rng.random()
            if kind < 0.4:
                update = Update(constraints=(Constraint(formula(rng, here, 1)),))
            elif kind < 0.8:
                guard = (Constraint(formula(rng, here, 1)),) if rng.random() < 0.5 else ()
                targets = rng.sample([*shared, "a.b", "a.c"], rng.randint(1, 2))
                update = Update(tuple((t, formula(rng, here, 1)) for t in targets), (), guard)
            else:
                constraint = Constraint(formula(rng, atoms), indices)
                update = Update((("a.b", formula(rng, here, 1)),), (("x", "b"),), (constraint,))
            edges.append(Edge(source, update, source + 1 if rng.random() < 0.8 else rng.randint(1, 5)))
    edges += [Edge(3, Assert(formula(rng, here)), 4), Edge(6, Assert(formula(rng, here)), 1)]
    initial = tuple((s, rng.choice([0, 1])) for s in shared)
    return Program(initial, (Template("x", tuple((b, rng.choice([0, 1])) for b in own), tuple(edges)),))


def _template(rng: Random, shared: list[str], own: dict[str, list[str]], name: str, max_passive: int) -> Template:
    two = len(own) > 1
    here = [now(s) for s in shared] + [now(f"a.{b}") for b in own[name]]
    last = rng.randint(2, 4)
    edges = []
    often = rng.choice([0, 0, 0.3, 0.6])
    for source in range(1, last + 1):
        for _ in range(rng.choice([1, 1, 1, 2])):
            target = source + 1 if rng.random() < 0.7 else rng.randint(1, last + 1)
            edges.append(Edge(source, _statement(rng, shared, own, name, here, max_passive), target))
    return Template(
        name,
        tuple((b, rng.choice([0, 1, None])) for b in own[name]),
        tuple(edges),
        errors=(last + 1,) if rng.random() < 0.5 else (),
        number=1 if two and name == "main" and rng.random() < 0.7 else None,
        dormant=two and name == "worker" and rng.random() < 0.7,
        initially=formula(rng, here) if rng.random() < 0.2 else TRUE,
        forgets=tuple((n, (b,)) for n in range(1, last + 2) for b in own[name] if rng.random() < often),
    )


def _statement(
    rng: Random, shared: list[str], own: dict[str, list[str]], name: str, here: list[Term], max_passive: int
) -> Statement:
    kind = rng.random()
    if kind < 0.1:
        return Assert(formula(rng, here))
    if kind < 0.25:
        started = rng.choice(list(own))
        atoms = [*here, *(now(f"new.{b}") for b in own[started])]
        return Start(started, formula(rng, atoms) if rng.random() < 0.5 else TRUE)
    if kind < 0.35:
        return Update(constraints=(Constraint(formula(rng, here)),))
    targets = [*shared, *(f"a.{b}" for b in own[name])]
    chosen = [t for t in targets if rng.random() < 0.4]
    assigned = tuple((t, None if rng.random() < 0.5 else formula(rng, here)) for t in chosen)
    everywhere = [(owner, b) for owner in own for b in own[owner]]
    broadcast = tuple(p for p in everywhere if rng.random() < 0.4)
    constraints = []
    for _ in range(rng.choice([0, 1, 1, 2])):
        passive = tuple((index, rng.choice(list(own))) for index in ["p", "q"][: rng.randint(0, max_passive)])
        atoms = [*here, *(after(s) for s in shared), *(after(f"a.{b}") for b in own[name])]
        for index, owner in passive:
            atoms += [x(f"{index}.{b}") for b in own[owner] for x in (now, after)]
        constraints.append(Constraint(formula(rng, atoms), passive))
    return Update(assigned, broadcast, tuple(constraints))
