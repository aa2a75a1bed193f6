"""Every soundness condition of the engine `esst` is needed: switched off, a program gets a wrong verdict.

Each test takes an unsafe program, shows that the engine finds the violation (which is replayed), switches one condition
off, and shows that the engine says Safe, and that the checker refuses its proof. What was found on the way:

* *Turns that may end the process* (`Turn.halts`), in `commute`: behind the end of the process nothing goes wrong any
  more. (`halts` does matter to persistent sets, as a part of `completes`.) What calls touch: see test_effects.
* *The cycle condition*: in an instant events and ended threads only become more, and a turn that goes on for ever does
  not count as complete, so that turns of threads never close a cycle within an instant; and an instant ends only when
  all that can run have run. Only main, if it goes on giving orders, can keep the others from running. The test makes
  the search prefer it.
* *Orders*: those to create threads, to suspend and to resume commute in effect, and cleanups are always looked at, even
  if nobody is stopped: the program that shows it creates events, whose numbers differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.engines.covering import search as kit_search
from threadproof.engines.covering import tree
from threadproof.engines.esst import engine, turns
from threadproof.engines.esst.search import TurnSearch
from threadproof.engines.esst.turns import Turn, Turns
from threadproof.errors import InternalError
from threadproof.ir import effects as F
from threadproof.ir.program import MAIN_ID
from threadproof.ir.symbolic import Control
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 3

Patch = pytest.MonkeyPatch


# ---------------------------------------------------------------- mutations


def covers_wake_nobody(patch: Patch) -> None:
    for module in (tree, kit_search):
        patch.setattr(module, "missing_at", lambda w, v, symmetry: frozenset())


def _without(patch: Patch, change: Callable[[Turn], Turn]) -> None:
    """Whether turns commute is said without looking at a part of them."""
    goes_first, commute = turns.goes_first, turns.commute
    patch.setattr(turns, "goes_first", lambda a, b: goes_first(change(a), change(b)))
    patch.setattr(turns, "commute", lambda a, b: commute(change(a), change(b)))


def _without_cells(patch: Patch, modes: int, *kinds: str) -> None:
    def change(t: Turn) -> Turn:
        kept = {c: m & ~modes if c[0] in kinds else m for c, m in t.cells.items()}
        return replace(t, cells={c: m for c, m in kept.items() if m})

    _without(patch, change)


def data_does_not_matter(patch: Patch) -> None:
    _without(patch, lambda t: replace(t, writes=set()))


def awaited_events_do_not_matter(patch: Patch) -> None:
    _without_cells(patch, F.WAITS, "event")


def observed_events_do_not_matter(patch: Patch) -> None:
    _without_cells(patch, F.LOOKS, "event")


def joins_do_not_matter(patch: Patch) -> None:
    _without_cells(patch, F.WAITS, "thread")


def new_things_do_not_matter(patch: Patch) -> None:
    _without_cells(patch, F.CHANGES, "orders", "events")


def orders_do_not_mind_ends(patch: Patch) -> None:
    _without_cells(patch, F.BRINGS, "orders")


def order_is_not_noticed(patch: Patch) -> None:
    patch.setattr(Turns, "_order_is_noticed", lambda self, c, a, b: False)


def waiting_commutes(patch: Patch) -> None:
    """As if sleep sets could use `goes_first` of persistent sets."""
    goes_first = turns.goes_first

    def careless(a: Turn, b: Turn) -> bool:
        return goes_first(a, b) or goes_first(b, a)

    patch.setattr(turns, "commute", careless)


def turns_need_not_complete(patch: Patch) -> None:
    patch.setattr(Turns, "_completes", lambda self, p, s, turn: True)


def nobody_is_woken_meanwhile(patch: Patch) -> None:
    """Only threads that can run now are asked what they may do before the chosen ones."""
    patch.setattr(turns, "_wakes", lambda s, id_, turn: False)


def only_the_next_turn_counts(patch: Patch) -> None:
    """Of threads that are not chosen, the next turn is looked at, not all that they do in the instant."""
    missing = Turns.missing

    def careless(self: Turns, c: object, chosen: object) -> set[int] | None:
        with pytest.MonkeyPatch.context() as inner:
            s = c.scheduler  # type: ignore[attr-defined]
            inner.setattr(self, "ahead", lambda p: self.now(p, s), raising=False)
            return missing(self, c, chosen)  # type: ignore[arg-type]

    patch.setattr(Turns, "missing", careless)


# ---------------------------------------------------------------- programs

HEAD = """#include <stdlib.h>
#include <fthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
static ft_scheduler_t s;
static ft_event_t e, f;
static ft_thread_t ta, tb, tc, td, tg;
static int x, y, z, n;
"""
MAIN = """int main(void) {{
    s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    {creations}
    ft_scheduler_start(s);
    {late}
}}
"""


def text_of(late: str = "ft_exit();", **threads: str) -> str:
    """A program of threads, each with its function."""
    parts = [HEAD, *[f"static void {name}(void *arg) {{ {body} }}" for name, body in threads.items()]]
    creations = [f"t{t} = ft_thread_create(s, {t}, 0, 0);" for t in threads]
    return "\n".join([*parts, MAIN.format(creations="\n    ".join(creations), late=late)])


#: b looks at what a writes, c at what b saw
DATA = text_of(a="x = 1;", b="y = x + 1;", c="ft_thread_cooperate(); if (y == 1) reach_error();")
#: c sees that b waits
AWAIT = text_of(a="ft_thread_generate(e);", b="x = 1; ft_thread_await(e); x = 2;", c="if (x == 1) reach_error();")
JOIN = text_of(a="", b="x = 1; ft_thread_join(ta); x = 2;", c="if (x == 1) reach_error();")
#: c sees that b waits although a has been there
AWAIT_LATER = text_of(
    a="y = 1; ft_thread_generate(e);", b="x = 1; ft_thread_await(e); x = 2;", c="if (x == 1 && y == 1) reach_error();"
)
JOIN_LATER = text_of(a="y = 1;", b="x = 1; ft_thread_join(ta); x = 2;", c="if (x == 1 && y == 1) reach_error();")
SELECT = text_of(
    a="ft_event_t on[2] = {e, f}; int mask[2]; ft_thread_select(2, on, mask); if (mask[0] && !mask[1]) reach_error();",
    b="ft_thread_generate(e);",
    c="ft_thread_generate(f);",
)
#: events have numbers
NUMBERS = text_of(
    a="x = ft_event_create(s);", b="y = ft_event_create(s);", c="ft_thread_cooperate(); if (x > y) reach_error();"
)
STOP_ENDED = text_of(a="int r = ft_scheduler_stop(tb); if (r != OK) y = 1; if (y) reach_error();", b="")
#: the error is in a thread that waits, until another one than the first lets it go on
WOKEN = text_of(a="x = 1;", b="ft_thread_generate(e);", c="ft_thread_await(e); if (x == 0) reach_error();")
#: (an error at once is seen although it is not the thread's turn)
LATE_ERROR = "ft_thread_generate(f); reach_error();"
EXIT, SPIN, ASSUME = [text_of(a=body, b=LATE_ERROR) for body in ("exit(0);", "while (1) ;", "__VERIFIER_assume(0);")]
#: which thread is the first in the second instant was decided in the first one
ORDER = text_of(a="ft_thread_cooperate(); x = 1;", b="ft_thread_cooperate(); if (x == 0) reach_error();")
#: b counts instants; where both can run, the one that has moved last is expanded first, and the other sleeps below
COUNT = text_of(
    a="while (1) ft_thread_cooperate();",
    b="while (1) { if (n == 3) reach_error(); n++; ft_thread_cooperate(); }",
    c="if (__VERIFIER_nondet_int()) n = 1;",
)


def _in_two_instants(own: str, other: str) -> str:
    """In one instant the thread changes a variable, in the next one it could look at another."""
    look = f"int r = ft_thread_await_n(f, 1); if (r == OK && {other} == 7) reach_error();"
    return f"while (1) {{ {own} {look} ft_thread_cooperate(); }}"


#: a and b, and also d and g, are chosen together: what they do now commutes, but not what they may do in this instant
COUNT_TOGETHER = text_of(
    a=_in_two_instants("y = 3 - y;", "n"),
    b=_in_two_instants("if (n == 3) reach_error(); n++;", "y"),
    c="if (__VERIFIER_nondet_int()) n = 1;",
    d=_in_two_instants("x = 3 - x;", "z"),
    g=_in_two_instants("z = 3 - z;", "x"),
)


@dataclass(frozen=True, slots=True)
class Case:
    mutate: Callable[[Patch], None]
    text: str
    por: tuple[str, ...] = ("persistent", "sleep", "both")


CASES = (
    Case(covers_wake_nobody, COUNT, ("sleep",)),
    Case(covers_wake_nobody, COUNT_TOGETHER, ("both",)),
    Case(data_does_not_matter, DATA),
    Case(awaited_events_do_not_matter, AWAIT, ("persistent", "both")),
    Case(awaited_events_do_not_matter, AWAIT_LATER, ("sleep",)),
    Case(joins_do_not_matter, JOIN, ("persistent", "both")),
    Case(joins_do_not_matter, JOIN_LATER, ("sleep",)),
    Case(observed_events_do_not_matter, SELECT, ("persistent", "both")),
    Case(new_things_do_not_matter, NUMBERS),
    Case(orders_do_not_mind_ends, STOP_ENDED, ("sleep", "both")),
    Case(waiting_commutes, AWAIT_LATER, ("sleep", "both")),
    Case(waiting_commutes, JOIN_LATER, ("sleep", "both")),
    Case(turns_need_not_complete, EXIT, ("persistent", "both")),
    Case(turns_need_not_complete, SPIN, ("persistent", "both")),
    Case(turns_need_not_complete, ASSUME, ("persistent", "both")),
    Case(nobody_is_woken_meanwhile, WOKEN, ("persistent", "both")),
    Case(only_the_next_turn_counts, WOKEN, ("persistent", "both")),
    Case(order_is_not_noticed, ORDER),
)


def _verify(path: Path, por: str) -> Safe | Unsafe:
    verdict = pipeline.verify(path, Options.make(engine="esst", por=por, timeout=30)).verdict
    assert isinstance(verdict, Safe | Unsafe), verdict
    return verdict


def _refused(path: Path, por: str) -> bool:
    """Is there a proof that the checker does not accept?"""
    try:
        pipeline.verify(path, Options.make(engine="esst", por=por, timeout=30), check_with="z3")
    except InternalError as problem:
        return "refused" in str(problem)
    return False


@pytest.mark.parametrize("case", [pytest.param(c, id=c.mutate.__name__, marks=in_turn(n)) for n, c in enumerate(CASES)])
def test_without_it_the_verdict_is_wrong(case: Case, tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "program.c"
    path.write_text(case.text)
    oracle = Options.make(engine="explore", reduction="none", timeout=30)
    assert isinstance(pipeline.verify(path, oracle).verdict, Unsafe)
    for por in ("none", *case.por):
        assert isinstance(_verify(path, por), Unsafe)
    case.mutate(monkeypatch)
    for por in case.por:
        assert isinstance(_verify(path, por), Safe), por
        assert _refused(path, por), por


# ---------------------------------------------------------------- cycles


def prefer_main(patch: Patch) -> None:
    """A search that lets main go first, where it can run."""

    def persistent(self: Turns, c: Control) -> frozenset[int] | None:
        ids = {p.id for p in self.symbolic.movable(c)}
        return frozenset({MAIN_ID}) if MAIN_ID in ids and len(ids) > 1 else None

    patch.setattr(Turns, "persistent", persistent)


@pytest.mark.parametrize("por", ["persistent", "both"])
@pytest.mark.parametrize(
    "calls", ["ft_scheduler_broadcast(e);", "ft_scheduler_broadcast(e); ft_scheduler_broadcast(f);"]
)
def test_without_the_cycle_condition_main_goes_on_for_ever(
    calls: str, por: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    path = tmp_path / "program.c"
    path.write_text(text_of(a=LATE_ERROR, late=f"while (1) {{ {calls} }}"))
    prefer_main(monkeypatch)
    assert isinstance(_verify(path, por), Unsafe)
    monkeypatch.setattr(TurnSearch, "cycle_condition", False)
    assert isinstance(_verify(path, por), Safe)
    assert _refused(path, por)


# ---------------------------------------------------------------- order


def test_what_happens_without_an_order_is_no_counterexample(monkeypatch: Patch) -> None:
    """If no order is remembered there is a violation, in the program there is none."""
    path = Path(__file__).parents[1] / "programs" / "cooperative" / "order_persists_safe.c"
    assert isinstance(_verify(path, "both"), Safe)
    monkeypatch.setattr(engine, "obeying", lambda scheduler, path: list(path))
    with pytest.raises(InternalError):
        _verify(path, "both")


# ---------------------------------------------------------------- figure 8 of the paper

#: g1 := g1 - 1 and g2 := g2 - 1 commute, but not in the abstract, with the predicates g1 < g2 and g1 = g2
DECREMENTS = text_of(
    a="x = x - 1; ft_thread_cooperate(); x = x - 1;",
    b="y = y - 1; ft_thread_cooperate(); y = y - 1;",
    c="int n = x < y; ft_thread_cooperate(); int m = x == y; ft_thread_join(ta); ft_thread_join(tb); %s reach_error();",
)


@pytest.mark.parametrize("por", ["none", "persistent", "sleep", "both"])
def test_turns_that_do_not_commute_in_the_abstract(por: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    wrong = (("if (x != y)", Safe), ("if (n && m)", Safe), ("if (n && x == y)", Unsafe), ("if (!n && !m)", Unsafe))
    for condition, kind in wrong:
        path.write_text(DECREMENTS % condition)
        oracle = pipeline.verify(path, Options.make(engine="explore", reduction="none", timeout=30)).verdict
        assert isinstance(oracle, kind), condition
        assert isinstance(_verify(path, por), kind), condition
