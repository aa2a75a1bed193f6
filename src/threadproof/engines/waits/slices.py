"""What facts about a thread are tried first: not those about shared variables that only others change."""

from __future__ import annotations

from threadproof.horn.clause import Predicate
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic.term import Var
from threadproof.rules.waiting import Waiting


def own_variables(waiting: Waiting) -> dict[Predicate, set[Var]]:
    """Parameters of each predicate, without shared variables that neither the thread changes nor whom it creates."""
    program, memory = waiting.transitions.program, waiting.transitions.memory
    shared = {*memory.scalars(program.shared)}
    found = {}
    for t in (*waiting.single, *waiting.several):
        written = _written(program, t, set())
        others = shared.difference(memory.scalars([v for v in program.shared if v in written]))
        places = [p for ((name, _),), p in waiting.rule.predicates.items() if name == t.name]
        of = [p for p in (*places, waiting.ended[t.name], waiting.unborn.get(t.name)) if p is not None]
        found.update({p: set(p.params) - others for p in of})
    return found


def _written(program: Program, t: Template, seen: set[str]) -> set[Var]:
    seen.add(t.name)
    ops = [e.op for e in t.all_edges()]
    written = {c.var for op in ops for c in O.writes(op)}
    for created in {op.template for op in ops if isinstance(op, O.Create)} - seen:
        written |= _written(program, program.templates[created], seen)
    return written
