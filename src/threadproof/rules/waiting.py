"""Nobody waits for ever, from facts about each thread alone: there is no state in which all who are left wait.

The thread-modular rule says what holds of the shared variables while a thread is at a boundary. Here it also says what
holds before the thread is started, and after its end:

    T@unborn(G)     initially; and after steps of others that do not create it
    T@ended(G)      after its last step; and after steps of others

In a deadlock, each thread is unborn, or has ended, or is at a place where it waits and none of its steps is possible
(or at the head of a loop in which it spins, see `spinning`, and a round is possible as things are). So the facts of one
such place for each thread would hold together, of the same shared variables. If for no choice of places they do, there
is no deadlock. No states are counted, so data need not be finite. Each thread must be one of a kind. Inputs that decide
whether a step is possible have names of their own in each step: any value may make it so.
Entry points: `Waiting`, `Option`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from threadproof.blocks.memory import is_input
from threadproof.blocks.transitions import Transitions
from threadproof.errors import Limit
from threadproof.horn.clause import Application, Predicate
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass, replace
from threadproof.rules.origin import Origin
from threadproof.rules.thread_modular import Place, ThreadModular

#: combinations of places that are looked at
MOST_COMBINATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """Where a thread may be in a deadlock."""

    place: str
    known: Application
    stuck: Term
    is_running: bool


class Waiting:
    """`stuck`: for heads of loops that spin, when a round is possible."""

    def __init__(self, transitions: Transitions, stuck: Mapping[Place, Term]) -> None:
        self.rule = ThreadModular(transitions, 1, counting=False)
        self.system = self.rule.build()
        self.transitions = transitions
        self.stuck = stuck
        self._numbers = 0
        self.templates = [transitions.program.templates[name] for name in transitions.of]
        several = [t.name for t in self.templates if transitions.own_id(t) is None]
        if several:
            raise Limit("number of threads not known", f"of {several[0]}")
        shared = self.rule.shared
        idle = [t.name for t in self.templates if (t.name, t.entry) not in self.rule.locals]
        if idle:
            raise Limit("a thread does nothing", idle[0])
        self.unborn = {t.name: self.system.predicate(f"{t.name}@unborn", shared) for t in self.templates}
        self.ended = {t.name: self.system.predicate(f"{t.name}@ended", shared) for t in self.templates}
        main = transitions.program.main
        for name, p in self.unborn.items():
            if name != main:
                start = [
                    T.FALSE if v in self.rule.started.values() else transitions.memory.initially(v) for v in shared
                ]
                self.system.add(p(*start), note=Origin("initially"))
        for t in self.templates:
            self._steps_of(t)

    def _steps_of(self, t: Template) -> None:
        for out in self.transitions.of[t.name].values():
            for w in out:
                mover, body, known = self.rule.alone(w)
                if w.end:
                    continue
                after = self.rule.after(w, mover)
                if w.target == t.exit:
                    self.system.add(self.ended[t.name](*after), *body, constraint=known, note=Origin("step", w))
                starts = {c.template for c in w.created}
                for other in self.templates:
                    if other.name != t.name:
                        self._beside(self.ended[other.name], after, body, known, Origin("interference", w))
                        if other.name not in starts:
                            self._beside(self.unborn[other.name], after, body, known, Origin("interference", w))

    def _beside(
        self, p: Predicate, after: Sequence[Term], body: Sequence[Application], known: Term, note: Origin
    ) -> None:
        before = p(*map(T.var, p.params))
        if any(x is not T.var(v) for v, x in zip(p.params, after, strict=True)):
            self.system.add(p(*after), before, *body, constraint=known, note=note)

    # ------------------------------------------------------------ deadlocks

    def options(self, t: Template) -> list[Option]:
        found = [self._absent(self.ended[t.name])]
        if t.name != self.transitions.program.main:
            found.append(self._absent(self.unborn[t.name]))
        inside = inside_sections(t)
        for at, out in enumerate(t.edges):
            waits = any(isinstance(e.op, O.Step) and e.op.waits for e in out)
            if waits and at in inside:
                raise Limit("a wait inside of an atomic section", f"in {t.name}")
            if (t.name, at) in self.rule.locals and (waits or (t.name, at) in self.stuck):
                p = self.rule.predicates[((t.name, at),)]
                stuck = self._cannot_move(t, at) if waits else T.FALSE
                stuck = T.or_(stuck, self.stuck.get((t.name, at), T.FALSE))
                found.append(Option(f"{t.name}@L{at}", p(*map(T.var, p.params)), stuck, True))
        return found

    def _absent(self, p: Predicate) -> Option:
        return Option(p.name, p(*map(T.var, p.params)), T.TRUE, False)

    def _cannot_move(self, t: Template, at: int) -> Term:
        closed = []
        for w in self.transitions.of[t.name][at]:
            if not any(O.is_environment(e.op) for e in w.edges):
                self._numbers += 1
                own = {v: T.var(replace(v, name=f"{v.name}~{self._numbers}")) for v in w.guard.vars if is_input(v)}
                closed.append(T.not_(T.substitute(w.guard, own)))
        return T.and_(*closed)

    def possible(self, may_be: Callable[[Sequence[Option]], bool]) -> Iterator[Sequence[Option]]:
        """The deadlocks that are not excluded. `may_be`: may these threads be there together?"""
        options = [self.options(t) for t in self.templates]
        pending: list[tuple[Option, ...]] = [()]
        looked_at = 0
        while pending:
            chosen = pending.pop()
            looked_at += 1
            if looked_at > MOST_COMBINATIONS:
                raise Limit("too many combinations of places", f"more than {MOST_COMBINATIONS:,}")
            if chosen and not may_be(chosen):
                continue
            if len(chosen) < len(options):
                pending += [(*chosen, o) for o in options[len(chosen)]]
            elif any(o.is_running for o in chosen):
                yield chosen
