"""What the passes share: rewriting the terms of an operation, guards as literals, liveness of locals as bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

SKIP = O.Step()
#: kinds of variables whose accesses are of interest even if nobody needs the value
RACING = ("data", "life", "sync")


def map_terms(op: O.Op, f: Callable[[Term], Term]) -> O.Op:
    """The operation with `f` applied to every term it evaluates (and to the indices of what it writes)."""
    match op:
        case O.Step():
            guard = f(op.guard)
            updates = tuple([_map_update(u, f) for u in op.updates])
            lock = op.lock if op.lock is None else _map_cell(op.lock, f)
            if guard is op.guard and lock is op.lock and all(map(_same, updates, op.updates)):
                return op
            return O.Step(guard, updates, op.order, op.waits, op.role, lock)
        case O.Havoc():
            return replace(op, index=tuple(map(f, op.index))) if op.index else op
        case O.Signal():
            return O.Signal(_map_cell(op.waiting, f))
        case O.Create():
            return O.Create(op.template, f(op.handle), tuple(map(f, op.args)))
        case O.Primitive():
            return replace(op, args=tuple(map(f, op.args)))
        case O.Fresh() | O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
            return op


def _same(a: object, b: object) -> bool:
    return a is b


def _map_update(u: O.Update, f: Callable[[Term], Term]) -> O.Update:
    value = f(u.value)
    if not u.index:
        return u if value is u.value else O.Update(u.var, (), value)
    return O.Update(u.var, tuple(map(f, u.index)), value)


def _map_cell(c: O.Cell, f: Callable[[Term], Term]) -> O.Cell:
    return O.Cell(c.var, tuple(map(f, c.index))) if c.index else c


def substitute(op: O.Op, replacement: Mapping[Var, Term]) -> O.Op:
    return map_terms(op, lambda t: T.substitute(t, replacement)) if replacement else op


def renamed(op: O.Op, new: Mapping[Var, Var]) -> O.Op:
    """The operation with other variables."""

    def leaf(u: Term) -> Term | None:
        return T.select(new[u.var], u.args) if u.var is not None and u.var in new else None

    def cell(c: O.Cell) -> O.Cell:
        return O.Cell(new.get(c.var, c.var), c.index)

    op = map_terms(op, lambda u: T.transform(u, leaf) if any(v in new for v in u.vars) else u)
    match op:
        case O.Step():
            updates = tuple([O.Update(new.get(u.var, u.var), u.index, u.value) for u in op.updates])
            return replace(op, updates=updates, lock=None if op.lock is None else cell(op.lock))
        case O.Havoc():
            return replace(op, var=new.get(op.var, op.var))
        case O.Fresh():
            counter = None if op.counter is None else new.get(op.counter, op.counter)
            return replace(op, target=new.get(op.target, op.target), counter=counter)
        case O.Signal():
            return O.Signal(cell(op.waiting))
        case O.Primitive():
            return op if op.result is None else replace(op, result=new.get(op.result, op.result))
        case O.Create() | O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
            return op


def shared_cells(op: O.Op) -> frozenset[tuple[Var, bool]]:
    """(variable, is it written) for every shared access."""
    return frozenset((a.var, a.write) for a in O.footprint(op))


def lost_accesses(old: O.Op, new: O.Op, facts: Mapping[Var, Term]) -> set[Var]:
    """What the old operation accesses and the new one, with the facts put in, does not: `x & i` is 0 if i is, but who
    evaluates it reads x. (What is never evaluated, given the facts, is not accessed.)"""
    if old is new or not O.footprint(old):
        return set()
    lost = {v for v, _ in shared_cells(old) - shared_cells(new)}
    if not lost:
        return lost
    return lost & {
        cell.var for t in O.reads(old) for cell, when in O.evaluated(t) if T.substitute(when, facts) is not T.FALSE
    }


def protected(program: Program) -> frozenset[Var]:
    """Variables that the leak check looks at: their updates stay where they are."""
    m = program.memory
    if m is None:
        return frozenset()
    return m.shared_variables.union(*[m.local_variables(t) for t in m.local_roots])


# ---------------------------------------------------------------- guards


def conjoin(a: Term, b: Term) -> Term:
    """a && b, false also when both fix the same term to different constants."""
    both = T.and_(a, b)
    if both.op != "and":
        return both
    fixed: dict[Term, Term] = {}
    for p in both.args:
        is_fixed = p.op == "eq" and p.args[1].value is not None
        if is_fixed and fixed.setdefault(p.args[0], p.args[1]) is not p.args[1]:
            return T.FALSE
    if not fixed:
        return both
    return T.and_(*(p for p in both.args if not _follows(p, fixed)))


def _follows(p: Term, fixed: Mapping[Term, Term]) -> bool:
    """Is `p` the claim t != c, where t is known to be another constant?"""
    if p.op != "not" or p.args[0].op != "eq":
        return False
    t, c = p.args[0].args
    return c.value is not None and fixed.get(t, c) is not c


def covers(guards: Iterable[Term]) -> bool:
    """Is one of the guards always true? Decided on the Boolean structure only; False means "not seen to be so"."""
    cases: list[set[Term]] = []
    for g in guards:
        if g is T.TRUE:
            return True
        cases.extend(_cases(g, True))
    units: set[Term] = set()
    pending = True
    while pending:
        pending = False
        rest = []
        for c in cases:
            c = {p for p in c if T.not_(p) not in units}
            if not c:
                return True
            if len(c) == 1:
                units |= c
                pending = True
            else:
                rest.append(c)
        cases = rest
        if any(u.op == "not" and u.args[0] in units for u in units):
            return True
    return False


def _cases(g: Term, positive: bool) -> list[set[Term]]:
    """Disjuncts of `g` (or of its negation), each a set of literals; nested structure stays inside a literal."""
    if g.op == "not":
        return _cases(g.args[0], not positive)
    if g.op == ("or" if positive else "and"):
        return [c for a in g.args for c in _cases(a, positive)]
    if g.op == ("and" if positive else "or"):
        literals: set[Term] = set()
        for a in g.args:
            literals.update(a.args if positive and a.op == "and" else (a if positive else T.not_(a),))
        return [literals]
    return [{g if positive else T.not_(g)}]


# ---------------------------------------------------------------- liveness


class Liveness:
    """Which locals may still matter, per location, as a bit set over `template.locals`.

    A local matters when it may flow into a guard, a shared cell or another operation: updates of locals that do not
    matter count as no use. With `keep_loads`, reading shared memory is an effect of its own.
    """

    def __init__(self, t: Template, always: Iterable[Var] = (), *, keep_loads: bool = False) -> None:
        self.bit = {v: 1 << i for i, v in enumerate(t.locals)}
        self.keep_loads = keep_loads
        self.always = self.mask(always)
        self._masks: dict[frozenset[Var], int] = {}
        self.at = self._solve(t)

    def mask(self, variables: Iterable[Var]) -> int:
        bit, found = self.bit, 0
        for v in variables:
            found |= bit.get(v, 0)
        return found

    def is_live(self, v: Var, location: int) -> bool:
        return bool(self.at[location] & self.bit[v])

    def _used(self, t: Term) -> int:
        if not t.vars:
            return 0
        known = self._masks.get(t.vars)
        if known is None:
            known = self._masks[t.vars] = self.mask(t.vars)
        return known

    def _solve(self, t: Template) -> list[int]:
        n = len(t.edges)
        effects = [[(e.target, *self._effect(e.op)) for e in out] for out in t.edges]
        at = [self.always] * n
        before: list[list[int]] = [[] for _ in range(n)]
        for source, out in enumerate(t.edges):
            for e in out:
                before[e.target].append(source)
        queued = bytearray(b"\1") * n
        stack = list(range(n))
        while stack:
            location = stack.pop()
            queued[location] = 0
            live = at[location]
            for target, killed, used, flows in effects[location]:
                after = at[target]
                live |= used | (after & ~killed)
                for bit, sources in flows:
                    if after & bit:
                        live |= sources
            if live != at[location]:
                at[location] = live
                for b in before[location]:
                    if not queued[b]:
                        queued[b] = 1
                        stack.append(b)
        return at

    def _effect(self, op: O.Op) -> tuple[int, int, list[tuple[int, int]]]:
        """(killed, used in any case, [(target, used if the target is live)])."""
        killed = used = 0
        flows: list[tuple[int, int]] = []
        match op:
            case O.Step():
                used = self._used(op.guard)
                if op.lock is not None:
                    for i in op.lock.index:
                        used |= self._used(i)
                for u in op.updates:
                    sources = self._used(u.value)
                    for i in u.index:
                        sources |= self._used(i)
                    if u.var.shared or (self.keep_loads and has_access(u.value)):
                        used |= sources
                    elif sources:
                        flows.append((self.bit[u.var], sources))
                    if not u.index and not u.var.shared:
                        killed |= self.bit[u.var]
            case O.Havoc():
                for i in op.index:
                    used |= self._used(i)
                if not op.index and not op.var.shared:
                    killed = self.bit[op.var]
            case O.Fresh():
                # the counter is a use of itself: the numbers of later instances depend on it
                killed = self.bit[op.target]
                used = 0 if op.counter is None else self.bit[op.counter]
            case _:
                for r in O.reads(op):
                    used |= self._used(r)
        return killed, used, flows


def has_access(t: Term) -> bool:
    """Does who evaluates it access an object of C?"""
    return any(v.shared and v.kind in RACING for v in t.vars)
