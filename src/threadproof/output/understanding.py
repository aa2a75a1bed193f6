"""What is not understood of a program, as text: each thing once, with all of its places and what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from threadproof.ir.understood import Place

#: what can be done, by words of the thing
_ADVICE: Final = (
    ("which has no body", "add the file that defines it, or a file with a body of your own"),
    ("of the library", "add a file with a body of your own"),
    ("inline assembly", "write it in C, or with the __atomic functions"),
    ("recursion of", "--recursion-limit N unrolls it deeper"),
    ("arguments", "--args gives the program its arguments"),
)
_MOST_PLACES: Final = 5


def format_understanding(certain: Sequence[Place], possible: Sequence[Place]) -> str:
    if not certain and not possible:
        return "everything is understood\n"
    lines: list[str] = []
    if certain:
        lines += ["not understood; an execution that gets there has no verdict:", *_listed(certain)]
    if possible:
        lines += ["understood, unless this happens when the program runs:", *_listed(possible)]
    return "\n".join(lines) + "\n"


def _listed(places: Iterable[Place]) -> list[str]:
    found: dict[str, list[str]] = {}
    for what, file, line in places:
        found.setdefault(what, []).append(f"{Path(file).name}:{line}")
    lines = []
    for what, at in sorted(found.items(), key=lambda x: (-len(x[1]), x[0])):
        more = f" and {len(at) - _MOST_PLACES} more" if len(at) > _MOST_PLACES else ""
        lines.append(f"{len(at):4} x {what}  ({', '.join(at[:_MOST_PLACES])}{more})")
        lines += [f"         {advice}" for words, advice in _ADVICE if words in what][:1]
    return lines
