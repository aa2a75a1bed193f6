"""Engine `symmpa`: mixed predicates, any number of threads, several templates, what it refuses, what it reports."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.generators import scpl
from tests.helpers.proving import HEAD
from tests.unit.engines.test_number_of_threads import COUNTED
from tests.unit.engines.test_number_of_threads import HEAD as COUNTING
from threadproof import cli, pipeline
from threadproof.broadcast.moves import LocalState, Machine
from threadproof.broadcast.parser import parse_program
from threadproof.frontend.task import usual_data_model
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: (see `tests.helpers.rotation`)
IN_TURN = 4

PROGRAMS = Path(__file__).parents[2] / "programs" / "scpl"
ANY = "every number of threads"


def verify(
    folder: Path, text: str, threads: str | None = None, *, suffix: str = ".c", engine: str = "symmpa", **more: Any
) -> Verdict:
    """A Safe only with a proof that the checker accepts."""
    path = folder / f"program{suffix}"
    path.write_text(text)
    options = Options.make(engine=engine, threads=threads, **{"timeout": 20, **more})
    result = pipeline.verify(path, options, check_with="z3")
    if isinstance(result.verdict, Safe):
        assert result.check is not None and result.check.is_accepted
        assert (ANY in result.verdict.scope) == (threads == "any")
    return result.verdict


def c_program(body: str, main: str, *, shared: str = "") -> str:
    """A function `f` of threads, with a local `t`."""
    return f"{HEAD}extern void __VERIFIER_assume(int);\n{shared}\n" + (
        f"void *f(void *p) {{\n    int t = 0;\n    {body}\n    return 0;\n}}\n"
        f"int main(void) {{\n    pthread_t id;\n    {main}\n    while (1) ;\n}}\n"
    )


ONE = "pthread_create(&id, 0, f, 0);"


# ---------------------------------------------------------------- mixed predicates


@pytest.mark.parametrize("name", ["mixed_local_unsafe", "mixed_shared_unsafe"])
@pytest.mark.parametrize(("threads", "expected"), [("1", Safe), ("2", Unsafe), ("3", Unsafe), ("any", Unsafe)])
def test_the_programs_of_the_paper(name: str, threads: str, expected: type[Verdict], tmp_path: Path) -> None:
    """A mixed predicate belongs to each thread, and whoever writes its shared variable tells all."""
    text = (PROGRAMS / f"{name}.scpl").read_text()
    assert isinstance(verify(tmp_path, text, threads, suffix=".scpl"), expected)


def test_scpl_is_for_any_number(tmp_path: Path) -> None:
    text = (PROGRAMS / "remainders_safe.scpl").read_text()
    verdict = verify(tmp_path, text, "any", suffix=".scpl")
    assert isinstance(verdict, Safe)
    assert "any number of threads" in verdict.scope


#: whoever is next may go on; anybody may be next, but only one
TOKEN = c_program(
    """while (__VERIFIER_nondet_int()) {
        while (next != pthread_self()) ;
        in = in + 1;
        check(in == 1);
        %s
    }""",
    "next = __VERIFIER_nondet_ulong();" + ONE,
    shared="pthread_t __VERIFIER_nondet_ulong(void), next; int in;",
)
NEXT = "next = __VERIFIER_nondet_ulong();"
TOKEN_SAFE, TOKEN_UNSAFE = TOKEN % f"in = in - 1; {NEXT}", TOKEN % f"{NEXT} in = in - 1;"


def disabled(text: str) -> Iterator[str]:
    """Steps of a broadcast program that a thread can take alone, but not beside a certain passive one."""
    machine = Machine(parse_program(text))
    locations = [
        (i, at)
        for i, t in enumerate(machine.program.templates)
        for at in sorted({e.source for e in t.edges} | {e.target for e in t.edges})
    ]
    places = [
        machine.place(LocalState(i, at, values))
        for i, at in locations
        for values in range(1 << len(machine.program.templates[i].locals))
        if not values & ~machine.remembered(i, at)
    ]
    for shared in range(1 << len(machine.program.shared)):
        for place in places:
            for move in machine.moves(shared, place):
                if any(not any(machine.together(move.effect, [q])) for q in places):
                    yield f"{shared} {machine.places[place]} {move.edge}"


def test_one_more_passive_thread_disables_a_step(tmp_path: Path) -> None:
    """In the abstraction two threads may both seem to be next; then neither can go on, which each alone could."""
    path = tmp_path / "token.c"
    path.write_text(TOKEN_SAFE)
    for threads in ("2", "3"):
        verdict = pipeline.verify(
            path, Options(engine="symmpa", threads=threads, timeout=20, data_model=usual_data_model(path))
        ).verdict
        assert isinstance(verdict, Safe)
        assert any(disabled("\n".join(verdict.proof.data["abstract"])))
    # whose monotone closure loses the thread that disables
    verdict = verify(tmp_path, TOKEN_SAFE, "any", timeout=3)
    assert not isinstance(verdict, Unsafe)


@pytest.mark.parametrize(("threads", "expected"), [("1", Safe), ("2", Unsafe), ("3", Unsafe), ("any", Unsafe)])
def test_its_buggy_twin(threads: str, expected: type[Verdict], tmp_path: Path) -> None:
    assert isinstance(verify(tmp_path, TOKEN_UNSAFE, threads), expected)


# ---------------------------------------------------------------- any number of threads

LOCKS = {
    "mutex": ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"),
    "test and set": ("while (__sync_lock_test_and_set(&k, 1)) ;", "k = 0;"),
    "atomic section": ("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"),
}


def counter(lock: str, unlock: str, main: str = ONE) -> str:
    shared = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, k;"
    return c_program(f"{lock} t = x; x = t + 1; check(x == t + 1); x = t; {unlock}", main, shared=shared)


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("main", [ONE, f"while (__VERIFIER_nondet_int()) {ONE}"])
def test_a_counter_behind_a_lock(lock: str, main: str, tmp_path: Path) -> None:
    verdict = verify(tmp_path, counter(*LOCKS[lock], main), "any")
    assert isinstance(verdict, Safe), verdict


@pytest.mark.parametrize("threads", ["2", "any"])
def test_without_the_lock(threads: str, tmp_path: Path) -> None:
    verdict = verify(tmp_path, counter("", ""), threads)
    assert isinstance(verdict, Unsafe)
    assert verdict.trace.steps
    assert isinstance(verify(tmp_path, counter(LOCKS["test and set"][0].replace("1", "0"), ""), threads), Unsafe)


def test_a_loop_that_starts_threads_needs_no_option(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(counter(*LOCKS["mutex"], f"while (__VERIFIER_nondet_int()) {ONE}"))
    verdict = pipeline.verify(path, Options(engine="symmpa", timeout=20), check_with="z3").verdict
    assert isinstance(verdict, Safe)
    assert ANY in verdict.scope


def test_a_thread_that_starts_itself(tmp_path: Path) -> None:
    text = counter(f"if (__VERIFIER_nondet_int()) {{ pthread_t id; {ONE} }} %s", "%s")
    assert isinstance(verify(tmp_path, text % LOCKS["mutex"], "any"), Safe)
    assert isinstance(verify(tmp_path, text % ("", ""), "any"), Unsafe)


@pytest.mark.parametrize(("main", "n"), [(m, n) for m in COUNTED for n in (1, 2) if COUNTED[m](n) <= 4])
def test_as_many_threads_as_it_says(main: str, n: int, tmp_path: Path) -> None:
    instances = COUNTED[main](n)
    text = f"{COUNTING}int main(void) {{ {main} while (1); }}"
    assert isinstance(verify(tmp_path, text, str(n), defines=[f"MOST={instances - 1}"]), Unsafe)
    assert isinstance(verify(tmp_path, text, str(n), defines=[f"MOST={instances}"]), Safe)


# ---------------------------------------------------------------- templates, arguments, numbers of threads

WRITERS = f"""{HEAD}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *writer(void *p) {{ pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); return 0; }}
void *reader(void *p) {{ %s check(x == 0); %s return 0; }}
int main(void) {{
    pthread_t id;
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
    while (1) ;
}}
"""


@pytest.mark.parametrize("threads", ["1", "2", "any"])
def test_readers_and_writers(threads: str, tmp_path: Path) -> None:
    assert isinstance(verify(tmp_path, WRITERS % LOCKS["mutex"], threads), Safe)
    assert isinstance(verify(tmp_path, WRITERS % ("", ""), threads), Unsafe)


@pytest.mark.parametrize(("claim", "expected"), [("flag == 0 || flag == 1", Safe), ("flag == 0 || p", Unsafe)])
@pytest.mark.parametrize("threads", [None, "2", "any"])
def test_arguments(claim: str, expected: type[Verdict], threads: str | None, tmp_path: Path) -> None:
    main = ONE + "pthread_create(&id, 0, f, (void *)1);"
    text = c_program(f"if (p) flag = 1; else check(flag != 2); check({claim});", main, shared="int flag;")
    assert isinstance(verify(tmp_path, text, threads), expected)


OWNER = c_program(
    "while (__sync_lock_test_and_set(&k, 1)) ;\n    owner = pthread_self();\n    check(%s);\n    k = 0;",
    ONE,
    shared="pthread_t owner; int k;",
)


@pytest.mark.parametrize("claim", ["owner == pthread_self()", "pthread_equal(owner, pthread_self())", "owner != 0"])
@pytest.mark.parametrize("threads", ["2", "any"])
def test_numbers_that_are_only_compared(claim: str, threads: str, tmp_path: Path) -> None:
    assert isinstance(verify(tmp_path, OWNER % claim, threads), Safe)
    text = (OWNER % claim).replace("while (__sync_lock_test_and_set(&k, 1)) ;", "")
    assert isinstance(verify(tmp_path, text, threads), Safe if claim == "owner != 0" else Unsafe)


@pytest.mark.parametrize(
    "claim",
    [
        "owner >= pthread_self()",
        "owner % 2 == pthread_self() % 2",
        "owner + 1 != pthread_self()",
        "owner != 7",
        "flag[pthread_self()] == 0",
    ],
)
@pytest.mark.parametrize("threads", ["2", "any"])
@pytest.mark.usefixtures("threads_have_numbers")
def test_threads_that_are_told_apart(claim: str, threads: str, tmp_path: Path) -> None:
    text = (OWNER % claim).replace("int k;", "int k, flag[9];")
    line = 1 + text[: text.index(f"check({claim})")].count("\n")
    verdict = verify(tmp_path, text, threads)
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "threads are not alike"
    assert verdict.detail.startswith(f"{tmp_path / 'program.c'}:{line}: ")


@pytest.mark.usefixtures("threads_have_numbers")
def test_one_thread_may_be_told_apart(tmp_path: Path) -> None:
    """From nobody."""
    assert isinstance(verify(tmp_path, OWNER % "owner >= pthread_self()"), Safe)


@pytest.mark.parametrize(("argument", "expected"), [("k", Safe), ("__VERIFIER_nondet_int()", Unsafe)])
def test_one_case_after_the_other(
    argument: str, expected: type[Verdict], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All threads read the same element: for each index, for a reason of its own."""
    monkeypatch.setattr("threadproof.engines.symmpa.solve.INTERPOLATORS", ())
    body = "int e = a[(int)p]; t = x; if (t == x) { x = e; check(x == e); }"
    values = "a[0] = __VERIFIER_nondet_int(); a[1] = __VERIFIER_nondet_int(); int k = __VERIFIER_nondet_int();"
    text = c_program(body, f"{values} while (1) {ONE.replace('0);', f'(void *){argument});')}", shared="int a[2], x;")
    assert isinstance(verify(tmp_path, text, "any", timeout=60), expected)


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("cubes", [0, 1, 2])
def test_without_passive_threads(cubes: int, tmp_path: Path) -> None:
    """What is known is weaker, but true."""
    for text, is_violated in ((TOKEN_SAFE, False), (TOKEN_UNSAFE, True), (counter("", ""), True)):
        verdict = verify(tmp_path, text, "2", cubes=cubes, passive=0, timeout=1)
        assert not isinstance(verdict, Safe if is_violated else Unsafe)
    assert not isinstance(verify(tmp_path, counter("", ""), "any", cubes=cubes, passive=0), Safe)
    assert isinstance(verify(tmp_path, counter(*LOCKS["mutex"]), "any", cubes=cubes, passive=0), Safe)


def test_statistics(tmp_path: Path) -> None:
    wanted = {
        "iterations", "predicates", "local_predicates", "mixed_predicates", "shared_predicates", "nodes",
        "transition_refinements", "abstract_states", "smt_checks",
    }  # fmt: skip
    for text in (TOKEN_SAFE, TOKEN_UNSAFE):
        found = verify(tmp_path, text, "2").statistics
        assert wanted <= found.keys()
        assert all(isinstance(found[name], int) and found[name] > 0 for name in wanted)
        kinds = [found[f"{kind}_predicates"] for kind in ("local", "mixed", "shared")]
        assert sum(kinds) == found["predicates"]


def test_other_properties(tmp_path: Path) -> None:
    text = c_program("if (__VERIFIER_nondet_int()) x = x + 1; else x = 0;", ONE, shared="int x;")
    for property_ in ("no-deadlock", "no-data-race", "valid-memsafety", "termination"):
        verdict = verify(tmp_path, text, "2", property=property_)
        assert isinstance(verdict, Unknown)
        assert verdict.reason == "property not supported"
    assert isinstance(verify(tmp_path, text, "2", property="no-overflow"), Safe)
    assert isinstance(verify(tmp_path, text.replace("x = 0", "x = 0x7fffffff"), "2", property="no-overflow"), Unsafe)


@pytest.mark.long
def test_keeps_its_deadline(tmp_path: Path) -> None:
    start = time.monotonic()
    verify(tmp_path, scpl.generate(24), "2", suffix=".scpl", cubes=2, passive=0, timeout=2)
    assert time.monotonic() - start < 6


# ---------------------------------------------------------------- names


POINTERS = f"""{HEAD}
int u, v, *p = &u;
void *f(void *arg) {{
    %s
    return 0;
}}
int main(void) {{
    pthread_t id;
    int given[2] = {{0, 1}};
    pthread_create(&id, 0, f, &given[0]);
    pthread_create(&id, 0, f, &given[1]);
    while (1) ;
}}
"""


@pytest.mark.parametrize(
    ("engine", "threads", "body"),
    [
        ("symmpa", "2", "if (*(int *)arg) p = &v; else { *p = 1; check(*p < 2); }"),
        ("redcomp", None, "p = &v; *p = 1; check(*p < 2);"),
    ],
)
def test_copies_of_templates_have_names_of_their_own(
    engine: str, threads: str | None, body: str, tmp_path: Path
) -> None:
    assert isinstance(
        verify(tmp_path, POINTERS % body, threads, engine=engine, **({"rule": "tm"} if engine == "redcomp" else {})),
        Safe,
    )


# ---------------------------------------------------------------- loops in atomic sections


LOOP = c_program(
    "__VERIFIER_atomic_begin(); do t = __VERIFIER_nondet_int(); while (t == s%s); s = t; __VERIFIER_atomic_end();"
    " check(s != 0);",
    ONE,
    shared="int s = 1;",
)
ODD = c_program(
    """__VERIFIER_atomic_begin();
    %s
    __VERIFIER_atomic_end();
    check(s == %d);""",
    ONE,
    shared="int s = 1;",
)


@pytest.mark.parametrize("engine", ["symmpa", "redcomp"])
@pytest.mark.parametrize("threads", ["2", "any"])
@pytest.mark.parametrize("atomic_statements", [False, True])
def test_a_section_that_tries_again(engine: str, threads: str, atomic_statements: bool, tmp_path: Path) -> None:
    more = {"engine": engine, "atomic_statements": atomic_statements}
    assert isinstance(verify(tmp_path, LOOP % " || t == 0", threads, **more), Safe)
    # s becomes 0: here, or when it was not 0 before
    assert isinstance(verify(tmp_path, LOOP % "", threads, **more), Unsafe)


@pytest.mark.parametrize(
    ("section", "value", "expected"),
    [
        # ways meet inside with the same values, but not under the same conditions
        ("if (s == 1) t = 0; if (s != 1) s = 7; else s = 2;", 2, Unsafe),
        ("if (s == 1) t = 0; if (s == 1) s = 1; else s = 7;", 1, Safe),
        ("do t = __VERIFIER_nondet_int(); while (t != 1 && t != 2); s = t;", 1, Unsafe),
        ("do t = __VERIFIER_nondet_int(); while (t != 1); s = t;", 1, Safe),
        # what is tried again is remembered
        ("t = s; while (__VERIFIER_nondet_int()) t = 1; s = t;", 1, Safe),
        ("t = s; while (__VERIFIER_nondet_int()) t = 3; s = t;", 1, Unsafe),
        ("t = s; while (__VERIFIER_nondet_int()) if (t == 1) t = 3; else t = 4; s = t;", 1, Unsafe),
    ],
)
@pytest.mark.parametrize("engine", ["symmpa", "redcomp"])
def test_ways_through_a_section(section: str, value: int, expected: type[Verdict], engine: str, tmp_path: Path) -> None:
    verdict = verify(tmp_path, ODD % (section, value), "2", engine=engine)
    assert isinstance(verdict, expected | Unknown)
    assert isinstance(verify(tmp_path, ODD % (section, value), "2", engine="explore"), expected)


# ---------------------------------------------------------------- as SATABS reads programs

SATABS = """
extern void reach_error(void);
extern void __CPROVER_assume(int);
void nothing(void);
int something(void);
int x{initial};
void work(void) {{ if (x != 0) reach_error(); }}
int main(void) {{ {first} __CPROVER_ASYNC_1: work(); }}
"""
ARBITRARY = "globals without initialiser hold any values"
NO_BODY = "functions without a body have no effect"


@pytest.mark.parametrize(
    ("initial", "first", "expected", "scope"),
    [
        ("", "", Unsafe, [ARBITRARY]),
        (" = 0", "", Safe, []),
        ("", "__CPROVER_assume(x == 0);", Safe, [ARBITRARY]),
        ("", "__CPROVER_assume(x == 1);", Unsafe, [ARBITRARY]),
        ("", "__CPROVER_assume(x != 1);", Unsafe, [ARBITRARY]),
        (" = 0", "nothing();", Safe, [NO_BODY]),
        (" = 0", "x = something();", Unsafe, [NO_BODY]),
    ],
)
@pytest.mark.parametrize("engine", ["symmpa", "explore"])
def test_satabs(
    initial: str, first: str, expected: type[Verdict], scope: list[str], engine: str, tmp_path: Path
) -> None:
    path = tmp_path / "p.c"
    path.write_text(SATABS.format(initial=initial, first=first))
    verdict = pipeline.verify(path, Options(engine=engine, threads="2", timeout=20)).verdict
    assert isinstance(verdict, expected), verdict
    for note in (ARBITRARY, NO_BODY):
        assert (note in verdict.scope) == (note in scope)


def test_other_programs_are_read_as_c(tmp_path: Path) -> None:
    text = c_program("check(x == 0);", ONE, shared="int x; void nothing(void);")
    assert isinstance(verify(tmp_path, text, "2"), Safe)
    verdict = verify(tmp_path, text.replace("int t = 0;", "int t = 0; nothing();"), "2")
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "unsupported construct"


@pytest.mark.parametrize("word", ["// once with __CPROVER_ASYNC_1\n", 'char *word = "__CPROVER_ASYNC_1";\n'])
def test_a_comment_is_no_label(word: str, tmp_path: Path) -> None:
    text = word + c_program("check(x == 0);", ONE, shared="int x;")
    assert isinstance(verify(tmp_path, text, "2"), Safe)


# ---------------------------------------------------------------- `threadproof bbp`


def iterations(text: str) -> list[str]:
    parts = re.split(r"(?m)^// iteration (\d+)$", text)
    assert not parts[0].strip()
    assert parts[1::2] == [str(n) for n in range(1, len(parts) // 2 + 1)]
    return parts[2::2]


@pytest.mark.parametrize(
    ("text", "suffix", "threads", "verdict"),
    [
        (TOKEN_SAFE, ".c", "2", "SAFE"),
        (TOKEN_UNSAFE, ".c", "any", "UNSAFE"),
        (WRITERS % ("", ""), ".c", "any", "UNSAFE"),
        (counter("", ""), ".c", "2", "UNSAFE"),
        (OWNER % "owner >= pthread_self()", ".c", "2", "UNKNOWN: threads are not alike"),
        ((PROGRAMS / "mixed_shared_unsafe.scpl").read_text(), ".scpl", "2", "UNSAFE"),
        ((PROGRAMS / "remainders_safe.scpl").read_text(), ".scpl", "any", "SAFE"),
    ],
)
@pytest.mark.usefixtures("threads_have_numbers")
def test_printed_abstractions(
    text: str, suffix: str, threads: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"p{suffix}"
    path.write_text(text)
    assert cli.main(["bbp", str(path), "--threads", threads]) == cli.SAFE
    printed = capsys.readouterr().out
    assert printed.rstrip().endswith(f"// {verdict}")
    found = iterations(printed.rpartition("//")[0])
    statistics = pipeline.verify(
        path, Options(engine="symmpa", threads=threads, timeout=20, data_model=usual_data_model(path))
    ).verdict.statistics
    assert len(found) == statistics.get("iterations", 0)
    for n, part in enumerate(found):
        program = parse_program(part)
        assert program.templates
        named = [name for name, _ in (*program.shared, *[x for t in program.templates for x in t.locals])]
        # each with its meaning, as a comment
        assert re.findall(r"(?m)^//   (b\d+)", part) == sorted(named, key=lambda name: int(name[1:]))
        is_last = n == len(found) - 1
        assert ("no error can be reached" in part) == (is_last and verdict == "SAFE")
        assert ("threads: possible" in part) == (is_last and verdict == "UNSAFE")


@pytest.mark.parametrize(
    ("name", "threads"), [("start", "2"), ("new", "any"), ("all", "any"), ("shared", "2"), ("a", "any"), ("p", "2")]
)
def test_functions_with_names_of_the_language(name: str, threads: str, tmp_path: Path) -> None:
    body = "{lock} t = x; x = 1; check(x == 1 && t == 0); x = 0; {unlock}"
    text = c_program(body, ONE, shared="pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;")
    text = text.replace("void *f(", f"void *{name}(").replace("0, f,", f"0, {name},").replace("void *p)", "void *arg)")
    lock, unlock = LOCKS["mutex"]
    assert isinstance(verify(tmp_path, text.replace("{lock}", lock).replace("{unlock}", unlock), threads), Safe)
    assert isinstance(verify(tmp_path, text.replace("{lock}", "").replace("{unlock}", ""), threads), Unsafe)
    path = tmp_path / "program.c"
    shown: list[str] = []
    pipeline.abstractions(path, Options(threads=threads, timeout=20), shown.append)
    assert shown
    for part in shown:
        assert name in {t.name for t in parse_program(part).templates}
