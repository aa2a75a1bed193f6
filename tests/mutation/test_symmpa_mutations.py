"""What makes `symmpa` sound is needed: switched off, a program is wrongly Safe, and the checker refuses the proof.

The checker is asked twice. As it is, it always refuses. With the mutation it shares, some of them it does not notice:
what formulas say of threads (`blocks.crowd`), how many there are (`analysis.instances`) and what the transitions are
(`blocks.transitions`) is trusted, so there only comparison with `explore` helps (tests/differential/test_symmpa.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.proving import HEAD
from threadproof import pipeline
from threadproof.blocks import crowd, transitions
from threadproof.blocks.crowd import Crowd
from threadproof.blocks.transitions import Creation, Transition, _Run
from threadproof.broadcast.program import ACTIVE, Constraint, variable
from threadproof.engines import ENGINES
from threadproof.engines.engine import Answer, Run
from threadproof.engines.symmpa import engine, refine
from threadproof.engines.symmpa.abstraction import Abstraction
from threadproof.engines.symmpa.engine import SymmPA
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL, named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Safe

#: the value that was read is not the one that is there
LOST_UPDATE = """
shared s = 0;
local l = 0;
1: l = s;
2: s = l + 1;
3: assert s == l + 1;
"""
#: whoever is next goes on, and calls the next one too early
TOKEN = (
    HEAD
    + """
pthread_t next;
int in;
void *f(void *p) {
    while (__VERIFIER_nondet_int()) {
        if (next == 0) next = pthread_self();
        while (next != pthread_self()) ;
        in = in + 1;
        check(in == 1);
        next = 0;
        in = in - 1;
    }
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, f, 0);
    while (1) ;
}
"""
)
#: the second thread takes another way through the section
SECTION = (
    HEAD
    + """
int s = 1, k;
void *f(void *p) {
    __VERIFIER_atomic_begin();
    if (s == 1) k = 1; else { k = 2; k = 1; }
    if (s != 1) s = 7; else s = 2;
    __VERIFIER_atomic_end();
    check(k == 1 && s == 2);
    return 0;
}
int main(void) { pthread_t id; pthread_create(&id, 0, f, 0); while (1) ; }
"""
)
#: only the first thread is given 0
GIVEN = (
    HEAD
    + """
void *f(void *p) { check((int)(long)p != 1); return 0; }
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, f, 0);
    while (1) pthread_create(&id, 0, f, (void *)(long)__VERIFIER_nondet_int());
}
"""
)


# ---------------------------------------------------------------- mutations


def _nobody_is_notified(patch: pytest.MonkeyPatch) -> None:
    """As if a mixed predicate were a local one."""
    patch.setattr(Abstraction, "_notified", lambda *a: [])


def _threads_are_in_step(patch: pytest.MonkeyPatch) -> None:
    """As if all threads had the same locals."""
    different = Crowd.different

    def equal(self: Crowd, *templates: str) -> Term:
        own = [
            T.eq(T.var(v), T.var(self.copy(part, v)))
            for part, name in enumerate(templates)
            if part and name == templates[0]
            for v in self.locals[name]
            if v is not self.program.templates[name].self_var
        ]
        return T.and_(different(self, *templates), *own)

    patch.setattr(Crowd, "different", equal)


def _passive_threads_see_nothing(patch: pytest.MonkeyPatch) -> None:
    after = Crowd.after

    def active_only(self: Crowd, t: Term, template: str, part: int, w: Transition) -> Term:
        return self.said(t, template, part) if part else after(self, t, template, part, w)

    patch.setattr(Crowd, "after", active_only)


def _one_of_each(patch: pytest.MonkeyPatch) -> None:
    def one(program: Program) -> dict[str, int | None]:
        return dict.fromkeys(program.templates, 1)

    patch.setattr(crowd, "most_instances", one)
    patch.setattr(engine, "most_instances", one)


def _what_two_do_is_said_of_one(patch: pytest.MonkeyPatch) -> None:
    """As if a constraint about the active and a passive thread were about the active one."""

    def about_one(formula: Term, passive: tuple[tuple[str, str], ...] = ()) -> Constraint:
        names = dict(passive)
        of_active = {
            v: T.var(variable(f"{ACTIVE}.{v.name.partition('.')[2]}"))
            for v in formula.vars
            if v.name.partition(".")[0] in names
        }
        return Constraint(T.substitute(formula, of_active))

    patch.setattr(refine, "Constraint", about_one)


def _conditions_inside_sections_do_not_count(patch: pytest.MonkeyPatch) -> None:
    includes = transitions._includes

    def careless(old: _Run, new: _Run) -> bool:
        free = old.copy()
        free.guard = T.TRUE
        return includes(free, new)

    patch.setattr(transitions, "_includes", careless)


def _writes_are_not_seen(patch: pytest.MonkeyPatch) -> None:
    written = Crowd.written
    patch.setattr(Crowd, "written", lambda self, w: written(self, w) - self.shared)


def _threads_begin_alike(patch: pytest.MonkeyPatch) -> None:
    """As if every local were 0 at the beginning of a thread."""

    def zero(self: Crowd, t: Term, creation: Creation) -> Term:
        return T.substitute(t, {v: T.const(0, v.width) for v in t.vars if v not in self.shared})

    patch.setattr(Crowd, "begun", zero)


CASES = [
    (_nobody_is_notified, LOST_UPDATE, "2", "of other threads"),
    (_threads_are_in_step, LOST_UPDATE, "2", "need not satisfy"),
    (_passive_threads_see_nothing, LOST_UPDATE, "2", "of other threads"),
    (_one_of_each, LOST_UPDATE, "2", "there may be more than 1 threads"),
    (_one_of_each, LOST_UPDATE, "any", "there may be more than 1 threads"),
    (_nobody_is_notified, LOST_UPDATE, "any", "of other threads"),
    (_what_two_do_is_said_of_one, TOKEN, "2", "need not satisfy"),
    (_conditions_inside_sections_do_not_count, SECTION, "2", "has no edge"),
    (_writes_are_not_seen, LOST_UPDATE, "2", "changes"),
    (_threads_begin_alike, GIVEN, None, "starts need not satisfy"),
]
#: the checker has its own opinion on these
NOTICED = {_nobody_is_notified, _what_two_do_is_said_of_one, _writes_are_not_seen}


def _complaints(program: Program, answer: Safe) -> list[str]:
    found = check(program, UNREACH_CALL, answer.proof.kind, answer.proof.data, Prover(("bitwuzla",)))
    return list(map(str, found.complaints))


@pytest.mark.parametrize(
    ("mutate", "text", "threads", "why"), CASES, ids=[f"{m.__name__[1:]}-{n}" for m, _, n, _ in CASES]
)
def test_condition_is_needed(
    mutate: Callable[[pytest.MonkeyPatch], None], text: str, threads: str | None, why: str, tmp_path: Path
) -> None:
    path = tmp_path / ("p.c" if text.startswith(HEAD) else "p.scpl")
    path.write_text(text)
    options = Options(engine="symmpa", threads=threads)
    program = pipeline._prepared(pipeline.load(path, options), named(options.property), form=ENGINES["symmpa"].form)

    def verify() -> Answer:
        return SymmPA().verify(program, named(options.property), Run(options, time.monotonic() + 20))

    assert isinstance(verify(), Counterexample)
    with pytest.MonkeyPatch.context() as patch:
        mutate(patch)
        answer = verify()
        assert isinstance(answer, Safe)
        assert mutate not in NOTICED or _complaints(program, answer)
    assert any(why in complaint for complaint in _complaints(program, answer))
