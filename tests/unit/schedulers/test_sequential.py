"""Cooperative programs as sequential C: compiled and run at random, they do what the scheduler allows, all of it."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators.turns import HEAD as COOPERATIVE_HEAD
from tests.generators.turns import generate, has_late_orders
from tests.unit.smt.random_terms import Terms
from threadproof import cli, pipeline
from threadproof.errors import InputError, UsageError
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe
from threadproof.schedulers.fairthreads.sequential import scheduler as sequential_scheduler
from threadproof.schedulers.fairthreads.sequential.guards import exclude_each_other, one_holds
from threadproof.schedulers.fairthreads.sequential.terms import Expressions, c_type

#: (see `tests.helpers.rotation`)
IN_TURN = 3

COOPERATIVE = Path(__file__).parents[2] / "programs" / "cooperative"
GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="gcc is not there to compile the program")

#: how a run ends
ENDED, ERROR, DISCARDED, TOO_LONG = 0, -6, 3, 4

#: of tests/programs/cooperative: file, options, property
SELECTED = [
    ("await_n_boundary_safe.c", "", "unreach-call"),
    ("broadcast_missed_deadlock.c", "", "no-deadlock"),
    ("broadcast_value_safe.c", "", "unreach-call"),
    ("create_join_safe.c", "", "no-deadlock"),
    ("create_last_unsafe.c", "", "unreach-call"),
    ("fact1_bug.c", "", "unreach-call"),
    ("fact1_mod.c", "", "unreach-call"),
    ("join_cycle_deadlock.c", "", "no-deadlock"),
    ("order_three_unsafe.c", "", "unreach-call"),
    ("select_both_safe.c", "", "unreach-call"),
    ("select_both_unsafe.c", "", "unreach-call"),
    ("select_n_safe.c", "", "unreach-call"),
    ("stop_section_unsafe.c", "", "unreach-call"),
    ("suspend_resume_safe.c", "", "unreach-call"),
    ("suspend_wins_deadlock.c", "", "no-deadlock"),
    ("token_ring.c", "-DN=3", "unreach-call"),
    ("token_ring.c", "-DN=3 -DBUG", "unreach-call"),
    ("values_two_safe.c", "", "no-deadlock"),
]


def build(text: str, folder: Path) -> Path:
    """Compiled; there are no warnings."""
    assert GCC is not None
    source, program = folder / "sequential.c", folder / "sequential"
    source.write_text(text)
    command = [GCC, "-std=gnu11", "-Wall", "-DSTANDALONE", "-fsanitize=undefined", "-fno-sanitize-recover"]
    done = subprocess.run([*command, str(source), "-o", str(program)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return program


def run(program: Path, seed: int, turns: int = 300) -> tuple[int, str]:
    done = subprocess.run([str(program), str(seed), str(turns)], capture_output=True, text=True, timeout=10)
    assert done.returncode in (ENDED, ERROR, DISCARDED, TOO_LONG), done
    assert not done.stderr
    return done.returncode, done.stdout


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.c"
    path.write_text(text)
    return path


def sequential(path: Path, property_: str = "unreach-call", *, order: str = "any", defines: str = "") -> str:
    names = [d.removeprefix("-D") for d in defines.split()]
    return pipeline.sequentialize(path, Options(property=property_, order=order, defines=names))


# ---------------------------------------------------------------- verdicts


@needs_gcc
@pytest.mark.parametrize(("file", "defines", "property_"), SELECTED)
def test_as_expected(file: str, defines: str, property_: str, tmp_path: Path) -> None:
    rows = [line.split("\t") for line in (COOPERATIVE / "EXPECTED.tsv").read_text().splitlines()]
    (expected,) = [verdict for f, d, p, verdict, _ in rows if (f, d, p) == (file, defines, property_)]
    program = build(sequential(COOPERATIVE / file, property_, defines=defines), tmp_path)
    found = any(run(program, seed)[0] == ERROR for seed in range(40 if expected == "unsafe" else 12))
    assert found == (expected == "unsafe")


@pytest.mark.parametrize(
    ("file", "property_", "expected"),
    [
        ("order_persists_three_safe.c", "unreach-call", Safe),
        ("pass_list_order_unsafe.c", "unreach-call", Unsafe),
        ("suspend_wins_deadlock.c", "no-deadlock", Unsafe),
        ("values_sum_safe.c", "unreach-call", Safe),
    ],
)
def test_verified_as_a_sequential_program(file: str, property_: str, expected: type, tmp_path: Path) -> None:
    """By our own explorer, which visits all of it."""
    path = write(tmp_path, sequential(COOPERATIVE / file, property_))
    assert isinstance(pipeline.verify(path, Options(engine="explore")).verdict, expected)


@needs_gcc
@pytest.mark.parametrize("seed", range(10))
def test_does_what_explore_allows_and_all_of_it(seed: int, tmp_path: Path) -> None:
    compare(generate(seed), tmp_path, order="any" if seed % 4 else "fixed")


@needs_gcc
def test_suspended_from_the_start_then_stopped(tmp_path: Path) -> None:
    """A place in the order is found late; a stopped thread is not suspended any more."""
    compare(
        COOPERATIVE_HEAD
        + """
static void cleanup(void *a) { NOTE(20); ft_thread_cooperate(); NOTE(21); }
static void w0(void *a) { NOTE(1); ft_thread_cooperate(); NOTE(2); ft_thread_cooperate_n(9); NOTE(3); }
static void w1(void *a) {
    NOTE(5);
    ft_scheduler_resume(t0);
    ft_thread_cooperate();
    NOTE(6);
    ft_scheduler_suspend(t0);
    ft_thread_cooperate_n(2);
    NOTE(7);
    ft_scheduler_stop(t0);
    ft_thread_cooperate_n(4);
    NOTE(8);
}
static void watcher(void *a) { ft_thread_cooperate_n(70); assert(CHECK); }
int main(void) {
    s = ft_scheduler_create();
    t0 = ft_thread_create(s, w0, cleanup, 0);
    ft_thread_create(s, w1, 0, 0);
    ft_thread_create(s, watcher, 0, 0);
    ft_scheduler_suspend(t0);
    ft_scheduler_start(s);
    ft_exit();
}
""",
        tmp_path,
    )


def compare(text: str, tmp_path: Path, *, order: str = "any") -> None:
    """What `x` is in the end, in many runs: is it allowed, and is it all that is allowed?"""
    path = write(tmp_path, text)
    program = build(sequential(path, order=order), tmp_path)
    found = set()
    for n in range(40):
        code, shown = run(program, n, turns=3000)
        assert code == ENDED
        found.add(int(re.findall(r"^x = (\d+)$", shown, re.MULTILINE)[0]))

    def explored(check: str) -> type:
        options = Options(engine="explore", order=order, defines=[f"CHECK=({check})"])
        return type(pipeline.verify(path, options).verdict)

    for x in sorted(found)[:2]:
        assert explored(f"x != {x}u") is Unsafe
    if not has_late_orders(text):
        assert explored(" || ".join(f"x == {x}u" for x in found)) is Safe


# ---------------------------------------------------------------- expressions


@needs_gcc
def test_terms_mean_the_same_in_c(tmp_path: Path) -> None:
    widths = (1, 5, 8, 16, 32, 64)
    terms = Terms(7, widths=widths, arrays=False)
    rng = random.Random(7)
    scalars = [v for vs in terms.scalars.values() for v in vs]
    names = {v: f"x{n}" for n, v in enumerate(scalars)}
    expressions = Expressions(names.__getitem__, {})
    lines, values = [], []
    for _ in range(250):
        t = terms.bits(rng.choice(widths), 3) if rng.random() < 0.7 else terms.boolean(3)
        model = Model(
            {v: rng.choice((0, 1, rng.getrandbits(v.width or 1), (1 << (v.width or 1)) - 1)) for v in scalars}
        )
        lines += [f"{names[v]} = {model.scalars[v]}ull;" for v in sorted(t.vars, key=names.__getitem__)]
        lines.append(f'printf("%llu\\n", (unsigned long long)({expressions.show(t)}));')
        values.append(evaluate(t, model))
    text = "#include <stdint.h>\n#include <stdio.h>\n"
    text += "".join(f"static {c_type(v.width)} {names[v]};\n" for v in scalars if any(names[v] in x for x in lines))
    text += "".join(expressions.functions.values()) + "int main(void) {\n" + "\n".join(lines) + "\n}\n"
    _, shown = run(build(text, tmp_path), 0)
    assert [int(x) for x in shown.split()] == values


def test_elements_outside_of_an_array() -> None:
    a, i = Var("a", 8, True, dims=1, length=4), T.var(Var("i", 32, True))
    expressions = Expressions(lambda v: v.name, {a: (4,)})
    assert expressions.show(T.select(a, (i,))) == "i < 4u ? a[i] : 0"
    assert expressions.show(T.select(a, (T.const(3, 32),))) == "a[3u]"


def test_guards() -> None:
    def is_(name: Var, value: int) -> Term:
        return T.eq(T.var(name), T.const(value, 32))

    x, y = Var("x", 32, True), Var("y", 32, True)
    assert exclude_each_other(is_(x, 1), is_(x, 2))
    assert not exclude_each_other(is_(x, 1), is_(y, 2))
    assert one_holds([T.and_(is_(x, 1), is_(y, 1)), T.not_(is_(x, 1)), T.and_(is_(x, 1), T.not_(is_(y, 1)))])
    assert not one_holds([is_(x, 1), is_(x, 2)])


# ---------------------------------------------------------------- small programs

HEAD = "#include <assert.h>\n#include <fthread.h>\nstatic ft_event_t e;\nstatic int x;\n"
MAIN = """int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, first, 0, 0);
    ft_thread_create(s, second, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
"""


@needs_gcc
def test_the_order_of_creation(tmp_path: Path) -> None:
    text = HEAD + "static void first(void *a) { x = 1; }\nstatic void second(void *a) { assert(x == 1); }\n" + MAIN
    path = write(tmp_path, text)
    fixed = build(sequential(path, order="fixed"), tmp_path)
    assert {run(fixed, n)[0] for n in range(10)} == {ENDED}
    any_order = build(sequential(path), tmp_path)
    assert {run(any_order, n)[0] for n in range(10)} == {ENDED, ERROR}


@needs_gcc
def test_more_values_than_there_is_room_for_are_an_error(tmp_path: Path) -> None:
    text = (
        HEAD
        + "static void first(void *a) { for (;;) { ft_thread_generate_value(e, a); if (x) ft_thread_cooperate(); } }\n"
    )
    text += "static void second(void *a) { void *p; ft_thread_get_value(e, 0, &p); x = p == 0; }\n" + MAIN
    text = sequential(write(tmp_path, text))
    assert "ft_limit();" in text
    program = build(text, tmp_path)
    assert ERROR in {run(program, n)[0] for n in range(5)}


@needs_gcc
def test_a_value_that_nobody_sends(tmp_path: Path) -> None:
    """There is no room for values, but no array of length 0 either."""
    text = """#include <fthread.h>
extern void reach_error(void);
static ft_scheduler_t s; static ft_event_t e; static ft_thread_t t; static int x;
static void f(void *arg) {
    void *p = 0;
    ft_thread_cooperate();
    if (ft_thread_get_value(e, 0, &p) == OK) x = p != 0;
    if (x) reach_error();
}
int main(void) {
    s = ft_scheduler_create(); e = ft_event_create(s); t = ft_thread_create(s, f, 0, 0);
    ft_scheduler_start(s); ft_exit(); return 0;
}
"""
    written = sequential(write(tmp_path, text))
    assert re.search(r"event_value\w*\[", written)
    assert not re.search(r"\w \w+(\[\d+\])*\[0\]", written)
    again = tmp_path / "again.c"
    again.write_text(written)
    assert isinstance(pipeline.verify(again, Options(timeout=60)).verdict, Safe)


def test_all_updates_of_a_step_at_once(tmp_path: Path) -> None:
    text = HEAD + "static int y = 1, a[3] = {5, 6, 7};\n"
    text += "static void first(void *p) { int t = x; x = y; y = t; a[x] = a[y] + x; x = 2; ft_thread_cooperate(); }\n"
    text += (
        "static void second(void *p) { ft_thread_cooperate_n(2); assert(x == 2 && !y && a[1] == 6 && a[0] == 5); }\n"
    )
    program = build(sequential(write(tmp_path, text + MAIN)), tmp_path)
    assert {run(program, n)[0] for n in range(6)} == {ENDED}


@needs_gcc
def test_dead_ends(tmp_path: Path) -> None:
    text = HEAD + "extern void __VERIFIER_assume(int);\nextern void reach_error(void);\n"
    text += "static void first(void *a) { ft_thread_await(e); reach_error(); }\n"
    text += "static void second(void *a) { ft_thread_cooperate(); __VERIFIER_assume(0); }\n"
    program = build(sequential(write(tmp_path, text + MAIN)), tmp_path)
    assert {run(program, n)[0] for n in range(4)} == {DISCARDED}


@needs_gcc
def test_memory_that_is_allocated_a_known_number_of_times(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstatic struct node *head;\n" + HEAD
    text += """static void add(int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = head; head = n; }
static void first(void *a) { for (int i = 0; i < 3; i++) { add(i); ft_thread_cooperate(); } }
static void second(void *a) {
    add(7);
    ft_thread_cooperate_n(9);
    for (struct node *n = head; n; n = n->next) x = 10 * x + n->v;
    assert(x == 2107);
}
"""
    program = build(sequential(write(tmp_path, text + MAIN)), tmp_path)
    assert {run(program, n)[0] for n in range(8)} == {ENDED, ERROR}


def test_names_and_lines_of_the_source() -> None:
    text = sequential(COOPERATIVE / "token_ring.c", defines="-DN=3")
    assert "static uint32_t token;" in text
    assert "static uint32_t master_sent;" in text
    assert "/* 164: token = sent; */\n    token = master_sent;\n" in text
    assert "reach_error();  /* the assertion fails: token == sent + N */" in text
    assert "ft_stop" not in text
    assert "ft_left" not in text


@needs_gcc
def test_names_of_ours(tmp_path: Path) -> None:
    text = HEAD + "static int main_thread, run, THREADS, shown;\n"
    text += "static void first(void *a) { main_thread = run = THREADS = shown = 1; ft_thread_cooperate(); }\n"
    text += "static void second(void *a) { assert(main_thread + run + THREADS + shown < 5); }\n"
    text = sequential(write(tmp_path, text + MAIN))
    declared = re.findall(r"^static uint32_t (\w+);", text, re.MULTILINE)
    assert {"main_thread_2", "run_2", "THREADS_2", "shown"} <= set(declared)
    program = build(text, tmp_path)
    assert {run(program, n)[0] for n in range(3)} == {ENDED}


# ---------------------------------------------------------------- the text of the scheduler

FOLDER = Path(sequential_scheduler.__file__).parent
TEXTS = sorted(path.name for path in FOLDER.glob("*.c"))


def macros(file: str) -> set[str]:
    return set(re.findall(r"\bHAS_\w+", (FOLDER / file).read_text()))


@pytest.mark.parametrize("file", TEXTS)
def test_every_feature_is_one_that_a_program_may_have(file: str) -> None:
    said = "".join((FOLDER / module).read_text() for module in ("program.py", "scheduler.py"))
    assert {m for m in macros(file) if f'"{m.removeprefix("HAS_").lower()}"' not in said} == set()


@needs_gcc
@pytest.mark.parametrize("file", TEXTS)
def test_it_is_cut_as_gcc_cuts_it(file: str, tmp_path: Path) -> None:
    """Whoever preprocesses it, with these features, gets the same tokens; what is left says nothing of features."""
    headers = {
        "first.h": "    first();\n",
        "threads.h": "        case 2: second(); break;\n",
        "shown.h": "    third();\n",
    }
    for name, text in headers.items():
        (tmp_path / name).write_text(text)
    rng = random.Random(file)
    for _ in range(8):
        chosen = {m for m in sorted(macros(file)) if rng.random() < 0.5}
        left = sequential_scheduler.cut(file, {m.removeprefix("HAS_").lower() for m in chosen}, headers)
        assert "HAS_" not in left
        assert "threads.h" not in left
        assert "/* " in left or file == "main.c"
        (tmp_path / "left.c").write_text(left)
        by_gcc = [preprocessed_by_gcc(path, chosen, tmp_path) for path in (FOLDER / file, tmp_path / "left.c")]
        assert by_gcc[0].split() == by_gcc[1].split()


def preprocessed_by_gcc(path: Path, defined: set[str], headers: Path) -> str:
    command = ["gcc", "-E", "-P", *[f"-D{m}" for m in defined], "-I", str(headers), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# ---------------------------------------------------------------- refused


def test_preemptive_threads(tmp_path: Path) -> None:
    path = write(tmp_path, "int main(void) { return 0; }\n")
    with pytest.raises(InputError, match="has preemptive threads; sequentialize is for cooperative ones"):
        sequential(path)


def test_other_properties(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="sequentialize is not for no-data-race"):
        sequential(COOPERATIVE / "join_safe.c", "no-data-race")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("for (int i = 0; i != x; i++) ft_thread_create(ft_thread_scheduler(), first, 0, 0);", "any number of threads"),
        ("ft_scheduler_create();", "a second scheduler may be created"),
        ("ft_thread_unlink();", "not understood: ft_thread_unlink"),
        (
            "static int *p, *q; for (;;) { q = p; p = malloc(4); *p = x; if (q) x = *q; ft_thread_cooperate(); }",
            "memory may be allocated",
        ),
    ],
)
def test_refused_with_file_and_line(body: str, message: str, tmp_path: Path) -> None:
    text = "#include <stdlib.h>\n" + HEAD + "static void first(void *a) { x = 3; }\n"
    text += f"static void second(void *a) {{\n    {body}\n    assert(x != 7);\n}}\n"
    with pytest.raises(InputError, match=f"program.c:8: .*{message}"):
        sequential(write(tmp_path, text + MAIN))


def test_waiting_without_giving_up_control(tmp_path: Path) -> None:
    text = "#include <pthread.h>\nstatic pthread_mutex_t m;\n" + HEAD
    text += "static void first(void *a) { pthread_mutex_lock(&m); ft_thread_cooperate(); pthread_mutex_unlock(&m); }\n"
    path = write(tmp_path, text + MAIN.replace("second", "first"))
    assert "__VERIFIER_assume(0);" in sequential(path)
    with pytest.raises(InputError, match=r"program.c:7: this waits without giving up control"):
        sequential(path, "no-deadlock")


# ---------------------------------------------------------------- the command


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = str(COOPERATIVE / "join_safe.c"), tmp_path / "out.c"
    assert cli.main(["sequentialize", file, "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert cli.main(["sequentialize", file]) == 0
    assert capsys.readouterr().out == out.read_text()
    assert cli.main(["sequentialize", file, "--property", "termination"]) == 1
