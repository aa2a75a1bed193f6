"""All states of a given number of threads, as sets of states; breadth first, so that the trace found is a shortest one.

Where threads are is explicit, the values of variables are not: see `relations`. Exact, as the explicit search is, and
better where there are many values: it pays when there are more than some ten thousand states.

Entry point: `explore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from oxidd.util import DDMemoryError

from threadproof.broadcast.diagrams import MAX_NODES, Diagram, most_nodes
from threadproof.broadcast.explore import Exploration
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.program import Control, Program
from threadproof.broadcast.relations import Relation, Relations, closed, local, representatives
from threadproof.broadcast.trace import State, Step, Trace, count_threads
from threadproof.errors import InternalError
from threadproof.logic.term import Term

#: locals of threads at the same location, so many that to sort them by their values is too much
_MANY: Final = 14

Values = dict[str, bool]


def explore(
    program: Program,
    counts: Mapping[str, int],
    *,
    max_nodes: int = MAX_NODES,
    tick: Callable[[], None] = lambda: None,
) -> Exploration:
    """Search with so many threads of each template. `tick` is called now and then, and may raise.

    The number of states is 0 if it is too much to count them, or if there was not enough room.
    """
    room = min(max_nodes, most_nodes())
    nothing = Exploration(None, 0, 0, False)
    try:
        return _Search(program, counts, room).run(tick) if room else nothing
    except DDMemoryError:
        return nothing


class _Search:
    def __init__(self, program: Program, counts: Mapping[str, int], max_nodes: int) -> None:
        self.program = program
        self.relations = Relations(program, counts, max_nodes)
        self.diagrams = self.relations.diagrams
        self.steps = 0
        self.reached: dict[Control, Diagram] = {}
        self.layers: list[dict[Control, Diagram]] = []

    def run(self, tick: Callable[[], None]) -> Exploration:
        layer = dict([self.relations.initial()])
        while layer := {control: new for control, found in layer.items() if (new := self._new(control, found))}:
            self.layers.append(layer)
            for control, new in layer.items():
                if (bad := new & self.relations.bad(control)).satisfiable():
                    return Exploration(self._trace(control, bad), self._count(), self.steps, False)
            following: dict[Control, Diagram] = {}
            for control, new in layer.items():
                tick()
                for slot in representatives(control):
                    for relation in self.relations.steps(control, slot):
                        self.steps += 1
                        image = self.relations.image(new, relation)
                        if image.satisfiable():
                            following[relation.target] = following.get(relation.target, self.diagrams.false) | image
            layer = following
        return Exploration(None, self._count(), self.steps, True, sets=self._sets)

    def _sets(self) -> Iterator[tuple[Control, Term]]:
        return ((control, self.diagrams.term(found)) for control, found in self.reached.items())

    def _new(self, control: Control, found: Diagram) -> Diagram | None:
        """What had not been reached before."""
        known = self.reached.get(control, self.diagrams.false)
        new = found & ~known
        self.reached[control] = known | new
        return new if new.satisfiable() else None

    def _count(self) -> int:
        """Threads at the same location are alike: states are counted in which their values are sorted."""
        for control in self.reached:
            if any(p == q and len(self.relations.locals(p)) > _MANY for p, q in pairwise(control)):
                return 0
        return sum(
            self.diagrams.count(found & self.relations.in_order(control), len(self.relations.variables(control)))
            for control, found in self.reached.items()
        )

    # ---------------------------------------------------------------- the way back

    def _trace(self, control: Control, bad: Diagram) -> Trace:
        values = self._pick(bad, self.relations.variables(control))
        steps: list[Step] = []
        for layer in reversed(self.layers[:-1]):
            after = self._state(control, values)
            control, relation, values = self._step_to(control, values, layer)
            active = self._thread(control[relation.active], relation.active, values)
            steps.append(Step(active, relation.edge, self._moved(relation, values), after))
        return Trace(self._state(control, values), tuple(reversed(steps)))

    def _step_to(
        self, target: Control, values: Values, layer: dict[Control, Diagram]
    ) -> tuple[Control, Relation, Values]:
        """From one state of the layer; its values, and those after the step."""
        names = self.relations.variables(target)
        goal = self.diagrams.cube({name: values[name] for name in names})
        for control, found in layer.items():
            for slot in representatives(control):
                for relation in self.relations.steps(control, slot):
                    if relation.target != target:
                        continue
                    origin = closed(goal, relation.exchanges[::-1])
                    back = self.diagrams.renaming({new: old for old, new in relation.names.items()})
                    if back is not None:
                        origin = origin.substitute(back)
                    for part, _ in relation.parts:
                        origin &= part
                    if (origin & found).satisfiable():
                        return control, relation, self._pick(origin & found, self.diagrams.names)
        raise InternalError("a state of a broadcast program was reached from nowhere")

    def _pick(self, diagram: Diagram, names: Sequence[str]) -> Values:
        picked = diagram.pick_cube()
        assert picked is not None
        return {name: bool(picked[self.diagrams.numbers[name]]) for name in names}

    def _moved(self, relation: Relation, values: Values) -> LocalState:
        """Where the active thread is afterwards: `names` has the variable of each local that has a value then."""
        old = relation.active
        template = self.relations.slots[old]
        bits = 0
        for i, (name, _) in enumerate(self.program.templates[template].locals):
            names = (local(old, name) + prime for prime in ("", "'"))
            bits |= any(values[n] for n in names if n in relation.names) << i
        return LocalState(template, relation.edge.target, bits)

    def _thread(self, place: tuple[int, int], slot: int, values: Values) -> LocalState:
        known = self.relations.locals(place)
        names = [name for name, _ in self.program.templates[place[0]].locals]
        return LocalState(*place, sum(values[local(slot, n)] << i for i, n in enumerate(names) if n in known))

    def _state(self, control: Control, values: Values) -> State:
        shared = sum(values[name] << i for i, (name, _) in enumerate(self.program.shared))
        return State(shared, count_threads(self._thread(p, slot, values) for slot, p in enumerate(control)))
