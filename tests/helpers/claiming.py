"""Proofs of the kind `exploration` for tests: anybody can claim one, about any program."""

from __future__ import annotations

import time
from pathlib import Path

from tests.helpers.exploring import question
from threadproof import frontend, passes
from threadproof.budget import Budget
from threadproof.evidence.proof import Checked, check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import named

KIND = "exploration"
PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "no-overflow", "valid-memsafety", "termination")


def claim(program: Program, property_: str) -> dict[str, object]:
    return {"property": property_, "program": digest(program), "states": 1}


def checked(program: Program, property_: str = "unreach-call", seconds: float = 60.0) -> Checked:
    """What the checker says about the claim that the program has the property."""
    prover = Prover((), Budget(time.monotonic() + seconds))
    asked = question(property_)
    return check(program, asked, KIND, claim(program, asked.name), prover)


def says(program: Program, property_: str = "unreach-call") -> str:
    found = checked(program, property_)
    return found.limit or ("refused" if found.complaints else "accepted")


def load(path: Path, property_: str, data_model: str = "ILP32") -> Program:
    """As the engine `explore` sees it."""
    return passes.run(frontend.load(path, Options(property=property_, data_model=data_model)), named(property_))
