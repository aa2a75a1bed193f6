"""Reads structs and unions: their tags, their members; when nobody asks for members, they are not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.declarators import Declared, natural_align
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.syntax.attributes import Demands
from threadproof.frontend.syntax.node import Declaration, Node

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


class StructReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        #: specifiers with a body -> their type, by offset: one specifier may be read several times
        self._defined: dict[int, ct.Struct] = {}
        #: where structs are defined
        self._places: dict[int, int] = {}
        #: file-scope structs whose fields nobody has asked for yet
        self._pending: dict[int, tuple[ct.Struct, Node]] = {}

    def struct(self, node: Node) -> ct.Struct:
        name_node, body = node.part("name"), node.part("body")
        tag = "" if name_node is None else name_node.word
        is_union = node.type == "union_specifier"
        state, file = self.ctx.state, self.ctx.file
        if body is None:
            found = state.tag(tag)
            if found is None:
                is_local = state.scopes and not self.ctx.index.is_mentioned_before(tag, node.start)
                tags = state.scopes[-1].tags if is_local else file.tags
                found = tags.get(tag) if is_local else file.tag(tag)
                if found is None:
                    found = tags[tag] = ct.Struct(tag, is_union)
            self.check_kind(found, node)
            assert isinstance(found, ct.Struct)
            return found
        key = node.start
        defined = self._defined.get(key)
        if isinstance(defined, ct.Struct):
            if state.scopes and tag:  # parameters are read once for the type of a function and once for its body
                state.scopes[-1].tags.setdefault(tag, defined)
            return defined
        tags = state.scopes[-1].tags if state.scopes else file.tags
        old = tags.get(tag) if tag else None
        self.check_kind(old, node)
        if isinstance(old, ct.Struct) and state.scopes and old.fields is not None:
            raise self.ctx.error(f"'{tag}' is defined twice in the same block", node)
        if isinstance(old, ct.Struct) and old.fields is None and id(old) not in self._pending:
            t = old
        else:
            t = ct.Struct(tag, is_union)
            if tag:
                tags[tag] = t
        self.define_later(t, node)
        if state.scopes:
            self._read_fields(t, node)
        return t

    def check_kind(self, found: ct.CType | None, node: Node) -> None:
        """A tag is of one kind in its scope."""
        is_same = found.is_union == (node.type == "union_specifier") if isinstance(found, ct.Struct) else found is None
        if not is_same:
            name = self.ctx.exprs.child(node, "name").word
            raise self.ctx.error(f"'{name}' is another kind of tag", node)

    def define_later(self, t: ct.Struct, node: Node) -> None:
        self._defined[node.start] = t
        self._pending[id(t)] = (t, node)
        self._places[id(t)] = node.start

    def forward_declaration(self, node: Node) -> None:
        """`struct s;` in a block hides an outer one."""
        name = node.part("name")
        state = self.ctx.state
        if name is not None and state.scopes:
            tags = state.scopes[-1].tags
            self.check_kind(tags.setdefault(name.word, ct.Struct(name.word, node.type == "union_specifier")), node)

    def complete(self, t: ct.CType) -> None:
        """Read the fields of a struct (or of the structs in it), if its definition is known."""
        while isinstance(t, ct.Array):
            t = t.of
        if not isinstance(t, ct.Struct) or t.fields is not None:
            return
        if t.atomic:
            original = t.twin
            assert original is not None
            self.complete(original)
            original.as_atomic()
            return
        if id(t) in self._pending:
            node = self._pending[id(t)][1]
            with self.ctx.at_file_scope():
                self._read_fields(t, node)

    def _read_fields(self, t: ct.Struct, node: Node) -> None:
        body = node.part("body")
        assert body is not None
        del self._pending[id(t)]
        demands = self.type_demands(node, body)
        t.packed, t.align, t.transparent = demands.packed, demands.align, demands.transparent
        t.pack_limit = self.ctx.source.text.pack_limit(body.end)
        fields: list[ct.Field] = []
        for child in body.children:
            if isinstance(child, Declaration):
                self._field(child, fields)
            else:
                self.ctx.type_exprs.static_assert(child)
        self._check_members(fields, node)
        t.fields = fields

    def _check_members(self, fields: list[ct.Field], node: Node) -> None:
        seen: set[str] = set()
        for f in fields:
            for name in names_of(f):
                if name in seen:
                    raise self.ctx.error(f"member '{name}' is declared twice", node)
                seen.add(name)
        if fields and isinstance(fields[-1].type, ct.Array) and fields[-1].type.size is None and len(seen) == 1:
            raise self.ctx.error(f"the array '{fields[-1].name}' without a size is the only member", node)
        for f in fields if node.type == "union_specifier" else ():
            if isinstance(f.type, ct.Array) and f.type.size is None:
                raise self.ctx.error(f"the array '{f.name}' in a union has no size", node)
        for f in fields[:-1]:
            if isinstance(f.type, ct.Array) and f.type.size is None and node.type == "struct_specifier":
                raise self.ctx.error(f"the array '{f.name}' without a size is not the last member", node)

    def _field(self, node: Declaration, fields: list[ct.Field]) -> None:
        base = self.ctx.types.specifiers(node)
        if base.storage:
            raise self.ctx.error(f"a member cannot be {' '.join(sorted(base.storage))}", node)
        type_node = node.part("type")
        assert type_node is not None
        declarators = node.declarators
        if not declarators:
            # (the name of a type alone declares nothing)
            is_anonymous = type_node.type in ("struct_specifier", "union_specifier") and type_node.part("name") is None
            if isinstance(base.type, ct.Struct) and is_anonymous:
                self.require(base.type, node)
                fields.append(ct.Field(None, base.type))
            return
        for node_of_field in declarators:
            demands = self.ctx.demands.read(self.ctx.source.attributes_of(node, node_of_field))
            self.ctx.not_understood(demands.others)
            inner, width = node_of_field.part("declarator"), node_of_field.part("bits")
            if width is None:
                inner = node_of_field
            declared = self.ctx.types.declarator(inner, base.type, base.qualifiers)
            natural = natural_align(declared.type, base.type, base.align)
            declared.type = with_mode(declared.type, demands, self.ctx.model)
            bits = None
            if width is not None:
                bits = self.ctx.types.constant(width)
                self._check_bits(declared, bits, node_of_field)
                if bits == 64 and (demands.align or natural):
                    self.ctx.not_understood_here("bit-field of 64 bits with an alignment of its own", node_of_field)
            self.require(declared.type, node_of_field)
            if isinstance(declared.type, ct.Void | ct.Function):
                raise self.ctx.error(f"member '{declared.name}' has type '{ct.show(declared.type)}'", node_of_field)
            if ct.is_variably_modified(declared.type):
                self.ctx.not_understood_here("array of variable length in a structure", node_of_field)
                declared.type = ct.Array(ct.CHAR, 1)
            of_member = None if width is not None else declared.type
            self.ctx.demands.check_alignas(demands, node_of_field, of_member, natural)
            words = (demands.align, demands.packed, natural, declared.qualifiers)
            fields.append(ct.Field(declared.name, declared.type, bits, *words))

    def _check_bits(self, declared: Declared, bits: int, node: Node) -> None:
        t = declared.type
        if not isinstance(t, ct.Int):
            raise self.ctx.error(f"a bit-field has type '{ct.show(t)}'", node)
        if t.atomic:
            raise self.ctx.error("a bit-field cannot be atomic", node)
        if bits < (declared.name is not None) or bits > (1 if t.is_bool else t.width):
            raise self.ctx.error(f"a bit-field of type '{ct.show(t)}' cannot have {bits} bits", node)

    def type_demands(self, node: Node, body: Node) -> Demands:
        """The attributes of a struct, union or enum: before its braces or right after them."""
        text = self.ctx.source.text
        behind = [a.misplaced() if a.is_standard else a for a in text.attributes_after(node.end)]
        attributes = [*text.attributes_within(node.start, body.start), *behind]
        demands = self.ctx.demands.read(attributes, is_type=True)
        self.ctx.not_understood(demands.others)
        return demands

    def require(self, t: ct.CType, node: Node | int, *, anywhere: bool = False) -> None:
        """The type must be complete here (or `anywhere` in the file)."""
        self.complete(t)
        element = t
        while isinstance(element, ct.Array):
            element = element.of
        if isinstance(element, ct.Struct):
            offset = node if isinstance(node, int) else node.end
            if element.fields is None or (not anywhere and self._places.get(id(element), 0) > offset):
                raise self.ctx.undeclared(f"'{ct.show(element)}' is incomplete here", node)
        elif isinstance(element, ct.Int):
            self.ctx.enums.require(element, node)


def names_of(f: ct.Field) -> list[str]:
    """The names that a member has, or those of the anonymous struct it is."""
    if f.name is not None:
        return [f.name]
    return [n for inner in f.type.fields or [] for n in names_of(inner)] if isinstance(f.type, ct.Struct) else []
