"""What statements mean: blocks and the lives of their variables, loops, switches, jumps in and out of all of them.

A jump is an exception. The innermost block that contains the label catches it and goes in again at the label: every
statement can be started at a `target` inside it (a label, or a case of a switch), and then skips what comes before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.properties import UNREACH_CALL
from threadproof.records import dataclass, field
from threadproof.reference.access import gaps_between, parts
from threadproof.reference.action import BUSY, Action, Doing
from threadproof.reference.expressions import Expressions
from threadproof.reference.memory import Indeterminate, Object, Pointer, write_cells
from threadproof.reference.outcome import (
    BadMemory,
    Break,
    Continue,
    Discarded,
    Goto,
    Jump,
    NotUnderstood,
    ProcessEnd,
    Return,
    ThreadEnd,
    Violation,
)
from threadproof.reference.values import Value, encode, is_true, number

T = TypeVar("T")
#: the name of a label, or a Case or Default
Target = str | A.Case | A.Default | None


@dataclass(eq=False, slots=True)
class Frame:
    """A call of a function that has not returned."""

    function: A.FuncDecl
    objects: dict[A.VarDecl, Object] = field(default_factory=dict)
    #: for each block that was entered, the objects that end with it
    scopes: list[list[Object]] = field(default_factory=list)
    temporaries: list[Pointer] = field(default_factory=list)
    #: values of structures in memory, which end with the full expression
    spilled: list[Object] = field(default_factory=list)
    #: what was passed for `...`, and the number of these arguments among all that there were
    more: list[tuple[Value, ct.CType]] = field(default_factory=list)
    number: int = 0


class Statements(Expressions):
    frames: list[Frame]

    # ------------------------------------------------------------ variables

    def variable(self, decl: A.VarDecl, pos: A.Pos) -> Object:
        if decl.storage in ("local", "param"):
            o = self.frames[-1].objects.get(decl) if self.frames else None
            if o is None:
                raise NotUnderstood(f"variable {decl.name} outside of its block", pos)
            return o
        if decl.storage == "thread":
            return self.thread_local(decl)
        return self.machine.static(decl, pos)

    def thread_local(self, decl: A.VarDecl) -> Object:
        raise NotImplementedError

    def new_local(self, decl: A.VarDecl, size: int | None = None) -> Object:
        model = self.machine.model
        if decl.unsupported:
            raise NotUnderstood(decl.unsupported, decl.pos)
        align = model.align_of_variable(decl.type, decl.align, is_own=decl.is_aligned)
        if size is None:
            size = model.size_of(decl.type)
        else:
            align = max(align, 16)  # (psABI 3.1.2: arrays of variable length)
        o = self.machine.memory.allocate(decl.name, size, "local", align=align, owner=self.number)
        o.is_private = not decl.address_taken
        if self.machine.story is not None:
            self.machine.story.declare(o, decl.type)
        frame = self.frames[-1]
        frame.objects[decl] = o
        frame.scopes[-1].append(o)
        return o

    def temporary(self, size: int) -> Object:
        o = self.machine.memory.allocate("a temporary object", size, "local", owner=self.number)
        o.is_private = False  # its address may be given away
        self.frames[-1].scopes[-1].append(o)
        self.frames[-1].spilled.append(o)
        return o

    def literal(self, decl: A.VarDecl) -> Doing[Object]:
        if decl.storage != "local":
            return self.machine.static(decl, decl.pos)
        o = self.frames[-1].objects.get(decl)
        if o is None or o.life != "alive":
            o = self.new_local(decl)
            o.is_private = False
        yield from self.initialise(o, decl)
        return o

    def initialise(self, o: Object, decl: A.VarDecl) -> Doing[None]:
        """What happens each time that a declaration is reached."""
        init = decl.init
        if init is None:
            o.data.clear()
            o.sync.clear()
            return
        # the initialiser may use the old value of the variable, so it comes first; and it may give its address away
        values: list[Value] = []
        for part in init.parts:
            values.append((yield from self.evaluate(part.value)))
        o.sync.clear()
        if init.zero_rest:
            o.data.clear()
            o.default = 0
            if decl.storage == "local":
                self.leave_gaps(o, decl.type, init)
        for part, v in zip(init.parts, values, strict=True):
            size = self.machine.model.size_of(part.type)
            if decl.storage == "local" and part.bits is None:
                yield from self.touch(Pointer(o, o.address + part.offset), size, part.value.pos, write=True)
            self.fill(o, part, v)
            self.told(o, part.offset, size, part.type, part.value.pos, part.bits)

    def leave_gaps(self, o: Object, t: ct.CType, init: A.Init) -> None:
        """Only static objects have zeros between their members for sure (6.7.9p10).

        Compilers clear the whole of an object of which not all is given, but not one of which all is.
        """
        scalars = parts(t, self.machine.model)
        if not {at for at, _ in scalars} <= {p.offset for p in init.parts}:
            return
        for at, length in gaps_between(scalars, self.machine.model.size_of(t)):
            write_cells(o, at, [Indeterminate() for _ in range(length)])

    def fill(self, o: Object, part: A.InitPart, v: Value) -> None:
        size = self.machine.model.size_of(part.type)
        if isinstance(part.type, ct.Sync) and isinstance(v, int):
            self.machine.begin_sync(o, part.offset, part.type, v, part.value.pos)
        elif part.bits is not None:
            first, width = part.bits
            assert isinstance(v, int)
            length = (first + width + 7) // 8
            word = self._word(o, part.offset, length, part.value.pos)
            mask = ((1 << width) - 1) << first
            write_cells(o, part.offset, list((word & ~mask | (v << first & mask)).to_bytes(length, "little")))
        elif isinstance(part.type, ct.Array) and isinstance(part.value, A.Str):
            data = part.value.data[:size].ljust(size, b"\0")
            write_cells(o, part.offset, list(data))
        else:
            write_cells(o, part.offset, encode(v, part.type, self.machine.model))
            for at, state in getattr(v, "sync", {}).items():
                o.sync[part.offset + at] = state

    # ------------------------------------------------------------ execution

    def run(self, s: A.Stmt, target: Target = None) -> Doing[None]:
        return _METHODS[type(s)](self, s, target)

    def full(self, e: A.Expr) -> Doing[Value]:
        """A full expression."""
        return self._alone(self.evaluate(e))

    def _alone(self, expression: Doing[T]) -> Doing[T]:
        """Temporary objects end with the full expression, also if a jump leaves it; those from before do not."""
        spilled = self.frames[-1].spilled
        before = len(spilled)
        hands, count = self.temporaries, len(self.temporaries)
        try:
            v = yield from expression
        except Jump as jump:
            self._end_temporaries(spilled, before)
            del hands[count:]
            if isinstance(jump, Return):
                self.hold(jump.value)  # type: ignore[arg-type]
            raise
        self._end_temporaries(spilled, before)
        del hands[count:]
        return v

    def _end_temporaries(self, spilled: list[Object], before: int) -> None:
        for o in spilled[before:]:
            self.machine.memory.end(o, "ended")
        del spilled[before:]

    def condition(self, e: A.Expr) -> Doing[bool]:
        yield from self.go_round(e.pos)
        return is_true((yield from self.full(e)))

    def go_round(self, pos: A.Pos) -> Doing[None]:
        """A loop that nobody notices must not keep the others from doing something."""
        self.machine.tick(pos)
        if self.machine.is_patience_over() and not self.sections:
            yield Action(pos, BUSY)

    def block_value(self, block: A.Block) -> Doing[Value]:
        result: list[Value] = [None]
        yield from self._block(block, None, result)
        return result[0]

    def leave(self, pos: A.Pos) -> Doing[None]:
        """The variables of a block end; unless the thread stops here for good, and others go on.

        Others may come first who look at them.
        """
        why = sys.exception()
        if isinstance(why, GeneratorExit | Discarded | ProcessEnd | BadMemory):
            return
        alive = [o for o in self.frames[-1].scopes[-1] if o.life == "alive"]
        if (why is None or isinstance(why, Jump | ThreadEnd)) and any(not o.is_private for o in alive):
            if not self.sections and not self.machine.is_alone():
                yield Action(pos, "leave the block")
        self.frames[-1].scopes.pop()
        for o in alive:
            self.machine.memory.end(o, "ended")

    def _block(self, s: A.Block, target: Target, result: list[Value] | None = None) -> Doing[None]:
        frame = self.frames[-1]
        frame.scopes.append([])
        try:
            for decl in _declared(s.body):
                self.new_local(decl)
            at = 0 if target is None else _position(s.body, target)
            while True:
                try:
                    while at < len(s.body):
                        child = s.body[at]
                        if result is not None and at == len(s.body) - 1 and isinstance(child, A.ExprStmt):
                            result[0] = yield from self.evaluate(child.expr)
                        else:
                            yield from self.run(child, target)
                        target = None
                        at += 1
                    break
                except Goto as jump:
                    if jump.label not in _inside(s):
                        raise
                    target, at = jump.label, _position(s.body, jump.label)
                    self._leave_arrays(s.body[at:])
                yield from self.go_round(s.pos)
        finally:
            self.machine.watch(self.number, self.machine.seen(s.end))
            yield from self.leave(s.end)

    def _leave_arrays(self, rest: list[A.Stmt]) -> None:
        """A jump back to before the declaration of an array of variable length leaves its scope."""
        for s in rest:
            while isinstance(s, A.Label | A.Case | A.Default):
                s = s.body
            o = self.frames[-1].objects.get(s.decl) if isinstance(s, A.VlaDecl) else None
            if o is not None and o.life == "alive":
                self.machine.memory.end(o, "ended")

    def _body(self, s: A.Stmt, target: Target) -> Doing[None]:
        """The body of a loop or a selection is a block, with braces or without."""
        self.frames[-1].scopes.append([])
        try:
            yield from self.run(s, target)
        finally:
            yield from self.leave(s.pos)

    def _expression(self, s: A.ExprStmt, target: Target) -> Doing[None]:
        self.machine.tick(s.pos)
        yield from self.full(s.expr)

    def _declaration(self, s: A.DeclStmt, target: Target) -> Doing[None]:
        self.machine.tick(s.pos)
        for decl in s.decls:
            if decl.storage == "local":
                o = self.frames[-1].objects.get(decl) or self.new_local(decl)
                yield from self._alone(self.initialise(o, decl))

    def _vla(self, s: A.VlaDecl, target: Target) -> Doing[None]:
        size = self.machine.model.size_of(ct.fixed_part(s.decl.type))
        for length in s.lengths:
            n = number((yield from self.full(length)))
            if n < 0:
                raise BadMemory(f"array with {n} elements", s.pos)
            size *= n
        old = self.frames[-1].objects.get(s.decl)
        if old is not None and old.life == "alive":
            self.machine.memory.end(old, "ended")
        self.new_local(s.decl, size)

    def _if(self, s: A.If, target: Target) -> Doing[None]:
        if target is not None:
            chosen: A.Stmt | None = s.then if target in _inside(s.then) else s.other
        else:
            chosen = s.then if (yield from self.condition(s.cond)) else s.other
        if chosen is not None:
            yield from self._body(chosen, target)

    def _while(self, s: A.While, target: Target) -> Doing[None]:
        while target is not None or (yield from self.condition(s.cond)):
            try:
                yield from self._body(s.body, target)
            except Continue:
                pass
            except Break:
                return
            target = None

    def _do_while(self, s: A.DoWhile, target: Target) -> Doing[None]:
        while True:
            try:
                yield from self._body(s.body, target)
            except Continue:
                pass
            except Break:
                return
            target = None
            if not (yield from self.condition(s.cond)):
                return

    def _for(self, s: A.For, target: Target) -> Doing[None]:
        self.frames[-1].scopes.append([])
        try:
            if s.init is not None:
                for decl in _declared([s.init]):
                    self.new_local(decl)
                if target is None:
                    yield from self.run(s.init)
            while target is not None or s.cond is None or (yield from self.condition(s.cond)):
                yield from self.go_round(s.pos)
                try:
                    yield from self._body(s.body, target)
                except Continue:
                    pass
                except Break:
                    return
                target = None
                if s.step is not None:
                    yield from self.full(s.step)
        finally:
            yield from self.leave(s.pos)

    def _switch(self, s: A.Switch, target: Target) -> Doing[None]:
        if target is None:
            n = number((yield from self.full(s.value)))
            target = _chosen(s.body, n)
            if target is None:
                return
        with suppress(Break):
            yield from self._body(s.body, target)

    def _labelled(self, s: A.Label | A.Case | A.Default, target: Target) -> Doing[None]:
        if target is s or (isinstance(s, A.Label) and target == s.name):
            target = None
        if isinstance(s, A.Label) and target is None and s.name == "ERROR" and self.machine.error_label:
            raise Violation(UNREACH_CALL.name, "the label ERROR is reached", s.pos)
        yield from self.run(s.body, target)

    def _goto(self, s: A.Goto, target: Target) -> Doing[None]:
        yield from ()
        raise Goto(s.label)

    def _break(self, s: A.Break, target: Target) -> Doing[None]:
        yield from ()
        raise Break

    def _continue(self, s: A.Continue, target: Target) -> Doing[None]:
        yield from ()
        raise Continue

    def _return(self, s: A.Return, target: Target) -> Doing[None]:
        self.machine.tick(s.pos)
        v = None if s.value is None else (yield from self.evaluate(s.value))
        raise Return(v)

    def _empty(self, s: A.Empty, target: Target) -> Doing[None]:
        yield from ()

    def _unsupported_statement(self, s: A.UnsupportedStmt, target: Target) -> Doing[None]:
        yield from ()
        raise NotUnderstood(s.what, s.pos)


_METHODS: dict[type, Callable[[Any, Any, Target], Doing[None]]] = {
    A.ExprStmt: Statements._expression,
    A.DeclStmt: Statements._declaration,
    A.Block: Statements._block,
    A.If: Statements._if,
    A.While: Statements._while,
    A.DoWhile: Statements._do_while,
    A.For: Statements._for,
    A.Switch: Statements._switch,
    A.Case: Statements._labelled,
    A.Default: Statements._labelled,
    A.Label: Statements._labelled,
    A.Goto: Statements._goto,
    A.Break: Statements._break,
    A.Continue: Statements._continue,
    A.Return: Statements._return,
    A.Empty: Statements._empty,
    A.UnsupportedStmt: Statements._unsupported_statement,
    A.VlaDecl: Statements._vla,
}


# ---------------------------------------------------------------- what is where in the tree


def children(s: A.Stmt) -> Iterator[A.Stmt]:
    match s:
        case A.Block():
            yield from s.body
        case A.If():
            yield s.then
            if s.other is not None:
                yield s.other
        case A.While() | A.DoWhile() | A.For() | A.Switch() | A.Case() | A.Default() | A.Label():
            yield s.body


#: what can be jumped to inside a statement, of programs that were read of late
INSIDE: dict[A.Stmt, frozenset[Target]] = {}


def _inside(s: A.Stmt) -> frozenset[Target]:
    known = INSIDE.get(s)
    if known is None:
        found: set[Target] = set()
        for child in children(s):
            found |= _inside(child)
        if isinstance(s, A.Label):
            found.add(s.name)
        elif isinstance(s, A.Case | A.Default):
            found.add(s)
        known = INSIDE[s] = frozenset(found)
    return known


def _position(body: list[A.Stmt], target: Target) -> int:
    return next(n for n, s in enumerate(body) if target in _inside(s))


def _declared(body: list[A.Stmt]) -> Iterator[A.VarDecl]:
    """Local variables of a block: they live from its beginning to its end, wherever it is entered."""
    for s in body:
        while isinstance(s, A.Label | A.Case | A.Default):
            s = s.body
        if isinstance(s, A.DeclStmt):
            yield from (d for d in s.decls if d.storage == "local")


def _chosen(s: A.Stmt, n: int) -> A.Case | A.Default | None:
    """The case of a switch for a value."""
    default: A.Default | None = None
    stack = [s]
    while stack:
        at = stack.pop()
        if isinstance(at, A.Case) and at.low <= n <= at.high:
            return at
        if isinstance(at, A.Default):
            default = at
        if not isinstance(at, A.Switch):
            stack += children(at)
    return default
