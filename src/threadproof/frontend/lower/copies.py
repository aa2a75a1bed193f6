"""Copies of synchronisation objects: fresh ones begin anew where they are copied to, all others are not understood.

POSIX lets only the object itself be used, but whoever assigns a whole structure `(struct s){0}` means the former.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Sync, show
from threadproof.frontend.memory.layout import sync_fields
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.context import TemplateContext

_WHY = "copy of a synchronisation object"
#: zero bytes are no free one
_OTHERS = ("spin", "barrier")


def _has_kind(c: TemplateContext, t: Sync) -> bool:
    return t.kind == "mutexattr" or (t.kind == "mutex" and c.program.uses_mutex_kinds)


def load(c: TemplateContext, place: R.Place, t: CType) -> Term:
    """Of a fresh object: its kind."""
    kind = c.new_temporary(8)
    if not isinstance(t, Sync) or t.kind in _OTHERS:
        c.unsupported(_WHY if isinstance(t, Sync) else show(t))
    elif c.at is not None:

        def read(s: R.Fields) -> O.Op:
            value = s("kind").term if _has_kind(c, t) else T.const(0, 8)
            return O.Step(_is_fresh(c, s, t), (O.Update(kind, (), value),))

        _only_if_fresh(c, place, t, read, is_plain=False)
    return T.var(kind)


def store(c: TemplateContext, place: R.Place, t: CType, value: object) -> None:
    if not isinstance(t, Sync) or t.kind in _OTHERS or not isinstance(value, Term):
        c.unsupported(_WHY if isinstance(t, Sync) else show(t))
    elif c.at is not None:
        c.program.fills_sync = True

        def write(s: R.Fields) -> O.Op:
            cells = [s("kind")] if _has_kind(c, t) else []
            updates = tuple(O.Update(x.var, x.index, value) for x in cells)
            return O.Step(_is_fresh(c, s, t), updates, role=O.Role.INIT)

        _only_if_fresh(c, place, t, write, is_plain=True)


def _is_fresh(c: TemplateContext, s: R.Fields, t: Sync) -> Term:
    """All but its kind is 0. (How often a mutex is locked is not looked at while nobody has it.)"""
    unused = ("kind", "count") if t.kind == "mutex" or not c.program.uses_mutex_kinds else ("kind",)
    cells = [s(f) for f in sync_fields(t.kind) if f not in unused]
    return T.and_(*[T.eq(x.term, T.const(0, x.var.width)) for x in cells])


def _only_if_fresh(c: TemplateContext, place: R.Place, t: Sync, step: Callable[..., O.Op], *, is_plain: bool) -> None:
    assert c.at is not None
    done, other = c.location(), c.location()

    def in_use(s: R.Fields) -> O.Op:
        return O.Step(T.not_(_is_fresh(c, s, t)))

    c.edge(c.at, -1, R.SyncAccess(((place, t.kind),), ((step, done), (in_use, other)), is_plain=is_plain))
    c.at = other
    c.unsupported(f"{_WHY} that is in use", always=False)
    c.at = done
