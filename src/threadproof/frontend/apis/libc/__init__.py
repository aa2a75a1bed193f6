"""Functions of the C library that are not written in C. Each module is loaded when one of its functions is called."""

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
    "syscalls": "syscall",
    "variadic": "__builtin_va_start __builtin_va_end __builtin_va_copy __builtin_va_arg",
}

HANDLERS: dict[str, Handler] = {
    name: loaded(f"libc.{module}", name) for module, names in FUNCTIONS.items() for name in names.split()
}
