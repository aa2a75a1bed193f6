"""Which function is called: by its name, or through a pointer.

A pointer may be any function that seems to come there (`callees`); points-to then drops those that were never assigned
to it. What remains covers every value that the pointer can have: a function that fits the call is executed; one that
does not (another number or kind of arguments, another result that is used) is not understood, nor one that did not seem
to come there; and a pointer that is none of them, null above all, is an invalid access. So no execution ends here
without a word.

Arguments are evaluated once, before the function is chosen. Entry points: `call`, `call_through`, `choose_function`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from threadproof.cpp.directives import OWN_HEADERS
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation
from threadproof.frontend.ctypes import CHAR, CType, Float, Int, Pointer, Struct, Void, has_values, is_thread_id, show
from threadproof.frontend.lower.callees import is_atomic
from threadproof.frontend.lower.carried import ADDRESS
from threadproof.frontend.lower.expressions import has_effects
from threadproof.frontend.lower.passing import ArgumentLists, Passed, Passing
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import UNREACH_CALL
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler

#: functions with such a name are atomic sections
ATOMIC = "__VERIFIER_atomic_"


class Dispatch(ArgumentLists):
    def call(self, e: A.Call, wanted: bool = True) -> Value:
        wanted = wanted and not isinstance(e.type, Void)
        match e.callee:
            case A.Name(decl=A.FuncDecl() as f):
                return self.call_function(f, e, wanted)
            case A.Decay(place=A.Name(decl=A.FuncDecl() as f)) | A.AddrOf(place=A.Name(decl=A.FuncDecl() as f)):
                return self.call_function(f, e, wanted)
        pointer = self.held(self.value(e.callee), e.callee.type, e.args)
        args = self.values(e.args)
        if not isinstance(pointer, R.Ptr):
            self.unsupported("call through something that is not a pointer")
            return self.dummy(e.type)
        texts = {i: text for i, x in enumerate(e.args) if (text := self.text(x)) is not None}
        types, among = [x.type for x in e.args], self.program.flows.callees(e.callee)
        return self.call_through(pointer, args, types, e.type, e.pos, wanted=wanted, texts=texts, among=among)

    def call_through(
        self,
        pointer: R.Ptr,
        args: list[Value],
        types: Sequence[CType],
        result: CType,
        pos: A.Pos,
        *,
        wanted: bool,
        among: list[A.FuncDecl] | None = None,
        texts: dict[int, A.Expr] | None = None,
    ) -> Value:
        """Call the function that `pointer` points to, on arguments of these types that are evaluated already.

        `texts`: those that are string literals.
        """
        held = [self._as_expression(v, t, pos) for v, t in zip(args, types, strict=True)]
        for i, text in (texts or {}).items():
            held[i] = text
        holder = self.result_holder(result) if wanted else None

        def run(f: A.FuncDecl) -> None:
            value = self.call_function(f, A.Call(A.Name(f, f.type, pos), held, result, pos), wanted)
            if holder is not None:
                self.keep_result(holder, value)

        self.choose_function(pointer, lambda f: mismatch(f, types, result if wanted else Void()), run, among=among)
        return self.dummy(result) if holder is None else self.result_value(holder)

    def choose_function(
        self,
        pointer: R.Ptr,
        obstacle: Callable[[A.FuncDecl], str],
        run: Callable[[A.FuncDecl], None],
        *,
        is_checked: bool = False,
        among: list[A.FuncDecl] | None = None,
    ) -> None:
        """One branch for every function that `pointer` may be; control goes on behind all of them.

        `obstacle` says why a function cannot be called here, or nothing; `run` makes the steps of the others.
        `is_checked`: where the pointer comes from it was made sure that it is one of them. `among`: those that it
        seems to be; another one would not be understood.
        """
        held = self.hold(pointer, Pointer(Void()))
        assert isinstance(held, R.Ptr)
        candidates = self.program.address_taken if among is None else among
        if held.obj.value is not None:
            named = [s.declared for s in self.program.function_sites.values() if s.number == held.obj.value]
            candidates = [f for f in named if f is not None]
        start, end = self.at, self.location()
        if start is None:
            return
        for f in candidates:
            self.at = start
            self.emit(R.IsFunction(held, self.program.function_site(f)))
            why = obstacle(f)
            if why:
                self.unsupported(why)
            else:
                self.calls.append((held.values, self.program.function_site(f).number))
                run(f)
                self.calls.pop()
            self.jump(end)
        self.at = start
        self.emit(R.IsNoFunction(held, tuple(self.program.function_site(f) for f in candidates), is_checked))
        self.at = end

    def call_function(self, f: A.FuncDecl, e: A.Call, wanted: bool) -> Value:
        handler = find_handler(f, self)
        if handler is not None:
            e = cancellation.point_of(self, f, e)
            value = handler(self, self._with_streams(f, self._in_order(e)), wanted)  # type: ignore[arg-type]  # `Calls` is the only subclass
            return self._fitting(f, value, e.type)
        args = self._arguments(e.args)
        if f.body is None:
            if self.program.is_satabs and isinstance(e.type, Void | Int):
                self.program.scope["functions without a body have no effect, as SATABS reads them"] = None
                return self.dummy(e.type) if isinstance(e.type, Void) else self.anything(e.type.width)
            is_ours = f.pos.file.startswith(OWN_HEADERS)
            self.unsupported(f"{f.name} of the library" if is_ours else f"call of {f.name}, which has no body")
            return self.dummy(e.type)
        why = mismatch(f, [x.type for x in e.args], e.type if wanted else Void())
        if why:
            self.unsupported(why)
            return self.dummy(e.type)
        passing = self.passing(f, e.args, args)
        args = [
            v if isinstance(v, R.Ptr) and isinstance(x.type, Int) else self.convert(v, x.type, p.type)
            for v, x, p in zip(args, e.args, f.params, strict=False)
        ]
        with self.lending(f, args):
            return self.run_function(f, args, passing)

    def _arguments(self, es: Sequence[A.Expr]) -> list[Value]:
        """Numbers that are addresses as pointers."""
        found = []
        for i, e in enumerate(es):
            is_address = self.is_address(e)
            v = self.address(e) if is_address else self.value(e)
            found.append(self.held(v, ADDRESS if is_address else e.type, es[i + 1 :]))
        return found

    def run_function(self, f: A.FuncDecl, args: list[Value], passing: Passing | None = None) -> Value:
        """The body of f, here: a section if its name says so."""
        if f.name in A.ERROR_FUNCTIONS:  # its name is its meaning
            text = f"{f.name}() is called"
            self.check(T.FALSE, UNREACH_CALL, UNREACH_CALL.name, text, R.Otherwise.GOES_ON)
        if not f.name.startswith(ATOMIC):
            return self.inline(f, args, passing)
        self.atomic_begin()
        result = self.inline(f, args, passing)
        self.atomic_end()
        return result

    def _fitting(self, f: A.FuncDecl, v: Value, t: CType) -> Value:
        """The value of a library function, unless it was declared to be of another kind."""
        is_number = isinstance(v, R.Ptr) and isinstance(t, Int) and not is_atomic(f)
        if (isinstance(v, Term) and isinstance(t, Pointer)) or is_number:
            self.unsupported(f"{f.name}, declared with another result than it has")
            return self.dummy(t)
        return v

    def _in_order(self, e: A.Call) -> A.Call:
        """The call on arguments that were evaluated from left to right, if it may matter in which order they are."""
        last = max((i for i, x in enumerate(e.args) if has_effects(x)), default=-1)
        if last < 0 or len(e.args) == 1:
            return e
        return replace(e, args=[self.evaluated(x) if i <= last else x for i, x in enumerate(e.args)])

    def _with_streams(self, f: A.FuncDecl, e: A.Call) -> A.Call:
        """A stream must be one: whoever uses a null pointer, or one that has no value, accesses what is not there."""
        if f.name == "fflush" or not any(map(_is_stream, e.args)):
            return e
        args = list(e.args)
        for i, x in enumerate(args):
            if _is_stream(x) and self.at is not None:
                args[i] = self.evaluated(x)
                p = self.pointer(args[i])
                bad, good = self.location(), self.location()
                self.branch(T.or_(T.eq(p.obj, R.NULL_OBJECT), T.eq(p.obj, T.const(R.WILD, R.OBJECT_WIDTH))), bad, good)
                self.at = bad
                self.load(self.deref(self.program.null(), CHAR), CHAR, order=O.Order.PLAIN)
                self.jump(good)
                self.at = good
        return replace(e, args=args)

    def evaluated(self, x: A.Expr) -> A.Expr:
        if isinstance(x, A.Const | A.Str) or _is_fixed(x):
            return x
        if isinstance(x, A.Cast):
            return replace(x, operand=self.evaluated(x.operand))  # what it points to is known below the cast
        return self._as_expression(self.address(x) if self.is_address(x) else self.value(x), x.type, x.pos)

    def _as_expression(self, v: Value, t: CType, pos: A.Pos) -> A.Expr:
        """A value that is there already, as an expression: handlers of library functions take these."""
        if isinstance(v, R.Ptr) and v.is_null and isinstance(t, Pointer):
            return A.Const(0, t, pos)
        if isinstance(v, Term) and v.value is not None and isinstance(t, Int):
            return A.Const(T.to_signed(v.value, v.width) if t.signed else v.value, t, pos)
        d = A.VarDecl("argument", t, "local", pos, function=self.frame.function.name)
        if isinstance(v, Term | R.Ptr) and has_values(t):
            held = self.new_local("argument", ADDRESS if isinstance(v, R.Ptr) else t)
            self.temporaries.update(held.vars)
            self.assign_local(held, v)
            self.frame.variables[d] = held
        elif isinstance(v, StructValue):
            self.frame.variables[d] = self.spill(v, t, "argument")
        else:
            return A.Unsupported(f"argument of type {show(t)}", t, pos)
        return A.Load(A.Name(d, t, pos), t, pos)

    def taken(self, passed: Passed) -> A.Expr:
        """An argument for `...`, as an expression."""
        if passed.text is not None:
            return passed.text
        pos = self.frame.function.pos
        if passed.holder is None:
            return A.Unsupported(f"argument of type {show(passed.type)}", passed.type, pos)
        value = self.result_value(passed.holder)
        return self._as_expression(value, passed.type, pos)


def _is_stream(x: A.Expr) -> bool:
    t = x.type
    return isinstance(t, Pointer) and isinstance(t.to, Struct) and t.to.tag in ("__threadproof_file", "_IO_FILE")


def _is_fixed(x: A.Expr) -> bool:
    """The address of something that has a name, which nothing changes."""
    if not isinstance(x, A.AddrOf | A.Decay):
        return False
    place = x.place
    while isinstance(place, A.Member):
        place = place.base
    return isinstance(place, A.Name | A.Str)


def mismatch(f: A.FuncDecl, args: Sequence[CType], result: CType) -> str:
    """Why `f` cannot be called on arguments of these types for this result (void: not used); nothing if it can."""
    t = f.type
    params = [p.type for p in f.params] if f.body is not None else list(t.params)
    if t.unprototyped and not params:
        return _other_result(f, result)
    is_long_enough = len(args) >= len(params) if t.variadic else len(args) == len(params)
    if not is_long_enough:
        return f"call of {f.name} with {len(args)} arguments instead of {len(params)}"
    for n, (a, p) in enumerate(zip(args, params, strict=False)):
        if _kind(a) != _kind(p) and not (t.unprototyped and _kind(a) == _kind(_promoted(p))):
            return f"call of {f.name} with an argument {n + 1} of type {show(a)} instead of {show(p)}"
    return _other_result(f, result)


def _other_result(f: A.FuncDecl, result: CType) -> str:
    if isinstance(result, Void) or _kind(result) == _kind(f.type.result):
        return ""
    return f"call of {f.name} for a result of type {show(result)} instead of {show(f.type.result)}"


def _kind(t: CType) -> object:
    """Values of types of one kind are passed alike, and mean the same bits."""
    match t:
        case Int():
            return "bool" if t.is_bool else ("int", t.width, is_thread_id(t))
        case Pointer():
            return "pointer"
        case Float():
            return "float", t.width
        case Struct():
            return _shape(t)
        case _:
            return type(t)


def _shape(t: Struct) -> object:
    """The library has types of its own, with the same members."""
    if t.is_union or t.fields is None or not all(isinstance(f.type, Int | Float) and not f.bits for f in t.fields):
        return t
    return t.tag, t.packed, t.align, tuple((f.name, _kind(f.type)) for f in t.fields)


def _promoted(t: CType) -> CType:
    if isinstance(t, Int) and t.rank < 3:
        return Int(32, True, "int")
    return Float(64) if isinstance(t, Float) and t.width < 64 else t


def find_handler(f: A.FuncDecl, context: Dispatch) -> Handler | None:
    from threadproof.frontend.apis import lookup

    return lookup(f, context.program)
