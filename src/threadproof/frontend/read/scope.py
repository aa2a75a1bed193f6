"""What names mean: block scopes while a function is read, and the entries that scopes hold."""

from __future__ import annotations

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.syntax.node import Node
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Typedef:
    type: ct.CType
    #: from an `aligned` attribute
    align: int = 0
    #: what a synchronisation type is in the source, to read initialisers by
    underlying: ct.CType | None = None
    qualifiers: int = 0


@dataclass(frozen=True, slots=True)
class Enumerator:
    value: int
    type: ct.Int


Entry = ast.VarDecl | ast.FuncDecl | Typedef | Enumerator
Tag = ct.Struct | ct.Int


@dataclass(slots=True)
class Scope:
    names: dict[str, Entry] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    #: where names and tags were declared
    places: dict[str, int] = field(default_factory=dict)
    variable_lengths: int = 0
    #: labels of this block only, by `__label__`: name -> the name it has in the tree
    labels: dict[str, str] = field(default_factory=dict)
    #: calls of cleanup functions that are due when the scope is left, in the order of the variables
    cleanups: list[ast.Call] = field(default_factory=list)
    #: of a statement expression, which nobody may jump into
    is_value: bool = False


@dataclass(slots=True)
class OpenScope:
    """A scope around some place, and what it holds up to there."""

    scope: Scope
    cleanups: int
    variable_lengths: int


@dataclass(slots=True)
class OpenSwitch:
    type: ct.Int
    scopes: list[OpenScope]
    #: lowest and highest value of each case label, and its place
    cases: list[tuple[int, int, ast.Pos]] = field(default_factory=list)
    default: ast.Pos | None = None
    #: two cases have a value in common, which only old tools accept
    is_ambiguous: bool = False


@dataclass(slots=True)
class FunctionState:
    """What is being read inside one function (or, with no name, at file scope)."""

    name: str | None = None
    result: ct.CType = ct.VOID
    scopes: list[Scope] = field(default_factory=list)
    #: greater than 0 inside sizeof and the like
    unevaluated: int = 0
    switches: list[OpenSwitch] = field(default_factory=list)
    loops: int = 0
    #: the scopes around each label, and where it is
    labels: dict[str, tuple[list[OpenScope], Node]] = field(default_factory=dict)
    gotos: list[tuple[str, Node, list[OpenScope]]] = field(default_factory=list)
    #: what stands for labels whose address is taken, and computed gotos: where to jump to is in the variable
    addresses: dict[str, ast.VarDecl] = field(default_factory=dict)
    computed: list[tuple[ast.Block, ast.Expr, Node, list[OpenScope]]] = field(default_factory=list)
    #: how many scopes are open where `break` and `continue` go
    targets: dict[str, int] = field(default_factory=dict)
    #: gotos that leave scopes with cleanups: the block for the calls, and the scopes open there
    leaving: list[tuple[ast.Block, str, list[OpenScope]]] = field(default_factory=list)
    has_cleanups: bool = False
    #: the function has a variable number of arguments
    is_variadic: bool = False
    #: variables for lengths of arrays
    lengths: list[ast.VarDecl] = field(default_factory=list)

    def entry(self, name: str) -> Entry | None:
        for scope in reversed(self.scopes):
            found = scope.names.get(name)
            if found is not None:
                return found
        return None

    def label(self, name: str) -> str:
        """The name of a label in the tree, where the ones of all blocks are different."""
        return next((s.labels[name] for s in reversed(self.scopes) if name in s.labels), name)

    def open_scopes(self) -> list[OpenScope]:
        return [OpenScope(s, len(s.cleanups), s.variable_lengths) for s in self.scopes]

    def tag(self, name: str) -> Tag | None:
        for scope in reversed(self.scopes):
            found = scope.tags.get(name)
            if found is not None:
                return found
        return None
