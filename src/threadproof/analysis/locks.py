"""Lock cells: the shapes of steps that take and give back a lock, told from what they do, not from their names.

An owner variable (of mutexes and spin locks, the writer of an rwlock) is a *lock variable* if every step that writes
it is one of

    acquire   [.. m[k] == 0 ..]  m[k] := self
    release   m[k] := 0          by an instance that holds m[k], or when nobody else can hold it (see `knowledge`)

Then "instance i holds m[k]", that is m[k] == i, is kept by every step of every other instance j: an acquire needs
m[k] == 0, a release m[k] == j or that i cannot hold it.

A *reader variable* r of the lock variable w counts readers exactly, if every step that writes it is one of

    read-acquire   [.. w[k] == 0 ..]  r[k] := r[k] + 1    by an instance that has no token of r
    read-release   r[k] := r[k] - 1                       by an instance that has a token of r[k]
    r[k] := 0                                             when nobody can have a token

and every acquire of w also has r[k] == 0 in its guard. Then r[k] is the number of tokens (of which there are fewer
than it can count, one per instance), and w[k] != 0 implies r[k] == 0: whoever has a token excludes the writer.

Locks that a program builds itself from plain variables are no locks here.
"""

from __future__ import annotations

from threadproof.analysis.conditions import literals
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field


@dataclass(slots=True)
class LockVars:
    owners: set[Var]
    #: reader variable -> its lock variable
    readers: dict[Var, Var] = field(default_factory=dict)

    def distrust(self, v: Var) -> None:
        self.owners.discard(v)
        for r, w in list(self.readers.items()):
            if v in (r, w):
                del self.readers[r]

    def reader_of(self, w: Var) -> Var | None:
        return next((r for r, x in self.readers.items() if x is w), None)


def own_id(program: Program, t: Template) -> int | None:
    return MAIN_ID if t.name == program.main else t.single_id


def is_self(value: Term, program: Program, t: Template) -> bool:
    return value.var is t.self_var or (value.value is not None and value.value == own_id(program, t))


def is_plus(u: O.Update, amount: int) -> bool:
    """r[k] := r[k] + amount"""
    old = T.select(u.var, u.index)
    return u.value is T.add(old, T.const(amount, u.var.width))


def has_zero_test(op: O.Step, cell: Term) -> bool:
    return T.eq(cell, T.const(0, cell.width)) in literals(op.guard)


def find_locks(program: Program, templates: list[Template]) -> LockVars:
    """The variables all of whose writes have the right shape; who holds what is for `knowledge` to say."""
    acquired: set[Var] = set()
    spoiled: set[Var] = set()
    counted: dict[Var, set[Var]] = {}
    for t in templates:
        for e in t.all_edges():
            if not isinstance(e.op, O.Step):
                spoiled.update(c.var for c in O.writes(e.op))
                continue
            cells = [(u.var, u.index) for u in e.op.updates]
            for u in e.op.updates:
                if u.var.kind != "sync":
                    continue
                if is_plus(u, 1) and e.op.lock is not None:
                    counted.setdefault(u.var, set()).add(e.op.lock.var)
                elif is_self(u.value, program, t) and has_zero_test(e.op, T.select(u.var, u.index)):
                    acquired.add(u.var)
                elif not (is_plus(u, -1) or u.value.value == 0):
                    spoiled.add(u.var)
                if sum(v is u.var for v, _ in cells) > 1:
                    spoiled.add(u.var)
    found = LockVars(acquired - spoiled - set(counted))
    for r, ws in counted.items():
        w = next(iter(ws))
        if len(ws) == 1 and w in found.owners and found.reader_of(w) is None and r not in spoiled | acquired:
            wide = all(t.self_var.width <= r.width for t in templates)
            if wide and r.init == 0 and not r.cells and _counts(program, templates, r, w):
                found.readers[r] = w
    for t in templates:
        for e in t.all_edges():
            for u in e.op.updates if isinstance(e.op, O.Step) else ():
                if u.var in found.owners and (is_plus(u, 1) or is_plus(u, -1)):
                    found.distrust(u.var)
    return found


def _counts(program: Program, templates: list[Template], r: Var, w: Var) -> bool:
    for t in templates:
        for e in t.all_edges():
            if not isinstance(e.op, O.Step):
                continue
            for u in e.op.updates:
                if u.var is r and is_plus(u, 1) and not has_zero_test(e.op, T.select(w, u.index)):
                    return False
                if u.var is w and u.value.value != 0 and not has_zero_test(e.op, T.select(r, u.index)):
                    return False
    return True
