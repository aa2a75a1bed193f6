"""Threads that can go round for ever because a round leaves everything as it was: a violation, if nobody else can move.

For each way around a loop that is left, `rounds` says when it changes nothing, of what is shared and of the thread's
locals that still matter. In `frozen` a thread that is at the head of such a loop at such a moment may stop there; if
then nobody can move, this is a deadlock there, which other engines find, also among infinitely many states, and an
endless fair execution here: `lasso`. (What they do not find proves nothing.)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from threadproof.analysis.liveness import live_locals
from threadproof.errors import InternalError
from threadproof.ir import op as O
from threadproof.ir.interpret import Semantics, Undetermined
from threadproof.ir.machine import Machine
from threadproof.ir.program import Edge, Program
from threadproof.ir.values import Versioned
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Fairness, Property
from threadproof.records import dataclass
from threadproof.result.counterexample import Counterexample, Determine, Move
from threadproof.rules.ranking import Recurring
from threadproof.rules.spinning import Heads, with_places_to_wait

#: ways around one loop that are looked at
MOST_ROUNDS: Final = 32
#: how often one may go around until all is as it was
MOST_TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class Round:
    template: str
    head: int
    edges: tuple[Edge, ...]
    #: when it is possible and changes nothing
    condition: Term


def rounds(recurring: Recurring, heads: Heads) -> list[Round]:
    return [r for name, places in heads.items() for head in places for r in _around(recurring, name, head)]


def _around(recurring: Recurring, template: str, head: int) -> list[Round]:
    t = recurring.transitions.program.templates[template]
    found: list[Round] = []
    #: where a way is, what variables are there, what must hold at its start, and how often it was at the head
    pending: list[tuple[int, dict[Var, Term], Term, tuple[Edge, ...], int]] = [(head, {}, T.TRUE, (), 0)]
    visited = 0
    while pending and visited < 8 * MOST_ROUNDS:
        at, values, known, edges, count = pending.pop(0)
        visited += 1
        for n in [n for n in recurring.conditions if n[0] == template and n[1] == at]:
            w = recurring.way(n)
            guard = T.and_(known, T.substitute(w.guard, values))
            after = {**values, **{v: T.substitute(x, values) for v, x in w.updates.items()}}
            way = (*edges, *w.edges)
            if guard is T.FALSE or w.created or len(way) > MOST_TIMES * len(t.edges):
                continue
            if w.target == head:
                found.append(Round(template, head, way, T.and_(guard, _unchanged(recurring, template, head, after))))
            if w.target != head or count + 1 < MOST_TIMES:
                pending.append((w.target, after, guard, way, count + (w.target == head)))
    mine = frozenset(v for v in (*recurring.transitions.program.shared, *t.locals, t.self_var) if not v.dims)
    return [r for r in found if r.condition is not T.FALSE and r.condition.vars <= mine][:MOST_ROUNDS]


def _unchanged(recurring: Recurring, template: str, head: int, after: Mapping[Var, Term]) -> Term:
    t = recurring.transitions.program.templates[template]
    live = frozenset(recurring.transitions.memory.scalars(live_locals(t)[head]))
    return T.and_(*[T.eq(T.var(v), x) for v, x in after.items() if v.shared or v in live])


def frozen(program: Program, found: Sequence[Round]) -> Program:
    can_stay: dict[tuple[str, int], Term] = {}
    for r in found:
        can_stay[r.template, r.head] = T.or_(can_stay.get((r.template, r.head), T.FALSE), r.condition)
    return with_places_to_wait(program, can_stay)


def lasso(
    program: Program, found: Counterexample, around: Sequence[Round], property_: Property
) -> Counterexample | None:
    """The schedule to the deadlock of `frozen`, and then a round of everybody who has stopped, again and again.

    None: that is not fair as the property asks for, or it is not clear.
    """
    machine = Machine(Semantics(program, found.names, Versioned))
    moves: list[Move | Determine] = []
    stopped: dict[int, int] = {}

    def take(m: Move) -> None:
        machine.step(machine.instance(m.instance), m.edge, m.choice)
        moves.append(m)

    try:
        for m in found.moves:
            if isinstance(m, Determine):
                machine.determine(Undetermined(m.instance, m.var, m.key), m.value)
                moves.append(m)
            elif m.edge.target >= len(program.templates[machine.instance(m.instance).template].edges):
                stopped[m.instance] = m.edge.source
            elif m.instance in stopped:
                del stopped[m.instance]
            else:
                take(m)
        start = len(moves)
        # (after the first round also locals that do not matter have settled)
        for _ in range(2):
            start = len(moves)
            for id_, head in stopped.items():
                for e in _possible(machine, id_, head, around):
                    if property_.fairness is Fairness.STRONG and _can_move(machine, stopped):
                        return None
                    take(Move(id_, e))
    except (Undetermined, InternalError):
        return None
    loop_start = start if stopped else None
    return Counterexample(
        tuple(moves), property_.name, loop_start=loop_start, names=found.names, statistics=found.statistics
    )


def _can_move(machine: Machine, others: Collection[int]) -> bool:
    """Can somebody else move now?"""
    if machine.state.inside:
        return False
    waiting = [i for i in machine.running.values() if i.id not in others]
    edges = [(i, e) for i in waiting for e in machine.semantics.edges(i) if not O.is_environment(e.op)]
    return any(machine.semantics.is_enabled(machine.state, i, e) for i, e in edges)


def _possible(machine: Machine, id_: int, head: int, around: Sequence[Round]) -> tuple[Edge, ...]:
    i = machine.instance(id_)
    for r in around:
        is_here = (r.template, r.head) == (i.template, head)
        if is_here and machine.semantics.evaluate(r.condition, machine.state, i):
            return r.edges
    raise InternalError("nobody goes round")
