"""Broadcast programs for n threads: the explicit search and the one with decision diagrams, side by side.

    python benchmarks/broadcast_search.py [--limit 100000] [--only abstraction] [--profile]

Prints, for programs of several families, the number of states, what each search did (steps, images) and CPU seconds;
`-` is more than the limits. The last column is `search`, which chooses.
`abstraction` is made like the programs that predicate abstraction makes: a thread runs through a loop, most edges
concern few predicates, some of which are about shared variables too, so that the others must be told.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from threadproof.broadcast import explore, symbolic
from threadproof.broadcast.program import Assert, Constraint, Edge, Program, Template, Update, after, now
from threadproof.broadcast.search import search
from threadproof.logic import term as T
from threadproof.logic.term import Term


def shared_havoc(bits: int) -> Program:
    """One edge gives arbitrary values to all shared variables, of which no two neighbours may hold."""
    names = [f"s{i}" for i in range(bits)]
    apart = T.and_(*(T.not_(T.and_(after(x), after(y))) for x, y in pairwise(names)))
    edges = (
        Edge(1, Update(tuple((x, None) for x in names), (), (Constraint(apart),)), 2),
        Edge(2, Update(constraints=(Constraint(now(names[0])),)), 3),
        Edge(3, Assert(T.not_(now(names[1]))), 1),
    )
    return Program(tuple((x, 0) for x in names), (Template("x", (), edges),))


def own_locals(bits: int) -> Program:
    """Each thread toggles its own locals, one after the other or not."""
    names = [f"b{i}" for i in range(bits)]
    toggles = [Edge(i + 1, Update(((f"a.{x}", T.not_(now(f"a.{x}"))),)), i + 2) for i, x in enumerate(names)]
    skips = [Edge(i + 1, Update(), i + 2) for i in range(bits)]
    return Program((), (Template("x", tuple((x, 0) for x in names), (*toggles, *skips, Edge(bits + 1, Update(), 1))),))


def told(bits: int) -> Program:
    """Whoever takes a step tells everybody something new about one of their locals."""
    names = [f"b{i}" for i in range(bits)]
    edges = []
    for i, x in enumerate(names):
        rule = T.or_(now(f"a.{x}"), now(f"p.{names[i - 1]}"), T.not_(after(f"p.{x}")))
        edges.append(Edge(i % 3 + 1, Update((), (("x", x),), (Constraint(rule, (("p", "x"),)),)), (i + 1) % 3 + 1))
    return Program((), (Template("x", tuple((x, 0) for x in names), tuple(edges)),))


def control(locations: int) -> Program:
    """Nothing but locations."""
    edges = [Edge(i, Update(), t) for i in range(1, locations + 1) for t in (i % locations + 1, i * 7 % locations + 1)]
    return Program((), (Template("x", (), tuple(edges)),))


def abstraction(locations: int, shared: int, mixed: int, own: int, forget: bool, seed: int) -> Program:
    rng = Random(seed)
    s, m, l = ([f"{x}{i}" for i in range(n)] for x, n in (("s", shared), ("m", mixed), ("l", own)))
    #: each local matters between two locations
    live = {b: sorted(rng.sample(range(1, locations + 1), 2)) for b in [*m, *l]}

    def literal(names: list[str]) -> Term:
        chosen = now(rng.choice(names))
        return chosen if rng.random() < 0.5 else T.not_(chosen)

    def implied(new: str, names: list[str], passive: tuple[tuple[str, str], ...] = ()) -> list[Constraint]:
        """Two literals imply a value of what is new, otherwise two others may imply that it has not got it."""
        yes = T.and_(literal(names), literal(names))
        no = T.and_(T.not_(yes), literal(names), literal(names))
        value = after(new) if rng.random() < 0.5 else T.not_(after(new))
        return [Constraint(T.or_(T.not_(yes), value), passive), Constraint(T.or_(T.not_(no), T.not_(value)), passive)]

    edges = []
    for at in range(1, locations + 1):
        here = [b for b in [*m, *l] if live[b][0] <= at <= live[b][1]] or [*m, *l]
        mine = [*s, *(f"a.{b}" for b in here)]
        kind = rng.random()
        if kind < 0.3:  # a branch
            guard = literal(mine)
            edges.append(Edge(at, Update(constraints=(Constraint(guard),)), at % locations + 1))
            edges.append(Edge(at, Update(constraints=(Constraint(T.not_(guard)),)), rng.randint(1, locations)))
        elif kind < 0.65:  # an assignment to a local
            new = rng.sample(here, min(len(here), rng.randint(1, 3)))
            constraints = [c for b in new for c in implied(f"a.{b}", mine)]
            edges.append(
                Edge(at, Update(tuple((f"a.{b}", None) for b in new), (), tuple(constraints)), at % locations + 1)
            )
        else:  # an assignment to something shared
            new = rng.sample(s, min(len(s), rng.randint(1, 2)))
            changed = rng.sample(m, min(len(m), rng.randint(1, 3)))
            theirs = [*mine, *(f"p.{b}" for b in [*m, *l])]
            constraints = [c for x in new for c in implied(x, mine)]
            constraints += [c for b in changed for c in implied(f"a.{b}", mine)]
            constraints += [c for b in changed for c in implied(f"p.{b}", theirs, (("p", "x"),))]
            update = Update(tuple((x, None) for x in new), tuple(("x", b) for b in changed), tuple(constraints))
            edges.append(Edge(at, update, at % locations + 1))
    gone = tuple(
        (at, names)
        for at in range(1, locations + 1)
        if (names := tuple(b for b, (first, last) in live.items() if not first <= at <= last))
    )
    declared = tuple((b, 0) for b in [*m, *l])
    template = Template("x", declared, tuple(edges), forgets=gone if forget else ())
    return Program(tuple((x, 0) for x in s), (template,))


def families() -> Iterator[tuple[str, Program, int]]:
    for bits in (8, 12, 16):
        yield f"shared havoc {bits}", shared_havoc(bits), 2
    for bits, n in ((4, 2), (4, 3), (8, 2), (8, 3)):
        yield f"own locals {bits}", own_locals(bits), n
    for bits, n in ((4, 2), (4, 4), (8, 2), (8, 4)):
        yield f"told {bits}", told(bits), n
    for locations, n in ((10, 4), (20, 3), (20, 4)):
        yield f"control {locations}", control(locations), n
    sizes = [(12, 2, 3, 3, 0), (20, 3, 4, 4, 1), (20, 3, 6, 6, 2), (30, 4, 8, 8, 15)]
    for locations, s, m, l, seed in sizes:
        for forget in (True, False):
            for n in (2, 3, 4):
                name = f"abstraction {locations} {s}+{m}+{l}{' forgetting' if forget else ''}"
                yield name, abstraction(locations, s, m, l, forget, seed), n


def timed(search: Callable[[], explore.Exploration]) -> tuple[explore.Exploration, float]:
    start = time.process_time()
    found = search()
    return found, time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=100_000, help="states of the explicit search")
    parser.add_argument("--nodes", type=int, default=1 << 22, help="nodes of decision diagrams")
    parser.add_argument("--only", default="", help="families whose name contains this")
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    profile = cProfile.Profile()
    print(f"{'':30} {'':>2} {'':>16} | {'explicit':>18} | {'diagrams':>16} | chosen")
    print(f"{'program':30} {'n':>2} {'states':>16} | {'steps':>10} {'s':>7} | {'images':>8} {'s':>7} | {'s':>7}")
    for name, program, n in families():
        if args.only not in name:
            continue
        counts = program.counts(n)
        if args.profile:
            profile.enable()
        one, seconds = timed(lambda p=program, c=counts: explore.explore(p, c, max_states=args.limit))  # type: ignore[misc]
        two, others = timed(lambda p=program, c=counts: symbolic.explore(p, c, max_nodes=args.nodes))  # type: ignore[misc]
        profile.disable()
        known = one.trace is not None or one.complete, two.trace is not None or two.complete
        assert not all(known) or (one.trace is None) == (two.trace is None)
        left = f"{one.steps if known[0] else '-':>10} {seconds:7.2f}"
        right = f"{two.steps if known[1] else '-':>8} {others:7.2f}"
        chosen = "-"
        if any(known):
            three, both = timed(lambda p=program, c=counts: search(p, c))  # type: ignore[misc]
            by_diagrams = three.sets is not None if three.trace is None else three.steps == two.steps
            chosen = f"{both:7.2f} {'diagrams' if by_diagrams else 'explicit'}"
        states = two.states if known[1] else one.states if known[0] else "-"
        print(f"{name:30} {n:2} {states:>16} | {left} | {right} | {chosen}", flush=True)
    if args.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
