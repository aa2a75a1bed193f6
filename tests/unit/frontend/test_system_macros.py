"""What a program asks about the system with `#if` is answered as gcc 12 and glibc do, or refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.system_macros import HEADERS, MODES, OURS, by_gcc, compiler, has_other_value, preprocessed
from threadproof.cpp.compiler_has import STANDARD, names
from threadproof.cpp.system_names import TABLE
from threadproof.errors import InputError
from threadproof.frontend.ctypes import DATA_MODELS
from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.typecheck import build_unit


def _is_gcc_12() -> bool:
    if shutil.which("gcc") is None:
        return False
    text = "#include <features.h>\n__GNUC__ __GLIBC__ __GLIBC_MINOR__ __x86_64__\n"
    command = ["gcc", "-pthread", "-E", "-P", "-x", "c", "-"]
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
    return out.split() == ["12", "2", "36", "1"]


needs_gcc_12 = pytest.mark.skipif(not _is_gcc_12(), reason="NOT TESTED: gcc 12 with glibc 2.36 for x86-64 is not here")

#: several headers in one program, in both orders
TOGETHER = (
    ("pthread.h", "semaphore.h", "signal.h", "unistd.h"),
    ("stdio.h", "stdlib.h", "string.h", "limits.h", "errno.h"),
    ("sched.h", "sys/time.h", "time.h", "threads.h"),
    ("stddef.h", "stdint.h", "inttypes.h", "math.h", "float.h"),
    ("fcntl.h", "sys/stat.h", "sys/mman.h", "sys/wait.h", "sys/resource.h", "sys/syscall.h"),
    ("dirent.h", "getopt.h", "locale.h", "termios.h", "sys/ioctl.h", "sys/param.h", "wchar.h", "wctype.h"),
    ("sys/socket.h", "netinet/in.h", "arpa/inet.h", "netdb.h", "poll.h", "sys/select.h"),
)


def check(headers: tuple[str, ...], features: tuple[str, ...], model: str) -> None:
    text = "".join(f"#include <{header}>\n" for header in headers)
    theirs, done = by_gcc(text, features, model), preprocessed(text, features, model)
    ours = done.macros
    unsaid = [name for name in theirs.keys() - ours.keys() if done.unknown.header_of(name) is None]
    assert not unsaid, "gcc defines these, we neither define nor refuse them"
    invented = [n for n in ours.keys() - theirs.keys() if OURS.fullmatch(n) is None and not done.unknown.header_of(n)]
    assert not invented, "we define these, gcc does not"
    alike = theirs.keys() & ours.keys() - (by_gcc("", (), model).keys() if headers else set())
    other = [name for name in alike if has_other_value(name, theirs, ours) and not done.unknown.header_of(name)]
    assert not other, "gcc has other values"


@pytest.mark.in_turn(4)
@needs_gcc_12
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("features", [(), ("_GNU_SOURCE",)], ids=str)
def test_macros_of_headers(features: tuple[str, ...], model: str) -> None:
    check((), features, model)
    for header in HEADERS:
        check((header,), features, model)
    for headers in TOGETHER:
        check(headers, features, model)
        check(headers[::-1], features, model)


def test_little_is_refused() -> None:
    """As most programs ask for features, our headers define nothing that glibc's do not."""
    wrong = [line for line in TABLE.read_text().splitlines() if re.match(r"\+ .*(default|gnu).*:", line)]
    assert wrong == []


@needs_gcc_12
@pytest.mark.long
def test_macros_of_headers_for_any_features() -> None:
    for features in MODES["other"]:
        for header in HEADERS:
            for model in ("LP64", "ILP32"):
                check((header,), features, model)


@needs_gcc_12
def test_what_the_compiler_has(tmp_path: Path) -> None:
    asked = [f"__has_builtin({n})" for n in [*sorted(names("builtin")), "nonsense", "__builtin_nonsense", "pthread_x"]]
    attributes = [*sorted(names("attribute")), *STANDARD, "nonsense", "_Noreturn"]
    for operator in ("__has_attribute", "__has_c_attribute", "__has_cpp_attribute"):
        for name in attributes:
            asked += [f"{operator}({spelling})" for spelling in (name, f"__{name}__", f"gnu::{name}", f"clang::{name}")]
    lines = [f"#if {q} > 1\ndate {i}\n#elif {q}\nyes {i}\n#endif\n" for i, q in enumerate(asked)]
    lines += [f"#ifdef __has_{name}\nhas {name}\n#endif\n" for name in ("feature", "extension", "builtin", "attribute")]
    path = tmp_path / "asks.c"
    path.write_text("".join(lines))
    theirs = subprocess.run(
        ["gcc", "-pthread", "-E", "-P", str(path)], capture_output=True, text=True, check=True
    ).stdout
    ours = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name="LP64").decode()
    assert _words(ours) == _words(theirs)


def _words(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("date", "yes", "has"))]


def text_of(tmp_path: Path, text: str, *defines: str, model: str = "LP64") -> str:
    path = tmp_path / "main.c"
    path.write_text(text)
    out = preprocess(path, cpp="builtin", include_dirs=[], defines=list(defines), model_name=model).decode()
    return " ".join(line for line in out.split("\n") if line and not line.startswith("#")).split("@")[-1].strip()


REFUSED = (
    "#include <signal.h>\n#ifdef NGREG\n#endif\n",
    "#include <signal.h>\n#ifndef NGREG\n#endif\n",
    "#include <signal.h>\n#if defined NGREG\n#endif\n",
    "#include <signal.h>\n#if 0\n#elif 1 && defined(NGREG)\n#endif\n",
    "#include <signal.h>\n#if SA_UNSUPPORTED || NGREG > 2\n#endif\n",
    "#include <sys/types.h>\n#ifdef _SIGSET_NWORDS\n#endif\n",
    # by way of another header of glibc
    "#include <stdlib.h>\n#ifdef _BITS_TYPES_H\n#endif\n",
    "#include <signal.h>\n#define HAS defined NGREG\n#if HAS\n#endif\n",
    "#include <signal.h>\n#undef NGREG\n#include <signal.h>\n#ifdef SEGV_ADIDERR\n#endif\n",
    # ours and glibc's differ when a program asks for less than all
    "#define _POSIX_C_SOURCE 199309L\n#include <signal.h>\n#ifdef sa_handler\n#endif\n#ifdef NGREG\n#endif\n",
    "#if __has_include(<linux/if.h>)\n#endif\n",
    "#if __has_builtin(__builtin_ia32_pause)\n#endif\n",
    # glibc's header redefines it
    "#define NGREG 7\n#include <signal.h>\nint x = NGREG;\n",
)


@pytest.mark.parametrize("text", REFUSED)
def test_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError) as caught:
        text_of(tmp_path, text)
    assert caught.value.line is not None
    assert "--cpp gcc" in (caught.value.hint or "")


ANSWERED = (
    # the operand is expanded
    ("#include <stdnoreturn.h>\n@\n#if __has_attribute(noreturn)\nyes\n#else\nno\n#endif\n", "no"),
    ("#define trap __builtin_trap\n@\n#if __has_builtin(trap)\nyes\n#endif\n", "yes"),
    # older features
    ("#define _XOPEN_SOURCE 500\n#include <limits.h>\n@ _POSIX_OPEN_MAX", "16"),
    ("#define _XOPEN_SOURCE\n#include <stdlib.h>\n@\n#ifdef WNOHANG\nyes\n#endif\n", "yes"),
    ("#define _XOPEN_SOURCE\n#include <signal.h>\n@\n#ifndef SA_ONSTACK\nno\n#endif\n", "no"),
    ("#ifdef NGREG\nyes\n#else\nno\n#endif\n", "no"),  # no header is included
    ("#include <signal.h>\n@\n#undef NGREG\n#ifdef NGREG\nyes\n#else\nno\n#endif\n", "no"),
    ("#include <signal.h>\n@\n#define NGREG 40\n#if NGREG == 40\nyes\n#endif\n", "yes"),
    ("#include <signal.h>\n@\n#if 0\n#ifdef NGREG\nyes\n#endif\n#elif 1\nno\n#elif NGREG\nyes\n#endif\n", "no"),
    ("#include <signal.h>\n@\n#if 0 && defined NGREG || !(1 || NGREG)\nyes\n#else\nno\n#endif\n", "no"),
    ("#include <signal.h>\n@\n#ifndef MINE_H\n#define MINE_H\nyes\n#endif\n", "yes"),
    ("#include <limits.h>\n@\n#if HOST_NAME_MAX == 64 && PIPE_BUF == 4096 && __WORDSIZE == 64\nyes\n#endif\n", "yes"),
    ("#include <unistd.h>\n@\n#ifdef _SC_NPROCESSORS_ONLN\nyes\n#endif\n", "yes"),
    ("#include <pthread.h>\n@\n#ifdef PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP\nyes\n#else\nno\n#endif\n", "no"),
    ("#ifdef __SIZEOF_INT128__\nyes\n#endif\n", "yes"),
    ("#if __has_include(<pthread.h>) && !__has_include(\"nothing.h\")\nyes\n#endif\n", "yes"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ANSWERED)
def test_answered(tmp_path: Path, text: str, expected: str) -> None:
    assert text_of(tmp_path, text) == expected


def test_defined_on_the_command_line(tmp_path: Path) -> None:
    text = "#ifdef NGREG\nyes\n#endif\n"
    assert text_of(tmp_path, text, "NGREG=3") == "yes"


@pytest.mark.parametrize("header", ["pthread.h", "sys/../pthread.h"])
def test_header_that_another_included_before(tmp_path: Path, header: str) -> None:
    """Ours is not read again, but from now on it is the program that includes it."""
    includes = f"#define _GNU_SOURCE\n#include <threads.h>\n#include <time.h>\n#include <{header}>\n"
    with pytest.raises(InputError, match="CPU_EQUAL"):
        text_of(tmp_path, f"{includes}#include <sched.h>\n#ifdef CPU_EQUAL\n#endif\n")
    with pytest.raises(InputError, match="pthread_cleanup_push_defer_np"):
        text_of(tmp_path, f"{includes}#ifdef pthread_cleanup_push_defer_np\n#endif\n")


#: sizes of types for a program of 32 bits, as `gcc -m32` has them
SIZES = (
    ("", {"off_t": 4, "time_t": 4, "struct timespec": 8, "dev_t": 8, "suseconds_t": 4}),
    ("#define _FILE_OFFSET_BITS 64\n", {"off_t": 8, "time_t": 4, "struct timespec": 8}),
    (
        "#define _FILE_OFFSET_BITS 64\n#define _TIME_BITS 64\n",
        {"off_t": 8, "time_t": 8, "struct timespec": 16, "struct timeval": 16},
    ),
)


@pytest.mark.parametrize(("features", "sizes"), SIZES)
def test_sizes_of_types(tmp_path: Path, features: str, sizes: dict[str, int]) -> None:
    text = f"{features}#include <sys/types.h>\n#include <time.h>\n#include <sys/time.h>\n"
    text += "".join(f'_Static_assert(sizeof({name}) == {size}, "");\n' for name, size in sizes.items())
    path = tmp_path / "main.c"
    path.write_text(text + "int main(void) {}\n")
    out = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name="ILP32")
    build_unit(out, str(path), DATA_MODELS["ILP32"])
    if _is_gcc_12():
        subprocess.run([*compiler("ILP32"), "-fsyntax-only", str(path)], check=True)
