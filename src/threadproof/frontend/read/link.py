"""Several files as one program: a name that they share is one thing. Entry points: `read`, `linked`.

`read` reads what is reachable from main, in whatever file it stands. `linked` then decides for every name that files
share which definition it means, makes types that are the same one type, and puts the trees together. What two files
have for themselves under one name stays two things: a function of theirs has, besides its name, a `symbol`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise

from threadproof.cpp.directives import OWN_HEADERS
from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import promises
from threadproof.frontend.read.agreement import Agreement
from threadproof.frontend.read.context import Context
from threadproof.frontend.read.conversions import are_qualified_alike, composite
from threadproof.frontend.read.index import label_text
from threadproof.frontend.read.linkage import Linkage, defined_for_others, linkage
from threadproof.records import dataclass

Decl = ast.VarDecl | ast.FuncDecl
#: variables that programs may declare by themselves
_OF_THE_LIBRARY = frozenset((
    "stdin", "stdout", "stderr", "errno", "environ", "__environ", "optarg", "optind", "opterr", "optopt", "timezone",
    "daylight", "tzname", "signgam", "h_errno", "getdate_err", "program_invocation_name",
    "program_invocation_short_name",
))  # fmt: skip


def introduce(contexts: list[Context]) -> None:
    """Tell every file what the others define."""
    defined = [defined_for_others(ctx.index) for ctx in contexts]
    for ctx in contexts:
        others = [d for other, d in zip(contexts, defined, strict=True) if other is not ctx]
        ctx.functions_elsewhere = set().union(*[functions for functions, _ in others])
        ctx.variables_elsewhere = set().union(*[variables for _, variables in others])


def read(contexts: list[Context]) -> None:
    """Read what defines in other files what is used, and what that uses, until nothing new is found."""
    asked: set[tuple[int, str]] = set()
    is_new = True
    while is_new:
        is_new = False
        for ctx in contexts:
            for name in _shared_names(ctx):
                for other in contexts:
                    if other is not ctx and (id(other), name) not in asked:
                        asked.add((id(other), name))
                        is_new |= _use_definition(other, name)
        for ctx in contexts:
            ctx.file.elaborate_used()


def _shared_names(ctx: Context) -> list[str]:
    """Names of what is used here and may be defined elsewhere."""
    used = {id(d) for d in (*ctx.unit.functions.values(), *ctx.unit.globals)}
    return [n for n, d in _names(ctx) if id(d) in used and linkage(ctx, n, d) not in (Linkage.INTERNAL, Linkage.STRONG)]


def _use_definition(ctx: Context, name: str) -> bool:
    if name not in ctx.index.values:
        return False
    decl = ctx.file.lookup(name)
    if not isinstance(decl, ast.VarDecl | ast.FuncDecl):
        return False
    if linkage(ctx, name, decl) not in (Linkage.STRONG, Linkage.WEAK):
        return False
    ctx.file.use(decl)
    return True


def _names(ctx: Context) -> Iterator[tuple[str, Decl]]:
    for name, entry in (*ctx.file.names.items(), *ctx.file.hidden.items()):
        if isinstance(entry, ast.VarDecl | ast.FuncDecl):
            yield name, entry


@dataclass(slots=True)
class Symbol:
    """A name as one file has it."""

    ctx: Context
    decl: Decl
    linkage: Linkage

    @property
    def is_definition(self) -> bool:
        return self.linkage in (Linkage.STRONG, Linkage.WEAK)


def linked(contexts: list[Context]) -> ast.Unit:
    """The program that files are which have been read. The one with main comes first."""
    linker = _Linker(contexts)
    linker.resolve()
    return linker.unit()


class _Linker:
    def __init__(self, contexts: list[Context]) -> None:
        self.contexts = contexts
        self.types = Agreement(contexts)
        #: id of a declaration -> what it means
        self.meant: dict[int, Decl] = {}
        #: id of an inline function -> the definition that has the same body
        self.alike: dict[int, ast.FuncDecl] = {}
        self.symbols: dict[str, list[Symbol]] = {}
        self.internal: set[int] = set()
        self.unsupported: list[ast.UnsupportedStmt] = []
        for ctx in contexts:
            for name, decl in _names(ctx):
                found = linkage(ctx, name, decl)
                if found is Linkage.INTERNAL:
                    self.internal.add(id(decl))
                else:
                    self.symbols.setdefault(name, []).append(Symbol(ctx, decl, found))

    def meaning(self, decl: Decl) -> Decl:
        return self.meant.get(id(decl), decl)

    # ------------------------------------------------------------ names

    def resolve(self) -> None:
        self._check_other_names()
        shared = {name: found for name, found in self.symbols.items() if len(found) > 1}
        for name, found in shared.items():
            definition = self._definition(name, found)
            if definition is not None:
                self._bind(name, definition, found)
            elif isinstance(found[0].decl, ast.VarDecl):
                self._join(name, found)
            for x in found:
                if x.linkage is Linkage.INLINE:
                    self.internal.add(id(x.decl))
        self._bind_inlines(list(shared.values()))

    def _definition(self, name: str, found: list[Symbol]) -> Symbol | None:
        strong = [x for x in found if x.linkage is Linkage.STRONG]
        if len(strong) > 1 and not all(x.decl.pos.file.startswith(OWN_HEADERS) for x in strong):
            raise _error(f"'{name}' is defined twice", strong[0].decl, strong[1].decl)
        weak = [x for x in found if x.linkage is Linkage.WEAK]
        if not strong and len(weak) > 1:
            self._make_unsupported(weak[0].decl, "weak definitions in several files")
        return next(iter([*strong, *weak]), None)

    def _bind(self, name: str, definition: Symbol, found: list[Symbol]) -> None:
        decl = definition.decl
        for x in found:
            if x is definition:
                continue
            if isinstance(decl, ast.FuncDecl) and isinstance(x.decl, ast.FuncDecl):
                self._check_function(name, decl, x.decl)
            else:
                self._check_types(name, decl, x.decl)
            if x.decl.unsupported and not decl.unsupported:
                self._make_unsupported(decl, x.decl.unsupported)
            if isinstance(decl, ast.FuncDecl):
                items = x.ctx.index.values.get(name, [])
                decl.never_returns = decl.never_returns or promises.never_returns(x.ctx, items)
            if x.linkage is not Linkage.INLINE:
                if x.decl.name != name:
                    self._not_understood("alias of something that another file replaces", x.decl)
                self._replace(x.decl, decl)

    def _join(self, name: str, found: list[Symbol]) -> None:
        """A variable that no file defines is one thing for all of them."""
        first = found[0].decl
        for x in found[1:]:
            self._check_types(name, first, x.decl)
            assert isinstance(first, ast.VarDecl)
            first.type = composite(self.types.common(first.type), self.types.common(x.decl.type))
            if x.decl.unsupported and not first.unsupported:
                self._make_unsupported(first, x.decl.unsupported)
            self._replace(x.decl, first)

    def _replace(self, decl: Decl, by: Decl) -> None:
        self.meant[id(decl)] = by
        if isinstance(decl, ast.VarDecl) and isinstance(by, ast.VarDecl):
            by.address_taken = by.address_taken or decl.address_taken

    def _check_function(self, name: str, decl: ast.FuncDecl, other: ast.FuncDecl) -> None:
        """Only who calls one that is declared as another is in trouble."""
        if not self.types.compatible(decl.type, other.type):
            what = f"function {name}, declared at {other.pos} and defined at {decl.pos}"
            self._make_unsupported(decl, f"{what} as {_two_types(other.type, decl.type)}")

    def _check_types(self, name: str, a: Decl, b: Decl) -> None:
        if type(a) is not type(b):
            raise _error(f"'{name}' is a function in one file and a variable in another", a, b)
        if not self.types.compatible(a.type, b.type):
            raise _error(f"'{name}' is declared as {_two_types(b.type, a.type)}", a, b)
        if isinstance(a, ast.VarDecl) and isinstance(b, ast.VarDecl):
            if not are_qualified_alike(*(ct.Pointer(d.type, qualifiers=d.qualifiers) for d in (a, b))):
                raise _error(f"'{name}' is declared const or volatile, and without", a, b)
            if (a.storage == "thread") != (b.storage == "thread"):
                raise _error(f"'{name}' is declared thread-local and not thread-local", a, b)

    def _bind_inlines(self, shared: list[list[Symbol]]) -> None:
        """A call may mean the body in its own file as well as the definition: they had better be the same.

        They may call each other, so all are taken for the same that nothing speaks against.
        """
        pairs: list[tuple[ast.FuncDecl, ast.FuncDecl]] = []
        for found in shared:
            definition = next((self.meaning(x.decl) for x in found if x.is_definition), None)
            inline = [x.decl for x in found if x.linkage is Linkage.INLINE]
            if isinstance(definition, ast.FuncDecl):
                pairs += [(decl, definition) for decl in inline if isinstance(decl, ast.FuncDecl)]
        others: list[tuple[ast.FuncDecl, ast.FuncDecl]] = []
        is_stable = False
        while not is_stable:
            self.alike = {id(decl): definition for decl, definition in pairs}
            different = [pair for pair in pairs if not self._has_body_of(*pair)]
            pairs = [pair for pair in pairs if pair not in different]
            others += different
            is_stable = not different
        for decl, definition in pairs:
            self._replace(decl, definition)
            self.internal.discard(id(decl))
        for decl, definition in others:
            self._make_unsupported(decl, f"inline function with another definition at {definition.pos}")

    def _has_body_of(self, decl: ast.FuncDecl, definition: ast.FuncDecl) -> bool:
        locals_ = dict(zip(map(id, decl.params), definition.params, strict=False))
        return decl.body is None or self._is_alike(decl.body, definition.body, locals_)

    def _is_alike(self, a: object, b: object, locals_: dict[int, ast.VarDecl]) -> bool:
        """Do two trees mean the same?"""
        if type(a) is not type(b):
            return False
        if isinstance(a, ast.VarDecl | ast.FuncDecl) and isinstance(b, ast.VarDecl | ast.FuncDecl):
            if isinstance(a, ast.FuncDecl) or a.storage not in ("local", "param"):
                is_same = self.alike.get(id(a), self.meaning(a)) is self.alike.get(id(b), self.meaning(b))
                return is_same or (a.name == b.name and self._is_of_the_library(a) and self._is_of_the_library(b))
            if id(a) in locals_:
                return locals_[id(a)] is b
            assert isinstance(b, ast.VarDecl)
            locals_[id(a)] = b
            slots = ("name", "storage", "init", "align", "unsupported", "qualifiers")
            same = all(self._is_alike(getattr(a, s), getattr(b, s), locals_) for s in slots)
            return same and self._is_one_type(a.type, b.type)
        if isinstance(a, list) and isinstance(b, list):
            return len(a) == len(b) and all(self._is_alike(x, y, locals_) for x, y in zip(a, b, strict=True))
        if isinstance(a, _TYPES) and isinstance(b, _TYPES):
            return self._is_one_type(a, b)
        if isinstance(a, ast.Pos):
            return True
        if _is_node(a):
            return all(self._is_alike(getattr(a, s), getattr(b, s), locals_) for s in _slots(a))
        return a == b

    def _is_of_the_library(self, decl: Decl) -> bool:
        """Or of nobody."""
        is_without_body = isinstance(decl, ast.FuncDecl) and decl.body is None
        return is_without_body and id(decl) not in self.internal and id(decl) not in self.meant

    def _is_one_type(self, a: ct.CType, b: ct.CType) -> bool:
        return self.types.common(a) == self.types.common(b)

    def _check_other_names(self) -> None:
        """A name that the text gives to something for the linker only may be that of something else."""
        labels: dict[str, int] = {}
        for i, ctx in enumerate(self.contexts):
            for at, label in ctx.source.parser.labels.items():
                name = label_text(label)
                if any(item.declarator.start == at for item in ctx.index.values.get(name, [])):
                    continue  # it is what it would be called anyway
                is_shared = labels.setdefault(name, i) != i or name in self.symbols
                if is_shared and not ctx.source.text.is_system(at):
                    self.unsupported.append(ast.UnsupportedStmt("asm label", ctx.pos(label)))
            renamed = [p for p in ctx.source.text.pragmas if p.name == "#pragma redefine_extname"]
            self.unsupported += [ast.UnsupportedStmt(str(p), ctx.source.pos(p.start)) for p in renamed]

    def _make_unsupported(self, decl: Decl, what: str) -> None:
        """(What mentions it has been read.)"""
        decl.unsupported = what
        if isinstance(decl, ast.FuncDecl):
            decl.body = ast.Block([ast.UnsupportedStmt(what, decl.pos)], decl.pos, decl.pos)
        else:
            self._not_understood(what, decl)

    def _not_understood(self, what: str, decl: Decl) -> None:
        self.unsupported.append(ast.UnsupportedStmt(what, decl.pos))

    # ------------------------------------------------------------ one tree

    def unit(self) -> ast.Unit:
        unit = ast.Unit(unsupported=self.unsupported)
        self._keep_apart()
        self._check_undefined()
        for ctx in self.contexts:
            part = ctx.unit
            for f in part.functions.values():
                if id(f) not in self.meant:
                    unit.functions.setdefault(f.symbol, f)
            unit.globals += [d for d in part.globals if id(d) not in self.meant]
            unit.unsupported += part.unsupported
            unit.scope |= part.scope
            unit.has_special_mutex |= part.has_special_mutex
            _add_lines(unit.sources, part.sources)
        unit.constructors = self._in_order([(i, *x) for i, c in enumerate(self.contexts) for x in c.file.constructors])
        after = self._in_order([(i, *x) for i, c in enumerate(self.contexts) for x in c.file.destructors])
        unit.destructors = after[::-1]
        self._rewrite([*unit.functions.values(), *unit.globals, *unit.constructors, *unit.destructors])
        return unit

    def _check_undefined(self) -> None:
        """A variable of the program that no file defines: something is missing."""
        for ctx in self.contexts:
            for d in ctx.unit.globals:
                is_ours = id(d) not in self.meant and d.name not in _OF_THE_LIBRARY
                if not d.defined and is_ours and not ctx.source.text.is_system_file(d.pos.file):
                    self._not_understood(f"variable {d.name}, which no file defines", d)

    def _keep_apart(self) -> None:
        """Functions that are different have different symbols."""
        same: dict[str, list[tuple[Context, ast.FuncDecl]]] = {}
        for ctx in self.contexts:
            for f in ctx.unit.functions.values():
                if id(f) not in self.meant:
                    same.setdefault(f.name, []).append((ctx, f))
        labels = _labels(self.contexts)
        for found in same.values():
            for ctx, f in found if len(found) > 1 else ():
                if id(f) in self.internal:
                    f.file = labels[id(ctx)]
                    _own_names(f)

    def _in_order(self, found: list[tuple[int, int, int, ast.FuncDecl]]) -> list[ast.FuncDecl]:
        """Functions that run by themselves; which of two files comes first is for the linker to say."""
        found.sort(key=lambda x: (x[1], x[0], x[2]))
        for (i, priority, _, _), (j, other, _, f) in pairwise(found):
            if i != j and priority == other:
                self._not_understood("functions of one priority in several files that run by themselves", f)
        meant = [self.meaning(decl) for *_, decl in found]
        return [decl for decl in meant if isinstance(decl, ast.FuncDecl)]

    def _rewrite(self, todo: list[object]) -> None:
        """Put what names mean, and the types that stand for others, into trees."""
        seen: set[int] = set()
        while todo:
            node = todo.pop()
            if isinstance(node, list):
                todo += node
            elif _is_node(node) and id(node) not in seen:
                seen.add(id(node))
                if isinstance(node, ast.Name):
                    self._rename(node)
                for slot in _slots(node):
                    value = getattr(node, slot)
                    if isinstance(value, _TYPES):
                        setattr(node, slot, self.types.common(value))
                    elif not isinstance(value, str | int | None):
                        todo.append(value)

    def _rename(self, node: ast.Name) -> None:
        decl = node.decl
        node.decl = self.meaning(decl)
        if isinstance(node.decl, ast.VarDecl) and node.decl is not decl and isinstance(node.type, ct.Array):
            node.type = node.decl.type  # its length may be known elsewhere


_TYPES = (ct.Void, ct.Int, ct.Float, ct.Pointer, ct.Array, ct.Function, ct.Struct, ct.Sync)


def _is_node(x: object) -> bool:
    return type(x).__module__ == ast.__name__ and not isinstance(x, ast.Pos | ast.Span)


def _slots(node: object) -> tuple[str, ...]:
    slots: tuple[str, ...] = getattr(type(node), "__slots__", ())
    return slots


def _own_names(f: ast.FuncDecl) -> None:
    """`__func__` of two functions of one name are two."""
    todo: list[object] = [f.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Str) and node.owner:
            node.owner = f.symbol
        todo += ast.parts(node)


def _labels(contexts: list[Context]) -> dict[int, str]:
    """Short names of files, by `id` of their contexts."""
    paths = [ctx.source.file_name for ctx in contexts]
    names = [os.path.basename(p) for p in paths]
    chosen = names if len(set(names)) == len(names) else paths
    return {id(ctx): name for ctx, name in zip(contexts, chosen, strict=True)}


def _add_lines(sources: dict[str, list[str]], more: dict[str, list[str]]) -> None:
    for file, lines in more.items():
        known = sources.setdefault(file, lines)
        if known is not lines:
            longer, shorter = (known, lines) if len(known) >= len(lines) else (lines, known)
            sources[file] = [a or b for a, b in zip(longer, shorter, strict=False)] + longer[len(shorter) :]


def _two_types(a: ct.CType, b: ct.CType) -> str:
    first, second = ct.show(a), ct.show(b)
    return f"'{first}' and as '{second}'" if first != second else f"'{first}', which is something else in each file"


def _error(what: str, first: Decl, second: Decl) -> InputError:
    pos = second.pos
    return InputError(
        f"{what}, the other one is at {first.pos}", file=pos.file, line=pos.line, column=pos.span.column or None
    )
