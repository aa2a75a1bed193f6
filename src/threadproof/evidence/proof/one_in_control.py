"""The checker for proofs of the kind `one-in-control`: cooperative threads have no data races.

Such a thread runs from getting control until a call of the scheduler gives it back, so the accesses of two threads are
never at once. Left is main, which is not one of them: it runs alone until the start. The data say where it may be from
then on (`beside`): all that follows the start is among these locations, and what main does there conflicts with nothing
that a thread does. No other scheduler starts, and nothing in the program is not understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program
from threadproof.properties import Kind, Property

DECIDES = frozenset({Kind.RACE})


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    if not isinstance(data, Mapping):
        return Checked([Complaint("malformed proof: no claim")])
    said = data.get("property"), data.get("program")
    wrong = wrong_claim(program, property_, *said, DECIDES, cooperative=True) or _wrong_start(program)
    if wrong:
        return Checked([Complaint(wrong)])
    main = program.templates[program.main]
    beside: Any = data.get("beside")
    if not isinstance(beside, list) or any(type(n) is not int or not 0 <= n < len(main.edges) for n in beside):
        return Checked([Complaint("malformed proof: it does not say where main is beside the threads")])
    return Checked(list(_complaints(program, frozenset(beside))), {"locations": len(beside)})


def _wrong_start(program: Program) -> str:
    s = program.scheduler
    if s is None:
        return "threads are preemptive"
    return "main is not alone in the beginning" if s.running != MAIN_ID else ""


def _complaints(program: Program, beside: frozenset[int]) -> Iterator[Complaint]:
    late = []
    turns = []
    for t in program.templates.values():
        for e in t.all_edges():
            is_late = t.name == program.main and e.source in beside
            is_start = isinstance(e.op, O.Primitive) and e.op.call.startswith("start")
            if isinstance(e.op, O.Unsupported) and not e.op.is_of_a_value:
                yield Complaint(f"not understood: {e.op.what}", edge=e)
            if isinstance(e.op, O.Create) and e.op.template == program.main:
                yield Complaint("main is started as a thread", edge=e)
            if is_start and (is_late or t.name != program.main):
                yield Complaint("a scheduler is started while one runs", edge=e)
            if t.name != program.main:
                turns.append(e)
                continue
            if (is_late or is_start) and e.target not in beside:
                yield Complaint("main goes on beside the threads where the proof does not say so", edge=e)
            if is_late:
                late.append(e)
    yield from _conflicts(late, turns)


def _conflicts(late: list[Edge], turns: list[Edge]) -> Iterator[Complaint]:
    accesses = [a for e in turns for a in O.footprint(e.op)]
    for e in late:
        for mine in O.footprint(e.op):
            if any(a.var == mine.var and (a.write or mine.write) for a in accesses):
                yield Complaint(f"main and a thread may access {mine.var.name} at once", edge=e)
