"""Statements and inlined function bodies to raw steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    Int,
    Pointer,
    Struct,
    Void,
    is_thread_id,
)
from threadproof.frontend.lower import staying
from threadproof.frontend.lower.arguments import is_changed, the_count
from threadproof.frontend.lower.context import Frame, Scope
from threadproof.frontend.lower.jumps import declared
from threadproof.frontend.lower.scopes import Locals
from threadproof.frontend.lower.whole import LocalVar, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.properties import UNREACH_CALL
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.passing import Passing


class Statements(Locals):
    # ------------------------------------------------------------ provided by the class on top

    def start_async(self, e: A.Call) -> None:
        raise NotImplementedError

    def needs_caller(self) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------ statements

    def statement(self, s: A.Stmt) -> None:
        if not isinstance(s, A.Block | A.Label | A.Case | A.Default):
            self.set_origin(s.pos, s)
        match s:
            case A.ExprStmt():
                with self._full_expression(), self._one_step(s.expr):
                    self.discard(s.expr)
            case A.DeclStmt():
                for d in s.decls:
                    self.set_origin(d.pos, d)
                    with self._full_expression(), self._one_step(d.init):
                        self.declare(d)
            case A.Block():
                self.block(s)
            case A.If():
                self._if(s)
            case A.While():
                head, body, end = self.location(), self.location(), self.location()
                self.jump(head)
                self.at = head
                self.test(s.cond, body, end)
                self._loop_body(s.body, body, head, end)
                self.at = end
            case A.DoWhile():
                head, test, end = self.location(), self.location(), self.location()
                self.jump(head)
                self._loop_body(s.body, head, test, end)
                self.at = test
                self.set_origin(s.cond.pos, s)
                self.test(s.cond, head, end)
                self.at = end
            case A.For():
                self._for(s)
            case A.Switch():
                self._switch(s)
            case A.Case() | A.Default():
                target = self.frame.labels[_case_label(s)]
                self.jump(target)
                self.at = target
                self.statement(s.body)
            case A.Label():
                self._label(s)
            case A.Goto():
                self._goto(s)
            case A.Break() | A.Continue():
                targets = self.frame.breaks if isinstance(s, A.Break) else self.frame.continues
                if not targets:
                    self.unsupported("break or continue outside a loop")
                    return
                target, depth = targets[-1]
                self.leave_scopes(depth)
                self.jump(target)
            case A.Return():
                self._return(s)
            case A.Empty():
                pass
            case A.VlaDecl():
                self.declare_vla(s.decl, s.lengths)
            case A.UnsupportedStmt():
                self.unsupported(s.what, always=not s.is_rare)

    def test(self, e: A.Expr, yes: int, no: int) -> None:
        """The condition of a statement."""
        is_one = self.program.atomic_statements and is_one_step(e)
        if not is_one and not has_structures(e):
            self.condition(e, yes, no)
            return
        ends = [self.location(), self.location()]
        if is_one:
            self.atomic_begin()
        self.spilled.append([])
        self.condition(e, *ends)
        spilled = self.spilled.pop()
        for here, there in zip(ends, (yes, no), strict=True):
            self.at = here
            self.end_expression(spilled)
            if is_one:
                self.atomic_end()
            self.jump(there)

    @contextmanager
    def _full_expression(self) -> Iterator[None]:
        self.spilled.append([])
        yield
        self.end_expression(self.spilled.pop())

    @contextmanager
    def _one_step(self, what: object) -> Iterator[None]:
        """With --atomic-statements, what is evaluated is one step."""
        if self.at is None or not self.program.atomic_statements or what is None or not is_one_step(what):
            yield
            return
        begin = len(self.raw.edges)
        self.atomic_begin()
        yield
        if all(_is_unnoticed(e.op) for e in self.raw.edges[begin + 1 :]):
            self.raw.edges[begin] = replace(self.raw.edges[begin], op=R.Nothing())
        else:
            self.atomic_end()

    def block(self, b: A.Block) -> None:
        with self.in_scope(b) as scope:
            for scope.position, s in enumerate(b.body):
                self.statement(s)

    def block_value(self, body: A.Block) -> Value:
        """A statement expression: the value of its last statement."""
        *rest, last = body.body or [A.Empty(body.pos)]
        if not isinstance(last, A.ExprStmt) or isinstance(last.expr.type, Void):
            self.block(body)
            return None
        with self.in_scope(body) as scope:
            for scope.position, s in enumerate(rest):
                self.statement(s)
            scope.position = len(rest)
            self.set_origin(last.pos, last)
            # a pointer is copied: the object may end here, its address does not
            kept = self.new_local("value", last.expr.type) if isinstance(last.expr.type, Pointer) else None
            with self._full_expression():
                v = self.value(last.expr)
                if kept is not None and isinstance(v, R.Ptr):
                    self.temporaries.update(kept.vars)
                    self.assign_local(kept, v)
                    v = self.value_of(kept)
                elif isinstance(v, Term):
                    v = self.hold(v, last.expr.type)
            return v

    def _if(self, s: A.If) -> None:
        then, other, end = self.location(), self.location(), self.location()
        self.test(s.cond, then, other)
        self.at = then
        self.statement(s.then)
        self.jump(end)
        self.at = other
        if s.other is not None:
            self.statement(s.other)
        self.jump(end)
        self.at = end

    def _loop_body(self, body: A.Stmt, start: int, again: int, end: int) -> None:
        depth = len(self.frame.scopes)
        self.frame.breaks.append((end, depth))
        self.frame.continues.append((again, depth))
        self.at = start
        self.statement(body)
        self.jump(again)
        self.frame.breaks.pop()
        self.frame.continues.pop()

    def _for(self, s: A.For) -> None:
        with self.in_scope(s) as scope:
            if s.init is not None:
                self.statement(s.init)
            scope.position = 1
            head, body, step, end = self.location(), self.location(), self.location(), self.location()
            self.jump(head)
            self.at = head
            if s.cond is not None:
                self.set_origin(s.cond.pos, s.cond)
                self.test(s.cond, body, end)
            else:
                self.jump(body)
            self._loop_body(s.body, body, step, end)
            self.at = step
            if s.step is not None:
                self.set_origin(s.step.pos, s.step)
                with self._full_expression(), self._one_step(s.step):
                    self.discard(s.step)
            self.jump(head)
            self.at = end

    def _switch(self, s: A.Switch) -> None:
        with self._full_expression(), self._one_step(s.value):
            value = self.hold(self.integer(s.value), s.value.type)
        assert isinstance(value, Term)
        if is_thread_id(s.value.type):
            self.emit(R.ThreadAsNumber())
        end = self.location()
        none = T.TRUE
        other: A.Default | None = None
        default = end
        start = self.at
        signed = isinstance(s.value.type, Int) and s.value.type.signed
        for c in _cases(s.body):
            target = self.frame.labels[_case_label(c)] = self.location()
            if isinstance(c, A.Default):
                other, default = c, target
                continue
            low, high = T.const(c.low, value.width), T.const(c.high, value.width)
            below = T.sle if signed else T.ule
            hit = T.eq(value, low) if low is high else T.and_(below(low, value), below(value, high))
            self._to_case(start, hit, c, target)
            none = T.and_(none, T.not_(hit))
        self._to_case(start, none, other, default)
        self.frame.breaks.append((end, len(self.frame.scopes)))
        self.at = None
        self.statement(s.body)
        self.frame.breaks.pop()
        self.jump(end)
        self.at = end

    def _to_case(self, start: int | None, hit: Term, c: A.Case | A.Default | None, target: int) -> None:
        self.at = start
        path = () if c is None else self.path_to(id(c))
        if any(True for node, n in path for _ in declared(node, -1, n)):
            self.emit(O.Step(guard=hit))
            self.enter_scopes(path)
            self.jump(target)
        else:
            self.emit(O.Step(guard=hit), target)

    def _label(self, s: A.Label) -> None:
        target = self._label_location(s.name)
        self.jump(target)
        self.at = target
        if s.name == "ERROR" and self.program.error_label:
            self.set_origin(s.pos, s)
            self.check(T.FALSE, UNREACH_CALL, UNREACH_CALL.name, "the label ERROR is reached", R.Otherwise.GOES_ON)
        body: A.Stmt = s.body
        if s.name.startswith(A.ASYNC):
            while isinstance(body, A.Block) and len(body.body) == 1:
                body = body.body[0]
            if isinstance(body, A.ExprStmt) and isinstance(body.expr, A.Call):
                self.set_origin(body.pos, body)
                self.start_async(body.expr)
                return
            self.set_origin(s.pos, s)
            self.unsupported("__CPROVER_ASYNC before something other than a call")
            return
        self.statement(body)

    def _label_location(self, name: str) -> int:
        target = self.frame.labels.get(name)
        if target is None:
            target = self.frame.labels[name] = self.location()
        return target

    def _goto(self, s: A.Goto) -> None:
        path = self.path_to(s.label)
        around = {id(node) for node, _ in path}
        scopes = self.frame.scopes
        depth = len(scopes)
        while depth and id(scopes[depth - 1].node) not in around:
            depth -= 1
        self.leave_scopes(depth)
        self.enter_scopes(path)
        self.jump(self._label_location(s.label))

    def _return(self, s: A.Return) -> None:
        if s.value is not None:
            with self._full_expression(), self._one_step(s.value):
                if self.frame.result is None:
                    self.discard(s.value)
                elif self.is_address(s.value):
                    self.keep_result(self.frame.result, self.address(s.value))
                else:
                    self.keep_result(self.frame.result, self.value(s.value))
        else:
            self._return_nothing()
        self._leave_to_caller()

    def _leave_to_caller(self) -> None:
        if self.frame.function.never_returns and self.at is not None:
            self.unsupported("return from a function that never does")
        self.leave_function()
        self.jump(self.frame.return_to)

    def _return_nothing(self) -> None:
        """Any value, if somebody looks at it; in a loop there is one from before."""
        if self.at is None or self.frame.result is None:
            return
        if self.frame.function.returns_zero:
            self.keep_result(self.frame.result, T.const(0, 32))
        else:
            self.lose_result(self.frame.result)

    # ------------------------------------------------------------ function bodies

    def inline(self, f: A.FuncDecl, args: list[Value], passed: Passing | None = None) -> Value:
        """The body of f, here, on these arguments."""
        assert f.body is not None
        if self.at is None:
            return self.dummy(f.type.result)
        limit = self.program.recursion_limits.get(f.symbol, 0)
        if self.stack.count(f.symbol) > limit:
            self.unsupported(f"recursion of {f.name} deeper than {limit}", always=False)
            return self.dummy(f.type.result)
        outer, outer_origin = self.frame, self.origin
        frame = Frame(f, return_to=self.location(), caller=outer, passed=passed)
        self.frame = frame
        self.stack.append(f.symbol)
        frame.result = self.holder_of_result(f)
        frame.scopes.append(Scope(None, len(self.spilled)))
        self.begin_allocas(f.body)
        for p, v in zip(f.params, args, strict=False):
            if (count := the_count(self.program, v)) is not None and not is_changed(p, f):
                frame.variables[p] = LocalVar((count,), p.type)
                continue
            self.declare(p)
            place = self.variable(p)
            self.write(place, p.type, v)
        for p in f.params[len(args) :]:
            self.declare(p)
        stays = staying.enters(self, f)
        if len(self.stack) == 1 and self.program.scheduler is None:
            # the parameters of the thread's function hold its arguments from now on
            arguments = self.program.parameters.get(f.symbol, [])
            self.forget_pointers([a.vars[0] for a in arguments if len(a.vars) == 2])
        self.block(f.body)
        self._return_nothing()
        self._leave_to_caller()
        self.at = frame.return_to
        if stays is not None:
            staying.leaves(self, stays)
            self.stays = None
        for site in frame.more_allocas:
            nowhere = R.Ptr(T.const(R.WILD, R.OBJECT_WIDTH), T.const(0, self.model.pointer_width), (From(site.number),))
            self.emit(R.Expire(nowhere))
        self.frame, self.origin = outer, outer_origin
        self.stack.pop()
        if frame.result is None:
            return None
        if isinstance(frame.result, LocalVar):
            self.temporaries.update(frame.result.vars)
        return self.result_value(frame.result)


#: library functions that may be part of a statement that is one step
_HARMLESS = frozenset(
    "assert __CPROVER_assert __VERIFIER_assert assume __CPROVER_assume __VERIFIER_assume __assert_fail "
    "__builtin_expect reach_error __VERIFIER_error rand abort".split()
)


def _is_unnoticed(op: R.RawOp) -> bool:
    """By other threads."""
    return isinstance(op, R.Check | R.Nothing) or (isinstance(op, O.Step | O.Havoc) and not O.footprint(op))


def is_one_step(e: object) -> bool:
    """No calls of functions that have steps of their own."""
    match e:
        case A.Call(callee=A.Name(decl=A.FuncDecl() as f)):
            harmless = f.name in _HARMLESS or f.name.startswith(("__VERIFIER_nondet", "nondet"))
            return harmless and f.body is None and all(is_one_step(x) for x in e.args)
        case A.Call() | A.StmtExpr():
            return False
        case _:
            return all(map(is_one_step, A.parts(e)))


def has_structures(e: A.Expr) -> bool:
    """A value of structure type is in it, which may have to be put into memory."""
    pending: list[object] = [e]
    while pending:
        node = pending.pop()
        is_place = isinstance(node, A.Name | A.Member | A.Index | A.Deref | A.Load | A.CompoundLiteral)
        if not is_place and isinstance(getattr(node, "type", None), Struct):
            return True
        pending += A.parts(node)
    return False


def _case_label(s: A.Case | A.Default) -> str:
    return f" case {id(s)}"


def _cases(s: A.Stmt) -> Iterator[A.Case | A.Default]:
    """The case labels of a switch body, not those of switches inside it."""
    match s:
        case A.Case() | A.Default():
            yield s
            yield from _cases(s.body)
        case A.Block():
            for x in s.body:
                yield from _cases(x)
        case A.If():
            yield from _cases(s.then)
            if s.other is not None:
                yield from _cases(s.other)
        case A.While() | A.DoWhile() | A.For() | A.Label():
            yield from _cases(s.body)
        case _:
            return
