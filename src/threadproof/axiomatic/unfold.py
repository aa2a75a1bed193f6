"""One thread, run for all values that its loads may see: traces of events with their dependencies.

Which values there are is found by a fixpoint: a location has its initial value and whatever a store may put there. A
value that no chain of stores carries from a constant comes out of thin air; no model here has one, so as many rounds as
there are stores in an execution are enough. Loops are unrolled up to a bound; what goes on is cut and said to be.
Rounds of a loop in which nothing was open, neither a value that was read nor whether a store succeeds, do not count.
"""

from __future__ import annotations

from threadproof.axiomatic.program import (
    PLAIN,
    Branch,
    Expr,
    Fence,
    Instruction,
    Label,
    Let,
    Load,
    Place,
    Program,
    Rmw,
    Store,
    StoreExclusive,
    Tags,
    Value,
    labels_of,
)
from threadproof.axiomatic.values import NotDefined, apply, evaluate
from threadproof.errors import InputError, Limit
from threadproof.records import NamedTuple, dataclass

#: how often a thread may go backwards, as in herd; and if nothing is open
UNROLL, MOST_ROUNDS = 2, 1000
#: values of one location, and traces of one thread
MOST_VALUES = 64
MOST_TRACES = 20_000


class Event(NamedTuple):
    """`kind`: R, W or F. The masks are of reads of the same trace that it depends on."""

    kind: str
    location: str
    value: Value
    tags: Tags
    address_from: int
    data_from: int
    control_from: int
    place: Place


class Trace(NamedTuple):
    events: tuple[Event, ...]
    #: read and write of one atomic instruction, and of an exclusive pair
    atomic: tuple[tuple[int, int], ...]
    exclusive: tuple[tuple[int, int], ...]
    registers: dict[str, Value]


@dataclass(slots=True)
class Unfolding:
    threads: list[list[Trace]]
    #: somewhere a loop went on
    is_cut: bool


#: of each location
Values = dict[str, set[Value]]


def unfold(program: Program, unroll: int = UNROLL) -> Unfolding:
    values: Values = {name: {value} for name, value in program.locations.items()}
    rounds = 0
    while True:
        runs = [_Run(program, number, values, unroll) for number in range(len(program.threads))]
        found = Unfolding([run.traces() for run in runs], any(run.is_cut for run in runs))
        has_more = False
        for traces in found.threads:
            for event in {e[:3]: e for trace in traces for e in trace.events if e.kind == "W"}.values():
                known = values.setdefault(event.location, {initial_value(program, event.location)})
                if event.value not in known:
                    known.add(event.value)
                    has_more = True
        stores = [max((sum(e.kind == "W" for e in t.events) for t in traces), default=0) for traces in found.threads]
        if not has_more or rounds > sum(stores):
            return found
        for name, known in values.items():
            if len(known) > MOST_VALUES:
                raise Limit("too many values", f"{program.name}: {name} may have more than {MOST_VALUES} values")
        rounds += 1


def initial_value(program: Program, location: str) -> Value:
    return program.locations.get(location, 0)


@dataclass(slots=True)
class _State:
    at: int
    backwards: int
    registers: dict[str, tuple[Value, int]]
    control: int
    events: tuple[Event, ...]
    atomic: tuple[tuple[int, int], ...]
    exclusive: tuple[tuple[int, int], ...]
    #: the read of an exclusive pair that is open
    reserved: int | None
    #: rounds in which nothing was open, and whether something was in this one
    rounds: int = 0
    is_open: bool = False

    def copy(self) -> _State:
        return _State(
            self.at,
            self.backwards,
            dict(self.registers),
            self.control,
            self.events,
            self.atomic,
            self.exclusive,
            self.reserved,
            self.rounds,
            self.is_open,
        )


class _Run:
    """Of one thread; `values` are those that each load may see."""

    def __init__(self, program: Program, number: int, values: Values, unroll: int):
        self.program = program
        self.number = number
        self.code = program.threads[number]
        self.values = values
        self.unroll = unroll
        self.labels = labels_of(self.code, program.file)
        self.is_cut = False

    def traces(self) -> list[Trace]:
        initial = self.program.registers[self.number] if self.program.registers else {}
        start = {name: (value, 0) for name, value in initial.items()}
        waiting = [_State(0, 0, start, 0, (), (), (), None)]
        found = []
        while waiting:
            state = waiting.pop()
            ended = True
            while state.at < len(self.code):
                instruction = self.code[state.at]
                state.at += 1
                try:
                    others = self._step(state, instruction)
                except NotDefined as reason:
                    message = f"{instruction.place.text}: {reason} is not understood"
                    raise InputError(message, file=self.program.file, line=instruction.place.line) from None
                if others is None:
                    ended = False
                    self.is_cut = True
                    break
                waiting += others
            if ended:
                registers = {name: value for name, (value, _) in state.registers.items()}
                found.append(Trace(state.events, state.atomic, state.exclusive, registers))
                if len(found) > MOST_TRACES:
                    detail = f"{self.program.name}: thread P{self.number} has more than {MOST_TRACES} traces"
                    raise Limit("too many traces", detail)
        return found[::-1]

    def _step(self, state: _State, instruction: Instruction) -> list[_State] | None:
        """Changes the state; the other states that are possible, or None if a loop is cut."""
        match instruction:
            case Label():
                return []
            case Let(_, register, value):
                state.registers[register] = evaluate(value, state.registers)
                return []
            case Fence(place, tags):
                self._event(state, "F", "", 0, tags, 0, 0, place)
                return []
            case Branch():
                return self._branch(state, instruction)
            case Load():
                return self._load(state, instruction)
            case Store(place, address, value, tags):
                where, address_from = self._address(state, address, place)
                what, data_from = evaluate(value, state.registers)
                self._event(state, "W", where, what, tags, address_from, data_from, place)
                return []
            case StoreExclusive():
                return self._store_exclusive(state, instruction)
            case Rmw():
                return self._rmw(state, instruction)

    def _branch(self, state: _State, branch: Branch) -> list[_State] | None:
        taken: Value = 1
        if branch.condition is not None:
            taken, source = evaluate(branch.condition, state.registers)
            state.control |= source
            state.is_open |= source != 0
        if taken != 0:
            goal = self.labels[branch.target]
            if goal < state.at:
                state.backwards += state.is_open
                state.rounds += not state.is_open
                state.is_open = False
                if state.rounds > MOST_ROUNDS:
                    raise Limit("endless loop", f"{self.program.name}: thread P{self.number} goes round for ever")
                if state.backwards > self.unroll:
                    return None
            state.at = goal
        return []

    def _load(self, state: _State, load: Load) -> list[_State]:
        where, address_from = self._address(state, load.address, load.place)
        states = self._for_each_value(state, where)
        for one, value in states:
            read = self._event(one, "R", where, value, load.tags, address_from, 0, load.place)
            one.registers[load.register] = value, 1 << read
            if load.is_exclusive:
                one.reserved = read
        return [one for one, _ in states[1:]]

    def _store_exclusive(self, state: _State, store: StoreExclusive) -> list[_State]:
        where, address_from = self._address(state, store.address, store.place)
        what, data_from = evaluate(store.value, state.registers)
        reserved, state.reserved = state.reserved, None
        source = 1 << reserved if reserved is not None and store.is_status_dependent else 0
        state.is_open |= reserved is not None
        failing = state.copy() if reserved is not None else state
        failing.registers[store.status] = 1, source
        if reserved is None:
            return []
        if state.events[reserved].location != where:
            raise NotDefined("an exclusive store to another location than that of its load")
        write = self._event(state, "W", where, what, store.tags, address_from, data_from, store.place)
        state.exclusive += ((reserved, write),)
        state.registers[store.status] = 0, source
        return [failing]

    def _rmw(self, state: _State, rmw: Rmw) -> list[_State]:
        where, address_from = self._address(state, rmw.address, rmw.place)
        operand, operand_from = evaluate(rmw.operand, state.registers)
        expected, expected_from = (None, 0) if rmw.expected is None else evaluate(rmw.expected, state.registers)
        others = []
        states = self._for_each_value(state, where)
        for n, (one, old) in enumerate(states):
            if n:
                others.append(one)
            if rmw.is_weak and old == expected:
                failing = one.copy()
                self._fail(failing, rmw, where, old, address_from)
                others.append(failing)
            if expected is not None and old != expected:
                self._fail(one, rmw, where, old, address_from)
                continue
            read = self._event(one, "R", where, old, rmw.read_tags, address_from, 0, rmw.place)
            bit = 1 << read
            new = operand if rmw.op == "xchg" else apply("narrow", apply(rmw.op, old, operand), 32)
            source = operand_from | (0 if rmw.op == "xchg" else bit)
            # (whether there is a write depends on what is expected, as on the condition of a branch)
            before, one.control = one.control, one.control | expected_from
            write = self._event(one, "W", where, new, rmw.write_tags, address_from, source, rmw.place)
            one.control = before
            if rmw.is_exclusive:
                one.exclusive += ((read, write),)
            else:
                one.atomic += ((read, write),)
            one.registers[rmw.register] = old, bit
            if rmw.success is not None:
                one.registers[rmw.success] = 1, bit | expected_from
        return others

    def _fail(self, state: _State, rmw: Rmw, where: str, old: Value, address_from: int) -> None:
        """A compare-exchange that stores nothing."""
        read = self._event(state, "R", where, old, rmw.fail_tags, address_from, 0, rmw.place)
        state.registers[rmw.register] = old, 1 << read
        if rmw.success is not None:
            state.registers[rmw.success] = 0, 1 << read

    def _for_each_value(self, state: _State, where: str) -> list[tuple[_State, Value]]:
        """The state itself comes first."""
        known = self.values.get(where) or {initial_value(self.program, where)}
        return [(state.copy() if n else state, value) for n, value in enumerate(sorted(known, key=str))]

    def _address(self, state: _State, address: Expr, place: Place) -> tuple[str, int]:
        where, source = evaluate(address, state.registers)
        if not isinstance(where, str):
            message = f"{place.text}: an address is expected, and {where} is a number"
            raise InputError(message, file=self.program.file, line=place.line)
        return where, source

    def _event(
        self,
        state: _State,
        kind: str,
        where: str,
        value: Value,
        tags: Tags,
        address_from: int,
        data_from: int,
        place: Place,
    ) -> int:
        number = len(state.events)
        event = Event(kind, where, value, tags or PLAIN, address_from, data_from, state.control, place)
        state.events += (event,)
        return number
