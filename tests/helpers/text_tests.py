"""Text tests: files of cases, each with its input and the expected output.

    [case load and branch]
    -- options: property=no-data-race passes=no
    int x; int main(void) { if (x) x = 2; return 0; }
    [out]
    program ...

`--update` (a pytest flag) rewrites the expected output.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_CASE = re.compile(r"^\[case (.*)\]$")


@dataclass
class Case:
    file: Path
    name: str
    options: dict[str, str]
    source: str
    expected: str

    @property
    def id(self) -> str:
        return f"{self.file.stem}:{self.name}"


def read_cases(file: Path) -> list[Case]:
    """The cases of one file, in order; text before the first case is a comment."""
    cases: list[Case] = []
    part: list[str] | None = None
    parts: list[tuple[str, list[str], list[str]]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        header = _CASE.match(line)
        if header:
            part = []
            parts.append((header.group(1), part, []))
        elif line == "[out]" and parts:
            part = parts[-1][2]
        elif part is not None:
            part.append(line)
    for name, source, expected in parts:
        options: dict[str, str] = {}
        if source and source[0].startswith("-- options:"):
            options = dict(word.split("=", 1) for word in source[0].removeprefix("-- options:").split())
            source = source[1:]
        cases.append(Case(file, name, options, _text(source), _text(expected)))
    return cases


def _text(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n") + "\n"


def update(case: Case, output: str) -> None:
    """Write `output` as the expected output of `case` into its file."""
    lines = case.file.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"[case {case.name}]")
    end = next((i for i in range(start + 1, len(lines)) if _CASE.match(lines[i])), len(lines))
    out = next((i for i in range(start, end) if lines[i] == "[out]"), None)
    kept = lines[start : end if out is None else out]
    while kept and not kept[-1]:
        kept.pop()
    new = [*lines[:start], *kept, "[out]", *output.strip("\n").splitlines()]
    rest = lines[end:]
    if rest:
        new += ["", *rest]
    case.file.write_text("\n".join(new) + "\n", encoding="utf-8")
