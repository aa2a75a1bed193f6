"""The scheduler of FairThreads in C: `state` function by function, without what a program does not use.

The differences are in form. A thread that gives up control sets `ft_running` to 0 and returns to the loop at the end,
which does what `_settled` and `candidates` say. Of several possible next states `__VERIFIER_nondet_bool` chooses one.
An order is kept where it will have its effect. Threads that have ended stay in the order: they never can run.

The text is in the C files beside this module. What is for programs with a feature only stands in conditionals about its
macro, such as `HAS_EVENTS`; our own preprocessor resolves them. What is known of the program comes as headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from pathlib import Path

from threadproof.cpp.resolve import resolve
from threadproof.patterns import pattern

#: the function that is main
MAIN_THREAD = "main_thread"

#: calls of the scheduler that have their variables only in programs that use them
FEATURES = {
    "generate": "events", "generate_value": "values", "await": "await", "select": "select", "join": "join",
    "join_n": "join", "value": "values", "place": "values", "outcome": "outcome", "broadcast": "broadcast",
    "broadcast_value": "values", "stop": "stop", "suspend": "suspend", "resume": "suspend", "event": "event",
    "scheduler": "scheduler",
}  # fmt: skip
#: a program with the first has the others as well
_IMPLIED = {
    "broadcast": ("orders", "events"), "values": ("outcome", "broadcast", "wake"), "select": ("await", "outcome"),
    "await": ("wake", "events"), "join": ("wake",), "stop": ("orders", "outcome"), "suspend": ("orders",),
    "event": ("events",), "later": ("orders", "order"), "fixed": ("order",),
}  # fmt: skip

_FEATURE = pattern(r"\bHAS_\w+")
_FUNCTION = pattern(r"^static [\w ]+? (\w+)\(", re.MULTILINE)


def closed(features: Iterable[str]) -> set[str]:
    """With all that they imply."""
    found: set[str] = set()
    todo = list(features)
    while todo:
        f = todo.pop()
        if f not in found:
            found.add(f)
            todo += _IMPLIED.get(f, ())
    return found


def cut(file: str, features: Set[str], headers: Mapping[str, str] | None = None) -> str:
    """A file of this folder, for a program with these features."""
    text = _read(file)
    macros = {m: "1" if m.removeprefix("HAS_").lower() in features else None for m in _FEATURE.findall(text)}
    return resolve(text, file, macros, headers)


def scheduler(features: Set[str], code: str) -> str:
    """The scheduler for a program with these features, whose threads are `code`: the functions that it calls."""
    parts = cut("scheduler.c", features).strip("\n").split("\n\n")
    while True:
        used = [p for p in parts if not (found := _FUNCTION.search(p)) or _is_used(found[1], [*parts, code], p)]
        if used == parts:
            return "\n\n".join(parts) + "\n"
        parts = used


def names() -> set[str]:
    """What threads and variables of a program must not be called."""
    words = re.findall(r"\w+", cut("before.c", set()) + cut("main.c", set(), {"shown.h": ""}))
    return {MAIN_THREAD, *words, *re.findall(r"\b[A-Z_]+\b", _read("scheduler.c"))}


def _read(file: str) -> str:
    return (Path(__file__).parent / file).read_text(encoding="ascii")


def _is_used(name: str, texts: Iterable[str], itself: str) -> bool:
    return any(re.search(rf"\b{name}\b", text) for text in texts if text is not itself)
