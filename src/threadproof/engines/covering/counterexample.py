"""From a feasible path and a model to the moves that the interpreter replays.

The interpreter is run along the path: inputs come from the model by position on the path, and cells that turn out to
be read without ever having been written get the value that the model gives them. Entry point: `build`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from threadproof.engines.covering.refine import Feasible
from threadproof.errors import InternalError, Limit
from threadproof.ir import op as O
from threadproof.ir.interpret import Semantics, State, Undetermined
from threadproof.ir.program import Edge
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.ir.values import Key
from threadproof.ir.violations import Violation
from threadproof.logic.evaluate import Model
from threadproof.logic.term import Var
from threadproof.result.counterexample import Counterexample, Determine, Move

#: cells that one move may need to have determined
CELLS = 10_000


def build(
    symbolic: Symbolic, actions: Sequence[Action], violation: Violation, found: Feasible, statistics: dict[str, Any]
) -> Counterexample:
    b = _Builder(symbolic, found)
    for n, a in enumerate(actions):
        b.move(a, [found.inputs.get((n, k)) for k in range(len(a.inputs))])
    own = dict(violation.inputs)
    for n, a in enumerate(violation.moves):
        b.move(a, [own.get((n, k)) for k in range(len(a.inputs))])
    racing = None
    if violation.racing is not None:
        racing = (b.racing(violation.racing[0]), b.racing(violation.racing[1]))
    elif violation.is_deadlock:
        b.determine_guards()
    return Counterexample(tuple(b.moves), violation.part, racing, names=symbolic.names, statistics=statistics)


class _Builder:
    def __init__(self, symbolic: Symbolic, found: Feasible) -> None:
        self.symbolic = symbolic
        self.model: Model = found.model
        self.semantics = Semantics(symbolic.program, symbolic.names)
        self.state: State = self.semantics.initial()
        self.moves: list[Move | Determine] = []
        #: arrays that a Havoc made arbitrary: (instance, variable) -> the input that holds their values
        self.bases: dict[tuple[int, Var], Var] = {}
        self.outside = self.state

    def move(self, a: Action, inputs: list[Var | None]) -> None:
        values = {e: x for (_, e), x in zip(a.inputs, inputs, strict=True)}
        if a.is_section:
            self._section(a, values)
        else:
            self._step(a.id, a.edge, a.outcome if isinstance(a.edge.op, O.Primitive) else a.choice, values)

    def _section(self, a: Action, values: dict[Edge, Var | None]) -> None:
        """Through the section, on the one way that is possible."""
        self._step(a.id, a.edge, None, values)
        while self.state.inside == a.id and not self.state.halted:
            edges: list[Edge] = []

            def look(state: State, found: list[Edge] = edges) -> State:
                i = self.semantics.instance(state, a.id)
                found[:] = [e for e in self.semantics.edges(i) if self.semantics.is_enabled(state, i, e)]
                return state

            self.state = self._determined(look)
            if len(edges) != 1:
                raise InternalError(f"{len(edges)} ways are possible inside the section of {a!r}")
            self._step(a.id, edges[0], None, values)

    def _step(self, id_: int, e: Edge, choice: int | None, values: dict[Edge, Var | None]) -> None:
        op = e.op
        if isinstance(op, O.Havoc):
            x = values.get(e)
            if len(op.index) == op.var.dims:
                choice = op.low if x is None or x not in self.model.scalars else self.model.cell(x)
            elif op.low != op.high:
                self.bases[0 if op.var.shared else id_, op.var] = x or op.var
        if isinstance(op, O.AtomicBegin):
            self.outside = self.state

        def attempt(state: State) -> State:
            i = self.semantics.instance(state, id_)
            if not self.semantics.is_enabled(state, i, e):
                raise InternalError(f"the path is said to be possible, but a guard of instance {id_} is false")
            if isinstance(op, O.Signal):
                self.semantics.choices(state, i, e)
            return self.semantics.step(state, id_, e, choice)

        self.state = self._determined(attempt)
        self.moves.append(Move(id_, e, choice))

    def racing(self, a: Action) -> Move:
        def attempt(state: State) -> State:
            where = state if state.inside in (0, a.id) else self.outside
            i = self.semantics.instance(where, a.id)
            self.semantics.is_enabled(where, i, a.edge)
            for c in O.writes(a.edge.op):
                self.semantics.key(c.index, where, i)
            return state

        self.state = self._determined(attempt)
        return Move(a.id, a.edge, a.choice)

    def determine_guards(self) -> None:
        def attempt(state: State) -> State:
            for i in state.instances:
                for e in self.semantics.edges(i):
                    self.semantics.is_enabled(state, i, e)
            return state

        self.state = self._determined(attempt)

    def _determined(self, attempt: Any) -> State:
        for _ in range(CELLS):
            try:
                result = attempt(self.state)
                assert isinstance(result, State)
                return result
            except Undetermined as u:
                value = self._value(u.instance, u.var, u.key)
                self.moves.append(Determine(u.instance, u.var, u.key, value))
                self.state = self.semantics.determine(self.state, u, value)
        raise Limit("too many arbitrary cells")

    def _value(self, instance: int, v: Var, key: Key | None) -> int:
        base = self.bases.get((instance, v))
        if base is None:
            base = v
            if instance:
                place = self.semantics.instance(self.state, instance)
                base = self.symbolic.local_of(instance, place.template, v)
        index = () if key is None else key if isinstance(key, tuple) else (key,)
        return self.model.cell(base, index)
