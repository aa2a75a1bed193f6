"""Variables that live as long as the process or a thread, and what they hold at first."""

from __future__ import annotations

from threadproof.analysis.points_to import From, StoreTo
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CHAR, CONST, CType, Int, Pointer
from threadproof.frontend.library import LIBRARY, SHARED
from threadproof.frontend.lower.assignments import Assignments
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

#: variables of the library that are always there
STREAMS = ("stdin", "stdout", "stderr")
#: what they lead to: this, and their name
STREAM = "stream "
#: those that have values, which somebody else gives them
_OF_THE_LIBRARY = ("timezone", "daylight", "getdate_err", "signgam", "h_errno")


class Statics(Assignments):
    def declare_static(self, d: A.VarDecl) -> None:
        if not d.defined and d.name in SHARED and d.name in self.program.shared:
            self.program.variable_sites[d] = self.program.shared[d.name]
            return
        name = d.name if d.function is None else f"{d.function}::{d.name}"
        site = self.program.new_site(name, d.type, "thread" if d.storage == "thread" else "global")
        site.alignment = self.program.model.align_of_variable(d.type, d.align, is_own=d.is_aligned)
        site.is_hidden = d.pos.file == LIBRARY
        site.is_constant = bool(d.qualifiers & CONST)
        if d.storage == "thread":
            site.address = T.Var(f"&{site.name}", R.OBJECT_WIDTH, False, kind="address")
        self.program.variable_sites[d] = site
        site.zeroed = d.defined
        if not d.defined:
            self._declare_undefined(d, site)
        if d.init is None:
            if self.program.is_satabs:
                site.is_arbitrary = True
                self.program.scope["globals without initialiser hold any values, as SATABS reads them"] = None
            return
        # an initialiser makes no steps; if it needs some, it is not a constant we understand
        here, edges = self.at, len(self.raw.edges)
        for p in d.init.parts:
            self.at = self.raw.entry
            v = self.value(p.value)
            if p.bits is not None:
                self._static_bits(site, p, v)
            elif len(self.raw.edges) == edges:
                self._static_part(site, p.offset, p.type, v)
            if len(self.raw.edges) > edges:
                why = next((e.op.what for e in self.raw.edges[edges:] if isinstance(e.op, O.Unsupported)), "")
                del self.raw.edges[edges:]
                self._static_part(site, p.offset, p.type, None, why)
        self.at = here

    def _declare_undefined(self, d: A.VarDecl, site: R.Site) -> None:
        """A variable of somebody else: numbers in it are arbitrary, what pointers in it point to is not known."""
        if d.name in SHARED:
            self.program.shared[d.name] = site
            site.zeroed = True
            if isinstance(d.type, Int):
                site.initial[0] = (d.type, SHARED[d.name])
            return
        if d.name in STREAMS and isinstance(d.type, Pointer):
            stream = self.program.new_site(f"{STREAM}{d.name}", CHAR, "global")
            stream.is_hidden = True
            self.program.opaque[stream.number] = "what is inside of a stream"
            self._static_part(site, 0, d.type, self.program.static_pointer(stream))
            return
        if d.name in _OF_THE_LIBRARY:
            self.program.opaque[site.number] = f"variable {d.name}, which the system defines"
            return
        try:
            has_pointers = any(isinstance(t, Pointer) for _, t in self.program.scalar_parts(d.type))
        except LookupError:
            has_pointers = True
        if has_pointers:
            self.program.opaque[site.number] = f"variable {d.name}, which is not defined"

    def _static_bits(self, site: R.Site, p: A.InitPart, v: Value) -> None:
        assert site.type is not None
        field = self.bit_field(self.program.place_of(site), site.type, p.offset, p.bits or (0, 0), p.type, "")
        _, before = site.initial.get(field.place.offset, (field.unit, 0))
        if isinstance(v, Term) and v.value is not None and isinstance(before, int):
            v = field.inside(T.const(before, field.unit.width), v)
        self._static_part(site, field.place.offset, field.unit, v)

    def _static_part(self, site: R.Site, offset: int, t: CType, v: Value, why: str = "") -> None:
        match v:
            case Term(value=int(n)):
                site.initial[offset] = (t, n)
            case R.Ptr() if v.off.value is not None and v.obj.value is not None:
                site.initial[offset] = (t, (v.obj.value, v.off.value))
                self.program.constraints.append(StoreTo((From(site.number, offset),), v.values))
            case StructValue():
                for o, part, x in v.parts:
                    self._static_part(site, offset + o, part, x)
            case _:
                self.program.opaque[site.number] = f"initialiser of {site.name}" + (f": {why}" if why else "")
