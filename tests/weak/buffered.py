"""What a program with store buffers can do, by the plain interpreter: all states in which every thread has ended."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.ir_oracle import Oracle, Transition
from threadproof import pipeline
from threadproof.evidence import totality
from threadproof.ir import checker
from threadproof.ir import op as O
from threadproof.ir.interpret import State
from threadproof.ir.program import Edge, Program
from threadproof.options import Options
from threadproof.passes.memory_model import sequential
from threadproof.records import replace


def loaded(text: str, folder: Path, model: str, **more: object) -> Program:
    path = folder / "program.c"
    path.write_text(text)
    program = pipeline.load(path, Options.make(data_model="LP64", memory_model=model, **more))
    assert not checker.check(program)
    assert not totality.check(program)
    return program


class Ours(Oracle):
    """What is nobody's business comes first: locals, registers (`r...`), creations and ends that nobody waits for."""

    def transitions(self, state: State) -> list[Transition]:
        for i in state.instances:
            edges = self.semantics.edges(i)
            if edges and not any(map(_matters, edges)):
                found = [Transition(i.id, (e,), (state,), after) for e, after in self.single_steps(state, i.id)]
                if found:
                    return found
        return super().transitions(state)


def _matters(e: Edge) -> bool:
    if isinstance(e.op, O.AtomicBegin | O.AtomicEnd) or (isinstance(e.op, O.Step) and e.op.waits and e.op.role is None):
        return True
    return any(a.var.name[0] != "r" and a.var.name != "ended" for a in O.footprint(e.op))


def understood(program: Program) -> tuple[Program, set[str]]:
    """Without what is not understood, and what that is."""
    found = {e.op.what for t in program.templates.values() for e in t.all_edges() if isinstance(e.op, O.Unsupported)}
    templates = {
        name: replace(t, edges=[[e for e in out if not isinstance(e.op, O.Unsupported)] for out in t.edges])
        for name, t in program.templates.items()
    }
    return replace(program, templates=templates), found


def finals(program: Program, most: int = 200_000, oracle: type[Oracle] = Oracle) -> set[tuple[tuple[str, int], ...]]:
    """The variables that are scalars, sorted by name, when all threads have ended (main does not end the process)."""
    main = program.templates[program.main]
    edges = [[e.with_op(O.Step()) if isinstance(e.op, O.Exit) else e for e in out] for out in main.edges]
    program = sequential(replace(program, templates={**program.templates, main.name: replace(main, edges=edges)}))
    found = set()
    for state in oracle(program, most).graph():
        if not state.instances:
            values = zip(program.shared, state.shared, strict=True)
            found.add(tuple(sorted([(v.name, n) for v, n in values if isinstance(n, int) and v.kind == "data"])))
    return found
