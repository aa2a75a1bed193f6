"""What a stream says of its past: whether its end was met, or an error. (What it holds is arbitrary.)

Entry points: `after`, for every call that may use a stream, and the functions that ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.records import dataclass, replace
from threadproof.reference.action import Doing
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import Discarded
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

#: of structures that are streams
_STREAMS = ("__threadproof_file", "_IO_FILE")
#: functions of a stream that is not among their arguments
_IMPLICIT = {
    **dict.fromkeys(("getchar", "getchar_unlocked", "scanf", "vscanf"), "stdin"),
    **dict.fromkeys(("putchar", "putchar_unlocked", "puts", "printf", "vprintf"), "stdout"),
}
_CHARACTERS = ("getchar", "getchar_unlocked", "getc", "getc_unlocked", "fgetc")
_INPUT = (*_CHARACTERS, "fgets", "fread", "scanf", "fscanf", "vscanf", "vfscanf", "getline", "getdelim")
#: these meet the end until somebody forgets it (fread of glibc does not, and of scanf it is not looked at)
_KEPT = (*_CHARACTERS, "fgets", "getline", "getdelim")
_WITHOUT_USE = ("feof", "ferror", "fileno", "setbuf", "setvbuf", "setlinebuf", "ftell", "ftello")
_CLEARING = ("clearerr", "rewind", "freopen")


@dataclass(frozen=True, slots=True)
class Past:
    """Each is 0, or it is not; None: nobody has asked yet. `any_is_set`: one of them is not 0."""

    end: int | None = 0
    error: int | None = 0
    any_is_set: bool = False


def is_stream(t: ct.CType) -> bool:
    return isinstance(t, ct.Pointer) and isinstance(t.to, ct.Struct) and t.to.tag in _STREAMS


def _name(thread: Thread, p: Pointer) -> str:
    """Of a stream: those that are always there have one."""
    o = thread.machine.memory.resolve(p)
    return o.name if o is not None and o.kind == "opaque" else f"{p.address:#x}"


def after(thread: Thread, name: str, args: list[Value], e: A.Call, result: Value) -> None:
    """What a call of the library has done to a stream."""
    pasts = thread.machine.pasts
    if is_stream(e.type) and name != "freopen":
        pasts[_name(thread, as_pointer(result))] = Past()
        return
    used = [_name(thread, as_pointer(v)) for v, x in zip(args, e.args, strict=False) if is_stream(x.type)]
    used += [_IMPLICIT[name]] if name in _IMPLICIT else []
    if name in _WITHOUT_USE:
        return
    for stream in used:
        before = pasts.get(stream, Past())
        if before.end and name in _KEPT and not _has_failed(name, args, result) and not _asks_for_nothing(name, args):
            raise Discarded(f"behind the end of a stream there is more ({e.pos})")
        if name == "ungetc":
            pasts[stream] = before if number(result) < 0 else Past(0, before.error)
        elif name in _CLEARING:
            pasts[stream] = Past()
        elif name in ("fseek", "fseeko"):
            pasts[stream] = Past(0 if not number(result) else before.end or None, before.error or None)
        elif _has_failed(name, args, result):
            is_input = name in _INPUT
            pasts[stream] = Past(before.end or None if is_input else before.end, before.error or None, any_is_set=True)
        elif name in _INPUT and name not in _CHARACTERS:
            pasts[stream] = Past(before.end or None, before.error or None)


def _asks_for_nothing(name: str, args: list[Value]) -> bool:
    return name == "fgets" and number(args[1]) <= 1


def _has_failed(name: str, args: list[Value], result: Value) -> bool:
    if name == "fgets":
        return not as_pointer(result).address
    if name in ("fread", "fwrite"):
        return number(result) < number(args[2])
    return isinstance(result, int) and result < 0


def _asked(part: str) -> Handler:
    def ask(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from ()
        stream = _name(thread, as_pointer(args[0]))
        past = thread.machine.pasts.get(stream, Past())
        found, other = (past.end, past.error) if part == "end" else (past.error, past.end)
        if found is None:
            found = thread.machine.input(ct.INT, e.pos)
            if past.any_is_set and not found and other == 0:
                raise Discarded(f"a stream has failed without an error, or an end ({e.pos})")
            thread.machine.pasts[stream] = replace(past, end=found) if part == "end" else replace(past, error=found)
        return found

    return ask


def clear(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(`after` does it.)"""
    yield from ()
    return None


HANDLERS: dict[str, Handler] = {"feof": _asked("end"), "ferror": _asked("error"), "clearerr": clear}
