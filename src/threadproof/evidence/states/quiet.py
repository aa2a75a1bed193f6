"""Steps that no other instance can notice, and instances that may go alone: which, and why that loses nothing.

*Quiet* locations. Every step there is an ordinary one (it neither waits nor wakes nor ends the process), and touches
nothing shared but constants, what only its own template touches, of which one instance runs, or, as its last deed, its
own cell of `ended`, which others only wait for (`evidence.proof.end`). Such steps are taken at once, behind the step
before them. Take an execution to a violation. The quiet steps in it can be moved up to there: the others neither write
what they read nor read what they write. If the violation comes before an instance has finished its quiet steps, they
can be added: it is another's violation, since no quiet location is an error, waits, or is part of a race; and whatever
the instance chooses, the other does not notice. So all ways out of quiet locations matter, not what never comes out.
(An input that others may look at is no choice of the instance: where it has to be decided, quiet steps end.)

In a cooperative program an ordinary step is quiet unless it is a call of the scheduler: nobody else has control. Main,
which goes on beside the threads, may have none right behind a call; there its steps are not quiet. Nor are those of a
thread that may get control again, having given it back, although others could (`sched.gives_way`).

An instance may go *alone* if its next step (or section) is an ordinary one and touches nothing that another running
instance, or one that those may still create, can touch in conflict (`evidence.proof.future`). Take an execution to a
violation from a state where it is possible. If the instance moves in it, its first move can be made first, which leaves
a shorter execution. If it does not move, the move can be put in front: the execution stays one, with the same violation
(it is no deadlock, since the instance can move; nor a race of this instance, since the other access was excluded). That
does not make it shorter, so it must not go on for ever: see `search`, which expands one instance alone only if that
leads to a new state. `ended` does not count where it is only waited for: its cells are set once, so a step that is
possible stays so.

*Termination.* An execution that never ends has the same steps of each instance in another order, and whoever stays
among quiet steps for ever goes round in a loop: where loops begin, nothing is quiet. Nobody goes alone.

*Leaks.* Main's return looks at pointers and at what is allocated, so it counts as reading them. The locals of others
it looks at too; but a step on locals can only copy pointers that are there, or lose them: what is leaked stays leaked.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from threadproof.analysis.graph import loop_heads
from threadproof.evidence.proof.end import Ends
from threadproof.evidence.proof.future import Futures, leak_variables
from threadproof.evidence.states.layout import Layout, Spot
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.ir.sched import gives_way
from threadproof.logic.term import Var
from threadproof.properties import Kind, Property

#: what is read and written, as bit sets over the shared variables
Touched = tuple[int, int]
NOTHING: Final[Touched] = (0, 0)


class Quiet:
    """Which locations are quiet."""

    def __init__(self, layout: Layout, property_: Property) -> None:
        program = layout.program
        self.program = program
        self.ends = Ends(program)
        users: dict[Var, set[str]] = {}
        self.written: set[Var] = set()
        created: set[str] = set()
        exiting: set[str] = set()
        for t in program.templates.values():
            for e in t.all_edges():
                for a in O.footprint(e.op):
                    users.setdefault(a.var, set()).add(t.name)
                    if a.write:
                        self.written.add(a.var)
                if isinstance(e.op, O.Create):
                    created.add(e.op.template)
                if isinstance(e.op, O.Exit):
                    exiting.add(t.name)
        if property_.has(Kind.LEAK):
            for v in leak_variables(program):
                users.setdefault(v, set()).update(exiting)
        self.private = {
            v for v, names in users.items() if len(names) == 1 and is_single(program, next(iter(names)), created)
        }
        #: template and location, where somebody may have no control
        self.behind_calls = {
            (t.name, e.target)
            for t in program.templates.values()
            for e in t.all_edges()
            if isinstance(e.op, O.Primitive) and (t.name == program.main or not gives_way(program.scheduler))
        }
        self.at = [self._is_quiet(spot) for spot in layout.spots]
        if property_.has(Kind.ENDLESS):
            for t in program.templates.values():
                for head in loop_heads(t):
                    self.at[layout.spot(t, head).number] = False

    def _is_quiet(self, spot: Spot) -> bool:
        return spot.error is None and bool(spot.edges) and all(self._is_unnoticed(e, spot.template) for e in spot.edges)

    def _is_unnoticed(self, e: Edge, t: Template) -> bool:
        op = e.op
        if not is_ordinary(op) or isinstance(op, O.Create | O.Signal) or (isinstance(op, O.Step) and op.waits):
            return False
        if self.program.scheduler is not None:
            return (t.name, e.source) not in self.behind_calls
        if not self.ends.problem and self.ends.is_own_end(op, t):
            return True
        return all(a.var in self.private or (not a.write and a.var not in self.written) for a in O.footprint(op))


def is_single(program: Program, template: str, created: set[str]) -> bool:
    """Does at most one instance run at a time? The search refuses others than the one with that number."""
    return program.templates[template].single_id is not None or (template == program.main and template not in created)


def is_ordinary(op: O.Op) -> bool:
    """Nothing but a change of the state: not the end of the process, no section, and no spurious wake-up."""
    if isinstance(op, O.Step):
        return not O.is_environment(op)
    return isinstance(op, O.Havoc | O.Fresh | O.Create | O.Signal)


class Alone:
    """Who may go alone, given where all are: by bit sets over the shared variables."""

    def __init__(self, layout: Layout, quiet: Quiet, property_: Property) -> None:
        self.layout = layout
        self.quiet = quiet
        self.is_allowed = layout.program.scheduler is None and not property_.has(Kind.ENDLESS)
        self.futures = Futures(layout.program, has_leaks=property_.has(Kind.LEAK))
        #: waiting for an end, and the end itself, are in nobody's way
        self.harmless = frozenset() if quiet.ends.problem else frozenset([layout.program.ended])
        self._bit = {v: 1 << i for i, v in enumerate(layout.program.shared)}
        self._next: dict[int, Touched | None] = {}
        self._ahead: dict[int, Touched] = {}

    def among(self, spots: list[int]) -> list[int]:
        """Positions of those who may go alone, the quiet ones first."""
        if not self.is_allowed:
            return []
        ahead = [self.ahead(n) for n in spots]
        before, after = list(accumulate(ahead, _both)), list(accumulate(reversed(ahead), _both))
        found = []
        for i, n in enumerate(spots):
            touched = self.next_step(n)
            if touched is not None:
                reads, writes = touched
                others = _both(before[i - 1] if i else NOTHING, after[-2 - i] if i < len(spots) - 1 else NOTHING)
                if not writes & (others[0] | others[1]) and not reads & others[1]:
                    found.append(i)
        return sorted(found, key=lambda i: not self.quiet.at[spots[i]])

    def next_step(self, number: int) -> Touched | None:
        """What the next step reads and writes; None: it is no ordinary one."""
        if number not in self._next:
            self._next[number] = self._find_next(self.layout.spots[number])
        return self._next[number]

    def _find_next(self, spot: Spot) -> Touched | None:
        if spot.error is not None or not spot.edges:
            return None
        edges = []
        for e in spot.edges:
            if isinstance(e.op, O.AtomicBegin):
                edges += section(spot.template, e.target)
            else:
                edges.append(e)
        if not all(is_ordinary(e.op) or isinstance(e.op, O.AtomicEnd) for e in edges):
            return None
        touched = [a for e in edges for a in O.footprint(e.op) if a.var not in self.harmless]
        return self._bits({a.var for a in touched if not a.write}), self._bits({a.var for a in touched if a.write})

    def ahead(self, number: int) -> Touched:
        """What an instance, and those that it may create, may still read and write."""
        if number not in self._ahead:
            spot = self.layout.spots[number]
            location = number - self.layout.base[spot.template.name]
            reads, writes = self.futures.ahead(spot.template.name, location)
            self._ahead[number] = (self._bits(reads - self.harmless), self._bits(writes - self.harmless))
        return self._ahead[number]

    def _bits(self, variables: set[Var] | frozenset[Var]) -> int:
        # what main's return looks at may be gone, because no step touches it
        return sum(self._bit[v] for v in variables if v in self._bit)


def _both(a: Touched, b: Touched) -> Touched:
    return a[0] | b[0], a[1] | b[1]


def section(t: Template, start: int) -> list[Edge]:
    """The edges of an atomic section, its end included."""
    found: list[Edge] = []
    seen = {start}
    pending = [start]
    while pending:
        for e in t.edges[pending.pop()]:
            found.append(e)
            if not isinstance(e.op, O.AtomicEnd) and e.target not in seen:
                seen.add(e.target)
                pending.append(e.target)
    return found
