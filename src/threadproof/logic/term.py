"""Hash-consed terms over Booleans and bit-vectors: the one expression language of the whole tool.

A term is immutable and interned: structural equality is identity. Width 0 is Boolean, width n > 0 a bit-vector
whose value is kept unsigned, in [0, 2**n); signedness belongs to the operators, as in SMT-LIB. Division by zero
has SMT-LIB's total meaning (the front end rules it out before it matters). Build terms only with the functions
below: they fold constants and apply the cheap identities, so that equal things tend to be the same object.
A floating-point number is its bits (`floats`).

Memory is not a term: an array variable occurs only inside `select`, and is updated only by operations of the IR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from threadproof.logic import floats
from threadproof.logic.interning import intern_table
from threadproof.records import dataclass, field

BOOL: Final = 0


@dataclass(slots=True, eq=False)
class Var:
    """A variable of the IR: shared by all threads, or local to each instance of its template.

    `dims` is the number of indices: 0 a scalar, 1 or 2 an array. `length` bounds the (single) index of an array,
    None means unbounded. `init` is the initial value of the scalar or of every cell; None means arbitrary.
    """

    name: str
    width: int
    shared: bool
    dims: int = 0
    length: int | None = None
    init: int | None = 0
    #: initial cells that differ from `init`
    cells: tuple[tuple[int, int], ...] = ()
    signed: bool = False
    #: data (a C object), sync (lock, condition, ...), life (is an object live, how large), place (what has ended),
    #: tag (of which object bytes are a pointer), system (threads), view (who knows which writes, and old values), count
    #: (of threads, in proofs), element (the index of one, in proofs)
    kind: str = "data"
    #: variables with the same group are parts of one memory object (a pointer's two halves, a lock's fields)
    group: str = ""
    #: an array of which one access may touch several cells, as bytes of a buffer; cells that became scalars keep it
    row: str = ""
    #: for people: the C lvalue it stands for; "" if it is a temporary
    lvalue: str = ""
    #: for people: the lvalue of an array as it would be declared, `s[3].row[2][4]`, whose elements are numbered in that
    #: order; an array of one element has an index already, `one{0}.row[2][4]`
    shape: str = ""
    #: the half of a pointer that says which object
    is_pointer: bool = False
    #: for people: where in an object it points, by the number of its site, where that is always the same
    offsets: Mapping[int, int] = field(default_factory=dict)
    #: for people: the bit-fields it is made of, each with its name, first bit, width, whether it has a sign,
    #: and its type
    bit_fields: tuple[tuple[str, int, int, bool, str], ...] = ()
    #: for people: the C type of the lvalue, or of the elements of the array; "": not known, or nothing that C has
    ctype: str = ""

    def __post_init__(self) -> None:
        if not self.group:
            self.group = self.name

    @property
    def text(self) -> str:
        """For people."""
        return self.shape or self.lvalue or self.name

    def __repr__(self) -> str:
        return self.name


class Term:
    """An interned node. `value` is the constant, or None; `var` is set for `var` and `select`."""

    __slots__ = ("args", "op", "value", "var", "vars", "width")

    def __init__(self, op: str, width: int, args: tuple[Term, ...], value: int | None, var: Var | None) -> None:
        self.op = op
        self.width = width
        self.args = args
        self.value = value
        self.var = var
        if not args:
            self.vars: frozenset[Var] = frozenset((var,)) if var is not None else _NO_VARS
        else:
            vs = args[0].vars
            for a in args[1:]:
                if a.vars and a.vars is not vs:
                    vs = vs | a.vars
            if var is not None and var not in vs:
                vs = vs | {var}
            self.vars = vs

    def __repr__(self) -> str:
        from threadproof.logic.show import show

        return show(self)


_NO_VARS: frozenset[Var] = frozenset()
_table: dict[tuple[object, ...], Term] = intern_table({})


def _make(op: str, width: int, *args: Term) -> Term:
    key = (op, width, *args)
    t = _table.get(key)
    if t is None:
        t = _table[key] = Term(op, width, args, None, None)
    return t


def const(value: int, width: int) -> Term:
    value = value & ((1 << width) - 1) if width else int(bool(value))
    key = (value, width)
    t = _table.get(key)
    if t is None:
        t = _table[key] = Term("const", width, (), value, None)
    return t


TRUE: Final = const(1, BOOL)
FALSE: Final = const(0, BOOL)


def boolean(b: bool) -> Term:
    return TRUE if b else FALSE


def var(v: Var) -> Term:
    key = ("var", v)
    t = _table.get(key)
    if t is None:
        t = _table[key] = Term("var", v.width, (), None, v)
    return t


def select(v: Var, index: tuple[Term, ...]) -> Term:
    if not index:
        return var(v)
    key = ("select", v, *index)
    t = _table.get(key)
    if t is None:
        t = _table[key] = Term("select", v.width, index, None, v)
    return t


def to_signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) & 1 else value


# ---------------------------------------------------------------- concrete meaning of each operator


def _sdiv(a: int, b: int, w: int) -> int:
    x, y = to_signed(a, w), to_signed(b, w)
    if y == 0:
        return (1 if x < 0 else -1) & ((1 << w) - 1)
    q = abs(x) // abs(y)
    return (q if (x < 0) == (y < 0) else -q) & ((1 << w) - 1)


def _srem(a: int, b: int, w: int) -> int:
    x, y = to_signed(a, w), to_signed(b, w)
    if y == 0:
        return a
    r = abs(x) % abs(y)
    return (-r if x < 0 else r) & ((1 << w) - 1)


#: operator -> meaning on (a, b, operand width); the result is an int, Booleans as 0/1
BINARY: Final[dict[str, Callable[[int, int, int], int]]] = {
    "add": lambda a, b, w: (a + b) & ((1 << w) - 1),
    "sub": lambda a, b, w: (a - b) & ((1 << w) - 1),
    "mul": lambda a, b, w: (a * b) & ((1 << w) - 1),
    "udiv": lambda a, b, w: a // b if b else (1 << w) - 1,
    "urem": lambda a, b, w: a % b if b else a,
    "sdiv": _sdiv,
    "srem": _srem,
    "bvand": lambda a, b, w: a & b,
    "bvor": lambda a, b, w: a | b,
    "bvxor": lambda a, b, w: a ^ b,
    "shl": lambda a, b, w: (a << b) & ((1 << w) - 1) if b < w else 0,
    "lshr": lambda a, b, w: a >> b if b < w else 0,
    "ashr": lambda a, b, w: (to_signed(a, w) >> min(b, w - 1)) & ((1 << w) - 1),
    "eq": lambda a, b, w: int(a == b),
    "ult": lambda a, b, w: int(a < b),
    "ule": lambda a, b, w: int(a <= b),
    "slt": lambda a, b, w: int(to_signed(a, w) < to_signed(b, w)),
    "sle": lambda a, b, w: int(to_signed(a, w) <= to_signed(b, w)),
    **floats.ARITHMETIC,
    **floats.RELATIONS,
}
#: of integers: what floats are compared by knows neither intervals nor an order of bits
COMPARISONS: Final = frozenset({"eq", "ult", "ule", "slt", "sle"})
COMMUTATIVE: Final = frozenset({"add", "mul", "bvand", "bvor", "bvxor", "eq", "fadd", "fmul", "feq"})
#: every operator there is; back ends assert that they know them all
OPERATORS: Final = frozenset(BINARY) | set(floats.CONVERSIONS) | {
    "const", "var", "select", "not", "and", "or", "ite", "neg", "bvnot", "zext", "sext", "extract",
}  # fmt: skip


# ---------------------------------------------------------------- Booleans


def not_(a: Term) -> Term:
    if a.value is not None:
        return FALSE if a.value else TRUE
    if a.op == "not":
        return a.args[0]
    return _make("not", BOOL, a)


def and_(*parts: Term) -> Term:
    return _junction("and", parts, FALSE, TRUE)


def or_(*parts: Term) -> Term:
    return _junction("or", parts, TRUE, FALSE)


def conjuncts(t: Term) -> tuple[Term, ...]:
    """The parts of a conjunction; none of `true`."""
    return t.args if t.op == "and" else () if t is TRUE else (t,)


def atoms(t: Term) -> Iterator[Term]:
    """The parts of a formula that are no Boolean combinations."""
    seen: set[Term] = set()
    pending = [t]
    while pending:
        u = pending.pop()
        if u in seen:
            continue
        seen.add(u)
        if u.op in ("not", "and", "or") or (u.op in ("ite", "eq") and all(a.width == BOOL for a in u.args)):
            pending += u.args
        elif u.value is None:
            yield u


def _junction(op: str, parts: Iterable[Term], absorbing: Term, neutral: Term) -> Term:
    flat: dict[Term, None] = {}
    for p in parts:
        for q in p.args if p.op == op else (p,):
            if q is absorbing or not_(q) in flat:
                return absorbing
            if q is not neutral:
                flat[q] = None
    if not flat:
        return neutral
    if len(flat) == 1:
        return next(iter(flat))
    return _make(op, BOOL, *flat)


def ite(c: Term, a: Term, b: Term) -> Term:
    if c.value is not None:
        return a if c.value else b
    if a is b:
        return a
    if a.width == BOOL:
        if a.value is not None:
            return or_(c, b) if a.value else and_(not_(c), b)
        if b.value is not None:
            return or_(not_(c), a) if b.value else and_(c, a)
    if c.op == "not":
        c, a, b = c.args[0], b, a
    return _make("ite", a.width, c, a, b)


# ---------------------------------------------------------------- bit-vectors


def _binary(op: str, a: Term, b: Term, width: int) -> Term:
    if a.width != b.width:
        raise TypeError(f"{op}: widths {a.width} and {b.width} differ in {a!r}, {b!r}")
    if a.value is not None and b.value is not None:
        return const(BINARY[op](a.value, b.value, a.width), width)
    if a.value is not None and op in COMMUTATIVE:
        a, b = b, a
    return _make(op, width, a, b)


def add(a: Term, b: Term) -> Term:
    if a.value == 0 and a.op == "const":
        return b
    if b.value == 0 and b.op == "const":
        return a
    if a.value is not None:
        a, b = b, a
    if b.value is not None and a.op == "add" and a.args[1].value is not None:
        return add(a.args[0], const(a.args[1].value + b.value, b.width))
    return _binary("add", a, b, a.width)


def sub(a: Term, b: Term) -> Term:
    if a is b:
        return const(0, a.width)
    if b.value is not None:
        return add(a, const(-b.value, b.width))
    return _binary("sub", a, b, a.width)


def mul(a: Term, b: Term) -> Term:
    if a.value is not None:
        a, b = b, a
    if b.value == 0:
        return b
    if b.value == 1:
        return a
    return _binary("mul", a, b, a.width)


def udiv(a: Term, b: Term) -> Term:
    return a if b.value == 1 else _binary("udiv", a, b, a.width)


def sdiv(a: Term, b: Term) -> Term:
    return a if b.value == 1 else _binary("sdiv", a, b, a.width)


def urem(a: Term, b: Term) -> Term:
    return const(0, a.width) if b.value == 1 else _binary("urem", a, b, a.width)


def srem(a: Term, b: Term) -> Term:
    return const(0, a.width) if b.value == 1 else _binary("srem", a, b, a.width)


def neg(a: Term) -> Term:
    if a.value is not None:
        return const(-a.value, a.width)
    return a.args[0] if a.op == "neg" else _make("neg", a.width, a)


def bvnot(a: Term) -> Term:
    if a.value is not None:
        return const(~a.value, a.width)
    return a.args[0] if a.op == "bvnot" else _make("bvnot", a.width, a)


def bvand(a: Term, b: Term) -> Term:
    if a.value is not None:
        a, b = b, a
    if b.value == 0 or a is b:
        return b
    if b.value == (1 << b.width) - 1:
        return a
    if b.value is not None and a.op in ("bvand", "bvor") and a.args[1].value is not None:
        # bit sets of threads: (set | bits) & mask, (set & bits) & mask
        inner, bits = a.args[0], a.args[1].value
        if a.op == "bvand":
            return bvand(inner, const(bits & b.value, b.width))
        if not bits & b.value:
            return bvand(inner, b)
        if bits & b.value == b.value:
            return b
    return _binary("bvand", a, b, a.width)


def bvor(a: Term, b: Term) -> Term:
    if a.value is not None:
        a, b = b, a
    if b.value == 0 or a is b:
        return a
    if b.value is not None and a.op == "bvor" and a.args[1].value is not None:
        return bvor(a.args[0], const(a.args[1].value | b.value, b.width))
    return _binary("bvor", a, b, a.width)


def bvxor(a: Term, b: Term) -> Term:
    if a is b:
        return const(0, a.width)
    if a.value is not None:
        a, b = b, a
    return a if b.value == 0 else _binary("bvxor", a, b, a.width)


def shl(a: Term, b: Term) -> Term:
    return a if b.value == 0 else _binary("shl", a, b, a.width)


def lshr(a: Term, b: Term) -> Term:
    return a if b.value == 0 else _binary("lshr", a, b, a.width)


def ashr(a: Term, b: Term) -> Term:
    return a if b.value == 0 else _binary("ashr", a, b, a.width)


def zext(a: Term, width: int) -> Term:
    if a.width == width:
        return a
    if a.value is not None:
        return const(a.value, width)
    if a.op == "zext":
        a = a.args[0]
    if a.op == "ite" and a.args[1].value is not None and a.args[2].value is not None:
        return ite(a.args[0], zext(a.args[1], width), zext(a.args[2], width))
    return _make("zext", width, a)


def sext(a: Term, width: int) -> Term:
    if a.width == width:
        return a
    if a.value is not None:
        return const(to_signed(a.value, a.width), width)
    if a.op in ("zext", "sext"):
        return _make(a.op, width, a.args[0])
    if a.op == "ite" and a.args[1].value is not None and a.args[2].value is not None:
        return ite(a.args[0], sext(a.args[1], width), sext(a.args[2], width))
    return _make("sext", width, a)


def extract(a: Term, width: int) -> Term:
    """The low `width` bits."""
    if a.width == width:
        return a
    if a.value is not None:
        return const(a.value, width)
    if a.op in ("zext", "sext"):
        inner = a.args[0]
        if inner.width >= width:
            return extract(inner, width)
        return zext(inner, width) if a.op == "zext" else sext(inner, width)
    if a.op == "extract":
        return extract(a.args[0], width)
    if a.op == "ite" and a.args[1].value is not None and a.args[2].value is not None:
        return ite(a.args[0], extract(a.args[1], width), extract(a.args[2], width))
    return _make("extract", width, a)


def resize(a: Term, width: int, signed: bool) -> Term:
    if width <= a.width:
        return extract(a, width)
    return sext(a, width) if signed else zext(a, width)


def from_bool(c: Term, width: int) -> Term:
    return ite(c, const(1, width), const(0, width))


def is_nonzero(a: Term) -> Term:
    return a if a.width == BOOL else not_(eq(a, const(0, a.width)))


def eq(a: Term, b: Term) -> Term:
    if a is b:
        return TRUE
    if a.value is not None:
        a, b = b, a
    if b.value is not None:
        if a.width == BOOL:
            return a if b.value else not_(a)
        if a.op == "ite" and a.args[1].value is not None and a.args[2].value is not None:
            yes, no = a.args[1] is b, a.args[2] is b
            return boolean(yes) if yes == no else a.args[0] if yes else not_(a.args[0])
        if a.op in ("zext", "sext"):
            inner = a.args[0]
            low = const(b.value, inner.width)
            back = low.value if a.op == "zext" else sext(low, a.width).value
            return eq(inner, low) if back == b.value else FALSE
        if a.op == "add" and a.args[1].value is not None:
            return eq(a.args[0], const(b.value - a.args[1].value, b.width))
    return _binary("eq", a, b, BOOL)


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


def ult(a: Term, b: Term) -> Term:
    if a.op in ("zext", "sext") and b.value is not None:
        inner = a.args[0]
        if b.value <= 1 << (inner.width - 1):
            # (a negative number, extended, is no smaller as an unsigned one)
            return ult(inner, const(b.value, inner.width))
    return FALSE if a is b or b.value == 0 else _binary("ult", a, b, BOOL)


def ule(a: Term, b: Term) -> Term:
    return TRUE if a is b or a.value == 0 else _binary("ule", a, b, BOOL)


def slt(a: Term, b: Term) -> Term:
    return FALSE if a is b else _binary("slt", a, b, BOOL)


def sle(a: Term, b: Term) -> Term:
    return TRUE if a is b else _binary("sle", a, b, BOOL)


# ---------------------------------------------------------------- floating point, on bits


def fadd(a: Term, b: Term) -> Term:
    return _binary("fadd", a, b, a.width)


def fsub(a: Term, b: Term) -> Term:
    return _binary("fsub", a, b, a.width)


def fmul(a: Term, b: Term) -> Term:
    return _binary("fmul", a, b, a.width)


def fdiv(a: Term, b: Term) -> Term:
    return _binary("fdiv", a, b, a.width)


def feq(a: Term, b: Term) -> Term:
    return _binary("feq", a, b, BOOL)


def flt(a: Term, b: Term) -> Term:
    return FALSE if a is b else _binary("flt", a, b, BOOL)


def fle(a: Term, b: Term) -> Term:
    return _binary("fle", a, b, BOOL)


def fneg(a: Term) -> Term:
    return bvxor(a, const(1 << (a.width - 1), a.width))


def fconvert(op: str, a: Term, width: int) -> Term:
    """One of `floats.CONVERSIONS`."""
    if op == "ftof" and a.width == width:
        return a
    if a.value is not None:
        return const(floats.CONVERSIONS[op](a.value, a.width, width), width)
    return _make(op, width, a)


#: operators that say how wide their result is, which their operand does not
RESIZE: Final[dict[str, Callable[[Term, int], Term]]] = {
    "zext": zext, "sext": sext, "extract": extract, **{op: partial(fconvert, op) for op in floats.CONVERSIONS},
}  # fmt: skip
REBUILD: Final[dict[str, Callable[..., Term]]] = {
    "add": add, "sub": sub, "mul": mul, "udiv": udiv, "sdiv": sdiv, "urem": urem, "srem": srem, "neg": neg,
    "bvnot": bvnot, "bvand": bvand, "bvor": bvor, "bvxor": bvxor, "shl": shl, "lshr": lshr, "ashr": ashr,
    "eq": eq, "ult": ult, "ule": ule, "slt": slt, "sle": sle, "not": not_, "and": and_, "or": or_, "ite": ite,
    "fadd": fadd, "fsub": fsub, "fmul": fmul, "fdiv": fdiv, "feq": feq, "flt": flt, "fle": fle,
}  # fmt: skip


def rebuild(t: Term, args: tuple[Term, ...]) -> Term:
    """The operator of `t` on new arguments, simplified."""
    if t.op == "select":
        assert t.var is not None
        return select(t.var, args)
    if t.op in RESIZE:
        return RESIZE[t.op](args[0], t.width)
    return REBUILD[t.op](*args)


def substitute(t: Term, replacement: Mapping[Var, Term]) -> Term:
    """Replace scalar variables. (An array variable cannot be replaced by a term.)"""
    if not any(v in replacement for v in t.vars):
        return t
    memo: dict[Term, Term] = {}

    def go(u: Term) -> Term:
        done = memo.get(u)
        if done is None:
            if u.op == "var":
                assert u.var is not None
                done = replacement.get(u.var, u)
            elif not u.args or not any(v in replacement for v in u.vars):
                done = u
            else:
                done = rebuild(u, tuple(map(go, u.args)))
            memo[u] = done
        return done

    return go(t)


def transform(t: Term, leaf: Callable[[Term], Term | None]) -> Term:
    """Rebuild bottom-up; `leaf` may replace a `var` or `select` node (whose indices are already transformed)."""
    memo: dict[Term, Term] = {}

    def go(u: Term) -> Term:
        done = memo.get(u)
        if done is None:
            new = rebuild(u, tuple(map(go, u.args))) if u.args else u
            if new.op in ("var", "select"):
                replaced = leaf(new)
                new = new if replaced is None else replaced
            done = memo[u] = new
        return done

    return go(t)


def subterms(t: Term) -> Iterable[Term]:
    """Every distinct node, parents before children."""
    seen: set[Term] = set()
    stack = [t]
    while stack:
        u = stack.pop()
        if u not in seen:
            seen.add(u)
            yield u
            stack.extend(u.args)
