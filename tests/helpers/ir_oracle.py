"""What the explorer must answer, computed slowly with the plain interpreter: small programs with small inputs only.

Written from the definitions, without any code of the explorer: an atomic section is a complete run of steps; a cell
that was never written is given each of its values as soon as somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, State, Undetermined
from threadproof.ir.program import Edge, Program
from threadproof.ir.values import Key
from threadproof.logic.term import Var


class TooLarge(Exception):
    pass


class Transition(NamedTuple):
    instance: int
    edges: tuple[Edge, ...]
    #: states before each of the edges
    states: tuple[State, ...]
    after: State

    @property
    def is_spurious(self) -> bool:
        op = self.edges[0].op
        return O.is_environment(op)


class _Noting(Semantics):
    noted: set[tuple[Var, Key | None]] | None = None

    def read(self, v: Var, key: Key | None, state: State, i: Instance) -> int:
        if self.noted is not None and v.shared:
            self.noted.add((v, key))
        return super().read(v, key, state, i)


class Oracle:
    def __init__(self, program: Program, max_states: int = 20_000) -> None:
        self.program = program
        self.semantics = _Noting(program)
        self.max_states = max_states

    # ------------------------------------------------------------ the graph

    def determined(self, state: State) -> list[State]:
        """The state, or, if a step from it looks at a cell without a value, the states with each value there."""
        found: list[State] = []
        pending = [state]
        while pending:
            s = pending.pop()
            try:
                for i in s.instances:
                    for e in self.semantics.edges(i):
                        for t in O.reads(e.op):
                            self.semantics.evaluate(t, s, i)
                        for cell in O.writes(e.op):
                            self.semantics.key(cell.index, s, i)
                found.append(s)
            except Undetermined as u:
                if u.var.width > 8:
                    raise TooLarge from None
                pending += [self.semantics.determine(s, u, n) for n in range(1 << (u.var.width or 1))]
        return found

    def single_steps(self, state: State, id_: int) -> Iterator[tuple[Edge, State]]:
        i = self.semantics.instance(state, id_)
        for e in self.semantics.edges(i):
            if self.semantics.is_enabled(state, i, e):
                for choice in self.semantics.choices(state, i, e):
                    yield e, self.semantics.step(state, id_, e, choice)

    def transitions(self, state: State) -> list[Transition]:
        """From a determined state."""
        if state.halted:
            return []
        found = []
        for i in state.instances:
            runs: list[tuple[tuple[Edge, ...], tuple[State, ...], State]] = [((), (), state)]
            steps = 0
            while runs:
                edges, states, s = runs.pop()
                for e, after in self.single_steps(s, i.id):
                    steps += 1
                    if steps > 2_000:
                        raise TooLarge
                    longer = (*edges, e), (*states, s)
                    if after.inside:
                        runs += [(*longer, d) for d in self.determined(after)]
                    else:
                        found.append(Transition(i.id, *longer, after))
        return found

    def graph(self) -> dict[State, list[Transition]]:
        seen: dict[State, list[Transition]] = {}
        pending = self.determined(self.semantics.initial())
        while pending:
            s = pending.pop()
            if s in seen:
                continue
            if len(seen) >= self.max_states:
                raise TooLarge
            seen[s] = []
            for t in self.transitions(s):
                for d in self.determined(t.after):
                    seen[s].append(t._replace(after=d))
                    pending.append(d)
        return seen

    # ------------------------------------------------------------ properties

    def is_violated(self, property_: str) -> bool:
        graph = self.graph()
        match property_:
            case "no-data-race":
                return any(self.has_race(s, out) for s, out in graph.items())
            case "no-deadlock":
                return any(self.is_deadlock(s, out) for s, out in graph.items())
            case "termination" | "termination none" | "termination strong":
                fairness = property_.removeprefix("termination").strip() or "weak"
                deadlock = any(self.is_deadlock(s, out) for s, out in graph.items())
                return deadlock or self.has_fair_cycle(graph, fairness)
        return any(self.has_error(s, property_) for s in graph)

    def has_error(self, state: State, property_: str) -> bool:
        for i in state.instances:
            error = self.semantics.template(i).errors.get(i.location)
            if error is not None and error.property.name == property_:
                return True
        return False

    def status(self, state: State, out: list[Transition], i: Instance) -> str:
        if any(t.instance == i.id and not t.is_spurious for t in out):
            return "moves"
        waits = any(isinstance(e.op, O.Step) and e.op.waits for e in self.semantics.edges(i))
        return "waits" if waits else "stuck"

    def is_deadlock(self, state: State, out: list[Transition]) -> bool:
        if state.halted or not state.instances:
            return False
        return all(self.status(state, out, i) == "waits" for i in state.instances)

    def touched(self, state: State, id_: int, e: Edge) -> set[tuple[Var, Key | None, bool, bool]]:
        semantics = self.semantics
        i = semantics.instance(state, id_)
        atomic = isinstance(e.op, O.Step) and e.op.atomic
        semantics.noted = set()
        for t in O.reads(e.op):
            semantics.evaluate(t, state, i)
        found = {(v, k, False, atomic) for v, k in semantics.noted}
        semantics.noted = None
        found |= {(c.var, semantics.key(c.index, state, i), True, atomic) for c in O.writes(e.op) if c.var.shared}
        return {x for x in found if x[0].kind in ("data", "life")}

    def has_race(self, state: State, out: list[Transition]) -> bool:
        accesses = [
            (t.instance, len(t.edges) > 1 or isinstance(t.edges[0].op, O.AtomicBegin), x)
            for t in out
            for e, s in zip(t.edges, t.states, strict=True)
            for x in self.touched(s, t.instance, e)
        ]
        for i, in_section, (v, k, write, atomic) in accesses:
            for j, also_in_section, (w, m, write2, atomic2) in accesses:
                if i < j and v is w and (k == m or k is None or m is None) and (write or write2):
                    if not (atomic and atomic2) and not (in_section and also_in_section):
                        return True
        return False

    def has_fair_cycle(self, graph: dict[State, list[Transition]], fairness: str = "weak") -> bool:
        return self.has_fair_cycle_within(graph, graph, fairness)

    def has_fair_cycle_within(
        self, graph: dict[State, list[Transition]], some: Collection[State], fairness: str
    ) -> bool:
        """Strong fairness: for each choice of instances that can never move, those who are left move."""
        everybody = sorted({i.id for s in graph for i in s.instances})
        if fairness != "strong":
            enough = {"weak": {"waits"}, "none": {"waits", "moves", "stuck"}}[fairness]
            return self._has_cycle(graph, some, enough, everybody, everybody)
        for chosen in range(1 << len(everybody)):
            movers = [id_ for n, id_ in enumerate(everybody) if not chosen >> n & 1]
            kept = {
                s
                for s in some
                for out in [graph[s]]
                if all(i.id in movers or self.status(s, out, i) != "moves" for i in s.instances)
            }
            resting = [id_ for id_ in everybody if id_ not in movers]
            if self._has_cycle(graph, kept, {"waits"}, movers, resting):
                return True
        return False

    def _has_cycle(
        self,
        graph: dict[State, list[Transition]],
        kept: Collection[State],
        enough: set[str],
        movers: list[int],
        resting: list[int],
    ) -> bool:
        """One in which each instance moves or is once as is enough, whichever it may."""
        moves = {s: [t for t in out if not t.is_spurious and t.after in kept] for s, out in graph.items() if s in kept}
        for part in components({s: [t.after for t in out] for s, out in moves.items()}):
            inside = set(part)
            within = [t for s in part for t in moves[s] if t.after in inside]
            if within and all(
                (i.id in movers and any(t.instance == i.id for t in within))
                or (
                    i.id in resting
                    and any(self.status(s, graph[s], self.semantics.instance(s, i.id)) in enough for s in part)
                )
                for i in part[0].instances
            ):
                return True
        return False


def components(graph: dict[State, list[State]]) -> list[list[State]]:
    """Strongly connected components (Kosaraju)."""
    order: list[State] = []
    seen: set[State] = set()
    for root in graph:
        work: list[tuple[State, bool]] = [(root, False)]
        while work:
            s, done = work.pop()
            if done:
                order.append(s)
            elif s not in seen:
                seen.add(s)
                work.append((s, True))
                work += [(t, False) for t in graph[s]]
    back: dict[State, list[State]] = {s: [] for s in graph}
    for s, out in graph.items():
        for t in out:
            back[t].append(s)
    found = []
    seen.clear()
    for root in reversed(order):
        if root not in seen:
            part, pending = [], [root]
            seen.add(root)
            while pending:
                s = pending.pop()
                part.append(s)
                for t in back[s]:
                    if t not in seen:
                        seen.add(t)
                        pending.append(t)
            found.append(part)
    return found
