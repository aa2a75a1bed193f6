"""What a program with store buffers can do, by the plain interpreter: all states in which every thread has ended."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.ir_oracle import Oracle
from threadproof import pipeline
from threadproof.evidence import totality
from threadproof.ir import checker
from threadproof.ir import op as O
from threadproof.ir.program import Program
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


def finals(program: Program, most: int = 200_000) -> set[tuple[tuple[str, int], ...]]:
    """The variables that are scalars, sorted by name, when all threads have ended (main does not end the process)."""
    main = program.templates[program.main]
    edges = [[e.with_op(O.Step()) if isinstance(e.op, O.Exit) else e for e in out] for out in main.edges]
    program = sequential(replace(program, templates={**program.templates, main.name: replace(main, edges=edges)}))
    names = [v.name for v in program.shared]
    found = set()
    for state in Oracle(program, most).graph():
        if not state.instances:
            values = zip(names, state.shared, strict=True)
            found.add(tuple(sorted([(name, value) for name, value in values if isinstance(value, int)])))
    return found
