"""Robust mutexes, in programs that ask for them: who locks one whose owner has ended gets it, and is told so.

They are mutexes whose `kind` has more bits than those of its type. That an owner has ended is looked at when somebody
wants the mutex, so nothing happens at the end of a thread. Until `pthread_mutex_consistent` such a mutex is not
consistent: who unlocks it then makes it useless for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import calls_in
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls

EOWNERDEAD, ENOTRECOVERABLE = 130, 131
#: bits of `kind`: the type of the mutex; it is robust; held by who found it without an owner; nobody gets it any more
TYPE, ROBUST, INCONSISTENT, LOST = 0x03, 0x10, 0x20, 0x40


def is_used(c: Calls) -> bool:
    calls = calls_in(c, "pthread_mutexattr_setrobust")
    return calls is None or any(not _is_zero(call) for call in calls)


def _is_zero(call: A.Call) -> bool:
    x = A.without_casts(call.args[1]) if len(call.args) > 1 else None
    return isinstance(x, A.Const) and x.value == 0


def has(kind: O.Cell, bit: int) -> Term:
    return T.ne(T.bvand(kind.term, T.const(bit, kind.var.width)), T.const(0, kind.var.width))


def with_bit(kind: O.Cell, bit: int) -> O.Update:
    return O.Update(kind.var, kind.index, T.bvor(kind.term, T.const(bit, kind.var.width)))


def without_bit(kind: O.Cell, bit: int) -> O.Update:
    return O.Update(kind.var, kind.index, T.bvand(kind.term, T.const(~bit, kind.var.width)))


def is_left(c: Calls, m: R.Fields) -> Term:
    """The owner of a robust mutex has ended."""
    owner = m("owner")
    has_owner = T.ne(owner.term, T.const(0, owner.var.width))
    has_ended = T.eq(T.select(c.program.ended, (owner.term,)), T.const(1, 8))
    return T.and_(has(m("kind"), ROBUST), has_owner, has_ended)


def is_lost(m: R.Fields) -> Term:
    return has(m("kind"), LOST)
