"""Reads statements and function bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.cleanups import CleanupReader
from threadproof.frontend.read.constants import wrap
from threadproof.frontend.read.conversions import promote
from threadproof.frontend.read.declarators import Base, Declared, natural_align
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.read.lengths import Length
from threadproof.frontend.read.scope import FunctionState, OpenScope, OpenSwitch, Scope, Typedef
from threadproof.frontend.syntax.declarations import function_of, name_of
from threadproof.frontend.syntax.node import Declaration, Node

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

_TAGGED = frozenset({"struct_specifier", "union_specifier", "enum_specifier"})


class StmtReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.cleanups = CleanupReader(ctx)
        #: a reader appends its statement, or several
        self._readers: dict[str, Callable[[Node, list[ast.Stmt]], None]] = {
            "expression_statement": self.expression,
            "declaration": self.declaration,
            "type_definition": self.declaration,
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
            "static_assert": lambda node, out: ctx.type_exprs.static_assert(node),
            "local_labels": self.local_labels,
        }

    # ------------------------------------------------------------ functions and blocks

    def function_body(self, decl: ast.FuncDecl, node: Node) -> None:
        ctx = self.ctx
        body = ctx.exprs.child(node, "body")
        ctx.structs.require(decl.type.result, node)
        scope = ctx.file.parameter_scope(decl)
        saved, ctx.state = ctx.state, FunctionState(decl.name, decl.type.result, [scope])
        # (in inline functions that nobody uses gcc does not look at `va_start`)
        is_ignored = ctx.is_checking and any(child.word == "inline" for child in node.children)
        ctx.state.is_variadic = decl.type.variadic or is_ignored
        try:
            with ctx.lengths.collect() as lost:
                first = self.parameters(decl, node)
                decl.body = self.block(body, new_scope=False)
            self.check_gotos()
            self.finish_computed_gotos()
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
            ctx.structs.require(param.type, node)
            for x in next(lengths, []):
                (outermost if x.variable is None else inner).extend(ctx.lengths.evaluate([x]))
            if param.name:
                scope.names[param.name] = param
                scope.places[param.name] = node.start
        for x in next(lengths, []):
            (outermost if x.variable is None else inner).extend(ctx.lengths.evaluate([x]))
        return [ast.ExprStmt(e, e.pos) for e in (*inner, *outermost)]

    def check_gotos(self) -> None:
        state = self.ctx.state
        for label, node, scopes in state.gotos:
            if label not in state.labels:
                raise self.ctx.error(f"label '{label}' is not defined in '{state.name}'", node)
            if scopes:
                self.check_jump(scopes, state.labels[label][0], node)

    def check_jump(self, source: list[OpenScope], target: list[OpenScope], node: Node) -> None:
        """A variable-length array has its length from its declaration, so nobody may jump over that."""
        here = {id(s.scope): s.variable_lengths for s in source}
        if any(s.scope.is_value and id(s.scope) not in here for s in target):
            raise self.ctx.error("jump into a statement expression", node)
        if any(s.variable_lengths > here.get(id(s.scope), 0) for s in target):
            raise self.ctx.error("jump into the scope of a variable-length array", node)

    def unclaimed(self, body: Node) -> list[ast.Stmt]:
        """Attributes and pragmas inside a body that no declaration has claimed: the whole body is not understood."""
        source = self.ctx.source
        found = [a for a in source.text.attributes_within(body.start, body.end) if a.start not in self.ctx.claimed]
        found += [p for p in source.text.pragmas if body.start <= p.start < body.end]
        return [ast.UnsupportedStmt(str(a), source.pos(a.start)) for a in found]

    def block(self, node: Node, *, new_scope: bool = True, is_value: bool = False) -> ast.Block:
        out: list[ast.Stmt] = []
        end = self.ctx.source.pos(node.end - 1, node.end)
        scopes = self.ctx.state.scopes
        if new_scope:
            scopes.append(Scope(is_value=is_value))
        children = list(node.children)
        while is_value and len(children) > 1 and self._is_nothing(children[-2], children[-1]):
            children.pop()
        for child in children:
            self.statement(child, out)
        if is_value:
            _expose_value(out)
        self.cleanups.at_end(out, end, is_value)
        if new_scope:
            scopes.pop()
        return ast.Block(out, self.ctx.pos(node), end)

    def _is_nothing(self, before: Node, node: Node) -> bool:
        """`;` adds nothing, and what is before it is the last statement; `__attribute__((fallthrough));` is one."""
        text = self.ctx.source.text.source[before.end : node.end]
        return node.type == "expression_statement" and not node.children and "fallthrough" not in text

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.ctx.state.scopes.append(Scope())
        yield
        self.ctx.state.scopes.pop()

    def statement_expression(self, node: Node) -> ast.Expr:
        if self.ctx.state.name is None:
            raise self.ctx.error("statement expression outside a function", node)
        block = self.block(node, is_value=True)
        t: ct.CType = ct.VOID
        if block.body and isinstance(block.body[-1], ast.ExprStmt):
            t = block.body[-1].expr.type
        elif len(node.children) > 1 and block.body and isinstance(block.body[-1], ast.DeclStmt):
            return ast.Unsupported("statement expression that ends with a declaration", t, self.ctx.pos(node))
        return ast.StmtExpr(block, t, self.ctx.pos(node))

    def statement(self, node: Node, out: list[ast.Stmt]) -> None:
        self._readers[node.type](node, out)

    def only(self, node: Node) -> ast.Stmt:
        """A statement that is the whole body of another: a block, for what its types declare."""
        out: list[ast.Stmt] = []
        with self.scope():
            self.statement(node, out)
        if len(out) != 1:
            pos = self.ctx.pos(node)
            return ast.Block(out, pos, pos) if out else ast.Empty(pos)
        s = out[0]
        while isinstance(s, ast.Label | ast.Case | ast.Default):
            s = s.body
        return self.as_block(out[0], s.expr) if isinstance(s, ast.ExprStmt) else out[0]

    def local_labels(self, node: Node, out: list[ast.Stmt]) -> None:
        """`__label__ a;`: a label of this block only."""
        labels = self.ctx.state.scopes[-1].labels
        labels.update((name.word, f"{name.word} at {node.start}") for name in node.children)

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
        assert isinstance(node, Declaration)
        if node.type == "type_definition":
            self.typedef(node, out)
            return
        type_node = node.part("type")
        if not node.declarators and type_node is not None and type_node.type in _TAGGED:
            if type_node.part("body") is None and type_node.type != "enum_specifier" and not node.children:
                self.ctx.structs.forward_declaration(type_node)
                return
        with self.ctx.lengths.collect() as lengths:
            base = self.ctx.types.specifiers(node)
        self.evaluate(lengths, out)
        self.declare(node, base, out)

    def evaluate(self, lengths: list[Length], out: list[ast.Stmt], of: ct.CType = ct.VOID) -> None:
        """What a declaration evaluates for the lengths in its type."""
        out.extend(ast.ExprStmt(e, e.pos) for e in self.ctx.lengths.evaluate(lengths, of=of))

    def declare(self, node: Declaration, base: Base, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        decls: list[ast.VarDecl] = []
        pos = ctx.pos(node)
        for declarator in node.declarators:
            demands = ctx.demands.read(ctx.source.attributes_of(node, declarator))
            value = None
            if declarator.type == "init_declarator":
                value = ctx.exprs.child(declarator, "value")
                declarator = ctx.exprs.child(declarator, "declarator")
            with ctx.lengths.collect() as lengths:
                declared = ctx.types.declarator(declarator, base.type, base.qualifiers)
            if base.auto:
                ctx.types.check_auto(declarator, value, len(node.declarators))
            natural = natural_align(declared.type, base.type, base.align)
            declared.type = with_mode(declared.type, demands, ctx.model)
            if declared.name is None:
                raise ctx.error("declaration without a name", declarator)
            is_register = "register" in base.storage
            ctx.demands.check_alignas(demands, declarator, None if is_register else declared.type, natural)
            out.extend(ast.UnsupportedStmt(str(a), ctx.source.pos(a.start)) for a in demands.others)
            if isinstance(declared.type, ct.Function):
                if value is not None:
                    raise ctx.error(f"the function '{declared.name}' has an initialiser", declarator)
                if base.storage == {"auto"}:
                    ctx.not_understood_here("nested function", declarator)
                elif odd := base.storage - {"extern", "inline"}:
                    raise ctx.error(f"a function in a block cannot be {min(odd)}", declarator)
                if demands.align:
                    ctx.not_understood_here("alignment of a function, in a block", declarator)
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
                if value is not None or base.storage & {"static", "__thread"}:
                    what = "be initialised" if value is not None else "be static"
                    raise ctx.error(f"the variable-length array '{declared.name}' cannot {what}", declarator)
                decl = ast.VarDecl(declared.name, declared.type, "local", ctx.pos(declarator), function=ctx.state.name)
                decl.align, decl.qualifiers = max(demands.align, base.align), declared.qualifiers
                ctx.redeclarations.in_block(declared.name, decl, declarator)
                ctx.structs.require(declared.type, declarator)
                where = ctx.pos(declarator)
                out.append(ast.VlaDecl(decl, ctx.lengths.lengths(declared.type, where), where))
                if demands.cleanup is not None:
                    self.cleanups.register(decl, demands.cleanup, declarator)
                continue
            decl = self.variable(declared, base, declarator, value)
            decl.type_align = decl.type_align if base.auto else natural
            decl.align = max(decl.align, demands.align, decl.type_align)
            decl.is_aligned = bool(demands.align)
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
        if isinstance(known, ast.VarDecl):
            raise self.ctx.error(f"'{declared.name}' is declared as a function and as a variable", node)
        if not isinstance(known, ast.FuncDecl):
            known = self.ctx.file.hidden.get(declared.name)
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
            if isinstance(known, ast.FuncDecl):
                raise ctx.error(f"'{name}' is declared as a variable and as a function", node)
            if not isinstance(known, ast.VarDecl):
                known = ctx.file.hidden.get(name)
            if not isinstance(known, ast.VarDecl):
                storage = "thread" if "__thread" in base.storage else "global"
                known = ast.VarDecl(name, t, storage, ctx.pos(node), defined=False)
                ctx.structs.complete(t)
                ctx.file.declare_extern(name, known)
            hidden = ctx.state.entry(name)
            if hidden is not None and hidden is not known and ctx.file.is_static(name):
                raise ctx.error(f"'{name}' is declared extern, but is static in the file and hidden here", node)
            ctx.redeclarations.types(name, known.type, known.pos, t, node)
            if ("__thread" in base.storage) != (known.storage == "thread") and name != "errno":
                raise ctx.error(f"'{name}' is thread-local here or at {known.pos}, but not at both", node)
            if ctx.file.is_static(name) and not ctx.file.declared_before(name, node.start):
                raise ctx.error(f"'{name}' is declared extern before it is declared static", node)
            ctx.redeclarations.in_block(name, known, node)
            return known
        storage = "local"
        if base.storage & {"__thread"}:
            storage = "thread"
            if "static" not in base.storage:
                raise ctx.error(f"'{name}' is thread-local, so it must be static or extern here", node)
        elif "static" in base.storage:
            storage = "static"
        if base.auto:
            assert value is not None
            e = ctx.exprs.value(value)
            t = conv.unqualified(e.type)
            decl = ast.VarDecl(name, t, storage, ctx.pos(node), function=ctx.state.name)
            decl.init = ast.Init([ast.InitPart(0, t, e)], False)
            place = e.place if isinstance(e, ast.Load) else None
            if isinstance(place, ast.Name | ast.CompoundLiteral) and isinstance(place.decl, ast.VarDecl):
                decl.align = decl.type_align = place.decl.type_align
            ctx.redeclarations.in_block(name, decl, node)
            return decl
        if isinstance(t, ct.Void):
            raise ctx.error(f"variable '{name}' has type void", node)
        ctx.structs.require(t, node)
        decl = ast.VarDecl(name, t, storage, ctx.pos(declared.name_node or node), function=ctx.state.name)
        decl.is_register = "register" in base.storage
        if name == "errno" and storage == "thread":
            decl.unsupported = "a name that the library has"
        ctx.redeclarations.in_block(name, decl, declared.name_node or node)
        if value is not None:
            decl.type, decl.init = ctx.inits.read(value, t, static=storage != "local")
        elif isinstance(t, ct.Array) and t.size is None:
            raise ctx.error(f"array '{name}' has no size", node)
        if storage != "local":
            ctx.use(decl)
        return decl

    def typedef(self, node: Declaration, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        with ctx.lengths.collect() as lengths:
            base = ctx.types.specifiers(node)
        self.evaluate(lengths, out)
        for declarator in node.declarators:
            with ctx.lengths.collect() as lengths:
                declared = ctx.types.declarator(declarator, base.type, base.qualifiers)
            if declared.name is None:
                raise ctx.error("typedef without a name", declarator)
            self.evaluate(lengths, out)
            ctx.state.scopes[-1].variable_lengths += ct.is_variably_modified(declared.type)
            demands = ctx.demands.read(ctx.source.attributes_of(node, declarator), is_type=True)
            ctx.not_understood(demands.others)
            ctx.demands.check_alignas(demands, declarator, None)
            t = with_mode(declared.type, demands, ctx.model)
            align = demands.align or natural_align(declared.type, base.type, base.align)
            entry = Typedef(t, align, qualifiers=declared.qualifiers)
            ctx.redeclarations.in_block(declared.name, entry, declarator)

    def nested_function(self, node: Node, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        pos = ctx.pos(node)
        declarator = ctx.exprs.child(node, "declarator")
        name = name_of(declarator)
        declared = ctx.types.declarator(declarator, ctx.types.specifiers(node).type)
        if name is not None and isinstance(declared.type, ct.Function):
            ctx.state.scopes[-1].names[name.word] = ast.FuncDecl(name.word, declared.type, [], None, pos)
        out.append(ast.UnsupportedStmt("nested function", pos))

    # ------------------------------------------------------------ simple statements

    def expression(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        children = node.children
        if not children:
            out.append(ast.Empty(pos))
            return
        child = children[0]
        if child.type == "gnu_asm_expression":
            from threadproof.frontend.read.assembly import Assembly

            out.append(Assembly(self.ctx, child).read())
            return
        e = self.ctx.exprs.value(child)
        self.ctx.structs.require(e.type, child)
        out.append(ast.ExprStmt(e, pos))

    def return_(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        value = node.part("value")
        if value is None:
            statements: list[ast.Stmt] = [ast.Return(None, pos)]
        else:
            e = self.ctx.exprs.value(value)
            result = self.ctx.state.result
            if isinstance(result, ct.Void):
                statements = [ast.ExprStmt(e, pos), ast.Return(None, pos)]
            else:
                statements = [ast.Return(self.ctx.exprs.convert(e, result, node), pos)]
        statements = self.cleanups.before_return(statements)
        out.append(statements[0] if len(statements) == 1 else ast.Block(statements, pos, pos))

    def goto(self, node: Node, out: list[ast.Stmt]) -> None:
        pos = self.ctx.pos(node)
        address = node.part("address")
        if address is not None:
            out.append(self.computed_goto(address, node))
            return
        label = self.ctx.state.label(self.ctx.exprs.child(node, "label").word)
        state = self.ctx.state
        state.gotos.append((label, node, [] if state.unevaluated else state.open_scopes()))
        out.append(ast.Goto(label, pos) if state.unevaluated else self.cleanups.before_goto(ast.Goto(label, pos)))

    def computed_goto(self, address: Node, node: Node) -> ast.Stmt:
        """It goes to one of the labels whose address is taken, which are known at the end of the function."""
        ctx, pos = self.ctx, self.ctx.pos(node)
        target = ctx.exprs.value(address)
        if ctx.state.unevaluated or not isinstance(target.type, ct.Pointer):
            return ast.UnsupportedStmt("computed goto", pos)
        declaration, held = self.cleanups.kept(ast.Cast(target, ct.Pointer(ct.VOID), pos))
        block = ast.Block([declaration], pos, pos)
        ctx.state.computed.append((block, held, node, ctx.state.open_scopes()))
        return block

    def finish_computed_gotos(self) -> None:
        state = self.ctx.state
        for block, held, node, scopes in state.computed:
            pos = block.pos
            rest: ast.Stmt = ast.UnsupportedStmt("computed goto to no label of the function", pos, is_rare=True)
            for label, decl in reversed(state.addresses.items()):
                jump: ast.Stmt = ast.Goto(label, pos)
                try:
                    self.check_jump(scopes, state.labels[label][0], node)
                except InputError as error:
                    jump = ast.UnsupportedStmt(f"computed goto: {error.message}", pos, is_rare=True)
                if state.has_cleanups:
                    jump = ast.UnsupportedStmt("computed goto in a function with cleanups", pos)
                place = ast.AddrOf(ast.Name(decl, decl.type, pos), ct.Pointer(decl.type), pos)
                is_meant = ast.Binary("==", held, ast.Cast(place, ct.Pointer(ct.VOID), pos), ct.INT, pos)
                rest = ast.If(is_meant, jump, rest, pos)
            block.body.append(rest)

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
        name = self.ctx.state.label(label.word)
        state = self.ctx.state
        _, other = state.labels.get(name, ([], node))
        if other is not node and not name.startswith(ast.ASYNC):  # (an expression may be read several times)
            where = self.ctx.pos(other)
            raise self.ctx.error(f"label '{name}' is defined twice, the other one is at {where}", node)
        if name not in state.labels or not state.unevaluated:
            state.labels[name] = state.open_scopes(), node
        body, following = self.labelled(node)
        out.append(ast.Label(name, body, self.ctx.pos(node)))
        out += following

    def labelled(self, node: Node) -> tuple[ast.Stmt, list[ast.Stmt]]:
        """The statement of a label, and what follows it, such as the next case: no tree is deep."""
        body = node.part("body")
        inner: list[ast.Stmt] = []
        if body is not None:
            self.statement(body, inner)
        if not inner or isinstance(inner[0], ast.Case | ast.Default):
            return ast.Empty(self.ctx.pos(node)), inner
        return inner[0], inner[1:]

    def case(self, node: Node, out: list[ast.Stmt]) -> None:
        ctx = self.ctx
        pos = ctx.pos(node)
        if not ctx.state.switches:
            raise ctx.error("case label outside a switch", node)
        value = node.part("value")
        self.check_jump(ctx.state.switches[-1].scopes, ctx.state.open_scopes(), node)
        body, following = self.labelled(node)
        switch = ctx.state.switches[-1]
        if value is None:
            if switch.default is not None:
                raise ctx.error(f"the switch has two defaults, the other one is at {switch.default}", node)
            switch.default = pos
            out.append(ast.Default(body, pos))
        else:
            last = node.part("high")
            low = wrap(ctx.types.constant(value), switch.type, ctx.model)
            high = low if last is None else wrap(ctx.types.constant(last), switch.type, ctx.model)
            for other_low, other_high, other in switch.cases:
                if low <= other_high and other_low <= high:
                    switch.is_ambiguous = True
                    if not ctx.source.is_satabs:
                        raise ctx.error(f"the case value {low} occurs twice, the other one is at {other}", node)
            if low <= high:
                switch.cases.append((low, high, pos))
            out.append(ast.Case(low, high, body, pos))
        out += following

    # ------------------------------------------------------------ control

    def condition(self, node: Node) -> ast.Expr:
        return self.ctx.exprs.scalar(self.ctx.exprs.child(node, "condition"))

    def if_(self, node: Node, out: list[ast.Stmt]) -> None:
        with self.scope():
            cond = self.condition(node)
            then = self.only(self.ctx.exprs.child(node, "consequence"))
            alternative = node.part("alternative")
            other = None if alternative is None else self.only(alternative)
        out.append(self.as_block(ast.If(cond, then, other, self.ctx.head(node, "consequence")), cond))

    def loop_body(self, node: Node) -> ast.Stmt:
        state = self.ctx.state
        state.loops += 1
        outer, state.targets = state.targets, dict.fromkeys(("break", "continue"), len(state.scopes))
        body = self.only(self.ctx.exprs.child(node, "body"))
        state.loops -= 1
        state.targets = outer
        return body

    def while_(self, node: Node, out: list[ast.Stmt]) -> None:
        with self.scope():
            cond = self.condition(node)
            body = self.loop_body(node)
        out.append(self.as_block(ast.While(cond, body, self.ctx.head(node)), cond))

    def do(self, node: Node, out: list[ast.Stmt]) -> None:
        with self.scope():
            body = self.loop_body(node)
            cond = self.condition(node)
        out.append(self.as_block(ast.DoWhile(body, cond, self.ctx.head(node)), cond))

    def for_(self, node: Node, out: list[ast.Stmt]) -> None:
        exprs = self.ctx.exprs
        scopes = self.ctx.state.scopes
        scopes.append(Scope())
        init: ast.Stmt | None = None
        before: list[ast.Stmt] = []
        initializer = node.part("initializer")
        if initializer is not None:
            if isinstance(initializer, Declaration):
                self.check_first_of_for(initializer)
                self.declaration(initializer, before)
            else:
                before.append(ast.ExprStmt(exprs.value(initializer), self.ctx.pos(initializer)))
            init = before[0] if len(before) == 1 else None
        condition, update = node.part("condition"), node.part("update")
        cond = None if condition is None else exprs.scalar(condition)
        step = None if update is None else exprs.value(update)
        body = self.loop_body(node)
        loop: ast.Stmt = ast.For(init, cond, step, body, self.ctx.head(node))
        ends = self.cleanups.calls(scopes[-1:], self.ctx.pos(node))
        if ends or len(before) > 1:
            loop = ast.For(None, cond, step, body, self.ctx.head(node))
            loop = ast.Block([*before, loop, *ends], self.ctx.pos(node), self.ctx.pos(node))
        scopes.pop()
        out.append(loop)

    def check_first_of_for(self, node: Declaration) -> None:
        words = {c.word for c in node.children if c.type == "storage_class_specifier"} - {"auto", "register"}
        specifier = node.part("type")
        if (
            specifier is not None
            and specifier.type in _TAGGED
            and (specifier.part("name") is not None or specifier.type == "enum_specifier")
            and (specifier.part("body") is not None or not node.declarators)
        ):
            raise self.ctx.error("a type is declared in the first part of a for loop", node)
        if words or node.type == "type_definition" or any(function_of(d) is not None for d in node.declarators):
            raise self.ctx.error("the first part of a for loop can declare nothing but automatic variables", node)

    def switch(self, node: Node, out: list[ast.Stmt]) -> None:
        state = self.ctx.state
        state.scopes.append(Scope())
        value = promote(self.condition(node))
        if not isinstance(value.type, ct.Int):
            raise self.ctx.error("the value of a switch must be an integer", node)
        state.switches.append(OpenSwitch(value.type, state.open_scopes()))
        outer, state.targets = state.targets, {**state.targets, "break": len(state.scopes)}
        body = self.only(self.ctx.exprs.child(node, "body"))
        if state.switches.pop().is_ambiguous:
            out.append(ast.UnsupportedStmt("switch with a case value that occurs twice", self.ctx.pos(node)))
        state.targets = outer
        state.scopes.pop()
        out.append(self.as_block(ast.Switch(value, body, self.ctx.head(node)), value))


def _expose_value(body: list[ast.Stmt]) -> None:
    """The value of a statement expression comes last; labels stand before it."""
    label = body[-1] if body else None
    while isinstance(label, ast.Label) and isinstance(label.body, ast.Label):
        label = label.body
    if isinstance(label, ast.Label) and isinstance(label.body, ast.ExprStmt):
        body.append(label.body)
        label.body = ast.Empty(label.pos)
