"""The table of what functions of the C library answer: one line for each case (`results/*.txt`).

    char *e; errno = 0; long n = strtol("12x", &e, 10); => n == 12 && *e == 'x'
    => bcmp("a", "b", 1) < 0 : may

Left of the arrow is what is done first, right of it is what is asked. It is true in every execution; `: never` says
that it is false in every one, `: may` that it is true in some. More words may follow:

    unknown    threadproof has no verdict
    more       threadproof, or its second reading, may have no verdict
    wrong      it is known to be judged wrongly
    foreign    it is not tried on the machine that runs the tests
    wide       only where long has 64 bits

`- NAMES: REASON` says why functions have no line. Lines of `#` and `static` hold for the rest of the file; `# ` is a
comment. Written from the C standard and manual pages, not from the models.

Entry points: `cases`, `without_a_line`, `together`, `alone`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "results"
_HEADERS = "errno fcntl limits math pthread semaphore stddef stdint stdio stdlib string threads time unistd"
_BEFORE = "#define _GNU_SOURCE\n" + "".join(f"#include <{h}.h>\n" for h in _HEADERS.split())
_KINDS = ("always", "never", "may")
_FLAGS = ("unknown", "more", "wrong", "foreign", "wide")
_END = re.compile(rf" : ((?:{'|'.join(_KINDS + _FLAGS)})(?: (?:{'|'.join(_FLAGS)}))*)$")


@dataclass(frozen=True)
class Case:
    place: str
    before: tuple[str, ...]
    first: str
    asked: str
    kind: str
    flags: frozenset[str]

    @property
    def functions(self) -> set[str]:
        """Called here, or in what the file defines for it."""
        text = f"{self.first} {self.asked}"
        found: set[str] = set()
        while names := _named(text) - found:
            found |= names
            text = " ".join(b for b in self.before if b.startswith("static") and _named(b.partition("{")[0]) & names)
        return found

    def __str__(self) -> str:
        return f"{self.place} {self.first} => {self.asked} : {self.kind}"


def _named(text: str) -> set[str]:
    names = re.findall(r"\b([A-Za-z_]\w*)\b", re.sub(r'"(?:[^"\\]|\\.)*"', "", text))
    return {name.removeprefix("__builtin_") for name in names}


def _read(path: Path) -> tuple[list[Case], dict[str, str]]:
    before: list[str] = []
    found, left_out = [], {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("- "):
            names, _, reason = line[2:].partition(": ")
            assert reason, line
            left_out |= dict.fromkeys(names.split(), reason)
        elif line.startswith(("#include", "#define", "#undef", "static ", "extern ", "_Thread_local ")):
            before.append(line)
        elif line and not line.startswith("# "):
            end = _END.search(line)
            words = ["always"] if end is None else end[1].split()
            kind = words.pop(0) if words[0] in _KINDS else "always"
            first, arrow, asked = (line if end is None else line[: end.start()]).partition("=> ")
            assert arrow, line
            place = f"{path.stem}:{number}"
            found.append(Case(place, tuple(before), first.strip(), asked.strip(), kind, frozenset(words)))
    return found, left_out


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for path in sorted(_FOLDER.glob("*.txt")) for case in _read(path)[0])


def without_a_line() -> dict[str, str]:
    """Functions, and why they have none."""
    return {name: why for path in sorted(_FOLDER.glob("*.txt")) for name, why in _read(path)[1].items()}


def functions_of(chosen: Sequence[Case]) -> str:
    """One for each case, `case_0` and so on, that says whether what is asked is so."""
    lines = [_BEFORE, *dict.fromkeys(b for c in chosen for b in c.before)]
    lines += [f"static int case_{n}(void) {{ {c.first} return {c.asked}; }}" for n, c in enumerate(chosen)]
    return "\n".join(lines) + "\n"


def together(chosen: Sequence[Case]) -> str:
    """A program that calls one of them, and fails if its result is not what the table says. (None is `may`.)"""
    lines = ["void reach_error(void);", "int __VERIFIER_nondet_int(void);", "int main(void) {"]
    lines += ["  switch (__VERIFIER_nondet_int()) {"]
    for n, case in enumerate(chosen):
        lines.append(f"  case {n}: if ({'' if case.kind == 'never' else '!'}case_{n}()) reach_error(); break;")
    return functions_of(chosen) + "\n".join([*lines, "  }", "  return 0;", "}", ""])


def alone(case: Case) -> str:
    """Fails if it is not as the table says; of `may`, if it is so."""
    sign = "!" if case.kind == "always" else ""
    main = f"void reach_error(void);\nint main(void) {{ if ({sign}case_0()) reach_error(); return 0; }}\n"
    return functions_of([case]) + main
