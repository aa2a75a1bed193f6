"""Reads attributes: what those of one declaration ask for. Entry points: `DemandReader.read`, `with_mode`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.syntax.attributes import LAST, Attribute, Demands
from threadproof.frontend.syntax.node import Node

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

#: 0: as wide as a pointer
_MODE_WIDTHS = {"QI": 8, "byte": 8, "HI": 16, "SI": 32, "DI": 64, "TI": 128, "word": 0, "pointer": 0}


class DemandReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def read(self, attributes: list[Attribute], *, is_type: bool = False) -> Demands:
        """What attributes mean, wherever they stand; those without a meaning here are among the `others`.

        Of several alignments the greatest counts; of those of a type the last one.
        """
        found = Demands()
        for a in attributes:
            self.ctx.claimed.add(a.start)
            arguments = b"" if a.arguments is None else a.arguments.strip()
            match a.name:
                case "packed":
                    found.packed = True
                case "aligned" | "_Alignas":
                    found.align = max(0 if is_type else found.align, self.alignment(a))
                    if a.name == "_Alignas":
                        found.alignas = max(found.alignas or 0, self.alignment(a))
                case "mode" if (mode := arguments.strip(b"_").decode()) in _MODE_WIDTHS:
                    found.mode = mode
                case "cleanup":
                    found.cleanup = arguments.decode()
                case "constructor":
                    found.constructor = self._priority(a, arguments, found.constructor, found)
                case "destructor":
                    found.destructor = self._priority(a, arguments, found.destructor, found)
                case "alias":
                    found.alias = arguments.strip(b'"').decode()
                case "weak":
                    found.weak = True
                case "transparent_union":
                    found.transparent = True
                case _:
                    found.others.append(a)
        return found

    def check_alignas(self, demands: Demands, node: Node, t: ct.CType | None, natural: int = 0) -> None:
        """May a variable or member of type t (None: something else) be aligned so? `natural`: what its typedef says."""
        if demands.alignas is None:
            return
        if t is None or isinstance(t, ct.Function):
            raise self.ctx.error("_Alignas is for variables and members only", node)
        natural = natural or self.ctx.types.align_of(t, node)
        if 0 < demands.alignas < natural:
            raise self.ctx.error(f"_Alignas makes the alignment smaller than {natural}", node)

    def alignment(self, a: Attribute) -> int:
        if not (a.arguments or b"").strip():
            if a.name == "_Alignas":
                raise self.ctx.error("_Alignas needs a type or a number", a.at)
            return 16
        operand = self._operand(a)
        if operand.part("type") is not None:
            return self.ctx.types.align_of(self.ctx.types.operand_type(operand), operand)
        align = self._constant_of(a)
        if align < 0 or align & (align - 1):
            raise self.ctx.error("requested alignment is not a power of 2", a.at)
        return align

    def _priority(self, a: Attribute, arguments: bytes, known: int | None, found: Demands) -> int:
        """The first one counts; one that comes later, and is another, is not to be relied upon."""
        priority = self._constant_of(a) if arguments else LAST
        if known not in (None, priority) and arguments:
            found.others.append(a)
        return priority if known is None else known

    def _constant_of(self, a: Attribute) -> int:
        value = self._operand(a).part("value")
        if value is None:
            raise self.ctx.error(f"the argument of {a} is not a constant", a.at)
        return self.ctx.types.constant(value)

    def _operand(self, a: Attribute) -> Node:
        source, types = self.ctx.source, self.ctx.types
        return source.argument(a, {name: types.is_type_name(name) for name in source.words(a)})


def with_mode(t: ct.CType, demands: Demands, model: ct.DataModel) -> ct.CType:
    """`__attribute__((mode(DI)))` changes the width of an integer."""
    if demands.mode is None or not isinstance(t, ct.Int):
        return t
    width = _MODE_WIDTHS[demands.mode] or model.pointer_width
    pairs = (
        (ct.SCHAR, ct.UCHAR), (ct.SHORT, ct.USHORT), (ct.INT, ct.UINT), (model.long, model.ulong),
        (ct.LLONG, ct.ULLONG), (ct.INT128, ct.UINT128),
    )  # fmt: skip
    return next((s if t.signed else u for s, u in pairs if s.width == width), t)
