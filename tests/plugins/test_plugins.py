"""What somebody else adds, each in one file that registers it: it is known everywhere, and no other file names it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: (see `tests.helpers.rotation`)
IN_TURN = 3

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "programs"


def run(*arguments: object, plugin: str, expected: int) -> str:
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(HERE / plugin)}
    command = [sys.executable, "-m", "threadproof", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_engine_on_the_command_line(tmp_path: Path) -> None:
    plugin = "toy_engine.py"
    help_ = run("verify", "--help", plugin=plugin, expected=0)
    assert "one schedule, step by step" in help_
    assert "toy: steps before it gives up (default: 1000)" in " ".join(help_.split())
    unsafe, safe = (PROGRAMS / f"classic/work_counter_{word}.c" for word in ("unsafe", "safe"))
    assert "engine toy" in run("verify", "--engine", "toy", unsafe, plugin=plugin, expected=10)
    report = tmp_path / "report.json"
    run("verify", "--engine", "toy", "--patience", 3, unsafe, "--json", report, plugin=plugin, expected=5)
    assert json.loads(report.read_text())["statistics"]["nodes"] == 2
    assert "nothing found" in run("verify", "--engine", "toy", safe, plugin=plugin, expected=5)
    text = run("verify", "--engine", "toy", safe, "--property", "no-data-race", plugin=plugin, expected=5)
    assert "toy does not decide no-data-race" in text
    text = run("verify", "--engine", "impact", "--patience", 3, safe, plugin=plugin, expected=1)
    assert "--patience is an option of toy, not of impact" in text
    assert "not a positive number" in run("verify", "--patience", 0, safe, plugin=plugin, expected=1)
    cooperative = PROGRAMS / "cooperative/order_two_unsafe.c"
    assert "toy does not know FairThreads" in run("verify", "--engine", "toy", cooperative, plugin=plugin, expected=5)


def test_engine_in_bench(tmp_path: Path) -> None:
    task = PROGRAMS / "classic/work_counter_unsafe.yml"
    arguments = ("bench", task, "--property", "unreach-call", "--engine", "toy", "--patience", 999)
    text = run(*arguments, "--db", tmp_path / "db.sqlite", plugin="toy_engine.py", expected=0)
    assert "right" in text and "nothing found" not in text


def test_engine_in_python() -> None:
    code = (
        "import threadproof\n"
        f"path = {str(PROGRAMS / 'classic/work_counter_unsafe.c')!r}\n"
        "print(type(threadproof.verify(path, engine='toy', patience=1000).verdict).__name__)\n"
        "try: threadproof.verify(path, engine='walk', patience=1000)\n"
        "except threadproof.UsageError as e: print(e)\n"
    )
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(HERE / "toy_engine.py")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.startswith("Unsafe\n--patience is an option of toy, not of walk")


def test_engine_keeps_the_contract() -> None:
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(HERE / "toy_engine.py")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "long or not long"]
    command += [str(HERE.parent / "contract/test_engines.py"), "-k", "toy and (never_wrong or limit or print)"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=HERE.parents[1])
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) >= 10, done.stdout


NEVER_ZERO = """
#include <pthread.h>
unsigned char never_zero = 1;
void *count(void *unused) { for (int i = 0; i < LAST; i++) never_zero++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); pthread_join(t, 0); return 0; }
"""


@pytest.mark.parametrize("engine", ["auto", "explore", "impact", "redcomp", "symmpa"])
def test_property_on_the_command_line(engine: str, tmp_path: Path) -> None:
    def ask(last: int, *more: object, expected: int) -> str:
        path = tmp_path / f"up_to_{last}.c"
        path.write_text(NEVER_ZERO.replace("LAST", str(last)))
        arguments = ("--property", "never-zero", "--engine", engine, *more)
        return run("verify", path, *arguments, plugin="toy_property.py", expected=expected)

    assert "SAFE  never-zero" in ask(3, "--check-proof", expected=0)
    if engine in ("auto", "explore"):
        assert "a zero is written" in ask(300, expected=10)


def test_property_everywhere(tmp_path: Path) -> None:
    plugin = "toy_property.py"
    assert "never-zero" in run("verify", "--help", plugin=plugin, expected=0)
    program = PROGRAMS / "classic/work_counter_safe.c"
    text = run("verify", program, "--property", "never-zero", plugin=plugin, expected=0)
    assert "nothing to check: no shared variable is called never_zero" in text
    assert run("ir", program, "--passes", "--property", "never-zero", plugin=plugin, expected=0).startswith("checks of")
    formula = tmp_path / "zero.prp"
    formula.write_text("CHECK( init(main()), LTL(G ! zero) )")
    assert "never-zero" in run("verify", program, "--property", formula, plugin=plugin, expected=0)
    task = tmp_path / "task.yml"
    task.write_text(
        f"format_version: '2.0'\ninput_files: '{program}'\n"
        "properties:\n  - property_file: zero.prp\n    expected_verdict: true\n"
    )
    assert "right" in run("bench", task, "--db", tmp_path / "db.sqlite", plugin=plugin, expected=0)
    proof = tmp_path / "proof.json"
    run("verify", program, "--property", "never-zero", "--proof", proof, plugin=plugin, expected=0)
    assert "ACCEPTED" in run("check-proof", program, proof, plugin=plugin, expected=0)


def test_pass() -> None:
    plugin = "toy_pass.py"
    unsafe, safe = (PROGRAMS / f"classic/work_counter_{word}.c" for word in ("unsafe", "safe"))
    assert "turn-around" in run("ir", safe, "--passes", plugin=plugin, expected=0)
    text = run("ir", safe, "--passes", "--property", "termination", plugin=plugin, expected=0)
    assert "# turn-around does not keep termination" in text
    turned = run("ir", unsafe, "--after", "turn-around", plugin=plugin, expected=0)
    assert turned != run("ir", unsafe, "--after", "simplify", plugin=plugin, expected=0)
    for engine in ("explore", "impact"):
        run("verify", "--engine", engine, safe, "--check-proof", plugin=plugin, expected=0)
        run("verify", "--engine", engine, unsafe, plugin=plugin, expected=10)


GATES = """
typedef unsigned long toy_thread; typedef struct { int state; } toy_gate;
int toy_start(toy_thread *, void *(*)(void *), void *); int toy_join(toy_thread);
void toy_pass(toy_gate *); void toy_open(toy_gate *);
extern void reach_error(void);
toy_gate gate; int x, y;
void *worker(void *unused) { toy_pass(&gate); if (x != 1) reach_error(); y = 1; return 0; }
int main(void) {
    toy_thread t;
    toy_start(&t, worker, 0);
    BODY
    toy_join(t);
    if (y != 1) reach_error();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("body", "property_", "expected"),
    [
        ("x = 1; toy_open(&gate);", "unreach-call", 0),
        ("toy_open(&gate); x = 1;", "unreach-call", 10),
        ("x = 1; toy_open(&gate);", "no-data-race", 0),
        ("toy_open(&gate); x = 1;", "no-data-race", 10),
        ("x = 1; toy_open(&gate);", "no-deadlock", 0),
        ("x = 1;", "no-deadlock", 10),
    ],
)
def test_thread_library(body: str, property_: str, expected: int, tmp_path: Path) -> None:
    path = tmp_path / "gates.c"
    path.write_text(GATES.replace("BODY", body))
    arguments = ("--data-model", "LP64", "--property", property_, "--check-proof")
    text = run("verify", path, *arguments, plugin="toy_api.py", expected=expected)
    if expected == 0:
        assert "accepted" in text


BATON = """
void baton_thread(void (*f)(void)); void baton_run(void); void baton_pass(void); void baton_sleep(void);
void baton_wake(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int x;
void first(void) { x = 1; baton_pass(); if (x != EXPECTED) reach_error(); BODY }
void second(void) { x = x + 1; }
int main(void) { baton_thread(first); baton_thread(second); baton_run(); return 0; }
"""


@pytest.mark.parametrize(
    ("expected", "body", "property_", "code"),
    [
        (2, "", "unreach-call", 0),
        (1, "", "unreach-call", 10),
        (2, "", "no-deadlock", 0),
        (2, "baton_wake(); baton_pass(); x = 3;", "no-deadlock", 0),
        (2, "", "no-data-race", 0),
        (2, "if (x < 0) x = x + 1;", "no-overflow", 0),
    ],
)
def test_scheduler(expected: int, body: str, property_: str, code: int, tmp_path: Path) -> None:
    path = tmp_path / "baton.c"
    path.write_text(BATON.replace("EXPECTED", str(expected)).replace("BODY", body))
    arguments = ("--property", property_, "--check-proof")
    for engine in ("esst", "explore", "auto"):
        text = run("verify", path, "--engine", engine, *arguments, plugin="toy_scheduler.py", expected=code)
        assert "baton, every initial order of threads" in text


THROWN = """
void baton_thread(void (*f)(void)); void baton_run(void); void baton_throw(void); void baton_exit(void);
extern void reach_error(void);
int x;
void first(void) { x = 1; baton_throw(); if (x CONDITION) reach_error(); }
void second(void) { x = x * 2 + 3; }
int main(void) { baton_thread(first); baton_thread(second); baton_run(); baton_exit(); }
"""


@pytest.mark.parametrize("condition", ["== 1", "== 5", "== 3"])
@pytest.mark.parametrize("engine", ["esst", "explore"])
def test_who_throws_may_catch(engine: str, condition: str, tmp_path: Path) -> None:
    """A thread that gives control back may get it again although another one could: both must be looked at."""
    path = tmp_path / "thrown.c"
    path.write_text(THROWN.replace("CONDITION", condition))
    arguments = ("verify", path, "--engine", engine, "--check-proof")
    run(*arguments, plugin="toy_scheduler.py", expected=0 if condition == "== 3" else 10)


COIN = """
void baton_thread(void (*f)(void)); void baton_run(void); int baton_coin(void); void baton_exit(void);
extern void reach_error(void);
void first(void) { int a = baton_coin(), b = baton_coin(); if (CONDITION) reach_error(); }
int main(void) { baton_thread(first); baton_run(); baton_exit(); }
"""


@pytest.mark.parametrize("condition", ["a && !b", "!a && b", "a && b", "!a && !b", "a + b > 2"])
@pytest.mark.parametrize("engine", ["esst", "explore"])
def test_a_call_that_may_return_this_or_that(engine: str, condition: str, tmp_path: Path) -> None:
    path = tmp_path / "coin.c"
    path.write_text(COIN.replace("CONDITION", condition))
    arguments = ("verify", path, "--engine", engine, "--check-proof")
    run(*arguments, plugin="toy_scheduler.py", expected=0 if condition == "a + b > 2" else 10)


def test_scheduler_that_nobody_wakes(tmp_path: Path) -> None:
    path, plugin = tmp_path / "baton.c", "toy_scheduler.py"
    text = BATON.replace("EXPECTED", "2").replace("BODY", "baton_sleep();").replace("return 0;", "baton_exit();")
    path.write_text(f"void baton_exit(void);{text}")
    for engine in ("esst", "explore"):
        text = run("verify", path, "--property", "no-deadlock", "--engine", engine, plugin=plugin, expected=10)
        assert "first waits for somebody to wake it" in text
    text = run("sequentialize", path, plugin=plugin, expected=2)
    assert "sequentialize does not know the scheduler baton" in text


BAD_ENGINE = """
import os
from threadproof.engines import EngineSpec, register
from threadproof.options import Option
from threadproof.properties import Kind
from threadproof.result.verdict import Trace, Unsafe
class Bad:
    def verify(self, program, property_, run):
        BODY
register(EngineSpec("bad", "100% wrong", Bad, frozenset({Kind.LOCATED}), options=(Option("NAME", 1, "50% off"),)))
"""


@pytest.mark.parametrize(
    ("body", "complaint", "is_named"),
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero", True),
        ("return 'safe'", "bad answers str", False),
        ("return Unsafe(Trace((), ''))", "bad answers Unsafe", False),
        ("raise SystemExit(0)", "somebody wants to exit, with code 0", False),
        ("os._exit(0)", "has ended too early, with code 0", False),
        ("os.abort()", "native code crashed (SIGABRT)", True),
    ],
)
def test_engine_that_misbehaves(body: str, complaint: str, is_named: bool, tmp_path: Path) -> None:
    """There is no verdict, whatever it does, and no exit code that looks like one."""
    plugin, program = tmp_path / "plugin.py", PROGRAMS / "classic/work_counter_safe.c"
    plugin.write_text(BAD_ENGINE.replace("BODY", body).replace("NAME", "luck"))
    text = run("verify", "--engine", "bad", program, plugin=str(plugin), expected=6)
    assert complaint in text
    assert (f"{plugin}:9" in text and "an error of the plug-in" in text) == is_named
    assert "50% off" in run("verify", "--help", plugin=str(plugin), expected=0)
    code = (
        "import threadproof\n"
        f"try: print(threadproof.verify({str(program)!r}, engine='bad', isolated=True))\n"
        "except ZeroDivisionError: print('no verdict')\n"
        "except threadproof.ThreadproofError: print('no verdict')\n"
    )
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(plugin)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "no verdict\n"


@pytest.mark.parametrize(("name", "complaint"), [("json", "--json of bad is an option"), ("timeout", "is for all")])
def test_option_that_is_taken(name: str, complaint: str, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    plugin.write_text(BAD_ENGINE.replace("BODY", "pass").replace("NAME", name))
    assert complaint in run("verify", "nothing.c", plugin=str(plugin), expected=1)


OWN_KIND = """
from enum import Enum
from threadproof.engines import EngineSpec, register
from threadproof.properties import Kind, Property, register as ask
from threadproof.result.verdict import Unknown
Mood = Enum("Mood", ["BAD"])
class Dreamer:
    def verify(self, program, property_, run):
        return Unknown("asleep", statistics={"nodes": 0})
ask(Property("good-mood", frozenset({Mood.BAD})))
register(EngineSpec("dreamer", "sleeps", Dreamer, frozenset({Mood.BAD})))
"""


def test_a_kind_of_its_own(tmp_path: Path) -> None:
    """It is decided by nobody but an engine that knows it."""
    plugin = tmp_path / "plugin.py"
    plugin.write_text(OWN_KIND)
    program = PROGRAMS / "classic/work_counter_safe.c"
    for engine, reason in (("auto", "asleep"), ("dreamer", "asleep"), ("impact", "impact does not decide good-mood")):
        text = run("verify", "--engine", engine, "--property", "good-mood", program, plugin=str(plugin), expected=5)
        assert reason in text


@pytest.mark.parametrize(
    ("property_", "complaint"),
    [
        ("Property('p', frozenset({Kind.DEADLOCK}))", "p cannot be of the kind DEADLOCK"),
        ("Property('p', frozenset({Kind.LOCATED, Kind.LEAK}), checks=id)", "p cannot be of the kind LEAK"),
        ("Property('p/q', frozenset())", "no name of a property: 'p/q'"),
        ("Property('p', frozenset())", "nothing violates p"),
        ("Property('p', frozenset({Kind.LOCATED}))", "nothing violates p"),
        ("Property('unreach-call', frozenset({Kind.LOCATED}), checks=id)", "there is a property unreach-call already"),
        ("Property('p', frozenset({'mood'}), checks=id)", "the error locations of p do not violate it"),
    ],
)
def test_property_that_nobody_could_decide(property_: str, complaint: str, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    plugin.write_text(f"from threadproof.properties import Kind, Property, register\nregister({property_})\n")
    program = PROGRAMS / "classic/work_counter_safe.c"
    assert complaint in run("verify", "--property", "p", program, plugin=str(plugin), expected=1)


@pytest.mark.parametrize("text", ["", "raise KeyError(1)", "import nowhere", "raise SystemExit"])
def test_plugin_that_does_not_load(text: str, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    if text:
        plugin.write_text(text)
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(plugin)}
    command = [sys.executable, "-m", "threadproof", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1
    assert str(plugin) in done.stderr
    assert "Traceback" not in done.stderr


PLAIN_DATA = """from __future__ import annotations
from dataclasses import dataclass, field
import pickle
@dataclass(frozen=True)
class State:
    turn: int = 0
    waiting: tuple[int, ...] = ()
assert pickle.loads(pickle.dumps(State(3))) == State(3)
"""
TAKEN = """from threadproof.frontend.threads import ThreadApi, register
register(ThreadApi("mine", {"pthread_create": lambda c, e, wanted: None}))
"""
SAME = """from threadproof.frontend.threads import ThreadApi, register
register(ThreadApi("pthread", {}))
"""


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (PLAIN_DATA, 0, "SAFE"),
        (TAKEN, 1, "two libraries have the function pthread_create"),
        (SAME, 1, "there is a library of threads pthread already"),
    ],
    ids=["plain data", "taken function", "taken name"],
)
def test_what_a_plugin_may_have(text: str, code: int, said: str, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    plugin.write_text(text)
    assert said in run("verify", PROGRAMS / "classic/work_counter_safe.c", plugin=str(plugin), expected=code)


def test_a_plugin_that_does_not_load_never_does(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    plugin.write_text("raise ValueError")
    code = (
        "import threadproof\n"
        "for _ in range(2):\n"
        f"    try: threadproof.verify({str(PROGRAMS / 'classic/work_counter_safe.c')!r})\n"
        "    except threadproof.UsageError as error: print(error)\n"
    )
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(plugin)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.count("does not load") == 2
