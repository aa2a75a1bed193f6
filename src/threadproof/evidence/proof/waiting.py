"""The assumption of `ir.symbolic` about Signal: who is in a set of waiters runs, waits, and is not the one who signals.

For every bit set that some Signal looks at:

* it is empty at first;
* a step adds no bit but its own thread's;
* a step that may add it leads to a location where the thread does nothing else: its steps there either stay, changing
  only bit sets, or change nothing and lead to another such location (what it waits for may have to be looked at first),
  or lead away with the bit removed, whatever others have done to shared variables in between; or put again, as by a
  loop whose test is part of the step: then that is a step that adds it.

So at every other location, and where the thread ends, its bits are clear. Entry point: `complaints`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.evidence.proof.complaint import Complaint
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.action import same_index
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace


def complaints(program: Program, prover: Prover) -> Iterator[Complaint]:
    edges = [e for t in program.templates.values() for e in t.all_edges()]
    sets = {e.op.waiting.var for e in edges if isinstance(e.op, O.Signal)}
    if not sets:
        return
    for v in sorted(sets, key=lambda v: v.name):
        if v.init != 0 or any(value for _, value in v.cells):
            yield Complaint(f"the set of waiters {v} is not empty at first")
    for t in program.templates.values():
        yield from _Waiters(program, t, sets, prover).complaints()


class _Waiters:
    """One template's use of the bit sets; its terms are over any instance of it."""

    def __init__(self, program: Program, t: Template, sets: set[Var], prover: Prover) -> None:
        self.t = t
        self.sets = sets
        self.prover = prover
        self_id = MAIN_ID if t.name == program.main else t.single_id
        self.own: Term = T.var(t.self_var) if self_id is None else T.const(self_id, t.self_var.width)
        #: the same for a state in which others have changed what is shared
        self.later = {v: replace(v, name=f"{v.name}'") for v in program.shared}

    def complaints(self) -> Iterator[Complaint]:
        for e in self.t.all_edges():
            if isinstance(e.op, O.Havoc) and e.op.var in self.sets and (e.op.index or (e.op.low, e.op.high) != (0, 0)):
                yield Complaint(f"the set of waiters {e.op.var} gets an arbitrary value", edge=e)
            if not isinstance(e.op, O.Step):
                continue
            for u in e.op.updates:
                if u.var in self.sets and not self._adds(u, self._bit(u.var)):
                    yield Complaint(f"a step adds others to the set of waiters {u.var}", edge=e)
                elif u.var in self.sets and not self._adds(u, T.const(0, u.var.width)):
                    yield from self._must_wait(e, u)

    def _bit(self, v: Var) -> Term:
        return T.shl(T.const(1, v.width), T.resize(self.own, v.width, signed=False))

    def _adds(self, u: O.Update, bits: Term) -> bool:
        """Does the update add at most these bits?"""
        old = T.select(u.var, u.index)
        more = T.bvand(u.value, T.bvnot(T.bvor(old, bits)))
        return self.prover.entails((), T.eq(self._with_own_id(more), T.const(0, u.var.width)))

    def _with_own_id(self, t: Term) -> Term:
        return T.substitute(t, {self.t.self_var: self.own})

    def _must_wait(self, into: Edge, added: O.Update) -> Iterator[Complaint]:
        seen: set[int] = set()
        waiting = [into.target]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                yield from self._waits_at(at, into, added, waiting)

    def _waits_at(self, at: int, into: Edge, added: O.Update, waiting: list[int]) -> Iterator[Complaint]:
        for e in self.t.edges[at]:
            if not isinstance(e.op, O.Step):
                yield Complaint("a waiting thread does something else", edge=e)
            elif e.target == at and all(u.var in self.sets for u in e.op.updates):
                pass
            elif self._leaves(into, added, e):
                pass
            elif not e.op.updates:
                waiting.append(e.target)
            else:
                yield Complaint("a thread may leave while it is in the set of waiters", edge=e)
        if at == self.t.exit:
            yield Complaint("a thread ends while it is in the set of waiters", edge=into)

    def _leaves(self, into: Edge, added: O.Update, out: Edge) -> bool:
        """Entering the set, then others, then leaving: is the bit gone from its cell, or put there again?"""
        assert isinstance(into.op, O.Step)
        assert isinstance(out.op, O.Step)
        before = self._with_own_id
        after = self._after(into.op)
        cell = added.var
        index = tuple(map(before, added.index))
        value, again = T.select(self.later[cell], index), T.FALSE
        for u in out.op.updates:
            if u.var is cell:
                there = same_index(index, tuple(map(after, u.index))) if index else T.TRUE
                value = T.ite(there, after(u.value), value)
                if not self._adds(u, T.const(0, cell.width)):
                    again = T.or_(again, there)
        clear = T.eq(T.bvand(value, self._bit(cell)), T.const(0, cell.width))
        return self.prover.entails((before(into.op.guard), after(out.op.guard)), T.or_(clear, again))

    def _after(self, op: O.Step) -> Callable[[Term], Term]:
        """Terms after a step of this thread and any of others, over the state before it (what is shared: later)."""
        changed = {u.var: self._with_own_id(u.value) for u in op.updates if not u.var.shared and not u.index}
        blurred = {u.var: replace(u.var, name=f"{u.var.name}'") for u in op.updates if not u.var.shared and u.index}

        def leaf(u: Term) -> Term | None:
            assert u.var is not None
            if u.var in self.later:
                return T.select(self.later[u.var], u.args)
            if u.var in blurred:
                return T.select(blurred[u.var], u.args)
            return self.own if u.var is self.t.self_var else changed.get(u.var)

        return lambda t: T.transform(t, leaf)
