"""Reads statements and function bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.cleanups import CleanupReader
from threadproof.frontend.read.constants import wrap
from threadproof.frontend.read.conversions import promote
from threadproof.frontend.read.declarators import Base, Declared
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.read.lengths import Length
from threadproof.frontend.read.normalise import Reparse
from threadproof.frontend.read.parse import declared_name, excerpt, text_of
from threadproof.frontend.read.scope import FunctionState, OpenScope, OpenSwitch, Scope, Typedef

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

_TAGGED = frozenset({"struct_specifier", "union_specifier", "enum_specifier"})

#: assembly that changes nothing
_IDLE = frozenset({b"", b"nop", b"pause", b"rep nop", b"yield"})


class StmtReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.cleanups = CleanupReader(ctx)
        #: a reader appends its statement; a case label may bring more, which belong after it
        self._readers: dict[str, Callable[[Node, list[ast.Stmt]], None]] = {
            "expression_statement": self.expression,
            "declaration": self.declaration,
            "type_definition": self.typedef,
            "compound_statement": lambda node, out: out.append(self.block(node)),
            "if_statement": self.if_,
            "while_statement": self.while_,
            "do_statement": self.do,
            "for_statement": self.for_,
            "switch_statement": self.switch,
            "case_statement": self.case,
            "labeled_statement": self.labeled,
            "goto_statement": self.goto,
            "break_statement": self.break_,
            "continue_statement": self.continue_,
            "return_statement": self.return_,
            "function_definition": self.nested_function,
            "primitive_type": lambda node, out: None,
            "sized_type_specifier": lambda node, out: None,
            ";": lambda node, out: None,
        }

    # ------------------------------------------------------------ functions and blocks

    def function_body(self, decl: ast.FuncDecl, node: Node) -> None:
        ctx = self.ctx
        ctx.source.check(node)
        body = ctx.exprs.child(node, "body")
        ctx.types.require(decl.type.result, node)
        saved, ctx.state = ctx.state, FunctionState(decl.name, decl.type.result, [Scope()])
        ctx.state.static_asserts = [
            f for f in ctx.source.normal.static_asserts if body.start_byte < f.start < body.end_byte
        ]
        try:
            with ctx.lengths.collect() as lost:
                first = self.parameters(decl, node)
                decl.body = self.block(body, new_scope=False)
            self.check_gotos()
            decl.has_cleanups = self.cleanups.finish_gotos(ctx.state)
            first += [ast.UnsupportedStmt("array of variable length", ctx.pos(x.node)) for x in lost]
            decl.body.body[:0] = [*self.unclaimed(body), *first]
            if ctx.state.lengths:
                decl.body.body.insert(0, ast.DeclStmt(ctx.state.lengths, decl.pos))
        finally:
            ctx.state = saved

    def parameters(self, decl: ast.FuncDecl, node: Node) -> list[ast.Stmt]:
        """Declare the parameters; what is evaluated for their types when the function is entered."""
        ctx = self.ctx
        scope = ctx.state.scopes[0]
        inner: list[ast.Expr] = []
        outermost: list[ast.Expr] = []
        lengths = iter(ctx.file.lengths.get(id(decl), []))
        for param in decl.params:
            ctx.types.require(param.type, node)
            for x in next(lengths, []):
                (outermost if x.variable is None else inner).extend(ctx.lengths.evaluate([x]))
            if param.name:
                scope.names[param.name] = param
                scope.places[param.name] = node.start_byte
        for x in next(lengths, []):
            (outermost if x.variable is None else inner).extend(ctx.lengths.evaluate([x]))
        return [ast.ExprStmt(e, e.pos) for e in (*inner, *outermost)]

    def check_gotos(self) -> None:
        state = self.ctx.state
        for label, node, scopes in state.gotos:
            if label not in state.labels:
                raise self.ctx.error(f"label '{label}' is not defined in '{state.name}'", node)
            self.check_jump(scopes, state.labels[label][0], node)

    def check_jump(self, source: list[OpenScope], target: list[OpenScope], node: Node) -> None:
        """A variable-length array has its length from its declaration, so nobody may jump over that."""
        here = {id(s.scope): s.variable_lengths for s in source}
        if any(s.variable_lengths > here.get(id(s.scope), 0) for s in target):
            raise self.ctx.error("jump into the scope of a variable-length array", node)

    def unclaimed(self, body: Node) -> list[ast.Stmt]:
        """Attributes and pragmas inside a body that no declaration has claimed: the whole body is not understood."""
        source = self.ctx.source
        found = [a for a in source.attributes(body.start_byte, body.end_byte) if a.start not in self.ctx.claimed]
        found += [p for p in source.normal.pragmas if body.start_byte <= p.start < body.end_byte]
        return [ast.UnsupportedStmt(str(a), source.pos(a.start)) for a in found]

    def static_asserts(self, until: int) -> None:
        """Check the assertions from where the last statement was read up to here."""
        pending = self.ctx.state.static_asserts
        while pending and pending[0].start < until:
            self.ctx.type_exprs.static_assert(pending.pop(0))

    def block(self, node: Node, *, new_scope: bool = True, is_value: bool = False) -> ast.Block:
        children = node.children
        out: list[ast.Stmt] = []
        scopes = self.ctx.state.scopes
        if new_scope:
            scopes.append(Scope())
        for offset, names in self.ctx.source.normal.local_labels:
            if node.start_byte < offset < children[1].start_byte:
                scopes[-1].labels.update((name, f"{name} at {offset}") for name in names)
        for child in children[1:-1]:
            self.statement(child, out)
        self.static_asserts(node.end_byte)
        if is_value and out and isinstance(last := out[-1], ast.Label) and isinstance(last.body, ast.ExprStmt):
            out.append(last.body)
            last.body = ast.Empty(last.pos)
        self.cleanups.at_end(out, self.ctx.pos(children[-1]), is_value)
        if new_scope:
            scopes.pop()
        return ast.Block(out, self.ctx.pos(node), self.ctx.pos(children[-1]))

    def statement_expression(self, node: Node) -> ast.Expr:
        if not self.ctx.state.scopes:
            raise self.ctx.error("statement expression outside a function", node)
        block = self.block(node, is_value=True)
        t: ct.CType = ct.VOID
        if block.body and isinstance(block.body[-1], ast.ExprStmt):
            t = block.body[-1].expr.type
        return ast.StmtExpr(block, t, self.ctx.pos(node))

    def statement(self, node: Node, out: list[ast.Stmt]) -> None:
        if self.ctx.state.static_asserts:
            self.static_asserts(node.start_byte)
        reader = self._readers.get(node.type)
        if reader is not None:
            reader(node, out)
        elif node.type in _TAGGED:
            if node.child_by_field_name("body") is None and node.type != "enum_specifier":
                self.ctx.types.forward_declaration(node)
            else:
                self.ctx.types.type_specifier(node)
        else:
            raise self.ctx.error(f"syntax error near '{excerpt(node)}'", node)

    def only(self, node: Node, rest: list[ast.Stmt]) -> ast.Stmt:
        """A statement that is the whole body of another; what else came along goes to `rest`."""
        out: list[ast.Stmt] = []
        self.statement(node, out)
        if not out:
            return ast.Empty(self.ctx.pos(node))
        rest.extend(out[1:])
        s = out[0]
        while isinstance(s, ast.Label | ast.Case | ast.Default):
            s = s.body
        return self.as_block(out[0], s.expr) if isinstance(s, ast.ExprStmt) else out[0]

    def as_block(self, s: ast.Stmt, e: ast.Expr) -> ast.Stmt:
        """Selections, loops, and what is inside them are blocks, with which compound literals in `e` end."""
        pending: list[object] = [e]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.CompoundLiteral):
                return ast.Block([s], s.pos, s.pos)
            pending += ast.parts(node)
        return s

    # ------------------------------------------------------------ declarations

    def declaration(self, node: Node, out: list[ast.Stmt]) -> None:
        type_node = node.child_by_field_name("type")
        if type_node is not None and type_node.type == "type_identifier":
            self.check_is_declaration(node, type_node)
        with self.ctx.lengths.collect() as lengths:
            base = self.ctx.types.specifiers(node)
        self.evaluate(lengths, out)
        self.declare(node, base, out)

    def evaluate(self, lengths: list[Length], out: list[ast.Stmt], of: ct.CType = ct.VOID) -> None:
        """What a declaration evaluates for the lengths in its type."""
        out.extend(ast.ExprStmt(e, e.pos) for e in self.ctx.lengths.evaluate(lengths, of=of))

    def check_is_declaration(self, node: Node, type_node: Node) -> None:
        """`a * b;` is a declaration only if a is a type."""
        name = text_of(type_node)
        entry = self.ctx.lookup(name)
        if entry is None or isinstance(entry, Typedef) or type_node.start_byte != node.start_byte:
            return
        following = type_node.next_sibling
        if following is not None and following.type == "init_declarator":
            following = following.child_by_field_name("declarator")
        if following is not None and following.type == "pointer_declarator":
            self.ctx.source.hints.products.add(following.start_byte)
            raise Reparse

    def declare(self, node: Node, base: Base, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        decls: list[ast.VarDecl] = []
        pos = ctx.pos(node)
        for declarator in node.children_by_field_name("declarator"):
            demands = ctx.demands.read(ctx.source.attributes_of(node, declarator))
            value = None
            if declarator.type == "init_declarator":
                value = ctx.exprs.child(declarator, "value")
                declarator = ctx.exprs.child(declarator, "declarator")
            with ctx.lengths.collect() as lengths:
                declared = ctx.types.declarator(declarator, with_mode(base.type, demands, ctx.model), base.qualifiers)
            if declared.name is None:
                raise ctx.error("declaration without a name", declarator)
            out.extend(ast.UnsupportedStmt(str(a), ctx.source.pos(a.start)) for a in demands.others)
            if isinstance(declared.type, ct.Function):
                self.declare_function(declared, declarator)
                continue
            if ct.is_variably_modified(declared.type):
                if decls:
                    out.append(ast.DeclStmt(decls, pos))
                    decls = []
                self.evaluate(lengths, out, of=declared.type)
                ctx.state.scopes[-1].variable_lengths += 1
                if "extern" in base.storage:
                    raise ctx.error(f"'{declared.name}' is extern and has a type of variable size", declarator)
            if ct.has_variable_size(declared.type):
                if value is not None or base.storage & {"static", "__thread", "thread_local"}:
                    what = "be initialised" if value is not None else "be static"
                    raise ctx.error(f"the variable-length array '{declared.name}' cannot {what}", declarator)
                decl = ast.VarDecl(declared.name, declared.type, "local", ctx.pos(declarator), function=ctx.state.name)
                decl.align, decl.qualifiers = max(demands.align, base.align), declared.qualifiers
                ctx.redeclarations.in_block(declared.name, decl, declarator)
                ctx.types.require(declared.type, declarator)
                where = ctx.pos(declarator)
                out.append(ast.VlaDecl(decl, ctx.lengths.lengths(declared.type, where), where))
                if demands.cleanup is not None:
                    self.cleanups.register(decl, demands.cleanup, declarator)
                continue
            decl = self.variable(declared, base, declarator, value)
            natural = 0 if isinstance(declared.type, ct.Pointer) else base.align
            decl.align = max(decl.align, demands.align, natural)
            decl.qualifiers |= declared.qualifiers
            decls.append(decl)
            if demands.cleanup is not None and decl.storage == "local":
                self.cleanups.register(decl, demands.cleanup, declarator)
        if decls:
            out.append(ast.DeclStmt(decls, pos))

    def declare_function(self, declared: Declared, node: Node) -> None:
        assert declared.name is not None
        assert isinstance(declared.type, ct.Function)
        known = self.ctx.file.lookup(declared.name)
        if not isinstance(known, ast.FuncDecl):
            known = self.ctx.file.extern_function(declared.name, declared.type, self.ctx.pos(node))
        self.ctx.redeclarations.types(declared.name, known.type, known.pos, declared.type, node)
        self.ctx.redeclarations.in_block(declared.name, known, node)

    def variable(self, declared: Declared, base: Base, node: Node, value: Node | None) -> ast.VarDecl:
        ctx = self.ctx
        name, t = declared.name, declared.type
        assert name is not None
        if "extern" in base.storage:
            if value is not None:
                raise ctx.error(f"'{name}' is extern and has an initialiser", node)
            known = ctx.file.lookup(name)
            if not isinstance(known, ast.VarDecl):
                known = ast.VarDecl(name, t, "global", ctx.pos(node), defined=False)
                ctx.types.complete(t)
                ctx.file.names[name] = known
            ctx.redeclarations.types(name, known.type, known.pos, t, node)
            ctx.redeclarations.in_block(name, known, node)
            return known
        storage = "local"
        if base.storage & {"__thread", "thread_local"}:
            storage = "thread"
            if "static" not in base.storage:
                raise ctx.error(f"'{name}' is thread-local, so it must be static or extern here", node)
        elif "static" in base.storage:
            storage = "static"
        if base.auto:
            if value is None:
                raise ctx.error(f"'{name}' needs an initialiser", node)
            e = ctx.exprs.value(value)
            t = conv.unqualified(e.type)
            decl = ast.VarDecl(name, t, storage, ctx.pos(node), function=ctx.state.name)
            decl.init = ast.Init([ast.InitPart(0, t, e)], False)
            ctx.redeclarations.in_block(name, decl, node)
            return decl
        if isinstance(t, ct.Void):
            raise ctx.error(f"variable '{name}' has type void", node)
        ctx.types.require(t, node)
        decl = ast.VarDecl(name, t, storage, ctx.pos(declared.name_node or node), function=ctx.state.name)
        decl.is_register = "register" in base.storage
        ctx.redeclarations.in_block(name, decl, declared.name_node or node)
        if value is not None:
            decl.type, decl.init = ctx.inits.read(value, t, static=storage != "local")
        elif isinstance(t, ct.Array) and t.size is None:
            raise ctx.error(f"array '{name}' has no size", node)
        if storage != "local":
            ctx.use(decl)
        return decl

    def typedef(self, node: Node, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        with ctx.lengths.collect() as lengths:
            base = ctx.types.specifiers(node)
        self.evaluate(lengths, out)
        for declarator in node.children_by_field_name("declarator"):
            with ctx.lengths.collect() as lengths:
                declared = ctx.types.declarator(declarator, base.type, base.qualifiers)
            if declared.name is None:
                raise ctx.error("typedef without a name", declarator)
            self.evaluate(lengths, out)
            ctx.state.scopes[-1].variable_lengths += ct.is_variably_modified(declared.type)
            demands = ctx.demands.read(ctx.source.attributes_of(node, declarator))
            ctx.not_understood(demands.others)
            t = with_mode(declared.type, demands, ctx.model)
            entry = Typedef(t, demands.align or base.align, qualifiers=declared.qualifiers)
            ctx.redeclarations.in_block(declared.name, entry, declarator)

    def nested_function(self, node: Node, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        pos = ctx.pos(node)
        declarator = ctx.exprs.child(node, "declarator")
        name = declared_name(declarator)
        declared = ctx.types.declarator(declarator, ctx.types.specifiers(node).type)
        if name is not None and isinstance(declared.type, ct.Function):
            ctx.state.scopes[-1].names[name] = ast.FuncDecl(name, declared.type, [], None, pos)
        out.append(ast.UnsupportedStmt("nested function", pos))

    # ------------------------------------------------------------ simple statements

    def expression(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        children = node.named_children
        if not children:
            out.append(ast.Empty(pos))
            return
        child = children[0]
        if child.type == "gnu_asm_expression":
            out.append(self.assembly(child))
            return
        if self.hidden_declaration(node, child, out):
            return
        e = self.ctx.exprs.value(child)
        self.ctx.types.require(e.type, child)
        out.append(ast.ExprStmt(e, pos))

    def hidden_declaration(self, node: Node, child: Node, out: list[ast.Stmt]) -> bool:
        """`T (x);` and `T *(x);` look like expressions; they are declarations if T is a type."""
        if child.type not in (
            "call_expression", "assignment_expression", "comma_expression", "subscript_expression",
            "binary_expression", "identifier",
        ):  # fmt: skip
            return False
        first = child
        while first.child_count:
            first = first.children[0]
        if first.type != "identifier":
            return False
        entry = self.ctx.lookup(text_of(first))
        is_fragment_type = first.start_byte in self.ctx.source.normal.fragments and text_of(first).startswith("__tpt")
        if not isinstance(entry, Typedef) and not is_fragment_type:
            return False
        if child.type == "identifier":
            return True
        source = self.ctx.source
        rest = (node.text or b"")[len(first.text or b"") :]
        root = source.parse_at(first.end_byte, b" int", rest, b"")
        declaration = root.children[0] if root.child_count else None
        if declaration is None or declaration.type != "declaration":
            return False
        source.check(declaration)
        with self.ctx.lengths.collect() as lengths:
            base = self.ctx.types.type_called(text_of(first), first.start_byte)
        self.evaluate(lengths, out)
        self.declare(declaration, base, out)
        return True

    def assembly(self, node: Node) -> ast.Stmt:
        """Understood is what changes nothing; its operands are evaluated."""
        pos = self.ctx.pos(node)
        code = node.child_by_field_name("assembly_code")
        template = self.ctx.exprs.string(code) if code is not None else None
        words = template.data[:-1].replace(b";", b" ").split() if isinstance(template, ast.Str) else [b"?"]
        is_idle = b" ".join(words) in _IDLE and node.child_by_field_name("goto_labels") is None
        body: list[ast.Stmt] = []
        for name in ("output_operands", "input_operands"):
            operands = node.child_by_field_name(name)
            for operand in operands.named_children if operands is not None else []:
                constraint, value = (operand.child_by_field_name(f) for f in ("constraint", "value"))
                e = None if value is None else self.ctx.exprs.expr(value)
                if e is None or constraint is None:
                    is_idle = False
                elif name == "input_operands":
                    body.append(ast.ExprStmt(conv.rvalue(e), self.ctx.pos(operand)))
                else:  # it stays as it is only if it is an input as well; and nobody must see that it is written
                    is_local = isinstance(e, ast.Name) and isinstance(e.decl, ast.VarDecl) and e.decl.storage == "local"
                    is_idle = is_idle and is_local and text_of(constraint).startswith('"+')
        if not is_idle:
            return ast.UnsupportedStmt("inline assembly", pos)
        return ast.Block(body, pos, pos) if body else ast.Empty(pos)

    def return_(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        children = node.named_children
        if not children:
            statements: list[ast.Stmt] = [ast.Return(None, pos)]
        else:
            e = self.ctx.exprs.value(children[0])
            result = self.ctx.state.result
            if isinstance(result, ct.Void):
                statements = [ast.ExprStmt(e, pos), ast.Return(None, pos)]
            else:
                statements = [ast.Return(self.ctx.exprs.convert(e, result, node), pos)]
        statements = self.cleanups.before_return(statements)
        out.append(statements[0] if len(statements) == 1 else ast.Block(statements, pos, pos))

    def goto(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        if node.start_byte in self.ctx.source.normal.computed_gotos:
            out.append(ast.UnsupportedStmt("computed goto", pos))
            return
        label = self.ctx.state.label(text_of(self.ctx.exprs.child(node, "label")))
        self.ctx.state.gotos.append((label, node, self.ctx.state.open_scopes()))
        out.append(self.cleanups.before_goto(ast.Goto(label, pos)))

    def break_(self, node: Node, out: list[ast.Stmt]) -> None:
        if not self.ctx.state.loops and not self.ctx.state.switches:
            raise self.ctx.error("'break' outside a loop or switch", node)
        out.append(self.cleanups.before_jump(ast.Break(self.ctx.pos(node)), "break"))

    def continue_(self, node: Node, out: list[ast.Stmt]) -> None:
        if not self.ctx.state.loops:
            raise self.ctx.error("'continue' outside a loop", node)
        out.append(self.cleanups.before_jump(ast.Continue(self.ctx.pos(node)), "continue"))

    # ------------------------------------------------------------ labels

    def labeled(self, node: Node, out: list[ast.Stmt]) -> None:
        label = self.ctx.exprs.child(node, "label")
        name = self.ctx.state.label(text_of(label))
        if name in self.ctx.state.labels and not name.startswith("__CPROVER_ASYNC"):
            other = self.ctx.state.labels[name][1]
            raise self.ctx.error(f"label '{name}' is defined twice, the other one is at {other}", node)
        self.ctx.state.labels[name] = self.ctx.state.open_scopes(), self.ctx.pos(node)
        inner: list[ast.Stmt] = []
        for child in node.named_children:
            if child.start_byte != label.start_byte or child.type != label.type:
                self.statement(child, inner)
        pos = self.ctx.pos(node)
        first = inner.pop(0) if inner else ast.Empty(pos)
        out.append(ast.Label(name, first, pos))
        out.extend(inner)

    def case(self, node: Node, out: list[ast.Stmt]) -> None:
        """The tree has everything up to the next case label inside this one."""
        ctx = self.ctx
        pos = ctx.pos(node)
        if not ctx.state.switches:
            raise ctx.error("case label outside a switch", node)
        value = node.child_by_field_name("value")
        colon = next(c.start_byte for c in node.children if c.type == ":")
        self.check_jump(ctx.state.switches[-1].scopes, ctx.state.open_scopes(), node)
        inner: list[ast.Stmt] = []
        for child in node.children:
            if child.start_byte > colon:
                self.statement(child, inner)
        body = inner.pop(0) if inner else ast.Empty(pos)
        switch = ctx.state.switches[-1]
        if value is None:
            if switch.default is not None:
                raise ctx.error(f"the switch has two defaults, the other one is at {switch.default}", node)
            switch.default = pos
            out.append(ast.Default(body, pos))
        else:
            low_node, high_node = value, value
            if value.type == "conditional_expression":
                mark = next(c.start_byte for c in value.children if c.type == "?")
                if mark in ctx.source.normal.case_ranges:
                    low_node, high_node = ctx.exprs.child(value, "condition"), ctx.exprs.child(value, "alternative")
            low = wrap(ctx.types.constant(low_node), switch.type, ctx.model)
            high = low if high_node is low_node else wrap(ctx.types.constant(high_node), switch.type, ctx.model)
            for other_low, other_high, other in switch.cases:
                if low <= other_high and other_low <= high:
                    raise ctx.error(f"the case value {low} occurs twice, the other one is at {other}", node)
            if low <= high:
                switch.cases.append((low, high, pos))
            out.append(ast.Case(low, high, body, pos))
        out.extend(inner)

    # ------------------------------------------------------------ control

    def condition(self, node: Node) -> ast.Expr:
        return self.ctx.exprs.scalar(self.ctx.exprs.child(node, "condition"))

    def if_(self, node: Node, out: list[ast.Stmt]) -> None:
        rest: list[ast.Stmt] = []
        cond = self.condition(node)
        then = self.only(self.ctx.exprs.child(node, "consequence"), rest)
        alternative = node.child_by_field_name("alternative")
        other = None
        if alternative is not None:
            other = self.only(alternative.named_children[0], rest)
        out.append(self.as_block(ast.If(cond, then, other, self.ctx.pos(node)), cond))
        out.extend(rest)

    def loop_body(self, node: Node, rest: list[ast.Stmt]) -> ast.Stmt:
        state = self.ctx.state
        state.loops += 1
        outer, state.targets = state.targets, dict.fromkeys(("break", "continue"), len(state.scopes))
        body = self.only(self.ctx.exprs.child(node, "body"), rest)
        state.loops -= 1
        state.targets = outer
        return body

    def while_(self, node: Node, out: list[ast.Stmt]) -> None:
        if node.start_byte in self.ctx.source.normal.bare_switches:
            self.switch(node, out)
            return
        rest: list[ast.Stmt] = []
        cond = self.condition(node)
        out.append(self.as_block(ast.While(cond, self.loop_body(node, rest), self.ctx.pos(node)), cond))
        out.extend(rest)

    def do(self, node: Node, out: list[ast.Stmt]) -> None:
        rest: list[ast.Stmt] = []
        body = self.loop_body(node, rest)
        if rest:
            raise self.ctx.error("syntax error in do statement", node)
        cond = self.condition(node)
        out.append(self.as_block(ast.DoWhile(body, cond, self.ctx.pos(node)), cond))

    def for_(self, node: Node, out: list[ast.Stmt]) -> None:
        exprs = self.ctx.exprs
        scopes = self.ctx.state.scopes
        scopes.append(Scope())
        init: ast.Stmt | None = None
        before: list[ast.Stmt] = []
        initializer = node.child_by_field_name("initializer")
        if initializer is not None:
            if initializer.type == "declaration":
                self.declaration(initializer, before)
            else:
                before.append(ast.ExprStmt(exprs.value(initializer), self.ctx.pos(initializer)))
            init = before[0] if len(before) == 1 else None
        condition, update = node.child_by_field_name("condition"), node.child_by_field_name("update")
        cond = None if condition is None else exprs.scalar(condition)
        step = None if update is None else exprs.value(update)
        rest: list[ast.Stmt] = []
        body = self.loop_body(node, rest)
        loop: ast.Stmt = ast.For(init, cond, step, body, self.ctx.pos(node))
        ends = self.cleanups.calls(scopes[-1:], self.ctx.pos(node))
        if ends or len(before) > 1:
            loop = ast.For(None, cond, step, body, self.ctx.pos(node))
            loop = ast.Block([*before, loop, *ends], self.ctx.pos(node), self.ctx.pos(node))
        scopes.pop()
        out.append(loop)
        out.extend(rest)

    def switch(self, node: Node, out: list[ast.Stmt]) -> None:
        rest: list[ast.Stmt] = []
        value = promote(self.condition(node))
        if not isinstance(value.type, ct.Int):
            raise self.ctx.error("the value of a switch must be an integer", node)
        state = self.ctx.state
        state.switches.append(OpenSwitch(value.type, state.open_scopes()))
        outer, state.targets = state.targets, {**state.targets, "break": len(state.scopes)}
        body = self.only(self.ctx.exprs.child(node, "body"), rest)
        state.switches.pop()
        state.targets = outer
        out.append(self.as_block(ast.Switch(value, body, self.ctx.pos(node)), value))
        out.extend(rest)
