"""No function of the library overflows inside, whatever it is given: what overflows is for the program to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.late import Late
from threadproof import pipeline
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import CONTENTS, Library
from threadproof.options import Options
from threadproof.result.verdict import Unknown, Unsafe

#: in turn (see tests.helpers.rotation): for `make test` and for every commit another part
IN_TURN = 40
LATE = Late()
LIBRARY = Library(ct.DATA_MODELS["LP64"])
FILES = [f for f in CONTENTS if not f.startswith(("kernel_", "win32", "interlocked", "futex", "bits", "cleanups"))]
#: these overflow where C says so
OVERFLOWING = {"abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv"}
HEADERS = (
    "arpa/inet.h assert.h ctype.h dirent.h errno.h fcntl.h getopt.h grp.h inttypes.h libgen.h locale.h math.h netdb.h "
    "poll.h pthread.h pwd.h sched.h semaphore.h signal.h stdio.h stdlib.h string.h strings.h sys/epoll.h sys/eventfd.h "
    "sys/file.h sys/ioctl.h sys/mman.h sys/prctl.h sys/random.h sys/resource.h sys/select.h sys/socket.h sys/stat.h "
    "sys/statvfs.h sys/sysinfo.h sys/time.h sys/timerfd.h sys/times.h sys/utsname.h sys/wait.h time.h unistd.h"
).split()
START = (
    "#define _GNU_SOURCE\n"
    + "".join(f"#include <{h}>\n" for h in HEADERS)
    + """
long long __VERIFIER_nondet_longlong(void);
double __VERIFIER_nondet_double(void);
char __VERIFIER_nondet_char(void);
char text[3];
int main(void) {
    for (int i = 0; i < 2; i++)
        text[i] = __VERIFIER_nondet_char();
    char *line = 0;
"""
)


def _argument(n: int, t: ct.CType) -> tuple[str, str] | None:
    """What declares it, and what it is; None for what is not arbitrary."""
    t = ct.unqualified(t)
    match t:
        case ct.Float():
            return "", "__VERIFIER_nondet_double()"
        case ct.Int() if not ct.is_thread_id(t):
            return "", f"({ct.show(t)})__VERIFIER_nondet_longlong()"
        case ct.Pointer(to=ct.Struct(tag="__threadproof_file")):
            return "", "stdin"
        case ct.Pointer(to=to):
            to = ct.unqualified(to)
            if isinstance(to, ct.Void) or (isinstance(to, ct.Int) and to.width == 8):
                return "", "text"
            if ct.show(t) == "char **":
                return "", "&line"
            is_named = isinstance(to, ct.Struct) and to.tag != "__dirstream" and "<" not in ct.show(to)
            if is_named or isinstance(to, ct.Int | ct.Float):
                return f"{ct.show(to)} x{n}[1];", f"x{n}"
    return None


def _calls() -> dict[str, str]:
    calls = {}
    for name in [n for f in FILES for n in CONTENTS[f].split() if not n.startswith("__") and n not in OVERFLOWING]:
        f = LIBRARY.function(name)
        assert f is not None
        found = [_argument(n, p.type) for n, p in enumerate(f.params)]
        given = [x for x in found if x is not None]
        if len(given) == len(found):
            calls[name] = "".join(d for d, _ in given) + f" {name}({', '.join(a for _, a in given)});"
    return calls


CALLS = _calls()


@pytest.mark.parametrize("name", CALLS)
def test_nothing_overflows_inside(name: str, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(f"{START}    {CALLS[name]}\n    return 0;\n}}\n")
    verdict = pipeline.verify(path, Options(property="no-overflow", data_model="LP64", timeout=10)).verdict
    assert not isinstance(verdict, Unsafe), CALLS[name]
    LATE.tried()
    if isinstance(verdict, Unknown) and verdict.reason == "timeout":
        LATE.give_up(name)


def test_few_had_no_time() -> None:
    LATE.must_be_few()
