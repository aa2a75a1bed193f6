"""From a file to preprocessed C text whose line markers point at the user's source. Entry point: `preprocess`.

`.i` files are taken as they are. Everything else goes through the own preprocessor (`cpp/`) with the project's
own headers (`include/`), or through a compiler (`--cpp gcc`) with the headers of the system. What the text
means, attributes and pragmas included, is the parser's business.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof import contents
from threadproof.errors import InputError, UsageError
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.cpp.directives import Preprocessor

#: of C, where no `-std` says something else
USUAL_VERSION = "17"

BUILTIN = "builtin"
OWN_HEADERS = Path(__file__).parent / "include"
#: headers of ours that no system has for programs: those of the Linux kernel
KERNEL_HEADERS = Path(__file__).parent / "include_kernel"
#: empty stand-ins for headers a system lacks when its compiler is asked for the other data model
HOST_STUBS = Path(__file__).parent / "include_host"
_COMPILER_TIMEOUT = 60


@dataclass(frozen=True, slots=True)
class More:
    """What else may be said to a preprocessor, as to a compiler."""

    undefines: tuple[str, ...] = ()
    #: headers that are included before anything else
    includes: tuple[str, ...] = ()
    #: for `#include "FILE"` only; and folders of headers that come after those of `-I`
    quote_dirs: tuple[Path, ...] = ()
    system_dirs: tuple[Path, ...] = ()
    #: as in `-std=`; empty: gnu17
    standard: str = ""
    #: a header that is included behind everything else
    last: str = ""

    @property
    def version(self) -> str:
        """Of C: 90, 99, 11, 17 or 23."""
        from threadproof.cpp.predefined import version_of

        return (version_of(self.standard) or (USUAL_VERSION, True))[0]


NO_MORE = More()


def preprocess(
    path: Path,
    *,
    cpp: str,
    include_dirs: Sequence[Path],
    defines: Sequence[str],
    model_name: str,
    more: More = NO_MORE,
) -> bytes:
    """The file as preprocessed C; an InputError with file and line when that cannot be done."""
    data = _read(path)
    if path.suffix == ".i":
        return data
    from threadproof.cpp.predefined import standard_macros, version_of
    from threadproof.cpp.tokens import IDENTIFIER, CppError

    for define in defines:
        if re.fullmatch(rf"{IDENTIFIER}(?:\([^()]*\))?(?:=.*)?", define, re.S) is None:
            raise UsageError(f"-D {define!r}: NAME or NAME=VALUE is needed")
    for name in more.undefines:
        if re.fullmatch(IDENTIFIER, name) is None:
            raise UsageError(f"-U {name!r}: a name is needed")
    if more.standard and version_of(more.standard) is None:
        raise UsageError(f"-std={more.standard} is not understood", hint="c90, c99, c11, c17, c23, or gnu for c")
    if more.standard.startswith(("c", "iso")) and (found := re.search(rb"\?\?[=/'()!<>-]", data)) is not None:
        line = data.count(b"\n", 0, found.start()) + 1
        raise InputError("a trigraph is not understood", file=str(path), line=line)
    if cpp != BUILTIN:
        return _compiler(path, cpp, include_dirs, defines, model_name, more)
    from threadproof.cpp.macros import Macro
    from threadproof.cpp.source import decode, encode_name

    preprocessor = built_in([*include_dirs, *more.system_dirs], model_name, more.quote_dirs)
    for name, value in standard_macros(more.standard).items() if more.standard else ():
        if value is None:
            preprocessor.macros.pop(name, None)
        else:
            preprocessor.macros[name] = Macro(name, value)
    for name in more.undefines:
        preprocessor.undefine(name)
    for define in defines:
        defined, equals, text = define.partition("=")
        try:
            preprocessor.define(f"{defined} {text if equals else '1'}")
        except CppError as error:
            raise UsageError(f"-D {define!r}: {error.message}") from error
    before = [encode_name(Path(header)) for header in more.includes]
    text = decode(data) + f"\n#include <{more.last}>\n" * bool(more.last)
    return preprocessor.run(text, encode_name(path), path.absolute(), before).encode("latin-1")


def written(path: Path) -> Callable[[str], list[str]] | None:
    """The lines of a file before it was preprocessed (none, if it cannot be read); None: it came as it is."""
    return None if path.suffix == ".i" else _lines


def _lines(file: str) -> list[str]:
    try:
        path = Path(file)
        return contents.read(path).decode("latin-1").split("\n") if path.is_file() else []
    except (OSError, ValueError):
        return []


def built_in(include_dirs: Sequence[Path], model_name: str, quote_dirs: Sequence[Path] = ()) -> Preprocessor:
    """The own preprocessor, with what a compiler predefines."""
    from threadproof.cpp.directives import Preprocessor
    from threadproof.cpp.macros import Macro, define
    from threadproof.cpp.predefined import predefined

    preprocessor = Preprocessor(include_dirs, OWN_HEADERS, quote_dirs, [KERNEL_HEADERS])
    for name, value in predefined(model_name).items():
        macro = define(f"{name} {value}") if "(" in name else Macro(name, value)
        preprocessor.macros[macro.name] = macro
    return preprocessor


def _read(path: Path) -> bytes:
    from threadproof.cpp.source import doubt

    try:
        data = contents.read(path)
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", file=str(path)) from error
    except ValueError as error:  # a NUL in the name
        raise InputError(f"cannot read the file: {error}", file=repr(str(path))) from error
    doubtful = doubt(data)
    if doubtful is not None:
        raise InputError(f"{doubtful[0]} is not understood", file=str(path), line=doubtful[1])
    return data


def _compiler(
    path: Path, cpp: str, include_dirs: Sequence[Path], defines: Sequence[str], model_name: str, more: More
) -> bytes:
    """Run `cpp -E`, with the macros that tell the data model set as wanted, whatever the machine's own is.

    On an x86 these say of which kind it is, too: headers and programs ask for either. (`-m32` would do that as well,
    but does not find the system's headers where those for 32 bits are not installed.)
    """
    import shlex

    from threadproof.cpp.predefined import model_macros, processor_macros

    try:
        command = shlex.split(cpp)
    except ValueError as error:
        raise UsageError(f"--cpp {cpp!r}: {error}") from error
    if not command:
        raise UsageError("--cpp needs a command")
    command += ["-E", "-w"]
    macros = model_macros(model_name)
    own = _run(path, [*command, "-dM", "-x", "c", os.devnull]).decode(errors="replace")
    if re.search(r"^#define __(x86_64|i386)__ ", own, re.M):
        macros |= processor_macros(model_name)
    command.append("-D__threadproof__=1")
    for name, value in macros.items():
        command.append(f"-U{name.partition('(')[0]}")
        if value is not None:
            command.append(f"-D{name}={value}")
    command += [f"-I{directory}" for directory in include_dirs]
    command += [f"-iquote{directory}" for directory in more.quote_dirs]
    for directory in more.system_dirs:
        command += ["-isystem", str(directory)]
    command += [f"-U{name}" for name in more.undefines]
    command += [f"-D{define}" for define in defines]
    for header in (*more.includes, *[more.last] * bool(more.last)):
        command += ["-include", header]
    command += [f"-std={more.standard}"] if more.standard else []
    command += ["-isystem", str(HOST_STUBS / "first"), "-idirafter", str(HOST_STUBS)]
    command += ["-idirafter", str(HOST_STUBS / "capitals")]
    command += ["-x", "c", str(path.absolute() if str(path).startswith("-") else path)]
    return _run(path, command)


def _run(path: Path, command: list[str]) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            command, capture_output=True, check=False, timeout=_COMPILER_TIMEOUT, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError as error:
        raise InputError(
            f"the preprocessor {command[0]} is not installed",
            file=str(path),
            hint="install it, or leave --cpp out: the built-in preprocessor needs no compiler",
        ) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"the preprocessor {command[0]} cannot be run: {error}", file=str(path)) from error
    if done.returncode != 0:
        raise _compiler_error(path, command[0], done.stderr.decode(errors="replace"))
    return done.stdout


def _compiler_error(path: Path, command: str, messages: str) -> InputError:
    """The compiler's first error, with the position it names."""
    for line in messages.splitlines():
        file, _, rest = line.partition(":")
        number, _, rest = rest.partition(":")
        if "error:" in rest and number.isdigit():
            message = rest.partition("error:")[2].strip()
            return InputError(f"{command}: {message}", file=file, line=int(number))
    # no position: the compiler itself failed
    first = next((line for line in messages.splitlines() if "error" in line), messages.strip() or "no message")
    return InputError(f"{command} failed: {first}", file=str(path))
