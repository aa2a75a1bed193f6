"""A thread: a coroutine that executes functions of the program, and what belongs to it alone."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.unknown import refusal
from threadproof.properties import UNREACH_CALL
from threadproof.reference.action import SECTION, Action, Doing, finish
from threadproof.reference.memory import Object, Pointer
from threadproof.reference.outcome import (
    BadMemory,
    Discarded,
    NotUnderstood,
    OutOfSteps,
    ProcessEnd,
    Return,
    ThreadEnd,
    Violation,
)
from threadproof.reference.statements import Frame, Statements
from threadproof.reference.values import Bytes, Value, as_pointer, is_true

if TYPE_CHECKING:
    from threadproof.reference.machine import Machine

#: deeper recursion is not followed
_MOST_FRAMES = 150
_ATOMIC = "__VERIFIER_atomic_"
#: their name is their meaning, with or without a body
_EIO = 5
_JOINS = {"pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np"}
_ERRORS = ("reach_error", "__VERIFIER_error")
#: destructors of keys may set values again, so often they are called again
_ROUNDS = 4


class Thread(Statements):
    def __init__(self, machine: Machine, number: int, name: str) -> None:
        self.machine = machine
        self.number = number
        self.name = name
        self.sections = 0
        self.frames: list[Frame] = []
        self.temporaries: list[Pointer] = []
        #: thread-local storage, and values of keys
        self.storage: dict[A.VarDecl, Object] = {}
        self.specific: dict[int, Pointer] = {}
        self.cancellation: dict[str, int] = {}
        #: somebody asked it to end; it does so already, or its function has returned
        self.is_cancelled = self.is_leaving = self.has_returned = False
        #: what pthread_cleanup_push has left to do, with its argument
        self.cleanups: list[tuple[Pointer, Value]] = []
        #: what the library gives to functions that it calls, and to who joins the thread
        self.given: list[Value] = []
        #: what of `temporaries` only the arguments of the next call need
        self.used_up: tuple[list[Pointer], int] = ([], 0)
        self.result: Value = None
        #: the same as a pointer
        self.register: Value = None
        #: given to it by the program
        self.system_name: bytes | None = None
        self.has_ended = False
        self.is_detached = False
        self.is_joined = False
        #: number of the thread that created it
        self.creator = 0
        self.pending: Action | None = None
        #: where the function of the library is called that is being executed
        self.called_at: A.Pos | None = None
        #: the last statement it began
        self.statement: A.Pos | None = None
        self.doing: Doing[None] | None = None

    @property
    def where(self) -> A.Pos:
        if self.pending is not None:
            return self.pending.pos
        return self.frames[-1].function.pos if self.frames else self.machine.unit.functions[self.machine.unit.begin].pos

    def told(
        self, o: Object, offset: int, size: int, t: ct.CType | None, pos: A.Pos, bits: tuple[int, int] | None = None
    ) -> None:
        if self.machine.story is not None and self.number:
            self.machine.story.wrote(self, o, offset, size, t, pos, bits)

    # ------------------------------------------------------------ functions

    def call(self, f: A.FuncDecl, args: list[Value], types: list[ct.CType], e: A.Call) -> Doing[Value]:
        from threadproof.reference.library import descriptors, find, streams
        from threadproof.reference.library.cancellation import point

        if f.name in _ERRORS and self.machine.property is UNREACH_CALL:
            raise Violation(UNREACH_CALL.name, f"{f.name}() is called", e.pos)
        if f.unsupported:
            raise NotUnderstood(f.unsupported, e.pos)
        params = [p.type for p in f.params] if f.body is not None else f.type.params
        if any(ct.is_thread_id(t) != ct.is_thread_id(p) for t, p in zip(types, params, strict=False)):
            raise NotUnderstood("a number where the id of a thread is passed, or the other way round", e.pos)
        if f.body is not None:
            lists = [v for v, p in zip(args, f.params, strict=False) if ct.is_argument_list(p.type)]
            more = list(zip(args, types, strict=True))[len(f.params) :]
            return (yield from self._lending(lists, self.execute(f, args, e.pos, more), e.pos))
        for v, x in zip(args, e.args, strict=False):
            if streams.is_stream(x.type) and f.name != "fflush" and not as_pointer(v).address:
                self.find(as_pointer(v), 1, e.pos)  # a null pointer is no stream
        args = yield from descriptors.without_closed(self, f.name, args, e)
        handler = find(f.name)
        if handler is None:
            from threadproof.reference.library.written import function

            text = function(f.name, self.machine)
            if text is not None:
                yield from point(self, f.name, e)
                result = yield from self.read_library(text, args, e)
                streams.after(self, f.name, args, e, result)
                return result
            if self.machine.unit.assumes_unknown and not refusal(f):
                from threadproof.reference.library.unknown import assumed

                return (yield from assumed(self, f, args, e))
            raise NotUnderstood(f"function {f.name}, which has no body", e.pos)
        if not isinstance(e.callee, A.Name):  # called through a pointer: the same as by its name
            e = A.Call(A.Name(f, f.type, e.pos), e.args, ct.unqualified(f.type.result), e.pos)
        yield from point(self, f.name, e)
        result = yield from handler(self, args, e)
        streams.after(self, f.name, args, e, result)
        return result

    def _lending(self, lists: list[Value], doing: Doing[Value], pos: A.Pos) -> Doing[Value]:
        """A call that is given these lists of arguments: of what it has read from, nobody reads any more."""
        if not lists:
            return (yield from doing)
        from threadproof.reference.library.variadic import argument_list, forget_arguments

        before = [argument_list(self, v, pos)[1] for v in lists]
        v = yield from doing
        for given, taken in zip(lists, before, strict=True):
            if argument_list(self, given, pos)[1] != taken:
                forget_arguments(self, given, pos)
        return v

    def read_library(self, f: A.FuncDecl, args: list[Value], e: A.Call) -> Doing[Value]:
        """A function of the library that is written in C; what it does happens where it is called."""
        before = self.called_at
        self.called_at = before if e.pos.file == LIBRARY else e.pos
        more = [(v, x.type) for v, x in zip(args, e.args, strict=False)][len(f.params) :]
        v = yield from self.execute(f, args, e.pos, more)
        self.called_at = before
        return v

    def call_library(self, name: str, args: list[Value], pos: A.Pos) -> Doing[Value]:
        from threadproof.reference.library.written import function

        f = function(name, self.machine)
        assert f is not None
        return (yield from self.invoke(f, args, pos))

    def invoke(self, f: A.FuncDecl, args: list[Value], pos: A.Pos) -> Doing[Value]:
        """Call a function that was given to the library: one of the program, or of the library itself."""
        given: list[A.Expr] = [A.Const(0, t, pos) for t in f.type.params]
        e = A.Call(A.Name(f, f.type, pos), given, ct.unqualified(f.type.result), pos)
        self.used_up = ([], 0)
        return (yield from self.call(f, args, list(f.type.params), e))

    def execute(
        self, f: A.FuncDecl, args: list[Value], pos: A.Pos, more: list[tuple[Value, ct.CType]] | None = None
    ) -> Doing[Value]:
        """Call a function of the program."""
        assert f.body is not None
        if f.name in _ERRORS and self.machine.property is UNREACH_CALL:
            raise Violation(UNREACH_CALL.name, f"{f.name}() is called", pos)
        if len(args) < len(f.params):
            raise NotUnderstood(f"call of {f.name} with too few arguments", pos)
        if len(self.frames) >= _MOST_FRAMES:
            raise OutOfSteps("recursion too deep")
        frame = Frame(f, scopes=[[]])
        if f.type.variadic:
            self.machine.lists += 1
            frame.more, frame.number = more or [], self.machine.lists
        self.frames.append(frame)
        self.temporaries = frame.temporaries
        is_atomic = f.name.startswith(_ATOMIC) and f.name not in (_ATOMIC + "begin", _ATOMIC + "end")
        try:
            if is_atomic:
                yield from self.begin_section(pos)
            for p, v in zip(f.params, args, strict=False):
                self.put(self.new_local(p), 0, self._passed(v, p.type, pos), ct.unqualified(p.type), pos)
            hands, count = self.used_up
            del hands[count:]
            try:
                yield from self.run(f.body)
                result: Value = 0 if f.returns_zero else None
            except Return as jump:
                result = jump.value  # type: ignore[assignment]
            if f.never_returns:
                raise NotUnderstood("return from a function that never does", f.pos)
            self.hold(result)
            if is_atomic:
                yield from self.end_section(f.body.end)
            return result
        finally:
            # who stops for good, and lets others go on, stays where he is
            if not isinstance(sys.exception(), GeneratorExit | Discarded | ProcessEnd | BadMemory):
                while frame.scopes:
                    yield from self.leave(f.body.end)
                self.frames.pop()
                self.temporaries = self.frames[-1].temporaries if self.frames else []

    def _passed(self, v: Value, t: ct.CType, pos: A.Pos) -> Value:
        """An argument as the parameter gets it: the call may have been made through another type."""
        if isinstance(v, Bytes) != isinstance(t, ct.Struct | ct.Sync) or v is None:
            raise NotUnderstood("call through another type", pos)
        if isinstance(v, float) and not isinstance(t, ct.Float):
            raise NotUnderstood("call through another type", pos)
        return v if isinstance(v, Bytes) else self._convert(v, t, t, pos)

    # ------------------------------------------------------------ atomic sections

    def begin_section(self, pos: A.Pos) -> Doing[None]:
        if self.sections == 0:
            if not self.machine.is_alone():
                yield Action(pos, SECTION)
            self.machine.enter_section(self)
        self.sections += 1

    def end_section(self, pos: A.Pos) -> Doing[None]:
        yield from ()
        if self.sections == 0:
            return
        self.sections -= 1
        if self.sections == 0:
            self.machine.leave_section()

    # ------------------------------------------------------------ life

    def _in_register(self, f: A.FuncDecl, result: Value) -> Value:
        """What somebody finds there who takes the result for a pointer: of a smaller number, more than there is."""
        t = f.type.result
        if not isinstance(result, int) or not isinstance(t, ct.Int):
            return (
                result  # (a floating-point number is in a register of another kind: whoever takes it is not understood)
            )
        missing = self.machine.model.pointer_width - t.width
        low = result & ((1 << t.width) - 1)
        pos = f.body.end if f.body is not None else f.pos
        functions = self.machine.unit.functions.keys()
        if ct.is_thread_id(t) and (_JOINS | {"thrd_join"}) & functions:
            raise NotUnderstood("the id of a thread as what a thread returns", pos)
        if missing <= 0 or not _JOINS & functions:
            return low
        return low | self.machine.input(ct.Int(missing, False, ""), pos) << t.width

    def live(self, f: A.FuncDecl, args: list[Value], pos: A.Pos) -> Doing[None]:
        """What the thread does from beginning to end."""
        try:
            if self.number == 1:
                for constructor in self.machine.unit.constructors:
                    yield from self.execute(constructor, [], constructor.pos)
            result = yield from self.start(f, args, pos)
        except ThreadEnd as end:
            self.register = result = end.value  # type: ignore[assignment]
        else:
            if self.number == 1:
                yield from self.machine.exit_process(self, "main returned")
            self.has_returned = True
        self.register = self._in_register(f, result)
        self.given.append(result)
        yield from self.run_destructors(pos)
        if not self.sections:
            yield Action(f.body.end if f.body is not None else pos, "the thread ends")
        if self.machine.is_last(self):
            yield from self.machine.exit_process(self, "the last thread ends")
        for o in self.storage.values():
            self.machine.memory.end(o, "ended")
        self.result = result
        self.has_ended = True
        if self.sections:  # an open section ends with its thread
            self.sections = 0
            self.machine.leave_section()

    def start(self, f: A.FuncDecl, args: list[Value], pos: A.Pos) -> Doing[Value]:
        if f.body is None:
            raise NotUnderstood(f"thread that executes {f.name}, which has no body", pos)
        return (yield from self.execute(f, args, f.pos))

    def run_destructors(self, pos: A.Pos) -> Doing[None]:
        """Of keys, in any order: for values that are not null, which are null before; again if there are new ones."""
        for _ in range(_ROUNDS):
            called = False
            todo = list(range(self.machine.next_key))
            while ready := [key for key in todo if is_true(self.specific.get(key, Pointer(None, 0)))]:
                chosen = next((key for key in reversed(ready[1:]) if self.machine.input(ct.BOOL, pos)), ready[0])
                todo.remove(chosen)
                value, destructor = self.specific[chosen], self.machine.keys.get(chosen)
                self.given.append(value)
                self.specific[chosen] = Pointer(None, 0)
                if destructor is not None:
                    called = True
                    yield from self.invoke(self.called(destructor, pos), [value], pos)
                self.given.pop()
            if not called:
                return

    def thread_local(self, decl: A.VarDecl) -> Object:
        o = self.storage.get(decl)
        if o is None:
            model = self.machine.model
            o = self.machine.memory.allocate(
                decl.name,
                model.size_of(decl.type),
                "thread",
                zero=True,
                align=model.align_of_variable(decl.type, decl.align, is_own=decl.is_aligned),
                owner=self.number,
            )
            o.is_private = not decl.address_taken
            if self.machine.story is not None:
                self.machine.story.declare(o, decl.type)
            self.storage[decl] = o
            if decl.init is not None:
                finish(self.initialise(o, decl))
        return o

    # ------------------------------------------------------------ for library functions

    def set_errno(self, value: int, pos: A.Pos) -> Doing[None]:
        if self.machine.errno is not None:
            o = self.thread_local(self.machine.errno)
            yield from self.store(Pointer(o, o.address), value, ct.INT, pos)

    def disturb_errno(self, pos: A.Pos, failed: bool = False) -> Doing[None]:
        """A function that may fail inside leaves errno as it is, or sets it; if it has `failed` it does. Never to 0."""
        if self.machine.errno is not None:
            code = self.machine.input(ct.INT, pos)
            if code > 0 or failed:
                yield from self.set_errno(code if code > 0 else _EIO, pos)

    def target_of(self, v: Value, pos: A.Pos) -> A.FuncDecl:
        return self.called(as_pointer(v), pos)
