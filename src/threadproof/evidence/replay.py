"""Run a counterexample with the plain interpreter, move by move, and check that the violation is really there.

Nothing of the engine that found it is used: only the moves count. A move that is not possible, a value out of range,
or an end without the violation is an `InternalError`, never a verdict. Entry point: `replay`.
"""

from __future__ import annotations

from contextlib import suppress

from threadproof.analysis.leaks import held_by, leaked_objects
from threadproof.errors import InternalError
from threadproof.evidence.completion import may_complete
from threadproof.evidence.trace import TraceBuilder
from threadproof.evidence.waits import Holders
from threadproof.ir import op as O
from threadproof.ir.interpret import Effect, Instance, Semantics, State, Undetermined
from threadproof.ir.machine import Machine
from threadproof.ir.program import MAIN_ID, Edge, Program
from threadproof.ir.quick import Quick
from threadproof.ir.values import Key, Value, Versioned
from threadproof.logic.term import Var
from threadproof.properties import MEMTRACK, Fairness, Kind, Property
from threadproof.records import NamedTuple
from threadproof.result.counterexample import Counterexample, Determine, Move
from threadproof.result.outline import Outline
from threadproof.result.rounds import Rounds, find_rounds
from threadproof.result.verdict import Trace, Unsafe
from threadproof.rules.recurrence import NotClear, Point, composed, is_recurrent

#: kinds of variables on which there can be a data race
RACE_KINDS = ("data", "life")
#: so many threads of a deadlock are named
NAMED = 8
#: from so many moves on, the rounds of long loops are not shown one by one; a loop is long that has so many moves
LONG = 10_000
LONG_LOOP = 2_000


class Touch(NamedTuple):
    """An access of a step to a shared cell; no key: the whole array."""

    var: Var
    key: Key | None
    write: bool
    atomic: bool


def replay(program: Program, property_: Property, counterexample: Counterexample) -> Unsafe:
    """The verdict with its trace, if the counterexample holds."""
    r = _Replay(program, counterexample)
    r.run()
    violation, part = r.violation(property_)
    for m in counterexample.racing or ():
        r.outline.append(Outline(m.instance, ((m.edge.origin.file, m.edge.origin.line),), is_next=True))
    if part != counterexample.part:
        raise InternalError(f"the counterexample is said to violate {counterexample.part}, but it violates {part}")
    return Unsafe(
        Trace(tuple(r.trace.steps), violation, tuple(r.outline), r.left_out, r.first_repeated),
        part,
        statistics=dict(counterexample.statistics),
    )


def _plain(m: Move | Determine) -> tuple[int, Edge] | None:
    return (m.instance, m.edge) if isinstance(m, Move) and m.choice is None else None


class _Recording(Semantics):
    """The interpreter, noting which shared cells it reads."""

    reads: dict[tuple[Var, Key | None], None] | None = None

    def read(self, v: Var, key: Key | None, state: State, i: Instance) -> int:
        if self.reads is not None and v.shared:
            self.reads[v, key] = None
        return super().read(v, key, state, i)


class _Replay:
    def __init__(self, program: Program, counterexample: Counterexample) -> None:
        self.program = program
        self.counterexample = counterexample
        self.semantics = _Recording(program, counterexample.names, Versioned)
        self.trace = TraceBuilder(self.semantics)
        self.machine = Machine(self.semantics)
        self.quick = Quick(self.semantics)
        self.holders = Holders(self.semantics, self.trace)
        #: before the atomic section that is open now, without the instances; those that it has started
        self.outside = self.machine.state
        self.new: set[int] = set()
        self.last: tuple[State, Instance, Edge] | None = None
        self.outline: list[Outline] = []
        #: moves in rounds of loops that are not shown
        self.left_out = 0

    # ------------------------------------------------------------ moves

    def run(self) -> None:
        loop_start = self.counterexample.loop_start
        self.loop: list[tuple[State, int, Edge]] = []
        self.first_repeated = 0
        self.loop_state: State | None = None
        #: by which each instance came to where it is
        self.last_edge: dict[int, Edge] = {}
        rounds = self._long_loops()
        resume = 0
        for n, m in enumerate(self.counterexample.moves):
            if n in rounds:
                resume = self._leave_out(rounds[n])
            if n < resume:
                continue
            before = self.loop_state
            if loop_start is not None and n >= loop_start:
                before = self.machine.whole_state()
                if self.loop_state is None:
                    self.loop_state, self.first_repeated = before, self.trace.next_step()
            try:
                if isinstance(m, Determine):
                    self._determine(m)
                else:
                    self._move(m)
                    if before is not None:
                        self.loop.append((before, m.instance, m.edge))
            except Undetermined as u:
                raise InternalError(f"move {n} reads {u.var} which has no value yet") from u
            except InternalError as problem:
                raise InternalError(f"move {n}: {problem.message}") from problem

    def _long_loops(self) -> dict[int, Rounds]:
        """By their first move that is not shown."""
        moves = self.counterexample.moves
        if len(moves) < LONG or self.counterexample.loop_start is not None:
            return {}
        ids: dict[tuple[int, int], int] = {}
        #: (most moves are the same few objects)
        keys: dict[int, int] = {}
        for n, m in enumerate(moves):
            if id(m) not in keys:
                keys[id(m)] = ids.setdefault((m.instance, id(m.edge)), len(ids)) if isinstance(m, Move) else -n
        found = find_rounds(list(map(keys.__getitem__, map(id, moves))))
        return {r.middle.start: r for r in found if len(r.middle) > LONG_LOOP}

    def _leave_out(self, rounds: Rounds) -> int:
        """The same moves, but none is shown; returns where to go on. (What the last round does, the others did too.)"""
        middle = rounds.middle
        moves = self.counterexample.moves[middle.start : middle.stop]
        plain = {id(m): _plain(m) for m in {id(m): m for m in moves}.values()}
        steps = list(map(plain.__getitem__, map(id, moves)))
        n = 0
        while n < len(steps):
            n += self.quick.go(self.machine, steps, n, len(steps))
            if n < len(steps):
                m = moves[n]
                assert isinstance(m, Move)
                self._take(m)
                n += 1
        one = [m for m in moves[: rounds.period] if isinstance(m, Move)]
        who = [self.trace.name_of(m.instance) for m in one]
        self.trace.add_rounds(who, [m.edge for m in one], len(middle) // rounds.period)
        self.left_out += len(middle)
        return middle.stop

    def _determine(self, m: Determine) -> None:
        u = Undetermined(m.instance, m.var, m.key)
        if not self.machine.running:
            raise InternalError("no instance is running")
        i = self.machine.instance(m.instance or next(iter(self.machine.running)))
        try:
            self.semantics.read(m.var, m.key, self.machine.state, i)
        except Undetermined:
            if not 0 <= m.value < 1 << (m.var.width or 1):
                raise InternalError(f"{m.value} is no value of {m.var}") from None
            self.machine.determine(u, m.value)
            name = (m.var.lvalue or m.var.name) + (f"[{m.key}]" if isinstance(m.key, int) else "")
            self.outline.append(Outline(m.instance, initial=((name, m.value),)))
            return
        raise InternalError(f"{m.var} already has a value")

    def _move(self, m: Move) -> None:
        state, i, effect = self._take(m)
        self.last_edge[i.id] = m.edge
        self.last = (state, i, m.edge)
        self.holders.note(state, i, m.edge, effect)
        self.trace.add(state, i, m.edge, effect)
        self.outline.append(self._outlined(m, state, i, effect))

    def _take(self, m: Move) -> tuple[State, Instance, Effect]:
        """The move, if it is possible; the state and the instance before it."""
        semantics, state = self.semantics, self.machine.state
        i = self.machine.instance(m.instance)
        where = self.program.place(m.edge.origin)
        if m.edge not in semantics.edges(i):
            raise InternalError(f"instance {m.instance} is not where the edge at {where} starts")
        if not self.machine.may_move(i):
            raise InternalError(f"instance {m.instance} may not move at {where}")
        if not semantics.is_enabled(state, i, m.edge):
            raise InternalError(f"the guard at {where} is false")
        if m.choice not in semantics.choices(state, i, m.edge):
            raise InternalError(f"{m.choice} cannot be chosen at {where}")
        effect = self.machine.step(i, m.edge, m.choice)
        if isinstance(m.edge.op, O.AtomicBegin):
            self.outside = state
            self.new.clear()
        if effect.started is not None:
            self.new.add(effect.started.id)
        return state, i, effect

    def _outlined(self, m: Move, state: State, i: Instance, effect: Effect) -> Outline:
        op = m.edge.op
        written: list[int] = []
        initial: tuple[tuple[str, int], ...] = ()
        if isinstance(op, O.Havoc) and m.choice is not None:
            initial = ((op.var.lvalue or op.var.name, m.choice),)
        elif effect.instance is not None:
            for cell in O.writes(op):
                v = cell.var
                slot = self.semantics.shared_slot[v] if v.shared else self.semantics.local_slot[i.template][v]
                new = effect.shared[slot] if v.shared else effect.instance.locals[slot]
                if v.dims == 0 and isinstance(new, int):
                    written.append(new)
        return Outline(
            i.id,
            tuple((s.file, s.line) for s in (m.edge.steps or (m.edge.origin,))),
            visible=O.is_visible(op),
            is_spurious=O.is_environment(op),
            created=None if effect.started is None else effect.started.id,
            input=m.choice if isinstance(op, O.Havoc) else None,
            written=tuple(written),
            initial=initial,
        )

    # ------------------------------------------------------------ violations

    def violation(self, property_: Property) -> tuple[str, str]:
        """What is wrong at the end, and which part of the property that violates."""
        try:
            if located := self._located(property_):
                return located
            if property_.has(Kind.RACE):
                return self._race(), property_.name
            if property_.has(Kind.LOST_EVENT):
                return self._lost_event(), property_.name
            if property_.has(Kind.ENDLESS):
                return self._endless(property_), property_.name
            if property_.has(Kind.DEADLOCK):
                return self._deadlock(), property_.name
            if property_.has(Kind.LEAK) and self.last is not None and (leaked := self._leaks()):
                name = self.trace.naming.pointer(leaked[0], None).removeprefix("&")
                return f"memory is leaked: {name} is still allocated, but no pointer to it is left", MEMTRACK
            raise InternalError("the counterexample does not reach an error")
        except Undetermined as u:
            raise InternalError(f"{u.var} has no value at the end") from u

    def _lost_event(self) -> str:
        scheduler = self.machine.state.scheduler
        if scheduler is None or not scheduler.lost:
            raise InternalError("no event is lost")
        events = " and ".join(map(self.trace.event, scheduler.lost))
        are = "are" if len(scheduler.lost) > 1 else "is"
        return f"{events} {are} lost: the instant has ended, and no thread has seen it"

    def _located(self, property_: Property) -> tuple[str, str] | None:
        for i in self.machine.running.values():
            error = self.semantics.template(i).errors.get(i.location)
            if error is not None and error.property == property_:
                return error.text, error.part
        return None

    def _leaks(self) -> list[int]:
        assert self.last is not None
        state, i, e = self.last
        memory = self.program.memory
        if memory is None or not isinstance(e.op, O.Exit) or not e.op.is_normal:
            return []
        slots = self.semantics.shared_slot
        running = {**self.machine.running, i.id: i}
        held: list[Value] = []
        for j in running.values():
            own = self.semantics.local_slot[j.template]
            locals_ = {v: j.locals[own[v]] for v in memory.local_variables(j.template)}
            held += held_by(memory.local_roots.get(j.template, ()), locals_.__getitem__)
        return leaked_objects(memory, lambda v: state.shared[slots[v]], held, running)

    def _race(self) -> str:
        racing = self.counterexample.racing
        if racing is None or racing[0].instance == racing[1].instance:
            raise InternalError("no two racing moves")
        first, second = racing
        found = []
        for m in racing:
            # while one thread is inside a section, the other is looked at as it was before
            state, i = self.machine.state, self.machine.instance(m.instance)
            if state.halted:
                raise InternalError("the process has ended: no data race")
            if not self.machine.may_move(i):
                state = self.outside
                if m.instance in self.new:
                    raise InternalError(f"instance {m.instance} is not running yet when the section starts")
            if m.edge not in self.semantics.edges(i) or not self.semantics.is_enabled(state, i, m.edge):
                raise InternalError(f"the racing access at {self.program.place(m.edge.origin)} is not possible")
            if isinstance(m.edge.op, O.AtomicBegin):
                raise InternalError("the start of an atomic section is no access")
            if state.inside == i.id and not may_complete(self.semantics, self.machine.whole_state(), i.id, m.edge):
                where = self.program.place(m.edge.origin)
                raise InternalError(f"the section with the racing access at {where} cannot complete")
            found.append(self._touches(state, i, m.edge))
        for a in found[0]:
            for b in found[1]:
                same = a.var is b.var and (a.key == b.key or a.key is None or b.key is None)
                if same and (a.write or b.write) and not (a.atomic and b.atomic):
                    cell = self.trace.naming.cell(a.var, a.key if b.key is None else b.key)
                    return f"data race on {cell}: {self._access(first, a, cell)}, {self._access(second, b, cell)}"
        raise InternalError("the two racing moves do not touch the same cell")

    def _access(self, m: Move, t: Touch, cell: str) -> str:
        """In words; the access becomes the next step of the trace, though it is not taken: both may be first."""
        i = self.machine.instance(m.instance)
        what = "writes" if t.write else "reads"
        if t.var.kind == "life":  # of the object as such
            what = ("frees" if "@" in cell else "ends") if t.write else "uses"
        self.trace.add_access(i, m.edge, f"{what} {cell}" + (f" ({m.edge.note})" if m.edge.note else ""))
        return f"{self.trace.name(i)} {what} ({self.program.place(m.edge.origin)})"

    def _touches(self, state: State, i: Instance, e: Edge) -> list[Touch]:
        """The shared cells of C objects that a step reads and writes, here and now. Writes come first."""
        semantics, op = self.semantics, e.op
        atomic = isinstance(op, O.Step) and op.atomic
        semantics.reads = {}
        try:
            keys = [(c.var, semantics.key(c.index, state, i)) for c in O.writes(op) if c.var.shared]
            for t in O.reads(op):
                with suppress(Undetermined):  # what is read is noted before its value is asked for
                    semantics.evaluate(t, state, i)
            read = semantics.reads
        finally:
            semantics.reads = None
        found = [Touch(v, k, True, atomic) for v, k in keys] + [Touch(v, k, False, atomic) for v, k in read]
        return [t for t in found if t.var.kind in RACE_KINDS]

    def _deadlock(self) -> str:
        state = self.machine.state
        if state.halted or not self.machine.running or state.inside:
            raise InternalError("the process has ended, or all threads have: no deadlock")
        waiting = []
        for _, i in sorted(self.machine.running.items()):
            if not self._is_waiting(state, i):
                raise InternalError(f"instance {i.id} can move, or its execution is discarded: no deadlock")
            if state.scheduler is not None and not state.scheduler.may_run(i.id):
                what = f"waits for {state.scheduler.waits_for(i.id, self.trace.name_of, self.trace.event)}"
                last = self.last_edge.get(i.id)
                where = "before its first turn" if last is None else self.program.place(last.origin)
                waiting.append(f"{self.trace.name(i)} {what} ({where})")
                continue
            waiting.append(f"{self.trace.name(i)} {self.holders.wait_of(state, i)}")
        if len(waiting) > NAMED + 1:
            waiting[NAMED:] = [f"and so do {len(waiting) - NAMED:,} others"]
        return "deadlock: " + "; ".join(waiting)

    def _is_waiting(self, state: State, i: Instance) -> bool:
        """Nothing is possible but a spurious wake-up, and there is something to wait for."""
        if state.scheduler is not None and not state.scheduler.may_run(i.id):
            return state.scheduler.running == 0
        waits = False
        for e in self.semantics.edges(i):
            if not isinstance(e.op, O.Step):
                return False
            waits = waits or e.op.waits
            if not O.is_environment(e.op) and self.semantics.is_enabled(state, i, e):
                return False
        return waits

    def _leads_back(self, start: State, end: State) -> bool:
        """Can the loop be gone round again? If something differs, then locals on which nothing else depends."""
        if start == end:
            return True
        if start._replace(instances=()) != end._replace(instances=()) or len(start.instances) != len(end.instances):
            return False
        changed: dict[int, set[Var]] = {}
        for old, new in zip(start.instances, end.instances, strict=True):
            if old._replace(locals=()) != new._replace(locals=()):
                return False
            slots = self.semantics.local_slot[old.template]
            changed[old.id] = {v for v, slot in slots.items() if old.locals[slot] != new.locals[slot]}
        steps = [(changed.get(id_, set()), e.op) for _, id_, e in self.loop]
        grows = True
        while grows:  # what is made from them counts, too, even if it is equal by chance
            grows = False
            for own, op in steps:
                made = _made_from(op, own) - own
                own |= made
                grows = grows or bool(made)
        return not any((own := changed.get(id_, set())) & _looked_at(e.op, own) for _, id_, e in self.loop)

    def _endless(self, property_: Property) -> str:
        f = property_.function
        if self.loop_state is None:
            what = f"a thread stays in {f}" if f else "the program does not end"
            return f"{what}: {self._deadlock()}"
        if not self.loop:
            raise InternalError("the loop has no steps")
        if not self._leads_back(self.loop_state, self.machine.whole_state()):
            return self._recurs(property_)
        if any(O.is_environment(e.op) for _, _, e in self.loop):
            raise InternalError("the loop needs spurious wake-ups for ever")
        moved = {id_ for _, id_, _ in self.loop}
        for i in self.machine.running.values():
            if i.id not in moved and not self._need_not_move(i.id, property_.fairness):
                raise InternalError(f"instance {i.id} could move, but never does: the loop is not fair")
        what = f"a thread may stay in {f} for ever" if f else "the program may run for ever"
        return f"{what}: the steps from {self.first_repeated} on repeat"

    def _recurs(self, property_: Property) -> str:
        """The loop is never as it was, but can be gone round again and again."""
        from threadproof.logic.c_syntax import to_c
        from threadproof.smt.solver import make_solver

        c = self.counterexample
        moves = [m for m in c.moves[c.loop_start :] if isinstance(m, Move)]
        points = [Point(state, m) for (state, _, _), m in zip(self.loop, moves, strict=True)]
        try:
            found = composed(self.semantics, points, self.machine.whole_state(), property_.fairness)
        except NotClear as why:
            raise InternalError(f"the loop does not lead back to where it started: {why}") from None
        if not is_recurrent(found, c.recurrent, make_solver("z3", recall=False)):
            raise InternalError("the loop does not lead back to where it started, nor is it always possible")
        words = " && ".join([to_c(s, lambda v: v.lvalue or v.name) for s in c.recurrent])
        f = property_.function
        what = f"a thread may stay in {f} for ever" if f else "the program may run for ever"
        again = f"the steps from {self.first_repeated} on can be taken again and again"
        return f"{what}: {again}" + (f" ({words} stays as it is)" if words else "")

    def _need_not_move(self, id_: int, fairness: Fairness) -> bool:
        """Is an instance that takes no step in the loop treated fairly?"""
        if fairness is Fairness.NONE:
            return True
        enough = all if fairness is Fairness.STRONG else any
        # (while somebody else is in an atomic section nobody can move)
        states = [s for s, _, _ in self.loop if fairness is not Fairness.STRONG or s.inside in (0, id_)]
        return enough(
            self._is_waiting(s, self.semantics.instance(s, id_))
            or (s.scheduler is not None and id_ != MAIN_ID and not s.scheduler.may_run(id_))
            for s in states
        )


def _made_from(op: O.Op, own: set[Var]) -> set[Var]:
    """The locals that get values made from these variables."""
    match op:
        case O.Step():
            return {u.var for u in op.updates if not u.var.shared and u.value.vars & own}
        case O.Fresh(target=target, counter=counter) if counter in own:
            return {target}
        case _:
            return set()


def _looked_at(op: O.Op, own: set[Var]) -> set[Var]:
    """What an operation reads, but for what it only makes new values of these variables from."""
    if isinstance(op, O.Fresh):
        return set()
    if not isinstance(op, O.Step):
        return {v for t in O.reads(op) for v in t.vars}
    terms = [op.guard, *(u.value for u in op.updates if u.var not in own), *(i for u in op.updates for i in u.index)]
    terms += [] if op.lock is None else op.lock.index
    return {v for t in terms for v in t.vars}
