"""The view machine of C11: loads that may read old messages, stores that may come before others, races that show.

Before                              After, with histories of two messages (ages 0 and 1; x@1 is the older one)
    L0 -> L1: x := 1 {release}          L0 -> L1: [no claim is too old] x := 1, x@1 := x, all ages of x + 1, mine 0,
                                                  x@0 knows what I know, x@1 what x@0 knew
                                        L0 -> L1: [mine is 1, no claim is too old] x@1 := 1, ...   (before the newest)
                                        L0 -> L0: [some claim is too old] unsupported
    L1 -> L2: t := y {acquire}          L1 -> L2: t := y, my age of y := 0, I know what y@0 knows
                                        L1 -> L2: [mine of y is 1] t := y@1, I know what y@1 knows

Executions are built in an order in which program order and reads-from go forward, which RC11 lets be acyclic; a store
takes its place in modification order at once, anywhere behind what its thread knows of, but not between a
read-modify-write and what that has read. Coherence of RC11 (hb;eco? is irreflexive) says just this: who knows of a
message (by happens-before) reads and writes nothing older. A release gives the message what the thread knows, or knew
at the fence before it, or at the last release to that place; a read-modify-write hands on what it has read; an acquire,
or the fence behind the load, takes it. Locks, semaphores, barriers, creation and joins give and take likewise.
`strength` says what seq_cst adds.

Accesses that are not atomic are checked: whoever reads must know the last write, whoever writes all reads too. If not,
C11 gives the program no meaning, and nor is there a verdict; the first race of an execution is seen, whoever is second.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.memory_model import AS_USUAL, WEAKENED
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.barriers import accesses
from threadproof.passes.weak.claims import Claims, is_end, is_join
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.machine import Machine
from threadproof.passes.weak.places import Place, Places, Sort
from threadproof.passes.weak.strength import ACQUIRING, RELEASING, Strength, is_full_fence
from threadproof.passes.weak.views import Change, Fact
from threadproof.properties import RACES_OF_C11
from threadproof.records import replace

RACE = "data race on {}: C11 gives the program no meaning (--property no-data-race shows it)"
FREED = "memory of which the life ends while others may access it: is that a race, under C11?"
PERHAPS = "perhaps a data race on {}: C11 would give the program no meaning"


def with_views(program: Program, most: int, *, races: bool = False, is_strict: bool = False) -> Program:
    """`most` messages of a place are known. `races`: they are what is asked for. `is_strict`: rather no execution than
    one that RC11 forbids."""
    program = simplify(program)
    places = Places(program)
    strength = Strength(places)
    has_matters = places.of_sort(Sort.HISTORY) or places.of_sort(Sort.PLAIN) or places.refused
    if not has_matters and not (races and places.freed):
        return replace(program, scope=(*program.scope, AS_USUAL))
    machine = Machine(program, places, strength, most, is_strict)
    machine.races = races
    names = {t.name for t in places.templates}
    templates = {name: _Rewriting(machine, t).run() if name in names else t for name, t in program.templates.items()}
    scope = (*program.scope, WEAKENED) if machine.allows_more and not is_strict else program.scope
    return replace(program, templates=templates, shared=(*program.shared, *machine.variables()), scope=scope)


class _Rewriting:
    def __init__(self, machine: Machine, t: Template) -> None:
        self.machine = machine
        self.views = machine.views
        self.t = t
        self.me = T.var(t.self_var)
        self.inside = inside_sections(t)
        self.claims = list(machine.claims[t.name])
        self.edges: list[list[Edge]] = [[] for _ in t.edges]
        self.discards = dict(t.discards)
        self.errors = dict(t.errors)

    def run(self) -> Template:
        for out in self.t.edges:
            for n, e in enumerate(out):
                self._rewrite(At(self.t.name, e.source, n), e)
        return replace(self.t, edges=self.edges, errors=self.errors, discards=self.discards)

    def _location(self, e: Edge) -> int:
        """A new one, on the way of this edge."""
        self.edges.append([])
        self.claims.append(self.claims[e.source])
        return len(self.edges) - 1

    def _add(self, e: Edge) -> None:
        self.edges[e.source].append(e)

    def _unsupported(self, e: Edge, what: str, guard: Term = T.TRUE) -> None:
        if guard is T.FALSE:
            return
        source = e.source
        if guard is not T.TRUE:
            source = self._location(e)
            self._add(replace(e, op=O.Step(guard), target=source, note=what))
        self._add(replace(e, op=O.Unsupported(what), source=source, target=source, note=""))

    # ------------------------------------------------------------ edges

    def _rewrite(self, at: At, e: Edge) -> None:
        groups = self.machine.places.touched(at, e)
        if self.machine.races and at in self.machine.places.freed:
            self._unsupported(e, FREED)
        elif groups:
            self._access(e, groups)
        elif self.machine.is_strict and self.machine.may_hand_over(e.op):
            self._unsupported(e, "what this hands over to other threads, under C11")
        elif isinstance(e.op, O.Create):
            self._create(e, e.op)
        elif isinstance(e.op, O.Step):
            change = Change(self.views, self.me)
            guard = self._synchronize(e.op, change)
            updates = (*e.op.updates, *self._claims_of_joined(e.op))
            self._step(e, replace(e.op, guard=T.and_(guard, e.op.guard)), change, updates)
        else:
            self._other(e)

    def _other(self, e: Edge) -> None:
        lost = self._claimed(e)
        if not lost or isinstance(e.op, O.Exit | O.Unsupported):
            self._add(e)
            return
        between = self._location(e)
        self._add(e.to(between))
        self._add(replace(e, source=between, op=O.Step(updates=tuple(lost)), note=""))

    def _step(self, e: Edge, op: O.Step, change: Change, updates: tuple[O.Update, ...]) -> None:
        found = (*updates, *change.updates(), *self._claimed(e))
        self._add(e.with_op(replace(op, updates=found)))

    def _claimed(self, e: Edge) -> list[O.Update]:
        """Claims that are given up by a step, or taken up again."""
        if e.target in self.t.errors or e.target in self.inside or (is_end(e.op) and self.machine.are_joined):
            return []
        before, after = self.claims[e.source], self.claims[e.target]
        if isinstance(e.op, O.AtomicEnd):
            before = frozenset(self.machine.histories)
        return [
            O.Update(h.claim, (self.me,), T.const(p in after, 1))
            for p, h in self.machine.histories.items()
            if (p in before) != (p in after)
        ]

    # ------------------------------------------------------------ threads and locks

    def _create(self, e: Edge, op: O.Create) -> None:
        change = Change(self.views, self.me)
        change.tell(self.views.threads, (op.handle,), only=True)
        entry = self.machine.program.templates[op.template].entry
        claimed: Claims = self.machine.claims[op.template][entry]
        histories = self.machine.histories
        claims = [O.Update(h.claim, (op.handle,), T.const(1, 1)) for p, h in histories.items() if p in claimed]
        fits = T.ult(op.handle, T.const(self.machine.threads, op.handle.width))
        between = self._location(e)
        updates = (*change.updates(), *claims, *self._claimed(e))
        self._add(replace(e, target=between, op=O.Step(fits, updates), note=""))
        self._unsupported(e, f"more than {self.machine.threads - 1} threads under C11", T.not_(fits))
        self._add(replace(e, source=between))

    def _synchronize(self, op: O.Step, change: Change) -> Term:
        """What a step learns and tells that is no access; and when it is possible."""
        match op.role:
            case O.Role.FENCE:
                self._fence(op, change)
            case O.Role.JOIN:
                return self._join(op, change)
            case _:
                self.machine.locks.hand_over(op, change)
        return T.TRUE

    def _join(self, op: O.Step, change: Change) -> Term:
        joined = self._joined(op)
        change.learn(self.views.threads, joined)
        return T.ult(joined[0], T.const(self.machine.threads, joined[0].width))

    def _joined(self, op: O.Step) -> tuple[Term, ...]:
        return next(u.args for u in T.subterms(op.guard) if u.var is self.machine.program.ended)

    def _claims_of_joined(self, op: O.Step) -> list[O.Update]:
        """Who joins a thread takes over what it claims."""
        histories = self.machine.histories.values() if is_join(op) else ()
        return [O.Update(h.claim, self._joined(op), T.const(0, 1)) for h in histories]

    def _fence(self, op: O.Step, change: Change) -> None:
        m = self.machine
        if op.order in ACQUIRING and m.read is not None:
            change.learn(m.read, change.me)
            for f in self.views.facts:
                change.put(f, m.read, f.nothing, change.me)
        if is_full_fence(op) and m.full is not None:
            self._in_order(change)
        if op.order in RELEASING:
            for holder in m.released.values():
                change.tell(holder, change.me, only=True)

    def _in_order(self, change: Change) -> None:
        assert self.machine.full is not None
        change.learn(self.machine.full)
        change.tell(self.machine.full)

    # ------------------------------------------------------------ accesses

    def _access(self, e: Edge, groups: list[str]) -> None:
        trouble = self._trouble(e, groups)
        if trouble:
            self._unsupported(e, f"{trouble}, under C11")
            return
        (group,) = groups
        index = next(a.index for a in accesses(e.op) if a.var.group == group)
        places = self.machine.places.of(group)
        for p in places:
            chosen = p.is_at(index)
            if chosen is T.FALSE:
                continue
            match self.machine.places.sorts[group]:
                case Sort.PLAIN:
                    self._plain(e, p, chosen)
                case Sort.LAST:
                    self._last(e, p, chosen)
                case Sort.HISTORY:
                    self._messages(e, p, chosen, index)
        if index and index[0].value is None and e.source not in self.discards:
            is_outside = T.ule(T.const(len(places), index[0].width), index[0])
            guard = e.op.guard if isinstance(e.op, O.Step) else T.TRUE
            self._unsupported(e, f"{places[0].vars[0].text} is accessed out of bounds", T.and_(guard, is_outside))

    def _trouble(self, e: Edge, groups: list[str]) -> str:
        """Why it is not understood."""
        places = self.machine.places
        parts = places.vars[groups[0]]
        refused = [f"{places.vars[g][0].text} is {places.refused[g]}" for g in groups if g in places.refused]
        if refused:
            return refused[0]
        if e.source in self.inside:
            return f"{parts[0].text} is accessed in an atomic section"
        if len(groups) > 1 or (isinstance(e.op, O.Step) and _is_odd(e.op, parts)):
            return f"{parts[0].text} is accessed together with something else"
        if groups[0] in places.mixed and isinstance(e.op, O.Step) and any(v in parts for v in e.op.guard.vars):
            return f"{parts[0].text}, which is not always atomic, is compared and exchanged"
        is_whole = any(len(a.index) != a.var.dims for a in accesses(e.op))
        if is_whole or (not isinstance(e.op, O.Step) and places.sorts[groups[0]] is not Sort.PLAIN):
            return f"{parts[0].text} becomes any value"
        return ""

    def _plain(self, e: Edge, place: Place, chosen: Term) -> None:
        change = Change(self.views, self.me)
        guard = T.and_(chosen, e.op.guard) if isinstance(e.op, O.Step) else chosen
        knows = self._ordered(e, place, guard, change)
        if isinstance(e.op, O.Step):
            self._step(e, replace(e.op, guard=T.and_(guard, knows)), change, e.op.updates)
        else:
            between = self._location(e)
            self._add(replace(e, op=O.Step(T.and_(guard, knows), tuple(change.updates())), target=between))
            self._other(replace(e, source=between))

    def _ordered(self, e: Edge, place: Place, guard: Term, change: Change) -> Term:
        """When an access is behind all that it conflicts with; if it is not, that is a race.

        Atomic ones count as reads, which need not be behind each other.
        """
        fact = self.machine.known.get(place)
        if fact is None:
            return T.TRUE
        self._look(place, e.op, fact, change)
        known = self.views.known(fact, self.views.threads, (self.me,))
        written = T.ne(T.bvand(known, T.const(1, fact.width)), T.const(0, fact.width))
        knows = T.eq(known, T.const(fact.most, fact.width)) if self._needs_all(e.op, place) else written
        if self.machine.races:
            self._race(e, place, T.and_(guard, T.not_(knows)))
            return knows
        why = PERHAPS if self.machine.allows_more and not self.machine.is_strict else RACE
        self._unsupported(e, why.format(place.vars[0].text), T.and_(guard, T.not_(knows)))
        return knows

    def _race(self, e: Edge, place: Place, guard: Term) -> None:
        if guard is not T.FALSE:
            at = self._location(e)
            self._add(replace(e, op=O.Step(guard), target=at, note=""))
            what = f"data race on {place.vars[0].text}: nothing orders this access behind one of another thread"
            self.errors[at] = ErrorLocation(RACES_OF_C11, RACES_OF_C11.name, what)

    @staticmethod
    def _needs_all(op: O.Op, place: Place) -> bool:
        is_atomic = isinstance(op, O.Step) and op.atomic
        return not is_atomic and any(a.write and a.var.group == place.group for a in accesses(op))

    def _look(self, place: Place, op: O.Op, fact: Fact, change: Change) -> None:
        """What others know of this access."""
        known = change.mine(fact)
        if self._needs_all(op, place):
            change.know(fact, known)
            change.for_others(fact, lambda _: T.const(fact.most & ~1, fact.width))
        else:
            bit = T.shl(T.const(1, fact.width), T.resize(self.me, fact.width, False))
            change.know(fact, T.bvor(known, bit))
            change.for_others(fact, lambda other: T.bvand(other, T.bvnot(bit)))

    def _last(self, e: Edge, place: Place, chosen: Term) -> None:
        holder = self.machine.last[place]
        for op in self._variants(e.op, place):
            change = Change(self.views, self.me)
            if any(v in place.vars for t in O.reads(op) for v in t.vars):
                change.learn(holder)
                if any(u.var in place.vars for u in op.updates):
                    change.tell(holder)
            else:
                change.tell(holder, only=True)
            self._step(e, replace(op, guard=T.and_(chosen, op.guard)), change, op.updates)

    def _variants(self, op: O.Op, place: Place) -> list[O.Step]:
        """What stores if something holds is two steps: one stores, one only reads."""
        assert isinstance(op, O.Step)
        conditions = [_condition(u) for u in op.updates if u.var in place.vars]
        if not conditions or any(c is None or c is not conditions[0] for c in conditions):
            return [op]
        success = conditions[0]
        assert success is not None
        stored = [O.Update(u.var, u.index, _stored(u)) if u.var in place.vars else u for u in op.updates]
        loaded = [u for u in op.updates if u.var not in place.vars]
        stores = replace(op, guard=T.and_(op.guard, success), updates=tuple(stored))
        if stores.guard is op.guard:
            return [stores]
        return [stores, replace(op, guard=T.and_(op.guard, T.not_(success)), updates=tuple(loaded))]

    # ------------------------------------------------------------ histories

    def _messages(self, e: Edge, place: Place, chosen: Term, index: tuple[Term, ...]) -> None:
        h = self.machine.histories[place]
        full: list[Term] = []
        if place in self.machine.known:
            # (a step of its own: who comes in between races too)
            between, change = self._location(e), Change(self.views, self.me)
            guard = T.and_(chosen, e.op.guard) if isinstance(e.op, O.Step) else chosen
            knows = self._ordered(e, place, guard, change)
            op = O.Step(T.and_(guard, knows), tuple(change.updates()))
            self._add(replace(e, target=between, op=op, note=""))
            e = replace(e, source=between)
        for op, same, stores in self._with_idle(e.op, place):
            loads = any(v in place.vars for t in O.reads(op) for v in t.vars)
            is_exchange = loads and any(u.var in place.vars for u in op.updates)
            ordered = self.machine.is_strict and op.order is O.Order.SEQ_CST
            for age in range(h.most):
                change = Change(self.views, self.me)
                if ordered:
                    self._in_order(change)
                mine = change.mine(h.age)
                guard = T.and_(chosen, h.at_age(op.guard, age), T.ule(T.const(age, mine.width), mine))
                change.know(h.age, T.const(age, mine.width))
                if loads:
                    self.machine.load(h, age, op.order, change)
                updates = [
                    O.Update(u.var, u.index, h.at_age(u.value, age)) for u in op.updates if u.var not in place.vars
                ]
                if stores or is_exchange:
                    guard = T.and_(guard, h.is_free(age))
                if same is not T.FALSE:
                    told = self.machine.tells(h, op, change)
                    idle = T.and_(h.at_age(same, age), self.machine.is_nothing_new(h, age, told))
                    guard = T.and_(guard, T.not_(idle) if stores else idle)
                    if op.order in RELEASING:
                        self.machine.remember(h, told, change)
                if stores:
                    is_full = self.machine.too_old(h, h.most - 1, change)
                    full.append(T.and_(guard, is_full))
                    guard = T.and_(guard, T.not_(is_full))
                    updates += self.machine.store(h, age, op, loads, change, index)
                if ordered:
                    change.tell(self.machine.full)  # type: ignore[arg-type]
                if guard is not T.FALSE:
                    is_old = age > 0 and loads and not is_exchange
                    ago = f"reads {place.vars[0].text} as it was {age} store{'s' * (age > 1)} ago"
                    self._step(replace(e, note=ago) if is_old else e, replace(op, guard=guard), change, tuple(updates))
        why = f"more than {h.most} messages of {place.vars[0].text} that are still read (--history N allows more)"
        self._unsupported(e, why, T.or_(*full))

    def _with_idle(self, op: O.Op, place: Place) -> Iterator[tuple[O.Step, Term, bool]]:
        """With whether it is an exchange for the same value, and whether there is a new message.

        There is none of one that tells nothing new: it would say what the one before says, nothing could come in
        between, and who knew either would read the same.
        """
        for one in self._variants(op, place):
            written = [u for u in one.updates if u.var in place.vars]
            is_exchange = bool(written) and any(v in place.vars for t in O.reads(one) for v in t.vars)
            same = T.and_(*[T.eq(u.value, T.select(u.var, u.index)) for u in written]) if is_exchange else T.FALSE
            if same is not T.FALSE:
                yield one, same, False
            yield one, same, bool(written)


def _is_odd(op: O.Step, parts: tuple[Var, ...]) -> bool:
    """Does it wait for a value, or is only a part of it written, and not read before?"""
    written = {u.var for u in op.updates}
    is_read = any(v in parts for t in O.reads(op) for v in t.vars)
    return op.waits or (op.atomic and not is_read and 0 < sum(v in written for v in parts) < len(parts))


def _condition(u: O.Update) -> Term | None:
    """When it changes anything."""
    cell = T.select(u.var, u.index)
    if u.value.op == "ite" and cell in u.value.args[1:]:
        c, a, _ = u.value.args
        return T.not_(c) if a is cell else c
    return None


def _stored(u: O.Update) -> Term:
    cell = T.select(u.var, u.index)
    _, a, b = u.value.args
    return b if a is cell else a
