"""The table on this machine: each call with objects that end, or begin, where no memory is.

What the table calls enough must be enough, in front and behind; nothing but what it says is written; and a call whose
object is one byte short, or null, must not come back, or say EFAULT. Compiled by gcc, one program for each file.

Entry point: `complaints`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.library.footprints import Case, Item
from tests.library.programs import filled

_PRELUDE = r"""#define _GNU_SOURCE
#include <sys/cdefs.h>
#undef __attribute_pure__ /* (whose calls would be left out) */
#define __attribute_pure__
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define PLACE 65536
static int answers, at_begin, pattern;
static void tell(const char *what, const char *name, long where) {
  char line[200];
  int n = snprintf(line, sizeof line, "%s %s %ld\n", what, name, where);
  write(answers, line, n);
}
/* `size` bytes, with nothing in front of them, or behind */
static void *place(size_t size) {
  char *all = mmap(0, PLACE + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(all + 4096, pattern, PLACE);
  mprotect(all, 4096, PROT_NONE), mprotect(all + 4096 + PLACE, 4096, PROT_NONE);
  return at_begin ? all + 4096 : all + 4096 + PLACE - size;
}
"""
_MAIN = r"""
int main(int count, char **arguments) {
  answers = dup(1);
  fclose(stdin), fclose(stderr);
  stdin = fopen("/dev/zero", "r"), stderr = fopen("/dev/null", "w");
  char name[] = "/tmp/threadproofXXXXXX";
  int file = mkstemp(name);
  unlink(name), dup2(file, 1);
  for (int n = 0; n < sizeof runs / sizeof *runs; n++) {
    char text[40];
    sprintf(text, "\n%s", runs[n].name);
    tell("=", runs[n].name, 0);
    pid_t child = fork();
    if (!child) {
      alarm(5);
      runs[n].run();
      fflush(0);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      tell("signal", "", WTERMSIG(status));
  }
  return 0;
}
"""


def _run(case: Case, name: str, at_begin: bool, cut: Item | None, null: Item | None) -> list[str]:
    lines = [f"static void {name}(void) {{", f"  at_begin = {int(at_begin)}, pattern = {0x5A if at_begin else 0xA5};"]
    checks = []
    for i in case.items:
        if i is null:
            lines.append(f"  {i.type} *{i.name} = 0;")
        elif i.opened is not None:
            lines += [f"  {i.type} *{i.name} = {i.opened};", f'  if (!{i.name}) tell("closed", "{i.name}", 0);']
        else:
            all_ = i.end("rw?!")
            size = f"{i.end('rw')} - 1" if i is cut else all_
            lines += [f"  {i.type} *{i.name} = place({size});", f"  {filled(i, size)}"]
            if cut is None and null is None:
                lines += [f"  char old_{i.name}[{all_}];", f"  memcpy(old_{i.name}, {i.name}, {all_});"]
                checks.append(f"  for (size_t at_ = 0; at_ < {all_}; at_++) {{")
                changed = f"((char *){i.name})[at_] != old_{i.name}[at_]"
                may = " || ".join(f"(at_ >= {m.start} && at_ < {m.end})" for m in i.of("w!")) or "0"
                checks.append(f'    if ({changed} && !({may})) tell("written", "{i.name}", at_);')
                if i.value is None:
                    ends = [f"at_ == {at}" for m in i.of("w") for at in (m.start, f"{m.end} - 1")]
                    checks.append(f'    if (!({changed}) && ({" || ".join(ends) or 0})) tell("kept", "{i.name}", at_);')
                checks.append("  }")
    lines += ["  errno = 0;", f"  {case.call};", '  tell("errno", "", errno);', *checks, "}"]
    return lines


def _source(cases: list[Case]) -> tuple[str, dict[str, tuple[Case, str]]]:
    lines = [_PRELUDE, *dict.fromkeys(h for c in cases for h in c.headers)]
    runs: dict[str, tuple[Case, str]] = {}
    for n, case in enumerate(cases):
        found: list[tuple[str, bool, Item | None, Item | None]] = [("enough 0", False, None, None)]
        found.append(("enough 1", True, None, None))
        for i in case.items:
            is_needed = i.opened is not None or bool(i.of("rw") and "lazy" not in i.words)
            if is_needed and i.opened is None:
                found.append((f"short {i.name}", False, i, None))
            if "null" in i.words:
                found.append((f"may be null {i.name}", False, None, i))
            elif is_needed and "open" not in i.words:
                found.append((f"null {i.name}", False, None, i))
        for m, (what, at_begin, cut, null) in enumerate(found):
            name = f"run_{n}_{m}"
            runs[name] = (case, what)
            lines += _run(case, name, at_begin, cut, null)
    entries = "".join(f'  {{"{r}", {r}}},\n' for r in runs)
    lines.append(f"static struct {{ const char *name; void (*run)(void); }} runs[] = {{\n{entries}}};{_MAIN}")
    return "\n".join(lines), runs


def complaints(cases: list[Case], folder: Path) -> list[str]:
    """Of lines of one file."""
    text, runs = _source(cases)
    (folder / "native.c").write_text(text)
    flags = ["-std=gnu17", "-w", "-O0", "-fno-builtin", "-U_FORTIFY_SOURCE", "-pthread"]
    subprocess.run(["gcc", *flags, "native.c", "-o", "native", "-lm"], cwd=folder, check=True)
    done = subprocess.run([str(folder / "native")], capture_output=True, text=True, check=True)
    said: dict[str, list[list[str]]] = {}
    for line in done.stdout.splitlines():
        word, *rest = line.split(" ")
        if word == "=":
            said[rest[0]] = []
            told = said[rest[0]]
        else:
            told.append([word, *rest])
    found: list[str] = []
    kept: dict[tuple[str, str], int] = {}
    for run, answers in said.items():
        case, what = runs[run]
        has_ended = any(a[0] == "signal" for a in answers)
        is_refused = ["errno", "", "14"] in answers
        if what.startswith(("short", "null")):
            if not has_ended and not is_refused:
                found.append(f"{case}: {what}: nothing happens")
            continue
        if has_ended or is_refused:
            found.append(f"{case}: {what}: {answers}")
        for word, name, where in answers:
            if word in ("written", "closed"):
                found.append(f"{case}: {what}: {name} {word} at {where}")
            elif word == "kept":
                place = (str(case), f"{name} at {where}")
                kept[place] = kept.get(place, 0) + 1
    found += [f"{case}: is not written: {at}" for (case, at), times in kept.items() if times == 2]
    return found
