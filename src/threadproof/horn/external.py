"""Another program as a Horn solver: `COMMAND FILE` reads SMT-LIB and says sat, unsat or unknown, perhaps with a model.

Nothing it says is believed: a model is read back and proved, everything else is only a reason. Entry point: `External`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from threadproof.errors import UsageError
from threadproof.horn.accept import accept
from threadproof.horn.clause import Predicate, System
from threadproof.horn.smtlib import write
from threadproof.horn.solver import HORN_SOLVERS, Deadline, GaveUp, Outcome, Solved
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.integers import NotLinear
from threadproof.smt.read_z3 import Reader, Unreadable
from threadproof.smt.solver import make_solver


def _split(command: str) -> list[str]:
    try:
        parts = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"cannot read the command {command!r}: {error}") from None
    if not parts or shutil.which(parts[0]) is None:
        ours = ", ".join(HORN_SOLVERS)
        hint = f"choose one of {ours}, or a command that reads an SMT-LIB file"
        raise UsageError(f"no solver {command!r} for Horn clauses", hint=hint)
    return parts


class External:
    name = "external"

    def __init__(self, command: str, encoding: str = "bits") -> None:
        """`command` is split as a shell would; the name of the file is its last argument."""
        self.statistics: dict[str, Any] = {}
        self._command = _split(command)
        self._encoding = encoding

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        deadline = Deadline(limit)
        solver = make_solver()
        try:
            text = write(system, self._encoding)
        except NotLinear:
            return GaveUp("not linear")
        answer, output = self._run(text, deadline)
        outcome: Outcome = GaveUp(f"{Path(self._command[0]).name} says {answer}, without proof")
        if answer == "sat":
            proposal = read_model(output, system, self._encoding)
            found = accept(system, [proposal], solver, deadline) if proposal else None
            if found is not None:
                outcome = Solved(found)
        self.statistics = {
            "solver_time": round(solver.solver_time, 3),
            "smt_checks": solver.smt_checks,
            "refinements": 0,
            "predicates": len(system.predicates),
        }
        return outcome

    def _run(self, text: str, deadline: Deadline) -> tuple[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "system.smt2"
            file.write_text(text, encoding="utf-8")
            try:
                done = subprocess.run(
                    [*self._command, str(file)], capture_output=True, text=True, check=False, timeout=deadline.left()
                )
            except subprocess.TimeoutExpired:
                return "timeout", ""
            except OSError as error:
                return error.strerror or "nothing", ""
        for line in done.stdout.splitlines():
            if line.strip() in ("sat", "unsat", "unknown"):
                return line.strip(), done.stdout
        return "nothing", ""


def read_model(output: str, system: System, encoding: str) -> dict[Predicate, Term]:
    """The formulas of all `define-fun`s that are named after predicates and can be read."""
    import z3

    definitions = dict(_definitions(output))
    found: dict[Predicate, Term] = {}
    for k, p in enumerate(system.predicates):
        if f"P{k}" not in definitions:
            continue
        sorts = ["Bool" if not v.width else f"(_ BitVec {v.width})" if encoding == "bits" else "Int" for v in p.params]
        bound = " ".join(f"(y{i} {s})" for i, s in enumerate(sorts))
        names = " ".join(f"y{i}" for i in range(len(sorts)))
        goal = f"(assert (forall ({bound}) (P{k} {names})))" if sorts else f"(assert P{k})"
        try:
            formula = z3.parse_smt2_string("\n".join([*definitions.values(), goal]), ctx=z3.Context())[0]
            # the last parameter is bound variable 0
            reader = Reader([T.var(v) for v in reversed(p.params)])
            found[p] = T.and_(*reader.conjuncts(formula.body() if z3.is_quantifier(formula) else formula))
        except (z3.Z3Exception, Unreadable, IndexError):
            continue
    return found


def _definitions(output: str) -> Iterator[tuple[str, str]]:
    """Each `(define-fun NAME ...)`, up to its closing parenthesis."""
    for start in re.finditer(r"\(\s*define-fun\s+(\|[^|]*\||\S+)", output):
        depth = 0
        for token in re.finditer(r'\|[^|]*\||"[^"]*"|[()]', output[start.start() :]):
            depth += {"(": 1, ")": -1}.get(token.group(), 0)
            if depth == 0:
                yield start.group(1).strip("|"), output[start.start() : start.start() + token.end()]
                break
