"""The machine as judge: compiles a program with gcc, runs it many times under random schedules, and says what happened.

What happens here can happen, so a verdict must allow it. `runtime.c` makes the runs follow what verdicts are about:
sequential consistency (one thread runs at a time; all atomic operations are sequentially consistent), signed arithmetic
that wraps (an overflow is noted, and the run goes on), sections that are atomic, memory that holds anything at first.

Four builds, each for the properties it can see: `plain` (unreach-call, no-deadlock), `overflow` (no-overflow), `thread`
(the thread sanitizer: no-data-race) and `address` (the address and leak sanitizers: valid-memsafety). Termination is
not judged: no run is long enough. Entry points: `find_tools`, `judge`.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

RUNTIME = Path(__file__).with_name("runtime.c")

#: build -> the properties that its runs judge
BUILDS = {
    "plain": ("unreach-call", "no-deadlock"),
    "overflow": ("no-overflow",),
    "thread": ("no-data-race",),
    "address": ("valid-memsafety",),
}
#: in the order of the bits in the runtime
EVENTS = ("unreach-call", "no-overflow", "no-deadlock", "no-data-race", "valid-memsafety", "discarded", "too-long")
_FLAGS = {
    "plain": ["-fsanitize=thread", "-fwrapv"],
    "overflow": ["-fsanitize=thread,signed-integer-overflow"],
    "thread": ["-fsanitize=thread", "-fwrapv"],
    "address": ["-fsanitize=address", "--param", "asan-instrumentation-with-call-threshold=0", "-fwrapv"],
}
#: plain and overflow call what belongs to a sanitizer, but are linked with our functions of those names only
_LINK = {"plain": [], "overflow": [], "thread": ["-fsanitize=thread"], "address": ["-fsanitize=address"]}
_WATCH = {"plain": 0, "overflow": 0, "thread": 1, "address": 2}
#: all orders of atomic operations are the strongest
_ORDERS = [f"-D__ATOMIC_{order}=5" for order in ("RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL")]
_COMMON = ["-std=gnu17", "-w", "-O0", "-g", "-fsigned-char", "-pthread", "-no-pie", "-ftrivial-auto-var-init=pattern"]

_ERROR_BODY = re.compile(r"\b((?:reach_error|__VERIFIER_error)\s*\([^()]*\)\s*\{)")
_ERROR_LABEL = re.compile(r"^(\s*ERROR\s*:)", re.MULTILINE)
_ATOMIC_NAME = re.compile(r"\b__VERIFIER_atomic_(?!begin\b|end\b)\w+")


class CannotCompile(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened in `runs` runs: event -> (how often, the seed of the first run in which it did)."""

    runs: int
    events: dict[str, tuple[int, int]] = field(default_factory=dict)

    def violates(self, property_: str) -> bool:
        return property_ in self.events


@dataclass(frozen=True, slots=True)
class Runs:
    """Seeds from `seed` on, until `count` runs or the time are over, or one of the properties `stop` is violated."""

    seed: int
    count: int
    milliseconds: int = 60_000
    stop: tuple[str, ...] = ()
    loud: bool = False

    def environment(self) -> dict[str, str]:
        stop = sum(1 << EVENTS.index(name) for name in self.stop)
        settings = {"SEED": self.seed, "RUNS": self.count, "MILLISECONDS": self.milliseconds, "STOP": stop}
        found = {f"NATIVE_{name}": str(value) for name, value in settings.items()}
        return {**found, "NATIVE_LOUD": "1"} if self.loud else found


@functools.cache
def find_tools() -> dict[str, str]:
    """Build -> why this machine cannot make or run it ("" if it can)."""
    if shutil.which("gcc") is None:
        return dict.fromkeys(BUILDS, "no gcc")
    bad = {
        "plain": "extern void reach_error(void); int main(void) { reach_error(); }",
        "overflow": "int main(int n, char **a) { return n + 0x7fffffff; }",
        "thread": "#include <pthread.h>\nint x; void *f(void *a) { x = 1; return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); }",
        "address": "#include <stdlib.h>\nint main(void) { char *volatile p = malloc(1); p = 0; return 0; }",
    }
    found = {}
    for build, text in bad.items():
        try:
            seen = judge(text, build, Runs(1, 5))
            found[build] = "" if seen.violates(BUILDS[build][0]) else "its runs do not show what they should"
        except CannotCompile:
            found[build] = "gcc cannot build it"
    return found


def judge(text: str, build: str, runs: Runs) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="threadproof-native-") as folder:
        program, atomic = _compile(text, build, Path(folder))
        return _run(program, atomic, runs)


@functools.cache
def _runtime(build: str) -> tuple[Path, tuple[str, ...]]:
    """The runtime, compiled once for each process, and the functions it wraps."""
    folder = tempfile.TemporaryDirectory(prefix="threadproof-native-")
    _FOLDERS.append(folder)
    path = Path(folder.name) / "runtime.o"
    _gcc(["-c", "-O1", "-pthread", f"-DWATCH={_WATCH[build]}", str(RUNTIME), "-o", str(path)])
    symbols = subprocess.run(["nm", str(path)], check=True, capture_output=True, text=True).stdout
    return path, tuple(sorted(set(re.findall(r" T __wrap_(\w+)$", symbols, re.MULTILINE))))


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def _gcc(arguments: list[str]) -> None:
    done = subprocess.run(["gcc", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise CannotCompile(done.stderr)


def _compile(text: str, build: str, folder: Path) -> tuple[Path, str]:
    """The program, and the addresses of its functions that are atomic by their names."""
    runtime, wrapped = _runtime(build)
    source, object_, program = folder / "program.c", folder / "program.o", folder / "program"
    source.write_text(_with_errors(text))
    sections = ["-finstrument-functions"] if _ATOMIC_NAME.search(text) else []
    _gcc([*_COMMON, *_FLAGS[build], *_ORDERS, *sections, "-c", str(source), "-o", str(object_)])
    wraps = [f"-Wl,--wrap={name}" for name in wrapped]
    _gcc(["-pthread", "-no-pie", *_LINK[build], *wraps, str(object_), str(runtime), "-o", str(program), "-lm"])
    if not sections:
        return program, ""
    symbols = subprocess.run(["nm", str(program)], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(\w+) [tT] __VERIFIER_atomic_(?!begin$|end$)\w+$", symbols, re.MULTILINE)
    return program, ",".join(found)


def _with_errors(text: str) -> str:
    """An own body of an error function, or the label ERROR, tells the runtime."""
    declared = "extern void __native_error(void);\n#line 1\n"
    changed = _ERROR_BODY.sub(r"\1 __native_error(); ", text)
    if not re.search(r"\b(reach_error|__VERIFIER_error)\b", text):
        changed = _ERROR_LABEL.sub(r"\1 __native_error(); ", changed)
    return declared + changed


def _run(program: Path, atomic: str, runs: Runs) -> Outcome:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("SAN_OPTIONS")}
    environment |= runs.environment() | {"NATIVE_ATOMIC": atomic}
    report = program.with_name("report")
    # the report comes by descriptor 3, whatever the program itself prints
    command = ["sh", "-c", f'exec "{program}" 3>"{report}" </dev/null']
    output = None if runs.loud else subprocess.DEVNULL
    subprocess.run(command, env=environment, stdout=output, stderr=output, timeout=runs.milliseconds / 1000 + 60)
    lines = [line.split() for line in report.read_text().splitlines()]
    events = {line[0]: (int(line[1]), int(line[2])) for line in lines if len(line) == 3}
    return Outcome(next((int(line[1]) for line in lines if line[0] == "runs"), 0), events)
