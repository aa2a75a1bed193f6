"""The implicit steps of C made explicit: loads, decay, promotions, common types, assignment conversion."""

from __future__ import annotations

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.constants import evaluate, is_constant_expression, wrap
from threadproof.records import replace

DOUBLE = ct.Float(64)


#: synchronisation objects that are integers in C libraries
_NUMBERS = frozenset({"spin", "once"})


class Incompatible(ValueError):
    """A conversion that C does not have; the message says which."""


def is_lvalue(e: ast.Expr) -> bool:
    while isinstance(e, ast.Member):
        e = e.base
    if isinstance(e, ast.Name):
        return isinstance(e.decl, ast.VarDecl)
    return isinstance(e, ast.Deref | ast.Index | ast.Str | ast.CompoundLiteral)


def unqualified(t: ct.CType) -> ct.CType:
    if not t.atomic:
        return t
    if isinstance(t, ct.Struct):
        assert t.twin is not None
        return t.twin
    return replace(t, atomic=False)


def atomic(t: ct.CType) -> ct.CType:
    if t.atomic:
        return t
    if isinstance(t, ct.Struct):
        return t.as_atomic()
    if isinstance(t, ct.Array):
        return replace(t, of=atomic(t.of))
    return replace(t, atomic=True)


def qualifiers(e: ast.Expr) -> int:
    """Those of the place that an expression denotes."""
    found = 0
    while True:
        match e:
            case ast.Name(decl=ast.VarDecl() as decl) | ast.CompoundLiteral(decl=decl):
                return found | decl.qualifiers
            case ast.Deref(pointer=pointer) if isinstance(pointer.type, ct.Pointer):
                return found | pointer.type.qualifiers
            case ast.Member():
                found |= e.qualifiers
                e = e.base
            case ast.Index(array=array):
                found |= array.type.qualifiers if isinstance(array.type, ct.Array) else 0
                e = array
            case _:
                return found


def is_register(place: ast.Expr) -> bool:
    """Is it part of a variable that has no address?"""
    while isinstance(place, ast.Member | ast.Index):
        place = place.base if isinstance(place, ast.Member) else place.array
    return isinstance(place, ast.Name) and isinstance(place.decl, ast.VarDecl) and place.decl.is_register


def mark_address(place: ast.Expr) -> None:
    """The address of this place is taken, and with it that of the variable it is part of."""
    while True:
        match place:
            case ast.Member():
                place = place.base
            case ast.Index():
                place = place.array
            case ast.Name(decl=ast.VarDecl() as decl) | ast.CompoundLiteral(decl=decl):
                decl.address_taken = True
                return
            case _:
                return


def rvalue(e: ast.Expr) -> ast.Expr:
    t = e.type
    if isinstance(t, ct.Array):
        pointer = ct.Pointer(t.of, qualifiers=t.qualifiers | qualifiers(e))
        if isinstance(e, ast.Unsupported):
            return ast.Unsupported(e.what, pointer, e.pos)
        mark_address(e)
        return ast.Decay(e, pointer, e.pos)
    if isinstance(t, ct.Function):
        if isinstance(e, ast.Deref):
            return e.pointer
        return ast.Decay(e, ct.Pointer(t), e.pos)
    if is_lvalue(e):
        return ast.Load(e, unqualified(t), e.pos)
    return e


def promoted(t: ct.CType, bits: int | None = None) -> ct.CType:
    if isinstance(t, ct.Int):
        if bits is not None and bits <= 32:
            return ct.INT if bits < 32 or t.signed else ct.UINT
        if t.rank < 3:
            return ct.INT
    plain = unqualified(t)
    return replace(plain, enum=0) if isinstance(plain, ct.Int) and plain.enum else plain


def bit_width(e: ast.Expr) -> int | None:
    """Of the value of a bit-field, or of an assignment to one."""
    if isinstance(e, ast.Comma):
        return bit_width(e.right)
    if isinstance(e, ast.StmtExpr) and e.body.body and isinstance(last := e.body.body[-1], ast.ExprStmt):
        return bit_width(last.expr)
    if isinstance(e, ast.Member):  # of a value
        return None if e.bits is None else e.bits[1]
    if isinstance(e, ast.Load | ast.Assign | ast.CompoundAssign | ast.IncDec):
        return e.place.bits[1] if isinstance(e.place, ast.Member) and e.place.bits is not None else None
    return None


def is_narrow(e: ast.Expr) -> bool:
    """The value of a bit-field that has fewer bits than its type: GNU C gives it a type that has no name."""
    bits = bit_width(e)
    if bits is not None:
        return isinstance(e.type, ct.Int) and bits != e.type.width
    match e:
        case ast.Comma(right=x):
            return is_narrow(x)
        case ast.Unary(operand=x):
            return _is_wide_field(x)
        case ast.Binary(op="<<" | ">>", left=x):
            return _is_wide_field(x)
        case ast.Binary(left=x, right=y):
            return _is_wide_field(x) or _is_wide_field(y)
        case ast.Cond():
            return _is_wide_field(e.then or e.cond) or _is_wide_field(e.other)
    return False


def _is_wide_field(e: ast.Expr) -> bool:
    """Does promotion leave its odd type as it is?"""
    return is_narrow(e) and isinstance(e.type, ct.Int) and (bit_width(e) or e.type.width) > ct.INT.width


def has_unknown_type(e: ast.Expr) -> bool:
    """Does its type depend on that of something that is not understood?"""
    match e:
        case ast.Unsupported():
            return not e.is_typed
        case ast.Load(place=x) | ast.Decay(place=x) | ast.AddrOf(place=x) | ast.Deref(pointer=x) | ast.Member(base=x):
            return has_unknown_type(x)
        case (
            ast.Index(array=x) | ast.PtrAdd(pointer=x) | ast.Unary(operand=x) | ast.Comma(right=x) | ast.Call(callee=x)
        ):
            return has_unknown_type(x)
        case ast.Assign(place=x) | ast.CompoundAssign(place=x) | ast.IncDec(place=x):
            return has_unknown_type(x)
        case ast.Binary(left=x, right=y) | ast.Cond(then=None, cond=x, other=y) | ast.Cond(then=x, other=y):
            return (x is not None and has_unknown_type(x)) or has_unknown_type(y)
        case ast.StmtExpr():
            return ast.contains(e, ast.Unsupported)
    return False


def promote(e: ast.Expr) -> ast.Expr:
    """Integer promotion of an rvalue."""
    return recast(e, promoted(e.type, bit_width(e)))


def default_promote(e: ast.Expr) -> ast.Expr:
    if isinstance(e.type, ct.Float) and e.type.width == 32:
        return recast(e, DOUBLE)
    return promote(e)


def as_number(e: ast.Expr) -> ast.Expr:
    """The id of a thread that is an operand of arithmetic."""
    if not isinstance(e.type, ct.Int) or not ct.is_thread_id(e.type):
        return e
    t = replace(e.type, name="unsigned long")
    return ast.Const(e.value, t, e.pos) if isinstance(e, ast.Const) else ast.Cast(e, t, e.pos)


def default_promoted(t: ct.CType) -> ct.CType:
    return DOUBLE if isinstance(t, ct.Float) and t.width == 32 else promoted(t)


def common_type(a: ct.CType, b: ct.CType) -> ct.CType:
    """The usual arithmetic conversions, for promoted types."""
    if isinstance(a, ct.Float) or isinstance(b, ct.Float):
        width = max(t.width for t in (a, b) if isinstance(t, ct.Float))
        return ct.Float(width)
    assert isinstance(a, ct.Int)
    assert isinstance(b, ct.Int)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    unsigned, signed = (b, a) if a.signed else (a, b)
    if unsigned.rank >= signed.rank:
        return unsigned
    if signed.width > unsigned.width:
        return signed
    return replace(signed, signed=False, name="unsigned " + signed.name)


def same(a: ct.CType, b: ct.CType) -> bool:
    """The same type, not only the same representation: `char` and `signed char` differ, `int *` and `const int *`."""
    if isinstance(a, ct.Int) and isinstance(b, ct.Int):
        if a.enum > 0 and b.enum > 0 and a.enum != b.enum:
            return False
        is_same_name = a.rank != 1 or not a.signed or a.name == b.name
        return is_same_name and _as_number(a, b) == _as_number(b, a)
    if isinstance(a, ct.Pointer) and isinstance(b, ct.Pointer):
        return are_qualified_alike(a, b) and same(a.to, b.to)
    if isinstance(a, ct.Array) and isinstance(b, ct.Array):
        return (a.size == b.size or a.size is None or b.size is None) and same(a.of, b.of)
    if isinstance(a, ct.Function) and isinstance(b, ct.Function):
        if not same(a.result, b.result):
            return False
        if a.unprototyped or b.unprototyped:
            return needs_no_prototype(b if a.unprototyped else a)
        return (
            a.variadic == b.variadic
            and len(a.params) == len(b.params)
            and all(same(x, y) for x, y in zip(a.params, b.params, strict=True))
        )
    return a == b


def are_qualified_alike(a: ct.Pointer, b: ct.Pointer) -> bool:
    x, y = _element(a.to), _element(b.to)
    qualifiers = [0 if _as_number(x, y) is not x else a.qualifiers, 0 if _as_number(y, x) is not y else b.qualifiers]
    return a.atomic == b.atomic and qualifiers[0] == qualifiers[1]


def _element(t: ct.CType) -> ct.CType:
    while isinstance(t, ct.Array):
        t = t.of
    return t


def _as_number(t: ct.CType, other: ct.CType) -> ct.CType:
    """gcc compares an enum with another type as the integer that it is, without qualifiers."""
    if isinstance(t, ct.Int) and t.enum > 0 and not (isinstance(other, ct.Int) and other.enum > 0):
        return replace(t, enum=0, atomic=False)
    return t


def needs_no_prototype(f: ct.Function) -> bool:
    """Does a call pass all arguments as they are promoted?"""
    return f.unprototyped or (not f.variadic and all(same(unqualified(p), default_promoted(p)) for p in f.params))


def composite(a: ct.CType, b: ct.CType) -> ct.CType:
    """What two compatible types say together: the size of an array, the parameters of a function."""
    if isinstance(a, ct.Array) and isinstance(b, ct.Array):
        of = composite(a.of, b.of)
        return replace(b if a.size is None and a.length is None else a, of=of)
    if isinstance(a, ct.Pointer) and isinstance(b, ct.Pointer):
        return replace(a, to=composite(a.to, b.to))
    if isinstance(a, ct.Function) and isinstance(b, ct.Function):
        old, new = (a, b) if a.unprototyped else (b, a)
        if old.unprototyped:
            return replace(new, result=composite(a.result, b.result))
        params = tuple(composite(x, y) for x, y in zip(a.params, b.params, strict=True))
        return replace(a, result=composite(a.result, b.result), params=params)
    return a


def recast(e: ast.Expr, t: ct.CType) -> ast.Expr:
    """The rvalue as an arithmetic or pointer type, with a Cast only if the type changes."""
    is_id_alike = ct.is_thread_id(e.type) == ct.is_thread_id(t)
    if e.type == t and is_id_alike and not (isinstance(e.type, ct.Int) and e.type.enum):
        return e
    return cast(e, t)


def cast(e: ast.Expr, t: ct.CType, pos: ast.Pos | None = None) -> ast.Expr:
    """(A `long double` that only names a double, as in DBL_MAX, is that.)"""
    sign, literal = (-1, e.operand) if isinstance(e, ast.Unary) and e.op == "-" else (1, e)
    if isinstance(literal, ast.FloatConst) and isinstance(t, ct.Float):
        value = {64: literal.as_double, 32: literal.as_float}.get(t.width)
        if value is not None:
            return ast.FloatConst(sign * value, t, pos or e.pos)
    return ast.Cast(e, t, pos or e.pos)


def convert(e: ast.Expr, to: ct.CType, model: ct.DataModel) -> ast.Expr:
    """The rvalue converted as if by assignment to a place of type `to`."""
    t = unqualified(to)
    source = e.type
    if source is t or (source == t and ct.is_thread_id(source) == ct.is_thread_id(t)):
        return e
    if isinstance(e, ast.Unsupported):
        return ast.Unsupported(e.what, t, e.pos)
    if isinstance(t, ct.Int) and isinstance(e, ast.Const) and isinstance(source, ct.Int):
        return ast.Const(wrap(e.value, t, model), t, e.pos)
    if ct.is_scalar(t) and ct.is_scalar(source):
        if isinstance(t, ct.Pointer) and _is_special(source) and not is_null_constant(e, model):
            raise Incompatible(f"'{ct.show(source)}' cannot become a pointer")
        if isinstance(t, ct.Int) and t.enum > 0 and isinstance(source, ct.Pointer):
            raise Incompatible(f"a pointer cannot become '{ct.show(t)}'")
        if isinstance(t, ct.Float) and isinstance(source, ct.Pointer):
            raise Incompatible("a pointer cannot become a floating-point number")
        if isinstance(t, ct.Pointer) and isinstance(source, ct.Float):
            raise Incompatible("a floating-point number cannot become a pointer")
        return cast(e, t)
    if isinstance(t, ct.Void):
        return ast.Cast(e, t, e.pos)
    if isinstance(t, ct.Sync) and isinstance(source, ct.Sync) and t.kind == source.kind:
        return e
    if isinstance(t, ct.Sync) and isinstance(source, ct.Int):
        return ast.Unsupported("assignment of a number to a synchronisation object", t, e.pos)
    if isinstance(source, ct.Sync) and (isinstance(t, ct.Int) or (ct.is_scalar(t) and source.kind in _NUMBERS)):
        return ast.Unsupported("reading a synchronisation object as a number", t, e.pos)
    raise Incompatible(f"'{ct.show(source)}' cannot be converted to '{ct.show(t)}'")


def _is_special(t: ct.CType) -> bool:
    return isinstance(t, ct.Int) and (t.is_bool or t.enum > 0)


def is_null_constant(e: ast.Expr, model: ct.DataModel) -> bool:
    if isinstance(e, ast.Cast) and same(e.type, ct.Pointer(ct.VOID)):
        e = e.operand
    return isinstance(e.type, ct.Int) and is_constant_expression(e, model) and evaluate(e, model) == 0


def unify_pointers(a: ast.Expr, b: ast.Expr, model: ct.DataModel) -> tuple[ast.Expr, ast.Expr]:
    """Operands of a comparison or of `?:`, at least one of them a pointer, brought to one pointer type."""
    if not isinstance(a.type, ct.Pointer):
        return convert(promote(a), b.type, model), b
    if not isinstance(b.type, ct.Pointer):
        return a, convert(promote(b), a.type, model)
    if a.type == b.type:
        return a, b
    if is_null_constant(b, model):
        return a, recast(b, a.type)
    if is_null_constant(a, model):
        return recast(a, b.type), b
    if isinstance(a.type.to, ct.Void) or isinstance(b.type.to, ct.Void):
        # (an array has no qualifiers before C23, only its elements have)
        kept = [0 if isinstance(p.to, ct.Array) else p.qualifiers for p in (a.type, b.type)]
        void = ct.Pointer(ct.VOID, qualifiers=kept[0] | kept[1])
        return recast(a, void), recast(b, void)
    return a, recast(b, a.type)


def are_unrelated(a: ast.Expr, b: ast.Expr, model: ct.DataModel) -> bool:
    """Pointers of which gcc says that their types do not match, and makes `void *` of both."""
    if not isinstance(a.type, ct.Pointer) or not isinstance(b.type, ct.Pointer):
        return False
    if isinstance(a.type.to, ct.Void) or isinstance(b.type.to, ct.Void):
        return False
    return not (same(a.type.to, b.type.to) or is_null_constant(a, model) or is_null_constant(b, model))
