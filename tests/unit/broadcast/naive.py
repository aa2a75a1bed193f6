"""The slow second opinion: every thread has its number, and the meaning of a step is written down as in the paper.

States have gaps where locals have no value. A step fills all gaps in all ways, does what it does in the paper, and then
makes the new gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Final

from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.program import DORMANT, ENTRY, Assert, Constraint, Program, Start, Update, variable
from threadproof.broadcast.program import after as after_step
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term

#: instead of a value that has been forgotten
GAP: Final = -1
#: a value, or a gap, for each
Values = tuple[int, ...]
#: template, location, locals
Thread = tuple[int, int, Values]
Full = tuple[Values, tuple[Thread, ...]]


def forgotten(program: Program, template: int, location: int) -> list[bool]:
    t = program.templates[template]
    names = {name for where, names in t.forgets if where == location for name in names}
    return [location == DORMANT or name in names for name, _ in t.locals]


def thread(program: Program, state: LocalState) -> Thread:
    gone = forgotten(program, state.template, state.location)
    assert not any(g and state.values >> i & 1 for i, g in enumerate(gone))
    values = tuple(GAP if g else state.values >> i & 1 for i, g in enumerate(gone))
    return state.template, state.location, values


def with_gaps(program: Program, state: Full) -> Full:
    def gaps(template: int, location: int, values: Values) -> Thread:
        gone = forgotten(program, template, location)
        return template, location, tuple(GAP if g else v for g, v in zip(gone, values, strict=True))

    return state[0], tuple(gaps(*t) for t in state[1])


def completions(program: Program, state: Full) -> Iterator[Full]:
    """Every value in every gap."""
    options = [
        [(template, location, v) for v in product(*((0, 1) if x == GAP else (x,) for x in values))]
        for template, location, values in state[1]
    ]
    for threads in product(*options):
        yield state[0], threads


def holds(program: Program, term: Term, before: Full, after: Full | None, who: Mapping[str, int]) -> bool:
    model = Model()
    for state, prime in ((before, ""), (after, "'")):
        if state is None:
            continue
        for (name, _), value in zip(program.shared, state[0], strict=True):
            model.scalars[variable(name + prime)] = value
        for index, number in who.items():
            template, _, values = state[1][number]
            for (name, _), value in zip(program.templates[template].locals, values, strict=True):
                model.scalars[variable(f"{index}.{name}{prime}")] = value
    return bool(evaluate(term, model))


def initial_states(program: Program, counts: Mapping[str, int]) -> Iterator[Full]:
    kinds = [i for i, t in enumerate(program.templates) for _ in range(counts[t.name])]
    for shared in product(*((0, 1) if v is None else (v,) for _, v in program.shared)):
        nobody: Full = (shared, ())
        options = [
            [(k, DORMANT, (GAP,) * len(program.templates[k].locals))]
            if program.templates[k].dormant
            else [t for t in beginnings(program, k) if may_begin(program, t, nobody)]
            for k in kinds
        ]
        for threads in product(*options):
            yield with_gaps(program, (shared, threads))


def beginnings(program: Program, template: int) -> list[Thread]:
    """With declared values, but for those that are forgotten at once."""
    declared = program.templates[template].locals
    gone = forgotten(program, template, ENTRY)
    choices = ((0, 1) if g or v is None else (v,) for g, (_, v) in zip(gone, declared, strict=True))
    return [(template, ENTRY, values) for values in product(*choices)]


def may_begin(program: Program, thread: Thread, state: Full) -> bool:
    alone = (state[0], (thread,))
    return holds(program, program.templates[thread[0]].initially, alone, None, {"a": 0})


def is_error(program: Program, state: Full) -> bool:
    return any(is_definite_error(program, full) for full in completions(program, state))


def is_definite_error(program: Program, state: Full) -> bool:
    for i, (template, location, _) in enumerate(state[1]):
        t = program.templates[template]
        if location in t.errors:
            return True
        for e in t.edges:
            if e.source == location and isinstance(e.statement, Assert):
                if not holds(program, e.statement.condition, state, None, {"a": i}):
                    return True
    return False


def satisfied(program: Program, c: Constraint, update: Update, before: Full, after: Full, active: int) -> bool:
    """For every injective choice of threads with the active one fixed."""
    others = [i for i in range(len(before[1])) if i != active]
    for chosen in permutations(others, len(c.passive)):
        kinds = [program.templates[before[1][i][0]].name for i in chosen]
        if kinds != [template for _, template in c.passive]:
            continue
        who = {"a": active} | {index: i for (index, _), i in zip(c.passive, chosen, strict=True)}
        if len(chosen) < 2:
            if not holds(program, c.formula, before, after, who):
                return False
        elif not any(
            holds(program, c.formula, *pair, who) for pair in refilled(program, update, before, after, chosen)
        ):
            return False
    return True


def refilled(
    program: Program, update: Update, before: Full, after: Full, chosen: tuple[int, ...]
) -> Iterator[tuple[Full, Full]]:
    """With other values in the gaps of the chosen threads; what is not broadcast has the same before and after."""

    def gaps(state: Full) -> Full:
        holes = with_gaps(program, state)[1]
        return state[0], tuple(holes[i] if i in chosen else t for i, t in enumerate(state[1]))

    def fits(one: Full, two: Full) -> bool:
        return all(
            x == y or (program.templates[kind].name, name) in update.broadcast
            for i in chosen
            for kind in [one[1][i][0]]
            for x, y, (name, _) in zip(one[1][i][2], two[1][i][2], program.templates[kind].locals, strict=True)
        )

    afterwards = list(completions(program, gaps(after)))
    for one in completions(program, gaps(before)):
        for two in afterwards:
            if fits(one, two):
                yield one, two


def successors(program: Program, state: Full) -> Iterator[tuple[int, int, Full]]:
    """Who moves, along which of its edges, and the next state."""
    for full in completions(program, state):
        for who, edge, new in definite_successors(program, full):
            yield who, edge, with_gaps(program, new)


def definite_successors(program: Program, state: Full) -> Iterator[tuple[int, int, Full]]:
    shared, threads = state
    for i, (template, location, values) in enumerate(threads):
        t = program.templates[template]
        for k, e in enumerate(t.edges):
            if e.source != location:
                continue
            moved = list(threads)
            moved[i] = (template, e.target, values)
            match e.statement:
                case Assert():
                    yield i, k, (shared, tuple(moved))
                case Start(name, condition):
                    kind = next(i for i, t in enumerate(program.templates) if t.name == name)
                    begun = [
                        new
                        for new in beginnings(program, kind)
                        if may_begin(program, new, state)
                        and holds(program, condition, (shared, (threads[i], new)), None, {"a": 0, "new": 1})
                    ]
                    asleep = [j for j, (other, where, _) in enumerate(threads) if (other, where) == (kind, DORMANT)]
                    for new in begun:
                        for j in asleep:
                            yield i, k, (shared, (*moved[:j], new, *moved[j + 1 :]))
                        if not asleep:
                            yield i, k, (shared, tuple(moved))
                case Update() as update:
                    for outcome in havocked(program, (shared, tuple(moved)), i, update):
                        yields = all(satisfied(program, c, update, state, outcome, i) for c in update.constraints)
                        if yields and assigned(program, update, state, outcome, i):
                            yield i, k, outcome


def havocked(program: Program, state: Full, active: int, update: Update) -> Iterator[Full]:
    targets = {target for target, _ in update.assigned}
    shared = product(*((0, 1) if n in targets else (v,) for (n, _), v in zip(program.shared, state[0], strict=True)))
    options = []
    for i, (template, location, values) in enumerate(state[1]):
        t = program.templates[template]
        free = {n for owner, n in update.broadcast if owner == t.name}
        free |= {n for n, _ in t.locals if i == active and f"a.{n}" in targets}
        locals_ = product(*((0, 1) if n in free else (v,) for (n, _), v in zip(t.locals, values, strict=True)))
        options.append([(template, location, v) for v in locals_])
    for new_shared in shared:
        for threads in product(*options):
            yield new_shared, threads


def assigned(program: Program, update: Update, before: Full, after: Full, active: int) -> bool:
    for target, value in update.assigned:
        if value is not None:
            got = holds(program, after_step(target), before, after, {"a": active})
            if got != holds(program, value, before, None, {"a": active}):
                return False
    return True


def shortest(program: Program, counts: Mapping[str, int], limit: int = 50_000) -> tuple[int | None, set[Full]] | None:
    """The length of a shortest way to an error (None: there is none) and all states; None if there are too many."""
    layer = list(dict.fromkeys(initial_states(program, counts)))
    seen = set(layer)
    length = completed = 0
    while layer:
        if any(is_error(program, s) for s in layer):
            return length, seen
        following = []
        for state in layer:
            completed += 1 << sum(values.count(GAP) for _, _, values in state[1])
            if len(seen) > limit or completed > limit:
                return None
            for _, _, new in successors(program, state):
                if new not in seen:
                    seen.add(new)
                    following.append(new)
        layer = following
        length += 1
    return None, seen
