"""What small programs come to on this machine, with its own threads, must be among what `explore` finds.

For programs that the runtime of `judge` cannot schedule, because threads end where they wait (cancellation, owners of
locks). Each of `states/*.c` has a function `run`, which starts threads, waits for them, and returns a number; `PAUSE`
takes a random time. It runs a thousand times; each number that was seen must be reachable in the program.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotation
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unsafe

FOLDER = Path(__file__).with_name("states")
HEADERS = "\n".join(f"#include <{h}>" for h in ("errno.h", "pthread.h", "semaphore.h", "stdlib.h", "time.h"))
RUNS = 1000
NATIVE = f"""#define _GNU_SOURCE
{HEADERS}
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Thread_local unsigned chance;
static void pause_a_little(void) {{
    if (!chance) chance = (unsigned)(size_t)&chance ^ (unsigned)clock() ^ SEED;
    chance = chance * 1103515245 + 12345;
    unsigned long time[] = {{0, (chance >> 18) %% 8 * 20000}};
    if ((chance >> 16) %% 2) syscall(SYS_nanosleep, time, 0);  // (which is no cancellation point)
    else for (volatile unsigned n = (chance >> 17) %% 8 * 100; n; n--) ;
}}
#define PAUSE pause_a_little()
%s
int main(void) {{ for (int i = 0; i < RUNS; i++) printf("%%d\\n", run()); return 0; }}
"""
MODEL = f"""#define _GNU_SOURCE
{HEADERS}
extern void reach_error(void);
#define PAUSE
%s
int main(void) {{ if (run() == %d) reach_error(); return 0; }}
"""


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.c")), ids=lambda f: f.stem)
def test_what_is_seen_is_reachable(file: Path, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    source, program = tmp_path / "native.c", tmp_path / "native"
    source.write_text(NATIVE % file.read_text())
    flags = ["-w", "-O0", "-pthread", f"-DSEED={rotation() % 2**31}u", f"-DRUNS={RUNS}"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(program)], check=True)
    output = subprocess.run([str(program)], check=True, capture_output=True, text=True, timeout=120).stdout
    seen = {int(line) for line in output.split()}
    assert seen
    for number in sorted(seen):
        path = tmp_path / f"is_{number}.c"
        path.write_text(MODEL % (file.read_text(), number))
        options = Options(property="unreach-call", data_model="LP64", engine="explore", timeout=60)
        verdict = pipeline.verify(path, options).verdict
        assert isinstance(verdict, Unsafe), (number, verdict)
