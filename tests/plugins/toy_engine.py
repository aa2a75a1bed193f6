"""A toy engine: one schedule, in which threads take turns, one step each, for so many steps. It proves nothing."""

from __future__ import annotations

from threadproof.engines import EngineSpec, register
from threadproof.engines.engine import Answer, Run
from threadproof.ir.interpret import Semantics, Undetermined
from threadproof.ir.program import Program
from threadproof.options import Option
from threadproof.properties import Kind, Property
from threadproof.result.counterexample import Counterexample, Move
from threadproof.result.verdict import Unknown

PATIENCE = Option("patience", 1000, "steps before it gives up", type=int, metavar="N")


class Toy:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        semantics, moves, last = Semantics(program), list[Move](), 0
        state = semantics.initial()
        try:
            for step in range(run.options[PATIENCE]):
                run.statistics["nodes"] = step
                run.check_deadline()
                for i in state.instances:
                    error = semantics.template(i).errors.get(i.location)
                    if error is not None:
                        return Counterexample(tuple(moves), error.part, statistics=run.statistics)
                possible = sorted(semantics.enabled(state), key=lambda m: (m[0] <= last, m[0]))
                if not possible or state.halted:
                    break
                last, edge = possible[0]
                choice = next(iter(semantics.choices(state, semantics.instance(state, last), edge)))
                effect = semantics.effect(state, semantics.instance(state, last), edge, choice)
                state = semantics.after(state, last, effect)
                moves.append(Move(last, edge, choice))
        except Undetermined:
            return Unknown("uninitialised memory", statistics=run.statistics)
        return Unknown("nothing found", f"after {len(moves)} steps", statistics={"nodes": 0, **run.statistics})


register(EngineSpec("toy", "one schedule, step by step", Toy, frozenset({Kind.LOCATED}), options=(PATIENCE,)))
