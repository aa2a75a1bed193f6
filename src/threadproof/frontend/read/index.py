"""The tree of one text: its file-scope names, and which attributes belong to what. Entry points: `Source`, `Index`."""

from __future__ import annotations

import re
from collections.abc import Callable

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend.preprocess import USUAL_VERSION
from threadproof.frontend.syntax.attributes import Attribute
from threadproof.frontend.syntax.declarations import function_of, name_of
from threadproof.frontend.syntax.node import Declaration, LazyPrototype, Node
from threadproof.frontend.syntax.statements import Parser
from threadproof.frontend.syntax.tokens import Text
from threadproof.patterns import pattern
from threadproof.records import dataclass

#: what the C library adds to the name of a function for another version of it
_VARIANT = pattern(r"^(?:__isoc\d\d_|__xpg_|__bsd_|__GI_|__)|64$")
_DEFINES_TAG = pattern(r"(?:struct|union|enum)\b[^;{}]*\{")


@dataclass(frozen=True, slots=True)
class Item:
    """One declarator of a file-scope declaration. kind: typedef, object (also prototypes) or function."""

    kind: str
    node: Declaration
    #: which of its declarators it is
    number: int = 0

    @property
    def declarator(self) -> Node:
        return self.node.declarators[self.number]


def label_text(label: Node) -> str:
    """The name that an asm label gives to what is declared."""
    return "".join(re.findall('"([^"]*)"', label.text))


class Source:
    """One text and its tree."""

    def __init__(
        self,
        data: bytes,
        file_name: str,
        written: Callable[[str], list[str]] | None = None,
        *,
        version: str = USUAL_VERSION,
    ) -> None:
        """`version` of C: in that of 1990, `inline` has the meaning that it had in GNU C."""
        self.file_name = file_name
        self.version = version
        self.text = Text(data, file_name, written)
        self.parser = Parser(self.text)
        #: written for SATABS, which is less strict
        self.is_satabs = ast.ASYNC.encode() in data
        #: what is wrong with headers of the system
        self.errors: list[InputError] = []
        self.items = self.parser.items(self._failed)

    def _failed(self, problem: InputError, offset: int) -> None:
        if not self.text.is_system(offset):
            raise problem
        self.errors.append(problem)

    def check_bodies(self) -> None:
        """Parse what nobody has asked for, as long as it is the user's."""
        for item in self.items:
            if self.text.is_system(item.start):
                continue
            for node in (item, item.part("type")):
                body = None if node is None else node.part("body")
                if body is not None:
                    _ = body.children

    def pos(self, offset: int, end: int | None = None) -> ast.Pos:
        return self.text.pos(offset, end)

    def error(self, message: str, where: Node | int) -> InputError:
        return self.text.error(message, where if isinstance(where, int) else where.start)

    def argument(self, a: Attribute, is_type: dict[str, bool]) -> Node:
        """The argument of an attribute, a type name or an expression, as the operand of sizeof."""
        parser = Parser(self.text.part(a.at, a.at + len(a.arguments or b"")))
        parser.scopes.append(is_type)
        is_type_name = parser.starts_type(0)
        inner = parser.type_name() if is_type_name else parser.assignment()
        parser.expect("")
        node = Node("sizeof_expression", self.text.source, inner.start, inner.end, "sizeof")
        node.parts["type" if is_type_name else "value"] = inner
        return node

    def words(self, a: Attribute) -> list[str]:
        return re.findall(r"[A-Za-z_$][\w$]*", (a.arguments or b"").decode("latin-1"))

    # ------------------------------------------------------------ attributes

    def attributes_of(self, node: Declaration, declarator: Node) -> list[Attribute]:
        """The attributes of one declarator of a declaration: its own, and those that stand before all."""
        text = self.text
        i = next(i for i, d in enumerate(node.declarators) if d.start == declarator.start)
        found: list[Attribute] = []
        if text.attributes:
            found = text.attributes_before(node.start)
            found += text.attributes_within(node.start, node.declarators[0].start)
            specifier = node.part("type")
            if specifier is not None:
                of_type = text.attributes_after(specifier.end) if specifier.part("body") else []
                inside = range(specifier.start, specifier.end)
                found = [a for a in found if a.start not in inside and a not in of_type]
            value = node.declarators[i].part("value")
            start = node.ends[i - 1] if i else node.declarators[0].start
            found += text.attributes_within(start, node.ends[i] if value is None else value.start)
            lists = parameter_lists(declarator)
            found = [a for a in found if not self._is_of_type_name(a, node)]
            found = [a for a in found if not any(x.start <= a.start < x.end for x in lists)]
            found = self._placed(found, node, declarator)
        label = self.parser.labels.get(node.declarators[i].start)
        name = name_of(declarator)
        if label is not None and not (
            name is not None
            and function_of(declarator) is not None
            and _VARIANT.sub("", label_text(label)) == name.word
        ):
            found.append(Attribute(label.start, label.end, "asm label"))
        return found

    def attributes_of_parameter(self, node: Node) -> list[Attribute]:
        text = self.text
        if not text.attributes:
            return []
        found = text.attributes_before(node.start) + text.attributes_within(node.start, node.end)
        found += text.attributes_after(node.end)
        specifier, declarator = node.part("type"), node.part("declarator")
        inner = [] if declarator is None else parameter_lists(declarator)
        if specifier is not None and specifier.part("body") is not None:
            inner.append(specifier)
        found = [a for a in found if not any(x.start <= a.start < x.end for x in inner)]
        found = [a for a in found if not self._is_of_type_name(a, node)]
        return self._placed(found, node, declarator)

    def _placed(self, attributes: list[Attribute], node: Node, declarator: Node | None) -> list[Attribute]:
        """Those that are not of what is declared, but of a type inside it, are not understood."""
        if not attributes:
            return attributes
        first, name = self.text.attributes_before(node.start), name_of(declarator)

        def is_inner(a: Attribute) -> bool:
            if a.is_standard and a not in first and (name is None or a.previous != name.end):
                return True
            if declarator is None or name is None or not declarator.start <= a.start < name.start:
                return False
            words = self.text.words_between(declarator.start, a.start) + self.text.words_between(a.end, name.start)
            return "*" in words

        return [a.misplaced() if is_inner(a) else a for a in attributes]

    def attributes_of_type_name(self, node: Node) -> list[Attribute]:
        """Those that are of the type as such, not of a structure in it."""
        text = self.text
        found = text.attributes_within(node.start, node.end) + text.attributes_after(node.end)
        specifier = node.part("type")
        if not found or specifier is None or specifier.part("body") is None:
            return found
        of_structure = text.attributes_after(specifier.end)
        inside = range(specifier.start, specifier.end)
        return [a for a in found if a.start not in inside and a not in of_structure]

    def _is_of_type_name(self, a: Attribute, node: Node) -> bool:
        """Does it belong to a type name inside the declaration, as the operand of sizeof is?"""
        return any(
            node.start <= n.start and n.end <= node.end and (n.start <= a.start < n.end or a.previous == n.end)
            for n in self.parser.attributed
        )


def parameter_lists(declarator: Node) -> list[Node]:
    """The lists of parameters in a declarator: what stands there belongs to parameters."""
    found: list[Node] = []
    inner: Node | None = declarator
    while inner is not None:
        parameters = inner.part("parameters")
        if parameters is not None:
            found.append(parameters)
        inner = inner.part("declarator")
    return found


class Index:
    """File-scope names of a source, found without elaborating anything."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.values: dict[str, list[Item]] = {}
        self.tags: dict[str, Node] = {}
        self.enumerators: dict[str, Node] = {}
        self.static_asserts: list[Node] = []
        self._bodies: list[Node] = []
        self._nested_done = False
        self._indexed = 0
        for node in source.items:
            if isinstance(node, Declaration):
                self._add(node)
            elif node.type == "static_assert":
                self.static_asserts.append(node)
        self._index_tagged()

    def _add(self, node: Declaration) -> None:
        kind = {"type_definition": "typedef", "function_definition": "function"}.get(node.type, "object")
        if isinstance(node, LazyPrototype):
            self.values.setdefault(node.name, []).append(Item(kind, node))
            return
        for i, declarator in enumerate(node.declarators):
            name = name_of(declarator)
            assert name is not None
            self.values.setdefault(name.word, []).append(Item(kind, node, i))

    def _index_tagged(self) -> None:
        """What has been parsed at file scope since the last time."""
        tagged = self.source.parser.tagged
        while self._indexed < len(tagged):
            self._specifier(tagged[self._indexed])
            self._indexed += 1

    def _specifier(self, node: Node) -> None:
        name, body = node.part("name"), node.part("body")
        assert body is not None
        if name is not None:
            before = self.tags.setdefault(name.word, node)
            if before.start != node.start:
                raise self._defined_twice(f"'{name.word}'", before, node)
        if node.type == "enum_specifier":
            for enumerator in body.children:
                before = self.enumerators.setdefault(enumerator.word, node)
                if before.start != node.start:
                    raise self._defined_twice(f"enumerator '{enumerator.word}'", before, enumerator)
        else:
            self._bodies.append(body)

    def _defined_twice(self, what: str, first: Node, second: Node) -> InputError:
        return self.source.error(f"{what} is defined twice, the other one is at {self.source.pos(first.start)}", second)

    def index_nested(self) -> bool:
        """Index what struct bodies define inside them, on first need; True if that was done now."""
        if self._nested_done:
            return False
        self._nested_done = True
        while self._bodies:
            body = self._bodies.pop()
            if _DEFINES_TAG.search(body.text):
                _ = body.children  # now it is parsed
                self._index_tagged()
        return True

    def is_mentioned_before(self, tag: str, offset: int) -> bool:
        """Does the file's scope know this tag there?"""
        tags = self.source.parser.tags
        if tags.get(tag, offset) >= offset:
            for node in self.source.parser.tagged:
                body = node.part("body")
                if body is not None and node.start < offset:
                    _ = body.children  # a member may mention it
        return tags.get(tag, offset) < offset
