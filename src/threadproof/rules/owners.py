"""Cells that hold 0, or the number of the thread that has written it there: of whoever holds a lock.

Such a number is never one of a thread that has not been created yet. Entry point: `owned`.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program
from threadproof.logic.term import Var


def owned(program: Program) -> list[Var]:
    width = program.templates[program.main].self_var.width
    return [v for v in program.shared if not v.dims and v.width == width and v.init == 0 and _is_owned(program, v)]


def _is_owned(program: Program, v: Var) -> bool:
    is_written = False
    for t in program.templates.values():
        own = MAIN_ID if t.name == program.main else t.single_id
        for e in t.all_edges():
            if not any(c.var is v for c in O.writes(e.op)):
                continue
            if not isinstance(e.op, O.Step):
                return False
            for x in (u.value for u in e.op.updates if u.var is v):
                if x.value != 0 and x.var is not t.self_var and (own is None or x.value != own):
                    return False
                is_written = is_written or x.value != 0
    return is_written
