"""One copy of a function for several calls, in programs that are too large when all calls are inlined.

A thread has one copy of such a function: a call stores its arguments and the number of the place where it goes on, and
jumps; the end of the function jumps to the place of that number. Nothing is approximated by that: no copy is called
while it is active (who calls whom is looked at in the end, and functions of which a copy might be are inlined), and the
locals of a copy begin and end as those of a loop do. A recursive function has a copy for each depth. What follows sees
steps like any others.

What lowering knows of the functions around a call, such a copy must not depend on. Calls are inlined all the same

* of functions that end their thread, or the process in a program with destructors: callers have something to do then;
* of functions with `...` or a `va_list`, that use alloca or arrays of variable size, or give a structure;
* where lowering is amid something: an operand that C may not evaluate, a step that is not interrupted, `pthread_once`.

A copy is for one set of literals and constants as arguments, of those that a library function below may ask for. What
points-to finds out about a copy holds for all of its calls, so more Unknowns are possible than with calls inlined, and
no other verdict. Programs with atomic sections, cooperative threads, threads in any number or cancellation, and
questions about leaks, have none of this (`may_have`).

Entry point: `chosen`, and `Procedures.inline`, which stands in for that of `Statements`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cooperative
from threadproof.frontend.ctypes import CType, Function, Pointer, Struct, has_values, is_argument_list
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower.context import Frame, Scope
from threadproof.frontend.lower.masses import Mass
from threadproof.frontend.lower.scopes import ALLOCA, calls_of
from threadproof.frontend.lower.statements import Statements
from threadproof.frontend.lower.whole import LocalVar, ProgramContext, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.lower.passing import Passing

#: functions with fewer steps than this are inlined
LEAST_STEPS = 40
#: for tests: all functions that can be
EVERYWHERE = False
_NUMBER = 32
_SECTIONS = ("__VERIFIER_atomic", "__CPROVER_atomic", "atomic_begin", "atomic_end")
_ALLOCATING = frozenset(
    "malloc calloc realloc reallocarray aligned_alloc posix_memalign memalign valloc strdup strndup getline getdelim "
    "asprintf vasprintf pthread_create thrd_create mmap".split()
)


@dataclass(slots=True)
class Procedure:
    """A copy of a function: where it begins, and the variable that says where it goes on."""

    frame: Frame
    entry: int
    back: Var
    #: the places behind its calls
    returns: list[int] = field(default_factory=list)
    #: the copies that it calls, by `id`
    calls: dict[int, Procedure] = field(default_factory=dict)


def may_have(program: ProgramContext) -> bool:
    """Is it a program in which functions may be procedures?"""
    unit = program.unit
    return not (
        program.for_leaks
        or program.atomic_statements
        or program.has_any_number
        or program.is_satabs
        or cooperative(unit) is not None
        or "pthread_cancel" in unit.functions
        or any(f.name.startswith(_SECTIONS) for f in unit.functions.values())
    )


def chosen(program: ProgramContext, *, allocating: bool) -> set[str]:
    """Functions of which there were several large copies. `allocating`: also those that make objects or threads, which
    are one of many then."""
    unit = program.unit
    if EVERYWHERE and may_have(program):
        return {f.symbol for f in unit.functions.values() if f.body is not None}
    found = set()
    for name, mass in program.inlined.masses.items():
        f = unit.functions.get(name)
        if f is not None and mass.copies > 1 and mass.steps >= LEAST_STEPS * mass.copies:
            if allocating or not _allocates(program, f):
                found.add(name)
    return found


def _allocates(program: ProgramContext, f: A.FuncDecl) -> bool:
    return any(g.name in _ALLOCATING for g in _called(program, f))


def _called(program: ProgramContext, f: A.FuncDecl) -> dict[A.FuncDecl, None]:
    """The functions that seem to be called while `f` is active, itself included."""
    known = program.inlined.called.get(f.symbol)
    if known is None:
        known = {f: None}
        for g in (pending := [f]):
            new, is_open = _named(g)
            for h in (*new, *(program.address_taken if is_open else ())):
                if h not in known:
                    known[h] = None
                    pending.append(h)
        program.inlined.called[f.symbol] = known
    return known


def _named(f: A.FuncDecl) -> tuple[list[A.FuncDecl], bool]:
    """The functions that are named in `f`, and whether it may call others: by pointers, or by library functions."""
    names: list[A.FuncDecl] = []
    is_open = False
    todo: list[object] = [f.body]
    while todo:
        node = todo.pop()
        if isinstance(node, A.Call):
            is_open = is_open or not (isinstance(node.callee, A.Name) and isinstance(node.callee.decl, A.FuncDecl))
        if isinstance(node, A.Name) and isinstance(node.decl, A.FuncDecl):
            names.append(node.decl)
            is_open = is_open or (node.decl.body is None and any(map(_is_callback, node.decl.type.params)))
        todo += A.parts(node)
    return names, is_open


def _is_callback(t: CType) -> bool:
    return isinstance(t, Pointer) and isinstance(t.to, Function)


def _parameters_asked_for(program: ProgramContext, f: A.FuncDecl) -> set[A.VarDecl]:
    """Those that are arguments of library functions, which may want to know what literal or constant that is."""
    known = program.inlined.asked_for.get(f.symbol)
    if known is None:
        known = program.inlined.asked_for[f.symbol] = set()
        todo: list[object] = [f.body]
        while todo:
            node = todo.pop()
            if isinstance(node, A.Call):
                g = node.callee.decl if isinstance(node.callee, A.Name) else None
                inner = _parameters_asked_for(program, g) if isinstance(g, A.FuncDecl) and g.body is not None else None
                for n, x in enumerate(node.args):
                    is_asked = inner is None or n >= len(g.params) or g.params[n] in inner  # type: ignore[union-attr]
                    match A.without_casts(x):
                        case A.Load(place=A.Name(decl=A.VarDecl() as d)) if is_asked:
                            known.add(d)
            todo += A.parts(node)
    return known


class Procedures(Statements):
    def __init__(self, program: ProgramContext, template: R.RawTemplate) -> None:
        super().__init__(program, template)
        self._procedures: dict[tuple[object, ...], Procedure] = {}
        #: the argument of main that is being made a number of, if nobody else asks for that
        self.asked: int | None = None
        #: functions that are being lowered as procedures
        self._inside: list[Procedure] = []

    def inline(self, f: A.FuncDecl, args: list[Value], passed: Passing | None = None) -> Value:
        begin = len(self.raw.edges)
        is_one = self.at is not None and self._is_procedure(f, args)
        value = self._call(f, args, passed) if is_one else super().inline(f, args, passed)
        if f.symbol not in self.stack:
            mass = self.program.inlined.masses.setdefault(f.symbol, Mass())
            mass.copies += 1
            mass.steps += len(self.raw.edges) - begin
        return value

    def needs_caller(self) -> None:
        """Lowering looks at the functions around the one that it is in: then that is no procedure."""
        self.program.inlined.refused.update(p.frame.function.symbol for p in self._inside)

    def _is_procedure(self, f: A.FuncDecl, args: list[Value]) -> bool:
        """Is it one, and can it be called as such here?"""
        if (
            f.symbol not in self.program.inlined.procedures
            or f.symbol in self.program.inlined.refused
            or not self.stack
        ):
            return False
        if self.program.stays is not None and f.symbol in self.program.stays.symbols:
            return False
        is_amid = self.given is not T.TRUE or self.asked is not None or self.inside_once or self.inside_section
        if is_amid or self.is_leaving or len(args) != len(f.params) or f.pos.file == LIBRARY:
            return False
        count = None if self.program.arguments is None else self.program.arguments.count
        return can_be_procedure(f) and not any(isinstance(v, Term) and count in v.vars for v in args)

    def _call(self, f: A.FuncDecl, args: list[Value], passed: Passing | None) -> Value:
        limit = self.program.recursion_limits.get(f.symbol, 0)
        if self.stack.count(f.symbol) > limit:
            self.unsupported(f"recursion of {f.name} deeper than {limit}", always=False)
            return self.dummy(f.type.result)
        passed = self._what_matters(f, passed)
        key = self._key(f, passed)
        procedure = self._procedures.get(key)
        is_new = procedure is None
        if procedure is None:
            back = self.new_var(f"{f.name}.back", _NUMBER)
            procedure = self._procedures[key] = Procedure(Frame(f, passed=passed), self.location(), back)
            procedure.frame.return_to = self.location()
        outer, outer_origin = self.frame, self.origin
        self.frame = frame = procedure.frame
        if is_new:
            frame.result = self.holder_of_result(f)
            frame.scopes.append(Scope(None, 1))
        for p, v in zip(f.params, args, strict=True):
            self.declare(p)
            self.write(self.variable(p), p.type, v)
        if self._inside:
            self._inside[-1].calls[id(procedure)] = procedure
        goes_on = self.location()
        number = T.const(len(procedure.returns), _NUMBER)
        procedure.returns.append(goes_on)
        self.emit(O.Step(updates=(O.Update(procedure.back, (), number),)), procedure.entry)
        if is_new:
            self._lower_body(f, procedure)
        self.frame, self.origin, self.at = outer, outer_origin, goes_on
        if frame.result is None:
            return None
        assert isinstance(frame.result, LocalVar)
        result = self.new_local("result", frame.result.type)
        self.temporaries.update(result.vars)
        self.assign_local(result, self.value_of(frame.result))
        return self.value_of(result)

    def _lower_body(self, f: A.FuncDecl, procedure: Procedure) -> None:
        assert f.body is not None
        spilled, self.spilled = self.spilled, [[]]
        calls, self.calls = self.calls, []
        self.at = procedure.entry
        self.stack.append(f.symbol)
        self._inside.append(procedure)
        self.block(f.body)
        self._return_nothing()
        self._leave_to_caller()
        self._inside.pop()
        self.stack.pop()
        self.spilled, self.calls = spilled, calls

    def go_back(self) -> None:
        """When all calls are known: the ends of procedures lead to the places behind them."""
        for procedure in self._procedures.values():
            f = procedure.frame.function
            assert f.body is not None
            self.frame, self.at = procedure.frame, procedure.frame.return_to
            self.set_origin(f.body.end)
            *others, last = enumerate(procedure.returns)
            tests = [T.eq(T.var(procedure.back), T.const(n, _NUMBER)) for n, _ in others]
            for test, (_, there) in zip(tests, others, strict=True):
                self.edge(procedure.frame.return_to, there, O.Step(guard=test))
            self.edge(procedure.frame.return_to, last[1], O.Step(guard=T.not_(T.or_(*tests))))
        self.at = None
        active_twice = filter(_is_active_below, self._procedures.values())
        self.program.inlined.refused.update(p.frame.function.symbol for p in active_twice)

    def _what_matters(self, f: A.FuncDecl, passed: Passing | None) -> Passing | None:
        if passed is None:
            return None
        asked = _parameters_asked_for(self.program, f)
        return type(passed)(
            texts={p: x for p, x in passed.texts.items() if p in asked},
            numbers={p: n for p, n in passed.numbers.items() if p in asked},
            pointees={p: t for p, t in passed.pointees.items() if p in asked},
        )

    def _key(self, f: A.FuncDecl, passed: Passing | None) -> tuple[object, ...]:
        """Calls with one key have one copy: the same functions are active, as far as they seem to be called again."""
        active = Counter(self.stack)
        mine = {g.symbol for g in _called(self.program, f)}
        around = frozenset(
            (name, n) for name, n in active.items() if name in mine or name not in self.program.unit.functions
        )
        if passed is None:
            return f.symbol, around
        texts = frozenset((id(p), _text(x)) for p, x in passed.texts.items())
        numbers = frozenset((id(p), n) for p, n in passed.numbers.items())
        return f.symbol, around, texts, numbers, frozenset((id(p), t) for p, t in passed.pointees.items())


def _is_active_below(procedure: Procedure) -> bool:
    """May this copy be called before it has come to its end? Its locals and where it goes on would be lost."""
    seen: set[int] = set()
    todo = list(procedure.calls.values())
    while todo:
        p = todo.pop()
        if p is procedure:
            return True
        if id(p) not in seen:
            seen.add(id(p))
            todo += p.calls.values()
    return False


def can_be_procedure(f: A.FuncDecl) -> bool:
    t = f.type.result
    is_plain = not isinstance(t, Struct) or has_values(t)
    if f.type.variadic or not is_plain or any(is_argument_list(p.type) for p in f.params):
        return False
    return not any(calls_of(f.body, ALLOCA)) and not A.contains(f.body, A.VlaDecl) and f.name not in A.ERROR_FUNCTIONS


def _text(x: A.Expr) -> object:
    inner = A.without_casts(x)
    place = inner.place if isinstance(inner, A.Decay) else None
    return (place.data, place.type, place.owner) if isinstance(place, A.Str) else id(x)
