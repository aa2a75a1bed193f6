"""Parses declarations: specifiers, declarators, structures and enumerations, and what a file consists of.

Bodies of functions and, in the file's scope, of structures are parsed on demand: all that the rest of the file needs to
know of them is where they end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from threadproof.errors import InputError
from threadproof.frontend.syntax.expressions import Expressions
from threadproof.frontend.syntax.names import QUALIFIERS, STORAGE, TAGGED, TYPE_WORDS
from threadproof.frontend.syntax.node import Declaration, LazyNode, LazyPrototype, Node
from threadproof.frontend.syntax.tokens import END, LITERAL, NAME, Text

T = TypeVar("T")
_PRIMITIVE = frozenset(["void", "char", "int", "float", "double"])
_NAMED = frozenset(["_Bool", "__int128"])


class Declarations(Expressions):
    def __init__(self, text: Text) -> None:
        super().__init__(text)
        #: where a declarator begins -> the name that the linker knows, by `asm("name")`
        self.labels: dict[int, Node] = {}
        #: where a list of parameters begins -> what it declares
        self.parameter_scopes: dict[int, dict[str, bool]] = {}
        #: structures, unions and enums that are defined at file scope, wherever that is
        self.tagged: list[Node] = []
        #: tags -> where they are mentioned first at file scope
        self.tags: dict[str, int] = {}
        #: type names with attributes inside or right behind them
        self.attributed: list[Node] = []

    # ------------------------------------------------------------ the file

    def items(self, failed: Callable[[InputError, int], None]) -> list[Node]:
        """Everything at file scope; what cannot be parsed is skipped, if `failed` does not object."""
        found: list[Node] = []
        while self.kinds[self.at] != END:
            first = self.at
            try:
                item = self.prototype() or self.external()
            except InputError as problem:
                failed(problem, self.starts[first])
                self.scopes.clear()
                self.skip_item(first)
                continue
            if item is not None:
                found.append(item)
        return found

    def skip_item(self, at: int) -> None:
        words = self.words
        while words[at] != ";" and self.kinds[at] != END:
            if words[at] in ("(", "[", "{"):
                is_body = words[at] == "{" and words[at - 1] == ")"
                at = self.closing[at]
                if is_body:
                    break
            at += 1
        self.at = at if self.kinds[at] == END else at + 1

    def prototype(self) -> Node | None:
        """The declaration of a function, if that is plain to see: most of a header is such, and few are used."""
        words, kinds = self.words, self.kinds
        first = at = self.at
        while kinds[at] == NAME or words[at] == "*":
            at += 1
        name = at - 1
        if words[at] != "(" or name <= first or kinds[name] != NAME or words[self.closing[at] + 1] != ";":
            return None
        before = words[first:name]
        if words[name] in self.keywords or self.is_type(name) or "typedef" in before:
            return None
        end = self.closing[at] + 1
        for i in range(first, name):
            if words[i] in TAGGED and kinds[i + 1] == NAME:
                self.tags[words[i + 1]] = min(self.starts[i], self.tags.get(words[i + 1], self.starts[i]))
        self.declare(words[name], False, self.starts[name])
        self.at = end + 1
        start = self.starts[first]
        return LazyPrototype(
            self.source, start, self.ends[end], words[name], lambda: self.again(first, [], self.declaration)
        )

    def again(self, at: int, scopes: list[dict[str, bool]], parse: Callable[[], T]) -> T:
        """Parse what was skipped, with the names that it could see."""
        saved = self.at, self.scopes
        self.at, self.scopes = at, scopes
        try:
            return parse()
        finally:
            self.at, self.scopes = saved

    def external(self) -> Node | None:
        word = self.words[self.at]
        if word == ";":
            self.at += 1
            return None
        if word == "asm":
            return self.assembly()
        if self.is_static_assert():
            return self.static_assert()
        if word == "extern" and self.kinds[self.at + 1] == LITERAL:
            raise self.file.error("C++ linkage specification in C", self.starts[self.at])
        return self.declaration(in_file=True)

    def is_static_assert(self) -> bool:
        word = self.words[self.at]
        return word == "_Static_assert" or (
            word == "static_assert" and self.words[self.at + 1] == "(" and not self.is_declared(word)
        )

    def static_assert(self) -> Node:
        start = self.starts[self.at]
        self.at += 1
        self.expect("(")
        condition = self.conditional()
        message: Node | None = None
        if self.words[self.at] == ",":
            self.at += 1
            message = self.literal() if self.kinds[self.at] == LITERAL else None
        self.expect(")")
        self.expect(";")
        end = self.end_before()
        return Node("static_assert", self.source, start, end, condition=condition, message=message)

    # ------------------------------------------------------------ declarations

    def declaration(self, *, in_file: bool = False) -> Declaration:
        """A declaration with its semicolon, or the definition of a function."""
        at = self.at
        node = self.specifiers("declaration", may_lack_type=in_file)
        is_type = any(c.word == "typedef" for c in node.children if c.type == "storage_class_specifier")
        if is_type:
            node.type = "type_definition"
        while self.words[self.at] != ";" or node.declarators:
            declarator = self.declarator()
            self.declare_name(declarator, is_type)
            if not node.declarators and not is_type and self.is_definition(declarator, in_file):
                return self.definition(node, declarator)
            if node.part("type") is None:
                raise self.unknown_type(at)
            self.asm_label(declarator)
            if self.words[self.at] == "=" and not is_type:
                self.at += 1
                value = self.initialiser()
                declarator = Node(
                    "init_declarator", self.source, declarator.start, value.end, declarator=declarator, value=value
                )
            node.declarators.append(declarator)
            node.ends.append(self.starts[self.at])
            if self.words[self.at] == ";":
                break
            if self.words[self.at] != ",":
                raise self.unexpected(";")
            self.at += 1
        if node.part("type") is None:
            raise self.unknown_type(at)
        self.expect(";")
        node.end = self.end_before()
        return node

    def unknown_type(self, at: int | None = None) -> InputError:
        at = self.at if at is None else at
        while self.words[at] in STORAGE or self.words[at] in QUALIFIERS:
            at += 1
        if self.kinds[at] == NAME and self.words[at] not in self.keywords and self.words[at + 1] not in ("(", ";", "="):
            return self.file.error(f"unknown type name '{self.words[at]}'", self.starts[at])
        if self.kinds[at] == NAME and self.words[at] not in self.keywords:
            return self.file.error("declaration without a type", self.starts[at])
        self.at = at
        return self.unexpected()

    def asm_label(self, declarator: Node) -> None:
        if self.words[self.at] == "asm":
            self.at += 1
            self.expect("(")
            self.labels[declarator.start] = self.literal()
            self.expect(")")

    def declare_name(self, declarator: Node, is_type: bool) -> None:
        name = name_of(declarator)
        if name is not None:
            self.declare(name.word, is_type, name.start)

    def is_definition(self, declarator: Node, in_file: bool) -> bool:
        word = self.words[self.at]
        function = function_of(declarator)
        if word == "{":
            if function is None:
                raise self.unexpected(";")
            return True
        # parameters in the old style
        return in_file and function is not None and bool(function.children) and word not in (";", ",", "=", "asm")

    def definition(self, node: Declaration, declarator: Node) -> Declaration:
        function = function_of(declarator)
        assert function is not None
        self.scopes.append(self.parameter_scopes[function.start])
        for name in function.children:
            if name.type == "identifier":
                self.declare(name.word, False, name.start)
        if node.part("type") is None:
            node.parts["type"] = Node("primitive_type", self.source, node.start, node.start, "int")
        olds: list[Declaration] = []
        while self.words[self.at] != "{":
            if not self.starts_type(self.at) or any(p.type != "identifier" for p in function.children):
                raise self.unexpected(";")
            olds.append(self.declaration())
        names = self.scopes.pop()
        first = self.at
        start, last = self.starts[first], self.closing[first]
        outer = [*self.scopes, names]
        body = LazyNode(
            "compound_statement", self.source, start, self.ends[last],
            lambda: self.again(first + 1, outer, lambda: self.statements(last)),
        )  # fmt: skip
        self.at = last + 1
        node.type = "function_definition"
        node.end = body.end
        node.parts["declarator"], node.parts["body"] = declarator, body
        node.declarators, node.ends, node.olds = [declarator], [start], olds
        return node

    def specifiers(self, kind: str, *, may_lack_type: bool = False) -> Declaration:
        """The words before the first declarator; without a type the part `type` is missing."""
        children: list[Node] = []
        type_: Node | None = None
        basic: list[Node] = []
        start = self.starts[self.at]
        while True:
            at = self.at
            word = self.words[at]
            if self.kinds[at] != NAME:
                break
            if word in TYPE_WORDS:
                if word == "_Complex":
                    raise self.file.error("complex numbers are not supported", self.starts[at])
                basic.append(Node("word", self.source, self.starts[at], self.ends[at], word))
                self.at += 1
            elif word in STORAGE:
                children.append(Node("storage_class_specifier", self.source, self.starts[at], self.ends[at], word))
                self.at += 1
            elif word in QUALIFIERS and not (word == "_Atomic" and self.words[at + 1] == "("):
                children.append(Node("type_qualifier", self.source, self.starts[at], self.ends[at], word))
                self.at += 1
            else:
                found = None if basic or type_ is not None else self.other_specifier(word)
                if found is None:
                    break
                type_ = found
        if basic:
            if type_ is not None:
                self.at = next(i for i in range(self.at) if self.starts[i] == basic[0].start)
                raise self.unexpected()
            type_ = self.basic_type(basic)
        elif type_ is None and children and self.is_implicit():
            type_ = Node("primitive_type", self.source, start, start, "int")
        elif type_ is None and not may_lack_type:
            raise self.unknown_type()
        return Declaration(kind, self.source, start, self.end_before() if self.at else start, children, type_)

    def is_implicit(self) -> bool:
        """`static x;`: the type is int, as in old programs."""
        word, *after = self.words[self.at : self.at + 2]
        following = "".join(after)  # (none at the end of the text)
        is_name = self.kinds[self.at] == NAME and word not in self.keywords
        return word == "*" or (is_name and following in ("=", ";", ",", "[", "(", ")"))

    def basic_type(self, words: list[Node]) -> Node:
        first = words[0]
        if len(words) == 1 and first.word in _PRIMITIVE:
            first.type = "primitive_type"
            return first
        if len(words) == 1 and first.word in _NAMED:
            first.type = "type_identifier"
            return first
        return Node("sized_type_specifier", self.source, first.start, words[-1].end, "", words)

    def other_specifier(self, word: str) -> Node | None:
        at = self.at
        start = self.starts[at]
        if word in TAGGED:
            return self.enum() if word == "enum" else self.structure(f"{word}_specifier")
        if word in ("typeof", "typeof_unqual"):
            self.at += 1
            self.expect("(")
            is_type = self.starts_type(self.at)
            inner = self.type_name() if is_type else self.expression()
            self.expect(")")
            node = Node("typeof_specifier", self.source, start, self.end_before(), word)
            node.parts["type" if is_type else "value"] = inner
            return node
        if word == "_Atomic":
            self.at += 1
            type_ = self.type_in_parentheses()
            return Node("atomic_specifier", self.source, start, self.end_before(), word, type=type_)
        if word in self.keywords or not self.is_type(at):
            return None
        self.at += 1
        return Node("type_identifier", self.source, start, self.ends[at], word)

    # ------------------------------------------------------------ structures

    def structure(self, kind: str) -> Node:
        start = self.starts[self.at]
        self.at += 1
        name = self.name("type_identifier") if self.kinds[self.at] == NAME else None
        body: Node | None = None
        if self.words[self.at] == "{":
            first = self.at
            last = self.closing[first]
            place = (self.starts[first], self.ends[last])
            if self.scopes:
                self.at += 1
                body = Node("field_declaration_list", self.source, *place, "", self.members(last))
            else:
                body = LazyNode(
                    "field_declaration_list", self.source, *place,
                    lambda: self.again(first + 1, [], lambda: self.members(last)),
                )  # fmt: skip
            self.at = last + 1
        elif name is None:
            raise self.unexpected()
        return self.mentioned(Node(kind, self.source, start, self.end_before(), "", name=name, body=body))

    def mentioned(self, node: Node) -> Node:
        name = node.part("name")
        if not self.scopes:
            if name is not None:
                self.tags[name.word] = min(node.start, self.tags.get(name.word, node.start))
            if node.part("body") is not None:
                self.tagged.append(node)
        return node

    def members(self, last: int) -> list[Node]:
        found: list[Node] = []
        while self.at < last:
            if self.words[self.at] == ";":
                self.at += 1
            elif self.is_static_assert():
                found.append(self.static_assert())
            else:
                found.append(self.member(last))
        return found

    def member(self, last: int) -> Declaration:
        node = self.specifiers("field_declaration")
        while self.words[self.at] not in (";", "}"):
            declarator = None if self.words[self.at] == ":" else self.declarator()
            if self.words[self.at] == ":":
                start = self.starts[self.at] if declarator is None else declarator.start
                self.at += 1
                bits = self.conditional()
                declarator = Node("bitfield_declarator", self.source, start, bits.end, declarator=declarator, bits=bits)
            assert declarator is not None
            node.declarators.append(declarator)
            node.ends.append(self.starts[self.at])
            if self.words[self.at] in (";", "}"):
                break
            if self.words[self.at] != ",":
                raise self.unexpected(";")
            self.at += 1
            if self.words[self.at] in (";", "}"):
                raise self.unexpected("a name")
        if self.at < last:  # (the last semicolon may be missing)
            self.expect(";")
        node.end = self.end_before()
        return node

    def enum(self) -> Node:
        start = self.starts[self.at]
        self.at += 1
        name = self.name("type_identifier") if self.kinds[self.at] == NAME else None
        underlying: Node | None = None
        if self.words[self.at] == ":" and self.starts_type(self.at + 1):
            self.at += 1
            underlying = self.specifiers("underlying_type")
        body: Node | None = None
        if self.words[self.at] == "{":
            opening = self.starts[self.at]
            self.at += 1
            if self.words[self.at] == "}":
                raise self.unexpected("an enumerator")
            members = self.separated("}", self.enumerator, may_end_with_comma=True)
            body = Node("enumerator_list", self.source, opening, self.end_before(), "", members)
        elif name is None:
            raise self.unexpected()
        end = self.end_before()
        node = Node("enum_specifier", self.source, start, end, "", name=name, body=body, underlying=underlying)
        return self.mentioned(node)

    def enumerator(self) -> Node:
        name = self.name("identifier")
        value: Node | None = None
        if self.words[self.at] == "=":
            self.at += 1
            value = self.conditional()
        self.declare(name.word, False, name.start)
        return Node("enumerator", self.source, name.start, self.end_before(), name.word, value=value)

    # ------------------------------------------------------------ declarators

    def declarator(self) -> Node:
        found = self.any_declarator(may_be_abstract=False)
        assert found is not None
        return found

    def any_declarator(self, *, may_be_abstract: bool) -> Node | None:
        """Without a name it may be nothing at all."""
        start = self.starts[self.at]
        if self.words[self.at] == "*":
            self.at += 1
            qualifiers: list[Node] = []
            while self.words[self.at] in QUALIFIERS:
                at = self.at
                qualifiers.append(Node("type_qualifier", self.source, self.starts[at], self.ends[at], self.words[at]))
                self.at += 1
            end = self.end_before()
            inner = self.any_declarator(may_be_abstract=may_be_abstract)
            end = end if inner is None else inner.end
            return Node("pointer_declarator", self.source, start, end, "", qualifiers, declarator=inner)
        return self.direct_declarator(may_be_abstract)

    def direct_declarator(self, may_be_abstract: bool) -> Node | None:
        at = self.at
        start, word = self.starts[at], self.words[at]
        node: Node | None = None
        if self.kinds[at] == NAME and word not in self.keywords:
            node = self.name("identifier")
        elif word == "(" and not (may_be_abstract and self.is_parameter_list(at)):
            self.at += 1
            inner = self.any_declarator(may_be_abstract=may_be_abstract)
            self.expect(")")
            node = Node("parenthesized_declarator", self.source, start, self.end_before(), declarator=inner)
        elif not may_be_abstract:
            raise self.unexpected()
        while True:
            word = self.words[self.at]
            if word == "[":
                node = self.array_declarator(node, start)
            elif word == "(":
                parameters = self.parameters()
                node = Node(
                    "function_declarator", self.source, start, self.end_before(), "",
                    declarator=node, parameters=parameters,
                )  # fmt: skip
            else:
                return node

    def is_parameter_list(self, at: int) -> bool:
        """In `T (` without a name so far: do parameters follow, or a declarator in parentheses?"""
        return self.words[at + 1] in (")", "...") or self.starts_type(at + 1)

    def array_declarator(self, inner: Node | None, start: int) -> Node:
        self.at += 1
        qualifiers: list[Node] = []
        while self.words[self.at] in QUALIFIERS or self.words[self.at] == "static":
            at = self.at
            if self.words[at] == "static" and any(q.word == "static" for q in qualifiers):
                raise self.unexpected()
            qualifiers.append(Node("type_qualifier", self.source, self.starts[at], self.ends[at], self.words[at]))
            self.at += 1
        size: Node | None = None
        if self.words[self.at] == "*" and self.words[self.at + 1] == "]":
            size = Node("*", self.source, self.starts[self.at], self.ends[self.at], "*")
            self.at += 1
        elif self.words[self.at] != "]":
            size = self.assignment()
        self.expect("]")
        end = self.end_before()
        return Node("array_declarator", self.source, start, end, "", qualifiers, declarator=inner, size=size)

    def parameters(self) -> Node:
        start = self.starts[self.at]
        self.expect("(")
        self.scopes.append({})
        try:
            children = self.separated(")", self.parameter)
        finally:
            self.parameter_scopes[start] = self.scopes.pop()
        for i, child in enumerate(children):
            if child.type == "variadic_parameter" and not 0 < i == len(children) - 1:
                what = "a parameter must stand before it" if i == 0 else "it must be the last"
                raise self.file.error(f"'...' among parameters: {what}", child.start)
        kinds = {c.type for c in children}
        if "identifier" in kinds and len(kinds) > 1:
            lone = next(c for c in children if c.type == "identifier")
            raise self.file.error(f"unknown type name '{lone.word}'", lone.start)
        return Node("parameter_list", self.source, start, self.end_before(), "", children)

    def parameter(self) -> Node:
        at = self.at
        start = self.starts[at]
        if self.words[at] == "...":
            self.at += 1
            return Node("variadic_parameter", self.source, start, self.ends[at])
        if not self.starts_type(at):
            name = self.name("identifier")
            if self.words[self.at] not in (",", ")"):
                raise self.file.error(f"unknown type name '{name.word}'", start)
            return name
        node = self.specifiers("parameter_declaration")
        declarator = self.any_declarator(may_be_abstract=True)
        if declarator is not None:
            self.declare_name(declarator, is_type=False)
        node.parts["declarator"] = declarator
        node.end = self.end_before()
        return node

    def type_name(self) -> Node:
        node = self.specifiers("type_descriptor")
        node.parts["declarator"] = self.any_declarator(may_be_abstract=True)
        node.end = self.end_before()
        if self.file.attributes_within(node.start, node.end) or self.file.attributes_after(node.end):
            self.attributed.append(node)
        return node

    # ------------------------------------------------------------ what others parse

    def statements(self, last: int) -> list[Node]:
        raise NotImplementedError

    def assembly(self) -> Node:
        raise NotImplementedError


def name_of(node: Node | None) -> Node | None:
    """The name a declarator declares; None for an abstract one."""
    while node is not None and node.type != "identifier":
        node = node.part("declarator")
    return node


def function_of(node: Node) -> Node | None:
    """The parameters, if what the declarator declares is itself a function."""
    found: Node | None = None
    inner: Node | None = node
    while inner is not None:
        if inner.type == "function_declarator":
            found = inner.part("parameters")
        elif inner.type in ("pointer_declarator", "array_declarator"):
            found = None
        inner = inner.part("declarator")
    return found
