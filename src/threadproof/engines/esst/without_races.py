"""Cooperative threads have no data races: one has control at a time. Entry point: `without_races`."""

from __future__ import annotations

from threadproof.analysis.beside import after_start, obstacle
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.properties import NO_DATA_RACE
from threadproof.result.verdict import Proof, Safe, Unknown

KIND = "one-in-control"


def without_races(program: Program) -> Safe | Unknown:
    found = obstacle(program)
    if found is not None:
        o = found.edge.origin
        return Unknown(found.reason, f"{found.what} ({o.file}:{o.line})", statistics={"nodes": 0})
    beside = sorted(after_start(program.templates[program.main]))
    data = {"property": NO_DATA_RACE.name, "program": digest(program), "beside": beside}
    return Safe(Proof(KIND, data), statistics={"nodes": 0})
