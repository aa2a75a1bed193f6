/* WIN32: threads, what they wait for, and what else programs of the console need. Our own text.
   The data model is that of the command line, so a `long` may have 64 bits, which it never has on Windows: LONG, DWORD
   and their like have 32 all the same. */
#ifndef _WINDOWS_
#define _WINDOWS_ 1
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define WINAPI
#define APIENTRY
#define CALLBACK
#define WINAPIV
#define WINBASEAPI
#define NTAPI
#define FAR
#define NEAR
#define PASCAL
#define CONST const
#define VOID void
#define IN
#define OUT
#define OPTIONAL
#ifndef __cdecl
#define __cdecl
#define __stdcall
#define __fastcall
#define _cdecl
#define _stdcall
#endif
#ifndef __forceinline
#define __forceinline static inline
#endif
#define FORCEINLINE static inline
#define DECLSPEC_ALIGN(n) __attribute__((__aligned__(n)))
#define DECLSPEC_NORETURN __attribute__((__noreturn__))
#ifndef __declspec
#define __declspec(what) __threadproof_declspec_##what
#define __threadproof_declspec_thread _Thread_local
#define __threadproof_declspec_align(n) __attribute__((__aligned__(n)))
#define __threadproof_declspec_noreturn __attribute__((__noreturn__))
#define __threadproof_declspec_noinline
#define __threadproof_declspec_dllexport
#define __threadproof_declspec_dllimport
#endif
#ifndef __int64
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#endif

/* ---- types */

#ifdef __LP64__
typedef int LONG;
typedef unsigned int ULONG, DWORD;
#else
typedef long LONG;
typedef unsigned long ULONG, DWORD;
#endif
typedef int BOOL, INT, INT32;
typedef short SHORT, INT16;
typedef char CHAR;
typedef float FLOAT;
typedef double DOUBLE;
typedef unsigned char BYTE, UCHAR, BOOLEAN, UINT8;
typedef unsigned short WORD, USHORT, WCHAR, UINT16;
typedef unsigned int UINT, UINT32, DWORD32, ULONG32;
typedef int LONG32;
typedef long long LONGLONG, LONG64, INT64;
typedef unsigned long long ULONGLONG, DWORDLONG, DWORD64, ULONG64, UINT64;
typedef intptr_t INT_PTR, LONG_PTR, SSIZE_T;
typedef uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR, SIZE_T, KAFFINITY;
typedef void *PVOID, *LPVOID, *HANDLE, *HMODULE, *HINSTANCE, *HWND;
typedef const void *LPCVOID;
typedef HANDLE *PHANDLE, *LPHANDLE;
typedef BYTE *PBYTE, *LPBYTE;
typedef BOOL *PBOOL, *LPBOOL;
typedef INT *PINT, *LPINT;
typedef UINT *PUINT;
typedef WORD *PWORD, *LPWORD;
typedef LONG *PLONG, *LPLONG;
typedef ULONG *PULONG;
typedef DWORD *PDWORD, *LPDWORD;
typedef LONG64 *PLONG64;
typedef DWORD64 *PDWORD64;
typedef SIZE_T *PSIZE_T;
typedef CHAR *PCHAR, *LPCH, *PSTR, *LPSTR;
typedef const CHAR *PCSTR, *LPCSTR;
typedef WCHAR *PWSTR, *LPWSTR;
typedef const WCHAR *PCWSTR, *LPCWSTR;
typedef union _LARGE_INTEGER {
  struct { DWORD LowPart; LONG HighPart; };
  struct { DWORD LowPart; LONG HighPart; } u;
  LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;
typedef struct _FILETIME { DWORD dwLowDateTime, dwHighDateTime; } FILETIME, *PFILETIME, *LPFILETIME;
typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;
typedef struct _SYSTEM_INFO {
  union {
    DWORD dwOemId;
    struct { WORD wProcessorArchitecture, wReserved; };
  };
  DWORD dwPageSize;
  LPVOID lpMinimumApplicationAddress, lpMaximumApplicationAddress;
  DWORD_PTR dwActiveProcessorMask;
  DWORD dwNumberOfProcessors, dwProcessorType, dwAllocationGranularity;
  WORD wProcessorLevel, wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;

#ifdef UNICODE
typedef WCHAR TCHAR, *LPTSTR;
typedef const WCHAR *LPCTSTR;
#else
typedef CHAR TCHAR, *LPTSTR;
typedef const CHAR *LPCTSTR;
#define TEXT(x) x
#define _T(x) x
#endif

#define TRUE 1
#define FALSE 0
#ifndef MAX_PATH
#define MAX_PATH 260
#endif
#define MAXDWORD 0xffffffff
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)
#define UNREFERENCED_PARAMETER(x) ((void)(x))
#define ZeroMemory(to, size) memset((to), 0, (size))
#define FillMemory(to, size, with) memset((to), (with), (size))
#define CopyMemory(to, from, size) memcpy((to), (from), (size))
#define MoveMemory(to, from, size) memmove((to), (from), (size))
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
#ifndef NOMINMAX
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif

/* ---- errors */

#define NO_ERROR 0
#define ERROR_SUCCESS 0
#define ERROR_FILE_NOT_FOUND 2
#define ERROR_ACCESS_DENIED 5
#define ERROR_INVALID_HANDLE 6
#define ERROR_NOT_ENOUGH_MEMORY 8
#define ERROR_OUTOFMEMORY 14
#define ERROR_INVALID_PARAMETER 87
#define ERROR_SEM_TIMEOUT 121
#define ERROR_ALREADY_EXISTS 183
#define ERROR_NOT_OWNER 288
#define ERROR_TOO_MANY_POSTS 298
#define ERROR_TIMEOUT 1460
DWORD GetLastError(void);
void SetLastError(DWORD);

/* ---- threads */

typedef DWORD (*PTHREAD_START_ROUTINE)(LPVOID);
typedef PTHREAD_START_ROUTINE LPTHREAD_START_ROUTINE;
#define CREATE_SUSPENDED 4
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x10000
#define STILL_ACTIVE 259
#define THREAD_PRIORITY_IDLE (-15)
#define THREAD_PRIORITY_LOWEST (-2)
#define THREAD_PRIORITY_BELOW_NORMAL (-1)
#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_ABOVE_NORMAL 1
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
HANDLE CreateThread(LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, LPVOID, DWORD, LPDWORD);
void ExitThread(DWORD) __attribute__((__noreturn__));
void ExitProcess(UINT) __attribute__((__noreturn__));
BOOL GetExitCodeThread(HANDLE, LPDWORD);
HANDLE GetCurrentThread(void);
DWORD GetCurrentThreadId(void);
HANDLE GetCurrentProcess(void);
DWORD GetCurrentProcessId(void);
DWORD ResumeThread(HANDLE);
DWORD SuspendThread(HANDLE);
BOOL TerminateThread(HANDLE, DWORD);
BOOL SetThreadPriority(HANDLE, int);
DWORD_PTR SetThreadAffinityMask(HANDLE, DWORD_PTR);
void Sleep(DWORD);
DWORD SleepEx(DWORD, BOOL);
BOOL SwitchToThread(void);
BOOL CloseHandle(HANDLE);
BOOL DuplicateHandle(HANDLE, HANDLE, HANDLE, LPHANDLE, DWORD, BOOL, DWORD);

/* ---- waiting */

#define INFINITE 0xffffffff
#define WAIT_OBJECT_0 0
#define WAIT_ABANDONED 0x80
#define WAIT_ABANDONED_0 0x80
#define WAIT_IO_COMPLETION 0xc0
#define WAIT_TIMEOUT 258
#define WAIT_FAILED ((DWORD)0xffffffff)
#define MAXIMUM_WAIT_OBJECTS 64
DWORD WaitForSingleObject(HANDLE, DWORD);
DWORD WaitForSingleObjectEx(HANDLE, DWORD, BOOL);
DWORD WaitForMultipleObjects(DWORD, const HANDLE *, BOOL, DWORD);
DWORD WaitForMultipleObjectsEx(DWORD, const HANDLE *, BOOL, DWORD, BOOL);
DWORD SignalObjectAndWait(HANDLE, HANDLE, DWORD, BOOL);

#define CREATE_MUTEX_INITIAL_OWNER 1
#define CREATE_EVENT_MANUAL_RESET 1
#define CREATE_EVENT_INITIAL_SET 2
#define SYNCHRONIZE 0x100000
#define MUTEX_ALL_ACCESS 0x1f0001
#define EVENT_MODIFY_STATE 2
#define EVENT_ALL_ACCESS 0x1f0003
#define SEMAPHORE_ALL_ACCESS 0x1f0003
HANDLE CreateMutexA(LPSECURITY_ATTRIBUTES, BOOL, LPCSTR);
HANDLE CreateMutexW(LPSECURITY_ATTRIBUTES, BOOL, LPCWSTR);
HANDLE CreateMutexExA(LPSECURITY_ATTRIBUTES, LPCSTR, DWORD, DWORD);
HANDLE CreateMutexExW(LPSECURITY_ATTRIBUTES, LPCWSTR, DWORD, DWORD);
BOOL ReleaseMutex(HANDLE);
HANDLE CreateSemaphoreA(LPSECURITY_ATTRIBUTES, LONG, LONG, LPCSTR);
HANDLE CreateSemaphoreW(LPSECURITY_ATTRIBUTES, LONG, LONG, LPCWSTR);
BOOL ReleaseSemaphore(HANDLE, LONG, LPLONG);
HANDLE CreateEventA(LPSECURITY_ATTRIBUTES, BOOL, BOOL, LPCSTR);
HANDLE CreateEventW(LPSECURITY_ATTRIBUTES, BOOL, BOOL, LPCWSTR);
HANDLE CreateEventExA(LPSECURITY_ATTRIBUTES, LPCSTR, DWORD, DWORD);
HANDLE CreateEventExW(LPSECURITY_ATTRIBUTES, LPCWSTR, DWORD, DWORD);
BOOL SetEvent(HANDLE);
BOOL ResetEvent(HANDLE);
BOOL PulseEvent(HANDLE);
#ifdef UNICODE
#define CreateMutex CreateMutexW
#define CreateMutexEx CreateMutexExW
#define CreateSemaphore CreateSemaphoreW
#define CreateEvent CreateEventW
#define CreateEventEx CreateEventExW
#else
#define CreateMutex CreateMutexA
#define CreateMutexEx CreateMutexExA
#define CreateSemaphore CreateSemaphoreA
#define CreateEvent CreateEventA
#define CreateEventEx CreateEventExA
#endif

/* ---- locks that are no handles */

typedef struct _RTL_CRITICAL_SECTION {
  void *DebugInfo;
  LONG LockCount, RecursionCount;
  HANDLE OwningThread, LockSemaphore;
  ULONG_PTR SpinCount;
} RTL_CRITICAL_SECTION;
typedef RTL_CRITICAL_SECTION CRITICAL_SECTION;
typedef CRITICAL_SECTION *PCRITICAL_SECTION, *LPCRITICAL_SECTION;
void InitializeCriticalSection(LPCRITICAL_SECTION);
BOOL InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION, DWORD);
BOOL InitializeCriticalSectionEx(LPCRITICAL_SECTION, DWORD, DWORD);
DWORD SetCriticalSectionSpinCount(LPCRITICAL_SECTION, DWORD);
void EnterCriticalSection(LPCRITICAL_SECTION);
BOOL TryEnterCriticalSection(LPCRITICAL_SECTION);
void LeaveCriticalSection(LPCRITICAL_SECTION);
void DeleteCriticalSection(LPCRITICAL_SECTION);

typedef struct _RTL_SRWLOCK { PVOID Ptr; } RTL_SRWLOCK;
typedef RTL_SRWLOCK SRWLOCK;
typedef SRWLOCK *PSRWLOCK;
#define SRWLOCK_INIT { 0 }
#define RTL_SRWLOCK_INIT { 0 }
void InitializeSRWLock(PSRWLOCK);
void AcquireSRWLockExclusive(PSRWLOCK);
void AcquireSRWLockShared(PSRWLOCK);
BOOLEAN TryAcquireSRWLockExclusive(PSRWLOCK);
BOOLEAN TryAcquireSRWLockShared(PSRWLOCK);
void ReleaseSRWLockExclusive(PSRWLOCK);
void ReleaseSRWLockShared(PSRWLOCK);

typedef struct _RTL_CONDITION_VARIABLE { PVOID Ptr; } RTL_CONDITION_VARIABLE;
typedef RTL_CONDITION_VARIABLE CONDITION_VARIABLE;
typedef CONDITION_VARIABLE *PCONDITION_VARIABLE;
#define CONDITION_VARIABLE_INIT { 0 }
#define RTL_CONDITION_VARIABLE_INIT { 0 }
#define CONDITION_VARIABLE_LOCKMODE_SHARED 1
void InitializeConditionVariable(PCONDITION_VARIABLE);
BOOL SleepConditionVariableCS(PCONDITION_VARIABLE, PCRITICAL_SECTION, DWORD);
BOOL SleepConditionVariableSRW(PCONDITION_VARIABLE, PSRWLOCK, DWORD, ULONG);
void WakeConditionVariable(PCONDITION_VARIABLE);
void WakeAllConditionVariable(PCONDITION_VARIABLE);

typedef int __once_state;
typedef struct _RTL_RUN_ONCE { __once_state __state; PVOID __context; } RTL_RUN_ONCE;
typedef RTL_RUN_ONCE INIT_ONCE;
typedef INIT_ONCE *PINIT_ONCE, *LPINIT_ONCE;
typedef BOOL (*PINIT_ONCE_FN)(PINIT_ONCE, PVOID, PVOID *);
#define INIT_ONCE_STATIC_INIT { 0 }
#define INIT_ONCE_CHECK_ONLY 1
#define INIT_ONCE_ASYNC 2
#define INIT_ONCE_INIT_FAILED 4
void InitOnceInitialize(PINIT_ONCE);
BOOL InitOnceExecuteOnce(PINIT_ONCE, PINIT_ONCE_FN, PVOID, LPVOID *);
BOOL InitOnceBeginInitialize(LPINIT_ONCE, DWORD, BOOL *, LPVOID *);
BOOL InitOnceComplete(LPINIT_ONCE, DWORD, LPVOID);

/* ---- values of threads */

typedef void (*PIMAGE_TLS_CALLBACK)(PVOID, DWORD, PVOID);
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH 2
#define DLL_THREAD_DETACH 3
#define TLS_OUT_OF_INDEXES ((DWORD)0xffffffff)
#define TLS_MINIMUM_AVAILABLE 64
DWORD TlsAlloc(void);
BOOL TlsFree(DWORD);
LPVOID TlsGetValue(DWORD);
BOOL TlsSetValue(DWORD, LPVOID);

/* ---- atomic operations */

#define MemoryBarrier() __sync_synchronize()
#define YieldProcessor() __builtin_ia32_pause()
void __builtin_ia32_pause(void);
#define _ReadWriteBarrier() __atomic_signal_fence(5)
#define _ReadBarrier() __atomic_signal_fence(5)
#define _WriteBarrier() __atomic_signal_fence(5)
#define __threadproof_interlocked(SUFFIX, TYPE)                                                                        \
  TYPE InterlockedIncrement##SUFFIX(TYPE volatile *);                                                                  \
  TYPE InterlockedDecrement##SUFFIX(TYPE volatile *);                                                                  \
  TYPE InterlockedExchange##SUFFIX(TYPE volatile *, TYPE);                                                             \
  TYPE InterlockedExchangeAdd##SUFFIX(TYPE volatile *, TYPE);                                                          \
  TYPE InterlockedAdd##SUFFIX(TYPE volatile *, TYPE);                                                                  \
  TYPE InterlockedCompareExchange##SUFFIX(TYPE volatile *, TYPE, TYPE);                                                \
  TYPE InterlockedAnd##SUFFIX(TYPE volatile *, TYPE);                                                                  \
  TYPE InterlockedOr##SUFFIX(TYPE volatile *, TYPE);                                                                   \
  TYPE InterlockedXor##SUFFIX(TYPE volatile *, TYPE);                                                                  \
  TYPE _InterlockedIncrement##SUFFIX(TYPE volatile *);                                                                 \
  TYPE _InterlockedDecrement##SUFFIX(TYPE volatile *);                                                                 \
  TYPE _InterlockedExchange##SUFFIX(TYPE volatile *, TYPE);                                                            \
  TYPE _InterlockedExchangeAdd##SUFFIX(TYPE volatile *, TYPE);                                                         \
  TYPE _InterlockedCompareExchange##SUFFIX(TYPE volatile *, TYPE, TYPE);                                               \
  TYPE _InterlockedAnd##SUFFIX(TYPE volatile *, TYPE);                                                                 \
  TYPE _InterlockedOr##SUFFIX(TYPE volatile *, TYPE);                                                                  \
  TYPE _InterlockedXor##SUFFIX(TYPE volatile *, TYPE);
__threadproof_interlocked(, LONG)
__threadproof_interlocked(64, LONG64)
__threadproof_interlocked(16, SHORT)
__threadproof_interlocked(8, CHAR)
PVOID InterlockedExchangePointer(PVOID volatile *, PVOID);
PVOID InterlockedCompareExchangePointer(PVOID volatile *, PVOID, PVOID);
PVOID _InterlockedExchangePointer(PVOID volatile *, PVOID);
PVOID _InterlockedCompareExchangePointer(PVOID volatile *, PVOID, PVOID);
#define __threadproof_interlocked_weaker(ORDER)                                                                        \
  LONG InterlockedIncrement##ORDER(LONG volatile *);                                                                   \
  LONG InterlockedDecrement##ORDER(LONG volatile *);                                                                   \
  LONG InterlockedExchange##ORDER(LONG volatile *, LONG);                                                              \
  LONG InterlockedExchangeAdd##ORDER(LONG volatile *, LONG);                                                           \
  LONG InterlockedCompareExchange##ORDER(LONG volatile *, LONG, LONG);                                                 \
  LONG InterlockedAnd##ORDER(LONG volatile *, LONG);                                                                   \
  LONG InterlockedOr##ORDER(LONG volatile *, LONG);                                                                    \
  LONG InterlockedXor##ORDER(LONG volatile *, LONG);
__threadproof_interlocked_weaker(Acquire)
__threadproof_interlocked_weaker(Release)
__threadproof_interlocked_weaker(NoFence)

/* ---- time, and the machine */

DWORD GetTickCount(void);
ULONGLONG GetTickCount64(void);
BOOL QueryPerformanceCounter(LARGE_INTEGER *);
BOOL QueryPerformanceFrequency(LARGE_INTEGER *);
void GetSystemTimeAsFileTime(LPFILETIME);
void GetSystemInfo(LPSYSTEM_INFO);
void OutputDebugStringA(LPCSTR);
void DebugBreak(void);
BOOL IsDebuggerPresent(void);
#define OutputDebugString OutputDebugStringA
#endif
