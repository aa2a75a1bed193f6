"""WIN32: its types, and the names of its functions. What these do is in `apis/windows` and `library/win32.c`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import raw as R
from threadproof.frontend.apis import loaded
from threadproof.frontend.library import CONTENTS
from threadproof.frontend.threads import ObjectType, ThreadApi, register
from threadproof.patterns import pattern

if TYPE_CHECKING:
    pass

#: module of `apis/windows` -> functions
FUNCTIONS = {
    "locks": (
        "InitializeCriticalSection InitializeCriticalSectionAndSpinCount InitializeCriticalSectionEx "
        "EnterCriticalSection TryEnterCriticalSection LeaveCriticalSection DeleteCriticalSection "
        "InitializeSRWLock AcquireSRWLockExclusive AcquireSRWLockShared TryAcquireSRWLockExclusive "
        "TryAcquireSRWLockShared ReleaseSRWLockExclusive ReleaseSRWLockShared InitializeConditionVariable "
        "SleepConditionVariableCS SleepConditionVariableSRW WakeConditionVariable WakeAllConditionVariable "
        "__begin_once __end_once"
    ),
    "objects": (
        "CreateThread _beginthreadex _beginthread ExitThread _endthreadex _endthread WaitForMultipleObjects "
        "ExitProcess __make __make_thread __close __wait_for_any __wait_for_all __release_mutex __post "
        "__set_event __exit_code __any_id __disturb " + CONTENTS["interlocked.c"]
    ),
}


_SECTION = ObjectType("mutex", "EnterCriticalSection", pattern(r"\b(?:Initialize|(?:Try)?Enter)CriticalSection\b"))
_SRW = ObjectType("srw", "AcquireSRWLockExclusive", pattern(r"\b(?:Try)?AcquireSRWLock(?:Exclusive|Shared)\b"))
_CONDITION = ObjectType("cond", "WakeConditionVariable", pattern(r"\bSleepConditionVariable(?:CS|SRW)\b"))

register(
    ThreadApi(
        "WIN32",
        {name: loaded(f"windows.{module}", name) for module, names in FUNCTIONS.items() for name in names.split()},
        {
            **dict.fromkeys(("CRITICAL_SECTION", "RTL_CRITICAL_SECTION"), _SECTION),
            **dict.fromkeys(("SRWLOCK", "RTL_SRWLOCK"), _SRW),
            "__kernel_queued": ObjectType("srw", "__kernel_read_lock"),  # (read-write locks of Linux are like it)
            **dict.fromkeys(("CONDITION_VARIABLE", "RTL_CONDITION_VARIABLE"), _CONDITION),
            "__once_state": ObjectType("once", "__begin_once"),
            "__kernel_object": ObjectType("kernel", "__make"),
        },
        creates=("CreateThread", "_beginthreadex", "_beginthread"),
        fields={
            "kernel": {"kind": 8, "value": 32, "most": 32, "owner": R.OBJECT_WIDTH, "thread": R.OBJECT_WIDTH},
            "srw": {"writer": R.OBJECT_WIDTH, "readers": 32, "writers": 32},
        },
    )
)
