"""The slow second opinion: every thread has its number, and the meaning of a step is written down as in the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from threadproof.broadcast.program import DORMANT, ENTRY, Assert, Constraint, Program, Start, Update, variable
from threadproof.broadcast.program import after as after_step
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term

Values = tuple[int, ...]
#: template, location, locals
Thread = tuple[int, int, Values]
Full = tuple[Values, tuple[Thread, ...]]


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

    def choices(declared: tuple[tuple[str, int | None], ...]) -> list[Values]:
        return list(product(*((0, 1) if v is None else (v,) for _, v in declared)))

    for shared in choices(program.shared):
        for values in product(*(choices(program.templates[k].locals) for k in kinds)):
            threads = tuple(
                (k, DORMANT if program.templates[k].dormant else ENTRY, v) for k, v in zip(kinds, values, strict=True)
            )
            state = (shared, threads)
            if all(holds(program, program.templates[k].initially, state, None, {"a": i}) for i, k in enumerate(kinds)):
                yield state


def is_error(program: Program, state: Full) -> bool:
    for i, (template, location, _) in enumerate(state[1]):
        t = program.templates[template]
        if location in t.errors:
            return True
        for e in t.edges:
            if e.source == location and isinstance(e.statement, Assert):
                if not holds(program, e.statement.condition, state, None, {"a": i}):
                    return True
    return False


def satisfied(program: Program, c: Constraint, before: Full, after: Full, active: int) -> bool:
    """For every injective choice of threads with the active one fixed."""
    others = [i for i in range(len(before[1])) if i != active]
    for chosen in permutations(others, len(c.passive)):
        kinds = [program.templates[before[1][i][0]].name for i in chosen]
        if kinds != [template for _, template in c.passive]:
            continue
        who = {"a": active} | {index: i for (index, _), i in zip(c.passive, chosen, strict=True)}
        if not holds(program, c.formula, before, after, who):
            return False
    return True


def successors(program: Program, state: Full) -> Iterator[tuple[int, int, Full]]:
    """Who moves, along which of its edges, and the next state."""
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
                case Start(name):
                    asleep = [
                        j
                        for j, (other, where, _) in enumerate(threads)
                        if program.templates[other].name == name and where == DORMANT
                    ]
                    for j in asleep:
                        begun = list(moved)
                        begun[j] = (threads[j][0], ENTRY, threads[j][2])
                        yield i, k, (shared, tuple(begun))
                    if not asleep:
                        yield i, k, (shared, tuple(moved))
                case Update() as update:
                    for outcome in havocked(program, (shared, tuple(moved)), i, update):
                        yields = all(satisfied(program, c, state, outcome, i) for c in update.constraints)
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
    length = 0
    while layer:
        if any(is_error(program, s) for s in layer):
            return length, seen
        following = []
        for state in layer:
            for _, _, new in successors(program, state):
                if new not in seen:
                    seen.add(new)
                    following.append(new)
            if len(seen) > limit:
                return None
        layer = following
        length += 1
    return None, seen
