"""A sequence of interpreter steps as a trace for people: who did what where, and what it changed.

`TraceBuilder` is told every step; consecutive steps of one thread in one statement become one line of the trace,
and a step that was fused from several statements has one line for each.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.evidence.events import Events
from threadproof.evidence.instants import Instants
from threadproof.ir import op as O
from threadproof.ir.interpret import UNSET, Effect, Instance, Semantics, State, cell_of
from threadproof.ir.printer import print_op
from threadproof.ir.program import MAIN_ID, Edge, Source
from threadproof.ir.values import Key, Sparse, Value
from threadproof.logic.term import Var, to_signed
from threadproof.result.verdict import Change, TraceStep


class TraceBuilder:
    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        self.program = semantics.program
        self.steps: list[TraceStep] = []
        self._names: dict[int, str] = {}
        self._used: dict[str, int] = {}
        self.events = Events(self.program)
        self._instants = Instants(self.name_of, self.events.name)
        #: (instance, place) of a wait that came to what was expected
        self._unsaid: tuple[object, ...] = ()
        #: (instance, place) of the last step
        self._last: tuple[object, ...] = ()

    def name(self, i: Instance) -> str:
        """main, worker, worker#2, ...: numbered by order of appearance."""
        known = self._names.get(i.id)
        if known is None:
            base = "main" if i.id == MAIN_ID else i.template
            n = self._used[base] = self._used.get(base, 0) + 1
            known = self._names[i.id] = base if n == 1 else f"{base}#{n}"
        return known

    def name_of(self, id_: int) -> str:
        return self._names.get(id_, f"thread {id_}")

    def add(self, before: State, i: Instance, e: Edge, after: Effect) -> None:
        """A step of `i`; the other instances need not be in the state."""
        thread = self.name(i)
        said = e.note
        if after.started is not None:
            name = self.name(after.started)
            said = f"{name} starts" if said.endswith(" starts") else said
        shared, local = self._changes(before, i, e, after)
        note = "; ".join(filter(None, [said, self._scheduling(before, i, e, after)]))
        steps = self._shown(i, e, has_news=bool(note or shared or local))
        # shared memory changes at the line of the access, and the note is about it; locals have their values at the end
        last = len(steps) - 1
        main = last - steps[::-1].index(e.origin) if e.origin in steps else last
        for n, origin in enumerate(steps):
            changes = (shared if n == main else ()) + (local if n == last else ())
            self._show(thread, i.id, origin, e, changes, note if n == main else "")

    def _shown(self, i: Instance, e: Edge, *, has_news: bool) -> tuple[Source, ...]:
        """The places of a step; without that of a wait which came to what was expected."""
        steps = e.steps or (e.origin,)
        if isinstance(e.op, O.Primitive) and e.op.call == "outcome":
            self._unsaid = () if has_news else (i.id, steps[0])
        is_unsaid = self._unsaid == (i.id, steps[0])
        if not is_unsaid or len(steps) > 1:
            self._unsaid = ()
        return steps if not is_unsaid else steps[1:] or (steps if has_news else ())

    def _scheduling(self, before: State, i: Instance, e: Edge, after: Effect) -> str:
        if not isinstance(e.op, O.Primitive) or before.scheduler is None:
            return ""
        args = tuple([self.semantics.evaluate(a, before, i) for a in e.op.args])
        return self._instants.note(i.id, e.op.call, args, before.scheduler.resumed(i.id), after.scheduler)

    def _show(self, thread: str, id_: int, o: Source, e: Edge, changes: tuple[Change, ...], note: str) -> None:
        place = (id_, o)
        text = self.program.source_text(o) or print_op(e.op)
        if place == self._last and self.steps:
            last = self.steps.pop()
            merged = {c.name: c for c in (*last.changes, *changes)}
            changes = tuple(merged.values())
            note = last.note if not note or note in last.note else f"{last.note}; {note}" if last.note else note
        self._last = place
        self.steps.append(TraceStep(thread, o.function, o.file, o.line, text, changes, note))

    def _changes(
        self, before: State, i: Instance, e: Edge, after: Effect
    ) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
        """The user's variables that the step gave another value, in the program's order: shared ones, local ones."""
        semantics = self.semantics
        t = semantics.template(i)
        now = after.instance
        found: dict[bool, list[tuple[int, Change]]] = {True: [], False: []}
        for cell in O.writes(e.op):
            v = cell.var
            if not v.lvalue or v.kind not in ("data", "sync") or (now is None and not v.shared):
                continue
            slot = semantics.shared_slot[v] if v.shared else semantics.local_slot[t.name][v]
            old = before.shared[slot] if v.shared else i.locals[slot]
            new = after.shared[slot] if v.shared or now is None else now.locals[slot]
            key = semantics.key(cell.index, before, i)
            for name, x, y in _cells(v, key, old, new):
                if x != y:
                    found[v.shared].append((slot, Change(name, show_value(v, y))))
        shared, local = (sorted(found[is_shared], key=lambda f: f[0]) for is_shared in (True, False))
        return tuple(dict.fromkeys(c for _, c in shared)), tuple(dict.fromkeys(c for _, c in local))


def _cells(v: Var, key: Key | None, old: Value, new: Value) -> Iterator[tuple[str, Value, Value]]:
    """(name, old value, new value) of the cell that a step wrote, or of all cells if it wrote the whole array."""
    if v.dims == 0:
        yield v.lvalue, old, new
    elif key is not None:
        yield describe_cell(v, key), cell_of(old, key), cell_of(new, key)
    elif isinstance(new, tuple) and isinstance(old, tuple):
        for n, (x, y) in enumerate(zip(old, new, strict=True)):
            yield describe_cell(v, n), x, y
    elif isinstance(new, Sparse) and isinstance(old, Sparse):
        for k in sorted({**old.cells, **new.cells}, key=str):
            yield describe_cell(v, k), old.get(k), new.get(k)


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
