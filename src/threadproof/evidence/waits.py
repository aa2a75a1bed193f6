"""What a thread waits for that cannot go on, in words: which object, who has it and since where, or whom it waits for.

`Holders` is told every step. Entry point: `Holders.wait_of`.
"""

from __future__ import annotations

from threadproof.evidence.trace import TraceBuilder, field_of
from threadproof.ir import op as O
from threadproof.ir.interpret import Effect, Instance, Semantics, State, Undetermined
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic import term as T
from threadproof.logic.term import Var

_TAKES = (O.Role.ACQUIRE, O.Role.TRY_ACQUIRE, O.Role.WAKE, O.Role.READ_ACQUIRE)
_GIVES = (O.Role.RELEASE, O.Role.READ_RELEASE, O.Role.WAIT, O.Role.INIT)


class Holders:
    def __init__(self, semantics: Semantics, trace: TraceBuilder) -> None:
        self.semantics = semantics
        self.trace = trace
        self._place = semantics.program.place
        self._ended: set[int] = set()
        #: of each lock, who has it, and where it was taken
        self._taken: dict[tuple[Var, Key | None], dict[int, Edge]] = {}

    def note(self, before: State, i: Instance, e: Edge, after: Effect) -> None:
        op = e.op
        if after.instance is None:
            self._ended.add(i.id)
        if not isinstance(op, O.Step) or op.lock is None:
            return
        by = self._taken.setdefault(self._cell(op.lock, before, i), {})
        if op.role in _TAKES:
            by[i.id] = e
        elif op.role in _GIVES:
            by.pop(i.id, None)

    def wait_of(self, state: State, i: Instance) -> str:
        """For an instance of which every step has to wait."""
        edges = [e for e in self.semantics.edges(i) if isinstance(e.op, O.Step) and e.op.waits]
        for e in edges:
            assert isinstance(e.op, O.Step)
            if O.is_environment(e.op) and self.semantics.is_enabled(state, i, e):
                left = [x for x in O.writes(e.op) if field_of(x.var) == "waiting"]
                what = f"for the condition {self._name(left[0], state, i)}" if left else "until somebody wakes it"
                nobody = ", which nobody signals any more" if left else ""
                return f"waits {what}{nobody} ({self._place(e.origin)})"
        usual = [e for e in edges if isinstance(e.op, O.Step) and not O.is_environment(e.op)]
        usual = [e for e in usual if isinstance(e.op, O.Step) and e.op.guard is not T.FALSE] or usual
        e = min(usual or edges, key=lambda e: self._missing(e, state, i))
        assert isinstance(e.op, O.Step)
        if e.op.role is O.Role.JOIN:
            return self._join(e, e.op, state, i)
        return f"waits {self._object(e.op, state, i)} ({self._place(e.origin)})"

    def _missing(self, e: Edge, state: State, i: Instance) -> int:
        """How much of its condition does not hold: of steps for objects of several kinds, one is about this one."""
        assert isinstance(e.op, O.Step)
        parts = T.conjuncts(e.op.guard)
        try:
            return sum(not self.semantics.evaluate(c, state, i) for c in parts)
        except Undetermined:
            return len(parts)

    def _object(self, op: O.Step, state: State, i: Instance) -> str:
        if op.lock is None:
            return "for several objects" if op.role is O.Role.WAKE else "for ever"
        name = self._name(op.lock, state, i)
        match field_of(op.lock.var):
            case "waiting":
                return f"at the barrier {name}"
            case "value":
                return f"for the semaphore {name}"
            case _:
                return f"for {name}{self._holder(op.lock, state, i)}"

    def _holder(self, lock: O.Cell, state: State, i: Instance) -> str:
        by = self._taken.get(self._cell(lock, state, i), {})
        words = []
        for id_, e in by.items():
            if id_ == i.id:
                words.append(f"by itself since {self._place(e.origin)}")
            else:
                ended = ", which has ended" if id_ in self._ended else ""
                words.append(f"by {self.trace.name_of(id_)} since {self._place(e.origin)}{ended}")
        return f", held {' and '.join(words)}" if words else ""

    def _join(self, e: Edge, op: O.Step, state: State, i: Instance) -> str:
        """Of several joins that are one step, the first that has to wait."""
        program = self.semantics.program
        ends = [t for c in T.conjuncts(op.guard) for t in T.subterms(c) if t.op == "select" and t.var is program.ended]
        places = [s for s in e.steps if "join" in program.source_text(s)]
        for n, t in enumerate(ends):
            try:
                if not self.semantics.evaluate(t, state, i):
                    thread = self.trace.name_of(self.semantics.evaluate(t.args[0], state, i))
                    where = places[n] if len(places) == len(ends) else e.origin
                    return f"waits for {thread} to end ({self._place(where)})"
            except Undetermined:
                break
        return f"waits for a thread to end ({self._place(e.origin)})"

    def _name(self, c: O.Cell, state: State, i: Instance) -> str:
        return self.trace.naming.cell(c.var, self.semantics.key(c.index, state, i))

    def _cell(self, c: O.Cell, state: State, i: Instance) -> tuple[Var, Key | None]:
        return c.var, self.semantics.key(c.index, state, i)
