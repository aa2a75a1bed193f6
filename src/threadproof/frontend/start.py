"""Where a program begins: at main, on the arguments that are given, or at functions that the user names.

What calls them is C text behind the program's own, so it means the same to both readings. Entry point: `begun`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend.ctypes import Int, Pointer, Void, show
from threadproof.frontend.library import LIBRARY
from threadproof.options import DATABASE_SUFFIX, Options

_START = "__threadproof_start"
#: a function of these types can be a thread as it is
_THREAD = "void *(void *)"


class Reader(Protocol):
    """Reads all files."""

    def __call__(self, begin: str, more: str = "", beside: str = "") -> ast.Unit:
        """What is reachable from `begin`, with `more` text behind that of the file that defines `beside`."""


def begun(read: Reader, path: Path, options: Options) -> ast.Unit:
    """The typed tree of all that is reachable from where the program begins."""
    if not (options.entry or options.thread):
        unit = read("main")
        main = unit.functions["main"]
        if options.args is None or not main.params:
            return unit
        more, beside = _given(main, arguments(path, options.args)), "main"
    else:
        roots = [f for f, _ in map(_counted, options.thread)] + [options.entry] * bool(options.entry)
        found = {name: _function(read(name), name, path) for name in roots if name is not None}
        more, beside = _called(found, options), next(iter(found))
        if options.files or options.stub or path.suffix == DATABASE_SUFFIX:
            more = "".join(f"{show(f.type, f.name)};\n" for f in found.values()) + more
    unit = read(_START, f'\n# 1 "{LIBRARY}"\n{more}', beside)
    unit.begin = _START
    unit.scope[_scope(options, path)] = None
    unit.sources.pop(LIBRARY, None)
    return unit


def arguments(path: Path, given: str) -> list[bytes]:
    """What argv points to: the name of the program, then words as a shell has them."""
    import shlex

    return [path.stem.encode(), *(word.encode(errors="surrogateescape") for word in shlex.split(given))]


def called_as(path: Path, options: Options) -> str:
    """As one writes it in a shell."""
    import shlex

    return " ".join(map(_quoted, [path.stem, *shlex.split(options.args or "")]))


def _quoted(word: str) -> str:
    if word.isprintable():
        import shlex

        return shlex.quote(word)
    data = word.encode(errors="surrogateescape")
    return "$'" + "".join([chr(b) if chr(b).isalnum() and b < 128 else f"\\x{b:02x}" for b in data]) + "'"


def _scope(options: Options, path: Path) -> str:
    if options.args is not None:
        return f"called as {called_as(path, options)}"
    parts = [f"{options.entry} is called"] if options.entry else []
    parts += [f"{name} runs in {count} threads" if count > 1 else f"{name} runs in a thread"
              for name, count in map(_counted, options.thread)]  # fmt: skip
    return f"no main: {', '.join(parts)}, on any numbers and null pointers"


def _counted(text: str) -> tuple[str, int]:
    """A function, and how many threads run it."""
    name, _, count = text.partition(":")
    return name, int(count or "1")


def _given(main: ast.FuncDecl, words: list[bytes]) -> str:
    lines = [f"static char __argument_{n}[] = {_literal(word)};" for n, word in enumerate(words)]
    names = ", ".join([f"__argument_{n}" for n in range(len(words))])
    lines.append(f"static char *__arguments[] = {{{names}, 0}};")
    lines.append("extern char *environment[];")
    values = [str(len(words)), "__arguments", "environment"][: len(main.params)]
    lines.append(f"int {_START}(void) {{ return main({', '.join(values)}); }}")
    return "\n".join(lines)


def _literal(word: bytes) -> str:
    return '"' + "".join([chr(b) if chr(b).isalnum() and b < 128 else f"\\{b:03o}" for b in word]) + '"'


def _function(unit: ast.Unit, name: str, path: Path) -> ast.FuncDecl:
    f = next(f for f in unit.functions.values() if f.name == name and f.body is not None)
    for p in f.params:
        if not isinstance(p.type, Int) and not (isinstance(p.type, Pointer) and isinstance(p.type.to, Void)):
            what = f"parameter {p.name or '(without a name)'} of {name} is of type {show(p.type)}"
            hint = "numbers are arbitrary and void * is null; for others write a main that calls it"
            raise InputError(what, file=str(path), line=f.pos.line, hint=hint)
    if f.type.variadic:
        raise InputError(f"{name} is variadic", file=str(path), line=f.pos.line, hint="write a main that calls it")
    return f


def _called(functions: dict[str, ast.FuncDecl], options: Options) -> str:
    lines: list[str] = []
    calls: dict[str, str] = {}
    for f in functions.values():
        values = []
        for n, p in enumerate(f.params):
            value = "0"
            if isinstance(p.type, Int):
                value = f"__VERIFIER_nondet_{f.name}_{n}()"
                lines.append(f"{show(p.type)} __VERIFIER_nondet_{f.name}_{n}(void);")
            values.append(value)
        calls[f.name] = f"{f.name}({', '.join(values)})"
    body: list[str] = [f"{calls[options.entry]};"] if options.entry else []
    count = 0
    for name, many in map(_counted, options.thread):
        run = name
        if show(functions[name].type) != _THREAD:
            run = f"__run_{name}"
            line = f"static void *{run}(void *unused) {{ {calls[name]}; return 0; }}"
            lines += [] if line in lines else [line]
        for _ in range(many):
            body.append(f"pthread_t t{count}; pthread_create(&t{count}, 0, {run}, 0);")
            count += 1
    body += [f"pthread_join(t{n}, 0);" for n in range(count)]
    return "\n".join([*lines, f"int {_START}(void) {{", *body, "return 0; }"])
