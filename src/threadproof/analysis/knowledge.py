"""What an instance knows at each location: local conditions, locks it holds, threads that cannot be running.

For each location a few *cases*; whenever an instance is there, at least one of them holds. Cases keep apart what
belongs together (`if (c) lock(); ... if (c) unlock();`); too many are merged. All cases together, with the rules of
`locks` and `parallel`, are one inductive invariant of the program: `evidence.facts` checks that again, edge by edge.

`Knowledge(program)` is the entry point. It assumes, as the interpreter enforces, that ids of instances are not 0 and
differ, and that `single_id` is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from threadproof.analysis import conditions as C
from threadproof.analysis.liveness import live_locals
from threadproof.analysis.locks import LockVars, find_locks, is_plus, is_self
from threadproof.analysis.parallel import Names, Threads
from threadproof.analysis.sharing import reachable_templates
from threadproof.analysis.tracking import lasting_literals, tracked_locals
from threadproof.budget import check_time
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple

#: more cases than this at one location are merged
MAX_CASES = 16
#: after so many visits of a location, its successors get one case only
MAX_VISITS = 20
NOTHING: frozenset[O.Cell] = frozenset()


class Case(NamedTuple):
    where: C.Literals
    #: owner cells that hold this instance's number
    held: frozenset[O.Cell]
    #: reader cells in which this instance is counted: exactly these
    tokens: frozenset[O.Cell]
    unstarted: Names
    ended: Names

    def implies(self, weak: Case) -> bool:
        return (
            weak.held <= self.held
            and weak.tokens == self.tokens
            and weak.unstarted <= self.unstarted
            and weak.ended <= self.ended
            and C.entails(self.where, weak.where)
        )

    def has_same_rest(self, other: Case) -> bool:
        return self[1:] == other[1:]


class Distrust(Exception):
    def __init__(self, var: Var) -> None:
        super().__init__(var.name)
        self.var = var


class Knowledge:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.templates = reachable_templates(program)
        self.threads = Threads(program, self.templates)
        #: else nothing here is to be believed
        self.is_regular = not self.threads.creators[program.main] and not any(
            c.var is t.self_var for t in self.templates for e in t.all_edges() for c in O.writes(e.op)
        )
        self.locks: LockVars = find_locks(program, self.templates)
        self._tracked = {t.name: tracked_locals(t) for t in self.templates}
        self._live = {t.name: [frozenset(vs) for vs in live_locals(t, accesses=True)] for t in self.templates}
        self._lasting = {t.name: lasting_literals(t) for t in self.templates}
        self._writers = self._find_writers()
        #: template -> location -> cases
        self.cases: dict[str, list[list[Case]]] = {}
        self.entry_ended: dict[str, Names] = {}
        self.exit_ended: dict[str, Names] = {}
        self._solve()

    def at(self, template: str, location: int) -> list[Case]:
        """The cases at a location; none if no instance can be there."""
        return self.cases[template][location]

    def before(self, t: Template, e: Edge, *, is_enabled: bool = True) -> list[Case]:
        """The cases in which the edge may be possible, with what its guard says.

        If it need not be possible yet, only with what the guard says about locals: that does not change any more.
        """
        found = []
        for c in self.at(t.name, e.source):
            new = self._assume(t, e.op, c, is_last=True)
            if new is not None:
                found.append(new if is_enabled else c._replace(where=new.where))
        return found

    # ------------------------------------------------------------ the fixed point

    def _solve(self) -> None:
        while True:
            try:
                self.cases = {t.name: self._flow(t) for t in self.templates}
            except Distrust as d:
                # what was handed on may have leant on it
                self.locks.distrust(d.var)
                self.entry_ended, self.exit_ended = {}, {}
                continue
            entry, exit_ = self._handed_on()
            if entry == self.entry_ended and exit_ == self.exit_ended:
                return
            self.entry_ended, self.exit_ended = entry, exit_

    def _handed_on(self) -> tuple[dict[str, Names], dict[str, Names]]:
        """What threads know to have ended: when they are started, and when they end."""
        entry: dict[str, Names] = {}
        exit_: dict[str, Names] = {}
        for t in self.templates:
            for e in t.all_edges():
                target = e.op.template if isinstance(e.op, O.Create) else None
                for c in self.before(t, e):
                    if target is not None:
                        entry[target] = entry.get(target, c.ended) & c.ended
                    if self.threads.is_end(e.op):
                        exit_[t.name] = exit_.get(t.name, c.ended) & c.ended
        return entry, exit_

    def _flow(self, t: Template) -> list[list[Case]]:
        found: list[list[Case]] = [[] for _ in t.edges]
        found[t.entry] = [self._at_entry(t)]
        visits = [0] * len(t.edges)
        # numbers of locations are in reverse postorder, as a rule
        pending = [t.entry]
        while pending:
            at = heappop(pending)
            visits[at] += 1
            check_time()
            limit = MAX_CASES if visits[at] <= MAX_VISITS else 1
            for e in t.edges[at]:
                changed = False
                for c in list(found[at]):
                    new = self.step(t, e, c)
                    changed |= new is not None and self._add(found[e.target], new, limit)
                if changed and e.target not in pending:
                    heappush(pending, e.target)
        return found

    def _at_entry(self, t: Template) -> Case:
        where = set()
        for v in t.locals:
            if v in self._tracked[t.name] and v.init is not None and v not in (*t.params, t.self_var):
                where.add(T.eq(T.var(v), T.const(v.init, v.width)))
        unstarted = self.threads.unstarted_at_entry(t.name)
        return self._pruned(
            t, t.entry, Case(frozenset(where), NOTHING, NOTHING, unstarted, self.entry_ended.get(t.name, frozenset()))
        )

    def _pruned(self, t: Template, location: int, c: Case) -> Case:
        live, lasting = self._live[t.name][location], self._lasting[t.name]
        return c._replace(where=frozenset(x for x in c.where if x.vars <= live or x in lasting))

    def _add(self, cases: list[Case], new: Case, limit: int) -> bool:
        if any(new.implies(c) for c in cases):
            return False
        while True:
            cases[:] = [c for c in cases if not c.implies(new)]
            partner = next((c for c in cases if _complement(c, new) is not None), None)
            if partner is None:
                break
            merged = _complement(partner, new)
            assert merged is not None
            cases.remove(partner)
            new = merged
        cases.append(new)
        if len(cases) > limit:
            cases[:] = self._merged(cases, limit)
        return True

    def _merged(self, cases: Iterable[Case], limit: int) -> list[Case]:
        groups: dict[tuple[object, ...], Case] = {}
        for c in cases:
            old = groups.get(c[1:])
            groups[c[1:]] = c if old is None else c._replace(where=C.join(old.where, c.where))
        if len(groups) <= max(limit // 2, 1):
            return list(groups.values())
        whole = next(iter(groups.values()))
        for c in groups.values():
            for cell in whole.tokens ^ c.tokens:
                raise Distrust(cell.var)
            whole = Case(
                C.join(whole.where, c.where),
                whole.held & c.held,
                whole.tokens,
                whole.unstarted & c.unstarted,
                whole.ended & c.ended,
            )
        return [whole]

    # ------------------------------------------------------------ one step

    def step(self, t: Template, e: Edge, c: Case) -> Case | None:
        """The case after the edge; None if the edge is not possible in this case."""
        assumed = self._assume(t, e.op, c)
        if assumed is None or isinstance(e.op, O.Exit | O.Unsupported):
            return None
        c = assumed
        updates: dict[Var, Term | None] = {}
        match e.op:
            case O.Step():
                c = self._lock_updates(t, e.op, c)
                for u in e.op.updates:
                    if not u.var.shared and not u.index:
                        updates[u.var] = None if any(v.shared or v.dims for v in u.value.vars) else u.value
            case O.Havoc(var=v, low=low, high=high) if not v.shared and not v.dims:
                updates[v] = T.const(low, v.width) if low == high else None
            case O.Fresh():
                updates[e.op.target] = None
                if e.op.counter is not None:
                    updates[e.op.counter] = None
            case O.Create():
                c = c._replace(unstarted=self.threads.after_create(t.name, c.unstarted, e.op.template))
        if updates:
            for cell in c.tokens:
                if _mentions(cell, updates):
                    raise Distrust(cell.var)
            where = C.after(c.where, updates, self._tracked[t.name])
            c = c._replace(where=where, held=frozenset(h for h in c.held if not _mentions(h, updates)))
        return self._pruned(t, e.target, c)

    def _assume(self, t: Template, op: O.Op, c: Case, *, is_last: bool = False) -> Case | None:
        """The case with the guard of the operation; None if it cannot be true.

        What is said about counters is left out, unless nothing comes after.
        """
        if not isinstance(op, O.Step) or op.guard is T.TRUE:
            return c
        where, held, ended = set(c.where), set(c.held), set(c.ended)
        known = C.constants(c.where)
        tracked = self._tracked[t.name]
        for x in C.literals(op.guard):
            if not any(v.shared for v in x.vars):
                answer = C.decide(x, c.where, known)
                if answer is False:
                    return None
                if answer is None and (x.vars <= tracked or (is_last and not any(v.dims for v in x.vars))):
                    where.add(x)
                continue
            test = _owner_test(x)
            if test is not None:
                cell, value, positive = test
                answer = self._owner_answer(t, c, cell, value, known)
                if answer is not None and answer != positive:
                    return None
                if positive and cell.var in self.locks.owners and is_self(value, self.program, t) and _is_local(cell):
                    held.add(_normal(cell, known))
            joined = self.threads.joined(x, known)
            if joined is not None:
                ended |= {joined} | self.exit_ended.get(joined, frozenset())
        found = frozenset(where)
        known = C.constants(found)
        if len(found) > len(c.where) and any(C.decide(x, found - {x}, known) is False for x in found):
            return None
        return Case(found, frozenset(held), c.tokens, c.unstarted, frozenset(ended))

    def _owner_answer(self, t: Template, c: Case, cell: O.Cell, value: Term, known: Mapping[Var, Term]) -> bool | None:
        """Is the content of a lock cell equal to a value, 0 or self?"""
        is_mine = is_self(value, self.program, t)
        if has_cell(c.held, cell, known):
            return True if is_mine else False if value.value == 0 else None
        if cell.var in self.locks.readers and has_cell(c.tokens, cell, known):
            return False if value.value == 0 else None
        reader = self.locks.reader_of(cell.var)
        if reader is not None and has_cell(c.tokens, O.Cell(reader, cell.index), known):
            return True if value.value == 0 else False if is_mine else None
        return None

    def _lock_updates(self, t: Template, op: O.Step, c: Case) -> Case:
        held, tokens = set(c.held), set(c.tokens)
        known = C.constants(c.where)
        for u in op.updates:
            cell = O.Cell(u.var, u.index)
            if u.var in self.locks.owners:
                if u.value.value == 0:
                    if not has_cell(c.held, cell, known) and not self._is_free_for_sure(t, c, u.var):
                        raise Distrust(u.var)
                    held = {h for h in held if h.var is not u.var or are_distinct(h.index, u.index, known)}
                elif _is_local(cell):
                    held.add(_normal(cell, known))
            elif u.var in self.locks.readers:
                if is_plus(u, 1):
                    if not _is_local(cell) or any(x.var is u.var for x in tokens):
                        raise Distrust(u.var)
                    tokens.add(_normal(cell, known))
                elif is_plus(u, -1):
                    mine = [x for x in tokens if has_cell((x,), cell, known)]
                    if not mine:
                        raise Distrust(u.var)
                    tokens.remove(mine[0])
                elif any(x.var is u.var for x in tokens) or not self._is_free_for_sure(t, c, u.var):
                    raise Distrust(u.var)
        return c._replace(held=frozenset(held), tokens=frozenset(tokens))

    def _is_free_for_sure(self, t: Template, c: Case, v: Var) -> bool:
        """Nobody but this instance can be holding a lock of this variable now."""
        if t.name not in self.threads.single:
            return False
        return self._writers[v] <= c.unstarted | c.ended | {t.name}

    def _find_writers(self) -> dict[Var, set[str]]:
        found: dict[Var, set[str]] = {}
        for t in self.templates:
            for e in t.all_edges():
                for c in O.writes(e.op):
                    found.setdefault(c.var, set()).add(t.name)
        return found


def _is_local(cell: O.Cell) -> bool:
    """Named by local scalars only."""
    return not any(v.shared or v.dims for i in cell.index for v in i.vars)


def _mentions(cell: O.Cell, updates: Iterable[Var]) -> bool:
    return any(v in i.vars for v in updates for i in cell.index)


def _normal(cell: O.Cell, known: Mapping[Var, Term]) -> O.Cell:
    index = tuple(T.substitute(i, known) for i in cell.index)
    return O.Cell(cell.var, index) if all(i.value is not None for i in index) else cell


def has_cell(cells: Iterable[O.Cell], cell: O.Cell, known: Mapping[Var, Term]) -> bool:
    """Is it surely one of these?"""
    if cell in cells:
        return True
    index = tuple(T.substitute(i, known) for i in cell.index)
    return any(h.var is cell.var and tuple(T.substitute(i, known) for i in h.index) == index for h in cells)


def are_distinct(a: tuple[Term, ...], b: tuple[Term, ...], known: Mapping[Var, Term]) -> bool:
    """Do two indices, of one instance, surely differ?"""
    for x, y in zip(a, b, strict=True):
        p, q = T.substitute(x, known).value, T.substitute(y, known).value
        if p is not None and q is not None and p != q:
            return True
    return False


def _owner_test(x: Term) -> tuple[O.Cell, Term, bool] | None:
    """(cell, value, equal?) of a literal that compares a shared cell of kind sync with a constant or a local."""
    positive = x.op != "not"
    x = x if positive else x.args[0]
    if x.op != "eq":
        return None
    for cell, value in (x.args, x.args[::-1]):
        if cell.var is not None and cell.var.kind == "sync" and cell.var.shared and cell.op in ("var", "select"):
            if not any(v.shared for v in value.vars):
                return O.Cell(cell.var, cell.args), value, positive
    return None


def _complement(a: Case, b: Case) -> Case | None:
    """One case for two that differ in one literal only, true in one and false in the other."""
    if not a.has_same_rest(b) or len(a.where) != len(b.where):
        return None
    only = a.where - b.where
    if len(only) == 1 and T.not_(next(iter(only))) in b.where:
        return a._replace(where=a.where & b.where)
    return None
