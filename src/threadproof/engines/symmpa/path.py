"""An abstract trace as a path of the program, which follows the same transitions, by the same threads.

A `Path` says what each step demands and does. A `Part` of it is executed symbolically, from the initial state or from
an arbitrary one: what every variable is after each step, in terms of values at its first step and inputs, and what the
steps demand of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from threadproof.blocks.crowd import Crowd
from threadproof.blocks.transitions import Transition
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.program import DORMANT
from threadproof.broadcast.trace import NumberedTrace
from threadproof.engines.covering.realize import Taken
from threadproof.ir.program import MAIN_ID
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class PathStep:
    thread: int
    transition: Transition
    #: the thread that is started
    started: int | None
    #: abstract states: shared Booleans, and each thread's local state (None: it got lost)
    before: tuple[int, tuple[LocalState | None, ...]]
    after: tuple[int, tuple[LocalState | None, ...]]


class Path:
    def __init__(self, crowd: Crowd, templates: Sequence[str], trace: NumberedTrace, origin: Mapping[int, Transition]):
        self.crowd = crowd
        #: of each thread
        self.templates = [templates[s.template] for s in trace.threads]
        self.steps: list[PathStep] = []
        before: tuple[int, tuple[LocalState | None, ...]] = (trace.shared, trace.threads)
        for step in trace.steps:
            after = (step.shared, step.threads)
            begun = [i for i, (s, t) in enumerate(zip(before[1], after[1], strict=True)) if _begins(s, t)]
            self.steps.append(PathStep(step.thread, origin[id(step.edge)], begun[0] if begun else None, before, after))
            before = after
        self._inputs: dict[tuple[int, Var], Var] = {}
        self.inputs: set[Var] = set()
        self._effects: dict[int, dict[Var, Term]] = {}
        #: what is demanded before each step besides its guard
        self.assumed: list[list[Term]] = [[] for _ in self.steps]

    def own(self, thread: int, t: Term, step: int | None = None) -> Term:
        """A formula of a template, said of a thread; inputs are those of the step."""
        return T.substitute(t, {v: T.var(self._named(thread, v, step)) for v in t.vars})

    def _named(self, thread: int, v: Var, step: int | None) -> Var:
        if v in self.crowd.shared:
            return v
        if v in self.crowd.locals[self.templates[thread]]:
            return self.crowd.copy(thread + 1, v)
        assert step is not None
        found = self._inputs.get((step, v))
        if found is None:
            found = self._inputs[step, v] = replace(v, name=f"{v.name}@{step}")
            self.inputs.add(found)
        return found

    def inputs_of(self, step: int) -> list[Var]:
        return [x for (n, _), x in self._inputs.items() if n == step]

    @cached_property
    def touched(self) -> frozenset[Var]:
        """Shared variables that the steps read or write."""
        found: set[Var] = set()
        for step in self.steps:
            w = step.transition
            found.update(w.guard.vars, w.updates, *[x.vars for x in w.updates.values()])
        return self.crowd.shared & found

    def shared_variables(self, width: int) -> list[Var]:
        """Those of this width that the steps touch."""
        return sorted([v for v in self.touched if v.width == width], key=lambda v: v.name)

    @cached_property
    def _owners(self) -> dict[Var, int]:
        return {self.crowd.copy(i + 1, v): i for i, name in enumerate(self.templates) for v in self.crowd.locals[name]}

    def threads(self, t: Term) -> set[int]:
        """Whose locals a formula mentions."""
        return {self._owners[v] for v in t.vars if v in self._owners}

    # ------------------------------------------------------------ one step

    def effects(self, n: int) -> dict[Var, Term]:
        """What the n-th step assigns, in terms of the state before it."""
        known = self._effects.get(n)
        if known is None:
            known = self._effects[n] = self._find_effects(n)
        return known

    def _find_effects(self, n: int) -> dict[Var, Term]:
        step = self.steps[n]
        w = step.transition
        found = {self._named(step.thread, v, n): self.own(step.thread, x, n) for v, x in w.updates.items()}
        if step.started is not None:
            (creation,) = w.created
            values = {**creation.values, self.crowd.program.templates[creation.template].self_var: creation.handle}
            mine = self.crowd.locals[creation.template]
            for v, x in values.items():
                if v in mine:
                    found[self.crowd.copy(step.started + 1, v)] = self.own(step.thread, x, n)
        return found

    def distinct(self, n: int) -> list[Term]:
        """After a step that starts a thread: it has a number of its own."""
        new = self.steps[n].started
        assert new is not None
        return [T.ne(self.number(new), self.number(i)) for i in self.running(n)]

    def running(self, n: int) -> list[int]:
        """Threads that are running before the n-th step."""
        return [i for i, s in enumerate(self.steps[n].before[1]) if s is not None and s.location != DORMANT]

    def number(self, thread: int) -> Term:
        t = self.crowd.program.templates[self.templates[thread]]
        own = self.crowd.transitions.own_id(t)
        return T.const(own, t.self_var.width) if own is not None else T.var(self.crowd.copy(thread + 1, t.self_var))

    def initial(self, v: Var) -> Term:
        return self.crowd.transitions.memory.initially(v)

    def demands(self, n: int) -> list[Term]:
        """What must hold before the n-th step, for it to be possible."""
        step = self.steps[n]
        found = [self.own(step.thread, c, n) for c in T.conjuncts(step.transition.guard)]
        if step.started is not None:
            found += [self.back(c, n) for c in self.distinct(n)]
        return [*found, *self.assumed[n]]

    def choices(self, n: int) -> list[Term]:
        """What the n-th step depends on, for example which element of an array it reads."""
        terms = [*self.demands(n), *self.effects(n).values()]
        return list(dict.fromkeys(u.args[0] for t in terms for u in T.subterms(t) if u.op == "ite"))

    def back(self, t: Term, n: int) -> Term:
        """What a formula over the state after the n-th step says about the state before."""
        return T.substitute(t, self.effects(n))

    # ------------------------------------------------------------ for the replay

    def taken(self) -> Iterator[Taken]:
        for step in self.steps:
            is_main = self.templates[step.thread] == self.crowd.program.main
            who = MAIN_ID if is_main else f"thread {step.thread}"
            for e in step.transition.edges:
                yield Taken(who, e, None if step.started is None else f"thread {step.started}")


class Part:
    """The steps from the n-th on; from the first one on with initial values, otherwise with arbitrary ones."""

    def __init__(self, path: Path, first: int) -> None:
        self.path = path
        self.first = first
        self._values: list[dict[Var, Term]] = [{}]
        threads = path.running(first) if first < len(path.steps) else []
        distinct = [T.ne(path.number(i), path.number(j)) for i, j in combinations(threads, 2)]
        #: what is demanded up to a step
        self._demanded: list[list[Term]] = [distinct if first else []]

    def demanded(self, end: int) -> list[Term]:
        """What all steps before the end demand."""
        while self.first + len(self._demanded) <= end:
            self._execute()
        return self._demanded[end - self.first]

    def now(self, t: Term, n: int) -> Term:
        """A formula over the state before the n-th step, in terms of values at the first one and inputs."""
        self.demanded(n)
        return self._read(t, self._values[n - self.first])

    def _read(self, t: Term, values: Mapping[Var, Term]) -> Term:
        return T.substitute(t, {v: values[v] if v in values else self._initial(v) for v in t.vars})

    def _initial(self, v: Var) -> Term:
        if self.first or v in self.path.inputs:
            return T.var(v)
        return self.path.initial(v)

    def _execute(self) -> None:
        n = self.first + len(self._demanded) - 1
        before = self._values[-1]
        new = [c for t in self.path.demands(n) for c in T.conjuncts(self._read(t, before))]
        self._values.append({**before, **{v: self._read(x, before) for v, x in self.path.effects(n).items()}})
        self._demanded.append([*self._demanded[-1], *new])


def _begins(before: LocalState | None, after: LocalState | None) -> bool:
    return before is not None and after is not None and before.location == DORMANT != after.location
