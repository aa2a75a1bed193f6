"""Reads enums: their constants, whose types depend on all of them, and the integer type that an enum is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.constants import wrap
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.read.demands import with_mode
from threadproof.frontend.read.scope import Enumerator
from threadproof.frontend.syntax.node import Node
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


#: for `ctypes.Int.enum`: there is a tag, but no definition so far
_UNDEFINED = -1


class EnumReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        #: enums with a body -> their type and constants, by offset: one may be read several times
        self._defined: dict[int, tuple[ct.Int, dict[str, Enumerator]]] = {}
        #: those that blocks define: what has mentioned them before may mean these
        self._of_blocks: set[str] = set()

    def read(self, node: Node) -> ct.Int:
        name_node, body = node.part("name"), node.part("body")
        tag = "" if name_node is None else name_node.word
        state, file = self.ctx.state, self.ctx.file
        if body is None:
            found = state.tag(tag) or file.tag(tag)
            if isinstance(found, ct.Struct):
                raise self.ctx.error(f"'{tag}' is not an enum", node)
            return found or replace(ct.UINT, name=f"enum {tag}", enum=_UNDEFINED)
        defined = self._defined.get(node.start)
        if defined is not None:
            self._again(tag, *defined)
            return defined[0]
        members: dict[str, Enumerator] = {}
        value, least, most = -1, 0, 0
        counted = ct.INT
        for child in body.children:
            written = child.part("value")
            if written is not None:
                value, counted = self.ctx.types.constant(written), self._type_of(written)
            else:
                value += 1
                if not in_range(value, counted) and node.part("underlying") is None:
                    raise self.ctx.error("overflow in the values of an enum", child)
            if in_range(value, ct.INT):
                counted = ct.INT
            least, most = min(least, value), max(most, value)
            name = child.word
            if name in members:
                raise self.ctx.error(f"enumerator '{name}' is declared twice", child)
            members[name] = Enumerator(value, self._inside(counted))
            if state.scopes:
                self.ctx.redeclarations.in_block(name, members[name], child)
            else:
                file.names[name] = members[name]
        demands = self.ctx.structs.type_demands(node, body)
        t = with_mode(self._enum_type(least, most, demands.packed), demands, self.ctx.model)
        assert isinstance(t, ct.Int)
        written_type = node.part("underlying")
        if written_type is not None:
            underlying = self.ctx.types.specifiers(written_type).type
            if not isinstance(underlying, ct.Int):
                raise self.ctx.error("the type of an enum must be an integer", node)
            t = underlying
        t = replace(t, enum=self.ctx.first_enum + node.start, tag=tag)
        # from here on an enumerator is an int, or, if it does not fit, of the enum's type
        names = state.scopes[-1].names if state.scopes else file.names
        for name, member in members.items():
            if not in_range(member.value, ct.INT) or written_type is not None:
                names[name] = members[name] = Enumerator(wrap(member.value, t, self.ctx.model), t)
        self._defined[node.start] = t, members
        if tag:
            tags = state.scopes[-1].tags if state.scopes else file.tags
            if isinstance(tags.get(tag), ct.Struct):
                raise self.ctx.error(f"'{tag}' is another kind of tag", node)
            tags[tag] = t
            if state.scopes:
                self._of_blocks.add(f"enum {tag}")
        return t

    def members(self, t: ct.Int) -> dict[str, int] | None:
        """The constants of an enum; None: it is not one of this file."""
        defined = self._defined.get(t.enum - self.ctx.first_enum)
        return None if defined is None else {name: member.value for name, member in defined[1].items()}

    def require(self, t: ct.Int, node: Node | int) -> None:
        """It must be defined, if it is an enum."""
        if t.enum == _UNDEFINED and t.name not in self._of_blocks:
            raise self.ctx.undeclared(f"'{t.name}' is not defined", node)

    def check_unused(self) -> None:
        """Those that nobody has asked for."""
        nodes = {node.start: node for node in self.ctx.index.enumerators.values()}
        for start, node in nodes.items():
            if start not in self._defined and not self.ctx.source.text.is_system(start):
                with self.ctx.at_file_scope():
                    self.read(node)

    def _again(self, tag: str, t: ct.Int, members: dict[str, Enumerator]) -> None:
        """It is read once more, perhaps in another block: of parameters, the body of the function."""
        if self.ctx.state.scopes:
            scope = self.ctx.state.scopes[-1]
            for name, member in members.items():
                scope.names.setdefault(name, member)
            if tag:
                scope.tags.setdefault(tag, t)

    def _type_of(self, node: Node) -> ct.Int:
        t = rvalue(self.ctx.exprs.unevaluated(node)).type
        if not isinstance(t, ct.Int):
            raise self.ctx.error("the value of an enumerator is not an integer", node)
        return t

    def _inside(self, t: ct.Int) -> ct.Int:
        """The type of an enumerator inside its enum, if that of its value is t."""
        if t.width > 64:
            return t
        signed, unsigned = (ct.INT, ct.UINT) if t.width <= 32 else self._widest()
        return signed if t.signed or t.width < 32 else unsigned

    def _widest(self) -> tuple[ct.Int, ct.Int]:
        model = self.ctx.model
        return (model.long, model.ulong) if model.long_width == 64 else (ct.LLONG, ct.ULLONG)

    def _enum_type(self, least: int, most: int, packed: bool) -> ct.Int:
        signed, unsigned = self._widest()
        candidates = [ct.INT, signed] if least < 0 else [ct.UINT, unsigned]
        if packed:
            candidates = [ct.SCHAR, ct.SHORT, *candidates] if least < 0 else [ct.UCHAR, ct.USHORT, *candidates]
        for t in candidates:
            if in_range(least, t) and in_range(most, t):
                return t
        return signed  # gcc warns: they are cut off


def in_range(value: int, t: ct.Int) -> bool:
    if t.signed:
        return -(1 << (t.width - 1)) <= value < 1 << (t.width - 1)
    return 0 <= value < 1 << t.width
