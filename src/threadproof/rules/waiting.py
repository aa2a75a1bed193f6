"""Nobody waits for ever, from facts about each thread alone: there is no state in which all who are left wait.

The thread-modular rule says what holds of the shared variables while a thread is at a boundary. Here it also says what
holds before a thread that is the only one of its kind is started, and after the end of any:

    T@unborn(G)         initially; and after steps of others that do not create it
    T@ended(G, self)    after its last step; and after steps of others

In a deadlock, each thread is unborn, or has ended, or is at a place where it waits and none of its steps is possible.
So the facts of one such place for each thread would hold together, of the same shared variables. If for no choice of
places they do, there is no deadlock. No states are counted, so data need not be finite. Inputs that decide whether a
step is possible have names of their own in each step: any value may make it so.

Of some kinds there may be any number of threads. Then some of those who wait are looked at, and whom they wait for:

* Who waits while a cell is not 0 that only ever holds 0 or the number of the thread that writes it (a lock's owner, see
  `owners`): one of the threads has this number, and it is in one of the places above, too.
* Who waits to join a thread that it has created itself (`joining`): that one has not ended, so it waits as well.
  Threads that join each other in a circle do not exist, because whoever is created is younger.

If for all choices of these threads and places the facts contradict each other, there is no deadlock.
Entry points: `Waiting`, `Option`, `at_once`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from threadproof.blocks.memory import is_input
from threadproof.blocks.transitions import Transition, Transitions
from threadproof.errors import Limit
from threadproof.horn.clause import Application, Predicate
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, replace
from threadproof.rules.joining import Joining
from threadproof.rules.origin import Origin
from threadproof.rules.owners import owned
from threadproof.rules.thread_modular import ThreadModular

#: combinations of places that are looked at
MOST_COMBINATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """Where a thread may be in a deadlock; or what is known beside."""

    place: str
    known: Application | None
    stuck: Term
    #: whose place it is
    template: str = ""
    is_running: bool = False
    #: templates of the threads of which it may wait to join one
    joins: frozenset[str] = frozenset()

    def terms(self, solution: Mapping[Predicate, Term]) -> list[Term]:
        found = [self.stuck] if self.known is None else [self.known.under(solution), self.stuck]
        return [c for t in found for c in T.conjuncts(t)]


def at_once(choices: Sequence[Sequence[Option]], solution: Mapping[Predicate, Term]) -> list[Term]:
    """One of each."""
    return [c for options in choices for c in T.conjuncts(T.or_(*[T.and_(*o.terms(solution)) for o in options]))]


MayBe = Callable[[Sequence[Sequence[Option]]], bool]
#: whom a member (by its number) waits for: the owner of a cell, or (None) the thread that it joins. -1: it is known
Duty = tuple[int, Var | None]


class Waiting:
    def __init__(self, transitions: Transitions) -> None:
        self.owned = owned(transitions.program)
        self.rule = ThreadModular(transitions, 1, counting=False, owned=self.owned)
        self.system = self.rule.build()
        self.transitions = transitions
        self._numbers = 0
        self._options: dict[tuple[str, int], list[Option]] = {}
        templates = [transitions.program.templates[name] for name in transitions.of]
        self.single = [t for t in templates if transitions.own_id(t) is not None]
        self.several = [t for t in templates if transitions.own_id(t) is None]
        idle = [t.name for t in templates if (t.name, t.entry) not in self.rule.locals]
        if idle:
            raise Limit("a thread does nothing", idle[0])
        shared = self.rule.shared
        main = transitions.program.main
        self.unborn = {t.name: self.system.predicate(f"{t.name}@unborn", shared) for t in self.single if t.name != main}
        self.ended = {
            t.name: self.system.predicate(f"{t.name}@ended", (*shared, *self._number_of(t))) for t in templates
        }
        start = [T.FALSE if v in self.rule.started.values() else transitions.memory.initially(v) for v in shared]
        for p in self.unborn.values():
            self.system.add(p(*start), note=Origin("initially"))
        for t in templates:
            for w in (w for out in transitions.of[t.name].values() for w in out if not w.end):
                self._step(w, templates)
        self._joining = Joining(transitions.program) if self.several else None

    def _number_of(self, t: Template) -> list[Var]:
        """Of which several exist, if it matters which one it is."""
        return [t.self_var] if t in self.several and t.self_var in self.rule.relevant else []

    # ------------------------------------------------------------ facts

    def _step(self, w: Transition, templates: Sequence[Template]) -> None:
        mover, body, known = self.rule.alone(w)
        after = self.rule.after(w, mover)
        name = w.template.name
        if w.target == w.template.exit:
            numbers = [mover.values[v] for v in self._number_of(w.template)]
            self.system.add(self.ended[name](*after, *numbers), *body, constraint=known, note=Origin("step", w))
        if all(a is T.var(v) for v, a in zip(self.rule.shared, after, strict=True)):
            return
        note = Origin("interference", w)
        starts = {c.template for c in w.created}
        for other in templates:
            if other.name != name or other in self.several:
                p, others = self.ended[other.name], [T.var(self.rule.copy(1, v)) for v in self._number_of(other)]
                number = self.rule.number(mover)
                apart = T.and_(*[T.ne(x, number) for x in others if number is not None])
                before = p(*map(T.var, self.rule.shared), *others)
                self.system.add(p(*after, *others), before, *body, constraint=T.and_(known, apart), note=note)
            if other.name != name and other.name in self.unborn and other.name not in starts:
                p = self.unborn[other.name]
                self.system.add(p(*after), p(*map(T.var, p.params)), *body, constraint=known, note=note)

    # ------------------------------------------------------------ deadlocks

    def options(self, t: Template, n: int = 0) -> list[Option]:
        """`n`: of the n-th thread of which several exist."""
        if (t.name, n) not in self._options:
            self._options[t.name, n] = self._options_of(t, n)
        return self._options[t.name, n]

    def _options_of(self, t: Template, n: int) -> list[Option]:
        shared = [T.var(v) for v in self.rule.shared]
        numbers = [T.var(self.rule.copy(n, v)) for v in self._number_of(t)]
        found = [Option(f"{t.name}@ended", self.ended[t.name](*shared, *numbers), T.TRUE, template=t.name)]
        if t.name in self.unborn:
            found.append(Option(f"{t.name}@unborn", self.unborn[t.name](*shared), T.TRUE, template=t.name))
        inside = inside_sections(t)
        for at, out in enumerate(t.edges):
            waits = any(isinstance(e.op, O.Step) and e.op.waits for e in out)
            if waits and at in inside:
                raise Limit("a wait inside of an atomic section", f"in {t.name}")
            if waits and (t.name, at) in self.rule.locals:
                member = self.rule.member(n, (t.name, at))
                stuck = T.substitute(self._cannot_move(t, at), member.values)
                joins = frozenset[str]() if self._joining is None else self._joining.of(t, at)
                found.append(Option(f"{t.name}@L{at}", self.rule.holds([member]), stuck, t.name, True, joins))
        return found

    def _cannot_move(self, t: Template, at: int) -> Term:
        closed = []
        for w in self.transitions.of[t.name][at]:
            if not any(O.is_environment(e.op) for e in w.edges):
                self._numbers += 1
                own = {v: T.var(replace(v, name=f"{v.name}~{self._numbers}")) for v in w.guard.vars if is_input(v)}
                closed.append(T.not_(T.substitute(w.guard, own)))
        return T.and_(*closed)

    def possible(self, may_be: MayBe) -> Iterator[Sequence[Option]]:
        """The deadlocks that are not excluded. `may_be`: may one of each of these be so at once?"""
        options = [self.options(t) for t in self.single]
        pending: list[tuple[Option, ...]] = [()]
        looked_at = 0
        while pending:
            chosen = pending.pop()
            looked_at += 1
            if looked_at > MOST_COMBINATIONS:
                raise Limit("too many combinations of places", f"more than {MOST_COMBINATIONS:,}")
            if not may_be([*([o] for o in chosen), *options[len(chosen) :]]):
                continue
            if len(chosen) < len(options):
                pending += [(*chosen, o) for o in options[len(chosen)]]
            elif any(o.is_running for o in chosen):
                yield from self._with_whom_they_wait_for(chosen, may_be)
            else:
                for t in self.several:
                    for o in self.options(t):
                        if o.is_running:
                            yield from self._with_whom_they_wait_for((*chosen, o), may_be)

    def _with_whom_they_wait_for(self, first: Sequence[Option], may_be: MayBe) -> Iterator[Sequence[Option]]:
        if not self.several:
            yield first
            return
        pending: list[tuple[tuple[Option, ...], frozenset[Duty]]] = [(tuple(first), frozenset())]
        looked_at = 0
        while pending:
            chosen, done = pending.pop()
            looked_at += 1
            if looked_at > MOST_COMBINATIONS:
                raise Limit("too many combinations of places", f"more than {MOST_COMBINATIONS:,}")
            if not may_be([[o] for o in chosen]):
                continue
            duty = next((d for d in self._duties(chosen) if d not in done and (-1, d[1]) not in done), None)
            if duty is None:
                yield chosen
                return
            for more in self._awaited(chosen, duty, may_be):
                is_known = duty[1] is not None and more is not chosen
                pending.append((more, done | {(-1, duty[1]) if is_known else duty}))

    def _duties(self, chosen: Sequence[Option]) -> Iterator[Duty]:
        for n, o in enumerate(chosen):
            if o.is_running:
                if o.joins:
                    yield n, None
                yield from ((n, v) for v in self.owned if v in o.stuck.vars)

    def _awaited(self, chosen: tuple[Option, ...], duty: Duty, may_be: MayBe) -> Iterator[tuple[Option, ...]]:
        """All cases, of who it is that a member waits for."""
        n, cell = duty
        copy = sum(o.template in {t.name for t in self.several} for o in chosen)
        if cell is None:
            for t in self.single:
                if t.name in chosen[n].joins and any(o.template == t.name and o.is_running for o in chosen):
                    yield chosen
            for t in self.several:
                if t.name in chosen[n].joins:
                    yield from ((*chosen, o) for o in self.options(t, copy) if o.is_running)
            return
        owner = T.var(cell)
        is_free = Option(f"{cell.name} is free", None, T.eq(owner, T.const(0, cell.width)))
        if may_be([[o] for o in (*chosen, is_free)]):
            yield chosen
            return
        for t in self.single:
            id_ = self.transitions.own_id(t)
            assert id_ is not None
            yield (*chosen, Option(f"{cell.name} is {t.name}'s", None, T.eq(owner, T.const(id_, cell.width))))
        for t in self.several:
            numbers = [T.var(self.rule.copy(copy, v)) for v in self._number_of(t)]
            is_mine = Option("owner", None, T.and_(*[T.eq(x, owner) for x in numbers]))
            yield from ((*chosen, o, is_mine) for o in self.options(t, copy))
