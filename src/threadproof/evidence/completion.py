"""Can an atomic section that has been entered come to its end? By trying it out. Entry point: `may_complete`.

A section that cannot complete is not possible, so an access in it is no data race. Where an input has many values, or
a cell has none yet, or there are many ways, it is taken that it can: this refuses, it does not prove.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.interpret import Semantics, State, Undetermined
from threadproof.ir.program import Edge

#: values of one input, and steps in all
MOST_VALUES = 8
MOST_STEPS = 2_000


def may_complete(semantics: Semantics, state: State, id_: int, first: Edge) -> bool:
    """`first` is the next step of the instance that is inside."""
    work = [(state, first)]
    for steps, (at, e) in enumerate(work):
        if steps > MOST_STEPS:
            return True
        try:
            i = semantics.instance(at, id_)
            if isinstance(e.op, O.Unsupported) or not semantics.is_enabled(at, i, e):
                continue
            choices = semantics.choices(at, i, e)
            if len(choices) > MOST_VALUES:
                return True
            for choice in choices:
                after = semantics.step(at, id_, e, choice)
                if after.halted or after.inside != id_:
                    return True
                work += [(after, f) for f in semantics.edges(semantics.instance(after, id_))]
        except Undetermined:
            return True
    return False
