"""The ground under the engines: conditions of front end, library, passes and defences, switched off one at a time.

A case of ground/*.txt is the text of a condition, what stands there when it is off, and a program that shows the
difference: with the condition its verdict is right, without it wrong.

    === name
    in the file, below src/threadproof
    -the text, which stands there once
    +what stands there instead
    the right verdict, the property         or: a program of tests/programs, the property
    C text                                      (its task says what is right)

Further words: `engine=…`; `LP64`; `havoc` (`--unknown-calls`); `bare`, without our prelude; `examined`, the
examination after every pass objects; `checked`, the checker of the proof does; `scope=some_words`: with the condition
the verdict names them; `procedures`: functions have one copy each. A condition that can be switched off without anybody
noticing is either not tested or not needed, so one that is added belongs here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.helpers.ir_build import Thread, step
from tests.helpers.lean import Lean
from tests.helpers.rotation import rotating
from tests.helpers.switching import Switch, asked, import_all, outcome, scope
from tests.unit.evidence import test_totality
from tests.unit.ir import test_checker
from threadproof import pipeline
from threadproof.evidence.facts.sections import inside
from threadproof.frontend.task import load_task
from threadproof.ir import op as O
from threadproof.options import Options
from threadproof.reference import judge
from threadproof.result.verdict import Unknown

LINK = "frontend/read/link.py"
FOLDER = Path(__file__).parent / "ground"
PROGRAMS = Path(__file__).parents[1] / "programs"
PRELUDE = """#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define check(x) do { if (!(x)) reach_error(); } while (0)
"""
#: how many of them `make test` tries
SAMPLE = 14


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    switch: Switch
    #: the right verdict, or the program whose task says it
    right: str
    property: str
    words: tuple[str, ...]
    text: str

    def task(self, folder: Path) -> tuple[Path, Options, str]:
        """The program, how it is verified, and the right verdict."""
        engine = next((w.partition("=")[2] for w in self.words if w.startswith("engine=")), "auto")
        options = Options(property=self.property, engine=engine, timeout=30, second_reading=False)
        if "LP64" in self.words:
            options.data_model = "LP64"
        if "havoc" in self.words:
            options.unknown_calls = "havoc"
        if self.text:
            path = folder / "program.c"
            path.write_text(self.text if "bare" in self.words else PRELUDE + self.text)
            return path, options, self.right
        task = load_task(PROGRAMS / f"{self.right}.yml")
        (holds,) = [p.expected.holds for p in task.properties if p.name == self.property and p.expected is not None]
        options.data_model = task.data_model
        return task.input_file, options, "safe" if holds else "unsafe"


def _read(file: Path) -> list[Case]:
    found = []
    for block in file.read_text().split("=== ")[1:]:
        name, where, *lines = block.strip().splitlines()
        text = [x[1:] for x in lines if x.startswith("-")]
        instead = [x[1:] for x in lines if x.startswith("+")]
        rest = lines[len(text) + len(instead) :]
        right, property_, *words = rest[0].split()
        switch = Switch(where.removeprefix("in "), "\n".join(text), "\n".join(instead))
        found.append(Case(f"{file.stem}-{name}", switch, right, property_, tuple(words), "\n".join(rest[1:])))
    return found


CASES = [case for file in sorted(FOLDER.glob("*.txt")) for case in _read(file)]


def is_needed(number: int, folder: Path) -> None:
    case = CASES[number]
    path, options, right = case.task(folder)
    for words in [w.partition("=")[2].replace("_", " ") for w in case.words if w.startswith("scope=")]:
        assert words in scope(None, path, options)
        assert words not in scope(case.switch, path, options)
        return
    flags = {w: w in case.words for w in ("examined", "checked", "procedures")}
    with_it = outcome(None, path, options, **flags)
    without = outcome(case.switch, path, options, **flags)
    assert with_it.split(":")[0] == right, with_it
    # an Unknown is never wrong, so it shows nothing
    is_judged = flags["examined"] or flags["checked"]
    wanted = {"objection"} | (set() if is_judged else {"safe", "unsafe"} - {right})
    assert without.split(":")[0] in wanted, without


@pytest.mark.parametrize("number", rotating(SAMPLE, len(CASES)), ids=lambda n: CASES[n].name)
def test_condition_is_needed(number: int, tmp_path: Path) -> None:
    LEAN.call(is_needed, number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda n: CASES[n].name)
def test_every_condition_is_needed(number: int, tmp_path: Path) -> None:
    LEAN.call(is_needed, number, tmp_path)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_condition_is_there(case: Case) -> None:
    """Who changes a condition says in its case what it is now."""
    case.switch.mutated()


# ---------------------------------------------------------------- conditions that a test knows


def _wrong(n: int) -> Callable[[], object]:
    return lambda: test_checker.test_wrong_operation(*test_checker.WRONG_OPS[n])


def _one_location(n: int) -> Callable[[], object]:
    marks = test_totality.test_one_location.pytestmark  # type: ignore[attr-defined]
    return lambda: test_totality.test_one_location(*marks[0].args[1][n])


def _tried(name: str) -> Callable[[], object]:
    """The second reading looks for a data race in vain."""

    def test() -> None:
        opinion = judge.attempt(PROGRAMS / f"{name}.c", Options(property="no-data-race"), 1.0)
        assert opinion.word == "confirmed", opinion.why

    return test


def _linked(*texts: str) -> Callable[[], object]:
    """Of a program in several files nothing is decided."""

    def test() -> None:
        with TemporaryDirectory() as folder:
            paths = [Path(folder) / f"file{n}.c" for n in range(len(texts))]
            for path, text in zip(paths, texts, strict=True):
                path.write_text("extern void reach_error(void);\n" + text)
            options = Options(files=paths[1:], timeout=30, second_reading=False)
            verdict = pipeline.verify(paths[0], options).verdict
            assert isinstance(verdict, Unknown), verdict

    return test


def _known_inside(*ops: O.Op, jump: bool = False, at: set[int] | None) -> Callable[[], object]:
    """What the checker of proofs finds out about sections. `jump`: over the first operation, too."""
    t = Thread("main", 1)
    start = t.at
    for n, op in enumerate(ops):
        t.do(op)
        if jump and not n:
            t.edge(start, t.at, step())

    def test() -> None:
        assert inside(t.build()) == at

    return test


CHECKER, TOTALITY = "ir/checker.py", "evidence/totality.py"
READING, FACTS = "reference/machine.py", "evidence/facts/sections.py"
BEGIN, END = O.AtomicBegin(), O.AtomicEnd()
#: file, condition, what stands there without it, who notices
WITNESSED: list[tuple[str, str, str, Callable[[], object]]] = [
    (CHECKER, "if op.guard.width != T.BOOL:", "if False:", _wrong(0)),
    (CHECKER, "if u.value.width != u.var.width:", "if False:", _wrong(1)),
    (CHECKER, "if len(set(scalars)) != len(scalars):", "if False:", _wrong(2)),
    (CHECKER, "if v not in self.declared:", "if False:", _wrong(3)),
    (CHECKER, "if len(index) != v.dims and not whole:", "if False:", _wrong(5)),
    (CHECKER, "if i.width == T.BOOL:", "if False:", _wrong(7)),
    (CHECKER, "if len(places) > 1:", "if False:", _wrong(8)),
    (CHECKER, "if op.lock is not None:", "if False:", _wrong(12)),
    (CHECKER, "if len(created.params) != len(op.args):", "if False:", _wrong(14)),
    (CHECKER, "if p.width != a.width:", "if False:", _wrong(15)),
    (CHECKER, "if op.handle.width != created.self_var.width:", "if False:", _wrong(16)),
    (CHECKER, "op.handle.value not in (None, created.single_id):", "False:", _wrong(17)),
    (CHECKER, "if not 0 <= op.low <= op.high < 1 << (op.var.width or 1):", "if False:", _wrong(18)),
    (CHECKER, "if v is not None and (v.dims or v.shared):", "if False:", _wrong(20)),
    (CHECKER, "if within == begins:", "if False:", test_checker.test_sections),
    (CHECKER, "elif inside[e.target] != within and e.target not in", "elif False and", test_checker.test_sections),
    (CHECKER, "if inside.get(t.exit):", "if False:", test_checker.test_sections),
    (TOTALITY, "if solver.check(T.not_(T.or_(*guards))) is True:", "if False:", _one_location(0)),
    (TOTALITY, 'yield f"nothing comes after L{at}, and it is not said why"', "pass", _one_location(7)),
    (TOTALITY, "or any(map(_waits, out)):", "or False:", _one_location(5)),
    (TOTALITY, "at in t.discards or any", "any", _one_location(0)),
    (
        TOTALITY,
        "and not isinstance(e.op, O.Exit | O.Unsupported):",
        "and True:",
        test_totality.test_what_is_behind_the_end_of_the_process_does_not_matter,
    ),
    (READING, "self.race_in_section = self._race(", "raise self._race(", _tried("sections/stuck_section_safe")),
    (
        READING,
        "doing if self.inside is None else self._behind_section(doing, self.inside.where)",
        "doing",
        _tried("sections/created_before_the_end_safe"),
    ),
    (FACTS, "case O.AtomicBegin() if is_open:", "case None if is_open:", _known_inside(BEGIN, BEGIN, END, at=None)),
    (
        FACTS,
        "None if opened & {at for at, is_open in seen if not is_open} else",
        "",
        _known_inside(BEGIN, step(), END, jump=True, at=None),
    ),
    (
        LINK,
        "if not self.types.compatible(decl.type, other.type):",
        "if False:",
        _linked(
            "unsigned f(void); int main(void) { if (f() > 5) reach_error(); }",
            "int f(void) { return -1; }",
        ),
    ),
    (
        LINK,
        "if not strong and len(weak) > 1:",
        "if False:",
        _linked(
            "__attribute__((weak)) int f(void) { return 1; } int main(void) { if (f() == 2) reach_error(); }",
            "__attribute__((weak)) int f(void) { return 2; }",
        ),
    ),
    (
        LINK,
        'self._not_understood("alias of something that another file replaces", x.decl)',
        "pass",
        _linked(
            """static int own(void) { return 1; }
            int g(void) __attribute__((weak, alias("own")));
            int main(void) { if (g() == 1) reach_error(); }""",
            "int g(void) { return 2; }",
        ),
    ),
    (FACTS, "case O.Exit() | O.Unsupported():", "case None:", _known_inside(BEGIN, O.Exit("exit"), BEGIN, at={2})),
]


def is_noticed(number: int) -> None:
    file, text, instead, test = WITNESSED[number]
    test()
    assert asked(Switch(file, text, instead), test) == "failed"


@pytest.mark.parametrize(
    "number", range(len(WITNESSED)), ids=lambda n: f"{Path(WITNESSED[n][0]).stem}-{WITNESSED[n][1]}"
)
def test_a_test_notices(number: int) -> None:
    LEAN.call(is_noticed, number)


LEAN = Lean(import_all, is_needed, is_noticed)
