"""Names of events, as the source has them: the argument of a call, if it always means the same event."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.patterns import pattern

_CALLS = ("await", "select", "generate", "generate_value", "broadcast", "broadcast_value", "value")
#: a call whose first argument is an event
_ARGUMENT = pattern(
    r"\bft_(?:thread_(?:await|await_n|generate|generate_value|get_value)|scheduler_broadcast(?:_value)?)"
    r"\s*\(\s*([^(),]*[^(),\s])\s*[,)]"
)


class Events:
    def __init__(self, program: Program) -> None:
        #: what is written in a call -> the events that are meant; None: any
        meant: dict[str, set[int | None]] = {}
        for t in program.templates.values():
            for e in t.all_edges():
                if isinstance(e.op, O.Primitive) and e.op.call in _CALLS:
                    found = _ARGUMENT.findall(program.source_text(e.origin))
                    event = e.op.args[1 if e.op.call == "select" else 0]
                    for written in found:
                        meant.setdefault(written, set()).add(event.value if len(found) == 1 else None)
        self._names: dict[int, str] = {}
        for written, events in meant.items():
            (one, *others) = events
            if one is not None and not others:
                self._names.setdefault(one, written)

    def name(self, event: int) -> str:
        return self._names.get(event, f"event {event}")
