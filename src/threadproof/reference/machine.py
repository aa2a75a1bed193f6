"""A program that is being executed: its memory, its threads, and the rules of what may happen next.

`run` executes once, with the choices of a `Chooser`, until the process ends, the property is violated, or the execution
does not count. What is looked for is looked for here: races between the next accesses of two threads, and deadlocks.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import LIBRARY, SHARED
from threadproof.properties import MEMTRACK, NO_DATA_RACE, NO_DEADLOCK, UNREACH_CALL, VALID_MEMSAFETY, Property
from threadproof.records import dataclass, field
from threadproof.reference.action import GO, SPURIOUS, STOP, TIME_OUT, Access, Action, Doing, finish
from threadproof.reference.chooser import ARRANGEMENT, INITIAL, INPUT, SCHEDULE, Chooser
from threadproof.reference.library.descriptors import Descriptors
from threadproof.reference.memory import FIRST_ADDRESS, Memory, Object, Pointer, write_cells
from threadproof.reference.outcome import (
    BadMemory,
    Discarded,
    NotUnderstood,
    OutOfSteps,
    ProcessEnd,
    SectionImpossible,
    TakenForGranted,
    ThreadEnd,
    Violation,
)
from threadproof.reference.synchronisation import begin, copied, is_idle
from threadproof.reference.threads import Thread
from threadproof.reference.values import Value, encode, float_of

if TYPE_CHECKING:
    from threadproof.reference.library.streams import Past
    from threadproof.reference.story import Story

_ERRORS = ("reach_error", "__VERIFIER_error")
_FAIR = "ft_scheduler_create"
_ASYNC = "__CPROVER_ASYNC"
#: the deadline is looked at every so many ticks
_GLANCE = 256
_STREAMS = ("stdin", "stdout", "stderr")
#: after so many statements in a row a thread lets others come first
_PATIENCE = 100


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done: for people."""

    thread: str
    function: str
    pos: A.Pos
    what: str
    #: a place and the value that it has now
    news: tuple[str, str] | None = None


@dataclass(slots=True)
class End:
    """How an execution ended. `kind`: violation, ended, discarded, impossible (an atomic section), stopped."""

    kind: str
    text: str = ""
    part: str = ""
    pos: A.Pos | None = None
    steps: list[Step] = field(default_factory=list)


class Machine:
    def __init__(
        self,
        unit: A.Unit,
        model: ct.DataModel,
        property_: Property,
        chooser: Chooser,
        *,
        most_ticks: int = 1_000_000,
        deadline: float | None = None,
        watch: Callable[[int, A.Pos], None] = lambda thread, pos: None,
        tells: bool = False,
        stays_in_arrays: bool = False,
        arguments: Sequence[bytes] = (),
        volatile_is_atomic: bool = False,
    ) -> None:
        """`stays_in_arrays`: it is undefined to leave an array inside a structure, even if one stays in that.
        `arguments`: those of main, the program's name included; none: nobody knows them."""
        self.unit = unit
        self.model = model
        self.property = property_
        self.chooser = chooser
        self.stays_in_arrays = stays_in_arrays
        self.volatile_is_atomic = volatile_is_atomic
        self.arguments = arguments
        self.most_ticks = most_ticks
        self.deadline = deadline
        #: told which thread is where, again and again
        self.watch = watch
        self.story = self._new_story() if tells else None
        self.ticks = 0
        self.last_action = 0
        start = unit.functions[unit.begin].pos
        self.memory = Memory(model.pointer_width // 8, chooser.choose(ARRANGEMENT, range(256), start, 0))
        self.threads: list[Thread] = []
        #: the latest time that a clock showed which never goes back
        self.clocks: dict[int, tuple[int, int]] = {}
        #: somebody waited for so long as he may
        self.has_timed_out = False
        self.names_of_variables: dict[bytes, int] = {}
        #: how many calls passed something for `...`
        self.lists = 0
        #: numbers of the process and of threads, once somebody has asked
        self.token: Object | None = None
        self.identities: dict[tuple[str, int], int] = {}
        #: of rand: the seed, and how many numbers came since; what came, and what rand_r makes of a seed
        self.random = 1, 0
        #: of streams, by their names
        self.pasts: dict[str, Past] = {}
        self.descriptors = Descriptors()
        self.random_numbers: dict[tuple[int, int], int] = {}
        self.random_steps: dict[int, tuple[int, int]] = {}
        self.running = 0
        self.steps: list[Step] = []
        self.statics: dict[A.VarDecl, Object] = {}
        self.functions: dict[str, Object] = {}
        self.strings: dict[tuple[bytes, ct.CType, str], Object] = {}
        self.errno = next((d for d in unit.globals if d.name == "errno" and d.storage == "thread"), None)
        is_named = any(f.name in _ERRORS for f in unit.functions.values())
        self.assert_is_error = not is_named
        self.error_label = not is_named and property_ is UNREACH_CALL
        #: keys for thread-specific values -> destructors
        self.keys: dict[int, Pointer | None] = {}
        self.next_key = 0
        self.at_exit: list[A.FuncDecl] = []
        #: the thread inside an atomic section, and a race that it would have if it gets through
        self.inside: Thread | None = None
        self.race_in_section: Violation | None = None
        #: the section was entered by a choice: others could have come first
        self.entered = False
        #: something depended on numbers of addresses: another run may go elsewhere
        self.addresses_matter = False
        #: what was done in one way here, where another reading may have more: nothing is refuted by that
        self.simplified = ""
        self.now: Thread | None = None
        #: what ends it
        self.over: Discarded | ProcessEnd | None = None

    @property
    def ids_are_numbers(self) -> bool:
        """Ids of threads are made numbers."""
        return self.unit.has_ids_as_numbers

    def _new_story(self) -> Story:
        from threadproof.reference.story import Story

        return Story(self)

    # ------------------------------------------------------------ one execution

    def run(self) -> End:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 30_000))
        try:
            self._execute()
        except ProcessEnd as end:
            if self.inside is not None and self.race_in_section is not None:  # (it got through: to the end of all)
                return self._violated(self.race_in_section)
            return End("ended", str(end), steps=self.steps)
        except Violation as v:
            return self._violated(v)
        except SectionImpossible as d:
            return End("impossible" if self.entered else "discarded", str(d), steps=self.steps)
        except Discarded as d:
            return End("discarded", str(d), steps=self.steps)
        except OutOfSteps as o:
            return End("stopped", str(o), steps=self.steps)
        finally:
            sys.setrecursionlimit(limit)
        return End("ended", "all threads have ended", steps=self.steps)

    def _execute(self) -> None:
        self.check_understood()
        self.create_statics()
        main = self.unit.functions[self.unit.begin]
        thread = self.new_thread("main")
        args = self._arguments(main)
        self.start(thread, thread.live(main, args, main.pos))
        while self.running:
            self.step()

    def step(self) -> None:
        """One action of one thread."""
        self._count(self.threads[0].where)
        moves = self.moves()
        if not any(way != SPURIOUS for _, way in moves):
            self.deadlock()
        if self.property is NO_DATA_RACE:
            self.look_for_races()
        number, way = self.chooser.choose(SCHEDULE, moves, self.threads[moves[0][0] - 1].where, 0)
        self.advance(self.threads[number - 1], way)

    def moves(self) -> list[tuple[int, str]]:
        """(thread, way) for everything that may be done next."""
        candidates = self.threads if self.inside is None else [self.inside]
        return [
            (t.number, way) for t in candidates if not t.has_ended and t.pending is not None for way in t.pending.ways()
        ]

    def advance(self, thread: Thread, way: str) -> None:
        assert thread.doing is not None
        assert thread.pending is not None
        self.now = thread
        self.last_action = self.ticks
        self.has_timed_out = self.has_timed_out or way == TIME_OUT
        what = thread.pending.what if way == GO else f"{thread.pending.what} ({way})"
        self.note(thread, what, thread.pending.pos)
        self.watch(thread.number, thread.pending.pos)
        self._resume(thread, way)

    def note(self, thread: Thread, what: str, pos: A.Pos, news: tuple[str, str] | None = None) -> None:
        own = [f.function.name for f in thread.frames if f.function.pos.file != LIBRARY]
        self.steps.append(Step(thread.name, own[-1] if own else "", self.seen(pos), what, news))

    def _resume(self, thread: Thread, way: str | None) -> None:
        assert thread.doing is not None
        try:
            thread.pending = next(thread.doing) if way is None else thread.doing.send(way)
            thread.pending.pos = self.seen(thread.pending.pos)
        except StopIteration:
            thread.pending = None
            self.running -= 1
        except BadMemory as bad:
            if self.property is VALID_MEMSAFETY:
                raise Violation(bad.part, bad.text, self.seen(bad.pos)) from None
            self._stop(thread, Discarded(f"undefined behaviour: {bad.text} ({self.seen(bad.pos)})"))
        except (Discarded, ProcessEnd) as end:
            self._stop(thread, end)

    def _stop(self, thread: Thread, end: Discarded | ProcessEnd) -> None:
        """The thread does not get any further, and with it the execution; but others may come first."""
        if self.inside is not None and isinstance(end, Discarded):
            raise SectionImpossible(str(end))
        if self.is_alone() or self.inside is not None or end is self.over:
            raise end
        thread.doing = self._last(end, thread.where)
        thread.pending = next(thread.doing)

    def _last(self, end: Discarded | ProcessEnd, pos: A.Pos) -> Doing[None]:
        yield Action(pos, str(end), ways=lambda: (STOP,))
        self.over = end
        raise end

    # ------------------------------------------------------------ threads

    def new_thread(self, name: str) -> Thread:
        thread = Thread(self, len(self.threads) + 1, name)
        self.threads.append(thread)
        return thread

    def start(self, thread: Thread, doing: Doing[None]) -> None:
        """The thread exists from now on; it stops before its first action."""
        thread.doing = doing if self.inside is None else self._behind_section(doing, self.inside.where)
        self.running += 1
        before, self.now = self.now, thread
        self._resume(thread, None)
        self.now = before

    @staticmethod
    def _behind_section(doing: Doing[None], pos: A.Pos) -> Doing[None]:
        """Who is created inside of a section does nothing before its end."""
        yield Action(pos, "the thread starts")
        yield from doing

    def is_alone(self) -> bool:
        return self.running <= 1

    def simplify(self, what: str) -> None:
        if not self.is_alone():
            self.simplified = what

    def is_last(self, thread: Thread) -> bool:
        return all(t.has_ended for t in self.threads if t is not thread)

    def turn(self, thread: Thread, pos: A.Pos, what: str) -> Doing[None]:
        """Others may come first; to be said before something is done to what the process has, and threads see."""
        if not self.is_alone() and not thread.sections:
            yield Action(pos, what)

    def _violated(self, v: Violation) -> End:
        return End("violation", v.text, v.part, v.pos, self.steps)

    def exit_process(self, thread: Thread, why: str) -> Doing[None]:
        """The process ends normally: main returns, somebody calls exit, or no other thread is left."""
        try:
            yield from self.turn(thread, thread.where, "exit")
            while self.at_exit:
                yield from thread.invoke(self.at_exit.pop(), [], thread.where)
                yield from self.turn(thread, thread.where, "exit")
            for f in self.unit.destructors:
                yield from thread.execute(f, [], f.pos)
        except ThreadEnd:
            raise NotUnderstood("end of a thread while the process ends", thread.where) from None
        yield from self.turn(thread, thread.where, "the process ends")
        if self.property is VALID_MEMSAFETY:
            from threadproof.reference.leaks import leaked

            lost = leaked(self, thread.where)
            if lost is not None:
                raise Violation(MEMTRACK, f"{lost.name} is leaked", thread.statement or thread.where)
        self.over = ProcessEnd(why)
        raise self.over

    # ------------------------------------------------------------ atomic sections

    def enter_section(self, thread: Thread) -> None:
        self.inside = thread
        self.entered = not self.is_alone()
        self.race_in_section = None

    def leave_section(self) -> None:
        self.inside = None
        if self.race_in_section is not None:
            raise self.race_in_section

    def note_in_section(self, number: int, access: Access, pos: A.Pos) -> None:
        """An access inside an atomic section, and one outside that could have come before the section."""
        if self.property is not NO_DATA_RACE or self.race_in_section is not None:
            return
        for other in self.threads:
            if other.number != number and other.pending is not None and other.pending.access is not None:
                if other.pending.ways() and self.conflict(access, other.pending.access):
                    self.race_in_section = self._race(access, pos, other.pending.pos)

    # ------------------------------------------------------------ what can go wrong

    def deadlock(self) -> None:
        if self.inside is not None:
            assert self.inside.pending is not None
            raise NotUnderstood("waiting inside an atomic section", self.inside.pending.pos)
        if self.property is NO_DEADLOCK:
            waiting = [t for t in self.threads if not t.has_ended]
            for t in waiting:
                if t.pending is not None and t.pending.is_of_system:
                    raise TakenForGranted(f"a call of the system never returns: {t.pending.what}", t.pending.pos)
            text = ", ".join(f"{t.name} waits ({t.where})" for t in waiting)
            raise Violation(NO_DEADLOCK.name, f"deadlock: {text}", waiting[0].where)
        raise OutOfSteps("nobody can move: deadlock")

    def look_for_races(self) -> None:
        if self.inside is not None:
            return
        pending = [t.pending for t in self.threads if t.pending is not None and t.pending.access is not None]
        for n, a in enumerate(pending):
            for b in pending[:n]:
                assert a.access is not None
                assert b.access is not None
                if self.conflict(a.access, b.access):
                    raise self._race(a.access, a.pos, b.pos)

    def conflict(self, a: Access, b: Access) -> bool:
        if (a.atomic and b.atomic) or not (a.writes() or b.writes()):
            return False
        o = self.memory.resolve(a.pointer)
        if o is None or o is not self.memory.resolve(b.pointer) or o.life != "alive":
            return False
        first, second = a.pointer.address - o.address, b.pointer.address - o.address
        if not (o.contains(first, a.size) and o.contains(second, b.size)):
            return False
        return first < second + b.size and second < first + a.size

    def _race(self, a: Access, first: A.Pos, second: A.Pos) -> Violation:
        o = self.memory.resolve(a.pointer)
        name = o.name if o is not None else "memory"
        return Violation(NO_DATA_RACE.name, f"data race on {name}: {first}, {second}", first)

    def is_patience_over(self) -> bool:
        """A thread has been busy with itself for a long time."""
        return self.ticks - self.last_action > _PATIENCE and not self.is_alone()

    def seen(self, pos: A.Pos) -> A.Pos:
        """Where that is in the program: what the library does happens where it is called."""
        if pos.file == LIBRARY and self.now is not None and self.now.called_at is not None:
            return self.now.called_at
        return pos

    def tick(self, pos: A.Pos) -> None:
        pos = self.seen(pos)
        if self.now is not None:
            self.now.statement = pos
        self.watch(self.who, pos)
        self._count(pos)

    def _count(self, pos: A.Pos) -> None:
        self.ticks += 1
        if self.ticks > self.most_ticks:
            raise OutOfSteps(f"stopped after {self.most_ticks} statements")
        if self.ticks % _GLANCE == 0 and self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfSteps("no time left")

    # ------------------------------------------------------------ choices

    @property
    def who(self) -> int:
        return self.now.number if self.now is not None else 0

    def flag(self, what: str, pos: A.Pos) -> bool:
        return self.chooser.choose(what, (False, True), self.seen(pos), self.who)

    def pick(self, what: str, count: int, pos: A.Pos) -> int:
        return self.chooser.choose(what, range(count), self.seen(pos), self.who) if count > 1 else 0

    def input(self, t: ct.Int, pos: A.Pos, low: int | None = None, high: int | None = None) -> int:
        """Any value of the type, or any from `low` to `high`."""
        values = values_of(t)
        low = values.start if low is None else low
        return self.chooser.choose(
            INPUT, range(low, values.stop if high is None else high + 1), self.seen(pos), self.who
        )

    def float_input(self, t: ct.Float, pos: A.Pos) -> float:
        return float_of(self.chooser.choose(INPUT, range(1 << t.width), pos, self.who), t)

    def initial_value(self, t: ct.CType, o: Object, offset: int, pos: A.Pos) -> Value:
        """Memory that was never written."""
        if isinstance(t, ct.Int):
            if ct.is_thread_id(t):
                raise TakenForGranted("the id of a thread is read that was never stored", pos)
            return self.chooser.choose(INITIAL, values_of(t), self.seen(pos), self.who, o.name)
        if isinstance(t, ct.Float):
            return float_of(self.chooser.choose(INITIAL, range(1 << t.width), self.seen(pos), self.who, o.name), t)
        if isinstance(t, ct.Pointer):
            return self._nowhere(pos, o.name)
        raise NotUnderstood(f"uninitialised {ct.show(t)}", pos)

    def missing_value(self, t: ct.CType, pos: A.Pos) -> Value:
        """The value of a function that returned none."""
        if isinstance(t, ct.Int):
            return self.chooser.choose(INITIAL, values_of(t), self.seen(pos), self.who)
        if isinstance(t, ct.Float):
            return float_of(self.chooser.choose(INITIAL, range(1 << t.width), self.seen(pos), self.who), t)
        if isinstance(t, ct.Pointer):
            return self._nowhere(pos)
        raise NotUnderstood("the value of a function that returns none", pos)

    def _nowhere(self, pos: A.Pos, about: str = "") -> Pointer:
        """Some number as a pointer, at which no object is."""
        number = self.chooser.choose(INITIAL, range(1 << self.model.pointer_width), self.seen(pos), self.who, about)
        return Pointer(None, FIRST_ADDRESS - 16 if self.memory.object_at(number) is not None else number)

    # ------------------------------------------------------------ objects

    def check_understood(self) -> None:
        from threadproof.reference.statements import _inside

        main = self.unit.functions[self.unit.begin]
        if self.unit.unsupported:
            raise NotUnderstood(self.unit.unsupported[0].what, self.unit.unsupported[0].pos)
        if _FAIR in self.unit.functions:
            raise NotUnderstood("cooperative threads", main.pos)
        for f in self.unit.functions.values():
            if f.body is not None and any(isinstance(x, str) and x.startswith(_ASYNC) for x in _inside(f.body)):
                raise NotUnderstood(f"label {_ASYNC}", f.pos)

    def _arguments(self, main: A.FuncDecl) -> list[Value]:
        if main.params and not self.arguments:
            raise NotUnderstood("arguments of the program", main.pos)
        count = len(self.arguments)
        step = self.model.pointer_width // 8
        vector = self.memory.allocate("argv", (count + 1) * step, "global", zero=True)
        for n, word in enumerate(self.arguments):
            text = self.memory.allocate(f"argv[{n}]", len(word) + 1, "global", zero=True)
            write_cells(text, 0, list(word))
            to_text = Pointer(text, text.address)
            write_cells(vector, n * step, encode(to_text, ct.Pointer(ct.CHAR), self.model))
        environment = self.memory.allocate("environment of the program", 1, "opaque")
        values: list[Value] = [count, Pointer(vector, vector.address), Pointer(environment, environment.address)]
        return values[: len(main.params)]

    def create_statics(self) -> None:
        """Variables that exist all the time: zero, or as their initialisers say (which may name each other)."""
        loader = Thread(self, 0, "")
        declared = [d for d in self.unit.globals if d.storage != "thread"]
        for decl in declared:
            o = self.memory.allocate(
                decl.name,
                self._size_of_static(decl),
                "global",
                zero=True,
                align=self.model.align_of_variable(decl.type, decl.align, is_own=decl.is_aligned),
            )
            if self.story is not None:
                self.story.declare(o, decl.type)
            if not decl.defined and decl.name in SHARED:
                write_cells(o, 0, encode(SHARED[decl.name], decl.type, self.model))
            elif not decl.defined:
                o.kind, o.name = "opaque", f"variable {decl.name}, which is not defined"
                if decl.name in _STREAMS and isinstance(decl.type, ct.Pointer):
                    stream = self.memory.allocate(decl.name, 1, "opaque")
                    o.kind = "global"
                    write_cells(o, 0, encode(Pointer(stream, stream.address), decl.type, self.model))
            elif decl.unsupported:
                o.kind, o.name = "opaque", decl.unsupported
            self.statics[decl] = o
        for decl in declared:
            if decl.init is not None:
                finish(loader.initialise(self.statics[decl], decl))
            if decl.qualifiers & ct.CONST and self.statics[decl].kind == "global":
                self.statics[decl].kind = "constant"

    def _size_of_static(self, decl: A.VarDecl) -> int:
        """A flexible array member has the elements that the initialiser gives it."""
        try:
            size = self.model.size_of(decl.type)
        except LookupError:  # it is somebody else's, who knows
            size = 1
        for part in decl.init.parts if decl.init is not None else ():
            size = max(size, part.offset + self.model.size_of(part.type))
        return size

    def static(self, decl: A.VarDecl, pos: A.Pos) -> Object:
        o = self.statics.get(decl)
        if o is None and decl.pos.file == LIBRARY:
            return self._static_of_library(decl)
        if o is None:
            raise NotUnderstood(f"variable {decl.name}", pos)
        return o

    def _static_of_library(self, decl: A.VarDecl) -> Object:
        """What only the library knows is not declared; what it does not define is arbitrary."""
        if decl.name in SHARED:
            for other, o in self.statics.items():
                if other.name == decl.name and not other.defined:
                    return o
        o = self.statics[decl] = self.memory.allocate(
            decl.name, self._size_of_static(decl), "global", zero=decl.defined, align=self.model.align_of(decl.type)
        )
        if decl.init is not None:
            finish(Thread(self, 0, "").initialise(o, decl))
        if decl.qualifiers & ct.CONST:
            o.kind = "constant"
        if decl.name in SHARED:
            write_cells(o, 0, encode(SHARED[decl.name], decl.type, self.model))
        return o

    def string(self, e: A.Str) -> Object:
        """Equal literals are one object, as gcc has it (C leaves it open)."""
        o = self.strings.get((e.data, e.type, e.owner))
        if o is None:
            o = self.memory.allocate("a string literal", len(e.data), "string", zero=True)
            o.data.update(enumerate(e.data))
            self.strings[e.data, e.type, e.owner] = o
        return o

    def function(self, f: A.FuncDecl) -> Object:
        o = self.functions.get(f.symbol)
        if o is None:
            o = self.functions[f.symbol] = self.memory.allocate(f.name, 1, "function", align=f.align)
            o.function = f
        return o

    # ------------------------------------------------------------ synchronisation objects

    def begin_sync(self, o: Object, offset: int, t: ct.Sync, kind: int, pos: A.Pos) -> None:
        begin(o, offset, t, kind, pos)

    def is_idle(self, state: object) -> bool:
        return is_idle(state)

    def copied(self, state: object) -> object:
        return copied(state)


def values_of(t: ct.Int) -> range:
    if t.is_bool:
        return range(2)
    return range(-(1 << (t.width - 1)), 1 << (t.width - 1)) if t.signed else range(1 << t.width)
