"""What handlers of library functions (`apis`) are made of: steps on synchronisation objects, ends, new threads.

Functions of the program are inlined (`dispatch`). A function with neither a body nor a handler is an unsupported
construct: its effect is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation
from threadproof.frontend.ctypes import BOOL, INT, Int, Pointer, Void, as_thread_id, is_thread_id, show
from threadproof.frontend.lower import staying
from threadproof.frontend.lower.arguments import arguments_of_main
from threadproof.frontend.lower.context import Frame
from threadproof.frontend.lower.dispatch import Dispatch, find_handler
from threadproof.frontend.lower.whole import FINITELY_OFTEN, LocalVar, ProgramContext, StructValue, Value
from threadproof.frontend.memory.layout import WAITERS
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import UNREACH_CALL
from threadproof.records import replace

#: the library function that runs what `atexit` was given
_AT_EXIT = "__run_exit_functions"
_POINTER_JOINS = ("pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np")
#: said in the scope
RESULT_AS_POINTER = "the rest of a pointer is arbitrary where the function of a thread gives a smaller number"

#: a function of a library: does its work at the current location, gives its value
Handler = Callable[["Calls", A.Call, bool], Value]


class Calls(Dispatch):
    # ------------------------------------------------------------ building blocks for the apis

    @property
    def self_id(self) -> Term:
        return T.var(self.raw.self_var)

    def arg(self, e: A.Call, i: int) -> A.Expr:
        if i < len(e.args):
            return e.args[i]
        self.unsupported(f"call with fewer than {i + 1} arguments")
        return A.Const(0, Int(32, True, "int"), e.pos)

    def target(self, e: A.Expr) -> R.Place:
        """The place that a pointer argument points to, at the type it had before casts to void *."""
        while isinstance(e, A.Cast) and isinstance(e.type, Pointer) and isinstance(e.operand.type, Pointer):
            if not isinstance(e.type.to, Void):
                break
            e = e.operand
        to = e.type.to if isinstance(e.type, Pointer) else Void()
        if isinstance(e, A.AddrOf):
            p = self.place(e.place)
            if isinstance(p, R.Place):
                return p
        return self.deref(self.pointer(e), to, "")

    def result(self, e: A.Call, value: int) -> Term:
        width = e.type.width if isinstance(e.type, Int) else 32
        return T.const(value, width)

    def sync(
        self,
        objects: list[tuple[R.Place, str]],
        alternatives: Sequence[tuple[Callable[..., O.Op], int | str]],
        e: A.Call,
        wanted: bool,
        *,
        initialises: bool = False,
    ) -> Value:
        """One step on synchronisation objects; each alternative has the value that the call then returns.

        Instead of a value: why an alternative is not understood.
        """
        if self.at is None:
            return self.result(e, 0)
        values = list(dict.fromkeys(v for _, v in alternatives if isinstance(v, int)))
        targets: dict[int | str, int] = {}
        if not wanted:
            targets = dict.fromkeys(values, self.location())
        for _, value in alternatives:
            if value not in targets:
                targets[value] = self.location()
        end = targets[values[0]] if len(set(targets.values())) == 1 else -1
        steps = tuple((make, targets[value]) for make, value in alternatives)
        self.edge(self.at, end, R.SyncAccess(tuple(objects), steps, initialises=initialises))
        for what, location in targets.items():
            if isinstance(what, str):
                self.at = location
                self.unsupported(what, always=False)
        self.at = targets[values[0]]
        if not wanted or len(values) == 1:
            return self.result(e, values[0])
        return self.merge({value: targets[value] for value in values}, e)

    def merge(self, targets: dict[int, int], e: A.Call) -> Term:
        """Control arrives at one of several locations, each with a value for the call."""
        end = self.location()
        zero = self.result(e, 0)
        out = self.new_temporary(zero.width)
        for value, location in targets.items():
            self.at = location
            self.emit(O.Step(updates=(O.Update(out, (), self.result(e, value)),)))
            self.jump(end)
        self.at = end
        return T.var(out)

    def bit(self) -> Term:
        """This thread in a set of waiters."""
        return T.shl(T.const(1, WAITERS), T.zext(self.self_id, WAITERS))

    def is_waiting(self, waiting: Term) -> Term:
        return T.ne(T.bvand(waiting, self.bit()), T.const(0, WAITERS))

    def check_waiter(self) -> None:
        """Thread numbers beyond the set of waiters are a limit, not an assumption."""
        if self.at is None or self.raw.name == "main":
            return
        too_many, go_on = self.location(), self.location()
        self.branch(T.ult(self.self_id, T.const(WAITERS, R.OBJECT_WIDTH)), go_on, too_many)
        self.at = too_many
        self.emit(O.Unsupported(f"more than {WAITERS} threads with condition variables"))
        self.at = go_on

    def nondet(self, t: Int, low: int = 0, high: int | None = None) -> Term:
        v = self.new_temporary(t.width)
        top = (1 if t.is_bool else (1 << t.width) - 1) if high is None else high
        self.emit(O.Havoc(v, (), low, top))
        return T.var(v)

    def for_no_reason(self) -> Term:
        """Something fails that need not: where it matters what goes on for ever, only finitely often."""
        if not self.program.is_about_ends:
            return T.eq(self.nondet(BOOL), T.const(0, 8))
        self.program.scope[FINITELY_OFTEN] = None
        v = self.new_temporary(8)
        if self.at is not None:
            goes_on = self.location()
            for n, role in ((0, None), (1, O.Role.SPURIOUS)):
                updates = (O.Update(v, (), T.const(n, 8)),)
                self.edge(self.at, goes_on, O.Step(updates=updates, role=role), "fails for no reason" if role else "")
            self.at = goes_on
        return T.eq(T.var(v), T.const(1, 8))

    def call_library(self, name: str, args: list[Value]) -> Value:
        """A function of the C library that is written in C, on arguments of its types."""
        f = self.program.library.function(name)
        assert f is not None, name
        return self.inline(f, args)

    def number_of_thread(self, v: Value) -> Value:
        """Of its id, which is another one inside: any, but no two threads have the same at once."""
        self.program.tracks_detaching = True
        assert isinstance(v, Term)
        return self.call_library("__number_asked_for", [v])

    # ------------------------------------------------------------ errors and the end

    def violation(self, text: str) -> None:
        """The error function is called (or an assertion fails)."""
        self.check(T.FALSE, UNREACH_CALL, UNREACH_CALL.name, text, R.Otherwise.ABORTS)

    def exit_process(self, reason: str, *, is_normal: bool = False) -> None:
        self.emit(O.Exit(reason, is_normal), self.raw.exit)
        self.at = None

    def end_process(self, reason: str) -> None:
        """The process ends normally: by exit, because main returns, or with its last thread."""
        if "atexit" in self.program.unit.functions:
            self.call_library(_AT_EXIT, [])
        destructors = self.program.unit.destructors
        if destructors:
            self.needs_caller()
        if any(f.symbol in self.stack for f in destructors):
            self.unsupported("exit while the process ends")
        self._run(destructors)
        self.exit_process(reason, is_normal=True)

    def _end_process_if_last(self) -> None:
        """Main may end before others do: then the last thread to end calls exit, whoever it is."""
        is_main = self.raw.name == "main"
        self.program.main_may_end_first |= is_main
        if self.program.has_any_number:
            if is_main and self.program.counts_threads:
                self.unsupported("end of the last of any number of threads")
        elif self.program.counts_threads and self.at is not None:
            is_last = self.call_library("__thread_ends", [])
            assert isinstance(is_last, Term)
            last, other = self.location(), self.location()
            self.branch(T.is_nonzero(is_last), last, other)
            self.at = last
            self.end_process("the last thread ends")
            self.at = other

    def _run(self, functions: list[A.FuncDecl]) -> None:
        """Constructors or destructors, one after the other."""
        for f in functions:
            if f.params:
                self.unsupported(f"parameters of {f.name}, which is run by itself")
            origin = self.origin
            if f.name in A.ERROR_FUNCTIONS:
                self.set_origin(f.pos)
            self.run_function(f, [])
            self.origin = origin

    def end_thread(self, result: Value) -> None:
        """The thread ends (pthread_exit, or return from its function); main may end while others go on."""
        self.needs_caller()
        if any(f.has_cleanups for f in self.program.unit.functions.values() if f.symbol in self.stack):
            # they run only if the program is compiled with exceptions
            self.unsupported("end of a thread inside a function that has variables with a cleanup function")
        if any(n in self.stack for n in (_AT_EXIT, *(f.symbol for f in self.program.unit.destructors))):
            self.unsupported("end of a thread while the process ends")
        if self.inside_once:  # as if it had never been called, in glibc; POSIX says nothing
            self.unsupported("end of a thread inside a function that is called once")
        if isinstance(result, R.Ptr):
            kept = self.new_local("result", Pointer(Void()), is_declared=True)  # it outlives the expression
            self.assign_local(kept, result)
            result = self.value_of(kept)
        elif isinstance(result, Term):
            result = self.hold(result, Pointer(Void()))
        stays, self.stays = self.stays, None
        if stays is not None:
            staying.leaves(self, stays)
        self._end_thread(result)
        self.stays = stays  # (elsewhere it does not end)

    def _end_thread(self, result: Value) -> None:
        self.leave_thread()
        if self.program.scheduler is not None:
            for name in ("pthread_key_create", "tss_create", "pthread_cleanup_push"):
                if name in self.program.unit.functions:
                    self.unsupported(f"end of a thread of a scheduler, in a program with {name}")
            self.emit(O.Primitive("end"), self.raw.exit, note="the thread ends")
            self.at = None
            return
        self.after_return = not self.is_leaving
        if any(n in self.program.unit.functions for n in ("pthread_key_create", "tss_create")):
            self.call_library("__run_key_destructors", [])
        if self._uses_futex_locks():
            self.call_library("__leave_locks", [T.const(self.raw.name == "main", 8)])
        self._end_process_if_last()
        self.after_return = False
        value = result if isinstance(result, R.Ptr) else None
        t = self.frame.function.type.result
        is_id = not self.is_leaving and is_thread_id(t)
        is_int = isinstance(result, Term) and result.width == INT.width and not is_id
        is_pointer = self._are_results_fetched(*_POINTER_JOINS)
        is_elsewhere = self.is_leaving or not isinstance(t, Int) or is_id
        if isinstance(result, Term | StructValue) and (
            (is_pointer and is_elsewhere) or (not is_int and self._are_results_fetched("thrd_join"))
        ):
            self.unsupported("result of a thread function of another type")
        if isinstance(result, Term):  # a C11 thread returns an int: keep it as a pointer to nothing
            number = self._in_register(result) if is_pointer else T.resize(result, self.model.pointer_width, True)
            value = R.Ptr(R.NULL_OBJECT, number, ())
        if result is None and "pthread_join" in self.program.unit.functions:  # its function has none: any value
            unset = self.new_local("result", Pointer(Void()))
            self.havoc_local(unset)
            found = self.value_of(unset)
            assert isinstance(found, R.Ptr)
            value = found
        updates = [O.Update(self.program.ended, (self.self_id,), T.const(1, 8))]
        if value is not None:
            obj, off = self.program.result
            self.flow("result", value)
            updates += [O.Update(obj, (self.self_id,), value.obj), O.Update(off, (self.self_id,), value.off)]
        self.emit(O.Step(updates=tuple(updates), role=O.Role.END), self.raw.exit, note="the thread ends")
        self.at = None

    def _in_register(self, result: Term) -> Term:
        """A number, where whoever called the function through another type reads a pointer."""
        missing = self.model.pointer_width - result.width
        if missing <= 0:
            return T.resize(result, self.model.pointer_width, False)
        self.program.scope[RESULT_AS_POINTER] = None
        rest = self.nondet(Int(self.model.pointer_width, False, ""), 0, (1 << missing) - 1)
        width = self.model.pointer_width
        return T.bvor(T.shl(rest, T.const(result.width, width)), T.resize(result, width, False))

    def _uses_futex_locks(self) -> bool:
        if "syscall" not in self.program.unit.functions:
            return False
        from threadproof.frontend.apis.libc.syscalls import uses_locks

        return uses_locks(self)

    def _are_results_fetched(self, *joins: str) -> bool:
        """Does somebody want to know what threads return?"""
        from threadproof.frontend.apis.arguments import calls_in

        calls = calls_in(self, *joins)
        return calls is None or any(not _is_null(x) for call in calls for x in call.args[1:])

    # ------------------------------------------------------------ threads

    def new_thread(self, template: str) -> Term:
        handle = self.new_temporary(R.OBJECT_WIDTH)
        self.emit(R.NewThread(handle, template))
        return T.var(handle)

    def create(self, f: A.FuncDecl, handle: Term, args: list[Value], *, is_linked: bool = False) -> None:
        """A new thread; `is_linked`: to a cooperative scheduler."""
        if self.program.scheduler is not None and not is_linked:
            self.unsupported("preemptive thread beside cooperative ones")
        template = self.program.template_for(f)
        params = parameters_of(self.program, f)
        terms: list[Term] = []
        for p, v in zip(params, args, strict=False):
            if len(p.vars) == 2:
                pointer = v if isinstance(v, R.Ptr) else self.program.null()
                self.flow(p.vars[0], pointer)
                terms += [pointer.obj, pointer.off]
            else:
                if isinstance(v, R.Ptr) and v.obj.value != 0:
                    self.unsupported("thread function whose argument is not a pointer")
                number = v.off if isinstance(v, R.Ptr) else v
                assert isinstance(number, Term)
                terms.append(T.resize(number, p.vars[0].width, True))
        missing = [x for p in params[len(args) :] for x in p.vars]
        terms += [T.const(0, x.width) for x in missing]
        if self.program.counts_threads and not self.program.has_any_number:
            self.call_library("__thread_begins", [])
        self.emit(R.RawCreate(template, handle, tuple(terms)), note=f"{f.name} starts")

    def handle_type(self, e: A.Call) -> Int:
        """At what type a call stores the id of a thread: never as a number, whatever its argument points to."""
        declared = self.arg(e, 0).type
        t = declared.to if isinstance(declared, Pointer) else None
        return as_thread_id(t if isinstance(t, Int) else self.model.ulong)

    def start_thread(
        self, function: R.Ptr, place: R.Place, t: Int, argument: R.Ptr, *, may_be_detached: bool = False
    ) -> None:
        """A new thread runs the function that a pointer points to; its handle is stored first, as glibc does."""

        def start(f: A.FuncDecl) -> None:
            template = self.program.template_for(f)
            if self.program.templates[template].created_at is None:
                self.program.templates[template].created_at = self.origin
            handle = self.new_thread(template)
            self.emit(R.HasCreated(handle))
            if self.program.ids_are_numbers:
                self.program.tracks_detaching = True
                for thread in (self.self_id, handle):  # (that of main is older than all)
                    self.call_library("__number_of_id", [T.resize(thread, self.model.ulong.width, False)])
            if may_be_detached:
                self.program.tracks_detaching = True
                self.emit(O.Step(updates=(O.Update(self.program.detached, (handle,), T.const(1, 8)),)))
            self.store(place, t, T.resize(handle, t.width, False))
            self.create(f, handle, [argument])

        self.choose_function(function, self.cannot_start, start)

    def cannot_start(self, f: A.FuncDecl) -> str:
        """Why no thread can run this function; nothing if one can."""
        if f.body is None or find_handler(f, self) is not None:
            return f"thread that runs {f.name}, which has no body"
        if len(f.params) > 1 or f.type.variadic:
            return f"thread that runs {f.name}, which has more than one parameter"
        odd = [p.type for p in f.params if not isinstance(p.type, Pointer | Int)]
        return f"thread that runs {f.name} on an argument of type {show(odd[0])}" if odd else ""

    def start_async(self, e: A.Call) -> None:
        if not (isinstance(e.callee, A.Name) and isinstance(e.callee.decl, A.FuncDecl) and e.callee.decl.body):
            self.unsupported("__CPROVER_ASYNC before a call of an unknown function")
            return
        args = self.values(e.args)
        f = e.callee.decl
        self.create(f, self.new_thread(self.program.template_for(f)), args)

    def lower_template(self, f: A.FuncDecl, is_main: bool) -> None:
        """The whole thread: its function on its parameters, then its end."""
        self.frame = Frame(f)
        if self.raw.created_at is not None:  # (what is of the library has no place of its own)
            self.origin = replace(self.raw.created_at, function=f.name)
        self.set_origin(f.pos)
        self.raw.locals.append(self.raw.self_var)
        params = [] if is_main else parameters_of(self.program, f)
        self.raw.params = tuple(x for p in params for x in p.vars)
        self.raw.locals.extend(self.raw.params)
        cancellation.begin(self)
        args: list[Value] = [self.value_of(p) for p in params]
        if is_main:
            args = arguments_of_main(self, f)
        cooperative = None if is_main else self.program.cooperative
        if cooperative is not None:
            self.stopped = self.location()
            cooperative.begin(self)
        if is_main:
            staying.watched(self)
            for s in self.program.unit.unsupported:
                self.set_origin(s.pos)
                self.unsupported(s.what)
            self._run(self.program.unit.constructors)
        result = self.run_function(f, args)
        if f.body is not None:
            self.set_origin(f.body.end)
        if is_main:
            self.end_process("main returned")
        else:
            self.end_thread(result)
        if cooperative is not None:
            cooperative.end(self, args[0] if args else None)
        self.go_back()


def parameters_of(program: ProgramContext, f: A.FuncDecl) -> list[LocalVar]:
    """The variables through which a thread gets its arguments, the same for all who start it."""
    found = program.parameters.get(f.symbol)
    if found is None:
        found = []
        for p in f.params:
            if isinstance(p.type, Pointer):
                obj = Var(program.unique(f"{f.name}::arg.obj"), R.OBJECT_WIDTH, False, is_pointer=True)
                obj.group = obj.name
                off = Var(program.unique(f"{f.name}::arg.off"), program.model.pointer_width, False, group=obj.name)
                found.append(LocalVar((obj, off), p.type))
            elif isinstance(p.type, Int):
                v = Var(program.unique(f"{f.name}::arg"), p.type.width, False)
                found.append(LocalVar((v,), p.type))
        program.parameters[f.symbol] = found
    return found


def _is_null(x: A.Expr) -> bool:
    x = A.without_casts(x)
    return isinstance(x, A.Const) and x.value == 0
