"""What this machine's C library answers to the questions of the table (`results`), each in a process of its own.

Entry point: `answers`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.library.results import Case, functions_of

#: more often, if there are several answers
_TIMES = 8
_INPUT = b"12 x\n" * 20
_MAIN = r"""
#include <signal.h>
#include <sys/wait.h>
int main(int count, char **arguments) {
  freopen("/dev/null", "w", stderr);
  int file = dup(1);
  freopen("/dev/null", "w", stdout);
  for (int n = 0; n < sizeof cases / sizeof *cases; n++)
    for (int times = 0; times < cases[n].times; times++) {
      fflush(0);
      pid_t child = fork();
      if (!child) {
        alarm(5);
        freopen("input", "r", stdin);
        _exit(cases[n].run() ? 1 : 0);
      }
      int status;
      waitpid(child, &status, 0);
      dprintf(file, "%d %d\n", n, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
  return 0;
}
"""


def answers(chosen: Sequence[Case], folder: Path) -> list[set[int]]:
    """For each case what it says: 1, 0, or -1 if it says nothing."""
    text = functions_of(chosen) + "static struct { int (*run)(void); int times; } cases[] = {\n"
    text += "".join(f"  {{case_{n}, {_TIMES if c.kind == 'may' else 1}}},\n" for n, c in enumerate(chosen))
    (folder / "answers.c").write_text(f"{text}}};\n{_MAIN}")
    flags = ["-std=gnu17", "-w", "-O0", "-fno-builtin", "-U_FORTIFY_SOURCE", "-pthread"]
    subprocess.run(["gcc", *flags, "answers.c", "-o", "answers", "-lm"], cwd=folder, check=True)
    (folder / "input").write_bytes(_INPUT)
    done = subprocess.run([str(folder / "answers")], capture_output=True, check=True, cwd=folder)
    found: list[set[int]] = [set() for _ in chosen]
    for line in done.stdout.decode().splitlines():
        number, said = line.split()
        found[int(number)].add(int(said))
    return found
