"""What one step means: the executable definition that every engine must agree with.

`Semantics(program)` gives the initial state, the edges a thread may take, and the state after one. It is written to
be read, not to be fast: `engines.explore` compiles the same meaning to Python functions and is checked against this.

Nondeterminism is resolved by the caller: a Havoc takes its value from `choice`, a Signal the thread to wake, a
Primitive the number of what the scheduler may do; reading
memory that was never written raises `Undetermined`, and the caller fixes that cell with `determine` and tries again
(each such cell has one arbitrary but fixed value).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from threadproof.errors import InternalError, Limit
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.ir.sched import Scheduler, may_move
from threadproof.ir.values import Key, Sparse, Value, constant_array, initial_value, is_short
from threadproof.logic.floats import CONVERSIONS
from threadproof.logic.term import BINARY, Term, Var, to_signed
from threadproof.records import NamedTuple, dataclass

#: a scalar that has an arbitrary, not yet chosen value
UNSET = None


class Instance(NamedTuple):
    id: int
    template: str
    location: int
    locals: tuple[Value, ...]


class State(NamedTuple):
    shared: tuple[Value, ...]
    #: running instances, by id; one that has ended is gone (and its `ended` cell is set)
    instances: tuple[Instance, ...]
    #: id of the instance inside an atomic section, or 0
    inside: int = 0
    #: how the process ended: "" while it runs
    halted: str = ""
    #: of a cooperative program
    scheduler: Scheduler | None = None


class Effect(NamedTuple):
    """What one step leaves behind."""

    shared: tuple[Value, ...]
    #: the instance that took the step; None: it has ended
    instance: Instance | None
    started: Instance | None
    inside: int
    halted: str
    scheduler: Scheduler | None


@dataclass(slots=True)
class Undetermined(Exception):
    """A cell was read that has no value yet; `instance` is 0 for a shared one."""

    instance: int
    var: Var
    key: Key | None


#: the pool of the numbers of threads
THREADS = -1
#: of one site; the numbers of more would not be different any more, in the width that they have (see `checker`)
MOST_OBJECTS = 1 << 17


class Names:
    """Numbers for instances of sites, the same on every path: (site, creator, count) -> 0, 1, 2, ... per site.

    Thread ids are drawn from one pool (site -1), main being number 1.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int, int, int], int] = {}
        self._next: dict[int, int] = {}

    def number(self, site: int, pool: int, creator: int, count: int) -> int:
        key = (site, pool, creator, count)
        n = self._numbers.get(key)
        if n is None:
            n = self._next.get(pool, 0)
            if n >= MOST_OBJECTS and pool != THREADS:
                raise Limit("too many memory objects", f"one malloc makes more than {MOST_OBJECTS:,}")
            self._numbers[key] = n
            self._next[pool] = n + 1
        return n

    def as_rows(self) -> list[list[int]]:
        return [[*key, n] for key, n in self._numbers.items()]

    @staticmethod
    def from_rows(rows: Iterable[Sequence[int]]) -> Names:
        """The names of a proof. Raises ValueError unless different things have different numbers."""
        names = Names()
        used = set()
        for site, pool, creator, count, n in rows:
            if (pool, n) in used or n < 0:
                raise ValueError(f"number {n} is used twice")
            if n >= MOST_OBJECTS and pool != THREADS:
                raise ValueError(f"number {n} is too large")
            used.add((pool, n))
            names._numbers[site, pool, creator, count] = n
            names._next[pool] = max(names._next.get(pool, 0), n + 1)
        return names

    def drawn(self, pool: int) -> int:
        """How many numbers of a pool have been given out."""
        return self._next.get(pool, 0)


#: Fresh with shift 0 names a thread: all thread sites share one pool of numbers
def pool_of(op: O.Fresh) -> int:
    return THREADS if op.shift == 0 else op.site


class Semantics:
    def __init__(self, program: Program, names: Names | None = None, sparse: type[Sparse] = Sparse) -> None:
        self.program = program
        self.names = names or Names()
        #: what long arrays are
        self.sparse = sparse
        self.shared_slot = {v: i for i, v in enumerate(program.shared)}
        self.local_slot = {t.name: {v: i for i, v in enumerate(t.locals)} for t in program.templates.values()}

    # ------------------------------------------------------------ states

    def initial(self) -> State:
        shared = tuple(initial_value(v, UNSET, self.sparse) for v in self.program.shared)
        main = self._start(self.program.templates[self.program.main], MAIN_ID, ())
        return State(shared, (main,), scheduler=self.program.scheduler)

    def _start(self, t: Template, id_: int, args: tuple[int, ...]) -> Instance:
        values: list[Value] = [initial_value(v, UNSET, self.sparse) for v in t.locals]
        slots = self.local_slot[t.name]
        for p, a in zip(t.params, args, strict=True):
            values[slots[p]] = a
        values[slots[t.self_var]] = id_
        return Instance(id_, t.name, t.entry, tuple(values))

    def template(self, i: Instance) -> Template:
        return self.program.templates[i.template]

    def instance(self, state: State, id_: int) -> Instance:
        at = self._position(state.instances, id_)
        if at == len(state.instances) or state.instances[at].id != id_:
            raise InternalError(f"no running instance {id_}")
        return state.instances[at]

    @staticmethod
    def _position(instances: tuple[Instance, ...], id_: int) -> int:
        """Where an instance is, or would be: they are sorted by id."""
        return bisect_left(instances, id_, key=lambda i: i.id)

    def edges(self, i: Instance) -> list[Edge]:
        return self.template(i).edges[i.location]

    # ------------------------------------------------------------ enabledness

    def may_move(self, state: State, id_: int) -> bool:
        at = self._position(state.instances, id_)
        return any(i.id == id_ and may_move(state, i) for i in state.instances[at : at + 1])

    def enabled(self, state: State) -> Iterator[tuple[int, Edge]]:
        """Every (instance, edge) that may be taken now. May raise Undetermined."""
        for i in state.instances:
            if may_move(state, i):
                for e in self.edges(i):
                    if self.is_enabled(state, i, e):
                        yield i.id, e

    def is_enabled(self, state: State, i: Instance, e: Edge) -> bool:
        return not isinstance(e.op, O.Step) or bool(self.evaluate(e.op.guard, state, i))

    def choices(self, state: State, i: Instance, e: Edge) -> range | tuple[int | None, ...]:
        """What `step` may be given as `choice` for this edge."""
        match e.op:
            case O.Havoc(var=v, index=index) if v.dims == len(index):
                return range(e.op.low, e.op.high + 1)
            case O.Signal():
                waiting = self.evaluate(e.op.waiting.term, state, i)
                return tuple(b for b in range(waiting.bit_length()) if waiting >> b & 1) or (None,)
            case O.Primitive():
                return range(len(self.outcomes(state, i, e.op)))
            case _:
                return (None,)

    def outcomes(self, state: State, i: Instance, op: O.Primitive) -> tuple[tuple[int, Scheduler], ...]:
        """What a call of the scheduler may return and leave behind."""
        assert state.scheduler is not None
        args = tuple(self.evaluate(a, state, i) for a in op.args)
        return state.scheduler.resumed(i.id).execute(i.id, op.call, args)

    # ------------------------------------------------------------ one step

    def step(self, state: State, id_: int, e: Edge, choice: int | None = None) -> State:
        return self.after(state, id_, self.effect(state, self.instance(state, id_), e, choice))

    def after(self, state: State, id_: int, effect: Effect) -> State:
        instances = state.instances
        at = self._position(instances, id_)
        stays = () if effect.instance is None else (effect.instance,)
        instances = instances[:at] + stays + instances[at + 1 :]
        started = effect.started
        if started is not None:
            at = self._position(instances, started.id)
            if instances[at : at + 1] and instances[at].id == started.id:
                raise InternalError(f"instance {started.id} is started twice")
            instances = (*instances[:at], started, *instances[at:])
        return State(effect.shared, instances, effect.inside, effect.halted, effect.scheduler)

    def effect(self, state: State, i: Instance, e: Edge, choice: int | None = None) -> Effect:
        """One step of `i`. The other instances do not matter, nor need they be in the state."""
        t = self.template(i)
        inside = state.inside
        halted = ""
        scheduler = state.scheduler and state.scheduler.resumed(i.id)
        started: Instance | None = None
        writes: list[tuple[Var, Key | None, Value]] = []
        match e.op:
            case O.Step():
                for u in e.op.updates:
                    writes.append((u.var, self.key(u.index, state, i), self.evaluate(u.value, state, i)))
            case O.Havoc(var=v, index=index):
                if v.dims != len(index):
                    value: Value = e.op.low if e.op.low == e.op.high else UNSET
                    writes.append((v, None, constant_array(v, value, self.sparse)))
                else:
                    writes.append((v, self.key(index, state, i), choice))
            case O.Fresh():
                count = 0
                if e.op.counter is not None:
                    count = cast(int, i.locals[self.local_slot[t.name][e.op.counter]])
                    writes.append((e.op.counter, None, count + 1))
                n = self.names.number(e.op.site, pool_of(e.op), i.id, count)
                writes.append((e.op.target, None, e.op.base + (n << e.op.shift)))
            case O.Signal():
                if choice is not None:
                    cell = e.op.waiting
                    waiting = self.evaluate(cell.term, state, i) & ~(1 << choice)
                    writes.append((cell.var, self.key(cell.index, state, i), waiting))
            case O.Create():
                args = tuple(self.evaluate(a, state, i) for a in e.op.args)
                id_new = self.evaluate(e.op.handle, state, i)
                started = self._start(self.program.templates[e.op.template], id_new, args)
            case O.Exit():
                halted = e.op.reason
            case O.AtomicBegin():
                inside = i.id
            case O.AtomicEnd():
                inside = 0
            case O.Primitive():
                value, scheduler = self.outcomes(state, i, e.op)[choice or 0]
                if e.op.result is not None:
                    writes.append((e.op.result, None, value))
            case O.Unsupported():
                raise Limit("unsupported construct", f"{e.op.what} ({e.origin.file}:{e.origin.line})")
        shared = list(state.shared)
        locals_ = list(i.locals)
        for v, key, new in writes:
            values, slot = (shared, self.shared_slot[v]) if v.shared else (locals_, self.local_slot[t.name][v])
            values[slot] = new if key is None else with_cell(values[slot], key, new)
        if e.target == t.exit or e.target in t.errors:
            inside = 0  # an atomic section also ends with its thread, and at an error
        stays = None if e.target == t.exit else Instance(i.id, t.name, e.target, tuple(locals_))
        return Effect(tuple(shared), stays, started, inside, halted, scheduler)

    def determine(self, state: State, u: Undetermined, value: int) -> State:
        """Fix a cell that has no value yet."""
        if u.instance == 0:
            return state._replace(shared=with_slot(state.shared, self.shared_slot[u.var], u.key, value))
        i = self.determine_local(self.instance(state, u.instance), u, value)
        at = self._position(state.instances, i.id)
        return state._replace(instances=(*state.instances[:at], i, *state.instances[at + 1 :]))

    def determine_local(self, i: Instance, u: Undetermined, value: int) -> Instance:
        return i._replace(locals=with_slot(i.locals, self.local_slot[i.template][u.var], u.key, value))

    # ------------------------------------------------------------ evaluation

    def key(self, index: tuple[Term, ...], state: State, i: Instance) -> Key | None:
        if not index:
            return None
        if len(index) == 1:
            return self.evaluate(index[0], state, i)
        return self.evaluate(index[0], state, i), self.evaluate(index[1], state, i)

    def read(self, v: Var, key: Key | None, state: State, i: Instance) -> int:
        value = state.shared[self.shared_slot[v]] if v.shared else i.locals[self.local_slot[i.template][v]]
        if key is not None:
            value = cell_of(value, key)
        if value is UNSET:
            raise Undetermined(0 if v.shared else i.id, v, key)
        return cast(int, value)

    def evaluate(self, t: Term, state: State, i: Instance) -> int:
        """Booleans as 0 and 1. `and`, `or`, `ite` look only at what decides them, so bounds guard accesses."""
        match t.op:
            case "const":
                return cast(int, t.value)
            case "var" | "select":
                assert t.var is not None
                return self.read(t.var, self.key(t.args, state, i), state, i)
            case "ite":
                return self.evaluate(t.args[1] if self.evaluate(t.args[0], state, i) else t.args[2], state, i)
            case "and":
                return int(all(self.evaluate(a, state, i) for a in t.args))
            case "or":
                return int(any(self.evaluate(a, state, i) for a in t.args))
        a = self.evaluate(t.args[0], state, i)
        mask = (1 << t.width) - 1
        match t.op:
            case "not":
                return 1 - a
            case "neg":
                return -a & mask
            case "bvnot":
                return ~a & mask
            case "zext":
                return a
            case "sext":
                return to_signed(a, t.args[0].width) & mask
            case "extract":
                return a & mask
        if t.op in CONVERSIONS:
            return CONVERSIONS[t.op](a, t.args[0].width, t.width)
        return BINARY[t.op](a, self.evaluate(t.args[1], state, i), t.args[0].width)


def cell_of(array: Value, key: Key) -> Value:
    if isinstance(array, tuple):
        assert isinstance(key, int)
        # an index that no guard has checked: only evaluated where its value cannot matter
        return array[key] if key < len(array) else 0
    assert isinstance(array, Sparse)
    return array.get(key)


def with_cell(array: Value, key: Key, value: Value) -> Value:
    if isinstance(array, tuple):
        assert isinstance(key, int)
        return (*array[:key], value, *array[key + 1 :]) if key < len(array) else array
    assert isinstance(array, Sparse)
    return array.set(key, value)


def with_slot(values: tuple[Value, ...], slot: int, key: Key | None, value: Value) -> tuple[Value, ...]:
    """The values with one of them, or one cell of it, changed."""
    new = value if key is None else with_cell(values[slot], key, value)
    return (*values[:slot], new, *values[slot + 1 :])


__all__ = [
    "UNSET", "Effect", "Instance", "Names", "Semantics", "State", "Undetermined", "cell_of", "is_short", "pool_of",
    "with_cell", "with_slot",
]  # fmt: skip
