"""Ties the readers together: one Context per parse of a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.calls import CallReader
from threadproof.frontend.read.declarators import TypeReader
from threadproof.frontend.read.demands import DemandReader
from threadproof.frontend.read.enums import EnumReader
from threadproof.frontend.read.expressions import ExprReader
from threadproof.frontend.read.filescope import FileScope
from threadproof.frontend.read.index import Index, Source
from threadproof.frontend.read.initialisers import InitReader
from threadproof.frontend.read.lengths import LengthReader
from threadproof.frontend.read.redeclarations import Redeclarations
from threadproof.frontend.read.scope import Entry, FunctionState
from threadproof.frontend.read.statements import StmtReader
from threadproof.frontend.read.structs import StructReader
from threadproof.frontend.read.typeexprs import TypeExprReader
from threadproof.frontend.syntax.attributes import Attribute
from threadproof.frontend.syntax.node import Declaration, LazyPrototype, Node

#: of a file, as a power of 2
_MOST_CHARACTERS = 40


class Context:
    def __init__(self, source: Source, model: ct.DataModel, number: int = 0) -> None:
        """`number`: of the file, among those of the program."""
        self.source = source
        self.model = model
        #: enums of the file have numbers from here on
        self.first_enum = (number << _MOST_CHARACTERS) + 1
        #: functions and variables that other files of the program define
        self.functions_elsewhere: set[str] = set()
        self.variables_elsewhere: set[str] = set()
        self.index = Index(source)
        self.unit = ast.Unit()
        self.state = FunctionState()
        #: what is read now is only checked, nothing of it is reachable
        self.is_checking = False
        #: where attributes stand that somebody has read
        self.claimed: set[int] = set()
        self._positions: dict[tuple[int, int], ast.Pos] = {}
        self.demands = DemandReader(self)
        self.enums = EnumReader(self)
        self.types = TypeReader(self)
        self.structs = StructReader(self)
        self.lengths = LengthReader(self)
        self.type_exprs = TypeExprReader(self)
        self.calls = CallReader(self)
        self.exprs = ExprReader(self)
        self.inits = InitReader(self)
        self.stmts = StmtReader(self)
        self.file = FileScope(self)
        self.redeclarations = Redeclarations(self)

    def pos(self, node: Node) -> ast.Pos:
        return self._pos(node.start, node.end)

    def head(self, node: Node, body: str = "body") -> ast.Pos:
        """Of a statement that has others in it, without these: `if (x)`."""
        inner = node.part(body)
        return self._pos(node.start, node.end if inner is None else self.source.text.end_before(inner.start))

    def _pos(self, start: int, end: int) -> ast.Pos:
        known = self._positions.get((start, end))
        if known is None:
            known = self._positions[start, end] = self.source.pos(start, end)
        return known

    def error(self, message: str, where: Node | int) -> InputError:
        return self.source.error(message, where)

    def undeclared(self, message: str, where: Node | int) -> InputError:
        """A name is not declared: if a header could not be parsed, that is the likely reason."""
        if self.source.errors:
            return self.source.errors[0]
        error = self.error(message, where)
        error.hint = "if a header of the system declares it, --cpp gcc reads those"
        return error

    def not_understood(self, attributes: list[Attribute]) -> None:
        """Attributes of a type: there is no one place where they matter."""
        for a in attributes:
            self.not_understood_here(str(a), a.start)

    def not_understood_here(self, what: str, where: Node | int) -> None:
        if not self.is_checking:
            offset = where if isinstance(where, int) else where.start
            self.unit.unsupported.append(ast.UnsupportedStmt(what, self.source.pos(offset)))

    def visible(self, name: str, offset: int) -> Entry | None:
        """What a name means at a place."""
        found = self.state.entry(name)
        if found is None and self.file.declared_before(name, offset):
            found = self.file.lookup(name)
        return found

    def check_whole_file(self) -> None:
        """What stands outside functions and concerns everything: static assertions, assembly, some pragmas."""
        nodes = self.source.items
        starts = [node.start for node in nodes]

        def is_inside(offset: int) -> bool:
            i = bisect_right(starts, offset) - 1
            return i >= 0 and offset < nodes[i].end

        for node in self.index.static_asserts:
            self.type_exprs.static_assert(node)
        for item in nodes:
            if isinstance(item, Declaration) and not isinstance(item, LazyPrototype) and not item.declarators:
                self._check_lone_type(item)
            elif item.type == "gnu_asm_expression":
                self.not_understood_here("assembly at file scope", item)
        outside = [p for p in self.source.text.pragmas if not is_inside(p.start)]
        self.not_understood([p for p in outside if p.name not in ("#pragma weak", "#pragma redefine_extname")])

    def _check_lone_type(self, node: Declaration) -> None:
        """`int;` declares nothing, but what stands there must be a type."""
        specifier = node.part("type")
        if specifier is not None and specifier.part("body") is None and not self.source.text.is_system(node.start):
            with self.at_file_scope():
                self.types.specifiers(node)

    def lookup(self, name: str) -> Entry | None:
        return self.state.entry(name) or self.file.lookup(name)

    def use(self, decl: ast.VarDecl | ast.FuncDecl) -> None:
        """Reachable code refers to it."""
        if not self.state.unevaluated and not self.is_checking:
            self.file.use(decl)

    @contextmanager
    def only_checking(self) -> Iterator[None]:
        """What is read inside has no meaning, but must be C."""
        saved, self.is_checking = self.is_checking, True
        try:
            yield
        finally:
            self.is_checking = saved

    @contextmanager
    def at_file_scope(self) -> Iterator[None]:
        saved = self.state
        self.state = FunctionState()
        try:
            with self.lengths.collect():
                yield
        finally:
            self.state = saved
