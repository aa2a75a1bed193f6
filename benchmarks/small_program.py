"""What does `threadproof verify` cost on a small program, where most of it is start-up?

    python benchmarks/small_program.py [FILE] [--runs 7] [--against SRC [--python PYTHON]] [--instructions]

CPU seconds of the whole command (all its processes, the least of some runs), also as multiples of an empty Python; and
what does not depend on the machine: modules, bytes of their code, records and patterns made. `--against`: the `src` of
another version, run in turn with this one, since machines are not equally fast all the time; `--python`: with what it
needs. `--instructions`: counted by valgrind, for `impact`, since `auto` looks at the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: verifies a program in this process, and prints what was imported and made for it
COUNT = """
import contextlib, io, json, os, re, sys
compiled = []
compile_ = re._compiler.compile
re._compiler.compile = lambda *args: compiled.append(args) or compile_(*args)
from threadproof.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["verify", sys.argv[1]])
ours = [m for n, m in sys.modules.items() if n.partition(".")[0] == "threadproof"]
records = {v for m in ours for v in vars(m).values() if isinstance(v, type) and hasattr(v, "__dataclass_fields__")}
print(json.dumps({
    "modules": len(ours),
    "modules of others": len(sys.modules) - len(ours),
    "kilobytes of code": sum(os.path.getsize(m.__cached__) for m in ours if os.path.exists(m.__cached__)) // 1024,
    "records": len(records),
    "patterns": len(compiled),
}))
"""


def environment(source: Path) -> dict[str, str]:
    return {**{k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}, "PYTHONPATH": str(source)}


def cpu(python: str, source: Path, *args: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, *args], env=environment(source), capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(python: str, source: Path, *args: str) -> int:
    """Of the process that verifies: it counts on from where it was forked."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", python, *args, "--engine", "impact"]
    result = subprocess.run(command, env=environment(source), capture_output=True, text=True, check=True)
    return max(map(int, re.findall(r"Collected : (\d+)", result.stderr)))


def counts(source: Path, program: Path) -> dict[str, int]:
    command = [sys.executable, "-c", COUNT, str(program)]
    result = subprocess.run(command, env=environment(source), capture_output=True, text=True, check=True)
    found: dict[str, int] = json.loads(result.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=ROOT / "examples" / "peterson.c")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--instructions", action="store_true")
    args = parser.parse_args()
    pythons = {ROOT / "src": sys.executable, **({args.against.resolve(): args.python} if args.against else {})}
    verify = ("-m", "threadproof", "verify", str(args.file))
    least = {source: cpu(python, source, *verify) for source, python in pythons.items()}  # (writes what is compiled)
    empty = cpu(sys.executable, ROOT, "-c", "pass")
    for _ in range(args.runs):
        empty = min(empty, cpu(sys.executable, ROOT, "-c", "pass"))
        least = {source: min(least[source], cpu(python, source, *verify)) for source, python in pythons.items()}
    for source, seconds in least.items():
        print(f"{seconds:.3f} s CPU, {seconds / empty:.0f} times an empty Python: {source}")
    compare(list(least.values()))
    if args.instructions:
        counted = [instructions(python, source, *verify) for source, python in pythons.items()]
        print(", ".join([f"{n / 1e6:,.0f} million instructions" for n in counted]))
        compare(counted)
    print(", ".join(f"{name}: {n}" for name, n in counts(ROOT / "src", args.file).items()))


def compare(measured: Sequence[float]) -> None:
    if len(measured) > 1:
        print(f"{measured[0] / measured[1]:.2f} of what the other needs")


if __name__ == "__main__":
    main()
