"""Local variables: how they are declared, when they live, and what happens to them where control jumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    Array,
    Int,
    Pointer,
    Sync,
    Void,
    fixed_part,
    has_values,
    is_thread_id,
    show,
)
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower import copies
from threadproof.frontend.lower.carried import ADDRESS
from threadproof.frontend.lower.context import Scope
from threadproof.frontend.lower.jumps import Path, declared, literals_in, paths, reads
from threadproof.frontend.lower.statics import Statics
from threadproof.frontend.lower.whole import LocalVar, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import DEREF, VALID_MEMSAFETY

if TYPE_CHECKING:
    pass

ALLOCA = ("alloca", "__builtin_alloca")


class Locals(Statics):
    def end_expression(self, spilled: list[R.Site]) -> None:
        if self.at is not None:
            for site in spilled:
                self.emit(R.Lifetime(site, begins=False))

    @contextmanager
    def in_scope(self, node: A.Block | A.For) -> Iterator[Scope]:
        """Control is in a scope; at the end it leaves it."""
        scopes = self.frame.scopes
        scopes.append(Scope(node, len(self.spilled)))
        if isinstance(node, A.Block) and self._first_label(node) < inf:
            # a jump inside the block may pass by their declarations
            for d in declared(node, -1, len(node.body)):
                if is_plain(d):
                    self.havoc_local(self._plain(d))
        yield scopes[-1]
        if isinstance(node, A.Block):
            self.set_origin(node.end, node.end)
        self._end_scopes(len(scopes) - 1)
        scopes.pop()

    def leave_scopes(self, depth: int) -> None:
        """Control leaves all scopes deeper than `depth`, and the expressions that it is in."""
        if scopes := self.frame.scopes:
            left = scopes[max(depth - 1, 0)].expressions
            self.end_expression([s for sites in self.spilled[left:] for s in sites])
        self._end_scopes(depth)

    def _end_scopes(self, depth: int) -> None:
        for scope in reversed(self.frame.scopes[depth:]):
            self._expire(v for _, v in scope.arrays)
            later = list(self._later(scope))
            for site in dict.fromkeys((*scope.objects, *(self._site(d) for d in later if not is_plain(d)))):
                self.emit(R.Lifetime(site, begins=False))
            pointers = [self._plain(d).vars[0] for d in later if is_plain(d) and isinstance(d.type, Pointer)]
            self.forget_pointers([*scope.pointers, *pointers])

    def _later(self, scope: Scope) -> Iterator[A.VarDecl]:
        """What is declared behind where control is, and may live all the same: it came back, by a loop or a jump."""
        node, at = scope.node, scope.position
        match node:
            case A.For():
                yield from literals_in([node.cond, node.step])
            case A.Block():
                yield from literals_in(node.body[at : at + 1])
                if self._first_label(node) <= at:
                    yield from declared(node, at, len(node.body))
                    yield from literals_in(node.body[at + 1 :])

    def leave_function(self) -> None:
        """End the lifetime of everything that belongs to the activation of the function."""
        self.leave_scopes(0)
        self._expire(self.frame.allocas.values())

    def leave_thread(self) -> None:
        """End the lifetime of the locals of all active functions, innermost first."""
        innermost = self.frame
        while True:
            self.leave_function()
            if self.frame.caller is None:
                break
            self.frame = self.frame.caller
        self.frame = innermost

    def _expire(self, pointers: Iterable[LocalVar]) -> None:
        for v in pointers:
            pointer = self.value_of(v)
            assert isinstance(pointer, R.Ptr)
            self.emit(R.Expire(pointer))

    def enter_scopes(self, path: Path) -> None:
        """Jump to a label or case: variables whose declaration is passed by begin to live, others may end."""
        open_ = {id(s.node): s for s in self.frame.scopes}
        for node, position in path:
            scope = open_.get(id(node))
            if scope is None:
                for d in declared(node, -1, position):
                    self._begin(d)
                continue
            for d in declared(node, scope.position, position):
                if not is_plain(d):
                    self._begin(d, may_live=isinstance(node, A.Block) and self._first_label(node) <= scope.position)
            self._expire(v for n, v in scope.arrays if position <= n <= scope.position)

    def _begin(self, d: A.VarDecl, *, may_live: bool = False) -> None:
        """The variable begins to live, with any value; unless it lives already."""
        if is_plain(d):
            self.havoc_local(self._plain(d))
        else:
            self.emit(R.Lifetime(self._site(d), begins=True, is_passed_by=True, may_live=may_live))

    def path_to(self, target: str | int) -> Path:
        """The way to a label or case of this function."""
        if self.frame.paths is None:
            f = self.frame.function
            if f not in self.program.inlined.paths:
                self.program.inlined.paths[f] = {} if f.body is None else paths(f.body)
            self.frame.paths = self.program.inlined.paths[f]
        return self.frame.paths.get(target, ())

    def _first_label(self, block: A.Block) -> float:
        """Which statement of a block is the first to be, or to contain, something that a goto leads to."""
        if self.frame.first_labels is None:
            self.path_to("")
            found: dict[int, int] = {}
            for label, path in (self.frame.paths or {}).items():
                for node, n in path if isinstance(label, str) else ():
                    found[id(node)] = min(n, found.get(id(node), n))
            self.frame.first_labels = found
        return self.frame.first_labels.get(id(block), inf)

    # ------------------------------------------------------------ declarations

    def declare(self, d: A.VarDecl) -> None:
        if d.storage in ("global", "static", "thread"):
            if d not in self.program.variable_sites:
                self.declare_static(d)
            return
        if is_plain(d):
            v = self._plain(d)
            if len(v.vars) == 2 and self.frame.scopes:
                self.frame.scopes[-1].pointers.append(v.vars[0])
            if d.init is not None and d.init.parts:
                if reads(d.init, d):
                    self.havoc_local(v)
                first = d.init.parts[0].value
                x = self.address(first) if isinstance(d.type, Int) and len(v.vars) == 2 else self.value(first)
                if isinstance(x, Term | R.Ptr):
                    self.assign_local(v, x)
            elif d.init is not None:
                zero = self.program.null() if len(v.vars) == 2 else T.const(0, v.vars[0].width)
                self.assign_local(v, zero)
            elif d.storage != "param":
                self.havoc_local(v)
            return
        site = self._site(d)
        if self.frame.scopes:
            self.frame.scopes[-1].objects.append(site)
        zeroed = d.init is not None and d.init.zero_rest
        padding = () if d.init is None else d.init.padding
        self.emit(R.Lifetime(site, begins=True, zeroed=zeroed, padding=padding))
        if d.init is not None:
            if zeroed and reads(d.init, d):
                self.unsupported("initialiser that may read what it initialises")
            self._initialise(self.program.place_of(site), d.init)

    def _plain(self, d: A.VarDecl) -> LocalVar:
        """The IR variables of a scalar whose address is not taken."""
        v = self.frame.variables.get(d)
        if not isinstance(v, LocalVar):
            shown = "" if d.pos.file == LIBRARY else d.name  # traces are about the program
            name = f"{self.frame.function.name}.{d.name}"
            v = self.frame.variables[d] = self.new_local(name, self.type_of_variable(d), shown, is_declared=True)
            if shown and not is_thread_id(d.type):
                v.vars[0].ctype = show(d.type)
        return v

    def _site(self, d: A.VarDecl) -> R.Site:
        """The memory of a local variable."""
        site = self.frame.variables.get(d)
        if not isinstance(site, R.Site):
            site = self.frame.variables[d] = self.new_local_site(f"{self.frame.function.name}.{d.name}", d.type)
            site.alignment = self.model.align_of_variable(d.type, d.align, is_own=d.is_aligned)
        return site

    def declare_vla(self, d: A.VarDecl, lengths: list[A.Expr]) -> None:
        """A variable-length array lives like memory from alloca."""
        assert isinstance(d.type, Array)
        width = self.model.pointer_width
        size = T.const(self.size_of(fixed_part(d.type)), width)
        for length in lengths:
            count = self.integer(length)
            is_length = T.sle(T.const(0, count.width), count)
            text = f"the length of the array {d.name} is negative"
            self.check(is_length, VALID_MEMSAFETY, DEREF, text, R.Otherwise.IS_UNCLEAR)
            size = T.mul(size, T.resize(count, width, True))
        pointer = self.allocate(size, f"{self.frame.function.name}.{d.name}", automatic=True)
        v = self.frame.vlas.get(d)
        if v is None:
            v = self.frame.vlas[d] = self.new_local(f"{self.frame.function.name}.{d.name}", Pointer(d.type.of))
            scope = self.frame.scopes[-1]
            scope.arrays.append((scope.position, v))
        self.assign_local(v, pointer)

    def allocate_until_return(self, e: A.Call, size: Term) -> Value:
        """alloca: memory that ends with the function. In a loop only the end of the first is known."""
        held = self.frame.allocas.get(id(e))
        if held is None:
            return self.allocate(size, "alloca", automatic=True)
        first, again = self.location(), self.location()
        end, out = self.location(), self.new_local("alloca", Pointer(Void()))
        self.branch(T.eq(T.var(held.vars[0]), R.NULL_OBJECT), first, again)
        self.at = again
        if self.program.for_leaks:
            self.unsupported("alloca in a loop, for memory safety", always=False)
        else:
            self.assign_local(out, self.allocate(size, "alloca", automatic=True))
            self.program.sites[-1].has_no_end = True
            self.frame.more_allocas.append(self.program.sites[-1])
            self.jump(end)
        self.at = first
        pointer = self.allocate(size, "alloca", automatic=True)
        self.assign_local(held, pointer)
        self.assign_local(out, pointer)
        self.jump(end)
        self.at = end
        return self.value_of(out)

    def begin_allocas(self, body: A.Block) -> None:
        for e in self._allocas_of(body):
            held = self.frame.allocas[id(e)] = self.new_local("alloca", Pointer(Void()))
            self.assign_local(held, self.program.null())

    def _allocas_of(self, body: A.Block) -> list[A.Call]:
        found = self.program.inlined.allocas.get(id(body))
        if found is None:
            found = self.program.inlined.allocas[id(body)] = list(calls_of(body, ALLOCA))
        return found

    def _initialise(self, place: R.Place, init: A.Init) -> None:
        for p in init.parts:
            if isinstance(p.type, Sync):
                self._initialise_sync(place.field(p.offset, place.text), p.type, p.value)
                continue
            text = place.text if not p.offset else f"{place.text}+{p.offset}"
            if self.is_address(p.value) and p.bits is None and isinstance(p.type, Int):
                self.store(place.field(p.offset, text), ADDRESS, self.address(p.value), order=O.Order.PLAIN)
                continue
            v = self.value(p.value)
            if isinstance(v, Term) and v.value == 0 and init.zero_rest:
                continue
            if p.bits is not None:
                self.write(self.bit_field(place, place.root, p.offset, p.bits, p.type, text), p.type, v)
            elif v is not None:
                self.store(place.field(p.offset, text), p.type, v, order=O.Order.PLAIN)

    def _initialise_sync(self, place: R.Place, t: Sync, value: A.Expr) -> None:
        """By an initialiser for a kind of mutex; otherwise it begins free, like every object of its type."""
        if not isinstance(value, A.Const):
            copies.store(self, place, t, self.value(value))
        if isinstance(value, A.Const) and value.value and self.at is not None:
            kind = value.value

            def set_kind(m: R.Fields) -> O.Op:
                cell = m("kind")
                return O.Step(
                    updates=(O.Update(cell.var, cell.index, T.const(kind, cell.var.width)),), role=O.Role.INIT
                )

            end = self.location()
            self.emit(R.SyncAccess(((place, t.kind),), ((set_kind, end),)), end)


def is_plain(d: A.VarDecl) -> bool:
    # (an atomic operation keeps others in order, whatever it is done to)
    return has_values(d.type) and not d.address_taken and not d.type.atomic


def calls_of(node: object, names: tuple[str, ...]) -> Iterator[A.Call]:
    """The direct calls of functions with these names."""
    pending: list[object] = [node]
    while pending:
        node = pending.pop()
        match node:
            case A.Call(callee=A.Name(decl=A.FuncDecl(name=name))) if name in names:
                yield node
        pending += A.parts(node)
