"""Values that come from several places: the results of functions and of `?:` are left in variables."""

from __future__ import annotations

from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Struct, has_values, show
from threadproof.frontend.lower.context import StructHolder, TemplateContext
from threadproof.frontend.lower.whole import LocalVar, StructValue, Value
from threadproof.logic.term import Term


class Results(TemplateContext):
    def result_holder(self, t: CType, name: str = "result") -> LocalVar | StructHolder | None:
        """Where a value of this type is left; None if it is none."""
        if has_values(t):
            return self.new_local(name, t)
        if isinstance(t, Struct):
            try:
                return StructHolder([(o, p, self.new_local(name, p)) for o, p in self.program.scalar_parts(t)])
            except (LookupError, AssertionError):
                self.unsupported(f"value of type {show(t)}")
        return None

    def keep_result(self, holder: LocalVar | StructHolder, v: Value) -> None:
        if isinstance(holder, LocalVar) and isinstance(v, Term | R.Ptr):
            self.assign_local(holder, v)
        elif isinstance(holder, StructHolder) and isinstance(v, StructValue):
            holder.sources += v.sources
            values = {offset: x for offset, _, x in v.parts}
            for offset, _, part in holder.parts:
                if offset in values:
                    self.assign_local(part, values[offset])

    def lose_result(self, holder: LocalVar | StructHolder) -> None:
        for part in [holder] if isinstance(holder, LocalVar) else [x for _, _, x in holder.parts]:
            self.havoc_local(part)

    def result_value(self, holder: LocalVar | StructHolder) -> Value:
        if isinstance(holder, LocalVar):
            return self.value_of(holder)
        return StructValue([(o, t, self.value_of(x)) for o, t, x in holder.parts], holder.sources)
