"""A sequence of interpreter steps as a trace for people: who did what where, and what it changed.

`TraceBuilder` is told every step; consecutive steps of one thread in one statement become one line of the trace,
and a step that was fused from several statements has one line for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from threadproof.evidence.naming import NOWHERE, Naming
from threadproof.ir import op as O
from threadproof.ir.interpret import UNSET, Effect, Instance, Semantics, State, cell_of
from threadproof.ir.printer import print_op
from threadproof.ir.program import MAIN_ID, Edge, Source
from threadproof.ir.values import Key, Sparse, Value
from threadproof.logic import floats
from threadproof.logic.term import Var, to_signed
from threadproof.result.verdict import Change, TraceStep, Typed


class TraceBuilder:
    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        self.program = semantics.program
        self.steps: list[TraceStep] = []
        self._names: dict[int, str] = {}
        self._used: dict[str, int] = {}
        scheduler = self.program.scheduler
        self._narrator = None if scheduler is None else scheduler.narrator(self.program, self.name_of)
        self.naming = Naming(self.program, self.name_of)
        variables = [
            *self.program.shared,
            *(v for t in self.program.templates.values() for v in (*t.locals, *t.params)),
        ]
        #: the halves of pointers, which are a group: the object's, and by it the offset's
        self._pointers = {v.group: v for v in variables if v.is_pointer}
        self._offsets = {p: v for v in variables if (p := self._pointers.get(v.group, v)) is not v}
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
        words = [said, self._synchronisation(before, i, e, after), self._scheduling(before, i, e, after)]
        note = "; ".join(filter(None, words))
        steps = self._shown(i, e, has_news=bool(note or shared or local))
        # the note is about the line of the access; if it is not known who wrote, shared memory has changed there
        last = len(steps) - 1
        main = last - steps[::-1].index(e.origin) if e.origin in steps else last
        changes: list[list[Change]] = [[] for _ in steps]
        for news, otherwise in ((shared, main), (local, last)) if steps else ():
            for variable, change in news:
                at = max((n for n, s in enumerate(steps) if variable in s.wrote), default=otherwise)
                changes[at].append(change)
        for n, origin in enumerate(steps):
            self._show(thread, i.id, origin, e, tuple(changes[n]), note if n == main else "")

    def add_rounds(self, who: Sequence[str], edges: Sequence[Edge], count: int) -> None:
        """So many rounds of these steps are not shown."""
        lines = sorted({s.line for e in edges for s in e.steps or (e.origin,)})
        where = f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]} to {lines[-1]}"
        o = edges[0].origin
        text = f"... {count:,} more rounds of the loop at {where}"
        self.steps.append(TraceStep(", ".join(dict.fromkeys(who)), o.function, o.file, o.line, text))
        self._last = ()

    def next_step(self) -> int:
        """The number of the step that comes next; it is not told together with the one before."""
        self._last = ()
        return len(self.steps) + 1

    def add_access(self, i: Instance, e: Edge, note: str) -> None:
        """An access that is about to happen."""
        self._last = ()
        self._show(self.name(i), i.id, e.origin, e, (), note)

    def _shown(self, i: Instance, e: Edge, *, has_news: bool) -> tuple[Source, ...]:
        """The places of a step; without that of a wait which came to what was expected."""
        steps = e.steps or (e.origin,)
        if isinstance(e.op, O.Primitive) and e.op.call == "outcome":
            self._unsaid = () if has_news else (i.id, steps[0])
        is_unsaid = self._unsaid == (i.id, steps[0])
        if not is_unsaid or len(steps) > 1:
            self._unsaid = ()
        return steps if not is_unsaid else steps[1:] or (steps if has_news else ())

    def event(self, number: int) -> str:
        """What an event of the scheduler is called."""
        return f"event {number}" if self._narrator is None else self._narrator.event(number)

    def _scheduling(self, before: State, i: Instance, e: Edge, after: Effect) -> str:
        if not isinstance(e.op, O.Primitive) or before.scheduler is None or self._narrator is None:
            return ""
        args = tuple([self.semantics.evaluate(a, before, i) for a in e.op.args])
        return self._narrator.note(i.id, e.op.call, args, before.scheduler.resumed(i.id), after.scheduler)

    def _show(self, thread: str, id_: int, o: Source, e: Edge, changes: tuple[Change, ...], note: str) -> None:
        place = (id_, o)
        text = self.program.source_text(o) or print_op(e.op)
        if place == self._last and self.steps:
            last = self.steps.pop()
            merged = {c.name: c for c in (*last.changes, *changes)}
            changes = tuple(merged.values())
            note = _joined(last.note, note)
        self._last = place
        span = o.column, o.end_line, o.end_column
        self.steps.append(TraceStep(thread, o.function, o.file, o.line, text, changes, note, *span))

    def _changes(
        self, before: State, i: Instance, e: Edge, after: Effect
    ) -> tuple[list[tuple[str, Change]], list[tuple[str, Change]]]:
        """The user's variables that the step gave another value, in the program's order: shared ones, local ones."""
        semantics = self.semantics
        t = semantics.template(i)
        now = after.instance
        found: dict[bool, list[tuple[int, str, Change]]] = {True: [], False: []}
        for cell in O.writes(e.op):
            v = self._pointers.get(cell.var.group, cell.var)
            if not is_shown(v) or (now is None and not v.shared):
                continue
            slots = semantics.shared_slot if v.shared else semantics.local_slot[t.name]
            old, new = (
                (before.shared, after.shared) if v.shared else (i.locals, i.locals if now is None else now.locals)
            )
            half = self._offsets.get(v) if v.is_pointer else None
            if half not in slots:  # nobody needs where in the object it points, or only another thread does
                half = None
            if v not in slots:
                continue
            key = semantics.key(cell.index, before, i)
            for k, x, y in _cells(v, key, old[slots[v]], new[slots[v]]):
                x2, y2 = (None, None) if half is None else (_value(old[slots[half]], k), _value(new[slots[half]], k))
                # a shared variable may be given the value that it has: so updates get lost
                if x != y or x2 != y2 or (v.shared and v.kind == "data" and (key is not None or not v.dims)):
                    name = self.naming.cell(v, k)
                    text = self.naming.pointer(y, y2, v.offsets) if v.is_pointer else show_value(v, y)
                    typed = self._typed(v, y, y2)
                    news = list(_bit_fields(v, name, x, y)) if v.bit_fields else [Change(name, text, typed)]
                    news = [c for c in news if c.value != NOWHERE or not v.is_pointer]
                    found[v.shared] += [(slots[v], v.text, c) for c in news]
        shared, local = (sorted(found[is_shared], key=lambda f: f[0]) for is_shared in (True, False))
        return list(dict.fromkeys((v, c) for _, v, c in shared)), list(dict.fromkeys((v, c) for _, v, c in local))

    def _typed(self, v: Var, value: Value, offset: Value) -> Typed | None:
        if not v.ctype or not isinstance(value, int):
            return None
        if is_float(v):
            return None
        if not v.is_pointer:
            return Typed(v.ctype, number_of(v, value))
        half = self._offsets.get(v)
        if value and half is not None and isinstance(offset, int):  # (it may point before its object)
            offset = to_signed(offset, half.width)
        return Typed(v.ctype, self.naming.target(value, offset, v.offsets))

    def _synchronisation(self, before: State, i: Instance, e: Edge, after: Effect) -> str:
        """What a step does to locks and condition variables, in words."""
        match e.op:
            case O.Signal(waiting):
                return self._woken(before, i, waiting, after, self._name(waiting, before, i), is_signal=True)
            case O.Step(role=O.Role.SPURIOUS):
                return "wakes up for no reason"
            case O.Step(role=O.Role.TIMEOUT):
                return "times out"
            case O.Step(lock=O.Cell() as cell, role=role):
                pass
            case _:
                return ""
        name = self._name(cell, before, i)
        match role:
            case O.Role.ACQUIRE | O.Role.TRY_ACQUIRE | O.Role.WAKE if field_of(cell.var) != "waiting":
                return f"locks {name}"
            case O.Role.REACQUIRE:
                return f"locks {name} once more"
            case O.Role.READ_ACQUIRE:
                return f"locks {name} for reading"
            case O.Role.RELEASE | O.Role.READ_RELEASE:
                return f"unlocks {name}"
            case O.Role.WAIT:
                queue = next((c for c in O.writes(e.op) if field_of(c.var) == "waiting"), None)
                condition = "" if queue is None else f" for {self._name(queue, before, i)}"
                return f"unlocks {name} and waits{condition}"
            case O.Role.BARRIER:
                return f"waits at {name}"
            case O.Role.BROADCAST:
                return self._woken(before, i, cell, after, name, is_signal=False)
        return ""

    def _name(self, c: O.Cell, state: State, i: Instance) -> str:
        return self.naming.cell(c.var, self.semantics.key(c.index, state, i))

    def _woken(self, before: State, i: Instance, c: O.Cell, after: Effect, name: str, *, is_signal: bool) -> str:
        slot, key = self.semantics.shared_slot.get(c.var), self.semantics.key(c.index, before, i)
        if slot is None:
            return ""
        old, new = _value(before.shared[slot], key), _value(after.shared[slot], key)
        if not isinstance(old, int) or not isinstance(new, int):
            return ""
        gone = [n for n in range(old.bit_length()) if old & ~new & (1 << n)]
        if not gone:
            return f"nobody waits for {name}" if is_signal else ""
        return f"wakes {', '.join(map(self.name_of, gone))}"


def _joined(old: str, new: str) -> str:
    """What is new, unless the old says it, too: `time-out of a` says `time-out`."""
    said = [part for part in old.split("; ") if part]
    for part in filter(None, new.split("; ")):
        if not any(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", x) for x in said):
            said.append(part)
    return "; ".join(said)


def is_shown(v: Var) -> bool:
    """Its values say something: data of the user, and what semaphores count."""
    return bool(v.lvalue) if v.kind == "data" else v.kind == "sync" and field_of(v) == "value"


def field_of(v: Var) -> str:
    """Of a synchronisation object: owner, waiting, value, ..."""
    return v.name.rpartition(".")[2].partition("[")[0]


def _cells(v: Var, key: Key | None, old: Value, new: Value) -> Iterator[tuple[Key | None, Value, Value]]:
    """(key, old value, new value) of the cell that a step wrote, or of all cells if it wrote the whole array."""
    if v.dims == 0:
        yield None, old, new
    elif key is not None:
        yield key, cell_of(old, key), cell_of(new, key)
    elif isinstance(new, tuple) and isinstance(old, tuple):
        for n, (x, y) in enumerate(zip(old, new, strict=True)):
            yield n, x, y
    elif isinstance(new, Sparse) and isinstance(old, Sparse):
        for k in sorted({**old.cells, **new.cells}, key=str):
            yield k, old.get(k), new.get(k)


def _value(values: Value, key: Key | None) -> Value:
    return values if key is None else cell_of(values, key)


def _bit_fields(v: Var, name: str, old: Value, new: Value) -> Iterator[Change]:
    """Of a number that is a row of bit-fields, those that changed."""
    for field, shift, width, is_signed, kind in v.bit_fields:
        x, y = (n >> shift & ((1 << width) - 1) if isinstance(n, int) else None for n in (old, new))
        if y is not None and x != y:
            number = to_signed(y, width) if is_signed else y
            yield Change(f"{name[: name.rfind('.')]}.{field}", str(number), Typed(kind, number) if kind else None)


def show_value(v: Var, value: Value) -> str:
    if value is UNSET or not isinstance(value, int):
        return "?"
    if is_float(v):
        x = floats.number(value, v.width)
        return repr(x) if v.width == 64 else next(s for n in range(1, 10) if float(s := f"{x:.{n}g}") == x or n == 9)
    return str(number_of(v, value))


def is_float(v: Var) -> bool:
    return v.ctype.rpartition(" ")[2] in ("float", "double") and v.width in floats.PRECISION


def number_of(v: Var, value: int) -> int:
    return to_signed(value, v.width) if v.signed and v.width else value
