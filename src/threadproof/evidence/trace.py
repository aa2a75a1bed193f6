"""A sequence of interpreter steps as a trace for people: who did what where, and what it changed.

`TraceBuilder` is told every step; consecutive steps of one thread in one statement become one line of the trace.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir import op as O
from threadproof.ir.interpret import UNSET, Instance, Semantics, State
from threadproof.ir.printer import print_op
from threadproof.ir.program import MAIN_ID, Edge
from threadproof.ir.values import Sparse, Value
from threadproof.logic.term import Var, to_signed
from threadproof.result.verdict import Change, TraceStep


class TraceBuilder:
    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        self.program = semantics.program
        self.steps: list[TraceStep] = []
        self._names: dict[int, str] = {}
        self._used: dict[str, int] = {}
        #: (instance, function, file, line, statement) of the last step
        self._last: tuple[object, ...] = ()

    def name(self, i: Instance) -> str:
        """main, worker, worker#2, ...: numbered by order of appearance."""
        known = self._names.get(i.id)
        if known is None:
            base = "main" if i.id == MAIN_ID else i.template
            n = self._used[base] = self._used.get(base, 0) + 1
            known = self._names[i.id] = base if n == 1 else f"{base}#{n}"
        return known

    def add(self, before: State, i: Instance, e: Edge, after: State) -> None:
        thread = self.name(i)
        for j in after.instances:
            self.name(j)
        changes = self._changes(before, i, after)
        place = (i.id, e.origin)
        text = self.program.source_text(e.origin) or print_op(e.op)
        if place == self._last and self.steps:
            last = self.steps.pop()
            merged = {c.name: c for c in (*last.changes, *changes)}
            changes = tuple(merged.values())
            note = last.note if not e.note or e.note in last.note else f"{last.note}; {e.note}" if last.note else e.note
        else:
            note = e.note
        self._last = place
        o = e.origin
        self.steps.append(TraceStep(thread, o.function, o.file, o.line, text, changes, note))

    def _changes(self, before: State, i: Instance, after: State) -> tuple[Change, ...]:
        found = list(_differences(self.program.shared, before.shared, after.shared))
        mine = [j for j in after.instances if j.id == i.id]
        if mine:
            t = self.semantics.template(i)
            found.extend(_differences(t.locals, i.locals, mine[0].locals))
        return tuple(found)


def _differences(variables: tuple[Var, ...], old: tuple[Value, ...], new: tuple[Value, ...]) -> Iterator[Change]:
    for v, a, b in zip(variables, old, new, strict=True):
        if a is b or a == b or not v.lvalue or v.kind not in ("data", "sync"):
            continue
        if isinstance(b, tuple):
            assert isinstance(a, tuple)
            for n, (x, y) in enumerate(zip(a, b, strict=True)):
                if x != y:
                    yield Change(f"{v.lvalue}[{n}]", show_value(v, y))
        elif isinstance(b, Sparse):
            assert isinstance(a, Sparse)
            for key in sorted({**a.cells, **b.cells}, key=str):
                if a.get(key) != b.get(key):
                    index = "][".join(map(str, key)) if isinstance(key, tuple) else str(key)
                    yield Change(f"{v.lvalue}[{index}]", show_value(v, b.get(key)))
        else:
            yield Change(v.lvalue, show_value(v, b))


def show_value(v: Var, value: Value) -> str:
    if value is UNSET or not isinstance(value, int):
        return "?"
    return str(to_signed(value, v.width) if v.signed and v.width else value)


def describe_cell(v: Var, key: object) -> str:
    name = v.lvalue or v.name
    if key is None:
        return name
    return f"{name}[{']['.join(map(str, key)) if isinstance(key, tuple) else key}]"


def describe_place(e: Edge) -> str:
    file = e.origin.file.rsplit("/", 1)[-1]
    return f"{file}:{e.origin.line}"


def describe_wait(e: Edge) -> str:
    """What a waiting step waits for."""
    op = e.op
    assert isinstance(op, O.Step)
    if op.lock is not None:
        return f"waits for {op.lock.var.lvalue or op.lock.var.name}"
    return "waits for a thread to end" if op.role == "join" else "waits"
