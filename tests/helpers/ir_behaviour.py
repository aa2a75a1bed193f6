"""Everything a small IR program can do, by exhaustive execution with the plain interpreter: what passes must keep."""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import dataclass, field

from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, State, Undetermined
from threadproof.ir.program import Edge, Program
from threadproof.ir.values import Sparse
from threadproof.logic.term import Var


class TooLarge(Exception):
    pass


@dataclass
class Behaviour:
    states: int = 0
    #: (template, text) of every error location reached
    errors: set[tuple[str, str]] = field(default_factory=set)
    #: shared values (by name) and how the process ended, in states where all threads ended or the process has
    finals: set[tuple[str, frozenset[tuple[str, object]]]] = field(default_factory=set)
    #: shared values (by name) in states where every thread that is left waits
    deadlocks: set[frozenset[tuple[str, object]]] = field(default_factory=set)
    races: set[str] = field(default_factory=set)
    may_run_for_ever: bool = False

    def only(self, names: frozenset[str]) -> tuple[object, ...]:
        """What two programs must agree on that share the shared variables `names`."""
        finals = {(h, frozenset(item for item in values if item[0] in names)) for h, values in self.finals}
        stuck = {frozenset(item for item in values if item[0] in names) for values in self.deadlocks}
        return self.errors, finals, stuck


def explore(program: Program, max_states: int = 20_000) -> Behaviour:
    semantics = Semantics(program)
    found = Behaviour()
    successors: dict[State, set[State]] = {}
    pending = deque([semantics.initial()])
    while pending:
        state = pending.popleft()
        if state in successors:
            continue
        if len(successors) >= max_states:
            raise TooLarge
        try:
            after = _successors(semantics, state)
            _observe(semantics, state, after, found)
        except Undetermined as u:
            after = {semantics.determine(state, u, value) for value in range(1 << min(u.var.width, 2))}
        successors[state] = after
        pending.extend(after)
    found.states = len(successors)
    found.may_run_for_ever = _has_fair_cycle(semantics, successors)
    return found


def _successors(semantics: Semantics, state: State) -> set[State]:
    """A thread at an error location stays there; the others go on."""
    found = set()
    for id_, e in semantics.enabled(state):
        for choice in semantics.choices(state, semantics.instance(state, id_), e):
            found.add(semantics.step(state, id_, e, choice))
    return found


def _observe(semantics: Semantics, state: State, after: set[State], found: Behaviour) -> None:
    for i in state.instances:
        error = semantics.template(i).errors.get(i.location)
        if error is not None:
            found.errors.add((i.template.partition("#")[0], error.text))
    if not state.halted:
        found.races |= _races(semantics, state)
    if state.halted or not state.instances:
        found.finals |= {(state.halted, values) for values in _shared(semantics, state)}
    elif not after and all(any(_waits(e) for e in semantics.edges(i)) for i in state.instances):
        found.deadlocks |= _shared(semantics, state)


def _waits(e: Edge) -> bool:
    return isinstance(e.op, O.Step) and e.op.waits


def _shared(semantics: Semantics, state: State) -> set[frozenset[tuple[str, object]]]:
    """The shared values by name; a value that is still open stands for each of its values."""
    cells: dict[str, list[object]] = {}
    for v, value in zip(semantics.program.shared, state.shared, strict=True):
        if isinstance(value, tuple):
            named = {f"{v.name}[{i}]": cell for i, cell in enumerate(value)}
        elif isinstance(value, Sparse):
            named = {f"{v.name}[{i}]": cell for i, cell in value.cells.items()}
        else:
            named = {v.name: value}
        for name, cell in named.items():
            cells[name] = list(range(1 << v.width)) if cell is None else [cell]
    return {frozenset(zip(cells, values, strict=True)) for values in itertools.product(*cells.values())}


def _races(semantics: Semantics, state: State) -> set[str]:
    accesses = []
    for i in state.instances:
        for e in semantics.edges(i):
            if semantics.is_enabled(state, i, e):
                for a in O.footprint(e.op):
                    if a.var.kind == "data":
                        accesses.append((i.id, a.var, semantics.key(a.index, state, i), a.write, a.atomic))
    return {
        f"{v.name}[{k}]" if k is not None else v.name
        for i, v, k, write, atomic in accesses
        for j, w, k2, write2, atomic2 in accesses
        if i < j and v is w and k == k2 and (write or write2) and not (atomic and atomic2)
    }


def _has_fair_cycle(semantics: Semantics, successors: dict[State, set[State]]) -> bool:
    """Is there a strongly connected set of states where no thread is always able to move and never does, and no
    thread has been discarded?"""
    for component in _components(successors):
        if len(component) == 1:
            (s,) = component
            if s not in successors[s]:
                continue
        if _is_fair(semantics, component, successors):
            return True
    return False


def _is_fair(semantics: Semantics, component: set[State], successors: dict[State, set[State]]) -> bool:
    for id_ in {i.id for s in component for i in s.instances}:
        moves, always_able = False, True
        for s in component:
            here = next((i for i in s.instances if i.id == id_), None)
            if here is None:
                always_able = False
                continue
            possible = [e for e in semantics.edges(here) if _enabled(semantics, s, here, e)]
            if not possible and not any(map(_waits, semantics.edges(here))):
                return False
            always_able = always_able and bool(possible) and semantics.may_move(s, id_)
            for e in possible if semantics.may_move(s, id_) else ():
                moves = moves or any(semantics.step(s, id_, e, c) in component for c in semantics.choices(s, here, e))
        if always_able and not moves:
            return False
    return True


def _enabled(semantics: Semantics, s: State, i: Instance, e: Edge) -> bool:
    try:
        return semantics.is_enabled(s, i, e)
    except Undetermined:
        return True


def _components(graph: dict[State, set[State]]) -> list[set[State]]:
    """Tarjan, iterative."""
    index: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    on_stack: set[State] = set()
    components = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            s, it = work[-1]
            for n in it:
                if n not in index:
                    index[n] = low[n] = len(index)
                    stack.append(n)
                    on_stack.add(n)
                    work.append((n, iter(graph[n])))
                    break
                if n in on_stack:
                    low[s] = min(low[s], index[n])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[s])
                if low[s] == index[s]:
                    component = set()
                    while True:
                        n = stack.pop()
                        on_stack.discard(n)
                        component.add(n)
                        if n is s or n == s:
                            break
                    components.append(component)
    return components


def shared_names(program: Program) -> frozenset[str]:
    """Names of shared scalars and cells; arrays by their first cells."""
    return frozenset(name for v in program.shared for name in _names(v))


def _names(v: Var) -> list[str]:
    return [v.name] if not v.dims else [f"{v.name}[{i}]" for i in range(v.length or 8)]
