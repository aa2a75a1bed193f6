"""The macros that gcc and glibc define, against those of the built-in preprocessor and its headers.

`python -m tests.helpers.system_macros` (from the project's folder, where gcc 12 and glibc 2.36 are installed) writes
the tables `cpp/system_names.txt` and `compiler_has.txt` anew, after a change to the headers.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

from threadproof.cpp import compiler_has, system_names
from threadproof.cpp.condition import evaluate
from threadproof.cpp.directives import Preprocessor
from threadproof.cpp.macros import Expander, Macro, define
from threadproof.cpp.tokens import CppError, Token
from threadproof.frontend.preprocess import HOST_STUBS, OWN_HEADERS, built_in

MODELS = ("LP64", "ILP32")
#: names of modes as in `system_names` -> the features that programs ask for
MODES = {
    "default": [()],
    "gnu": [("_GNU_SOURCE",)],
    "other": [
        ("_POSIX_C_SOURCE=199309L",),
        ("_POSIX_C_SOURCE=200112L",),
        ("_POSIX_C_SOURCE=200809L",),
        ("_XOPEN_SOURCE=500",),
        ("_XOPEN_SOURCE=600",),
        ("_XOPEN_SOURCE=700",),
        ("_XOPEN_SOURCE",),
        ("_XOPEN_SOURCE", "_XOPEN_SOURCE_EXTENDED"),
        ("_POSIX_C_SOURCE=199506L",),
        ("_POSIX_SOURCE",),
        ("_DEFAULT_SOURCE", "_XOPEN_SOURCE=600"),
        ("_DEFAULT_SOURCE", "_POSIX_C_SOURCE=200112L"),
        ("_ISOC11_SOURCE",),
        ("_DEFAULT_SOURCE", "_XOPEN_SOURCE=700"),
        ("_FILE_OFFSET_BITS=64", "_TIME_BITS=64"),
        ("_LARGEFILE64_SOURCE", "_LARGEFILE_SOURCE"),
        ("__STDC_WANT_IEC_60559_TYPES_EXT__", "__STDC_WANT_IEC_60559_BFP_EXT__", "__STDC_WANT_LIB_EXT2__=1"),
    ],
}
#: ours alone: names for the project's own use, and a library that glibc does not have
OURS = re.compile(
    r"_TP_\w*|__threadproof__|_Pragma|__(BASE_FILE|COUNTER|DATE|FILE|FILE_NAME|INCLUDE_LEVEL|LINE|TIME|TIMESTAMP)__"
)
#: of our headers those that no Linux system has: gcc, too, reads ours, but with those of the system that they include
FOREIGN = frozenset(path.name for path in HOST_STUBS.glob("*.h"))
#: (the headers of gcc for processors have thousands of names, of which ours have those for waiting; older ones of gcc
#: have none of C23)
HEADERS = sorted(
    str(path.relative_to(OWN_HEADERS))
    for path in OWN_HEADERS.rglob("*.h")
    if path.name in FOREIGN
    or (
        path.name not in ("fthread.h", "stdckdint.h", "arm_acle.h")
        and path.parent.name != "_tp"
        and not path.name.endswith("intrin.h")
    )
)


@cache
def compiler(model: str) -> list[str]:
    """gcc for a data model, as `--cpp gcc` calls it; headers for 32 bits need not be installed."""
    stubs = ["-idirafter", str(HOST_STUBS)]
    if model == "LP64":
        return ["gcc", "-pthread", *stubs]
    multiarch = subprocess.run(["gcc", "-print-multiarch"], capture_output=True, text=True, check=True).stdout.strip()
    return ["gcc", "-pthread", "-m32", "-idirafter", f"/usr/include/{multiarch}", *stubs]


@cache
def by_gcc(text: str, features: tuple[str, ...], model: str) -> dict[str, Macro]:
    command = [*compiler(model), "-std=gnu17", "-E", "-dM", *(f"-D{f}" for f in features), "-x", "c", "-"]
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    macros = [define(line.removeprefix("#define ")) for line in out.splitlines()]
    return {macro.name: macro for macro in macros}


def preprocessed(text: str, features: tuple[str, ...], model: str) -> Preprocessor:
    """The built-in preprocessor, after the text."""
    preprocessor = built_in([], model)
    for feature in features:
        name, _, value = feature.partition("=")
        preprocessor.define(f"{name} {value or 1}")
    preprocessor.run(text, "all.c", Path("/all.c"))
    return preprocessor


def by_us(text: str, features: tuple[str, ...], model: str) -> dict[str, Macro]:
    macros = preprocessed(text, features, model).macros
    return {name: macro for name, macro in macros.items() if OURS.fullmatch(name) is None}


def value(name: str, macros: dict[str, Macro]) -> int | None:
    """The macro's value in `#if`; None if it is no expression there."""
    try:
        return evaluate(Expander(macros).expand([Token(name)]), lambda _: None).number
    except CppError:
        return None


def differences(header: str, features: tuple[str, ...], model: str) -> tuple[set[str], set[str]]:
    """Names that only gcc defines; names that only we define, or with another value."""
    text = f"#include <{header}>\n"
    theirs, ours = by_gcc(text, features, model), by_us(text, features, model)
    both = theirs.keys() & ours.keys()
    return theirs.keys() - ours.keys(), (ours.keys() - both) | {n for n in both if has_other_value(n, theirs, ours)}


def has_other_value(name: str, theirs: dict[str, Macro], ours: dict[str, Macro]) -> bool:
    if theirs[name].params is not None or (_is_number(theirs[name]) and theirs[name].tokens == ours[name].tokens):
        return False
    wanted = value(name, theirs)
    return wanted is not None and wanted != value(name, ours)


def _is_number(macro: Macro) -> bool:
    return isinstance(macro.tokens, str) and macro.tokens.rstrip("UL").isdigit()


def write_system_names() -> None:
    headers_of: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for mode, choices in MODES.items():
        for header in HEADERS:
            for features in choices:
                for model in MODELS:
                    for kind, names in zip("-+", differences(header, features, model), strict=True):
                        for name in names:
                            headers_of[kind, mode, name].add(header)
    for (kind, mode, name), headers in list(headers_of.items()):
        if mode != "other":  # where we do not know which mode it is, all of them may be
            headers_of[kind, "other", name] |= headers
    by_headers: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for (kind, mode, name), headers in headers_of.items():
        by_headers[kind, name, " ".join(sorted(headers))].add(mode)
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for (kind, name, listed), modes in by_headers.items():
        groups[kind, " ".join(m for m in system_names.MODES if m in modes), listed].append(name)
    lines = [
        f"{kind} {modes}: {listed}\n{' '.join(sorted(n))}\n" for (kind, modes, listed), n in sorted(groups.items())
    ]
    system_names.TABLE.write_text("".join(lines))


def _words_of_the_compiler() -> list[str]:
    """Every name in the compiler's program text: strings there may be the ends of others."""
    path = subprocess.run(["gcc", "-print-prog-name=cc1"], capture_output=True, text=True, check=True).stdout.strip()
    found: set[str] = set()
    for match in set(re.findall(rb"[A-Za-z0-9_]{3,60}(?=\0)", Path(path).read_bytes())):
        word = match.decode()
        found.update(word[i:] for i in range(len(word) - 2) if not word[i].isdigit())
    found |= {word.split("_", 3)[3] for word in found if re.match(r"__(builtin|sync|atomic)_[A-Za-z_]", word)}
    return sorted(found - {"defined"})


def says_yes(operator: str, names: list[str], model: str, scope: str = "") -> set[str]:
    text = "".join(f"#if {operator}({scope}{name})\nYES {name}\n#endif\n" for name in names)
    command = [*compiler(model), "-E", "-P", "-w", "-undef", "-x", "c", "-"]
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
    return {line.split()[1] for line in out.splitlines() if line.startswith("YES")}


def write_compiler_has() -> None:
    words = _words_of_the_compiler()
    builtins, here, attributes = (
        says_yes("__has_builtin", words, "LP64"),
        says_yes("__has_builtin", words, "ILP32"),
        says_yes("__has_attribute", words, "LP64", scope="gnu::"),
    )
    sections = {
        "builtin": {name for name in builtins & here if not name.startswith("__builtin_ia32_")},
        "unknown": {name for name in builtins ^ here if not name.startswith("__builtin_ia32_")},
        "attribute": {name for name in attributes if not name.startswith("__")},
    }
    lines = [f"{section}: {' '.join(sorted(names))}\n" for section, names in sections.items()]
    compiler_has.TABLE.write_text("".join(lines))


if __name__ == "__main__":
    write_system_names()
    write_compiler_has()
