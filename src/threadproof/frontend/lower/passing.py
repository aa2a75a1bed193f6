"""What a call passes beside the values of parameters: the arguments for `...`, and which arguments are literals.

A `va_list` is the number of such a list of arguments and how many of them were taken (`DataModel.va_list`). Calls are
inlined, so whoever takes an argument knows all lists there can be: those of the calls that control is inside, in this
thread. Any other number is none (7.16.1.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from threadproof.errors import Limit
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Int, Pointer, Struct, Void, is_argument_list
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower.context import StructHolder
from threadproof.frontend.lower.procedures import Procedures
from threadproof.frontend.lower.whole import LocalVar, ProgramContext, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass, field

#: that have different numbers in a `va_list` of 32 bits
MOST_LISTS = (1 << 16) - 1


@dataclass(slots=True)
class Passed:
    """An argument for `...`: its promoted type, where it is (None: nowhere), and itself if it is a literal."""

    type: CType
    holder: LocalVar | StructHolder | None
    text: A.Expr | None


@dataclass(slots=True)
class Passing:
    #: parameters that are string literals all the time
    texts: dict[A.VarDecl, A.Expr] = field(default_factory=dict)
    #: those that are constant all the time
    numbers: dict[A.VarDecl, int] = field(default_factory=dict)
    #: what a `void *` pointed to before it became one: a good guess, and no more
    pointees: dict[A.VarDecl, CType] = field(default_factory=dict)
    #: the number of the list; 0: the function has no `...`
    number: int = 0
    more: list[Passed] = field(default_factory=list)


class ArgumentLists(Procedures):
    def __init__(self, program: ProgramContext, template: R.RawTemplate) -> None:
        super().__init__(program, template)
        self._changed: dict[int, set[A.VarDecl]] = {}

    def passing(self, f: A.FuncDecl, exprs: Sequence[A.Expr], args: Sequence[Value]) -> Passing:
        """To be called before the function is entered."""
        found = Passing()
        for p, x, v in zip(f.params, exprs, args, strict=False):
            text = self.text(x)
            number = self.number(x) if isinstance(p.type, Int) and isinstance(v, Term) else None
            if text is not None and not p.address_taken and p not in self._changed_in(f):
                found.texts[p] = text
            elif number is not None and not p.address_taken and p not in self._changed_in(f):
                found.numbers[p] = number
            elif isinstance(p.type, Pointer) and isinstance(p.type.to, Void):
                found.pointees[p] = self.pointee(x)
        if f.type.variadic:
            self.program.argument_lists += 1
            if self.program.argument_lists > MOST_LISTS:
                raise Limit("program too large", f"more than {MOST_LISTS} calls of functions with variable arguments")
            found.number = self.program.argument_lists
            for x, v in list(zip(exprs, args, strict=True))[len(f.params) :]:
                holder = self.result_holder(x.type, "argument")
                if holder is not None:
                    self.keep_result(holder, v)
                found.more.append(Passed(x.type, holder, self.text(x)))
        return found

    def text(self, x: A.Expr) -> A.Expr | None:
        """The string literal that an expression is, also by way of parameters."""
        inner = A.without_casts(x)
        match inner:
            case A.Decay(place=A.Str()):
                return x
            case A.Load(place=A.Name(decl=A.VarDecl() as d)) if self.frame is not None and self.frame.passed:
                return self.frame.passed.texts.get(d)
        return None

    def number(self, x: A.Expr) -> int | None:
        """What an expression is, also by way of parameters, if that is constant."""
        inner = A.without_casts(x)
        match inner:
            case A.Const(type=Int()):
                return inner.value
            case A.Load(place=A.Name(decl=A.VarDecl() as d)) if self.frame is not None and self.frame.passed:
                return self.frame.passed.numbers.get(d)
        return None

    def pointee(self, x: A.Expr) -> CType:
        """What a pointer points to below all casts: for functions on bytes, which take anything."""
        while isinstance(x, A.Cast) and isinstance(x.operand.type, Pointer):
            x = x.operand
        match x:
            case A.Load(place=A.Name(decl=A.VarDecl() as d)) if self.frame is not None and self.frame.passed:
                if d in self.frame.passed.pointees:
                    return self.frame.passed.pointees[d]
        return x.type.to if isinstance(x.type, Pointer) else Void()

    def _changed_in(self, f: A.FuncDecl) -> set[A.VarDecl]:
        if id(f) not in self._changed:
            self._changed[id(f)] = set(_changed(f.body))
        return self._changed[id(f)]

    # ------------------------------------------------------------ lists

    def list_at(self, pointer: R.Ptr) -> tuple[R.Place, R.Place, CType]:
        """Where the number of a list is, how many of its arguments were taken, and the type of both."""
        t = self.model.va_list.of
        assert isinstance(t, Struct) and t.fields is not None
        whole, second = self.deref(pointer, t, "va_list"), self.model.layout(t).offsets[1][0]
        return whole.field(0, "va_list"), whole.field(second, "va_list"), t.fields[0].type

    def read_part(self, place: R.Place, t: CType) -> Term:
        value = self.load(place, t, order=O.Order.PLAIN)
        assert isinstance(value, Term)
        return value

    def set_list(self, pointer: R.Ptr, number: int, taken: int = 0) -> None:
        """A `va_list` is about these arguments; 0: about none any more."""
        list_, second, t = self.list_at(pointer)
        for place, n in ((list_, number), (second, taken)):
            self.store(place, t, T.const(n, t.width), order=O.Order.PLAIN)  # type: ignore[union-attr]

    @contextmanager
    def lending(self, f: A.FuncDecl, args: Sequence[Value]) -> Iterator[None]:
        """A list of which a function has taken arguments is of no use for the caller any more (7.16)."""
        lent = []
        for p, v in zip(f.params, args, strict=False):
            if is_argument_list(p.type) and isinstance(v, R.Ptr) and self.at is not None:
                pointer = self.hold(v, p.type)
                assert isinstance(pointer, R.Ptr)
                _, second, t = self.list_at(pointer)
                before = self.new_temporary(t.width)  # type: ignore[union-attr]
                self.emit(O.Step(updates=(O.Update(before, (), self.read_part(second, t)),)))
                lent.append((pointer, T.var(before)))
        yield
        for pointer, taken in lent:
            if self.at is None:
                break
            _, second, t = self.list_at(pointer)
            changed, end = self.location(), self.location()
            self.branch(T.ne(self.read_part(second, t), taken), changed, end)
            self.at = changed
            self.set_list(pointer, 0)
            self.jump(end)
            self.at = end

    def lists(self) -> Iterator[Passing]:
        """Those of all calls that control is inside, innermost first."""
        frame = self.frame
        while frame is not None:
            if frame.passed is not None and frame.passed.number:
                yield frame.passed
            frame = frame.caller  # type: ignore[assignment]

    def with_arguments(
        self,
        pointer: R.Ptr,
        do: Callable[[Sequence[Passed]], None],
        otherwise: str,
        is_possible: Callable[[Sequence[Passed]], bool] = lambda more: True,
    ) -> None:
        """One branch for each list that a `va_list` may be, and for each argument that may be next in it."""
        list_, second, t = self.list_at(pointer)
        number, taken = (self.hold(self.read_part(x, t), t) for x in (list_, second))
        assert isinstance(number, Term) and isinstance(taken, Term)
        ways: list[tuple[Term, Sequence[Passed]]] = []
        takes_more = "__builtin_va_arg" in self.program.unit.functions or self.frame.function.pos.file == LIBRARY
        for passing in self.lists():
            for n in range(len(passing.more) + 1 if takes_more else 1):
                if is_possible(passing.more[n:]):
                    is_list = T.eq(number, T.const(passing.number, number.width))
                    is_next = T.eq(taken, T.const(n, taken.width))
                    ways.append((T.and_(is_list, is_next), passing.more[n:]))
        self.only_if(T.or_(*(condition for condition, _ in ways)) if ways else T.FALSE, otherwise)
        if self.at is None or not ways:
            self.at = None
            return
        end = self.location()
        for i, (condition, more) in enumerate(ways):
            here, other = self.location(), self.location()
            self.branch(condition if i + 1 < len(ways) else T.TRUE, here, other)
            self.at = here
            do(more)
            self.jump(end)
            self.at = other
        self.at = end


def is_just_started(call: A.Call, f: A.FuncDecl) -> bool:
    """The last argument of a call is a list that was started before, in the same block, and not used since then."""
    match call.args[-1]:
        case A.Decay(place=A.Name(decl=A.VarDecl(storage="local") as list_)):
            pass
        case _:
            return False
    if f.body is None or A.contains(f.body, (A.Label, A.Goto)):
        return False
    starts = [x for x in _on(f.body, list_) if _name(x) == "__builtin_va_start"]
    ends = [x for x in _on(f.body, list_) if _name(x) == "__builtin_va_end"]
    uses = sum(1 for x in _inside(f.body) if isinstance(x, A.Name) and x.decl is list_)
    if len(starts) != 1 or uses != 2 + len(ends):
        return False
    for block in _inside(f.body):
        if isinstance(block, A.Block):
            start = [i for i, s in enumerate(block.body) if isinstance(s, A.ExprStmt) and s.expr is starts[0]]
            if start:
                used = [i for i, s in enumerate(block.body) if any(x.pos == call.pos for x in _on(s, list_))]
                ended = [i for i, s in enumerate(block.body) if any(x is y for x in _on(s, list_) for y in ends)]
                if not used or not start[0] < used[-1] < min([*ended, len(block.body)]):
                    return False
                is_twice = A.contains(block.body[used[-1]], (A.While, A.DoWhile, A.For))
                return not is_twice and not A.contains(block.body[start[0] : used[-1] + 1], (A.Case, A.Default))
    return False


def _inside(node: object) -> Iterator[object]:
    yield node
    for x in A.parts(node):
        yield from _inside(x)


def _on(node: object, list_: A.VarDecl) -> Iterator[A.Call]:
    """Calls that are given the list itself."""
    for x in _inside(node):
        if isinstance(x, A.Call):
            for arg in x.args:
                if isinstance(arg, A.Decay) and isinstance(arg.place, A.Name) and arg.place.decl is list_:
                    yield x


def _name(call: A.Call) -> str:
    return call.callee.decl.name if isinstance(call.callee, A.Name) else ""


def _changed(node: object) -> Iterator[A.VarDecl]:
    """Variables that are assigned to by their names."""
    if isinstance(node, A.Assign | A.CompoundAssign | A.IncDec) and isinstance(node.place, A.Name):
        if isinstance(node.place.decl, A.VarDecl):
            yield node.place.decl
    for x in A.parts(node):
        yield from _changed(x)
