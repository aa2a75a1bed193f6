"""File-scope names, resolved on first use, and the list of what reachable code refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast, threads
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import builtins, promises
from threadproof.frontend.read.conversions import are_qualified_alike, composite, same, unqualified
from threadproof.frontend.read.declarators import Base, Declared, adjusted, natural_align
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.read.index import Item
from threadproof.frontend.read.lengths import Length
from threadproof.frontend.read.redeclarations import compatible, may_be_replaced, twice
from threadproof.frontend.read.scope import Entry, Enumerator, Scope, Tag, Typedef
from threadproof.frontend.syntax.attributes import Demands
from threadproof.frontend.syntax.declarations import name_of
from threadproof.frontend.syntax.node import Declaration, Node
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


class FileScope:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.names: dict[str, Entry] = {}
        self.tags: dict[str, Tag] = {}
        #: what blocks declare `extern` by names that are types or enumerators in the file
        self.hidden: dict[str, ast.VarDecl | ast.FuncDecl] = {}
        self._missing: set[str] = set()
        self._resolving: set[str] = set()
        self._used: set[int] = set()
        self._definitions: dict[int, Declaration] = {}
        #: where the last declaration of a name is that says more of its type than the first one
        self.changes: dict[str, int] = {}
        #: functions, by `id` -> what is evaluated on entry: for each parameter, and at last what may use all of them
        self.lengths: dict[int, list[list[Length]]] = {}
        self._initialisers: dict[int, Node] = {}
        #: id of a variable -> where its initialiser is
        self._initialised: dict[int, int] = {}
        #: a variable that is an array -> where its length is said first
        self.sized_from: dict[str, int] = {}
        self._parameter_scopes: dict[int, Scope] = {}
        self._queue: list[ast.VarDecl | ast.FuncDecl] = []
        #: functions that run by themselves, with priority and place
        self.constructors: list[tuple[int, int, ast.FuncDecl]] = []
        self.destructors: list[tuple[int, int, ast.FuncDecl]] = []

    # ------------------------------------------------------------ what is reachable

    def use(self, decl: ast.VarDecl | ast.FuncDecl) -> None:
        key = id(decl)
        if key in self._used:
            return
        if isinstance(decl, ast.FuncDecl):
            self.ctx.unit.functions[decl.name] = decl
        elif decl.storage in ("local", "param"):
            return
        else:
            self.ctx.unit.globals.append(decl)
        self._used.add(key)
        if key in self._definitions or key in self._initialisers:
            self._queue.append(decl)

    def elaborate_used(self) -> None:
        """Read bodies and initialisers of everything used, and of what those use."""
        while self._queue:
            decl = self._queue.pop(0)
            if isinstance(decl, ast.FuncDecl):
                self.ctx.stmts.function_body(decl, self._definitions[id(decl)])
            else:
                self.initialise(decl)

    def initialise(self, decl: ast.VarDecl) -> None:
        node = self._initialisers.pop(id(decl), None)
        if node is not None:
            with self.ctx.at_file_scope():
                decl.type, decl.init = self.ctx.inits.read(node, decl.type, static=True)
            inside = self.ctx.source.text.attributes_within(node.start, node.end)
            self.ctx.not_understood([a for a in inside if a.start not in self.ctx.claimed])

    def has_value(self, decl: ast.VarDecl, offset: int) -> bool:
        """Does a variable have an initialiser, and that before this place?"""
        if id(decl) in self._initialised:
            return self._initialised[id(decl)] < offset
        return decl.init is not None

    # ------------------------------------------------------------ names

    def lookup(self, name: str) -> Entry | None:
        found = self.names.get(name)
        if found is not None or name in self._missing:
            return found
        index = self.ctx.index
        items = index.values.get(name)
        if items is None:
            enum = index.enumerators.get(name)
            if enum is None and index.index_nested():
                enum = index.enumerators.get(name)
            if enum is not None:
                with self.ctx.at_file_scope():
                    self.ctx.enums.read(enum)
                return self.names[name]
            self._missing.add(name)
            return None
        if name in self._resolving:
            raise self.ctx.error(f"'{name}' is declared in terms of itself", items[0].node)
        self._resolving.add(name)
        try:
            with self.ctx.at_file_scope():
                return self._resolve(name, items)
        finally:
            self._resolving.discard(name)

    def declared_before(self, name: str, offset: int) -> bool:
        """Is a name of the file visible at the offset?"""
        items = self.ctx.index.values.get(name)
        if items is not None:
            return any(item.node.start < offset for item in items)
        enum = self.ctx.index.enumerators.get(name)
        return enum is None or enum.start < offset

    def check_unused(self) -> None:
        """What nobody uses must be C as well; headers of the system are believed."""
        source = self.ctx.source.text
        self.ctx.is_checking = True
        self.ctx.source.check_bodies()
        for tag, tagged in list(self.ctx.index.tags.items()):
            found = None if source.is_system(tagged.start) else self.tag(tag)
            if found is not None:
                self.ctx.structs.complete(found)
        self.ctx.index.index_nested()
        self.ctx.enums.check_unused()
        is_marked = bool(source.markers)  # else headers cannot be told from the rest
        for name, items in list(self.ctx.index.values.items()):
            if name not in self.names and not source.is_system(items[-1].node.start):
                if is_marked or any(item.kind == "function" for item in items):
                    self.lookup(name)
        for decl in list(self.names.values()):
            node = self._definitions.get(id(decl))
            if isinstance(decl, ast.FuncDecl) and decl.body is None and node is not None:
                if not source.is_system(node.start):
                    self.ctx.stmts.function_body(decl, node)
                    decl.body = None
            elif isinstance(decl, ast.VarDecl) and id(decl) in self._initialisers:
                self.initialise(decl)

    def _resolve(self, name: str, items: list[Item]) -> Entry:
        if items[0].kind == "typedef":
            entry = self.names[name] = self._typedef(name, items[0])
            for item in items[1:]:
                other, at = self._typedef(name, item), items[0].declarator
                self.ctx.redeclarations.types(name, entry.type, at, other.type, item.declarator)
                if other.align != entry.align:
                    self.ctx.not_understood_here("type with two alignments", item.declarator)
            return entry
        demands = self.demands(items)
        if demands.alias is not None:
            return self._alias(name, demands.alias, items[0])
        # (one with GNU's `extern inline` is only for those who inline)
        definitions = sorted((item for item in items if item.kind == "function"), key=may_be_replaced)
        defined = next(iter(definitions), None)
        found = self._object(name, items) if defined is None else self._function(name, defined)
        if isinstance(found, ast.FuncDecl):
            found.never_returns = promises.never_returns(self.ctx, items)
        self._check_redeclared(name, found, items)
        if isinstance(found, ast.VarDecl | ast.FuncDecl):
            found.unsupported = str(demands.others[0]) if demands.others else ""
            is_defined = defined is not None or (isinstance(found, ast.VarDecl) and found.defined)
            is_defined = is_defined or name in self.ctx.functions_elsewhere or name in self.ctx.variables_elsewhere
            if demands.weak and not is_defined:
                found.unsupported = "weak declaration without a definition"
            if not is_defined and promises.is_of_the_linker(name):
                found.unsupported = "a value that the linker defines"
            if isinstance(found.type, ct.Void):
                found.unsupported = "type void"
            is_own = isinstance(found, ast.VarDecl) and found.defined and found.storage == "thread"
            if name == "errno" and is_own and not self.ctx.source.text.is_system(items[0].node.start):
                found.unsupported = "a name that the library has"
            natural = found.type_align if isinstance(found, ast.VarDecl) else 0
            self.ctx.demands.check_alignas(demands, items[0].node, found.type, natural)
            found.align = max(found.align, demands.align)
            if isinstance(found, ast.VarDecl):
                found.is_aligned = bool(demands.align)
            if isinstance(found, ast.FuncDecl) and any(self._declared(item)[0].align for item in items):
                found.unsupported = "alignment of a type of functions"
        return found

    def demands(self, items: list[Item]) -> Demands:
        """What the attributes of all declarations of a name ask for."""
        source = self.ctx.source
        attributes = [a for item in items for a in source.attributes_of(item.node, item.declarator)]
        demands = self.ctx.demands.read(attributes)
        name = name_of(items[0].declarator)
        demands.others += [a for a in source.text.pragmas if name is not None and a.names(name.word)]
        return demands

    def _alias(self, name: str, target: str, item: Item) -> Entry:
        """Another name for something of the same file: the same function or variable."""
        found = self.lookup(target)
        if not isinstance(found, ast.VarDecl | ast.FuncDecl):
            raise self.ctx.error(f"'{name}' is an alias of '{target}', which is not defined", item.node)
        declared = self._declared(item)[1]
        is_same = same(declared.type, found.type) and declared.type.atomic == found.type.atomic
        known = found.qualifiers if isinstance(found, ast.VarDecl) else 0
        is_error = name in ast.ERROR_FUNCTIONS  # (its name is its meaning)
        if is_error or not is_same or declared.qualifiers != known:
            other = self._object(name, [item])
            assert isinstance(other, ast.VarDecl | ast.FuncDecl)
            other.unsupported = "another function's body" if is_error else "alias of another type"
            return other
        self.names[name] = found
        return found

    def _check_redeclared(self, name: str, found: Entry, items: list[Item]) -> None:
        if len(items) == 1:
            return
        declared = [self._declared(item) for item in items]
        if isinstance(found, ast.FuncDecl):
            node = self._definitions.get(id(found))
            for item, (_, one, _) in zip(items, declared, strict=True):
                if item.node is node:  # one in the old style has only now the types of its parameters
                    one.type = found.type
        first = declared[0][1].type
        for item, (_, other, value) in zip(items[1:], declared[1:], strict=True):
            attributes = self.ctx.source.attributes_of(item.node, item.declarator)
            is_aligned = any(a.name in ("aligned", "_Alignas") for a in attributes)
            if other.type != first or is_aligned or (value is not None and isinstance(first, ct.Array)):
                self.changes[name] = item.node.start
            self.ctx.redeclarations.types(name, first, items[0].declarator, other.type, item.declarator)
            places = (ct.Pointer(d.type, qualifiers=d.qualifiers) for d in (declared[0][1], other))
            if isinstance(found, ast.VarDecl) and not are_qualified_alike(*places):
                what = f"'{name}' is declared const or volatile, and without"
                raise twice(self.ctx.source, what, items[0].declarator, item.declarator)
        storage = [(item, base.storage) for item, (base, _, _) in zip(items, declared, strict=True)]
        self.ctx.redeclarations.linkage(name, storage, isinstance(found, ast.FuncDecl))

    def find_roots(self) -> None:
        """Functions that run before main or after it, in the order in which they run."""
        if not any("structor" in a.name for a in self.ctx.source.text.attributes):
            return
        before, after = self.constructors, self.destructors
        for name, items in self.ctx.index.values.items():
            definition = next((item for item in items if item.kind == "function"), None)
            demands = self.demands(items) if definition is not None else Demands()
            self._check_root(items, demands)
            for priority, functions in ((demands.constructor, before), (demands.destructor, after)):
                if priority is not None and definition is not None:
                    decl = self.lookup(name)
                    assert isinstance(decl, ast.FuncDecl)
                    functions.append((priority, definition.node.start, decl))
                    self.use(decl)
        for functions, kind in ((before, "constructors"), (after, "destructors")):
            if len({priority for priority, *_ in functions}) < len(functions):
                self.ctx.unit.scope[f"{kind} of one priority run in the order of the text"] = None
        self.ctx.unit.constructors = [f for *_, f in sorted(before, key=lambda x: x[:2])]
        self.ctx.unit.destructors = [f for *_, f in sorted(after, key=lambda x: x[:2], reverse=True)]

    def _check_root(self, items: list[Item], demands: Demands) -> None:
        """An attribute in an odd place, or on a declaration behind the definition, may count or not."""
        source = self.ctx.source
        odd = [a for a in demands.others if "structor" in a.name]
        is_defined = False
        for item in items:
            if is_defined:
                odd += [a for a in source.attributes_of(item.node, item.declarator) if "structor" in a.name]
            is_defined = is_defined or item.kind == "function"
        self.ctx.not_understood(odd)

    def tag(self, name: str) -> Tag | None:
        found = self.tags.get(name)
        if found is not None:
            return found
        index = self.ctx.index
        node = index.tags.get(name)
        if node is None and index.index_nested():
            node = index.tags.get(name)
        if node is None:
            return None
        if node.type == "enum_specifier":
            with self.ctx.at_file_scope():
                return self.ctx.enums.read(node)
        struct = self.tags[name] = ct.Struct(name, node.type == "union_specifier")
        self.ctx.structs.define_later(struct, node)
        return struct

    def _declared(self, item: Item) -> tuple[Base, Declared, Node | None]:
        """Specifiers, declarator and initialiser of one declaration."""
        types = self.ctx.types
        base = types.specifiers(item.node)
        declarator, value = item.declarator, None
        if declarator.type == "init_declarator":
            value = declarator.part("value")
            inner = declarator.part("declarator")
            assert inner is not None
            declarator = inner
        declared = types.declarator(declarator, base.type, base.qualifiers)
        if base.auto:
            types.check_auto(declarator, value, len(item.node.declarators))
        if self.ctx.source.text.attributes and isinstance(declared.type, ct.Int):
            demands = self.ctx.demands.read(self.ctx.source.attributes_of(item.node, item.declarator))
            declared.type = with_mode(declared.type, demands, self.ctx.model)
        if isinstance(declared.type, ct.Function) and "__thread" in base.storage:
            raise self.ctx.error(f"the function '{declared.name}' cannot be thread-local", item.node)
        if isinstance(declared.type, ct.Function) and value is not None:
            raise self.ctx.error(f"the function '{declared.name}' has an initialiser", item.node)
        if ct.is_variably_modified(declared.type):
            raise self.ctx.error(f"array '{declared.name}' has no constant size", item.node)
        return base, declared, value

    def _typedef(self, name: str, item: Item) -> Typedef:
        base, declared, _ = self._declared(item)
        t, structs = declared.type, self.ctx.structs
        demands = self.ctx.demands.read(self.ctx.source.attributes_of(item.node, item.declarator), is_type=True)
        self.ctx.not_understood(demands.others)
        self.ctx.demands.check_alignas(demands, item.node, None)
        align = demands.align or natural_align(declared.type, base.type, base.align)
        if isinstance(t, ct.Struct) and not t.tag and demands.transparent:
            structs.complete(t)
            t.transparent = True
        known = threads.object_type(name)
        if known is not None and self._is_of_the_library(name, item):
            structs.complete(t)
            if not (isinstance(t, ct.Struct) and t.fields is None):
                structs.require(t, item.node, anywhere=True)  # glibc names `union pthread_attr_t` before it defines it
                model = self.ctx.model
                return Typedef(ct.Sync(known.kind, model.size_of(t), model.align_of(t), underlying=t))
        if name in ct.THREAD_IDS and self._is_of_the_library(name, item):
            t = replace(t if isinstance(t, ct.Int) else self.ctx.model.ulong, name=name)
        return Typedef(t, align, qualifiers=declared.qualifiers)

    def _is_of_the_library(self, name: str, item: Item) -> bool:
        """Is it the type of that name in the library? Else the program has its own, as it has the functions for it.

        Declarations of the library may be pasted into a program: if none of its functions is even mentioned, nothing
        but the program works on objects of the type.
        """
        known = threads.object_type(name)
        if known is not None and self.is_defined(known.function):
            return False
        text, functions = self.ctx.source.text, threads.functions_for(name)
        if functions is None or text.is_system(item.node.start):
            return True
        return any(not self.is_defined(found[0]) for found in functions.finditer(text.source))

    # ------------------------------------------------------------ functions

    def _function(self, name: str, item: Item) -> ast.FuncDecl:
        _, declared, _ = self._declared(item)
        if not isinstance(declared.type, ct.Function):
            raise self.ctx.error(f"'{name}' is not a function", item.node)
        decl = ast.FuncDecl(name, declared.type, [], None, self.ctx.pos(declared.name_node or item.node))
        self.names[name] = decl
        self._definitions[id(decl)] = item.node
        self.read_params(decl, declared, item.node)
        return decl

    def read_params(self, decl: ast.FuncDecl, declared: Declared, node: Declaration) -> None:
        if declared.params is None:
            # the declarator is a typedef of a function type, which C forbids for a definition
            raise self.ctx.error(f"definition of '{decl.name}' has no parameter list", node)
        self._check_stars(declared.params)
        params, _ = self.ctx.types.params(declared.params)
        self._parameter_scopes[id(decl)] = self.ctx.types.parameter_scope
        if params is not None:
            for p in params:
                param = ast.VarDecl(p.name or "", p.type, "param", self.ctx.pos(p.node), function=decl.name)
                param.qualifiers, param.is_register = p.qualifiers, p.is_register
                param.align = param.type_align = p.align
                decl.params.append(param)
            self.lengths[id(decl)] = [p.lengths for p in params]
            return
        with self.ctx.lengths.collect() as lengths:
            self._old_style_params(decl, declared.params, node)
        # what is evaluated may use all of them
        self.lengths[id(decl)] = [[] for _ in decl.params] + [lengths]

    def _check_stars(self, params: Node) -> None:
        """`[*]` is for prototypes, such as that of a parameter."""
        for child in params.children:
            inner = child.part("declarator")
            while inner is not None:
                size = inner.part("size")
                if size is not None and size.type == "*":
                    raise self.ctx.error("'[*]' in the definition of a function", inner)
                inner = inner.part("declarator")

    def _old_style_params(self, decl: ast.FuncDecl, list_: Node, node: Declaration) -> None:
        found: dict[str, ast.VarDecl] = {}
        names = [child.word for child in list_.children]
        scopes = self.ctx.state.scopes
        scope = self._parameter_scopes[id(decl)] = Scope()
        scopes.append(scope)
        for child in node.olds:
            base = self.ctx.types.specifiers(child)
            for declarator in child.declarators:
                d = self.ctx.types.declarator(declarator, base.type, base.qualifiers, param=True)
                attributes = self.ctx.source.attributes_of(child, declarator)
                d.type = self.ctx.types.with_attributes(d.type, attributes)
                if d.name in found or d.name not in names:
                    what = "is declared twice" if d.name in found else "is no parameter"
                    raise self.ctx.error(f"'{d.name}' {what} of '{decl.name}'", declarator)
                t, qualifiers = adjusted(d.type, d.qualifiers)
                param = ast.VarDecl(d.name, t, "param", self.ctx.pos(child), function=decl.name)
                param.is_register, param.qualifiers = "register" in base.storage, qualifiers
                param.align = param.type_align = natural_align(t, base.type, base.align)
                found[d.name] = scopes[-1].names[d.name] = param
        scopes.pop()
        if len(set(names)) < len(names):
            raise self.ctx.error(f"'{decl.name}' has two parameters of one name", list_)
        for listed in list_.children:
            name = listed.word
            param = ast.VarDecl(name, ct.INT, "param", self.ctx.pos(listed), function=decl.name)
            decl.params.append(found.get(name, param))
        decl.type = ct.Function(decl.type.result, tuple(p.type for p in decl.params), unprototyped=True)

    def parameter_scope(self, decl: ast.FuncDecl) -> Scope:
        """The scope of a function's body: it has the tags and the enumerators that its parameters declare."""
        declared = self._parameter_scopes.get(id(decl), Scope())
        names: dict[str, Entry] = {name: e for name, e in declared.names.items() if isinstance(e, Enumerator)}
        places = {name: at for name, at in declared.places.items() if name in names}
        return Scope(names, dict(declared.tags), places)

    def prototype_before(self, name: str, offset: int) -> bool:
        """Is a call at the offset checked against a prototype? (Indirect calls always are.)"""
        items = self.ctx.index.values.get(name)
        if items is None or name in self._missing:
            return True
        for item in items:
            if item.node.start < offset:
                with self.ctx.at_file_scope():
                    declared = self._declared(item)[1].type
                if not isinstance(declared, ct.Function) or not declared.unprototyped:
                    return True
        return False

    def is_defined(self, name: str) -> bool:
        """Has the program a function of this name, with a body?"""
        is_here = any(item.kind == "function" for item in self.ctx.index.values.get(name, ()))
        return is_here or name in self.ctx.functions_elsewhere

    def is_early(self, name: str, entry: Entry, offset: int) -> bool:
        """Does a later declaration of the file say more of the type of this?"""
        if entry is not self.names.get(name):
            return False
        return self.changes.get(name, -1) > offset or (
            name in self.ctx.index.values and not self.declared_before(name, offset)
        )

    def is_static(self, name: str) -> bool:
        """Is the first declaration of a name static?"""
        items = self.ctx.index.values.get(name, [])
        return any(child.word == "static" for item in items[:1] for child in item.node.children)

    def builtin(self, name: str, pos: ast.Pos) -> ast.FuncDecl | None:
        """A function the compiler knows without a declaration."""
        t = builtins.function_type(name, self.ctx.model)
        if t is None:
            return None
        return self.extern_function(name, t, pos)

    def extern_function(self, name: str, t: ct.Function, pos: ast.Pos) -> ast.FuncDecl:
        decl = ast.FuncDecl(name, t, [], None, pos)
        self.declare_extern(name, decl)
        return decl

    def declare_extern(self, name: str, decl: ast.VarDecl | ast.FuncDecl) -> None:
        """What a block declares: the file's scope has it too, unless the name is a type or a number there."""
        if isinstance(self.names.get(name), Typedef | Enumerator):
            self.hidden[name] = decl
        else:
            self.names[name] = decl
            self._missing.discard(name)

    # ------------------------------------------------------------ variables

    def _object(self, name: str, items: list[Item]) -> Entry:
        base, declared, value = self._declared(items[0])
        if isinstance(declared.type, ct.Function):
            i = 1
            while isinstance(declared.type, ct.Function) and declared.type.unprototyped and i < len(items):
                _, declared, _ = self._declared(items[i])
                i += 1
            if not isinstance(declared.type, ct.Function):
                raise self.ctx.error(f"'{name}' is declared as a function and as a variable", items[0].node)
            return self.extern_function(name, declared.type, self.ctx.pos(declared.name_node or items[0].node))
        t: ct.CType = declared.type
        defined, init = False, None
        first = t
        thread = False
        where = declared.name_node or items[0].node
        align = 0
        for i, item in enumerate(items):
            if i:
                base, declared, value = self._declared(item)
                if compatible(t, declared.type):
                    t = composite(t, declared.type)
            align = max(align, natural_align(declared.type, base.type, base.align))
            thread = thread or bool(base.storage & {"__thread"})
            defines = value is not None or "extern" not in base.storage
            if (defines and not defined) or value is not None:
                where = declared.name_node or item.node
            defined = defined or defines
            init = value if value is not None else init
            if isinstance(t, ct.Array) and (t.size is not None or value is not None):
                self.sized_from.setdefault(name, item.node.start)
            if value is not None:
                first = t
        if isinstance(t, ct.Void) and defined:
            raise self.ctx.error(f"variable '{name}' has type void", items[0].node)
        if odd := base.storage & {"auto", "register"}:
            raise self.ctx.error(f"'{name}' is {min(odd)} outside a function", items[0].node)
        decl = ast.VarDecl(name, t, "thread" if thread else "global", self.ctx.pos(where), defined=defined)
        decl.qualifiers = declared.qualifiers
        decl.align = decl.type_align = align
        self.names[name] = decl
        if base.auto and init is not None:
            t = decl.type = unqualified(self.ctx.exprs.value(init).type)
        if defined:
            self.ctx.structs.require(t, items[0].node, anywhere=True)
        else:
            self.ctx.structs.complete(t)
        if init is not None:
            self._initialisers[id(decl)] = init
            self._initialised[id(decl)] = init.start
            if isinstance(first, ct.Array) and first.size is None:
                decl.type = first
                self.initialise(decl)
                if not compatible(t, decl.type):
                    raise self.ctx.error(f"'{name}' has another length in another declaration", init)
        elif isinstance(t, ct.Array) and t.size is None and defined:
            decl.type = ct.Array(t.of, 1)
        return decl
