"""Reads types: specifiers and declarators, from syntax tree to CType."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.constants import evaluate, is_constant_expression
from threadproof.frontend.read.conversions import atomic, has_unknown_type, is_narrow, qualifiers, rvalue, unqualified
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.read.lengths import Length
from threadproof.frontend.read.literals import long_double
from threadproof.frontend.read.scope import Scope, Typedef
from threadproof.frontend.syntax.attributes import Attribute
from threadproof.frontend.syntax.node import Declaration, Node, excerpt
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

_CLASSES = frozenset({"typedef", "extern", "static", "auto", "register"})
_QUALIFIERS = {"const": ct.CONST, "volatile": ct.VOLATILE}
#: without any, they declare no thing that a qualifier could be wrong for
_WITH_DECLARATORS = frozenset({"declaration", "type_definition", "field_declaration"})
_KEYWORDS = frozenset({"signed", "unsigned", "long", "short"})


@dataclass(slots=True)
class Base:
    """Declaration specifiers."""

    type: ct.CType
    storage: frozenset[str] = frozenset()
    #: the alignment that a typedef (or, of an operand, a variable) demands; 0 if none does
    align: int = 0
    #: `__auto_type`: the type is that of the initialiser
    auto: bool = False
    qualifiers: int = 0


@dataclass(slots=True)
class Declared:
    name: str | None
    type: ct.CType
    name_node: Node | None = None
    #: the parameter list, if the name itself is a function
    params: Node | None = None
    qualifiers: int = 0


@dataclass(slots=True)
class Param:
    name: str | None
    type: ct.CType
    node: Node
    qualifiers: int = 0
    #: what is evaluated when the function is entered
    lengths: list[Length] = field(default_factory=list)
    is_register: bool = False
    #: of its type, if that has one of its own
    align: int = 0


class TypeReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        #: what the last parameter list that was read declares
        self.parameter_scope = Scope()
        #: arrays that are of variable length to the letter, though their lengths are known (6.7.6.2)
        self._has_folded_lengths = False
        model = ctx.model
        self._primitive: dict[str, ct.CType] = {
            "void": ct.VOID, "char": ct.CHAR, "int": ct.INT, "float": ct.Float(32), "double": ct.Float(64),
        }  # fmt: skip
        wide = ct.Float(long_double(model))
        self._builtin: dict[str, ct.CType] = {
            "_Bool": ct.BOOL, "__int128": ct.INT128, "__int128_t": ct.INT128, "__uint128_t": ct.UINT128,
            "__builtin_va_list": model.va_list, "_Float32": ct.Float(32), "_Float64": ct.Float(64),
            "_Float32x": ct.Float(64), "_Float64x": wide, "_Float128": ct.Float(128), "__float128": ct.Float(128),
            "signed": ct.INT,
        }  # fmt: skip

    # ------------------------------------------------------------ specifiers

    def specifiers(self, node: Node) -> Base:
        type_node = node.part("type")
        if type_node is None:
            raise self.ctx.error("declaration without a type", node)
        storage: list[str] = []
        is_atomic, is_restricted, qualifiers = False, False, 0
        for child in node.children:
            kind = child.type
            if kind == "storage_class_specifier":
                storage.append(child.word)
            elif kind == "type_qualifier":
                is_atomic = is_atomic or child.word == "_Atomic"
                is_restricted = is_restricted or child.word == "restrict"
                qualifiers |= _QUALIFIERS.get(child.word, 0)
        if type_node.type == "type_identifier" and type_node.word == "__auto_type":
            return Base(ct.INT, frozenset(storage), auto=True, qualifiers=qualifiers)
        if len([w for w in storage if w in _CLASSES]) > 1:
            raise self.ctx.error(f"a declaration cannot be {' and '.join(storage)} at once", node)
        if "typedef" in storage and node.type != "type_definition":
            raise self.ctx.error("a type cannot be defined here", node)
        if node.type == "function_definition" and "register" in storage:
            raise self.ctx.error("a function cannot be 'register'", node)
        if "__thread" in storage:
            self._check_thread_local(node)
        base = self.type_specifier(type_node)
        if isinstance(base.type, ct.Int) and base.type.width == 128 and self.ctx.model.pointer_width == 32:
            raise self.ctx.error("machines of 32 bits have no integers of 128 (--data-model LP64)", node)
        base.storage = frozenset(storage) - {"typedef"}
        base.qualifiers |= qualifiers
        if not (node.type in _WITH_DECLARATORS and isinstance(node, Declaration) and not node.declarators):
            if is_restricted:
                self._check_restrict(base.type, node)
            if is_atomic:
                self._check_atomic(base.type, node)
        if is_atomic:
            base.type = atomic(base.type)
        return base

    def _check_thread_local(self, node: Node) -> None:
        words = [child.text for child in node.children if child.type == "storage_class_specifier"]
        if words.count("__thread") + words.count("_Thread_local") > 1:
            raise self.ctx.error("'_Thread_local' or '__thread' twice", node)
        if "typedef" in words:
            raise self.ctx.error("a type cannot be thread-local", node)
        behind = words[words.index("__thread") :] if "__thread" in words else []
        if odd := next((word for word in behind if word in ("static", "extern")), None):
            raise self.ctx.error(f"'__thread' must stand behind '{odd}'", node)

    def check_auto(self, declarator: Node, value: Node | None, count: int) -> None:
        """May this be what `__auto_type` declares? `count`: how many declarators there are."""
        while declarator.type == "parenthesized_declarator" and (inner := declarator.part("declarator")) is not None:
            declarator = inner
        if count > 1 or declarator.type != "identifier":
            raise self.ctx.error("'__auto_type' is for one plain name only", declarator)
        if value is None:
            raise self.ctx.error(f"'{declarator.word}' needs an initialiser", declarator)
        while value.type == "parenthesized_expression":
            value = value.children[0]
        e = self.ctx.exprs.unevaluated(value) if value.type == "field_expression" else None
        if isinstance(e, ast.Member) and e.bits is not None:
            raise self.ctx.error("'__auto_type' with the value of a bit-field", value)

    def _check_restrict(self, t: ct.CType, node: Node) -> None:
        while isinstance(t, ct.Array):
            t = t.of
        if not isinstance(t, ct.Pointer) or isinstance(t.to, ct.Function):
            raise self.ctx.error("'restrict' is for pointers to objects only", node)

    def _check_atomic(self, t: ct.CType, node: Node) -> None:
        if isinstance(t, ct.Array | ct.Function):
            raise self.ctx.error(f"a value of type '{ct.show(t)}' cannot be atomic", node)

    def type_specifier(self, node: Node) -> Base:
        match node.type:
            case "primitive_type":
                known = self._primitive.get(node.word)
                return Base(known) if known is not None else self.named(node)
            case "sized_type_specifier":
                return Base(self.sized(node))
            case "type_identifier":
                return self.named(node)
            case "struct_specifier" | "union_specifier":
                return Base(self.ctx.structs.struct(node))
            case "enum_specifier":
                return Base(self.ctx.enums.read(node))
            case "typeof_specifier":
                base = self.operand(node)
                if node.word == "typeof_unqual":
                    base.type, base.qualifiers = unqualified(base.type), 0
                return base
            case "atomic_specifier":
                base = self.operand(node)
                self._check_atomic(base.type, node)
                if base.qualifiers or base.type.atomic:
                    raise self.ctx.error("'_Atomic(...)' of a type with qualifiers", node)
                base.type = atomic(base.type)
                return base
        raise self.ctx.error(f"syntax error near '{excerpt(node)}'", node)

    def named(self, node: Node) -> Base:
        entry = self.ctx.visible(node.word, node.start)
        if isinstance(entry, Typedef):
            return Base(entry.type, align=entry.align, qualifiers=entry.qualifiers)
        builtin = self._builtin.get(node.word)
        if builtin is not None and entry is None:
            return Base(builtin)
        raise self.ctx.undeclared(f"unknown type name '{node.word}'", node)

    def is_type_name(self, name: str) -> bool:
        entry = self.ctx.lookup(name)
        return isinstance(entry, Typedef) or (entry is None and name in self._builtin)

    def sized(self, node: Node) -> ct.CType:
        words = [child.word for child in node.children]
        longs = words.count("long")
        unsigned = "unsigned" in words
        bases = [w for w in words if w not in _KEYWORDS]
        base = bases[0] if bases else "int"
        signs, shorts = words.count("unsigned") + words.count("signed"), words.count("short")
        lengths = {"int": 2, "double": 1}.get(base, 0)
        if len(bases) > 1 or signs > (base != "double") or longs > lengths or (shorts and (longs or base != "int")):
            raise self.ctx.error(f"'{' '.join(words)}' is not a type", node)
        if base == "char":
            return ct.UCHAR if unsigned else ct.SCHAR
        if base == "double":
            return ct.Float(long_double(self.ctx.model))
        if base in ("__int128", "__int128_t"):
            return ct.UINT128 if unsigned else ct.INT128
        if base != "int":
            raise self.ctx.error(f"'{' '.join(words)}' is not a type", node)
        if "short" in words:
            return ct.USHORT if unsigned else ct.SHORT
        if longs == 1:
            return self.ctx.model.ulong if unsigned else self.ctx.model.long
        if longs:
            return ct.ULLONG if unsigned else ct.LLONG
        return ct.UINT if unsigned else ct.INT

    # ------------------------------------------------------------ type names

    def type_name(self, node: Node) -> ct.CType:
        """A `type_descriptor`."""
        return self.qualified_type_name(node).type

    def qualified_type_name(self, node: Node) -> Base:
        base = self.specifiers(node)
        declarator = node.part("declarator")
        declared = self.declarator(declarator, base.type, base.qualifiers)
        self.ctx.not_understood(self.ctx.source.attributes_of_type_name(node))
        align = natural_align(declared.type, base.type, base.align)
        return Base(declared.type, align=align, qualifiers=declared.qualifiers)

    def operand_type(self, node: Node) -> ct.CType:
        return self.operand(node).type

    def operand(self, node: Node) -> Base:
        """What `sizeof X` or `sizeof (T)` asks about, X not converted."""
        descriptor = node.part("type")
        if descriptor is not None:
            return self.qualified_type_name(descriptor)
        return self._of_expression(self.ctx.exprs.child(node, "value"))

    def _of_expression(self, node: Node) -> Base:
        e = self.ctx.exprs.unevaluated(node)
        if isinstance(e, ast.Member) and e.bits is not None:
            raise self.ctx.error("a bit-field has no size of its own", node)
        if is_narrow(e):
            self.ctx.not_understood_here("type of the value of a bit-field", node)
        if ct.is_variably_modified(e.type) and not isinstance(e, ast.Name):
            e = self.ctx.exprs.expr(node)  # now its type has lengths that are set
            self.ctx.lengths.effects(node, e)
        if self._has_folded_lengths and _has_array(e.type) and not isinstance(e, ast.Name):
            self.ctx.not_understood_here("type of an array whose length is no integer constant expression", node)
        elif has_unknown_type(e):
            self.ctx.not_understood_here("type of what is not understood", node)
        named = e.decl if isinstance(e, ast.Name | ast.CompoundLiteral) else None
        align = named.type_align if isinstance(named, ast.VarDecl) else 0
        return Base(e.type, align=align, qualifiers=qualifiers(e))

    # ------------------------------------------------------------ declarators

    def declarator(self, node: Node | None, t: ct.CType, qualifiers: int = 0, *, param: bool = False) -> Declared:
        """What a declarator (or abstract declarator, or none) makes of the base type."""
        params: Node | None = None
        is_starred = False
        if qualifiers and isinstance(t, ct.Function) and node is not None:
            self.ctx.not_understood_here("qualified type of a function", node)
        while node is not None:
            kind = node.type
            if kind == "identifier":
                return Declared(node.word, t, node, params, qualifiers)
            inner = node.part("declarator")
            if kind != "parenthesized_declarator":
                params = None
            if kind == "pointer_declarator":
                t = ct.Pointer(t, qualifiers=qualifiers)
                qualifiers = qualifiers_of(node)
                if any(c.word == "restrict" for c in node.children):
                    self._check_restrict(t, node)
                if any(c.word == "_Atomic" for c in node.children):
                    t = atomic(t)
            elif kind == "array_declarator":
                outermost = param and (inner is None or inner.type == "identifier")
                size = node.part("size")
                if isinstance(t, ct.Function | ct.Void):
                    raise self.ctx.error(f"array of '{ct.show(t)}'", node)
                if ct.is_without_size(t) and not is_starred:
                    raise self.ctx.error("array of arrays without a size", node)
                is_starred = size is not None and size.type == "*"
                if is_starred and not param:
                    raise self.ctx.error("'[*]' is for parameters of prototypes only", node)
                self.ctx.structs.require(t, node)
                if not outermost and node.children:
                    raise self.ctx.error("'static' or qualifiers in an array that is no parameter", node)
                t = self.array(t, None if outermost else size, qualifiers)
                if outermost and size is not None and self._is_evaluated(size):
                    self.ctx.lengths.effects(size)
            elif kind == "function_declarator":
                params = node.part("parameters")
                t, qualifiers = self.function(t, params), 0
            node = inner
        return Declared(None, t, None, None, qualifiers)

    def array(self, of: ct.CType, node: Node | None, qualifiers: int) -> ct.Array:
        """An array with a length as written."""
        if node is None or node.type == "*":
            return ct.Array(of, None, qualifiers=qualifiers)
        e = self._length(node)
        size = evaluate(e, self.ctx.model)
        if size is not None and size < 0:
            raise self.ctx.error("size of array is negative", node)
        is_constant = is_constant_expression(e, self.ctx.model) and not ast.contains(e, ast.FloatConst)
        if (size is not None and not is_constant) or (size is None and ast.contains(e, ast.Str)):
            self._has_folded_lengths = True
        variable = self.ctx.lengths.variable(node, e.type) if size is None else None
        return ct.Array(of, size, qualifiers=qualifiers, length=variable)

    def _is_evaluated(self, node: Node) -> bool:
        return node.type != "*" and evaluate(self._length(node), self.ctx.model) is None

    def _length(self, node: Node) -> ast.Expr:
        e = rvalue(self.ctx.exprs.unevaluated(node))
        if not ct.is_integer(e.type) and not isinstance(e, ast.Unsupported):
            raise self.ctx.error("the size of an array is not an integer", node)
        return e

    def function(self, result: ct.CType, params: Node | None) -> ct.Function:
        if isinstance(result, ct.Function | ct.Array):
            raise self.ctx.error(f"a function cannot return '{ct.show(result)}'", params or 0)
        if params is None:
            return ct.Function(result, (), unprototyped=True)
        found, variadic = self.params(params)
        if found is None:
            return ct.Function(result, (), unprototyped=True)
        return ct.Function(result, tuple(p.type for p in found), variadic)

    def params(self, node: Node) -> tuple[list[Param] | None, bool]:
        """Parameters of a prototype (None for `()` and for a list of names), and whether `...` follows."""
        children = node.children
        self.parameter_scope = Scope()
        if not children or children[0].type == "identifier":
            return None, False
        variadic = False
        found: list[Param] = []
        state = self.ctx.state
        scope = Scope()
        state.scopes.append(scope)
        try:
            for child in children:
                if child.type == "variadic_parameter":
                    variadic = True
                    continue
                with self.ctx.lengths.collect() as lengths:
                    base = self.specifiers(child)
                    inner = child.part("declarator")
                    declared = self.declarator(inner, base.type, base.qualifiers, param=True)
                attributes = self.ctx.source.attributes_of_parameter(child)
                declared.type = self.with_attributes(declared.type, attributes)
                t = declared.type
                if isinstance(t, ct.Function) and declared.qualifiers:
                    self.ctx.not_understood_here("qualified type of a function", child)
                if isinstance(t, ct.Void) and len(children) == 1 and declared.name is None:
                    if declared.qualifiers or t.atomic:
                        raise self.ctx.error("void, as the only parameter, has qualifiers", child)
                    self._check_parameter(base, child)
                    return [], False
                t, own = adjusted(t, declared.qualifiers)
                is_register = "register" in base.storage
                align = natural_align(t, base.type, base.align)
                found.append(Param(declared.name, t, declared.name_node or child, own, lengths, is_register, align))
                if isinstance(t, ct.Void):
                    raise self.ctx.error("a parameter has type void", child)
                self._check_parameter(base, child)
                if declared.name is not None:
                    param = ast.VarDecl(declared.name, t, "param", self.ctx.pos(child), align=align, type_align=align)
                    self.ctx.redeclarations.in_block(declared.name, param, child)
        finally:
            state.scopes.pop()
            self.parameter_scope = scope
        return found, variadic

    def with_attributes(self, t: ct.CType, attributes: list[Attribute]) -> ct.CType:
        """The type of a parameter; all but its mode is not understood."""
        if not attributes:
            return t
        demands = self.ctx.demands.read(attributes)
        self.ctx.not_understood([a for a in attributes if a.name != "mode" or a in demands.others])
        return with_mode(t, demands, self.ctx.model)

    def _check_parameter(self, base: Base, node: Node) -> None:
        if isinstance(base.type, ct.Void) and base.qualifiers and not node.part("declarator"):
            raise self.ctx.error("a parameter has type void", node)
        if base.storage - {"register"}:
            raise self.ctx.error(f"a parameter cannot be {' '.join(base.storage)}", node)

    # ------------------------------------------------------------ sizes

    def constant(self, node: Node) -> int:
        value = evaluate(rvalue(self.ctx.exprs.unevaluated(node)), self.ctx.model)
        if value is None:
            raise self.ctx.error(f"'{excerpt(node)}' is not an integer constant", node)
        return value

    def size_of(self, t: ct.CType, node: Node) -> int:
        self.ctx.structs.require(t, node)
        return self.ctx.model.size_of(t)

    def align_of(self, t: ct.CType, node: Node) -> int:
        self.ctx.structs.require(t, node)
        return self.ctx.model.align_of(t)


def qualifiers_of(node: Node) -> int:
    found = 0
    for child in node.children:
        if child.type == "type_qualifier":
            found |= _QUALIFIERS.get(child.word, 0)
    return found


def natural_align(t: ct.CType, base: ct.CType, align: int) -> int:
    """The alignment of a declared type, if that of its base type is given: arrays have it, pointers do not."""
    while isinstance(t, ct.Array) and not isinstance(base, ct.Array):
        t = t.of
    return align if t == base else 0


def adjusted(t: ct.CType, qualifiers: int) -> tuple[ct.CType, int]:
    """The type and the qualifiers that a parameter declared so really has: those of an array are of its elements."""
    if isinstance(t, ct.Array):
        return ct.Pointer(t.of, qualifiers=t.qualifiers | qualifiers), 0
    if isinstance(t, ct.Function):
        return ct.Pointer(t), qualifiers
    return t, qualifiers


def _has_array(t: ct.CType) -> bool:
    while isinstance(t, ct.Pointer):
        t = t.to
    return isinstance(t, ct.Array)
