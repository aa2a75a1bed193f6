"""Directives and text: one pass over a file that copies what contains no macro and replaces what does.

Entry point: `Preprocessor.run`. Every line of the output stands at the number its source line has, or behind
a line marker (`# 12 "file"`) that says which line it is, so columns too are right up to the first macro of a
line. Comments stay. `#pragma` lines stay (except `once`): what they mean is the parser's business.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from threadproof import contents
from threadproof.cpp import compiler_has
from threadproof.cpp.condition import evaluate, name_of, operand_of_defined
from threadproof.cpp.macros import Expander, Macro, Operator, define
from threadproof.cpp.source import (
    BRANCHES,
    CONDITIONALS,
    HASH,
    File,
    OpenIf,
    decode,
    directive_at,
    directive_body,
    directives,
    doubt,
    encode_name,
)
from threadproof.cpp.system_names import Unknown
from threadproof.cpp.tokens import (
    CHARACTER,
    COMMENT,
    IDENTIFIER,
    NUMBER,
    STRING,
    CppError,
    Token,
    is_identifier,
    must_separate,
    quote,
    spell,
    tokenise,
)
from threadproof.errors import InputError
from threadproof.patterns import pattern
from threadproof.records import dataclass

MAX_INCLUDE_DEPTH = 100
#: a gap of more lines than this becomes a line marker
MAX_BLANK_LINES = 8
#: where headers are included that nobody includes in a text
COMMAND_LINE = "<command-line>"
_OF_WINDOWS = ("windows.h", "process.h", "synchapi.h", "intrin.h")
#: there capital letters in names of files make no difference
_CAPITALS = ("Windows.h", "WinBase.h", "WinNT.h", "WinDef.h", "Process.h", "Intrin.h")
#: how names of the project's own headers are shown
OWN_HEADERS = "<threadproof>"

#: what can matter in running text; group 1: identifier, 2: a directive, 3: a comment that never ends
_SCAN = pattern(rf"{STRING}|{CHARACTER}|{NUMBER}|({IDENTIFIER})|({HASH})|{COMMENT}|(/\*)", re.A | re.M)
_HEADER_NAME = pattern(r"[ \t]*(?:<([^>\n]*)>|\"([^\"\n]*)\")")
_GUARD = pattern(r"#ifndef (\w+)\n#define \1\b")
_LINE = pattern(r'\s*([0-9]+)(?:\s+"((?:[^"\\]|\\.)*)")?')

_PRAGMA = pattern(r'(push_macro|pop_macro)\s*\(\s*"([^"]*)"\s*\)|GCC\s+(?:error\b|poison\s+(.*))')
_USE_A_COMPILER = "preprocess with a compiler and the headers of the system: --cpp gcc"
_HAS_INCLUDE = frozenset(("__has_include", "__has_include_next"))


@dataclass(slots=True)
class _Found:
    """A header: its text's place, the name to show, the index of the search directory it was found in."""

    path: Path
    name: str
    index: int


class Preprocessor:
    """Preprocesses one translation unit; `macros` may be filled before `run`."""

    def __init__(
        self,
        include_dirs: Sequence[Path],
        own_headers: Path,
        quote_dirs: Sequence[Path] = (),
        more_headers: Sequence[Path] = (),
    ):
        """`quote_dirs`: for `#include "FILE"` only; `more_headers`: of ours, too, which the system does not have."""
        self.include_dirs = [*quote_dirs, *include_dirs, own_headers, *more_headers]
        self.quote_dirs = len(quote_dirs)
        self.own_headers = own_headers
        self.more_headers = more_headers
        self.macros: dict[str, Macro] = {}
        self.expander = Expander(self.macros)
        self.unknown = Unknown(self.macros)
        self.out: list[str] = []
        self.files: list[File] = []
        self.once: set[Path] = set()
        #: the text and the time of those: compilers take another file like it for the same
        self._once_like: set[tuple[bytes, int]] = set()
        #: headers of ours that were read -> the macro that makes them empty from then on
        self.guards: dict[Path, str] = {}
        #: by `#pragma push_macro`; None: not defined
        self.pushed: dict[str, list[Macro | None]] = {}
        self.counter = 0
        self._operators: dict[str, Operator] = {"defined": self._defined}
        for name in compiler_has.OPERATORS | _HAS_INCLUDE:
            self._operators[name] = functools.partial(self._has, name)
        #: the line of the macro or directive being worked on
        self.line = 1
        self._add_computed()

    def define(self, definition: str) -> None:
        """As the program does it, by `-D`."""
        macro = define(definition)
        self.macros[macro.name] = macro
        self.unknown.settle(macro.name)

    def undefine(self, name: str) -> None:
        """By `-U`."""
        self.macros.pop(name, None)
        self.unknown.settle(name)

    def run(self, text: str, name: str, path: Path, before: Sequence[str] = ()) -> str:
        """The preprocessed text of the main file; an InputError when it cannot be preprocessed.

        `before`: headers that are included first.
        """
        if before:
            first = "".join([f'#include "{header}"\n' for header in before])
            here = Path.cwd() / "command-line"
            self._process(File(first, COMMAND_LINE, here, system=False, index=-1), f"# 1 {quote(COMMAND_LINE)}\n")
        self._process(File(text, name, path, system=False, index=-1), f"# 1 {quote(name)}\n")
        return "".join(self.out)

    # ------------------------------------------------------------ the pass over one file

    def _process(self, file: File, marker: str) -> None:
        self.files.append(file)
        self.out.append(marker)
        self.expander.has_digraphs |= file.has_digraphs
        try:
            self._text(file)
        except CppError as error:
            line = self.line if error.position is None else file.line(error.position)
            raise InputError(error.message, file=file.name, line=line, hint=error.hint) from error
        except RecursionError as error:
            raise InputError("macros or conditions are nested too deeply", file=file.name, line=self.line) from error
        if file.open:
            unclosed = file.open[-1]
            raise InputError(f"#{unclosed.directive} without #endif", file=file.name, line=unclosed.line)
        self.files.pop()

    def _text(self, file: File) -> None:
        text, macros, out = file.text, self.macros, self.out
        copied = 0
        again = True
        while again:
            again = False
            for match in _SCAN.finditer(text, file.position):
                group = match.lastindex
                if group is None:
                    continue
                start = match.start()
                if group == 1:
                    if match[1] not in macros:
                        continue
                    out.append(text[copied:start])
                    file.position = match.end()
                    self._expand(file, match[1], start)
                elif group == 2:
                    out.append(text[copied:start])
                    file.position = start
                    self._directive(file)
                else:
                    raise CppError("unterminated comment", position=start)
                copied = file.position
                again = True
                break
        out.append(text[copied:])
        if text and not text.endswith("\n"):
            out.append("\n")

    def _expand(self, file: File, name: str, start: int) -> None:
        """Replace the macro at `start`; the file's position is behind its name, and behind its call afterwards."""
        self.line = file.written_line(start)
        end = file.position
        tokens = self.expander.expand([Token(name, line=self.line)], file)
        # an empty expansion still separates what stands on its sides
        result = spell(tokens) or " "
        text = file.text
        if must_separate((self.out[-1] or self.out[-2])[-1:], result):
            result = " " + result
        if file.position > end and (lines := text.count("\n", end, file.position)):
            # a call over several lines: what follows it stays on its line and in its column
            result += "\n" * lines + " " * (file.position - file.line_start(file.position))
        elif tokens and file.position < len(text) and must_separate(tokens[-1].text, text[file.position]):
            result += " "
        self.out.append(result)

    def _resume(self, file: File, since: int) -> None:
        """Keep the lines right after the text from `since` to the file's position went away."""
        lines = file.text.count("\n", since, file.position)
        if lines <= MAX_BLANK_LINES:
            self.out.append("\n" * lines)
        else:
            self.out.append(f"# {file.line()} {quote(file.name)}{file.flag}\n")

    # ------------------------------------------------------------ directives

    def _directive(self, file: File) -> None:
        start = file.position
        name, _, rest = directive_at(file.text, start)
        self.line = file.line()
        body, file.position = directive_body(file.text, rest)
        if "__LINE__" in body and name != "define" and file.written_line(file.position) != file.line(file.position):
            raise CppError("__LINE__ in a directive over several lines", "preprocess with a compiler: --cpp gcc")
        if not self._dispatch(file, name, body, rest):
            self._resume(file, start)

    def _dispatch(self, file: File, name: str, body: str, raw: int) -> bool:
        """Do the directive `name`, whose text begins at `raw` and ends at the file's position.

        Afterwards the position is where text goes on; true if a marker tells the line already.
        """
        match name:
            case "define":
                macro = define(body)
                self.macros[macro.name] = macro
                if not file.is_system:
                    self.unknown.settle(macro.name)
            case "undef":
                undefined = name_of(name, body)
                self.macros.pop(undefined, None)
                if not file.is_system:
                    self.unknown.settle(undefined)
            case "include" | "include_next" | "import":
                return self._include(file, name, body, raw)
            case "if" | "ifdef" | "ifndef":
                taken = self._holds(name, body)
                file.open.append(OpenIf(name, self.line, taken))
                if not taken:
                    self._skip(file)
            case "elif" | "elifdef" | "elifndef" | "else":
                file.branch(name)
                self._skip(file)
            case "endif":
                file.branch(name)
            case "pragma":
                if body.split()[:1] == ["once"]:
                    self._read_once(file)
                else:
                    self._pragma(body.strip())
                    self.out.append(f"#pragma {body.strip()}")
            case "line":
                return self._line(file, spell(self.expander.expand(tokenise(body))))
            case "error":
                raise CppError(f"#error {body.strip()}")
            case "warning" | "ident" | "sccs":
                pass
            case _ if name.isdigit():
                return self._line(file, name + body)
            case _ if name or body.strip():
                raise CppError(f"unknown directive #{(name or body.strip())[:30]}")
        return False

    def _pragma(self, text: str) -> None:
        """Those that are about macros; the rest is the parser's business."""
        match = _PRAGMA.match(text)
        if match is None:
            return
        action, name = match[1], match[2]
        if action == "push_macro":
            self.pushed.setdefault(name, []).append(self.macros.get(name))
        elif action == "pop_macro" and self.pushed.get(name):
            macro = self.pushed[name].pop()
            if macro is None:
                self.macros.pop(name, None)
            else:
                self.macros[name] = macro
        elif match[3] is not None:
            for word in match[3].split():
                self.macros[word] = Macro(word, [], compute=functools.partial(_poisoned, word))
        elif action is None:
            raise CppError(f"#pragma {text}")

    def _line(self, file: File, body: str) -> bool:
        match = _LINE.match(body)
        if match is None or len(match[1]) > 10:
            raise CppError("#line needs a line number")
        if match[2] is not None:
            file.name = re.sub(r"\\(.)", r"\1", match[2])
        # what follows begins with the newline that ends the directive
        file.renumber(file.position, int(match[1]) - 1)
        self.out.append(f"# {int(match[1]) - 1} {quote(file.name)}{file.flag}\n")
        return True

    def _skip(self, file: File) -> None:
        """Go on behind the next `#elif`, `#else` or `#endif` that lets text through."""
        depth = 0
        for name, start, rest in directives(file.text, file.position):
            if name in CONDITIONALS:
                depth += 1
            elif name in BRANCHES and depth:
                depth -= name == "endif"
            elif name in BRANCHES:
                self.line = file.line(start)
                file.position = start
                body, end = directive_body(file.text, rest)
                conditional = file.branch(name)
                if name == "endif" or (not conditional.taken and (name == "else" or self._holds(name, body))):
                    conditional.taken = True
                    file.position = end
                    return
        file.position = len(file.text)

    def _holds(self, directive: str, body: str) -> bool:
        if directive.endswith("def"):
            name = name_of(directive, body)
            self._ask(name)
            return self._is_defined(name) != directive.endswith("ndef")
        tokens = tokenise(body)
        for token in tokens:
            if token.text in self.macros and is_identifier(token.text):
                self._ask(token.text)
        return evaluate(self.expander.expand(tokens, None, self._operators), self._ask).number != 0

    def _ask(self, name: str) -> None:
        """The condition depends on the name: it must be known whether it is a macro."""
        header = None if self.files[-1].is_system else self.unknown.header_of(name)
        if header is not None:
            is_ours = name in self.macros
            whose = "the built-in" if is_ours else "glibc's"
            others = "glibc's" if is_ours else "the built-in one"
            raise CppError(f"{name} is defined by {whose} <{header}>, but not by {others}", _USE_A_COMPILER)

    def _is_defined(self, name: str) -> bool:
        return name in self.macros or (name in self._operators and name != "defined")

    def _defined(self, rest: list[Token]) -> tuple[str, int]:
        name, used = operand_of_defined(rest)
        is_known = self.files[-1].is_system or self.unknown.header_of(name) is None
        # a name that is left asks again, if its value is needed at all
        return str(int(self._is_defined(name))) if is_known else name, used

    def _has(self, name: str, rest: list[Token]) -> tuple[str, int]:
        """`__has_include(<x.h>)` and its like."""
        depth = used = 0
        while used < len(rest) and (depth or not used):
            depth += (rest[used].text == "(") - (rest[used].text == ")")
            used += 1
        if depth or used < 2:
            raise CppError(f"{name} needs parentheses")
        if name in compiler_has.OPERATORS:
            words = [t.text for t in self.expander.expand(rest[1 : used - 1])]
            return f"{compiler_has.answer(name, words)}L", used
        header = _HEADER_NAME.match(self._header_text(rest[1 : used - 1]))
        if header is None or not (header[1] or header[2]):
            raise CppError(f'{name} needs <FILE> or "FILE"')
        found = self._find(self.files[-1], header, name.endswith("_next"))
        if found is not None:
            # (a program that asks for it is told what the system it is for has)
            is_foreign = found.path.name in _OF_WINDOWS and found.name.startswith(OWN_HEADERS)
            return str(int(not is_foreign or "_WIN32" in self.macros)), used
        if header[1]:
            raise CppError(f"{name}(<{header[1]}>): the built-in headers do not have it", _USE_A_COMPILER)
        return "0", used

    # ------------------------------------------------------------ #include

    def _read_once(self, file: File) -> None:
        self.once.add(file.path.resolve())
        with suppress(OSError):
            self._once_like.add((contents.read(file.path), file.path.stat().st_mtime_ns))

    def _header_text(self, tokens: list[Token]) -> str:
        if tokens and tokens[0].text != "<" and tokens[0].text[0] != '"':
            tokens = self.expander.expand(tokens)
        return "".join(" " * t.space + t.text for t in tokens)

    def _include(self, file: File, directive: str, body: str, raw: int) -> bool:
        end = file.position
        header = _HEADER_NAME.match(file.text, raw) or _HEADER_NAME.match(body)
        if header is None:
            header = _HEADER_NAME.match(self._header_text(tokenise(body)))
        if header is None or not (header[1] or header[2]):
            raise CppError(f'#{directive} needs <FILE> or "FILE"')
        found = self._find(file, header, directive == "include_next")
        shown = f"<{header[1]}>" if header[1] else f'"{header[2]}"'
        if found is None:
            raise CppError(
                f"header {shown} not found", "pass -I DIR for a header of yours, or --cpp gcc for those of the system"
            )
        key = found.path.resolve()
        if key in self.once:
            return False
        if len(self.files) > MAX_INCLUDE_DEPTH:
            raise CppError(f"#include is nested more than {MAX_INCLUDE_DEPTH} levels deep at {shown}")
        is_ours = found.name.startswith(OWN_HEADERS)
        is_new = not is_ours or self.guards.get(key) not in self.macros
        if is_new:
            try:
                data = contents.read(found.path)
            except OSError as error:
                raise CppError(f"cannot read header {shown}: {error.strerror}") from error
            doubtful = None if is_ours else doubt(data)
            if doubtful is not None:
                raise CppError(f"{doubtful[0]} is not understood, in header {shown}, line {doubtful[1]}")
            if self._once_like and (data, found.path.stat().st_mtime_ns) in self._once_like:
                return False
            text = decode(data)
            inner = File(text, found.name, found.path.absolute(), system=is_ours, index=found.index)
            if directive == "import":
                self._read_once(inner)
            self._process(inner, f"# 1 {quote(found.name)} 1{inner.flag}\n")
        if is_ours and not file.is_system and self.include_dirs[found.index] is self.own_headers:
            redefined = self.unknown.include(key.relative_to(self.own_headers.resolve()).as_posix())
            if redefined is not None:
                raise CppError(f"{shown} of glibc redefines the macro {redefined} of the program", _USE_A_COMPILER)
        if is_new:
            if is_ours and (guard := _GUARD.match(text)):
                self.guards[key] = guard[1]
            self.out.append(f"# {file.line(end)} {quote(file.name)} 2{file.flag}\n")
        return is_new

    def _find(self, file: File, header: re.Match[str], after: bool) -> _Found | None:
        name = header[1] or header[2]
        if "\0" in name:
            return None
        relative = os.fsdecode(name.encode("latin-1"))
        if header[2] and not after:
            beside = file.path.parent / relative
            if _is_file(beside):
                return _Found(beside, os.path.join(os.path.dirname(file.name), name), -1)
        for index, directory in enumerate(self.include_dirs):
            if (after and index <= file.index) or (header[1] and index < self.quote_dirs):
                continue
            path = directory / relative
            if _is_file(path):
                is_ours = directory is self.own_headers or directory in self.more_headers
                place = OWN_HEADERS if is_ours else encode_name(directory)
                return _Found(path, os.path.join(place, name), index)
        path = self.own_headers / relative.lower()
        if relative in _CAPITALS and not after:
            return _Found(path, os.path.join(OWN_HEADERS, name.lower()), len(self.include_dirs) - 1)
        return None

    # ------------------------------------------------------------ macros computed when used

    def _add_computed(self) -> None:
        def count(_: str) -> str:
            self.counter += 1
            return str(self.counter - 1)

        def pragma(argument: str) -> str:
            if re.fullmatch(STRING, argument.strip()) is None:
                raise CppError("_Pragma needs one string literal")
            text = argument[argument.find('"') + 1 : -1].replace('\\"', '"').replace("\\\\", "\\")
            file = self.files[-1]
            if text.split()[:1] == ["once"]:
                self._read_once(file)
                return "\n"
            self._pragma(text)
            return f"\n#pragma {text}\n# {self.line} {quote(file.name)}{file.flag}\n"

        for macro in (
            Macro("__LINE__", [], compute=lambda line: line or str(self.line)),
            Macro("__FILE__", [], compute=lambda _: quote(self.files[-1].name)),
            Macro("__FILE_NAME__", [], compute=lambda _: quote(self.files[-1].name.rpartition("/")[2])),
            Macro("__BASE_FILE__", [], compute=lambda _: quote(self.files[0].own_name)),
            Macro("__INCLUDE_LEVEL__", [], compute=lambda _: str(len(self.files) - 1)),
            Macro("__COUNTER__", [], compute=count),
            Macro("_Pragma", [], ["text"], compute=pragma),
        ):
            self.macros[macro.name] = macro


def _poisoned(word: str, _: str) -> str:
    raise CppError(f"'{word}' is poisoned")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # its name is too long
        return False
