"""Descriptors: which numbers are in use, and what for. Of what the process was started with nothing is known.

A new one is the lowest that is free. Copies share a file. What is in pipes and the like: `channels`.
Entry points: `without_closed`, for every call that is given a descriptor, and the functions that make and close them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.records import dataclass, field
from threadproof.reference.action import Doing
from threadproof.reference.memory import Cell
from threadproof.reference.outcome import Discarded, NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP, EAFNOSUPPORT = 9, 22, 88, 95, 97
#: AF_UNIX, AF_TIPC; there are less families, and kinds of sockets up to this one
_IN_PAIRS = (1, 30)
_FAMILIES, _LAST_KIND = 64, 10
O_CREAT, O_EXCL, O_APPEND, O_NONBLOCK, O_CLOEXEC = 0o100, 0o200, 0o2000, 0o4000, 0o2000000
_ACCESS, RDONLY, WRONLY, RDWR = 3, 0, 1, 2
_MOST = 0x7FFFFFFF
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030
#: kinds of files that are no sockets
NO_SOCKETS = ("file", "regular", "memory", "folder", "pipe", "events", "timer", "epoll")
#: which argument of a function is the descriptor
_FIRST = (
    "fsync", "fdatasync", "isatty", "listen", "shutdown", "lseek", "ftruncate", "fallocate", "lockf", "flock",
    "fchdir", "fchmod", "fchown", "fstat", "fstatvfs", "ioctl", "fdopendir", "fdopen", "epoll_wait", "epoll_pwait",
    "eventfd_read", "eventfd_write", "timerfd_gettime", "timerfd_settime", "posix_fallocate", "posix_fadvise",
    "read", "write", "pread", "pwrite", "send", "sendto", "recv", "recvfrom", "bind", "connect", "accept", "accept4",
    "getsockname", "getpeername", "getsockopt", "setsockopt", "close", "dup", "dup2", "dup3", "fcntl", "dprintf",
    "vdprintf", "ttyname",
)  # fmt: skip
_USED = {**dict.fromkeys(_FIRST, (0,)), "epoll_ctl": (0, 2), "mmap": (4,)}
_MAP_ANONYMOUS = 0x20
#: to and from a set of events
_ADD, _DELETE = 1, 2


@dataclass(slots=True)
class Queue:
    """Bytes on their way; how many files may still read and write them."""

    cells: list[Cell] = field(default_factory=list)
    readers: int = 0
    writers: int = 0


@dataclass(slots=True)
class File:
    """What copies of a descriptor have in common. `kind`: "" if nothing is known."""

    kind: str
    flags: int = 0
    copies: int = 1
    #: None: not known
    offset: int | None = None
    #: of memory that is a file
    content: list[Cell] = field(default_factory=list)
    source: Queue | None = None
    target: Queue | None = None
    #: of a counter of events
    count: int = 0
    #: of a timer: it is set to this value and interval
    timer: tuple[int, int, int, int] = (0, 0, 0, 0)
    is_timer_set: bool = False
    #: of a set of events: which files it has, by their numbers
    members: dict[int, File] = field(default_factory=dict)


@dataclass(slots=True)
class Descriptors:
    files: dict[int, File] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    #: all lower numbers are in use, unless they were closed
    mark: int = 0
    closes_on_exec: dict[int, bool] = field(default_factory=dict)
    #: sets of events, as long as they are open
    sets: list[File] = field(default_factory=list)

    def is_closed(self, n: int) -> bool:
        return n < 0 or n in self.closed

    def is_open(self, n: int) -> bool:
        return n in self.files or (n < self.mark and n not in self.closed)

    def file(self, n: int) -> File:
        """What it stands for; nobody knows whether there is something if it was never heard of."""
        return self.files.get(n) or File("")

    def free(self, least: int) -> tuple[int, int]:
        """A new one is among these."""
        first = least
        while self.is_open(first):
            later = [c for c in self.closed if c > first]
            first = first + 1 if first >= self.mark else min([self.mark, *later])
        return first, min([_MOST, *(c for c in self.closed if c >= first)])

    def put(self, n: int, file: File, *, is_lowest: bool) -> None:
        self.files[n] = file
        self.closed.discard(n)
        self.closes_on_exec[n] = False
        if is_lowest:
            self.mark = max(self.mark, n + 1)
        if file.kind == "epoll" and file not in self.sets:
            self.sets.append(file)

    def close(self, n: int) -> None:
        file = self.files.pop(n, None)
        self.closed.add(n)
        if file is None:
            return
        file.copies -= 1
        if not file.copies:
            if file.source is not None:
                file.source.readers = 0
            if file.target is not None:
                file.target.writers = 0
            for s in self.sets:
                s.members = {k: f for k, f in s.members.items() if f is not file}


def of(thread: Thread) -> Descriptors:
    return thread.machine.descriptors


def without_closed(thread: Thread, name: str, args: list[Value], e: A.Call) -> Doing[list[Value]]:
    """The arguments of a call, with -1 for descriptors that are closed: no function works on either."""
    places = _USED.get(name)
    if places is None or (name == "mmap" and number(args[3]) & _MAP_ANONYMOUS):
        return args
    yield from thread.machine.turn(thread, e.pos, name)
    return [-1 if n in places and number(v) in of(thread).closed else v for n, v in enumerate(args)]


def failed(thread: Thread, e: A.Call) -> Doing[bool]:
    result = bool(thread.machine.input(ct.BOOL, e.pos))
    yield from thread.disturb_errno(e.pos, result)
    return result


def wrong(thread: Thread, error: int, e: A.Call) -> Doing[Value]:
    yield from thread.set_errno(error, e.pos)
    return -1


def new(thread: Thread, file: File, e: A.Call, least: int = 0) -> int:
    table = of(thread)
    first, last = table.free(least)
    if first > last:
        raise Discarded(f"no descriptor is left ({e.pos})")
    n = thread.machine.input(ct.INT, e.pos, first, last)
    if table.is_open(n):
        n = first
    table.put(n, file, is_lowest=least == 0)
    return n


def new_descriptor(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """For the texts in C: of this kind, with the flags of the call."""
    yield from ()
    text = A.without_casts(e.args[0])
    assert isinstance(text, A.Decay)
    assert isinstance(text.place, A.Str)
    kind, flags = text.place.data.rstrip(b"\0").decode(), number(args[1])
    offset = None
    if kind == "file" and flags & O_CREAT and flags & O_EXCL:
        kind = "regular"
    if kind in ("file", "regular", "memory"):
        offset = 0
    if kind in ("memory", "events", "timer", "socket"):
        flags = flags & ~_ACCESS | RDWR
    n = new(thread, File(kind, flags, offset=offset), e)
    of(thread).closes_on_exec[n] = bool(flags & O_CLOEXEC)
    return n


def close(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(Whatever goes wrong, afterwards it is closed.)"""
    table, n = of(thread), number(args[0])
    if n < 0:
        return (yield from wrong(thread, EBADF, e))
    is_sure = table.file(n).kind not in ("", "file", "regular", "folder")
    table.close(n)
    return 0 if is_sure else -(yield from failed(thread, e))


def dup(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[0]) < 0:
        return (yield from wrong(thread, EBADF, e))
    return (yield from _copy(thread, number(args[0]), 0, e))


def _copy(thread: Thread, n: int, least: int, e: A.Call) -> Doing[Value]:
    if (yield from failed(thread, e)):
        return -1
    return new(thread, _shared(thread, n), e, least)


def _shared(thread: Thread, n: int) -> File:
    table = of(thread)
    file = table.files.get(n)
    if file is None:
        file = File("")
        table.put(n, file, is_lowest=False)
    file.copies += 1
    return file


def dup2(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    table, old, n = of(thread), number(args[0]), number(args[1])
    is_three = len(args) > 2
    if is_three and (old == n or number(args[2]) & ~O_CLOEXEC):
        return (yield from wrong(thread, EINVAL, e))
    if n < 0 or old < 0:
        return (yield from wrong(thread, EBADF, e))
    if old == n and table.is_open(n):
        return n
    if (yield from failed(thread, e)):
        return -1
    if old != n:
        file = _shared(thread, old)
        if table.is_open(n):
            table.close(n)
        table.put(n, file, is_lowest=False)
        table.closes_on_exec[n] = is_three and bool(number(args[2]) & O_CLOEXEC)
    return n


def dup3(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from dup2(thread, args, e))


def fcntl(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    table, n, command = of(thread), number(args[0]), number(args[1])
    given = number(args[2]) if len(args) > 2 else 0
    file = table.file(n)
    if n < 0:
        return (yield from wrong(thread, EBADF, e))
    if command in (F_DUPFD, F_DUPFD_CLOEXEC):
        if given < 0:
            return (yield from wrong(thread, EINVAL, e))
        copy = yield from _copy(thread, n, given, e)
        if copy != -1:
            table.closes_on_exec[number(copy)] = command == F_DUPFD_CLOEXEC
        return copy
    if command not in (F_GETFD, F_SETFD, F_GETFL, F_SETFL):
        raise NotUnderstood("fcntl with a command that is not known", e.pos)
    may_fail = not file.kind or (command == F_SETFL and file.kind in ("file", "folder"))
    if may_fail and (yield from failed(thread, e)):
        return -1
    if command == F_SETFD:
        table.closes_on_exec[n] = bool(given & 1)
        return 0
    if command == F_GETFD:
        known = table.closes_on_exec.get(n)
        return thread.machine.input(ct.INT, e.pos, 0, 1) if known is None else int(known)
    changing = O_NONBLOCK | O_APPEND
    if command == F_SETFL:
        file.flags = file.flags & ~changing | given & changing
        return 0
    found = thread.machine.input(ct.INT, e.pos, 0, _MOST)
    return found & ~(_ACCESS | changing) | file.flags & (_ACCESS | changing) if file.kind else found


def _ends(thread: Thread, files: list[File], flags: int, place: Value, e: A.Call) -> Doing[Value]:
    if (yield from failed(thread, e)):
        return -1
    numbers = [new(thread, file, e) for file in files]
    for i, n in enumerate(numbers):
        of(thread).closes_on_exec[n] = bool(flags & O_CLOEXEC)
        yield from thread.store(thread.moved(as_pointer(place), 4 * i), n, ct.INT, e.pos)
    return 0


def pipe(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    flags = number(args[1]) if len(args) > 1 else 0
    if flags & ~(O_CLOEXEC | O_NONBLOCK | 0o40000 | O_EXCL):
        return (yield from wrong(thread, EINVAL, e))
    queue = Queue(readers=1, writers=1)
    status = flags & O_NONBLOCK
    files = [File("pipe", RDONLY | status, source=queue), File("pipe", WRONLY | status, target=queue)]
    return (yield from _ends(thread, files, flags, args[0], e))


def socketpair(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    one, other = Queue(readers=1, writers=1), Queue(readers=1, writers=1)
    kind = number(args[1])
    if kind & ~(15 | O_CLOEXEC | O_NONBLOCK) or kind & 15 > _LAST_KIND:
        return (yield from wrong(thread, EINVAL, e))
    if not 0 < number(args[0]) < _FAMILIES:
        return (yield from wrong(thread, EAFNOSUPPORT, e))
    if number(args[0]) not in _IN_PAIRS:
        return (yield from wrong(thread, EOPNOTSUPP, e))
    status = kind & O_NONBLOCK | RDWR
    files = [File("pair", status, source=one, target=other), File("pair", status, source=other, target=one)]
    if kind & 15 != 1:  # messages have borders
        files = [File("messages", status), File("messages", status)]
    return (yield from _ends(thread, files, kind, args[3], e))


def is_refused(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """By a set of events: what it has already, or does not have."""
    yield from ()
    table, n = of(thread), number(args[2])
    s, operation = table.file(number(args[0])), number(args[1])
    if s.kind != "epoll" or n not in table.files:
        return thread.machine.input(ct.BOOL, e.pos) if args[3] else 0
    is_member = s.members.get(n) is table.files[n]
    return int(is_member == (operation == _ADD))


def change_set(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    table, n = of(thread), number(args[2])
    members = table.file(number(args[0])).members
    if number(args[1]) == _ADD and n in table.files:
        members[n] = table.files[n]
    elif number(args[1]) == _DELETE:
        members.pop(n, None)
    return None


HANDLERS: dict[str, Handler] = {
    "__new_descriptor": new_descriptor,
    "__is_refused": is_refused,
    "__change_set": change_set,
    "close": close,
    "dup": dup,
    "dup2": dup2,
    "dup3": dup3,
    "fcntl": fcntl,
    "pipe": pipe,
    "pipe2": pipe,
    "socketpair": socketpair,
}
