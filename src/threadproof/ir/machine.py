"""A running program that is changed in place: a step costs what it changes, however many threads are running.

`Machine` is told which instance takes which edge, and asks `Semantics` what that means. Whoever needs whole states,
before and after, uses `Semantics.step` instead.
"""

from __future__ import annotations

from threadproof.errors import InternalError
from threadproof.ir.interpret import Effect, Instance, Semantics, State, Undetermined
from threadproof.ir.program import Edge
from threadproof.ir.sched import may_move


class Machine:
    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        start = semantics.initial()
        #: the state without its instances
        self.state = start._replace(instances=())
        #: running instances by id
        self.running = {i.id: i for i in start.instances}

    def instance(self, id_: int) -> Instance:
        i = self.running.get(id_)
        if i is None:
            raise InternalError(f"no running instance {id_}")
        return i

    def may_move(self, i: Instance) -> bool:
        return may_move(self.state, i)

    def step(self, i: Instance, e: Edge, choice: int | None = None) -> Effect:
        """Take the step, which must be possible. May raise Undetermined, and then nothing has happened."""
        effect = self.semantics.effect(self.state, i, e, choice)
        if effect.started is not None and effect.started.id in self.running:
            raise InternalError(f"instance {effect.started.id} is started twice")
        self.state = State(effect.shared, (), effect.inside, effect.halted, effect.scheduler)
        if effect.instance is None:
            del self.running[i.id]
        else:
            self.running[i.id] = effect.instance
        if effect.started is not None:
            self.running[effect.started.id] = effect.started
        return effect

    def determine(self, u: Undetermined, value: int) -> None:
        """Fix a cell that has no value yet."""
        if u.instance == 0:
            self.state = self.semantics.determine(self.state, u, value)
        else:
            self.running[u.instance] = self.semantics.determine_local(self.instance(u.instance), u, value)

    def whole_state(self) -> State:
        return self.state._replace(instances=tuple(sorted(self.running.values())))
