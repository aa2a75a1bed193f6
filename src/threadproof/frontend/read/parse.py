"""Parses C text with tree-sitter and indexes its file-scope names, without looking into what is not asked for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter_c
from tree_sitter import Language, Node, Parser, Range

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend.read.attributes import Attribute
from threadproof.frontend.read.normalise import MARGIN, Hints, Marker, normalise

_LANGUAGE = Language(tree_sitter_c.language())
_PARSER = Parser(_LANGUAGE)
_PART_PARSER = Parser(_LANGUAGE)

_NAMES = frozenset({"identifier", "type_identifier", "field_identifier", "primitive_type"})
_TAGGED = frozenset({"struct_specifier", "union_specifier", "enum_specifier"})
_HARMLESS_TOP_LEVEL = frozenset({";", "preproc_call", "comment", "gnu_asm_expression"})
_NEWLINE = re.compile(rb"\n")
#: files whose names begin like this are not the user's
_SYSTEM = ("<", "/usr/")
#: what the C library adds to the name of a function for another version of it
_VARIANT = re.compile(r"^(?:__isoc\d\d_|__xpg_|__bsd_|__GI_|__)|64$")
_DECLARATION_LIKE = re.compile(rb"([A-Za-z_$][\w$]*)\s*\(")


@dataclass(frozen=True, slots=True)
class Item:
    """One declarator of a file-scope declaration. kind: typedef, object (also prototypes) or function."""

    kind: str
    node: Node
    declarator: Node
    #: for `T (x);`, which tree-sitter takes for a call: the name of the base type
    base: str | None = None


class Source:
    """One text: its tree, positions and the meaning of what normalisation replaced."""

    def __init__(self, text: bytes, file_name: str, hints: Hints) -> None:
        self.file_name = file_name
        self.hints = hints
        self.original = b" " * (MARGIN - 1) + b"\n" + text
        self.normal = normalise(text, hints)
        self.root = _PARSER.parse(self.normal.text).root_node
        self._line_starts = [m.end() for m in _NEWLINE.finditer(self.original, MARGIN - 1)]
        self._marker_offsets = [m.offset for m in self.normal.markers]
        self._attribute_starts = [a.start for a in self.normal.attributes]

    def pos(self, offset: int) -> ast.Pos:
        starts = self._line_starts
        row = bisect_right(starts, offset) - 1
        column = offset - starts[row] + 1
        if self._marker_offsets:
            i = bisect_right(self._marker_offsets, offset) - 1
            if i >= 0:
                marker = self.normal.markers[i]
                return ast.Pos(marker.file or self.file_name, self._line_after(marker, row), column)
        return ast.Pos(self.file_name, row + 1, column)

    def _line_after(self, marker: Marker, row: int) -> int:
        return marker.line + row - bisect_right(self._line_starts, marker.offset)

    def sources(self) -> dict[str, list[str]]:
        lines = self.original[MARGIN:].decode("utf-8", "replace").split("\n")
        if not self.normal.markers:
            return {self.file_name: lines}
        files: dict[str, list[str]] = {}
        rows = [bisect_right(self._line_starts, m.offset) - 1 for m in self.normal.markers]
        files[self.file_name] = lines[: rows[0]]
        for marker, row, end in zip(self.normal.markers, rows, [*rows[1:], len(lines)], strict=True):
            known = files.setdefault(marker.file or self.file_name, [])
            chunk = lines[row + 1 : end]
            first = max(marker.line - 1, 0)
            if chunk and first < 1_000_000:
                known.extend([""] * (first - len(known)))
                known[first : first + len(chunk)] = chunk
        return files

    def error(self, message: str, where: Node | int) -> InputError:
        pos = self.pos(where if isinstance(where, int) else where.start_byte)
        return InputError(message, file=pos.file, line=pos.line)

    # ------------------------------------------------------------ parsing again

    def parse_at(self, offset: int, before: bytes, body: bytes, after: bytes) -> Node:
        """Parse `before body after` so that `body` has the offset it has in the text."""
        start = offset - len(before)
        text = b" " * start + before + body + after
        # the range spares the parser the blanks; it reads their length, not them
        _PART_PARSER.included_ranges = [Range((0, start), (0, len(text)), start, len(text))]
        return _PART_PARSER.parse(text).root_node

    def fragment_operand(self, start: int, text: bytes) -> Node:
        """`text` (at `start`), a type name or an expression, as the operand of sizeof."""
        root = self.parse_at(start, b"int x=sizeof(", text, b");")
        self.check(root)
        for node in walk(root):
            if node.type == "sizeof_expression":
                return node
        raise self.error(f"syntax error near '{excerpt(text)}'", start)

    def fragment_expression(self, start: int, text: bytes) -> Node:
        """`text` (at `start`) as an expression in parentheses."""
        root = self.parse_at(start, b"int x=(", text, b");")
        self.check(root)
        for node in walk(root):
            if node.type == "parenthesized_expression":
                return node
        raise self.error(f"syntax error near '{excerpt(text)}'", start)

    # ------------------------------------------------------------ attributes

    def attributes(self, start: int, end: int) -> list[Attribute]:
        if not self._attribute_starts:
            return []
        i = bisect_left(self._attribute_starts, start)
        return self.normal.attributes[i : bisect_left(self._attribute_starts, end)]

    def attributes_after(self, end: int) -> list[Attribute]:
        """Attributes that follow directly, with nothing but blanks between."""
        found = []
        i = bisect_left(self._attribute_starts, end)
        while i < len(self._attribute_starts):
            attribute = self.normal.attributes[i]
            if self.normal.uncut[end : attribute.start].strip():
                break
            found.append(attribute)
            end = attribute.end
            i += 1
        return found

    def attributes_before(self, start: int) -> list[Attribute]:
        """Attributes that precede directly, with nothing but blanks between."""
        found = []
        i = bisect_left(self._attribute_starts, start)
        while i > 0 and not self.normal.uncut[self.normal.attributes[i - 1].end : start].strip():
            i -= 1
            found.append(self.normal.attributes[i])
            start = self.normal.attributes[i].start
        return found

    def attributes_of(self, node: Node, declarator: Node) -> list[Attribute]:
        """The attributes of one declarator of a declaration: its own, and those that stand before all."""
        if not self._attribute_starts:
            return []
        declarators = node.children_by_field_name("declarator")
        type_node, body = node.child_by_field_name("type"), node.child_by_field_name("body")
        found = self.attributes_before(node.start_byte)
        found += self.attributes(node.start_byte, declarators[0].start_byte)
        if type_node is not None:
            of_type = self.attributes_after(type_node.end_byte) if type_node.child_by_field_name("body") else []
            inside = range(type_node.start_byte, type_node.end_byte)
            found = [a for a in found if a.start not in inside and a not in of_type]
        commas = [self.normal.text.find(b",", d.end_byte) for d in declarators[:-1]]
        i = next(i for i, d in enumerate(declarators) if d.start_byte == declarator.start_byte)
        end = commas[i] if i < len(commas) else node.end_byte if body is None else body.start_byte
        value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
        start = commas[i - 1] if i else declarator.start_byte
        found += self.attributes(start, end if value is None else value.start_byte)
        return [a for a in found if not self._is_within_fragment(a, node)]

    def attributes_of_type_name(self, node: Node) -> list[Attribute]:
        """Those that are of the type as such, not of a structure in it."""
        found = self.attributes(node.start_byte, node.end_byte) + self.attributes_after(node.end_byte)
        type_node = node.child_by_field_name("type")
        if not found or type_node is None or type_node.child_by_field_name("body") is None:
            return found
        of_structure = self.attributes_after(type_node.end_byte)
        inside = range(type_node.start_byte, type_node.end_byte)
        return [a for a in found if a.start not in inside and a not in of_structure]

    def _is_within_fragment(self, a: Attribute, node: Node) -> bool:
        """Does it belong to a type name inside the declaration, as the operand of sizeof is?"""
        return any(
            f.start <= a.start < f.start + len(f.inner) and not f.start <= node.start_byte < f.start + len(f.inner)
            for f in self.normal.fragments.values()
        )

    def asm_labels(self, declarator: Node) -> list[Attribute]:
        """`int f(void) asm("g")`: the function is really called g, unless that is a variant of the same function."""
        found = []
        if b"asm" in (declarator.text or b""):
            name = declared_name(declarator)
            for node in walk(declarator):
                if node.type == "gnu_asm_expression":
                    label = b"".join(re.findall(rb'"([^"]*)"', node.text or b"")).decode("utf-8", "replace")
                    if _VARIANT.sub("", label) != name:
                        found.append(Attribute(node.start_byte, node.end_byte, "asm label"))
        return found

    def is_system(self, offset: int) -> bool:
        """Is it in a header of the system, or in one of ours?"""
        return self.pos(offset).file.startswith(_SYSTEM)

    def pack_limit(self, offset: int) -> int:
        """The alignment that `#pragma pack` allows members of structs at most; 0: any."""
        packing = self.normal.packing
        i = bisect_right(packing.offsets, offset)
        return packing.limits[i - 1] if i else 0

    # ------------------------------------------------------------ syntax errors

    def check(self, node: Node) -> None:
        if node.has_error:
            bad = first_error(node)
            if bad is not None:
                raise self.syntax_error(bad)

    def syntax_error(self, bad: Node) -> InputError:
        if bad.is_missing:
            # a missing token has no extent: show what stands there instead
            near = excerpt(self.original[bad.start_byte : bad.start_byte + 80])
            place = f"near '{near}'" if near else "at the end of the file"
            return self.error(f"syntax error {place}: missing '{bad.type}'", bad)
        return self.error(f"syntax error near '{excerpt(self.original[bad.start_byte : bad.end_byte])}'", bad)


class Index:
    """File-scope names of a source, found without elaborating anything."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.values: dict[str, list[Item]] = {}
        self.tags: dict[str, Node] = {}
        self.enumerators: dict[str, Node] = {}
        self.errors: list[Node] = []
        self._bodies: list[Node] = []
        self._nested_done = False
        #: start of a declaration -> the syntax error just before it, which may be part of it
        self.tainted: dict[int, Node] = {}
        children = source.root.children
        for i, node in enumerate(children):
            self._add(node, children, i)
        for start, text in source.normal.implicit_int:
            root = source.parse_at(start, b"int ", text, b"")
            self._add(root.children[0], root.children, 0)

    def _add(self, node: Node, siblings: list[Node], i: int) -> None:
        kind = node.type
        if kind == "declaration" or kind == "type_definition":
            item_kind = "typedef" if kind == "type_definition" else "object"
            self._add_declaration(node, item_kind)
        elif kind == "function_definition":
            declarator = node.child_by_field_name("declarator")
            name = declared_name(declarator) if declarator is not None else None
            if name is None or declarator is None or not _declares_function(declarator):
                self.errors.append(node)
                return
            self._type(node)
            self.values.setdefault(name, []).append(Item("function", node, declarator))
        elif kind in _TAGGED:
            self._specifier(node)
        elif kind in _HARMLESS_TOP_LEVEL:
            pass
        elif kind == "expression_statement" and node.child_count == 1 and not node.has_error:
            pass  # a lone semicolon
        elif kind == "linkage_specification":
            raise self.source.error("C++ linkage specification in C", node)
        elif self._add_parenthesised(node):
            pass
        elif kind == "ERROR" or kind == "expression_statement":
            self.errors.append(node)
            if i + 1 < len(siblings) and (node.text or b"").rstrip()[-1:] not in (b";", b"}"):
                self.tainted[siblings[i + 1].start_byte] = node
            if _unbalanced(node):
                raise self.source.syntax_error(node)
        elif kind.startswith("preproc_"):
            raise self.source.error(f"preprocessor directive '{excerpt(node)}' is not preprocessed", node)
        elif kind not in ("primitive_type", "sized_type_specifier", "type_identifier", "type_qualifier"):
            raise self.source.error(f"syntax error near '{excerpt(node)}'", node)

    def _add_declaration(self, node: Node, kind: str, base: str | None = None) -> None:
        if base is None:
            self._type(node)
        for declarator in node.children_by_field_name("declarator"):
            name = declared_name(declarator)
            if name:
                self.values.setdefault(name, []).append(Item(kind, node, declarator, base))
            else:
                self.errors.append(node)

    def _type(self, node: Node) -> None:
        specifier = node.child_by_field_name("type")
        if specifier is not None and specifier.type in _TAGGED:
            self._specifier(specifier)

    def _specifier(self, node: Node) -> None:
        body = node.child_by_field_name("body")
        if body is None:
            return
        name = node.child_by_field_name("name")
        if name is not None:
            before = self.tags.setdefault(text_of(name), node)
            if before.start_byte != node.start_byte:
                raise self._defined_twice(f"'{text_of(name)}'", before, node)
        if node.type == "enum_specifier":
            for enumerator in body.named_children:
                constant = enumerator.child_by_field_name("name")
                if constant is not None:
                    before = self.enumerators.setdefault(text_of(constant), node)
                    if before.start_byte != node.start_byte:
                        raise self._defined_twice(f"enumerator '{text_of(constant)}'", before, enumerator)
        else:
            self._bodies.append(body)

    def _defined_twice(self, what: str, first: Node, second: Node) -> InputError:
        return self.source.error(
            f"{what} is defined twice, the other one is at {self.source.pos(first.start_byte)}", second
        )

    def index_nested(self) -> bool:
        """Index what struct bodies define inside them, on first need; True if that was done now."""
        if self._nested_done:
            return False
        self._nested_done = True
        while self._bodies:
            body = self._bodies.pop()
            text = body.text or b""
            if re.search(rb"(?:struct|union|enum)\b[^;{}]*\{", text):
                for field in body.named_children:
                    self._type(field)
        return True

    def _add_parenthesised(self, node: Node) -> bool:
        """`T (x);` and `f(x);` at file scope are declarations, though they look like calls."""
        text = self.source.normal.text[node.start_byte : node.end_byte]
        m = _DECLARATION_LIKE.match(text)
        if node.type != "expression_statement" or m is None or node.has_error:
            return False
        rest = node.start_byte + len(m[1])
        root = self.source.parse_at(rest, b" int", text[len(m[1]) :], b"")
        declaration = root.children[0] if root.child_count else None
        if declaration is not None and declaration.type == "declaration" and not declaration.has_error:
            self._add_declaration(declaration, "object", m[1].decode("utf-8", "replace"))
        return True


def text_of(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def declared_name(node: Node) -> str | None:
    """The name a declarator declares; None for an abstract one."""
    while True:
        kind = node.type
        if kind in _NAMES:
            return text_of(node)
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if c.type.endswith("declarator") or c.type in _NAMES), None)
            if inner is None:
                return None
        node = inner


def walk(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def first_error(node: Node) -> Node | None:
    """The first ERROR or MISSING node below, except where the grammar is stricter than C."""
    stack = [node]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            if not _tolerated(node):
                return node
        elif node.has_error:
            stack.extend(reversed(node.children))
    return None


def _tolerated(node: Node) -> bool:
    """Members: unnamed bit-fields, a semicolon too many or none after the last; a label at the end of a block."""
    parent = node.parent
    if node.is_error and parent is not None and parent.type == "field_declaration_list":
        return node.text == b";"
    if not node.is_missing or parent is None:
        return False
    if node.type == ";" and parent.type == "field_declaration":
        return parent.next_sibling is not None and parent.next_sibling.type == "}"
    if node.type == "field_identifier":
        following = node.next_sibling
        return parent.type == "field_declaration" and following is not None and following.type == "bitfield_clause"
    return (
        node.type == ";"
        and parent.type == "expression_statement"
        and parent.child_count == 1
        and parent.parent is not None
        and parent.parent.type == "labeled_statement"
    )


def _declares_function(node: Node) -> bool:
    inner: Node | None = node
    while inner is not None:
        if inner.type == "function_declarator":
            return True
        following = inner.child_by_field_name("declarator")
        if following is None:
            following = next((c for c in inner.named_children if c.type.endswith("declarator")), None)
        inner = following
    return False


def _unbalanced(node: Node) -> bool:
    text = node.text or b""
    return text.count(b"{") != text.count(b"}")


def excerpt(text: bytes | Node) -> str:
    """The beginning of some text, short enough for a message."""
    if isinstance(text, Node):
        text = text.text or b""
    line = text.strip().split(b"\n")[0].strip().decode("utf-8", "replace")
    return line if len(line) <= 40 else line[:40] + "..."
