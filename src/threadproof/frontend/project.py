"""Compilation databases (`compile_commands.json`). Entry points: `Database`, `files_of_program`.

The files of a program are the one with main, those that define what it mentions, those that define what these mention,
and so on; and those with functions that run by themselves.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.errors import InputError
from threadproof.frontend.files import File
from threadproof.frontend.preprocess import More
from threadproof.frontend.read.linkage import defined_for_others
from threadproof.options import DATA_MODELS
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

DATABASE = "compile_commands.json"
#: options with a value, which may stand in the next word
_WITH_VALUE = ("-I", "-D", "-U", "-iquote", "-isystem", "-include")
#: options whose value is the next word: that is no file, and nothing to us
_SKIPPED = frozenset((
    "-o", "-MF", "-MT", "-MQ", "-Xassembler", "-Xlinker", "-isysroot", "--sysroot", "--param", "-L", "-l", "-T",
    "-u", "-z", "-B", "-aux-info",
))  # fmt: skip

_OPTIMIZED = pattern(r"-O([0-3sgz]?)")
#: options that do not change what a program means, as far as we are concerned
_HARMLESS = pattern(
    r"-c|-S|-E|-v|-w|-s|-p|-pg|-pipe|-rdynamic|-static|-shared|-no-pie|-save-temps.*|-W(?!p,).*|-g.*|-M.*|-pedantic(-errors)?|-Q.*|-H"
    r"|-[lLoTuz].+|--sysroot=.*|-isysroot.+|-f(no-)?(PIC|pic|plt|stack-.*|omit-frame-pointer|strict-aliasing|wrapv|visibility.*"
    r"|diagnostics-.*|color-diagnostics|inline.*|unroll.*|data-sections|function-sections|exceptions|unwind-tables"
    r"|asynchronous-unwind-tables|lto.*|fat-lto.*|profile.*|coverage.*|semantic-interposition|delete-null-pointer-checks|keep-.*"
    r"|tree-.*|gcse.*|ident|merge-.*|optimize-.*|reorder-.*|align-.*|jump-tables|math-errno|trapping-math|macro-prefix-map=.*"
    r"|file-prefix-map=.*|debug-prefix-map=.*|max-errors.*|message-length.*|cf-protection.*|record-gcc-switches|verbose-asm|common)"
    r"|-m(tune=.*|cmodel=.*|(no-)?(red-zone|omit-leaf-frame-pointer)|fpmath=sse|branch-.*|indirect-.*|function-return=.*|x86-64|64|32)"
    r"|-march=x86-64|-xc|-std=.*|--param=.*|-D.*|-B.+"
)


class Database:
    """The C files of a `compile_commands.json`, or of the folder that has one."""

    def __init__(self, path: Path) -> None:
        self.path = path / DATABASE if path.is_dir() else path
        found: dict[Path, File] = {}
        for entry in self._entries():
            file = self._file(entry)
            if file is None:
                continue
            if found.setdefault(file.path, file) != file:
                raise self._error(
                    f"{file.path} is compiled in two ways", hint="name the files of the program, with -I and -D"
                )
        self.files = [found[p] for p in sorted(found)]
        if not self.files:
            raise self._error("there are no C files in it")

    def data_model(self) -> str:
        """Of the machine that the program is for: the files say so with -m32 or -m64."""
        models = {file.data_model for file in self.files} - {None}
        if len(models) > 1:
            raise self._error("some files are compiled with -m32, others with -m64", hint="choose a --data-model")
        return str(models.pop()) if models else DATA_MODELS[1]

    def _error(self, message: str, hint: str | None = None) -> InputError:
        return InputError(message, file=str(self.path), hint=hint)

    def _entries(self) -> list[dict[str, Any]]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            hint = "cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, bear around make"
            raise InputError(f"cannot be read: {error.strerror}", file=str(self.path), hint=hint) from None
        except (ValueError, RecursionError):
            raise self._error("is not JSON") from None
        if not isinstance(data, list) or not all(isinstance(x, dict) for x in data):
            raise self._error("is no compilation database")
        return data

    def _file(self, entry: dict[str, Any]) -> File | None:
        name, directory = entry.get("file"), entry.get("directory", ".")
        words = entry.get("arguments")
        if words is None and isinstance(entry.get("command"), str):
            try:
                words = shlex.split(entry["command"])
            except ValueError as error:
                raise self._error(f"a command cannot be read: {error}") from None
        texts = [name, directory, *words] if isinstance(words, list) else [None]
        if not words or not all(isinstance(x, str) for x in texts):
            raise self._error("an entry has no file, or no command")
        assert isinstance(name, str)
        if not name.endswith((".c", ".i")):
            return None
        folder = self.path.parent / directory
        return _file(_shown(folder / name), folder, words[1:])


def _file(path: Path, folder: Path, words: Sequence[str]) -> File:
    """What a compiler is told about a file. Of -D and -U the last one counts."""
    macros: dict[str, str | None] = {}
    folders: dict[str, list[Path]] = {"-I": [], "-iquote": [], "-isystem": []}
    includes: list[str] = []
    standard, data_model = "", None
    for option, value in _options(words):
        if option == "-D":
            macros[value.partition("=")[0].partition("(")[0]] = value
        elif option == "-U":
            macros[value] = None
        elif option == "-include":
            beside = folder / value
            includes.append(str(_shown(beside)) if beside.is_file() else value)
        elif option in folders:
            folders[option].append(_shown(folder / value))
        elif option == "-std":
            standard = value
        elif option == "?":
            raise InputError(
                f"option {value} is not understood, and may change what the program means",
                file=str(path),
                hint="name the files of the program, with -I and -D, instead of --project",
            )
        elif option == "-m":
            data_model = DATA_MODELS[value == "64"]
    defines = tuple(v for v in macros.values() if v is not None)
    undefines = tuple(n for n, v in macros.items() if v is None)
    quotes, system = tuple(folders["-iquote"]), tuple(folders["-isystem"])
    # (as gcc does: a folder of the system stays one)
    folders["-I"] = [d for d in folders["-I"] if d not in system]
    more = More(undefines, tuple(includes), quotes, system, standard)
    return File(path, tuple(folders["-I"]), defines, more, data_model)


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those that matter, with their values."""
    rest = iter(words)
    for word in rest:
        # (the longest first: -isystem, and -include, begin like others)
        option = next((o for o in sorted(_WITH_VALUE, key=len, reverse=True) if word.startswith(o)), "")
        if word in _SKIPPED:
            next(rest, "")
        elif word == "-x":
            if (language := next(rest, "")) != "c":
                yield "?", f"-x {language}"
        elif option:
            yield option, word[len(option) :] or next(rest, "")
        elif word.startswith(("-std=", "--std=")):
            yield "-std", word.partition("=")[2]
        elif word == "-ansi":
            yield "-std", "c90"
        elif word in ("-m32", "-m64"):
            yield "-m", word[2:]
        elif word == "-pthread":
            yield "-D", "_REENTRANT"
        elif match := _OPTIMIZED.fullmatch(word):
            yield ("-D", "__OPTIMIZE__") if match[1] != "0" else ("-U", "__OPTIMIZE__")
            yield ("-D", "__OPTIMIZE_SIZE__") if match[1] in ("s", "z") else ("-U", "__OPTIMIZE_SIZE__")
        elif word.startswith(("-", "@")) and word != "-" and _HARMLESS.fullmatch(word) is None:
            yield "?", word


def _shown(path: Path) -> Path:
    """A path as a user would write it."""
    plain = os.path.normpath(path)
    if os.path.isabs(plain):
        relative = os.path.relpath(plain)
        return Path(plain if relative.startswith("..") else relative)
    return Path(plain)


# ---------------------------------------------------------------- the files of one program


def files_of_program(contexts: list[Context], database: Path, main: str | None) -> list[Context]:
    """Of all files those of the program whose main is in the file `main`, or in the only one that has a main."""
    mains = [c for c in contexts if "main" in defined_for_others(c.index)[0]]
    named = [c for c in mains if main is None or _is_file(c.source.file_name, main)]
    if len(named) != 1:
        names = ", ".join(c.source.file_name for c in mains)
        if not mains:
            raise InputError("no file has a function main", file=str(database))
        what = "several files have" if main is None else f"{main} is not one of those that have"
        raise InputError(f"{what} a function main: {names}", file=str(database), hint="choose one: --main FILE")
    return _needed(named[0], [c for c in contexts if c is named[0] or c not in mains])


def _is_file(name: str, wanted: str) -> bool:
    return os.path.abspath(name) == os.path.abspath(wanted) or name == wanted or name.endswith(f"/{wanted}")


def _needed(main: Context, contexts: Sequence[Context]) -> list[Context]:
    defining: dict[str, list[Context]] = {}
    for ctx in contexts:
        for name in set().union(*defined_for_others(ctx.index)):
            defining.setdefault(name, []).append(ctx)
    todo = [main, *(c for c in contexts if c is not main and _runs_by_itself(c))]
    found = set(map(id, todo))
    while todo:
        ctx = todo.pop()
        for name in set(ctx.source.text.words) & defining.keys():
            for other in [] if ctx.file.is_static(name) else defining[name]:
                if id(other) not in found:
                    found.add(id(other))
                    todo.append(other)
    return [c for c in contexts if id(c) in found]


def _runs_by_itself(ctx: Context) -> bool:
    return any("constructor" in a.name or "destructor" in a.name for a in ctx.source.text.attributes)
