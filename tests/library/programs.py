"""Programs that show what a function of the library touches, made from one line of the table (`footprints`).

Each comes with the verdict that it must not get. Entry point: `programs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.library.footprints import Case, Item

MEMORY, RACE = "valid-memsafety", "no-data-race"
_ALWAYS = ("#include <pthread.h>", "#include <stddef.h>", "#include <stdlib.h>", "#include <string.h>")


@dataclass(frozen=True)
class Program:
    what: str
    property: str
    #: must not be Safe; else it must not be Unsafe
    is_bad: bool
    text: str


def _head(case: Case) -> str:
    """(Those of <stddef.h> and the like come before what the table adds.)"""
    return "\n".join(("#define _GNU_SOURCE", *_ALWAYS, *case.headers, ""))


def filled(item: Item, size: str) -> str:
    """The value, or what there is place for."""
    if item.value is None:
        return ""
    if item.value[0] == '"':
        source = item.value
    elif item.count is None:
        source = f"&({item.type}){item.value}"
    else:
        source = f"({item.type}[{item.count}]){item.value}"
    return f"memcpy({item.name}, {source}, {size});"


def _memory(case: Case, *, cut: Item | None = None, null: Item | None = None, closed: Item | None = None) -> str:
    lines, ends = [], []
    for item in sorted(case.items, key=lambda i: i.opened is None):
        if item is null:
            lines.append(f"{item.type} *{item.name} = 0;")
        elif item.opened is not None:
            lines += [f"{item.type} *{item.name} = {item.opened};", f"if (!{item.name}) exit(0);"]
            if item is closed:
                lines.append(f"{item.closed}({item.name});")
            elif item.closed != "-":
                ends.append(f"{item.closed}({item.name});")
        else:
            size = f"{item.end('rw')} - 1" if item is cut else item.end("rw?!")
            lines += [f"{item.type} *{item.name} = malloc({size});", filled(item, size)]
            ends.append(f"free({item.name});")
    return "\n  ".join((_head(case) + "int main(void) {", *lines, f"{case.call};", *ends, "return 0;")) + "\n}\n"


def _constant(case: Case, of: Item) -> str:
    lines = []
    for item in case.items:
        whole = item.type if item.count is None else f"{item.type}[{item.count}]"
        if item is of:
            value = item.value or "{0}"
            suffix = "" if item.count is None else f"[{item.count}]"
            lines += [f"static {item.type} const {item.name}_constant{suffix} = {value};"]
            lines += [f"{item.type} *{item.name} = ({item.type} *)&{item.name}_constant;"]
        elif item.opened is not None:
            lines += [f"{item.type} *{item.name} = {item.opened};", f"if (!{item.name}) exit(0);"]
        else:
            lines += [f"static {item.type} {item.name}_object{'' if item.count is None else f'[{item.count}]'};"]
            lines += [
                f"{item.type} *{item.name} = ({item.type} *)&{item.name}_object;",
                filled(item, f"sizeof({whole})"),
            ]
    return "\n  ".join((_head(case) + "int main(void) {", *lines, f"{case.call};", "return 0;")) + "\n}\n"


def _objects(case: Case, n: int) -> list[str]:
    """Those of one call, each with something before and behind it, and functions that fill them and call."""
    lines, fills, names = [], [], []
    for item in case.items:
        if item.opened is not None:
            lines.append(f"static {item.type} *{item.name}_{n};")
            fills.append(f"{item.type} *{item.name} = {item.name}_{n} = {item.opened}; if (!{item.name}) exit(0);")
            names.append(f"{item.type} *{item.name} = {item.name}_{n};")
            continue
        suffix = "" if item.count is None else f"[{item.count}]"
        lines.append(f"static struct {{ char before[16]; {item.type} x{suffix}; char behind[16]; }} {item.name}_{n};")
        pointer = f"{item.type} *{item.name} = ({item.type} *)&{item.name}_{n}.x;"
        fills.append(f"{pointer} {filled(item, item.size)}")
        names.append(pointer)
    lines += [f"static void prepare_{n}(void) {{", *(f"  {f}" for f in fills), "}"]
    lines += [f"static void call_{n}(void) {{", *(f"  {f}" for f in names), f"  {case.call};", "}"]
    return lines


def _two(case: Case, other: list[str], sets: int = 1) -> str:
    lines = [line for n in range(sets) for line in _objects(case, n)]
    lines += ["static void *other(void *argument) {", *(f"  {x}" for x in other), "  return 0;", "}"]
    lines += ["int main(void) {", "  pthread_t thread;", *(f"  prepare_{n}();" for n in range(sets))]
    lines += [
        "  pthread_create(&thread, 0, other, 0);",
        "  call_0();",
        "  pthread_join(thread, 0);",
        "  return 0;",
        "}",
    ]
    return _head(case) + "\n".join(lines) + "\n"


def _writes(item: Item, at: str) -> str:
    byte = f"((char *)&{item.name}_0.x)[{at}]"
    return f"{byte} = {byte};"


def _reads(item: Item, at: str) -> str:
    return f"{{ char c = ((char *)&{item.name}_0.x)[{at}]; }}"


def _untouched(item: Item) -> Iterator[str]:
    """A byte before it, one behind it, those between; and of what is only read, the first and the last may be read."""
    for at in ("-1", item.end("rw?!"), *item.gaps()):
        yield _writes(item, at)
    if not item.of("w!"):
        for m in item.marks:
            yield _reads(item, m.start)
            yield _reads(item, f"{m.end} - 1")


def programs(case: Case) -> Iterator[Program]:
    objects = [i for i in case.items if i.opened is None]
    handles = [i for i in case.items if i.opened is not None]
    yield Program("enough memory", MEMORY, False, _memory(case))
    for item in objects:
        if item.of("rw"):
            yield Program(f"{item.name} one byte shorter", MEMORY, True, _memory(case, cut=item))
            if not item.words & {"null", "open"}:
                yield Program(f"{item.name} null", MEMORY, True, _memory(case, null=item))
        if "null" in item.words:
            yield Program(f"{item.name} null", MEMORY, False, _memory(case, null=item))
        names = {i.name for i in case.items}
        if item.of("w") and not any(f"{n}" in (item.value or "").strip("{} ").split(", ") for n in names):
            yield Program(f"{item.name} constant", MEMORY, True, _constant(case, item))
        for kind, act in (("r", _writes), ("w", _reads)):
            found = item.of(kind)
            if found:
                last = f"{found[-1].end} - 1"
                for at in dict.fromkeys((found[0].start, last)):
                    yield Program(f"{item.name} {kind} at {at}", RACE, True, _two(case, [act(item, at)]))
    for item in handles:
        if "null" not in item.words:
            yield Program(f"{item.name} null", MEMORY, True, _memory(case, null=item))
        if item.closed != "-" and item.type != "FILE":
            yield Program(f"{item.name} closed", MEMORY, True, _memory(case, closed=item))
        # (of one that is locked only where nothing else is written by both)
        if "race" in item.words or ("locked" in item.words and not any(x.of("w") for x in objects)):
            yield Program(f"same {item.name}", RACE, "race" in item.words, _two(case, ["call_0();"]))
    if objects:
        outside = [line for item in objects for line in _untouched(item)]
        yield Program("outside", RACE, False, _two(case, outside))
    if "open" not in case.flags:
        yield Program("two calls", RACE, "race" in case.flags, _two(case, ["call_1();"], 2))
