"""Functions of the C library and of POSIX threads that are not written in C: loaded when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend.apis import loaded

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler

#: by module
FUNCTIONS = {
    "aligned": "aligned_alloc memalign posix_memalign __malloc_aligned",
    "formats": (
        "printf fprintf dprintf vprintf vfprintf vdprintf vsyslog syslog sprintf snprintf asprintf vasprintf "
        "vsprintf vsnprintf puts fputs perror warn warnx err errx vwarn vwarnx verr verrx"
    ),
    "memory": "memset bzero memcpy memmove mempcpy bcopy write pwrite read pread fwrite fread __anything_in __apart",
    "scanning": "scanf fscanf sscanf vscanf vfscanf vsscanf",
    "sockets": "bind connect setsockopt getsockopt getsockname getpeername accept accept4 send sendto recv recvfrom",
    "sorting": "qsort",
    "streams": "__is_standard",
    "syscalls": "syscall",
    "variadic": "__builtin_va_start __builtin_va_end __builtin_va_copy __builtin_va_arg",
}

#: those of POSIX threads
FUNCTIONS_OF_THREADS = {
    "attributes": (
        "pthread_attr_getdetachstate pthread_attr_getscope pthread_attr_getschedpolicy "
        "pthread_attr_getinheritsched pthread_attr_getstacksize pthread_attr_getguardsize "
        "pthread_attr_getschedparam pthread_mutexattr_getpshared pthread_mutexattr_getprotocol "
        "pthread_condattr_getclock pthread_condattr_getpshared pthread_rwlockattr_getpshared "
        "pthread_rwlockattr_getkind_np pthread_barrierattr_getpshared"
    ),
    "waiting": (
        "pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait "
        "pthread_cond_signal pthread_cond_broadcast pthread_barrier_init pthread_barrier_destroy "
        "pthread_barrier_wait pthread_once __lie_down __sleep __sleep_for_a_time __get_up"
    ),
}


def _when_called(functions: dict[str, str]) -> dict[str, Handler]:
    return {name: loaded(f"libc.{module}", name) for module, names in functions.items() for name in names.split()}


HANDLERS = _when_called(FUNCTIONS)
OF_THREADS = _when_called(FUNCTIONS_OF_THREADS)
