"""Cancellation of threads, in programs that call `pthread_cancel`; no other program has any of this.

A request is remembered (`cancelled`, by thread). It is acted upon at cancellation points, while the thread allows it:
what was pushed to be cleaned up is done, then the thread ends with the result PTHREAD_CANCELED. A function that POSIX
says is such a point acts before it does anything, if the request is there; whoever waits inside of one wakes up for a
request, and if what it waits for happens as well, either of them may come first. Of functions that POSIX allows to be
points, each call may be one. Whoever ends already, by whatever way, is not cancelled any more.

Conditions, semaphores and joins have ways of their own for those who wait (`waiting`, `semaphores`, `pthread`); all
else never waits in the model, and asks before it begins (`point_of`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import INT, Float, Int, Pointer, Void
from threadproof.frontend.library import LIBRARY
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls
    from threadproof.frontend.lower.context import TemplateContext
    from threadproof.frontend.lower.dispatch import Dispatch

ASYNCHRONOUS = "asynchronous cancellation"
#: POSIX, 2.9.5.2: "cancellation points shall occur"; but for those that the model lets wait
SHALL = frozenset(
    "accept aio_suspend clock_nanosleep close connect creat fdatasync fsync getmsg getpmsg mq_receive mq_send "
    "mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open openat pause poll ppoll pread preadv pselect "
    "pthread_testcancel putmsg putpmsg pwrite pwritev read readv recv recvfrom recvmsg select send sendmsg sendto "
    "sigsuspend sigtimedwait sigwait sigwaitinfo sleep system tcdrain thrd_sleep usleep wait wait3 wait4 waitid "
    "waitpid write writev".split()
)
#: "a cancellation point may also occur"; and functions that POSIX does not have, which may be points as well
MAY = frozenset(
    "access asctime asctime_r catclose catopen chmod chown closedir closelog ctermid ctime ctime_r dlclose dlopen "
    "dprintf endgrent endhostent endnetent endprotoent endpwent endservent endutxent faccessat fchmod fchmodat fchown "
    "fchownat fclose fcntl fflush fgetc fgetpos fgets fgetwc fgetws fmtmsg fopen fpathconf fprintf fputc fputs fputwc "
    "fputws fread freopen fscanf fseek fseeko fsetpos fstat fstatat ftell ftello futimens fwprintf fwrite fwscanf "
    "getaddrinfo getc getc_unlocked getchar getchar_unlocked getcwd getdelim getgrent getgrgid getgrgid_r getgrnam "
    "getgrnam_r gethostent gethostid gethostname getline getlogin getlogin_r getnameinfo getnetbyaddr getnetbyname "
    "getnetent getopt getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwnam_r getpwuid getpwuid_r "
    "gets getservbyname getservbyport getservent getutxent getutxid getutxline getwc getwchar glob iconv_close "
    "iconv_open ioctl link linkat lio_listio localtime localtime_r lockf lseek lstat mkdir mkdirat mkdtemp mkfifo "
    "mkfifoat mknod mknodat mkstemp mktime nftw opendir openlog pathconf pclose perror popen posix_fadvise "
    "posix_fallocate posix_madvise posix_openpt posix_spawn posix_spawnp posix_typed_mem_open printf psiginfo psignal "
    "pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_rdlock pthread_rwlock_timedrdlock "
    "pthread_rwlock_timedwrlock pthread_rwlock_wrlock putc putc_unlocked putchar putchar_unlocked puts pututxline "
    "putwc putwchar readdir readdir_r readlink readlinkat remove rename renameat rewind rewinddir scandir scanf "
    "seekdir semop sem_open sem_close sem_unlink setgrent sethostent setnetent setprotoent setpwent setservent "
    "setutxent sigpause stat strerror strerror_r strftime symlink symlinkat sync syslog tmpfile tmpnam ttyname "
    "ttyname_r tzset ungetc ungetwc unlink unlinkat utime utimensat utimes vdprintf vfprintf vfscanf vfwprintf "
    "vprintf vscanf vwprintf wcsftime wordexp wprintf wscanf "
    "accept4 epoll_pwait epoll_wait err error errx eventfd_read eventfd_write fallocate flock fgets_unlocked "
    "fputs_unlocked fread_unlocked fwrite_unlocked getopt_long getrandom gethostbyaddr gethostbyname open64 openat64 "
    "creat64 fopen64 pread64 pwrite64 pthread_timedjoin_np pthread_clockjoin_np __printf_chk __fprintf_chk sendfile "
    "shm_open shm_unlink verr verrx vsyslog vwarn vwarnx warn warnx".split()
)


def is_used(c: TemplateContext) -> bool:
    return "pthread_cancel" in c.program.unit.functions


def is_possible(c: TemplateContext) -> bool:
    """Can somebody cancel this thread where it is? (Nobody knows the number of main but itself.)"""
    if not is_used(c) or c.at is None or c.is_leaving or c.frame.function.pos.file == LIBRARY:
        return False
    names = c.program.unit.functions
    return c.raw.name != "main" or "pthread_self" in names or "thrd_current" in names


def begin(c: TemplateContext) -> None:
    """A new thread can be cancelled, at cancellation points."""
    if is_used(c):
        zero = T.const(0, 8)
        c.emit(O.Step(updates=tuple(O.Update(v, (), zero) for v in _own(c))))


def _own(c: TemplateContext) -> tuple[Var, Var]:
    """Whether the thread refuses to be cancelled, and its type of cancellation: as numbers of pthread.h."""
    found = c.raw.cancellation
    if found is None:
        found = c.raw.cancellation = (c.new_var("cancel_state", 8), c.new_var("cancel_type", 8))
    return found


def is_due(c: TemplateContext) -> Term:
    """There is a request, and the thread allows it."""
    asked = T.select(c.program.cancelled, (T.var(c.raw.self_var),))
    return T.and_(T.eq(asked, T.const(1, 8)), T.eq(T.var(_own(c)[0]), T.const(0, 8)))


def point(c: Calls, *, is_sure: bool = True) -> None:
    """A cancellation point: `is_sure`, or one where the library may act, but need not."""
    if not is_possible(c) or c.at is None:
        return
    acts, goes_on = c.location(), c.location()
    c.edge(c.at, acts, O.Step(is_due(c)))
    c.edge(c.at, goes_on, O.Step(T.not_(is_due(c)) if is_sure else T.TRUE))
    c.at = acts
    act(c)
    c.at = goes_on


def act(c: Calls) -> None:
    """The thread is cancelled: here."""
    from threadproof.frontend.apis.pthread import leave

    if c.after_return:
        c.unsupported("cancellation of a thread that has returned and not ended yet", always=False)
        return
    width = c.model.pointer_width
    c.is_cancelled = True
    c.emit(O.Step(), note="is cancelled")
    leave(c, R.Ptr(R.NULL_OBJECT, T.const(-1, width), ()))
    c.is_cancelled = False


def point_of(c: Dispatch, f: A.FuncDecl, e: A.Call) -> A.Call:
    """A call of a library function, which may be a cancellation point once its arguments are evaluated."""
    if not (f.name in SHALL or f.name in MAY) or not is_possible(c):
        return e
    args = [c.evaluated(x) if _is_plain(x) and c.text(x) is None else x for x in e.args]
    point(c, is_sure=f.name in SHALL)  # type: ignore[arg-type]  # `Calls` is the only subclass
    return A.Call(e.callee, args, e.type, e.pos)


def while_waiting(c: Calls) -> None:
    """Whoever waits here wakes up for a request."""
    if is_possible(c) and c.at is not None:
        here, acts = c.at, c.location()
        c.edge(here, acts, O.Step(is_due(c), waits=True))
        c.at = acts
        act(c)
        c.at = here


def _is_plain(x: A.Expr) -> bool:
    return isinstance(x.type, Int | Pointer | Float)


# ---------------------------------------------------------------- functions


def cancel(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Nothing, if the thread has ended; but if nobody can join it any more there is no such thread."""
    from threadproof.frontend.apis.pthread import named

    if c.program.cooperative is not None:
        c.unsupported("pthread_cancel beside cooperative threads")
    handle = named(c, e, "pthread_cancel")
    c.emit(O.Step(updates=(O.Update(c.program.cancelled, (handle,), T.const(1, 8)),)), note="is to be cancelled")
    return c.result(e, 0)


def set_state(c: Calls, e: A.Call, wanted: bool) -> Value:
    return _set(c, e, wanted, 0)


def set_type(c: Calls, e: A.Call, wanted: bool) -> Value:
    return _set(c, e, wanted, 1)


def _set(c: Calls, e: A.Call, wanted: bool, which: int) -> Value:
    from threadproof.frontend.apis.arguments import unless_null
    from threadproof.frontend.apis.locks import EINVAL

    if not is_used(c):
        f = c.program.library.function(("pthread_setcancelstate", "pthread_setcanceltype")[which])
        assert f is not None
        return c.call_function(f, e, wanted)
    new = c.hold(c.integer(c.arg(e, 0)), INT)
    where = c.hold(c.pointer(c.arg(e, 1)), Pointer(Void()))
    assert isinstance(new, Term) and isinstance(where, R.Ptr)
    results = {0: c.location(), EINVAL: c.location()}
    c.branch(T.ule(new, T.const(1, new.width)), results[0], results[EINVAL])
    c.at = results[0]
    own = _own(c)
    old = T.zext(T.var(own[which]), INT.width)
    unless_null(c, where, lambda p: c.store(c.deref(p, INT), INT, old))
    c.emit(O.Step(updates=(O.Update(own[which], (), T.extract(new, 8)),)))
    if is_possible(c):
        at_any_step = T.and_(T.eq(T.var(own[0]), T.const(0, 8)), T.eq(T.var(own[1]), T.const(1, 8)))
        c.only_if(T.not_(at_any_step), ASYNCHRONOUS)
    assert c.at is not None
    results[0] = c.at
    return c.merge(results, e)
