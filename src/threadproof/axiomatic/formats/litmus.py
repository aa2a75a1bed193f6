"""The litmus format of herd7 and litmus7: a head, initial values, code, and a condition. Entry point: `read_litmus`.

What is not understood is an error with its line, never left out; only what says where a test comes from (`Cycle=...`,
a text in quotes) is skipped.
"""

from __future__ import annotations

from pathlib import Path
from re import Match

from threadproof.axiomatic.formats.aarch64 import AArch64
from threadproof.axiomatic.formats.arm import Arm
from threadproof.axiomatic.formats.assembly import Assembly
from threadproof.axiomatic.formats.c import read_functions
from threadproof.axiomatic.formats.condition import Ending, Initial
from threadproof.axiomatic.formats.power import Power
from threadproof.axiomatic.formats.tokens import Tokens
from threadproof.axiomatic.formats.x86 import X86, X86At
from threadproof.axiomatic.program import Instruction, Program
from threadproof.errors import InputError
from threadproof.patterns import pattern

_ASSEMBLIES: dict[str, type[Assembly]] = {"X86": X86, "X86_64": X86At, "PPC": Power, "ARM": Arm, "AArch64": AArch64}
ARCHITECTURES = (*_ASSEMBLIES, "C")
_ABOUT = pattern(r"[A-Za-z][A-Za-z_0-9-]*\s*=")
_ENDING = pattern(r"^[ \t]*(locations|filter|exists|~\s*exists|not\s+exists|forall)\b", 8)  # (at a line's beginning)


def read_litmus(path: Path) -> Program:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("is not text in UTF-8", file=str(path)) from None
    return parse_litmus(text, str(path))


def parse_litmus(text: str, file: str) -> Program:
    text = without_comments(text, file)
    if "{" not in text:
        _head(text, file)
    head, line, rest = _cut(text, 1, "{", "`{` with initial values", file)
    architecture, name = _head(head, file)
    given, line, rest = _cut(rest, line, "}", "`}` after the initial values", file)
    ending = _ENDING.search(rest)
    if ending is None:
        last = line + rest.rstrip().count("\n")
        raise InputError("a condition (`exists`, `~exists` or `forall`) is expected at the end", file=file, line=last)
    code, rest = rest[: ending.start()], rest[ending.start() :]
    assembly = None if architecture == "C" else _ASSEMBLIES[architecture](file)
    canonical = assembly.canonical if assembly is not None else _any_name
    initial = Initial(Tokens(given, 1 + head.count("\n"), file), canonical)
    initial.read()
    threads: list[list[Instruction]]
    threads = read_functions(code, line, file) if assembly is None else assembly.threads(code, line)
    end = Ending(Tokens(rest, line + code.count("\n"), file), canonical)
    final = end.read()
    registers = [initial.symbolic | initial.registers.get(n, {}) for n in range(len(threads))]
    program = Program(name, architecture, threads, final, initial.locations, registers, end.shown, file)
    last_line = line + code.count("\n")
    for thread in [*initial.registers, *(t for t, _ in program.observed() if t is not None)]:
        if thread >= len(threads):
            raise InputError(f"there is no thread P{thread}", file=file, line=last_line)
    return program


def without_comments(text: str, file: str) -> str:
    """Comments `(* ... *)`, which nest, as blanks; in tests in C, where `(*x)` is none, also those of C."""
    comment = pattern(r"\(\*|\*\)")
    if text.lstrip()[:2].rstrip() == "C":
        text = pattern(r"//[^\n]*|/\*.*?\*/", 16).sub(_blank, text)  # (a dot is also the end of a line)
        comment = pattern(r"\(\*(?=[\s*])|\*\)")
    parts = []
    depth = at = opened = 0
    for match in comment.finditer(text):
        if match.group() == "*)" and not depth:
            continue
        if not depth:
            parts.append(text[at : match.start()])
            opened = match.start()
        depth += 1 if match.group() == "(*" else -1
        if not depth:
            parts.append(_blanks(text[opened : match.end()]))
            at = match.end()
    if depth:
        raise InputError("this comment does not end", file=file, line=text.count("\n", 0, opened) + 1)
    return "".join(parts) + text[at:]


def _blanks(text: str) -> str:
    return "".join([c if c == "\n" else " " for c in text])


def _blank(match: Match[str]) -> str:
    return _blanks(match.group())


def _cut(text: str, line: int, mark: str, what: str, file: str) -> tuple[str, int, str]:
    """What comes before the mark, the line behind it, and what comes there."""
    at = text.find(mark)
    if at < 0:
        raise InputError(f"{what} is expected", file=file, line=line + text.rstrip().count("\n"))
    return text[:at], line + text.count("\n", 0, at), text[at + 1 :]


def _head(text: str, file: str) -> tuple[str, str]:
    found = ("", "")
    for number, content in enumerate(text.splitlines(), 1):
        words = content.split()
        if not words:
            continue
        if not found[0]:
            if words[0] in ("LKMM", "LISA", "RISCV", "MIPS", "BPF", "Bell", "ASL", "JAVA"):
                raise InputError(f"tests of {words[0]} are not understood", file=file, line=number)
            if words[0] not in ARCHITECTURES:
                what = f"one of {', '.join(ARCHITECTURES)} is expected, not {words[0]}"
                raise InputError(what, file=file, line=number)
            if len(words) < 2:
                raise InputError(f"the test's name is expected after {words[0]}", file=file, line=number)
            found = words[0], words[1]
        elif _ABOUT.match(content) is None and not content.lstrip().startswith('"'):
            raise InputError(f"`{{` is expected, not {content.strip()}", file=file, line=number)
    if not found[0]:
        raise InputError(f"one of {', '.join(ARCHITECTURES)} and a name are expected", file=file, line=1)
    return found


def _any_name(_: Tokens, name: str) -> str:
    return name
