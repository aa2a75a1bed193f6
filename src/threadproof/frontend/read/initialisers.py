"""Reads initialisers into normal form: parts at byte offsets, braces, elision and designators worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.constants import evaluate, is_static, truth, wrap
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.read.padding import Padding
from threadproof.frontend.syntax.node import Node
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

#: type, offset, and bits of a bit-field
_Place = tuple[ct.CType, int, tuple[int, int] | None]
_STRINGS = frozenset({"string_literal", "concatenated_string"})


@dataclass(slots=True)
class _Entry:
    """One element of a braced list."""

    designators: list[Node]
    value: Node
    #: the value once read: with brace elision it is looked at several times
    expr: ast.Expr | None = None


class _Stream:
    """The elements of one braced list, taken one by one."""

    def __init__(self, entries: list[_Entry]) -> None:
        self.entries = entries
        self.at = 0
        self.has_designators = any(e.designators for e in entries)

    def peek(self) -> _Entry | None:
        return self.entries[self.at] if self.at < len(self.entries) else None

    def undesignated(self) -> _Entry | None:
        entry = self.peek()
        return None if entry is None or entry.designators else entry


class InitReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def read(self, node: Node, t: ct.CType, *, static: bool) -> tuple[ct.CType, ast.Init]:
        """The initialiser of an object, and its type with the array size the initialiser gives."""
        filler = _Filler(self.ctx, t, is_static=static)
        zero_rest = node.type == "initializer_list" or isinstance(t, ct.Array)
        if isinstance(t, ct.Array) and node.type != "initializer_list" and not filler.is_string(t, node):
            e = self.ctx.exprs.expr(node)
            # GNU C lets a compound literal initialise an array, if that is static
            if isinstance(e, ast.CompoundLiteral) and e.decl.init is not None and static:
                return e.type, e.decl.init
            raise self.ctx.error("an array needs a braced initialiser", node)
        length = filler.whole(t, node)
        if isinstance(t, ct.Array) and t.size is None:
            t = replace(t, size=length)
        if static:
            parts = list(self.without_literals(filler.parts))
            zero_rest = zero_rest or len(parts) != 1 or parts[0].type is not filler.parts[0].type
            filler.parts = parts
            for part in filler.parts:
                part.value = self.folded(part, node.start)
                if not is_static(part.value, self.ctx.model) or self._is_unknown(part.value, node.start):
                    raise self.ctx.error("the initialiser is not constant", node)
        else:
            # the standard leaves the order open, compilers evaluate them by their places
            filler.parts.sort(key=lambda p: (p.offset, p.bits or (0, 0)))
        padding = (
            ()
            if static or not zero_rest
            else tuple(Padding(filler.parts, filler.members, filler.given, self.ctx.model).of(t))
        )
        return t, ast.Init(filler.parts, zero_rest, padding)

    def folded(self, part: ast.InitPart, offset: int) -> ast.Expr:
        t, e = part.type, part.value
        while isinstance(e, ast.Cond) and (chosen := truth(e.cond, self.ctx.model)) is not None:
            e = conv.recast(e.other if not chosen else e.cond if e.then is None else e.then, e.type)
        known = self._with_constants(e, offset)
        if isinstance(t, ct.Int):
            value = evaluate(known, self.ctx.model)
            if value is not None:
                return ast.Const(wrap(value, t, self.ctx.model), conv.unqualified(t), e.pos)
        return known

    def _with_constants(self, e: ast.Expr, offset: int) -> ast.Expr:
        """Compilers know what constant variables hold, also in the middle of an initialiser."""
        match e:
            case ast.Load(place=ast.Name(decl=ast.VarDecl() as decl)):
                if self.ctx.file.has_value(decl, offset) and self.constant_variable(e) is not None:
                    assert decl.init is not None
                    return decl.init.parts[0].value if isinstance(decl.type, ct.Int | ct.Pointer) else e
            case ast.Unary(operand=x) | ast.Cast(operand=x):
                return replace(e, operand=self._with_constants(x, offset))
            case ast.Binary(left=x, right=y) | ast.Logical(left=x, right=y):
                return replace(e, left=self._with_constants(x, offset), right=self._with_constants(y, offset))
            case ast.Cond(cond=x, then=y, other=z):
                then = None if y is None else self._with_constants(y, offset)
                cond, other = self._with_constants(x, offset), self._with_constants(z, offset)
                return replace(e, cond=cond, then=then, other=other)
        return e

    def _is_unknown(self, e: object, offset: int) -> bool:
        """Does it read a constant that has no value so far?"""
        if isinstance(e, ast.Load):
            place = e.place
            while isinstance(place, ast.Member | ast.Index):
                place = place.base if isinstance(place, ast.Member) else place.array
            decl = place.decl if isinstance(place, ast.Name) else None
            if isinstance(decl, ast.VarDecl) and decl.storage in ("global", "static"):
                return not self.ctx.file.has_value(decl, offset)
        return any(self._is_unknown(x, offset) for x in ast.parts(e))

    def constant_variable(self, e: ast.Expr) -> ast.VarDecl | None:
        """The variable of which `e` is the value, if that is known: it has an initialiser, and never changes."""
        decl = e.place.decl if isinstance(e, ast.Load) and isinstance(e.place, ast.Name) else None
        if (
            not isinstance(decl, ast.VarDecl)
            or decl.qualifiers & (ct.CONST | ct.VOLATILE) != ct.CONST
            or decl.storage not in ("global", "static")
            or decl.type.atomic
        ):
            return None
        self.ctx.file.initialise(decl)
        return decl if decl.init is not None else None

    def without_literals(self, parts: list[ast.InitPart], base: int = 0) -> Iterator[ast.InitPart]:
        """GNU C lets compound literals and constants initialise parts of a static object: their own parts do."""
        for p in parts:
            literal = p.value.place if isinstance(p.value, ast.Load) else None
            decl = literal.decl if isinstance(literal, ast.CompoundLiteral) else None
            if decl is None and isinstance(p.type, ct.Struct):
                decl = self.constant_variable(p.value)
            if decl is not None and decl.init is not None:
                yield from self.without_literals(decl.init.parts, base + p.offset)
            else:
                yield ast.InitPart(base + p.offset, p.type, p.value, p.bits)


class _Filler:
    """Collects the parts of one object."""

    def __init__(self, ctx: Context, t: ct.CType, *, is_static: bool = True) -> None:
        self.ctx = ctx
        #: the type of the object
        self.type = t
        self.is_static = is_static
        self.parts: list[ast.InitPart] = []
        #: place and type of a union -> the member that is initialised, if it is not the first; and its size
        self.members: dict[tuple[int, int], tuple[int, int]] = {}
        #: place and type of the structures that a list, perhaps without braces, has initialised
        self.given: set[tuple[int, int]] = set()
        #: (offset, size) of the elements of ranges that gcc evaluates once, as a value
        self.values: set[tuple[int, int]] = set()
        #: type and offset of what designators have named last
        self.named: tuple[ct.CType, int] = (t, 0)
        #: all parts so far are below
        self.end = 0

    def add(self, offset: int, t: ct.CType, value: ast.Expr, bits: tuple[int, int] | None = None) -> None:
        self.parts.append(ast.InitPart(offset, t, value, bits))
        self.end = max(self.end, offset + self.ctx.model.size_of(t))

    def forget(self, offset: int, size: int, bits: tuple[int, int] | None) -> None:
        """This place has its turn again, after a designator: what was there before does not count."""
        model = self.ctx.model
        for key, (_, length) in list(self.members.items()):
            if offset <= key[0] and key[0] + length <= offset + size:
                del self.members[key]
        if offset >= self.end:
            return

        def covered(p: ast.InitPart) -> bool:
            if bits is not None or p.bits is not None:
                return p.offset == offset and p.bits == bits if bits is not None else offset <= p.offset < offset + size
            return offset <= p.offset and p.offset + model.size_of(p.type) <= offset + size

        def contains(p: ast.InitPart) -> bool:
            return isinstance(p.type, ct.Struct) and p.offset <= offset < p.offset + model.size_of(p.type)

        if any(covered(p) for p in self.parts):
            self.parts = [p for p in self.parts if not covered(p)]
        values = [(at, n) for at, n in self.values if offset < at + n and at < offset + size]
        self.values -= {(at, n) for at, n in values if offset <= at and at + n <= offset + size}
        values = [v for v in values if v in self.values]
        for p in self.parts:
            is_given = contains(p) or any(at <= p.offset < at + n for at, n in values)
            if is_given and not isinstance(p.value, ast.Unsupported):  # gcc drops the whole of it
                p.value = ast.Unsupported(
                    "initialiser for a part of a value that was given before", p.type, p.value.pos
                )

    # ------------------------------------------------------------ one object

    def whole(self, t: ct.CType, node: Node, offset: int = 0, bits: tuple[int, int] | None = None) -> int:
        """Initialise an object with a braced list or expression; for an array, the length this needs."""
        if isinstance(t, ct.Sync):
            self.sync(t, node, offset)
            return 0
        if isinstance(t, ct.Array) and self.is_string(t, node):
            return self.string(t, node, offset)
        if node.type != "initializer_list":
            value = self.ctx.exprs.value(node)
            self.add(offset, t, self.ctx.exprs.convert(value, t, node), bits)
            return 0
        stream = _Stream(self.entries(node))
        if isinstance(t, ct.Array) and node.children and self.is_string(t, node.children[0]):
            raise self.ctx.error("too many initialisers for a string", node)
        if isinstance(t, ct.Array | ct.Struct):
            return self.aggregate(t, offset, stream, 0, top=True)
        entry = stream.undesignated()
        if entry is None:
            if node.children:
                raise self.ctx.error("designator for something that has no parts", node)
            raise self.ctx.error(f"the initialiser of a value of type '{ct.show(t)}' is empty", node)
        self.whole(t, entry.value, offset, bits)
        for excess in stream.entries[1:]:
            self.ignore(excess)
        return 0

    def ignore(self, entry: _Entry) -> None:
        """Too many initialisers: compilers ignore them, effects and all; but they must be expressions."""
        if entry.value.type != "initializer_list":
            self.ctx.exprs.unevaluated(entry.value)

    def zero(self, t: ct.CType, node: Node) -> ast.Expr:
        return self.ctx.exprs.convert(ast.Const(0, ct.INT, self.ctx.pos(node)), t, node)

    def entries(self, node: Node) -> list[_Entry]:
        found = []
        for child in node.children:
            if child.type == "initializer_pair":
                value = self.ctx.exprs.child(child, "value")
                found.append(_Entry(list(child.children), value))
            else:
                found.append(_Entry([], child))
        return found

    def is_string(self, t: ct.Array, node: Node) -> bool:
        if not isinstance(t.of, ct.Int) or t.of.is_bool:
            return False
        if node.type == "initializer_list" and len(node.children) == 1:
            node = node.children[0]
        while node.type == "parenthesized_expression":
            node = node.children[0]
        return node.type in _STRINGS and self.ctx.exprs.string_parts(node)[1].width == t.of.width

    def string(self, t: ct.Array, node: Node, offset: int) -> int:
        while node.type in ("initializer_list", "parenthesized_expression"):
            node = node.children[0]
        literal = self.ctx.exprs.expr(node)
        units = self.ctx.exprs.string_parts(node)[0]
        if t.size is not None:
            del units[t.size :]
        size = self.ctx.model.size_of(t.of)
        for i, unit in enumerate(units):
            if unit:
                value = wrap(unit, t.of, self.ctx.model)
                self.add(offset + i * size, t.of, ast.Const(value, conv.unqualified(t.of), literal.pos))
        return len(units)

    # ------------------------------------------------------------ aggregates

    def aggregate(self, t: ct.Array | ct.Struct, offset: int, stream: _Stream, start: int, *, top: bool) -> int:
        """Fill elements from number `start` on; designators are only for the list's own object (`top`).

        Returns how many elements an array needs.
        """
        index, length = start, start
        if stream.peek() is not None:
            self.given.add((offset, id(t)))
        while (entry := stream.peek()) is not None:
            if entry.designators:
                if not top:
                    break
                index = self.designated(t, offset, entry.designators, stream)
            elif not top and stream.has_designators and isinstance(t, ct.Array) and self.is_string(t, entry.value):
                # gcc may take it for the whole array, in which it already is
                what = "string in an array without braces, in a list with designators"
                self.ctx.not_understood_here(what, entry.value)
                stream.at += 1
            else:
                place = self.element(t, offset, index)
                if place is None:
                    if not top:
                        break
                    self.ignore(entry)
                    stream.at += 1
                    continue
                index = place[3]
                self.choose(t, offset, index)
                self.fill(place[0], place[1], place[2], stream)
                self.chosen(t, offset, index)
            index += 1
            length = max(length, index)
        return length

    def element(
        self, t: ct.Array | ct.Struct, offset: int, index: int
    ) -> tuple[ct.CType, int, tuple[int, int] | None, int] | None:
        """Type, offset, bits and number of the first element from `index` on that takes an initialiser."""
        if isinstance(t, ct.Array):
            if (t.size is not None and index >= t.size) or not self.ctx.model.size_of(t.of):
                return None
            return t.of, offset + index * self.ctx.model.size_of(t.of), None, index
        fields = t.fields or []
        while index < len(fields) and fields[index].name is None and not isinstance(fields[index].type, ct.Struct):
            index += 1
        if index >= len(fields) or (t.is_union and index > 0 and self.element(t, offset, 0) is not None):
            return None
        return self.field(t, offset, index)

    def field(self, t: ct.Struct, offset: int, index: int) -> tuple[ct.CType, int, tuple[int, int] | None, int]:
        f = (t.fields or [])[index]
        at, bit = self.ctx.model.layout(t).offsets[index]
        return f.type, offset + at, None if f.bits is None else (bit, f.bits), index

    def fill(self, t: ct.CType, offset: int, bits: tuple[int, int] | None, stream: _Stream) -> None:
        """Initialise one element from the stream, taking as many values as it needs."""
        entry = stream.peek()
        assert entry is not None
        node = entry.value
        if isinstance(t, ct.Array) and t.size is None and (node.type != "initializer_list" or node.children):
            if not self.is_static:
                raise self.ctx.error("initialiser of a flexible array member of a local variable", node)
            stream.at += 1
            self.forget(offset, self.end - offset, None)
            self.flexible(t, node, offset)
            return
        if (
            node.type == "initializer_list"
            or isinstance(t, ct.Sync)
            or (isinstance(t, ct.Array) and self.is_string(t, node))
        ):
            stream.at += 1
            self.forget(offset, self.ctx.model.size_of(t), bits)
            if isinstance(t, ct.Sync) and isinstance(t.underlying, ct.Struct) and node.type != "initializer_list":
                self.parts_of_sync(t, node, offset, stream)
            else:
                self.whole(t, node, offset, bits)
            return
        if entry.expr is None:
            entry.expr = self.ctx.exprs.expr(node)
        e = entry.expr
        is_value = conv.unqualified(e.type) is conv.unqualified(t)
        if isinstance(t, ct.Struct | ct.Array) and not is_value and not self.ctx.model.size_of(t):
            self.ctx.not_understood_here("initialiser without braces of what is empty", node)
            stream.at += 1
            return
        if isinstance(t, ct.Struct):
            if not is_value and not isinstance(e, ast.Unsupported):
                self.aggregate(t, offset, stream, 0, top=False)
                return
        elif isinstance(t, ct.Array):
            self.aggregate(t, offset, stream, 0, top=False)
            return
        stream.at += 1
        self.forget(offset, self.ctx.model.size_of(t), bits)
        self.add(offset, t, self.ctx.exprs.convert(rvalue(e), t, node), bits)

    def flexible(self, t: ct.Array, node: Node, offset: int) -> None:
        """GNU C: the array behind a structure is as long as its initialiser."""
        self.check_flexible(t, node, offset)
        is_list = node.type == "initializer_list" or self.is_string(t, node)
        if not is_list or not isinstance(t.of, ct.Int | ct.Pointer):
            self.add(offset, t.of, ast.Unsupported("initialiser of a flexible array member", t.of, self.ctx.pos(node)))
            return
        last = offset + (self.whole(t, node, offset) - 1) * self.ctx.model.size_of(t.of)
        if last >= offset and all(p.offset != last for p in self.parts):
            self.add(last, t.of, self.zero(t.of, node))

    def check_flexible(self, t: ct.Array, node: Node, offset: int) -> None:
        """If it is a flexible array, nothing may follow it in the object."""
        if t.size is None and t is not self.type:
            fields = self.type.fields if isinstance(self.type, ct.Struct) else None
            start = self.ctx.model.layout(self.type).offsets[-1][0] if isinstance(self.type, ct.Struct) else -1
            if not fields or fields[-1].type is not t or start != offset:
                raise self.ctx.error("initialiser of a flexible array member inside another object", node)

    def designated(self, t: ct.Array | ct.Struct, offset: int, designators: list[Node], stream: _Stream) -> int:
        """Initialise what the designators name, and what follows it inside; the number of the element of t."""
        designator, rest = designators[0], designators[1:]
        if designator.type == "subscript_range_designator":
            return self.ranged(t, offset, designator, rest, stream)
        if designator.type == "subscript_designator":
            if not isinstance(t, ct.Array):
                raise self.ctx.error(f"'{ct.show(t)}' is not an array", designator)
            self.check_flexible(t, designator, offset)
            index = self.ctx.types.constant(self.ctx.exprs.child(designator, "first"))
            if index < 0 or (t.size is not None and index >= t.size):
                raise self.ctx.error("index of the designator is outside the array", designator)
            element: _Place = (t.of, offset + index * self.ctx.model.size_of(t.of), None)
        else:
            found = None if not isinstance(t, ct.Struct) else self.find_field(t, designator.word)
            if found is None or not isinstance(t, ct.Struct):
                raise self.ctx.error(f"'{ct.show(t)}' has no member '{designator.word}'", designator)
            index = found
            element_type, at, bits, _ = self.field(t, offset, index)
            element = (element_type, at, bits)
            if (t.fields or [])[index].name is None:
                rest = designators
            self.choose(t, offset, index)
        self.inside(element, rest, stream)
        self.chosen(t, offset, index)
        return index

    def choose(self, t: ct.CType, offset: int, index: int) -> None:
        """A member of a union is about to be initialised: if it is another one, nothing that was there counts."""
        if isinstance(t, ct.Struct) and t.is_union and self.members.get((offset, id(t)), (0, 0))[0] != index:
            self.forget(offset, self.ctx.model.size_of(t), None)

    def chosen(self, t: ct.CType, offset: int, index: int) -> None:
        """(After it is, since what is initialised as a whole has no members that count.)"""
        if isinstance(t, ct.Struct) and t.is_union and index:
            self.members[offset, id(t)] = index, self.ctx.model.size_of(t)

    def inside(self, element: _Place, rest: list[Node], stream: _Stream) -> None:
        t, offset, bits = element
        if rest:
            if not isinstance(t, ct.Array | ct.Struct):
                raise self.ctx.error(f"'{ct.show(t)}' has no parts", rest[0])
            index = self.designated(t, offset, rest, stream)
            self.aggregate(t, offset, stream, index + 1, top=False)
            return
        entry = stream.peek()
        assert entry is not None
        entry.designators = []
        self.fill(t, offset, bits, stream)
        self.named = (t, offset)

    def ranged(self, t: ct.Array | ct.Struct, offset: int, designator: Node, rest: list[Node], stream: _Stream) -> int:
        """`[a ... b] = v`: v once for each element."""
        low = self.ctx.types.constant(self.ctx.exprs.child(designator, "first"))
        high = self.ctx.types.constant(self.ctx.exprs.child(designator, "last"))
        if not isinstance(t, ct.Array):
            raise self.ctx.error(f"'{ct.show(t)}' is not an array", designator)
        if low < 0 or high < low or (t.size is not None and high >= t.size):
            raise self.ctx.error("range of the designator is outside the array", designator)
        size = self.ctx.model.size_of(t.of)
        if rest or self.is_elided(t.of, stream.entries[stream.at].value):
            self.ranged_parts([(t.of, offset + i * size, None) for i in range(low, high + 1)], rest, stream)
            return high
        self.forget(offset + low * size, (high - low + 1) * size, None)
        kept, self.parts = self.parts, []
        self.inside((t.of, offset + low * size, None), rest, stream)
        first, self.parts = self.parts, kept
        members = [m for m in self.members.items() if 0 <= m[0][0] - offset - low * size < size]
        given = [place for place in self.given if 0 <= place[0] - offset - low * size < size]
        if high > low:
            self.without_effects(first)
            self.evaluated_once(first, [(t.of, offset + i * size) for i in range(low, high + 1)], designator)
        for i in range(high - low + 1):
            self.members |= {(at + i * size, union): member for (at, union), member in members}
            self.given |= {(at + i * size, struct) for at, struct in given}
            for p in first:
                self.add(p.offset + i * size, p.type, p.value, p.bits)
        return high

    def is_elided(self, t: ct.CType, node: Node) -> bool:
        """May the value be that of the first part of an aggregate, without braces around it?"""
        is_string = isinstance(t, ct.Array) and self.is_string(t, node)
        return isinstance(t, ct.Array | ct.Struct) and node.type != "initializer_list" and not is_string

    def ranged_parts(self, elements: list[_Place], rest: list[Node], stream: _Stream) -> None:
        """`[a ... b].x = v`, or v is only for a part: once for each element; what follows is of the last one."""
        entry = stream.entries[stream.at]
        before = {id(p) for p in self.parts}
        named = []
        for element in elements[:-1]:
            self.inside(element, rest, _Stream([_Entry([], entry.value)]))
            named.append(self.named)
        self.inside(elements[-1], rest, stream)
        if len(elements) > 1:
            new = [p for p in self.parts if id(p) not in before]
            self.without_effects(new)
            if entry.value.type == "initializer_list":
                self.evaluated_once(new, [*named, self.named], entry.value)
            for p in new:
                if ast.contains(p.value, ast.CompoundLiteral):  # there is one for all of them
                    p.value = ast.Unsupported("compound literal in the initialiser of a range", p.type, p.value.pos)

    def evaluated_once(self, parts: list[ast.InitPart], places: list[tuple[ct.CType, int]], node: Node) -> None:
        """A list for a range whose parts are not constant is a value for gcc, as if somebody had computed it before."""
        if not all(is_static(p.value, self.ctx.model) for p in parts):
            if isinstance(places[0][0], ct.Array):
                raise self.ctx.error("the initialiser of a range of arrays is not constant", node)
            self.values |= {(at, self.ctx.model.size_of(t)) for t, at in places}

    def without_effects(self, parts: list[ast.InitPart]) -> None:
        """For a range gcc has effects once."""
        for p in parts:
            if ast.contains(p.value, _EFFECTS):
                p.value = ast.Unsupported("effects in the initialiser of a range", p.type, p.value.pos)

    def find_field(self, t: ct.Struct, name: str) -> int | None:
        """Number of the field with that name, or of the anonymous member that has it."""
        for i, f in enumerate(t.fields or []):
            if f.name == name:
                return i
            if f.name is None and isinstance(f.type, ct.Struct) and self.find_field(f.type, name) is not None:
                return i
        return None

    # ------------------------------------------------------------ synchronisation objects

    def sync(self, t: ct.Sync, node: Node, offset: int) -> None:
        pos = self.ctx.pos(node)
        kind = 0
        if node.type != "initializer_list":
            e = self.ctx.exprs.value(node)
            if isinstance(e.type, ct.Sync):
                self.add(offset, t, e)
                return
            if isinstance(t.underlying, ct.Struct) and not isinstance(e, ast.Unsupported):
                raise self.ctx.error(f"'{ct.show(e.type)}' does not initialise a structure", node)
            if evaluate(e, self.ctx.model) not in ((1,) if t.kind == "spin" else (0,)):
                self.add(offset, t, ast.Unsupported("initialiser of a special kind of lock", t, pos))
                return
        else:
            known = self.mutex_kind(t, node) if t.kind == "mutex" else None
            if known is None and self.is_special(node):
                self.add(offset, t, ast.Unsupported("initialiser of a special kind of lock", t, pos))
                return
            kind = known or 0
        self.add(offset, t, ast.Const(kind, ct.INT, pos))

    def parts_of_sync(self, t: ct.Sync, node: Node, offset: int, stream: _Stream) -> None:
        """Without braces it is the first part that has this value, and what follows may be for the others."""
        e = self.ctx.exprs.value(node)
        if not isinstance(e.type, ct.Sync):
            if evaluate(e, self.ctx.model) != 0 or stream.undesignated() is not None:
                self.ctx.not_understood_here("initialiser without braces of a synchronisation object", node)
            e = ast.Const(0, ct.INT, self.ctx.pos(node))
        self.add(offset, t, e)

    def mutex_kind(self, t: ct.Sync, node: Node) -> int | None:
        """Recursive (1) and error-checking (2) mutexes differ in the field `__kind` of the C library's struct.

        Adaptive ones (3) differ in speed. None: that is not all that it says.
        """
        underlying = t.underlying
        if underlying is None:
            return None
        self.ctx.structs.complete(underlying)
        at = self.offset_of_kind(underlying)
        filler = _Filler(self.ctx, underlying)
        filler.whole(underlying, node)
        values = {part.offset: evaluate(part.value, self.ctx.model) for part in filler.parts}
        kind = 0 if at is None else values.pop(at, 0)
        if kind not in (0, 1, 2, 3) or any(v != 0 for v in values.values()):
            return None
        self.ctx.unit.has_special_mutex |= kind in (1, 2)
        return 0 if kind == 3 else kind

    def is_special(self, node: Node) -> bool:
        """What is ready for use and of no special kind consists of zeros."""
        if node.type == "initializer_list":
            return any(self.is_special(entry.value) for entry in self.entries(node))
        return evaluate(self.ctx.exprs.value(node), self.ctx.model) != 0

    def offset_of_kind(self, t: ct.CType) -> int | None:
        if not isinstance(t, ct.Struct):
            return None
        for f, (offset, _) in zip(t.fields or [], self.ctx.model.layout(t).offsets, strict=True):
            if f.name == "__kind":
                return offset
            inner = self.offset_of_kind(f.type)
            if inner is not None:
                return offset + inner
        return None


_EFFECTS = (ast.Call, ast.Assign, ast.CompoundAssign, ast.IncDec, ast.StmtExpr)
