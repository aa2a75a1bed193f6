"""Functions of the C library that are written in C, in this folder, and read like the program itself.

Such a function is inlined where it is called, so what it reads and writes, where it stops and what it returns is what
its text says: every character of a string is an access. Steps inside have the position of the call. Written from the
C standard and POSIX; what those leave open is an arbitrary value (`__VERIFIER_nondet_*`), not a guess.

Entry point: `Library.function`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from threadproof.frontend import ast
from threadproof.frontend.ctypes import DataModel

#: the file that positions inside the library name
LIBRARY = "<C library>"
_FOLDER = Path(__file__).parent

_INTERLOCKED = "Increment Decrement Exchange ExchangeAdd CompareExchange And Or Xor".split()
#: functions of <math.h> whose results no standard prescribes bit by bit
_INEXACT = " ".join(
    name + f
    for name in (
        "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p cbrt erf erfc "
        "lgamma tgamma pow atan2 hypot fdim remainder nextafter"
    ).split()
    for f in ("", "f")
)
#: text -> what is defined there and may be called from outside
CONTENTS = {
    "string.c": (
        "strlen strnlen strcpy stpcpy strncpy strcat strncat strcmp strncmp strcoll strcasecmp strncasecmp strchr "
        "strrchr strspn strcspn strpbrk strstr strsep strtok strtok_r strdup strndup memchr memcmp bcmp"
    ),
    "texts.c": (
        "memccpy stpncpy memrchr rawmemchr strchrnul memmem strcasestr explicit_bzero strxfrm basename __xpg_basename "
        "dirname"
    ),
    "ctype.c": (
        "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii "
        "tolower toupper __ctype_b_loc"
    ),
    "stdlib.c": (
        "abs labs llabs imaxabs atoi atol atoll strtol strtoul strtoll strtoull strtoimax strtoumax rand_r bsearch "
        "__aligned_alloc __memalign __posix_memalign __reads_binary reallocarray ffs ffsl ffsll"
    ),
    "math.c": (
        "isnan isnanf isfinite finite isinf isinf_sign __fpclassify __fpclassifyf isgreater isgreaterequal "
        "isless islessequal islessgreater "
        "isunordered signbit copysign copysignf fabs fabsf sqrt sqrtf trunc floor ceil round rint nearbyint truncf "
        "floorf ceilf roundf rintf nearbyintf lround llround lrint llrint fmin fmax fminf fmaxf fmod fmodf difftime "
        + _INEXACT
        + " fma ldexp scalbn modf frexp lroundf llroundf lrintf llrintf"
    ),
    "numbers.c": "div ldiv lldiv strtod strtof atof",
    "random.c": (
        "erand48_r nrand48_r jrand48_r drand48_r lrand48_r mrand48_r srand48_r erand48 nrand48 jrand48 drand48 "
        "lrand48 mrand48 srand48 getrandom getentropy"
    ),
    "bits.c": " ".join(
        [f"__builtin_{f}{type_}" for f in ("popcount", "parity", "clz", "ctz") for type_ in ("", "l", "ll")]
        + [
            "__builtin_clrsb",
            "__builtin_clrsbl",
            "__builtin_clrsbll",
            "__builtin_bswap16",
            "__builtin_bswap32",
            "__builtin_bswap64",
        ]
        + ["htons", "ntohs", "htonl", "ntohl"]
    ),
    "stdio.c": (
        "getchar getc fgetc fgets putchar putc fputc "
        "__read_string __read_at_most __room_for_text __put_char __put_string __put_number "
        "__put_fraction"
    ),
    "scanning.c": (
        "__scan_blanks __scan_literal __scan_characters __scan_string __scan_8 __scan_16 __scan_32 __scan_64 "
        "__scan_double __scan_float "
        "__input_string"
    ),
    "process.c": (
        "getpid getppid getuid geteuid getgid getegid setuid setgid __processors __limit __number_of_thread "
        "__is_number_of_thread __number_leaves "
        "__number_of_id __number_asked_for sched_get_priority_max sched_get_priority_min atexit "
        "__run_exit_functions __errno_location __store_errno __advance_clock __catch_up __pass_time __sleep_until "
        "__thread_begins __thread_ends pthread_setconcurrency pthread_getconcurrency"
    ),
    "getopt.c": "getopt getopt_long",
    "environment.c": "__environment_variable",
    "futex.c": "__futex_wait __futex_wake __futex_requeue __futex_lock __futex_unlock __leave_locks",
    "errors.c": "strerror __strerror_r_gnu __strerror_r_posix strsignal gai_strerror hstrerror",
    "system.c": (
        "open openat creat close fsync fdatasync dup dup2 dup3 isatty socket socketpair listen shutdown epoll_create "
        "epoll_create1 eventfd unlink rmdir chdir __is_root __change_folder remove access mkdir rename pipe pipe2 "
        "fcntl poll getcwd gethostname getpagesize prctl select sched_setaffinity sched_getaffinity "
        "pthread_setaffinity_np pthread_getaffinity_np __sched_cpucount sched_getcpu pthread_getname_np"
    ),
    "files.c": (
        "lseek ftruncate truncate fallocate posix_fallocate posix_fadvise lockf flock sync fchdir mkfifo chmod "
        "fchmod chown fchown unlinkat faccessat mkdirat link symlink umask readlink fstat stat lstat fstatat fstatvfs "
        "statvfs ioctl fdopendir opendir closedir rewinddir dirfd readdir epoll_ctl epoll_wait epoll_pwait "
        "eventfd_read eventfd_write"
    ),
    "timers.c": (
        "clock_settime getrusage times getitimer setitimer alarm timerfd_create timerfd_gettime timerfd_settime"
    ),
    "streams.c": (
        "fopen fdopen freopen tmpfile popen pclose fseek fseeko ftell ftello rewind feof ferror clearerr fileno ungetc "
        "putc_unlocked putchar_unlocked getc_unlocked getchar_unlocked getdelim getline"
    ),
    "mapping.c": (
        "mmap munmap mprotect msync mlock munlock mlockall munlockall posix_madvise madvise shm_open shm_unlink "
        "memfd_create"
    ),
    "calendar.c": (
        "gmtime_r localtime_r gmtime localtime mktime timegm timelocal asctime_r ctime_r asctime ctime strftime tzset"
    ),
    "network.c": (
        "getnameinfo getaddrinfo freeaddrinfo herror inet_ntoa inet_ntop inet_addr inet_aton "
        "inet_pton gethostbyname getservbyname"
    ),
    "others.c": (
        "__status_of_a_process system execv execvp execve waitpid wait kill setsid getpgrp getpgid "
        "setpgid nice setpriority getpriority getrlimit setrlimit sched_setscheduler sched_getscheduler "
        "getlogin ttyname getpwuid getpwnam uname sysinfo get_nprocs_conf get_nprocs setlocale"
    ),
    "signals.c": (
        "sigemptyset sigfillset sigaddset sigdelset sigismember pthread_sigmask sigprocmask signal sigaction "
        "__libc_current_sigrtmin __libc_current_sigrtmax"
    ),
    "named_semaphores.c": "sem_open sem_close sem_unlink",
    "cleanups.c": "pthread_cleanup_push pthread_cleanup_pop __run_cleanup_functions",
    "keys.c": (
        "pthread_key_create pthread_key_delete pthread_setspecific pthread_getspecific tss_create tss_delete tss_set "
        "tss_get __run_key_destructors pthread_setcancelstate pthread_setcanceltype"
    ),
    "win32.c": " ".join([f"__wait_{how}_{n}" for how in ("any", "all") for n in range(1, 9)])
    + (
        " GetLastError SetLastError CloseHandle WaitForSingleObject WaitForSingleObjectEx WaitForMultipleObjects "
        "WaitForMultipleObjectsEx CreateMutexA CreateMutexW CreateMutexExA CreateMutexExW CreateEventA CreateEventW "
        "CreateEventExA CreateEventExW CreateSemaphoreA CreateSemaphoreW ReleaseMutex ReleaseSemaphore SetEvent "
        "ResetEvent CreateThread CreateThread_unnumbered CreateThread_alone _beginthreadex "
        "_beginthreadex_unnumbered _beginthreadex_alone _beginthread _beginthread_alone "
        "GetExitCodeThread GetCurrentThread GetCurrentProcess GetCurrentThreadId "
        "GetCurrentProcessId SetThreadPriority Sleep SwitchToThread InitOnceInitialize InitOnceExecuteOnce "
        "InitOnceBeginInitialize InitOnceComplete TlsAlloc TlsFree TlsGetValue TlsSetValue GetTickCount "
        "GetTickCount64 QueryPerformanceCounter QueryPerformanceFrequency GetSystemTimeAsFileTime GetSystemInfo "
        "OutputDebugStringA IsDebuggerPresent"
    ),
    "interlocked.c": " ".join(
        [f"{line}Interlocked{op}{size}" for line in ("", "_") for op in _INTERLOCKED for size in ("", 64, 16, 8)]
        + [f"Interlocked{op}{order}" for op in _INTERLOCKED for order in ("Acquire", "Release", "NoFence")]
        + [f"InterlockedAdd{size}" for size in ("", 64, 16, 8)]
        + [f"{line}Interlocked{op}Pointer" for line in ("", "_") for op in ("Exchange", "CompareExchange")]
    ),
    "kernel_locks.c": (
        "__kernel_flags __kernel_interrupted __kernel_ignore_signals __kernel_is_hogging "
        "__kernel_mutex_lock_interruptible __kernel_mutex_is_locked __kernel_down_timeout "
        "__kernel_down_interruptible __kernel_rw_init __kernel_read_lock "
        "__kernel_read_trylock __kernel_read_unlock __kernel_write_lock __kernel_write_trylock "
        "__kernel_write_unlock __kernel_downgrade __kernel_rw_is_locked __kernel_read_lock_interruptible "
        "__kernel_write_lock_interruptible __kernel_init_completion __kernel_complete_all "
        "__kernel_try_wait_for_completion __kernel_wait_for_completion __kernel_completion_done "
        "__kernel_wait_for_completion_interruptible __kernel_time_left __kernel_wait_for_completion_timeout "
        "__kernel_wait_for_completion_interruptible_timeout "
        "__kernel_refcount_add __kernel_refcount_sub __kernel_refcount_dec __kernel_jiffies "
        "__kernel_msleep_interruptible"
    ),
    "kernel_threads.c": (
        "__kernel_init_waitqueue __kernel_prepare_to_wait __kernel_sleep __kernel_finish_wait __kernel_wake_up "
        "__kernel_current __kernel_put_task __kernel_kthread_create __kernel_wake_up_process "
        "__kernel_kthread_stop __kernel_set_state __kernel_schedule __kernel_schedule_timeout "
        "__kernel_queue_work __kernel_flush_work __kernel_cancel_work __kernel_work_pending "
        "__kernel_flush_workqueue __kernel_new_workqueue __kernel_destroy_workqueue __kernel_rcu_read_lock "
        "__kernel_rcu_read_unlock __kernel_synchronize_rcu __kernel_call_rcu __kernel_free_rcu "
        "__kernel_rcu_barrier"
    ),
}
#: variables that programs and the library have in common, with what they hold at first
SHARED = {"optarg": 0, "optind": 1, "opterr": 1, "optopt": ord("?")}
_FILE = {name: file for file, names in CONTENTS.items() for name in names.split()}
_OF_THE_SYSTEM = ("system.c", "files.c", "streams.c", "network.c", "others.c", "timers.c")
#: of what the system answers only the form is known
ANY_ANSWER = "the system may answer anything"
_ANSWERS = {
    *(name for file in _OF_THE_SYSTEM for name in CONTENTS[file].split()),
    *("getrandom", "getentropy", "pread", "pwrite", "readv", "writev"),
    "setuid", "setgid", "pthread_sigmask", "sigprocmask", "signal", "sigaction", "getenv", "secure_getenv",
    "accept", "accept4", "recv", "recvfrom", "recvmsg", "send", "sendto", "sendmsg", "bind", "connect", "getsockname",
    "getpeername", "getsockopt", "setsockopt",
}  # fmt: skip
_ASSUMED = {
    **dict.fromkeys(_ANSWERS, ANY_ANSWER),
    "GetLastError": "functions of the C library leave the last error of WIN32 as it is",
    **dict.fromkeys(("getopt", "getopt_long"), "POSIXLY_CORRECT may be set, and optind counts whole arguments"),
    "fclose": "streams are used only while they are open",
    "gethostbyname": f"{ANY_ANSWER}; a host has no more than three addresses and one alias",
    "getaddrinfo": f"{ANY_ANSWER}; a host has no more than three addresses and one alias",
    "getservbyname": f"{ANY_ANSWER}; a service has no more than one alias",
    **dict.fromkeys(("sem_open", "sem_unlink"), "no other process has named semaphores of the same names"),
    **dict.fromkeys(("alarm", "setitimer"), "no alarm ends the process"),
    "bsearch": "bsearch compares what is in the middle of the rest",
    "qsort": "qsort compares neighbours, in one order of many",
    **dict.fromkeys(
        ("mmap", "munmap"),
        "what is mapped is given back as a whole, written only if it may be, and used as far as was asked for",
    ),
}
#: functions that do in other locales what they do in that of C only here
_BY_LOCALE = frozenset(
    {
        *CONTENTS["ctype.c"].split(), *CONTENTS["errors.c"].split(), "strcoll", "strcasecmp", "strncasecmp",
        "strcasestr", "strxfrm", "strtod", "strtof", "atof", "__put_fraction", "__scan_double", "__scan_float",
    }
) - {"isdigit", "isxdigit", "isascii"}  # fmt: skip
#: said if a program that calls one of them may set another locale
LOCALE_OF_C = "the locale is that of C"
#: said where the property is about waiting: nobody knows who writes to a pipe or connects to a socket
ANSWER_COMES = "calls that wait for the system return"
_WAITING = frozenset(
    {
        "accept", "accept4", "connect", "read", "readv", "pread", "recv", "recvfrom", "recvmsg", "write", "writev",
        "pwrite", "send", "sendto", "sendmsg", "open", "openat", "poll", "select", "epoll_wait", "epoll_pwait",
        "eventfd_read", "eventfd_write", "flock", "lockf", "wait", "waitpid", "system", "pclose", "fopen", "freopen",
        "fread", "fgets", "fgetc", "getc", "getchar", "getc_unlocked", "getchar_unlocked", "getdelim", "getline",
        "scanf", "fscanf", "vscanf", "vfscanf", "getrandom", "getaddrinfo", "getnameinfo", "gethostbyname",
    }
)  # fmt: skip
#: which descriptors are open, and what went through them, is not remembered in the first reading: calls of the first
#: kind change what others say, or are changed by them, those of the second kind only by the first
CHANGING_FILES: Final = frozenset(
    {
        "open", "openat", "creat", "close", "dup", "dup2", "dup3", "socket", "listen", "shutdown", "epoll_create",
        "epoll_create1", "eventfd", "pipe", "pipe2", "fcntl", "lseek", "fdopendir", "dirfd",
        "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd_read", "eventfd_write", "timerfd_create",
        "timerfd_gettime", "timerfd_settime", "memfd_create", "shm_open", "socketpair", "accept", "accept4", "fileno",
    }
)  # fmt: skip
USING_FILES: Final = frozenset(
    {
        "opendir", "closedir", "fsync", "fdatasync", "isatty", "poll", "select", "ftruncate", "fallocate",
        "posix_fallocate", "posix_fadvise", "lockf", "flock", "fchdir", "fchmod", "fchown", "fstat", "fstatvfs",
        "ioctl", "bind", "connect", "recv", "recvfrom", "send", "sendto", "getsockname", "getpeername", "getsockopt",
        "setsockopt", "read", "write", "pread", "pwrite",
    }
)  # fmt: skip
#: functions that give more results here than there are: somebody else has to confirm a violation behind one
APPROXIMATE: Final = frozenset(
    {
        *_INEXACT.split(), "fma", "ldexp", "scalbn", "frexp", "gmtime_r", "localtime_r", "gmtime", "localtime",
        "mktime", "timegm", "timelocal", "asctime_r", "ctime_r", "asctime", "ctime", "strftime", "inet_ntop",
        "inet_addr", "inet_aton", "inet_pton", "ungetc", "strtod", "strtof", "atof",
        *(f"pthread_attr_get{x}" for x in ("detachstate", "schedpolicy", "stacksize", "guardsize")),
        *(f"pthread_{x}attr_getpshared" for x in ("mutex", "cond", "rwlock", "barrier")), "pthread_condattr_getclock",
        "munmap", "mprotect", "msync", "madvise", "posix_madvise",
        "pthread_rwlockattr_getkind_np", "pthread_getname_np", "pthread_getschedparam", "srand", "srandom", "rand_r",
        "feof", "ferror",
    }
)  # fmt: skip


#: these wait by clocks that never go back, or say that others do
WAITING_BY_CLOCKS = (
    "pthread_condattr_setclock", "pthread_cond_clockwait", "pthread_mutex_clocklock", "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock", "sem_clockwait", "pthread_clockjoin_np",
)  # fmt: skip


def assumed(name: str) -> str:
    """What the meaning of a function leaves open, for the scope of a verdict."""
    return _ASSUMED.get(name, "")


def waits(name: str) -> bool:
    """Is it left open whether it ever returns?"""
    return name.removeprefix("__isoc99_").removeprefix("__isoc23_") in _WAITING


class Library:
    """The functions that one program uses. What they keep between calls, the program has once."""

    def __init__(self, model: DataModel, macros: tuple[str, ...] = ()) -> None:
        """`macros`: with which the program's headers were read, if they say how structures are laid out."""
        self._model = model
        self._macros = macros
        self._texts: dict[str, _Text] = {}
        #: was there one that depends on the locale?
        self.needs_locale = False

    def function(self, name: str) -> ast.FuncDecl | None:
        if name not in _FILE:
            name = name.removeprefix("__builtin_")
        file = _FILE.get(name)
        if file is None:
            return None
        self.needs_locale |= name in _BY_LOCALE
        text = self._texts.get(file)
        if text is None:
            text = self._texts[file] = _Text(file, self._model, self._macros)
        return text.function(name)


class _Text:
    def __init__(self, file: str, model: DataModel, macros: tuple[str, ...]) -> None:
        from threadproof.frontend.preprocess import BUILTIN, preprocess
        from threadproof.frontend.read.context import Context
        from threadproof.frontend.read.index import Source

        text = preprocess(_FOLDER / file, cpp=BUILTIN, include_dirs=[], defines=macros, model_name=model.name)
        without_positions = re.sub(rb"(?m)^#.*$", b"", text)
        self._context = Context(Source(without_positions, LIBRARY), model)

    def function(self, name: str) -> ast.FuncDecl:
        found = self._context.file.lookup(name)
        assert isinstance(found, ast.FuncDecl), name
        self._context.file.use(found)
        self._context.file.elaborate_used()
        return found
