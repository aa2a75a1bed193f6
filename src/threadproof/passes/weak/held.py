"""What a thread has kept, beside its location: late stores and loads, copies of memory, what is computed from them."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.arm import is_exchange
from threadproof.passes.weak.barriers import is_late_kind
from threadproof.passes.weak.pairs import Pairs
from threadproof.passes.weak.rows import Late, Row
from threadproof.records import NamedTuple


class Copy(NamedTuple):
    group: str
    #: which of its slots
    number: int
    #: locals and late stores that depend on what was loaded after it
    behind: frozenset[Var | Late]
    #: a release came after it
    is_released: bool


class Held(NamedTuple):
    #: and loads that are late, in the order of the program
    stores: Row = ()
    copies: tuple[Copy, ...] = ()
    #: what is computed from loads that are late
    carried: tuple[tuple[Var, Term], ...] = ()

    def term(self, t: Term) -> Term:
        return T.substitute(t, dict(self.carried)) if self.carried else t

    def depends(self, t: Term) -> bool:
        return bool(self.carried) and not {v for v, _ in self.carried}.isdisjoint(t.vars)

    def without(self, made: frozenset[Var]) -> Held:
        if not self.carried:
            return self
        return self._replace(carried=tuple([c for c in self.carried if c[0] not in made]))

    def carrying(self, more: dict[Var, Term]) -> Held:
        found = {**dict(self.carried), **more}
        return self._replace(carried=tuple(sorted(found.items(), key=lambda c: c[0].name)))


def passed(c: Copy, made: frozenset[Var], is_behind: bool) -> Copy:
    if not made:
        return c
    return c._replace(behind=c.behind | made if is_behind else c.behind - made)


def named_anew(behind: frozenset[Var | Late], new: dict[Late, Late | None]) -> frozenset[Var | Late]:
    return frozenset(n for b in behind if (n := new.get(b, b) if isinstance(b, Late) else b) is not None)


class Places(NamedTuple):
    at: tuple[Var, ...]
    values: dict[Var, Var]


def holders(pairs: Pairs) -> dict[Var, Var]:
    """By whom a cell is held, of variables of which that may be."""
    held = {}
    for at in pairs.late:
        op = pairs.edge(at).op
        if is_exchange(op):
            for c in O.writes(op):
                if is_late_kind(c.var):
                    held[c.var] = Var(
                        f"{c.var.name} held", 32, shared=True, dims=c.var.dims, length=c.var.length, kind="system"
                    )
    return held
