"""A toy library of threads: `toy_start`, `toy_join`, and gates that let everybody through once they are open."""

from __future__ import annotations

import re

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.lower.calls import Calls
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import ObjectType, ThreadApi, register
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term


def _start(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, function, argument = c.target(c.arg(e, 0)), c.pointer(c.arg(e, 1)), c.pointer(c.arg(e, 2))
    c.start_thread(function, place, c.handle_type(e), argument)
    return c.result(e, 0)


def _join(c: Calls, e: A.Call, wanted: bool) -> Value:
    handle = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
    assert isinstance(handle, Term)
    c.emit(O.Step(T.is_nonzero(T.select(c.program.ended, (handle,))), waits=True, role=O.Role.JOIN))
    return c.result(e, 0)


def _pass(c: Calls, e: A.Call, wanted: bool) -> Value:
    def step(gate: R.Fields) -> O.Op:
        return O.Step(T.is_nonzero(gate("is_open").term), waits=True, lock=gate("is_open"))

    return c.sync([(c.target(c.arg(e, 0)), "gate")], [(step, 0)], e, False)


def _open(c: Calls, e: A.Call, wanted: bool) -> Value:
    def step(gate: R.Fields) -> O.Op:
        cell = gate("is_open")
        return O.Step(updates=(O.Update(cell.var, cell.index, T.const(1, 8)),))

    return c.sync([(c.target(c.arg(e, 0)), "gate")], [(step, 0)], e, False)


register(
    ThreadApi(
        "toy",
        {"toy_start": _start, "toy_join": _join, "toy_pass": _pass, "toy_open": _open},
        types={"toy_gate": ObjectType("gate", "toy_pass")},
        ids={"toy_thread": re.compile(r"\btoy_(?:start|join)\b")},
        creates=("toy_start",),
        joins=("toy_join",),
        fields={"gate": {"is_open": 8}},
    )
)
