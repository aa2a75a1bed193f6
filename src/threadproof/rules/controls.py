"""Where threads whose number is known can be together: all combinations of boundaries, and the moves between them."""

from __future__ import annotations

from threadproof.analysis.liveness import live_locals
from threadproof.blocks.transitions import Transition, Transitions
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass
from threadproof.rules.origin import Origin
from threadproof.rules.slicing import relevant

#: more combinations than this are not worth having
MOST_CONTROLS = 3_000

#: the boundary of each running instance, by template
Control = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Move:
    source: Control
    #: None: a violation, or something unsupported
    target: Control | None
    #: who moves
    mover: str
    transition: Transition
    #: what the variables are afterwards, where they change
    values: dict[Var, Term]

    @property
    def origin(self) -> Origin:
        return Origin(self.transition.end or "step", self.transition)

    def after(self, v: Var) -> Term:
        return self.values.get(v, T.var(v))


class Controls:
    def __init__(self, transitions: Transitions) -> None:
        self.transitions = transitions
        self.program: Program = transitions.program
        several = [n for n in transitions.of if transitions.own_id(self.program.templates[n]) is None]
        if several:
            raise Limit("number of threads not known", f"of {several[0]}")
        self.relevant = relevant(transitions)
        self.shared = [v for v in transitions.memory.scalars(self.program.shared) if v in self.relevant]
        self._live = {n: live_locals(self.program.templates[n]) for n in transitions.of}
        self._order = list(transitions.of)
        main = self.program.templates[self.program.main]
        self.start: Control = ((main.name, main.entry),)
        self.all: dict[Control, None] = {self.start: None}
        self.moves: list[Move] = []
        pending: list[Control] = [self.start]
        while pending:
            c = pending.pop()
            for name, at in c:
                for w in transitions.of[name][at]:
                    m = self._move(c, name, w)
                    if m is None:
                        continue
                    self.moves.append(m)
                    if m.target is not None and m.target not in self.all:
                        if len(self.all) >= MOST_CONTROLS:
                            raise Limit("product too large", f"more than {MOST_CONTROLS:,} combinations of boundaries")
                        self.all[m.target] = None
                        pending.append(m.target)

    def variables(self, c: Control) -> tuple[Var, ...]:
        """Those that matter, shared ones first."""
        own = [v for name, at in c for v in self.transitions.memory.scalars(self._live[name][at]) if v in self.relevant]
        return (*self.shared, *own)

    def _move(self, c: Control, name: str, w: Transition) -> Move | None:
        if w.end:
            return None if w.end == "halt" else Move(c, None, name, w, {})
        places = {n: at for n, at in c if n != name}
        if w.target in self.transitions.of[name]:
            places[name] = w.target
        values: dict[Var, Term] = dict(w.updates)
        for creation in w.created:
            if creation.template in places:
                raise Limit("thread started twice", creation.template)
            new = self.program.templates[creation.template]
            if new.entry in self.transitions.of[creation.template]:
                places[creation.template] = new.entry
            values.update(creation.values)
        target = tuple([(n, places[n]) for n in self._order if n in places])
        return Move(c, target, name, w, values)
