"""Loops in which threads only look whether others have done something: to spin is to wait.

What still recurs after all layers (`ranking`) may be such loops: no step in them changes anything shared, and none
creates a thread. Take a fair execution that never ends. After some time only such steps are taken, so what is shared
stays as it is; who takes no steps any more has ended, or is not able to move, and will never be; who still does comes
to one of the `heads` of its loops again and again (they lie on every circle), and each time finds that a round, to the
next head, is possible as things are: the head's `stuck` condition. Let everybody who spins stop at such a moment,
one after the other: nobody notices, because their steps change nothing that is shared.

So `detoured` is the program where a thread at a head that is stuck may also go and wait until it is not; it can do all
that the program can. (Only one that is stuck: the head may be a place to wait itself, which no detour may hide.)
Nothing in it can move in the state above, with those who spin on their detours: a deadlock. So a program has no
endless fair execution of this kind if `detoured` of it has no deadlock, which is a question for other engines; and
where nothing recurs at all, that is the program itself, and its deadlocks are what is left to exclude.

The condition may be weaker than what it says, never stronger: conjuncts about anything but variables of the program are
left out. Entry points: `purity`, `are_enough`, `detoured`, and `with_places_to_wait` for who knows more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from threadproof.blocks.memory import is_input
from threadproof.blocks.transitions import Transition
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace
from threadproof.rules.ranking import Name, Obligation, Recurring
from threadproof.rules.thread_modular import ThreadModular

#: ways around from one head
MOST_ROUNDS = 64

_numbers = count()

#: template -> heads of its loops
Heads = Mapping[str, Sequence[int]]


def purity(recurring: Recurring, rule: ThreadModular) -> Iterator[Obligation]:
    """What makes loops spin only."""
    known = frozenset(rule.transitions.memory.scalars(rule.program.shared))
    for name, condition in recurring.conditions.items():
        w = recurring.way(name)
        written = [c.var for e in w.edges for c in O.writes(e.op) if c.var.shared]
        is_hidden = any(not known.intersection(rule.transitions.memory.scalars([v])) for v in written)
        if is_hidden or w.created or any(isinstance(e.op, O.Fresh) for e in w.edges):
            wrong = T.TRUE
        else:
            wrong = T.or_(*[T.ne(T.var(v), value) for v, value in w.updates.items() if v.shared])
        if wrong is not T.FALSE:
            _, body, guard = rule.alone(w)
            yield Obligation(body, T.and_(guard, condition, wrong), f"{w!r} does more than spin")


def are_enough(recurring: Recurring, heads: Heads) -> bool:
    """Does every circle of what recurs go through a head?"""
    for template in {name[0] for name in recurring.conditions}:
        cut = set(heads.get(template, ()))
        kept = {n: c for n, c in recurring.conditions.items() if n[0] == template and n[1] not in cut}
        if Recurring(recurring.transitions, kept).on_cycles().conditions:
            return False
    return True


def stuck_at(program: Program, recurring: Recurring, heads: Heads) -> dict[tuple[str, int], Term]:
    """For each head, when those who spin there are stuck."""
    return {
        (name, head): _stuck(program, recurring, program.templates[name], head, frozenset(places))
        for name, places in heads.items()
        for head in places
    }


def detoured(program: Program, recurring: Recurring, heads: Heads) -> Program:
    """The program, with places to wait beside the heads. Without heads the program itself."""
    stuck = stuck_at(program, recurring, heads)
    return with_places_to_wait(program, stuck) if stuck else program


def with_places_to_wait(program: Program, stuck: Mapping[tuple[str, int], Term]) -> Program:
    """Beside some locations a thread may wait until it is not stuck."""
    templates = dict(program.templates)
    for (name, head), condition in stuck.items():
        t = templates[name]
        edges = [list(out) for out in t.edges]
        aside, origin = len(edges), edges[head][0].origin
        edges[head].append(Edge(head, aside, O.Step(condition), origin))
        edges.append([Edge(aside, head, O.Step(T.not_(condition), waits=True), origin)])
        templates[name] = replace(t, edges=edges)
    return replace(program, templates=templates)


def _stuck(program: Program, recurring: Recurring, t: Template, head: int, heads: frozenset[int]) -> Term:
    """Some round from the head to a head is possible, if nobody else does anything."""
    rounds: list[Term] = []
    mine = frozenset(v for v in (*program.shared, *t.locals, t.self_var) if not v.dims)
    starting: dict[int, list[Name]] = {}
    for n in recurring.conditions:
        if n[0] == t.name:
            starting.setdefault(n[1], []).append(n)
    #: where a way is, what the locals are there, what must hold at its start
    pending: list[tuple[int, dict[Var, Term], Term]] = [(head, {}, T.TRUE)]
    while pending:
        at, values, so_far = pending.pop()
        for name in starting.get(at, ()):
            w = recurring.way(name)
            guard = T.substitute(T.and_(w.guard, recurring.conditions[name]), values)
            known = T.and_(so_far, *[c for c in T.conjuncts(guard) if c.vars <= mine])
            if known is T.FALSE:
                continue
            if w.target in heads:
                rounds.append(known)
            else:
                pending.append((w.target, _after(w, values), known))
        if len(rounds) + len(pending) > MOST_ROUNDS:
            raise Limit("too many ways around a loop", f"in {t.name}")
    return T.or_(*rounds)


def _after(w: Transition, values: Mapping[Var, Term]) -> dict[Var, Term]:
    """The locals after a step. Inputs get new names: they are nobody's, and not those of other steps."""
    inputs = {v: T.var(replace(v, name=f"{v.name}#{next(_numbers)}")) for x in w.updates.values() for v in x.vars}
    renamed = {v: x for v, x in inputs.items() if is_input(v)} | dict(values)
    return {**values, **{v: T.substitute(x, renamed) for v, x in w.updates.items() if not v.shared}}
