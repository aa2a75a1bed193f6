"""What an edge does, as formulas: the part of the active thread, and what passive threads must satisfy.

The active thread is `a`, passive threads are `1`, `2`, … (so is a thread that is started); a prime is for values after
the step. A primed variable occurs only if its value is arbitrary: others are replaced by what they are equal to.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.broadcast.program import (
    ACTIVE,
    DORMANT,
    ENTRY,
    NEW,
    Assert,
    Constraint,
    Edge,
    Program,
    Start,
    Template,
    Update,
    after,
    now,
    variable,
)
from threadproof.logic import term as T
from threadproof.logic.term import TRUE, Term, Var
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    edge: Edge
    #: `s` or `a.b`, with the new value; None: arbitrary
    assigned: Mapping[str, Term | None]
    #: for each template, the locals that become arbitrary in passive threads
    broadcast: tuple[int, ...]
    #: what the active thread must satisfy (with the one that it starts)
    own: Term
    #: what passive threads of these templates must satisfy
    others: tuple[tuple[tuple[int, ...], Term], ...] = ()
    #: the template of which one thread is started
    starts: int | None = None


def rules(program: Program, template: int) -> list[Rule]:
    """One for each edge."""
    return [_rule(program, program.templates[template], e) for e in program.templates[template].edges]


def forgotten(t: Template, location: int) -> int:
    """The locals that have no value at a location, as a bit set."""
    if location == DORMANT:
        return (1 << len(t.locals)) - 1
    names = {name for where, names in t.forgets if where == location for name in names}
    return sum(1 << i for i, (name, _) in enumerate(t.locals) if name in names)


def beginning(t: Template, thread: str) -> Term:
    """What holds of a thread, under this name, when it begins. What is forgotten at once has no initial value."""
    gone = forgotten(t, ENTRY)
    known = [
        T.eq(now(f"{thread}.{name}"), T.boolean(bool(value)))
        for i, (name, value) in enumerate(t.locals)
        if value is not None and not gone >> i & 1
    ]
    return T.and_(*known, T.substitute(t.initially, _renamed(t, ACTIVE, thread)))


def assertions(t: Template, location: int) -> list[Term]:
    """What must hold of a thread `a` at a location."""
    return [e.statement.condition for e in t.edges if e.source == location and isinstance(e.statement, Assert)]


def _rule(program: Program, t: Template, edge: Edge) -> Rule:
    match edge.statement:
        case Update() as update:
            return _update(program, t, edge, update)
        case Start(name, condition):
            starts = _number(program, name)
            new = program.templates[starts]
            own = T.and_(T.substitute(condition, _renamed(new, NEW, "1")), beginning(new, "1"))
            return Rule(edge, {}, (0,) * len(program.templates), own, starts=starts)
        case Assert():
            return Rule(edge, {}, (0,) * len(program.templates), TRUE)


def _update(program: Program, t: Template, edge: Edge, update: Update) -> Rule:
    assigned: dict[str, Term | None] = dict(update.assigned)
    for owner, name in update.broadcast:
        if owner == t.name:
            assigned.setdefault(f"{ACTIVE}.{name}", None)
    broadcast = tuple(
        sum(1 << i for i, (name, _) in enumerate(o.locals) if (o.name, name) in update.broadcast)
        for o in program.templates
    )
    names = [*(name for name, _ in program.shared), *(f"{ACTIVE}.{name}" for name, _ in t.locals)]
    known = {variable(n + "'"): now(n) for n in names if n not in assigned}
    known |= {variable(n + "'"): value for n, value in assigned.items() if value is not None}
    own, others = [], []
    for c in update.constraints:
        formula = T.substitute(_numbered(program, broadcast, c), known)
        if c.passive:
            others.append((tuple(_number(program, owner) for _, owner in c.passive), formula))
        else:
            own.append(formula)
    return Rule(edge, assigned, broadcast, T.and_(*own), tuple(others))


def _numbered(program: Program, broadcast: tuple[int, ...], c: Constraint) -> Term:
    names: dict[Var, Term] = {}
    for i, (index, owner) in enumerate(c.passive, 1):
        t = _number(program, owner)
        for k, (name, _) in enumerate(program.templates[t].locals):
            before, then = variable(f"{index}.{name}"), variable(f"{index}.{name}'")
            if before in c.formula.vars:
                names[before] = now(f"{i}.{name}")
            if then in c.formula.vars:
                names[then] = (after if broadcast[t] >> k & 1 else now)(f"{i}.{name}")
    return T.substitute(c.formula, names)


def _renamed(t: Template, index: str, thread: str) -> dict[Var, Term]:
    return {variable(f"{index}.{name}"): now(f"{thread}.{name}") for name, _ in t.locals}


def _number(program: Program, template: str) -> int:
    return next(i for i, t in enumerate(program.templates) if t.name == template)
