"""Reads calls: ordinary ones, atomic operations that are generic in a pointee, and compile-time builtins."""

from __future__ import annotations

import re
from math import inf, nan
from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import builtins
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.constants import evaluate
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.syntax.node import Node, excerpt

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

#: with their numbers of arguments (C23 has no second one of `va_start`)
_VARIADIC = {"__builtin_va_start": (1, 2), "__builtin_va_end": (1,), "__builtin_va_copy": (2,)}

#: builtins that are constants
_FLOATS = {
    **{f"__builtin_{name}": (ct.Float(64), inf) for name in ("inf", "huge_val")},
    **{f"__builtin_{name}f": (ct.Float(32), inf) for name in ("inf", "huge_val")},
    "__builtin_nan": (ct.Float(64), nan),
    "__builtin_nanf": (ct.Float(32), nan),
}


class CallReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def call(self, node: Node) -> ast.Expr:
        exprs = self.ctx.exprs
        function = exprs.child(node, "function")
        arguments = node.children
        if function.type == "identifier":
            name = function.word
            if self.ctx.lookup(name) is None:
                special = self.undeclared_call(name, arguments, node)
                if special is not None:
                    return special
            callee = exprs.identifier(function, is_called=True)
        else:
            callee = exprs.expr(function)
        if isinstance(callee, ast.Unsupported):
            t = callee.type.to if isinstance(callee.type, ct.Pointer) else callee.type
            return ast.Unsupported(callee.what, t.result, callee.pos) if isinstance(t, ct.Function) else callee
        if not (isinstance(callee, ast.Name) and isinstance(callee.decl, ast.FuncDecl)):
            callee = rvalue(callee)
            if isinstance(callee, ast.Decay) and isinstance(callee.place, ast.Name):
                callee = callee.place
        t = callee.type.to if isinstance(callee.type, ct.Pointer) else callee.type
        if not isinstance(t, ct.Function):
            raise self.ctx.error(f"'{excerpt(function)}' is not a function", node)
        if not isinstance(t.result, ct.Void):
            self.ctx.structs.require(t.result, node)
        known = self.library_type(callee, t)
        args = self.arguments(known or t, arguments, node, function.text)
        result = conv.unqualified(t.result)
        for x in args or ():
            self._complete_object(x)
        if known is not None and args is not None:
            call = ast.Call(callee, args, conv.unqualified(known.result), self.ctx.pos(node))
            return ast.Cast(call, result, call.pos)
        if args is None:
            return ast.Unsupported("call with a wrong number of arguments", result, self.ctx.pos(node))
        return ast.Call(callee, args, result, self.ctx.pos(node))

    def _complete_object(self, x: ast.Expr) -> None:
        """A function without a body may access the whole object that is given to it, at the type that it has here."""
        while isinstance(x.type, ct.Pointer):
            self.ctx.structs.complete(x.type.to)
            if not isinstance(x, ast.Cast):
                break
            x = x.operand

    def library_type(self, callee: ast.Expr, declared: ct.Function) -> ct.Function | None:
        """The type of a library function that is declared without parameters or with another kind of result."""
        if not (isinstance(callee, ast.Name) and isinstance(callee.decl, ast.FuncDecl)):
            return None
        known = builtins.function_type(callee.decl.name, self.ctx.model)
        if known is None or isinstance(known.result, ct.Void) or self.ctx.file.is_defined(callee.decl.name):
            return None
        is_other = isinstance(known.result, ct.Pointer) != isinstance(declared.result, ct.Pointer)
        return known if is_other or declared.unprototyped else None

    def arguments(self, t: ct.Function, nodes: list[Node], node: Node, name: str) -> list[ast.Expr] | None:
        """Converted arguments; None if their number is wrong but no prototype was visible that forbids it."""
        known = len(t.params)
        if not t.unprototyped and (len(nodes) < known or (len(nodes) > known and not t.variadic)):
            few = "few" if len(nodes) < known else "many"
            if self.ctx.file.prototype_before(name, node.start):
                raise self.ctx.error(f"too {few} arguments in call of '{name}'", node)
            for argument in nodes:
                self.ctx.exprs.value(argument)
            return None
        args = []
        for i, argument in enumerate(nodes):
            e = self.ctx.exprs.value(argument)
            if i < known:
                wanted = conv.unqualified(t.params[i])
                if isinstance(wanted, ct.Struct) and e.type is not wanted:
                    e = self._as_union(e, wanted, argument)
                args.append(self.ctx.exprs.convert(e, wanted, argument))
            else:
                args.append(self.promoted(e, argument))
        return args

    def _as_union(self, e: ast.Expr, t: ct.Struct, node: Node) -> ast.Expr:
        """An argument for a parameter that is a transparent union: one that has it as the first member that it fits."""
        self.ctx.structs.complete(t)
        if not t.transparent:
            return e
        types = [f.type for f in t.fields or [] if f.bits is None]
        pointers = [x for x in types if isinstance(x, ct.Pointer)]
        is_any = conv.is_null_constant(e, self.ctx.model) or e.type == ct.Pointer(ct.VOID)
        member = next((x for x in types if x == e.type), pointers[0] if is_any and pointers else None)
        if member is None or isinstance(e, ast.Unsupported):
            return ast.Unsupported("transparent union", t, e.pos)
        decl = ast.VarDecl("transparent union", t, "local", e.pos, function=self.ctx.state.name)
        decl.init = ast.Init([ast.InitPart(0, member, self.ctx.exprs.convert(e, member, node))], zero_rest=True)
        return rvalue(ast.CompoundLiteral(decl, t, e.pos))

    def promoted(self, e: ast.Expr, node: Node) -> ast.Expr:
        if isinstance(e.type, ct.Void) and not isinstance(e, ast.Unsupported):
            raise self.ctx.error("a void value is passed as an argument", node)
        return conv.default_promote(e)

    # ------------------------------------------------------------ without a declaration

    def undeclared_call(self, name: str, nodes: list[Node], node: Node) -> ast.Expr | None:
        """A call of something that only the compiler knows; None if it is an ordinary call after all."""
        pos = self.ctx.pos(node)
        model = self.ctx.model
        match name:
            case "__builtin_constant_p" if len(nodes) == 1:
                e = rvalue(self.ctx.exprs.unevaluated(nodes[0]))
                if isinstance(e, ast.FloatConst) or evaluate(e, model) is not None:
                    return ast.Const(1, ct.INT, pos)
                e = ast.without_casts(e)
                if isinstance(e, ast.Decay) and isinstance(e.place, ast.Str):
                    return ast.Const(1, ct.INT, pos)
                place = e.place if isinstance(e, ast.Load | ast.AddrOf | ast.Decay) else None
                decl = place.decl if isinstance(place, ast.Name) else None
                if isinstance(decl, ast.VarDecl) and ct.is_scalar(e.type) and not decl.qualifiers & ct.CONST:
                    if not self.ctx.is_checking:
                        self.ctx.unit.scope["a variable is no constant for __builtin_constant_p (-O0)"] = None
                    return ast.Const(0, ct.INT, pos)
                return ast.Unsupported(f"{name} of more than a constant or a variable", ct.INT, pos)
            case _ if name in _FLOATS:
                t, number = _FLOATS[name]
                for argument in nodes:
                    text = ast.without_casts(self.ctx.exprs.value(argument))
                    if not (
                        isinstance(text, ast.Decay) and isinstance(text.place, ast.Str) and text.place.data == b"\0"
                    ):
                        return ast.Unsupported(f"{name} of more than an empty string", t, pos)
                return ast.FloatConst(number, t, pos)
            case "__builtin_choose_expr" if len(nodes) == 3:
                is_first = bool(self.ctx.types.constant(nodes[0]))
                with self.ctx.only_checking():
                    self.ctx.exprs.unevaluated(nodes[1 + is_first])
                return self.ctx.exprs.expr(nodes[2 - is_first])
        if name == "__builtin_va_start" and not self.ctx.state.is_variadic:
            raise self.ctx.error("'va_start' in a function with fixed arguments", node)
        if name in _VARIADIC:
            if len(nodes) not in _VARIADIC[name]:
                raise self.ctx.error(f"wrong number of arguments in call of '{name}'", node)
            for other in nodes[1:]:
                self.ctx.exprs.unevaluated(other)
            lists = nodes[: 2 if name == "__builtin_va_copy" else 1]
            return self.about_lists(name, lists, ct.VOID, node)
        operation = builtins.atomic_operation(name)
        if operation is not None:
            return self.atomic(name, nodes, node, *operation)
        if self.ctx.file.builtin(name, pos) is not None:
            return None
        if name.startswith("__builtin_"):
            return ast.Unsupported(name, ct.INT, pos)
        if self.ctx.source.errors:
            raise self.ctx.undeclared(f"'{name}' is not declared", node)
        self.ctx.file.extern_function(name, ct.Function(ct.INT, (), unprototyped=True), pos)
        return None

    def check_overflow(self, name: str, args: list[ast.Expr], nodes: list[Node], node: Node) -> None:
        """Operands of arithmetic that says whether it overflowed."""
        if len(args) != 3:
            raise self.ctx.error(f"'{name}' has three arguments", node)
        known = builtins.overflow_type(name, self.ctx.model)
        if known is not None:
            wanted: list[ct.CType] = [known, known, ct.Pointer(known)]
            args[:] = [self.ctx.exprs.convert(e, t, n) for e, t, n in zip(args, wanted, nodes, strict=True)]
        result = args[2].type
        if not name.endswith("_p"):
            result = result.to if isinstance(result, ct.Pointer) else ct.VOID
        for t in (args[0].type, args[1].type, result):
            if not isinstance(t, ct.Int):
                raise self.ctx.error(f"an operand of '{name}' is no integer", node)

    def check_atomic(self, name: str, pointee: ct.CType, args: list[ast.Expr], node: Node) -> None:
        """What an atomic operation works on."""
        calculates = (
            re.search("fetch_(?:and_)?(?:add|sub|and|x?or|nand)|(?:add|sub|and|x?or)_(?:and_)?fetch", name) is not None
        )
        by_value = name.startswith("__sync_") or name.endswith("_n") or calculates
        if by_value and "lock_free" not in name:
            is_scalar = isinstance(pointee, ct.Int | ct.Pointer)
            if not is_scalar or (calculates and isinstance(pointee, ct.Int) and pointee.is_bool):
                raise self.ctx.error(f"'{name}' does not work on '{ct.show(pointee)}'", node)
        if builtins.is_generic(name):
            sizes = [self._size_of_target(e) for e in args[: 3 if "exchange" in name else 2]]
            if not sizes[0] or any(size != sizes[0] for size in sizes):
                raise self.ctx.error(f"the arguments of '{name}' do not point to objects of one size", node)
        elif "compare_exchange" in name:
            e = args[1]
            if not isinstance(e.type, ct.Pointer) and not conv.is_null_constant(e, self.ctx.model):
                raise self.ctx.error(f"an argument of '{name}' is no pointer", node)
            if name.startswith("atomic_") and self._size_of_target(e) != self._size_of_target(args[0]):
                raise self.ctx.error(f"the arguments of '{name}' do not point to objects of one size", node)

    def _size_of_target(self, e: ast.Expr) -> int:
        if not isinstance(e.type, ct.Pointer) or isinstance(e.type.to, ct.Void | ct.Function):
            return 0
        self.ctx.structs.complete(e.type.to)
        try:
            return self.ctx.model.size_of(e.type.to)
        except LookupError:
            return 0

    def about_lists(self, name: str, lists: list[Node], t: ct.CType, node: Node) -> ast.Expr:
        """What is done with a `va_list`: a call on pointers to what it consists of."""
        args = [self.ctx.exprs.value(x) for x in lists]
        for e, x in zip(args, lists, strict=True):
            if isinstance(e, ast.Unsupported):
                return ast.Unsupported(e.what, t, e.pos)
            if not ct.is_argument_list(e.type):
                raise self.ctx.error(f"'{excerpt(x)}' is no list of arguments", node)
        return self.generic(name, args, t, self.ctx.pos(node))

    def generic(self, name: str, args: list[ast.Expr], t: ct.CType, pos: ast.Pos) -> ast.Call:
        """A call of something that is a function only here."""
        decl = ast.FuncDecl(name, ct.Function(t, (), unprototyped=True), [], None, pos)
        known = self.ctx.unit.functions.get(name)
        if known is None:
            self.ctx.use(decl)
        else:
            decl = known
        return ast.Call(ast.Name(decl, decl.type, pos), args, t, pos)

    def atomic(self, name: str, nodes: list[Node], node: Node, values: tuple[int, ...], result: str) -> ast.Expr:
        pos = self.ctx.pos(node)
        args = [self.ctx.exprs.value(n) for n in nodes]
        t: ct.CType = ct.VOID if result in ("void", "fence") else ct.BOOL
        if result == "overflow":
            self.check_overflow(name, args, nodes, node)
            of = args[2].place if isinstance(args[2], ast.Load) else None
            if isinstance(of, ast.Member) and of.bits is not None:  # its width counts, not that of its type
                return ast.Unsupported(f"{name} of a bit-field", t, pos)
        else:
            least, most = builtins.atomic_arity(name)
            if len(args) < least or (most is not None and len(args) > most):
                many = "few" if len(args) < least else "many"
                raise self.ctx.error(f"too {many} arguments in call of '{name}'", node)
        if result in ("pointee", "bool", "void"):
            unsupported = next((a for a in args if isinstance(a, ast.Unsupported)), None)
            if unsupported is not None:
                return unsupported
            pointer = args[0].type
            if not isinstance(pointer, ct.Pointer):
                raise self.ctx.error(f"first argument of '{name}' is not a pointer", node)
            self.ctx.structs.complete(pointer.to)
            pointee = conv.unqualified(pointer.to)
            self.check_atomic(name, pointee, args, node)
            if result == "pointee":
                t = pointee
            moves = isinstance(pointee, ct.Pointer) and ("add" in name or "sub" in name)
            value_type = self.ctx.model.ptrdiff_t if moves else pointee
            for i in values:
                args[i] = self.ctx.exprs.convert(args[i], value_type, nodes[i])
            rest = (i for i in range(1, len(args)) if i not in values)
            for i in rest:
                args[i] = self.promoted(args[i], nodes[i])
        if any(isinstance(a.type, ct.Struct) for i, a in enumerate(args) if i not in values):
            raise self.ctx.error(f"a structure is no argument of '{name}'", node)
        if name == "atomic_is_lock_free" and not isinstance(args[0].type, ct.Pointer):
            raise self.ctx.error(f"the argument of '{name}' is no pointer", node)
        return self.generic(name, args, t, pos)
