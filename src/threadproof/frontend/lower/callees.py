"""What is assigned to what, before anything is lowered: which functions a pointer may be, which numbers are addresses.

Calls are inlined, so every function that is tried in vain costs, and where it leads back to the call, it costs without
end. A variable, a member of a structure (of all objects), the members of a union together, a parameter and the result
of a function are one place each, and so is all memory that is accessed in other ways. Functions flow from place to
place as values do; through calls by pointers, to whatever the callee may be.

Nothing wrong comes of it if this misses a function, say in a structure that is read as another one: then the pointer is
found to be no function that is known here (`memory.lowering`), and the verdict is Unknown.

Addresses flow, too, from where pointers become numbers to where numbers become pointers. If they get there, a number
that is as wide as a pointer and may be an address is kept as one (`carried`). That is a matter of how it is kept, and
not of what it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import Array, CType, DataModel, Int, Pointer, Struct, is_thread_id

#: a declaration, or a tuple with a name
Place = Any
#: all memory that is accessed in other ways
ELSEWHERE: Place = "elsewhere"
#: where numbers that are addresses come from, and where they become pointers again
ADDRESSES: Place = "addresses"
POINTERS: Place = "pointers"
#: of functions that access what their first argument points to, as a whole
ATOMICS = ("atomic_", "__atomic_", "__sync_")


class Flows:
    """Of one program; what nobody asks for is not looked for."""

    def __init__(self, unit: A.Unit, model: DataModel) -> None:
        self._unit = unit
        self._model = model

    @cached_property
    def functions(self) -> list[A.FuncDecl]:
        """Those whose address is taken."""
        return [self._unit.functions[n] for n in functions_as_values(self._unit)]

    @cached_property
    def _callees(self) -> Callees:
        return Callees(self._unit, self._model, self.functions)

    @cached_property
    def _carried(self) -> set[Place]:
        return self._callees.carried() if has_addresses(self._unit) else set()

    def callees(self, callee: A.Expr) -> list[A.FuncDecl]:
        """What is called there, as it seems."""
        return self._callees.of(callee)

    def carries(self, t: CType, place: A.Expr) -> bool:
        """Is a number of this type an address there, to be kept as a pointer?"""
        return self._is_wide(t) and bool(self._carried) and self._callees.place_of(place) in self._carried

    def variable_carries(self, d: A.VarDecl) -> bool:
        return self._is_wide(d.type) and d in self._carried

    def result_carries(self, f: A.FuncDecl) -> bool:
        return self._is_wide(f.type.result) and ("result", f.symbol) in self._carried

    def member_carries(self, t: Struct, name: str, of: CType) -> bool:
        return self._is_wide(of) and bool(self._carried) and _member(t, name) in self._carried

    def _is_wide(self, t: CType) -> bool:
        return isinstance(t, Int) and t.width == self._model.pointer_width and not is_thread_id(t)


class Callees:
    def __init__(self, unit: A.Unit, model: DataModel, taken: list[A.FuncDecl]) -> None:
        self.model = model
        self._flows: dict[Place, dict[Place, None]] = {}
        self._indirect: list[A.Call] = []
        self._seen: set[int] = set()
        for g in unit.globals:
            self._declared(g)
        for f in unit.functions.values():
            if f.body is not None:
                self._visit(f.body, f)
        for f in taken:
            for p in f.params:
                self._flow([ELSEWHERE], p)
        self._functions = {f.symbol: f for f in taken}
        self._linked: set[tuple[int, str]] = set()
        self._solve()

    def carried(self) -> set[Place]:
        """The places of numbers that are addresses, if some of these become pointers again."""
        found = _reached(ADDRESSES, self._flows)
        return found if POINTERS in found else set()

    def place_of(self, e: A.Expr) -> Place:
        return self._place(e)

    def of(self, callee: A.Expr) -> list[A.FuncDecl]:
        """Every function if none is known."""
        found = self._names(callee)
        return [f for n, f in self._functions.items() if n in found] or list(self._functions.values())

    def _names(self, callee: A.Expr) -> set[str]:
        places = self._sources(callee)
        found = {x[1] for x in places if _is_function(x)}
        for x in places:
            found |= self._holds.get(x, set())
        return found

    def _solve(self) -> None:
        is_done = False
        while not is_done:
            self._holds = _closure(self._flows)
            is_done = True
            for call in self._indirect:
                for name in self._names(call.callee):
                    f = self._functions.get(name)
                    if f is not None and (id(call), name) not in self._linked:
                        self._linked.add((id(call), name))
                        self._called(call, f)
                        is_done = False

    # ------------------------------------------------------------ what flows where

    def _flow(self, sources: Iterable[Place], to: Place) -> None:
        for x in sources:
            self._flows.setdefault(x, {})[to] = None

    def _visit(self, node: object, inside: A.FuncDecl) -> None:
        pending = [node]
        while pending:
            node = pending.pop()
            match node:
                case A.DeclStmt():
                    for d in node.decls:
                        self._declared(d)
                case A.Name(decl=A.VarDecl() as d) if d.storage == "static":
                    self._declared(d)
                case A.CompoundLiteral():
                    self._declared(node.decl)
                case A.Assign():
                    self._flow(self._sources(node.value), self._place(node.place))
                case A.AddrOf():
                    self._exposed(node.place)
                case A.Return(value=value) if value is not None:
                    self._flow(self._sources(value), ("result", inside.symbol))
                case A.Cast(type=Pointer(), operand=x) if isinstance(x.type, Int):
                    self._flow(self._sources(x), POINTERS)
                case A.Call():
                    f = _named(node.callee)
                    if f is None:
                        self._indirect.append(node)
                    elif is_atomic(f) and node.args and isinstance(node.args[0], A.AddrOf):
                        self._accessed(node, self._place(node.args[0].place))
                        pending += [*A.parts(node.args[0].place), *node.args[1:]]
                        continue
                    else:
                        self._called(node, f)
            pending += A.parts(node)

    def _accessed(self, call: A.Call, place: Place) -> None:
        """An atomic operation on it: whatever else there is may be stored there, and what was there may go there."""
        for x in call.args[1:]:
            if isinstance(x, A.AddrOf):
                other = self._place(x.place)
                self._flow([other], place)
                self._flow([place], other)
            elif isinstance(x.type, Pointer) and not isinstance(call.args[0].type, Pointer):
                self._flow([place], ELSEWHERE)
                self._flow([ELSEWHERE], place)
            else:
                self._flow(self._sources(x), place)
        self._flow([place], ("call", id(call)))

    def _called(self, call: A.Call, f: A.FuncDecl) -> None:
        known = f.params if f.body is not None else []
        for i, x in enumerate(call.args):
            self._flow(self._sources(x), known[i] if i < len(known) else ELSEWHERE)
        self._flow([("result", f.symbol) if f.body is not None else ELSEWHERE], ("call", id(call)))

    def _declared(self, d: A.VarDecl) -> None:
        if d.init is None or id(d) in self._seen:
            return
        self._seen.add(id(d))
        for part in d.init.parts:
            for place in self._at(d.type, part.offset, d):
                self._flow(self._sources(part.value), place)

    def _at(self, t: CType, offset: int, outer: Place) -> list[Place]:
        """The places of what lies there in something of type `t`."""
        while isinstance(t, Array):
            size = self.model.size_of(t.of)
            offset, t = offset % size if size else 0, t.of
        if not isinstance(t, Struct) or t.fields is None:
            return [outer]
        found: list[Place] = []
        for f, (start, _) in zip(t.fields, self.model.layout(t).offsets, strict=True):
            if start <= offset < start + max(self.model.size_of(f.type), 1) or isinstance(f.type, Array):
                found += self._at(f.type, offset - start, _member(t, f.name or ""))
        return found

    def _exposed(self, place: A.Expr) -> None:
        """Whoever has its address may read and write it; structures by the names of their members."""
        t = place.type
        while isinstance(t, Array):
            t = t.of
        at = self._place(place)
        if not isinstance(t, Struct) and not _is_function(at):
            self._flow([at], ELSEWHERE)
            self._flow([ELSEWHERE], at)

    def _place(self, e: A.Expr) -> Place:
        match e:
            case A.Name(decl=A.FuncDecl() as f):
                return "function", f.symbol
            case A.Name(decl=d):
                return d
            case A.CompoundLiteral():
                return e.decl
            case A.Member():
                return _member(e.base.type, e.name)
            case A.Index():
                return self._place(e.array)
            case A.Deref(pointer=pointer):
                while isinstance(pointer, A.PtrAdd | A.Cast):
                    pointer = pointer.pointer if isinstance(pointer, A.PtrAdd) else pointer.operand
                return self._place(pointer.place) if isinstance(pointer, A.Decay | A.AddrOf) else ELSEWHERE
            case _:
                return ELSEWHERE

    def _sources(self, e: A.Expr) -> list[Place]:
        """The places that a value comes from, and functions."""
        match e:
            case A.Load() | A.Name():
                return [self._place(e if isinstance(e, A.Name) else e.place)]
            case A.Decay() | A.AddrOf():
                at = self._place(e.place)
                if not _is_function(at):
                    self._exposed(e.place)
                    return [ELSEWHERE]
                return [at]
            case A.Deref():
                return [self._place(e), *self._sources(e.pointer)]
            case A.Cast():
                found = self._sources(e.operand)
                return [*found, ADDRESSES] if self._is_address(e) else found
            case A.PtrAdd():
                return self._sources(e.pointer)
            case A.Cond():
                return [*self._sources(e.then or e.cond), *self._sources(e.other)]
            case A.Comma():
                return self._sources(e.right)
            case A.Assign() | A.CompoundAssign():
                return self._sources(e.value)
            case A.Binary():
                return [*self._sources(e.left), *self._sources(e.right)]
            case A.Unary():
                return self._sources(e.operand)
            case A.Call():
                return [("call", id(e))]
            case A.Const() | A.Str() | A.FloatConst():
                return []
            case A.StmtExpr(body=A.Block(body=[*_, A.ExprStmt() as last])):
                return self._sources(last.expr)
            case A.Member() | A.Index():
                return [self._place(e)]
            case _:
                return [ELSEWHERE]

    def _is_address(self, e: A.Cast) -> bool:
        return (
            isinstance(e.operand.type, Pointer) and isinstance(e.type, Int) and e.type.width == self.model.pointer_width
        )


def is_atomic(f: A.FuncDecl) -> bool:
    return f.body is None and f.name.startswith(ATOMICS)


def has_addresses(unit: A.Unit) -> bool:
    """Are there pointers that become numbers, and numbers that become pointers?"""
    becomes_number = becomes_pointer = False
    pending: list[object] = [f.body for f in unit.functions.values() if f.body is not None]
    while pending:
        node = pending.pop()
        if isinstance(node, A.Cast):
            to, source = node.type, node.operand.type
            becomes_number = becomes_number or (isinstance(to, Int) and isinstance(source, Pointer) and not to.is_bool)
            is_constant = isinstance(A.without_casts(node.operand), A.Const)
            becomes_pointer = becomes_pointer or (
                isinstance(to, Pointer) and isinstance(source, Int) and not is_constant
            )
            if becomes_number and becomes_pointer:
                return True
        pending += A.parts(node)
    return False


def _reached(start: Place, flows: dict[Place, dict[Place, None]]) -> set[Place]:
    found, pending = {start}, [start]
    while pending:
        for x in flows.get(pending.pop(), ()):
            if x not in found:
                found.add(x)
                pending.append(x)
    return found


def _is_function(place: Place) -> bool:
    return isinstance(place, tuple) and place[0] == "function"


def _member(t: CType, name: str) -> Place:
    if isinstance(t, Struct):
        t = t.twin or t if t.atomic else t
        return ("union", id(t)) if t.is_union else ("member", id(t), name)
    return ELSEWHERE


def _named(callee: A.Expr) -> A.FuncDecl | None:
    match callee:
        case A.Name(decl=A.FuncDecl() as f):
            return f
        case A.Decay(place=A.Name(decl=A.FuncDecl() as f)) | A.AddrOf(place=A.Name(decl=A.FuncDecl() as f)):
            return f
        case _:
            return None


def _closure(flows: dict[Place, dict[Place, None]]) -> dict[Place, set[str]]:
    """The names of the functions that flow to each place."""
    holds: dict[Place, set[str]] = {}
    for source in flows:
        if isinstance(source, tuple) and _is_function(source):
            name, pending = source[1], [source]
            while pending:
                for to in flows.get(pending.pop(), ()):
                    names = holds.setdefault(to, set())
                    if name not in names:
                        names.add(name)
                        pending.append(to)
    return holds


def functions_as_values(unit: A.Unit) -> list[str]:
    """Symbols of functions used other than as the callee of a direct call."""
    found: dict[str, None] = {}
    seen: set[int] = set()
    pending: list[object] = [g.init for g in reversed(unit.globals)] + [
        f.body for f in reversed(unit.functions.values())
    ]
    while pending:
        node = pending.pop()
        match node:
            case A.Decay(place=A.Name(decl=A.FuncDecl() as f)) | A.AddrOf(place=A.Name(decl=A.FuncDecl() as f)):
                found[f.symbol] = None
            case A.Call(callee=A.Name() | A.Decay(place=A.Name()) | A.AddrOf(place=A.Name(decl=A.FuncDecl()))):
                pending += reversed(node.args)
            case A.Name(decl=A.VarDecl() as d) if d.storage == "static":
                if id(d) not in seen:
                    seen.add(id(d))
                    pending.append(d.init)
            case _:
                pending += reversed(list(A.parts(node)))
    return list(found)
