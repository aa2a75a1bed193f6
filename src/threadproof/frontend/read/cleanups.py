"""`__attribute__((cleanup(f)))`: wherever control leaves the scope of such a variable, the tree gets a call of f.

So whoever reads the tree needs to know nothing of it. The variable's scope is left at the end of its block, by `break`,
`continue` and `goto`, and by `return`, whose value is computed first. A call that never returns leaves no scope;
`pthread_exit` runs cleanups only in programs compiled with exceptions, so there they are not understood (`lower`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.scope import FunctionState, Scope
from threadproof.frontend.syntax.node import Node

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


class CleanupReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def register(self, decl: ast.VarDecl, function: str, node: Node) -> None:
        entry = self.ctx.lookup(function)
        if not isinstance(entry, ast.FuncDecl):
            raise self.ctx.error(f"the cleanup function '{function}' is not a function", node)
        self.ctx.use(entry)
        pos = self.ctx.pos(node)
        place = ast.Name(decl, decl.type, pos)
        conv.mark_address(place)
        pointer: ast.Expr = ast.AddrOf(place, ct.Pointer(decl.type), pos)
        if entry.type.params:
            pointer = self.ctx.exprs.convert(pointer, entry.type.params[0], node)
        call = ast.Call(ast.Name(entry, entry.type, pos), [pointer], conv.unqualified(entry.type.result), pos)
        self.ctx.state.scopes[-1].cleanups.append(call)
        self.ctx.state.has_cleanups = True

    def calls(self, scopes: list[Scope], pos: ast.Pos) -> list[ast.Stmt]:
        """What is due when these scopes are left, the innermost last in the list."""
        found: list[ast.Stmt] = []
        for scope in reversed(scopes):
            found += [ast.ExprStmt(call, pos) for call in reversed(scope.cleanups)]
        return found

    def before_jump(self, jump: ast.Stmt, kind: str) -> ast.Stmt:
        """`break` or `continue`."""
        state = self.ctx.state
        due = self.calls(state.scopes[state.targets.get(kind, len(state.scopes)) :], jump.pos)
        return ast.Block([*due, jump], jump.pos, jump.pos) if due else jump

    def before_goto(self, jump: ast.Goto) -> ast.Stmt:
        """What is due depends on the label: `finish_gotos` knows."""
        open_here = self.ctx.state.open_scopes()
        if not any(s.cleanups for s in open_here):
            return jump
        block = ast.Block([jump], jump.pos, jump.pos)
        self.ctx.state.leaving.append((block, jump.label, open_here))
        return block

    def finish_gotos(self, state: FunctionState) -> bool:
        """Fill in the calls before gotos; does the function have cleanups?"""
        for block, label, scopes in state.leaving:
            around = {id(s.scope): s.cleanups for s in state.labels[label][0]}
            left = [Scope(cleanups=s.scope.cleanups[around.get(id(s.scope), 0) : s.cleanups]) for s in scopes]
            block.body[:0] = self.calls(left, block.pos)
        return state.has_cleanups

    def at_end(self, body: list[ast.Stmt], pos: ast.Pos, is_value: bool) -> None:
        """The end of a block; if the block is a statement expression, its value is computed first."""
        due = self.calls(self.ctx.state.scopes[-1:], pos)
        last = body[-1] if body else None
        if due and is_value and isinstance(last, ast.ExprStmt) and not isinstance(last.expr.type, ct.Void):
            body[-1], value = self.kept(last.expr)
            due.append(ast.ExprStmt(value, last.pos))
        body += due

    def before_return(self, statements: list[ast.Stmt]) -> list[ast.Stmt]:
        *before, last = statements
        due = self.calls(self.ctx.state.scopes, last.pos)
        if not due:
            return statements
        assert isinstance(last, ast.Return)
        if last.value is not None:
            declaration, value = self.kept(last.value)
            return [*before, declaration, *due, ast.Return(value, last.pos)]
        return [*before, *due, last]

    def kept(self, e: ast.Expr) -> tuple[ast.Stmt, ast.Expr]:
        """A variable that holds the value, and the value read from it."""
        t = conv.unqualified(e.type)
        decl = ast.VarDecl("value", t, "local", e.pos, function=self.ctx.state.name)
        decl.init = ast.Init([ast.InitPart(0, t, e)], False)
        return ast.DeclStmt([decl], e.pos), conv.rvalue(ast.Name(decl, t, e.pos))
