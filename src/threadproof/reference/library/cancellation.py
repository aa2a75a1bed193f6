"""Cancellation, as pthreads(7) and pthread_cancel(3) have it: a request that a thread acts upon at certain functions.

Entry points: `point` before a function of the library; `here`, `ways` and `act` for those that wait by themselves:
for conditions, semaphores and the ends of threads.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.frontend.library import LIBRARY
from threadproof.reference.action import CANCELLED, Action, Doing
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import NotUnderstood, ThreadEnd

if TYPE_CHECKING:
    from threadproof.reference.threads import Thread

_ENABLED, _DEFERRED = 0, 0
#: "the following functions are required to be cancellation points"
_REQUIRED = """
    accept aio_suspend clock_nanosleep close connect creat fdatasync fsync mq_receive mq_send
    mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open openat pause poll pread pselect
    pthread_testcancel pwrite read readv recv recvfrom recvmsg select send sendmsg sendto
    sigsuspend sigtimedwait sigwait sigwaitinfo sleep system tcdrain usleep wait waitid waitpid write writev
    getmsg getpmsg putmsg putpmsg thrd_sleep wait3 wait4 ppoll preadv pwritev
"""
#: "may be cancellation points", and what is of Linux only
_ALLOWED = """
    access catclose catopen chmod chown closedir closelog ctermid dlclose dlopen endgrent endhostent endnetent
    endprotoent endpwent endservent endutxent fchmod fchmodat fchown fchownat fclose fcntl fflush fgetc fgetpos fgets
    fgetwc fgetws fmtmsg fopen fpathconf fprintf fputc fputs fputwc fputws fread freopen fscanf fseek fseeko fsetpos
    fstat fstatat ftell ftello ftw fwprintf fwrite fwscanf getaddrinfo getc getc_unlocked getchar getchar_unlocked
    getcwd getdate getdelim getgrent getgrgid getgrgid_r getgrnam getgrnam_r gethostbyaddr gethostbyname gethostent
    gethostid gethostname getline getlogin getlogin_r getnameinfo getnetbyaddr getnetbyname getnetent getopt
    getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwnam_r getpwuid getpwuid_r gets getservbyname
    getservbyport getservent getutxent getutxid getutxline getwc getwchar getwd glob iconv_close iconv_open ioctl
    link linkat lio_listio localtime localtime_r lockf lseek lstat mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat
    mkstemp mktime nftw opendir openlog pathconf pclose perror popen posix_fadvise posix_fallocate posix_madvise
    posix_openpt posix_spawn posix_spawnp posix_trace_clear printf psiginfo psignal pthread_rwlock_rdlock
    pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_wrlock pthread_rwlock_clockrdlock
    pthread_rwlock_clockwrlock putc putc_unlocked putchar putchar_unlocked puts pututxline putwc putwchar readdir
    readdir_r readlink readlinkat remove rename renameat rewind rewinddir scandir scanf seekdir semop setgrent
    sethostent setnetent setprotoent setpwent setservent setutxent stat strerror strerror_r strftime symlink symlinkat
    sync syslog tmpfile tmpnam ttyname ttyname_r tzset ungetc ungetwc unlink unlinkat utime utimensat utimes vdprintf
    dprintf sigpause vfprintf vfwprintf vprintf vwprintf vscanf vfscanf wcsftime wordexp wprintf wscanf asctime
    asctime_r ctime ctime_r faccessat futimens sem_open sem_close sem_unlink shm_open shm_unlink
    accept4 epoll_wait epoll_pwait eventfd_read eventfd_write fallocate flock getrandom getopt_long err errx warn
    warnx error sendfile pthread_timedjoin_np pthread_clockjoin_np vsyslog verr verrx vwarn vwarnx
"""


@cache
def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _may_act(thread: Thread) -> bool:
    """There is a request, and the thread allows it, and does not end anyway."""
    is_enabled = thread.cancellation.get("pthread_setcancelstate", _ENABLED) == _ENABLED
    return thread.is_cancelled and is_enabled and not thread.is_leaving


def _can_be(thread: Thread) -> bool:
    """Does the program cancel threads at all?"""
    return "pthread_cancel" in thread.machine.unit.functions


def ways(thread: Thread) -> tuple[str, ...]:
    """Of a thread that waits."""
    return (CANCELLED,) if _may_act(thread) else ()


def point(thread: Thread, name: str, e: A.Call) -> Doing[None]:
    if e.pos.file != LIBRARY and requirement(name) is not None:
        yield from here(thread, e.pos, is_required=requirement(name) is True)


def requirement(name: str) -> bool | None:
    """Of a function that has no way of its own: whether it has to be a cancellation point; None: it is none."""
    return True if name in _names(_REQUIRED) else False if name in _names(_ALLOWED) else None


def here(thread: Thread, pos: A.Pos, *, is_required: bool) -> Doing[None]:
    if _can_be(thread):
        yield Action(pos, "cancellation point")
        if _may_act(thread) and (is_required or thread.machine.flag("cancelled", pos)):
            yield from act(thread, pos)


def act(thread: Thread, pos: A.Pos) -> Doing[None]:
    """What has been pushed is done, and then the thread ends."""
    from threadproof.reference.library.threads import leave

    if thread.has_returned:
        raise NotUnderstood("cancellation of a thread that has returned", pos)
    width = thread.machine.model.pointer_width
    yield from leave(thread, pos)
    raise ThreadEnd(Pointer(None, (1 << width) - 1), ct.Pointer(ct.VOID))


def must_be_deferred(thread: Thread, pos: A.Pos) -> None:
    is_enabled = thread.cancellation.get("pthread_setcancelstate", _ENABLED) == _ENABLED
    is_deferred = thread.cancellation.get("pthread_setcanceltype", _DEFERRED) == _DEFERRED
    if _can_be(thread) and is_enabled and not is_deferred:
        raise NotUnderstood("asynchronous cancellation", pos)
