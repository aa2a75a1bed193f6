"""What lowering carries along: the sites of the program, the template being built, and where control is.

`ProgramContext` (`whole`) lives for the whole program, `TemplateContext` for one thread template (with its calls
inlined), `Frame` for one activation of a function in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.analysis.points_to import Copy, Everything, From, Inside, LoadFrom, StoreTo
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    VOID,
    Array,
    CType,
    Float,
    Int,
    Pointer,
    Struct,
    Void,
    has_values,
    is_thread_id,
)
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower import copies, masses
from threadproof.frontend.lower.jumps import Path
from threadproof.frontend.lower.whole import LocalVar, ProgramContext, StructValue, Value
from threadproof.ir import op as O
from threadproof.ir.program import Source
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Property
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.lower.passing import Passing


@dataclass(slots=True)
class Scope:
    """A block control is in, with what was declared in it so far."""

    node: A.Block | A.For | None
    #: how many full expressions are being lowered around it
    expressions: int
    #: the statement of the block control is at
    position: int = 0
    objects: list[R.Site] = field(default_factory=list)
    pointers: list[Var] = field(default_factory=list)
    #: variable-length arrays: where each is declared, and the pointer to its memory
    arrays: list[tuple[int, LocalVar]] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """One activation of a function."""

    function: A.FuncDecl
    variables: dict[A.VarDecl, LocalVar | R.Site] = field(default_factory=dict)
    #: variable-length arrays: a pointer to their memory
    vlas: dict[A.VarDecl, LocalVar] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    return_to: int = 0
    result: LocalVar | StructHolder | None = None
    #: where break and continue go, each with the number of blocks around that place
    breaks: list[tuple[int, int]] = field(default_factory=list)
    continues: list[tuple[int, int]] = field(default_factory=list)
    #: scopes control is in, innermost last; the first one is that of the parameters
    scopes: list[Scope] = field(default_factory=list)
    #: the way to each label and case: see `jumps`
    paths: dict[str | int, Path] | None = None
    #: by block (its `id`): which of its statements is the first that a goto leads to, or into
    first_labels: dict[int, int] | None = None
    passed: Passing | None = None
    #: memory from alloca, by the call: null until it is executed
    allocas: dict[int, LocalVar] = field(default_factory=dict)
    #: where all other memory from alloca comes from
    more_allocas: list[R.Site] = field(default_factory=list)
    caller: Frame | None = None


@dataclass(slots=True)
class StructHolder:
    """Where a function leaves the struct it returns."""

    parts: list[tuple[int, CType, LocalVar]]
    #: where it may have been read
    sources: list[R.Place] = field(default_factory=list)


class TemplateContext:
    """Builds one raw template. `at` is the current location; None when control cannot get here."""

    def __init__(self, program: ProgramContext, template: R.RawTemplate) -> None:
        self.program = program
        self.model = program.model
        self.raw = template
        self.at: int | None = template.entry
        self.frame: Frame = None  # type: ignore[assignment]  # set before anything is lowered
        self.origin = Source("", "", 0)
        #: variables that are assigned only where they are made
        self.temporaries: set[Var] = set()
        #: how many functions that are called once are being lowered
        self.inside_once = 0
        self.inside_section = 0  # of ours
        #: values of structures in memory, of the full expressions being lowered, with which they end
        self.spilled: list[list[R.Site]] = [[]]
        #: of an expression that is evaluated in any case: whether C evaluates it
        self.given: Term = T.TRUE
        #: the calls through pointers that control is inside: what each points to, and the function it is here
        self.calls: list[tuple[tuple[From, ...], int]] = []
        #: functions being inlined, outermost first
        self.stack: list[str] = []
        #: where a cooperative thread goes that was stopped
        self.stopped = -1
        #: it is in a function that somebody asks about: whether it stays there
        self.stays: Var | None = None
        #: the thread ends: by pthread_exit and its like (`is_cancelled`: by a request), or its function has returned
        self.is_leaving = self.is_cancelled = self.after_return = False

    # ------------------------------------------------------------ graph

    def location(self) -> int:
        n = self.raw.locations
        self.raw.locations = n + 1
        return n

    def emit(self, op: R.RawOp, target: int | None = None, note: str = "") -> None:
        """An edge from here; control goes on at its target (a new location by default)."""
        if self.at is None:
            return
        if target is None:
            target = self.location()
        self.edge(self.at, target, op, note)
        self.at = target

    def edge(self, source: int, target: int, op: R.RawOp, note: str = "") -> None:
        if len(self.raw.edges) > masses.MOST_STEPS:
            raise self.program.inlined.too_many(self.stack)
        self.raw.edges.append(R.RawEdge(source, target, op, self.origin, note))

    def jump(self, target: int) -> None:
        if self.at is not None:
            self.edge(self.at, target, R.NOP)
            self.at = None

    def assume(self, condition: Term, why: str) -> None:
        """Executions in which it does not hold are discarded."""
        if condition is not T.TRUE and self.at is not None:
            self.raw.discards[self.at] = why
            self.emit(O.Step(guard=condition))
            if condition is T.FALSE:
                self.at = None

    def only_if(self, condition: Term, otherwise: str) -> None:
        """Control goes on if the condition holds; what happens otherwise is not understood."""
        if self.at is None or condition is T.TRUE:
            return
        go_on, other = self.location(), self.location()
        self.branch(condition, go_on, other)
        self.at = other
        self.unsupported(otherwise, always=False)
        self.at = go_on

    def branch(self, condition: Term, yes: int, no: int) -> None:
        if self.at is None:
            return
        if condition is not T.FALSE:
            self.edge(self.at, yes, O.Step(guard=condition))
        if condition is not T.TRUE:
            self.edge(self.at, no, O.Step(guard=T.not_(condition)))
        self.at = None

    def atomic_begin(self, order: O.Order | None = None, *, implicit: bool = True) -> None:
        """`order`: of one access to something large; plain: of what the library knows, without ordering anything."""
        self.inside_section += 1
        self.emit(O.AtomicBegin(implicit, order))

    def atomic_end(self, *, implicit: bool = True) -> None:
        self.inside_section -= 1
        self.emit(O.AtomicEnd(implicit))

    def check(
        self, holds: Term, property_: Property, part: str, text: str, otherwise: R.Otherwise, scope: str = ""
    ) -> None:
        """Go on if `holds`; else the property is violated."""
        holds = T.or_(T.not_(self.given), holds)
        if self.at is not None and holds is not T.TRUE:
            self.emit(R.Check(holds, property_, part, text, otherwise, scope))
            if holds is T.FALSE and otherwise is not R.Otherwise.GOES_ON:
                self.at = None

    def unsupported(self, what: str, *, always: bool = True) -> None:
        """`always`: as soon as control gets there; not only if values are what they hardly are."""
        self.program.note_unsupported(what, self.origin, always=always and not self.is_cancelled)
        self.emit(O.Unsupported(what))
        self.at = None

    def set_origin(self, pos: A.Pos, node: object | None = None) -> None:
        if pos.file == LIBRARY:
            return  # what a library function does happens where it is called
        statement = self.origin.statement
        if node is not None:
            statement = self.program.statements.setdefault(id(node), len(self.program.statements) + 1)
        self.origin = Source(self.frame.function.name, pos.file, pos.line, statement, *pos.span)

    # ------------------------------------------------------------ variables

    def new_var(self, name: str, width: int, lvalue: str = "", signed: bool = False) -> Var:
        v = Var(self.program.unique(f"{self.raw.name}::{name}"), width, False, lvalue=lvalue, signed=signed)
        self.raw.locals.append(v)
        return v

    def new_temporary(self, width: int) -> Var:
        v = self.new_var("t", width)
        self.temporaries.add(v)
        return v

    def new_local(self, name: str, t: CType, lvalue: str = "", *, is_declared: bool = False) -> LocalVar:
        if isinstance(t, Pointer):
            obj = self.new_var(f"{name}.obj", R.OBJECT_WIDTH)
            off = self.new_var(f"{name}.off", self.model.pointer_width)
            obj.lvalue, obj.is_pointer = lvalue, True
            if not is_declared:
                self.program.in_hands.add(obj)
            obj.group = off.group = obj.name
            return LocalVar((obj, off), t)
        assert isinstance(t, Int | Float), t
        return LocalVar((self.new_var(name, t.width, lvalue, isinstance(t, Int) and t.signed),), t)

    def value_of(self, v: LocalVar) -> Term | R.Ptr:
        if len(v.vars) == 2:
            return R.Ptr(T.var(v.vars[0]), T.var(v.vars[1]), (From(v.vars[0]),))
        return T.var(v.vars[0])

    def assign_local(self, v: LocalVar, value: Term | R.Ptr) -> None:
        if isinstance(value, R.Ptr):
            assert len(v.vars) == 2
            self.flow(v.vars[0], value)
            terms: tuple[Term, ...] = (value.obj, value.off)
        else:
            terms = (value,)
        ups = tuple(O.Update(x, (), t) for x, t in zip(v.vars, terms, strict=True) if t is not T.var(x))
        if ups:
            self.emit(O.Step(updates=ups))

    def constrain(self, c: Copy | LoadFrom | StoreTo | Everything) -> None:
        """What a step here does with pointers."""
        self.program.constraints.append(Inside(tuple(self.calls), c) if self.calls else c)

    def flow(self, node: object, value: R.Ptr) -> None:
        if value.values:
            self.constrain(Copy(node, value.values))

    def havoc_local(self, v: LocalVar) -> None:
        """An arbitrary value; a pointer is some number, at which there is no object."""
        if len(v.vars) == 2:
            self.emit(O.Step(updates=(O.Update(v.vars[0], (), R.NULL_OBJECT),)))
            self.emit(O.Havoc(v.vars[1], (), 0, (1 << v.vars[1].width) - 1))
            if self.at is not None:
                self.program.unset.setdefault(self.raw.name, []).append((self.at, v.vars[0]))
        else:
            assert isinstance(v.type, Int | Float)
            is_bool = isinstance(v.type, Int) and v.type.is_bool
            highest = 0 if is_thread_id(v.type) else 1 if is_bool else (1 << v.type.width) - 1
            self.emit(O.Havoc(v.vars[0], (), 0, highest))

    def forget_pointers(self, variables: list[Var]) -> None:
        """For the leak check: what is out of scope holds nothing any more."""
        if self.program.for_leaks and variables and self.at is not None:
            self.emit(R.forgetting(dict.fromkeys(variables)))

    def is_stable(self, value: Term | R.Ptr) -> bool:
        """No later step changes it: made of constants, addresses of objects and temporaries."""
        terms = (value.obj, value.off) if isinstance(value, R.Ptr) else (value,)
        return all(v in self.temporaries or v.kind == "address" for t in terms for v in t.vars)

    def _is_about_hands(self, value: Term) -> bool:
        """A number that is found by looking at a pointer, which then need not be held any more."""
        return self.program.for_leaks and not value.vars.isdisjoint(self.program.in_hands)

    def hold(self, value: Term | R.Ptr, t: CType) -> Term | R.Ptr:
        """A copy of the value that later side effects cannot change."""
        if self.is_stable(value) and not (isinstance(value, Term) and self._is_about_hands(value)):
            return value
        if isinstance(value, R.Ptr):
            v = self.new_local("t", Pointer(VOID))
            self.temporaries.update(v.vars)
            self.assign_local(v, value)
            return self.value_of(v)
        x = self.new_temporary(value.width)
        self.emit(O.Step(updates=(O.Update(x, (), value),)))
        return T.var(x)

    # ------------------------------------------------------------ memory

    def pointer_to(self, p: R.Place) -> R.Ptr:
        width = self.model.pointer_width
        off = T.add(p.base.off, T.const(p.offset, width))
        for s in p.steps:
            off = T.add(off, T.mul(T.resize(s.index, width, s.signed), T.const(s.stride, width)))
        return R.Ptr(p.base.obj, off, p.values)

    def deref(self, p: R.Ptr, t: CType, text: str = "") -> R.Place:
        return R.Place(p, 0, (), t, text)

    def load(self, place: R.Place, t: CType, order: O.Order | None = None) -> Value:
        """`order`: None: what its type says; plain: it is a part of something larger."""
        if isinstance(t, Struct | Array):
            if not t.atomic or order is O.Order.PLAIN:
                return self._load_parts(place, t, order or O.Order.PLAIN)
            self.atomic_begin(order or O.Order.SEQ_CST)
            whole = self._load_parts(place, t, order or O.Order.SEQ_CST)
            self.atomic_end()
            return whole
        if isinstance(t, Void):
            return T.const(0, 32)
        if not has_values(t):
            return copies.load(self, place, t)
        target = self.new_local("t", t)
        self.temporaries.update(target.vars)
        self.emit(R.MemAccess(place, t, target.vars, (), order or place.order(t), is_part=self._is_part(order)))
        if isinstance(t, Pointer):
            self.constrain(LoadFrom(target.vars[0], place.values))
        return self.value_of(target)

    def _is_part(self, order: O.Order | None) -> bool:
        return order is O.Order.PLAIN or self.frame.function.pos.file == LIBRARY

    def _load_parts(self, place: R.Place, t: CType, order: O.Order) -> StructValue:
        try:
            parts = self.program.scalar_parts(t)
        except LookupError as e:
            self.unsupported(f"copy of a struct with {e}")
            return StructValue([])
        self.touch_whole(place, t, parts)
        out: list[tuple[int, CType, Term | R.Ptr]] = []
        for offset, part in parts:
            value = self.load(place.field(offset, f"{place.text}.+{offset}"), part, order)
            assert isinstance(value, Term | R.Ptr)
            out.append((offset, part, value))
        return StructValue(out, [place])

    def touch_whole(self, place: R.Place, t: CType, parts: list[tuple[int, CType]]) -> None:
        """To be called before all parts of a structure are accessed: what is between them is, too."""
        if gaps := self.program.gaps(t, parts):
            self.emit(R.WholeAccess(place, self.model.size_of(t), gaps))

    def store(self, place: R.Place, t: CType, value: Value, order: O.Order | None = None) -> None:
        """`order`: as for `load`; parts of a structure are not atomic on their own account."""
        if isinstance(value, StructValue):
            is_one = t.atomic and order is not O.Order.PLAIN
            of_parts = order or (O.Order.SEQ_CST if is_one else O.Order.PLAIN)
            if is_one:
                self.atomic_begin(of_parts)
            self.touch_whole(place, t, [(offset, part) for offset, part, _ in value.parts])
            for offset, part, v in value.parts:
                self.store(place.field(offset, f"{place.text}.+{offset}"), part, v, of_parts)
            if is_one:
                self.atomic_end()
            return
        if not has_values(t):
            copies.store(self, place, t, value)
            return
        if isinstance(value, R.Ptr):
            if value.values:
                self.constrain(StoreTo(place.values, value.values))
            new: tuple[Term, ...] = (value.obj, value.off)
        else:
            assert isinstance(value, Term)
            new = (value,)
        self.emit(R.MemAccess(place, t, (), new, order or place.order(t), is_part=self._is_part(order)))

    def must_not_overlap(self, place: R.Place, value: StructValue, t: CType) -> None:
        """A structure is copied piece by piece (6.5.16.1)."""
        size = T.const(self.model.size_of(t), self.model.pointer_width)
        for source in value.sources:
            self.emit(R.MustBeApart(self.pointer_to(place), size, self.pointer_to(source), size, may_be_same=True))

    def allocate(self, size: Term, name: str, zeroed: bool = False, automatic: bool = False) -> R.Ptr:
        """A new object of `size` bytes; an automatic one (alloca) is never freed by hand."""
        site = self.program.new_site(f"{self.raw.name}::{name}", None, "heap", self.raw.name)
        site.zeroed = zeroed
        site.size = size.value
        site.automatic = automatic
        if not automatic:
            self.program.scope["allocations succeed"] = None
        site.line = self.origin.line
        site.copy = self.program.count_allocation(name, site.line)
        obj = self.new_var("new.obj", R.OBJECT_WIDTH)
        obj.is_pointer, obj.group = True, obj.name
        self.temporaries.add(obj)
        self.program.in_hands.add(obj)
        self.emit(R.Alloc(obj, site, T.resize(size, self.model.pointer_width, False)))
        self.constrain(Copy(obj, (From(site.number),)))
        return R.Ptr(T.var(obj), T.const(0, self.model.pointer_width), (From(obj),))

    def same(self, a: R.Ptr, b: R.Ptr) -> Term:
        """Are the pointers equal? Two objects may lie in one place, one after the other, or side by side."""
        test = self.test_of_same(a, b)
        if isinstance(test, Term):
            return test
        self.emit(test)
        return T.is_nonzero(T.var(test.target))

    def test_of_same(self, a: R.Ptr, b: R.Ptr) -> R.SamePtr | Term:
        """The test, to be made in some step; the answer itself, if object and offset are enough for it."""
        same = T.and_(T.eq(a.obj, b.obj), T.eq(a.off, b.off))
        if a.obj is b.obj or not (a.values and b.values) or (same is T.FALSE and self._is_inside(a, b)):
            return same
        target = self.new_var("same", 8)
        if self.is_stable(a) and self.is_stable(b):
            self.temporaries.add(target)
        return R.SamePtr(target, a, b)

    def _is_inside(self, *pointers: R.Ptr) -> bool:
        """All of them point into objects that live for ever and have a place for themselves."""
        for p in pointers:
            if not p.obj.value or p.off.value is None:
                return False
            site = self.program.sites[p.obj.value]
            try:
                size = 1 if site.kind == "function" else self.model.size_of(site.type) if site.type else 0
            except LookupError:  # somebody else knows; it is not empty
                size = 1
            if p.off.value >= size or site in self.program.strings.values():
                return False
        return True

    def update(
        self,
        place: R.Place,
        t: CType,
        new: Value,
        old: LocalVar,
        order: O.Order = O.Order.SEQ_CST,
        test: R.SamePtr | None = None,
        stores_if: Term | None = None,
        orders: tuple[O.Order, O.Order] | None = None,
    ) -> None:
        """One step: old := *place, *place := new (which may mention old, and the outcome of a test of old)."""
        if isinstance(new, R.Ptr):
            if new.values:
                self.constrain(StoreTo(place.values, new.values))
            terms: tuple[Term, ...] = (new.obj, new.off)
        else:
            assert isinstance(new, Term)
            terms = (new,)
        if isinstance(t, Pointer):
            self.constrain(LoadFrom(old.vars[0], place.values))
        self.emit(R.MemAccess(place, t, old.vars, terms, order, test, stores_if, orders=orders))
