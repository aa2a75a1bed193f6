"""The typed syntax tree: what `typecheck` produces and `lower` consumes.

Every implicit step of C is explicit here: reading an lvalue is `Load`, an array that becomes a pointer is
`Decay`, every conversion is `Cast`. Expressions know their type and position. What the front end does not
understand is an `Unsupported` node with its name, so that only reaching it makes a verdict Unknown.

Whoever walks through the tree does so with `parts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Union

from threadproof.frontend.ctypes import INT, CType, Float, Function, Int, is_thread_id
from threadproof.records import dataclass, field

#: to call one of them is what unreach-call forbids, whatever its body does
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
#: a label that starts a thread, of programs written for SATABS, begins like this
ASYNC = "__CPROVER_ASYNC"


class Span(NamedTuple):
    """The characters of the user's source that something is made of, counted from 1; the end is behind the last one.

    0: not known, as behind a macro.
    """

    column: int
    end_line: int
    end_column: int


NO_SPAN = Span(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Pos:
    """Where in the user's source: after `#line` markers, so never a position in preprocessed text."""

    file: str
    line: int
    #: in the text that was parsed: it tells positions apart
    column: int = 0
    span: Span = field(default=NO_SPAN, compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# ---------------------------------------------------------------- declarations


@dataclass(slots=True, eq=False)
class VarDecl:
    """A variable. `storage`: global, static (a static local), local, param, or thread (thread-local storage)."""

    name: str
    type: CType
    storage: str
    pos: Pos
    init: Init | None = None
    #: the function it is declared in, or None for a file-scope variable
    function: str | None = None
    #: its address is taken, or it is an array that decays: set by typecheck
    address_taken: bool = False
    #: False for an `extern` variable with no definition anywhere
    defined: bool = True
    #: from attributes: a minimal alignment (0: none), and what nobody has a meaning for ("": nothing)
    align: int = 0
    unsupported: str = ""
    #: the alignment that its type demands, by a typedef (0: none)
    type_align: int = 0
    #: it has an alignment on its own account
    is_aligned: bool = False
    #: const and volatile, as in `ctypes`
    qualifiers: int = 0
    is_register: bool = False


@dataclass(slots=True, eq=False)
class FuncDecl:
    """A function; `body` is None when only a prototype was seen."""

    name: str
    type: Function
    params: list[VarDecl]
    body: Block | None
    pos: Pos
    #: an attribute that nobody has a meaning for ("": none)
    unsupported: str = ""
    #: it has variables with a cleanup function; at their scopes' ends the tree has calls of those
    has_cleanups: bool = False
    #: so it promises
    never_returns: bool = False
    #: in bytes, as its attributes want it
    align: int = 1
    #: where it is, if functions of other files have its name, too
    file: str = ""

    @property
    def symbol(self) -> str:
        """A name that no other function of the program has."""
        return f"{self.name}@{self.file}" if self.file else self.name

    @property
    def returns_zero(self) -> bool:
        """At its end: `main` does, if it is one that the standard knows."""
        return self.name == "main" and self.type.result == INT


# ---------------------------------------------------------------- initialisers


@dataclass(slots=True, eq=False)
class Init:
    """An initialiser in normal form: assignments to scalar (or whole-struct) parts at byte offsets.

    `parts` in source order, a later part for the same place already having replaced the earlier one.
    Places not mentioned are zero if `zero_rest`, which is so for every braced list and string literal; but `padding`,
    (first bit, how many), is arbitrary: what is in no member, in parts of an automatic object that the list mentions.
    """

    parts: list[InitPart]
    zero_rest: bool
    padding: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True, eq=False)
class InitPart:
    offset: int
    type: CType
    value: Expr
    #: set for a bit-field: (bit offset in the byte, width)
    bits: tuple[int, int] | None = None


# ---------------------------------------------------------------- expressions


@dataclass(slots=True, eq=False)
class Const:
    """An integer constant (also enumerators, sizeof, character constants); value already in range of the type."""

    value: int
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class FloatConst:
    value: float
    type: CType
    pos: Pos
    #: of a `long double`: what it is as a double and as a float, whatever its own precision is
    as_double: float | None = None
    as_float: float | None = None


@dataclass(slots=True, eq=False)
class Str:
    """A string literal: an lvalue of type char[n], NUL included. Those of one content and owner are one object."""

    data: bytes
    type: CType
    pos: Pos
    #: of `__func__` and its like
    owner: str = ""


@dataclass(slots=True, eq=False)
class Name:
    """An lvalue (or, for a function, a designator)."""

    decl: VarDecl | FuncDecl
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Load:
    """Lvalue to rvalue; `type` is the unqualified type. Whole structs too."""

    place: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Decay:
    """An array lvalue as a pointer to its first element, or a function designator as a pointer to it."""

    place: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class AddrOf:
    place: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Deref:
    """An lvalue: `*p`, and `p[i]` as Deref(PtrAdd(p, i)) when p is a pointer."""

    pointer: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Index:
    """An lvalue: element `index` of an array lvalue (`a[i]` where a is an array, not a pointer)."""

    array: Expr
    index: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Member:
    """An lvalue if `base` is one (`p->f` has a Deref base); an rvalue if base is a Call or so that yields a struct.

    `offset` is in bytes from the start of base; anonymous members on the way are already summed up.
    """

    base: Expr
    name: str
    offset: int
    type: CType
    pos: Pos
    #: set for a bit-field: (bit offset in the byte, width)
    bits: tuple[int, int] | None = None
    #: of the member; those of the base count, too
    qualifiers: int = 0


@dataclass(slots=True, eq=False)
class Unary:
    """op: - ~ ! ; the operand is promoted, `!` yields int 0 or 1."""

    op: str
    operand: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Binary:
    """op: + - * / % << >> & | ^ < <= > >= == != over operands already converted to a common type

    (except shifts, whose operands are promoted separately). Comparisons yield int; they may compare pointers.
    """

    op: str
    left: Expr
    right: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class PtrAdd:
    """pointer + index (or - index if `negative`), in elements of the pointed-to type; index is any integer type."""

    pointer: Expr
    index: Expr
    negative: bool
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class PtrDiff:
    left: Expr
    right: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Logical:
    """op: && or ||; yields int. Operands are scalars of any type."""

    op: str
    left: Expr
    right: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Cond:
    """`c ? a : b`; for GNU `c ?: b`, then is None and the condition's value (converted) is the result."""

    cond: Expr
    then: Expr | None
    other: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Comma:
    left: Expr
    right: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Assign:
    """The value is converted to the type of the place already."""

    place: Expr
    value: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class CompoundAssign:
    """`place op= value`: compute in `compute_type` (for shifts the promoted left type), then convert back.

    For pointers: op is + or -, compute_type is the pointer type, value an integer.
    """

    op: str
    place: Expr
    value: Expr
    compute_type: CType
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class IncDec:
    """`++x` `--x` `x++` `x--`; delta is +1 or -1 (elements, for pointers)."""

    place: Expr
    delta: int
    prefix: bool
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Call:
    """`callee` is a Name of a FuncDecl for a direct call, else an expression of pointer-to-function type.

    Arguments are converted to the parameter types (default promotions for variadic and unprototyped ones).
    """

    callee: Expr
    args: list[Expr]
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Cast:
    """Any conversion, implicit or written: integer, pointer, to void, to _Bool."""

    operand: Expr
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class StmtExpr:
    """GNU `({ ... })`: the value of the last expression statement, or void."""

    body: Block
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class CompoundLiteral:
    """`(T){...}`: an lvalue; the object is `decl`, initialised each time it is evaluated."""

    decl: VarDecl
    type: CType
    pos: Pos


@dataclass(slots=True, eq=False)
class Unsupported:
    """A construct that is understood as C but has no meaning here yet."""

    what: str
    type: CType
    pos: Pos
    #: its type is right, all the same
    is_typed: bool = False
    #: control gets there only if something happens when the program runs
    is_rare: bool = False


Expr = Union[
    Const, FloatConst, Str, Name, Load, Decay, AddrOf, Deref, Index, Member, Unary, Binary, PtrAdd, PtrDiff,
    Logical, Cond, Comma, Assign, CompoundAssign, IncDec, Call, Cast, StmtExpr, CompoundLiteral, Unsupported,
]  # fmt: skip


# ---------------------------------------------------------------- statements


@dataclass(slots=True, eq=False)
class ExprStmt:
    expr: Expr
    pos: Pos


@dataclass(slots=True, eq=False)
class DeclStmt:
    """Local variables in order (static and extern ones too: `storage` tells)."""

    decls: list[VarDecl]
    pos: Pos


@dataclass(slots=True, eq=False)
class Block:
    body: list[Stmt]
    pos: Pos
    end: Pos


@dataclass(slots=True, eq=False)
class If:
    cond: Expr
    then: Stmt
    other: Stmt | None
    pos: Pos


@dataclass(slots=True, eq=False)
class While:
    cond: Expr
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class DoWhile:
    body: Stmt
    cond: Expr
    pos: Pos


@dataclass(slots=True, eq=False)
class For:
    init: Stmt | None
    cond: Expr | None
    step: Expr | None
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class Switch:
    """`value` is promoted; Case and Default statements are anywhere inside `body`, case values converted."""

    value: Expr
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class Case:
    """`case low ... high:` (low == high for the ordinary form), then the statement it labels."""

    low: int
    high: int
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class Default:
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class Label:
    name: str
    body: Stmt
    pos: Pos


@dataclass(slots=True, eq=False)
class Goto:
    label: str
    pos: Pos


@dataclass(slots=True, eq=False)
class Break:
    pos: Pos


@dataclass(slots=True, eq=False)
class Continue:
    pos: Pos


@dataclass(slots=True, eq=False)
class Return:
    """The value is converted to the function's result type already."""

    value: Expr | None
    pos: Pos


@dataclass(slots=True, eq=False)
class Empty:
    pos: Pos


@dataclass(slots=True, eq=False)
class UnsupportedStmt:
    """Inline assembly with operands, nested functions, ...; empty asm statements are Empty."""

    what: str
    pos: Pos
    #: control gets there only if something happens when the program runs
    is_rare: bool = False


@dataclass(slots=True, eq=False)
class VlaDecl:
    """A variable-length array: its variable, and the lengths of its dimensions that have no fixed size, in order.

    `ctypes.fixed_part` of its type are the elements. A negative length is undefined; no elements are none.
    """

    decl: VarDecl
    lengths: list[Expr]
    pos: Pos


Stmt = Union[
    ExprStmt, DeclStmt, Block, If, While, DoWhile, For, Switch, Case, Default, Label, Goto, Break, Continue,
    Return, Empty, UnsupportedStmt, VlaDecl,
]  # fmt: skip


# ---------------------------------------------------------------- translation unit


@dataclass(slots=True)
class Unit:
    """What is reachable from where it begins: functions (by `symbol`), and file-scope and static variables."""

    functions: dict[str, FuncDecl] = field(default_factory=dict)
    #: the function that is called first
    begin: str = "main"
    globals: list[VarDecl] = field(default_factory=list)
    #: run before main, and when the process ends normally (after functions given to atexit), each in their order
    constructors: list[FuncDecl] = field(default_factory=list)
    destructors: list[FuncDecl] = field(default_factory=list)
    #: what concerns the whole program and is not understood
    unsupported: list[UnsupportedStmt] = field(default_factory=list)
    #: what a verdict takes for granted because of how the program was read
    scope: dict[str, None] = field(default_factory=dict)
    #: some initialiser makes a mutex recursive or error-checking
    has_special_mutex: bool = False
    #: lines of the user's source files, for traces: file -> lines
    sources: dict[str, list[str]] = field(default_factory=dict)
    #: what functions without a body may do is assumed (`frontend.unknown`)
    assumes_unknown: bool = False
    #: macros that the program's headers were read with and that say how structures are laid out
    macros_of_layouts: tuple[str, ...] = ()
    _has_ids_as_numbers: bool | None = None

    @property
    def has_ids_as_numbers(self) -> bool:
        """Ids of threads are made numbers. (Those that are only printed do not count.)"""
        if self._has_ids_as_numbers is None:
            self._has_ids_as_numbers = _has_ids_as_numbers(self)
        return self._has_ids_as_numbers


# ---------------------------------------------------------------- walking

#: what is said about a node, not inside it
_ABOUT = frozenset(("type", "pos", "end", "compute_type"))


#: by class: where the parts of a node are
_PLACES_OF_PARTS: dict[type, tuple[str, ...]] = {}


def parts(node: object) -> Sequence[object]:
    """What is directly inside a node, or a list of them, in order. A name has no parts: what it names is elsewhere."""
    kind = type(node)
    if kind is list:
        return node  # type: ignore[return-value]
    places = _PLACES_OF_PARTS.get(kind)
    if places is None:
        slots = () if issubclass(kind, Name | FuncDecl | Pos) else getattr(kind, "__slots__", ())
        places = _PLACES_OF_PARTS[kind] = tuple([slot for slot in slots if slot not in _ABOUT])
    return [getattr(node, place) for place in places]


def contains(node: object, kinds: type | tuple[type, ...]) -> bool:
    return isinstance(node, kinds) or any(contains(part, kinds) for part in parts(node))


def is_number_of_thread(e: Cast) -> bool:
    """Is the id of a thread made a number?"""
    is_id = is_thread_id(e.operand.type) and not is_thread_id(e.type)
    return is_id and (isinstance(e.type, Float) or (isinstance(e.type, Int) and not e.type.is_bool))


def _has_ids_as_numbers(unit: Unit) -> bool:
    todo: list[object] = [f.body for f in unit.functions.values()]
    while todo:
        node = todo.pop()
        if isinstance(node, Cast) and is_number_of_thread(node):
            return True
        if isinstance(node, Call) and isinstance(node.callee, Name) and node.callee.decl.name.endswith("printf"):
            todo += [without_casts(x) if is_thread_id(without_casts(x).type) else x for x in node.args]
        else:
            todo += parts(node)
    return False


def without_casts(e: Expr) -> Expr:
    """What is converted, perhaps several times."""
    while isinstance(e, Cast):
        e = e.operand
    return e
