// WIN32: what handles mean, and what needs no more than C. A handle is a number, four times the place of its object.
#include <process.h>

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);

#define MOST 64
// (`apis/windows` and the second reading number them in the same way.)
enum { NOTHING, CLOSED, THREAD, MUTEX, SEMAPHORE, MANUAL_EVENT, AUTO_EVENT };
typedef struct { int __opaque; } __kernel_object;
static __kernel_object object_of[MOST];
static _Atomic unsigned __handles = 0;

_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __unordered_begin(void);
void __unordered_end(void);
void __VERIFIER_atomic_end(void);
void __not_understood(const char *);
void __advance_clock(int, long long, long long);
void __read_string(const char *);
int __processors(void);
int gettid(void);

// One step each. What waits gives 0 and more for the object that the thread has waited for, 0x80 more if that was a
// mutex whose owner has ended, 258 if it is late, and -1 if there is no such object.
void __make(__kernel_object *, int kind, unsigned value, unsigned most);
void __make_thread(__kernel_object *, pthread_t);
int __close(__kernel_object *);
int __wait_for_any(_Bool is_timed, __kernel_object *, ...);
int __wait_for_all(_Bool is_timed, __kernel_object *, ...);
int __release_mutex(__kernel_object *);
long long __post(__kernel_object *, unsigned count);
int __set_event(__kernel_object *, unsigned value);
long long __exit_code(__kernel_object *);
// Any number, but not the same for two places.
unsigned __any_id(unsigned place);
// Who succeeds may have changed the last error all the same, if somebody looks at it.
void __disturb(void);
_Bool __begin_once(__once_state *);
void __end_once(__once_state *, int state);

// ---- errors

static _Thread_local DWORD __last_error = 0;
DWORD GetLastError(void) { return __last_error; }
void SetLastError(DWORD error) { __last_error = error; }

static BOOL __failed(DWORD error) {
  __last_error = error;
  return FALSE;
}
static BOOL __done(void) {
  __disturb();
  return TRUE;
}

// ---- handles

static unsigned __new_place(void) {
  unsigned place = __handles++;
  if (place >= MOST)
    __not_understood("more than 64 handles");
  return place;
}
static HANDLE __handle(unsigned place) { return (HANDLE)(uintptr_t)(4 * (place + 1)); }

static unsigned __place(HANDLE handle) {
  uintptr_t number = (uintptr_t)handle;
  if (number == (uintptr_t)-2 || number == (uintptr_t)-1)
    __not_understood("a handle of the thread or the process itself");
  return number % 4 || number - 4 >= 4 * MOST ? MOST : number / 4 - 1;
}

BOOL CloseHandle(HANDLE handle) {
  unsigned place = __place(handle);
  if (place == MOST || !__close(&object_of[place]))
    return __failed(ERROR_INVALID_HANDLE);
  return __done();
}

static DWORD __waited(int result) {
  if (result < 0)
    __failed(ERROR_INVALID_HANDLE);
  else
    __disturb();
  return result;
}

DWORD WaitForSingleObject(HANDLE handle, DWORD time) {
  unsigned place = __place(handle);
  return __waited(place == MOST ? -1 : __wait_for_any(time != INFINITE, &object_of[place]));
}
DWORD WaitForSingleObjectEx(HANDLE handle, DWORD time, BOOL is_alertable) {
  if (is_alertable)
    __not_understood("a wait that may be interrupted");
  return WaitForSingleObject(handle, time);
}

#define PLACE(N) __place(handles[N])
#define AT(N) &object_of[p##N]
// For so many objects: `__wait_any_1` to `__wait_all_8`.
#define WAITING(COUNT, DECLARED, IS_WRONG, IS_TWICE, ...)                                                              \
  WAITING_FOR(__wait_any_##COUNT, __wait_for_any, DECLARED, IS_WRONG, IS_TWICE, __VA_ARGS__)                           \
  WAITING_FOR(__wait_all_##COUNT, __wait_for_all, DECLARED, IS_WRONG, IS_TWICE, __VA_ARGS__)
#define WAITING_FOR(NAME, WAIT, DECLARED, IS_WRONG, IS_TWICE, ...)                                                     \
  DWORD NAME(const HANDLE *handles, DWORD time) {                                                                      \
    DECLARED                                                                                                           \
    if (IS_WRONG)                                                                                                      \
      return __waited(-1);                                                                                             \
    if (IS_TWICE)                                                                                                      \
      __not_understood("WaitForMultipleObjects with one handle twice");                                                \
    return __waited(WAIT(time != INFINITE, __VA_ARGS__));                                                              \
  }
#define D1 unsigned p0 = PLACE(0);
#define D2 D1 unsigned p1 = PLACE(1);
#define D3 D2 unsigned p2 = PLACE(2);
#define D4 D3 unsigned p3 = PLACE(3);
#define D5 D4 unsigned p4 = PLACE(4);
#define D6 D5 unsigned p5 = PLACE(5);
#define D7 D6 unsigned p6 = PLACE(6);
#define D8 D7 unsigned p7 = PLACE(7);
#define W1 p0 == MOST
#define W2 W1 | p1 == MOST
#define W3 W2 | p2 == MOST
#define W4 W3 | p3 == MOST
#define W5 W4 | p4 == MOST
#define W6 W5 | p5 == MOST
#define W7 W6 | p6 == MOST
#define W8 W7 | p7 == MOST
#define S1 0
#define S2 p0 == p1
#define S3 S2 | p0 == p2 | p1 == p2
#define S4 S3 | p0 == p3 | p1 == p3 | p2 == p3
#define S5 S4 | p0 == p4 | p1 == p4 | p2 == p4 | p3 == p4
#define S6 S5 | p0 == p5 | p1 == p5 | p2 == p5 | p3 == p5 | p4 == p5
#define S7 S6 | p0 == p6 | p1 == p6 | p2 == p6 | p3 == p6 | p4 == p6 | p5 == p6
#define S8 S7 | p0 == p7 | p1 == p7 | p2 == p7 | p3 == p7 | p4 == p7 | p5 == p7 | p6 == p7
WAITING(1, D1, W1, S1, AT(0))
WAITING(2, D2, W2, S2, AT(0), AT(1))
WAITING(3, D3, W3, S3, AT(0), AT(1), AT(2))
WAITING(4, D4, W4, S4, AT(0), AT(1), AT(2), AT(3))
WAITING(5, D5, W5, S5, AT(0), AT(1), AT(2), AT(3), AT(4))
WAITING(6, D6, W6, S6, AT(0), AT(1), AT(2), AT(3), AT(4), AT(5))
WAITING(7, D7, W7, S7, AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6))
WAITING(8, D8, W8, S8, AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7))

#define CASE(N)                                                                                                        \
  case N:                                                                                                              \
    return all ? __wait_all_##N(handles, time) : __wait_any_##N(handles, time)
DWORD WaitForMultipleObjects(DWORD count, const HANDLE *handles, BOOL all, DWORD time) {
  switch (count) {
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
  }
  if (count && count <= MAXIMUM_WAIT_OBJECTS)
    __not_understood("WaitForMultipleObjects for more than 8 objects");
  __failed(ERROR_INVALID_PARAMETER);
  return WAIT_FAILED;
}
DWORD WaitForMultipleObjectsEx(DWORD count, const HANDLE *handles, BOOL all, DWORD time, BOOL is_alertable) {
  if (is_alertable)
    __not_understood("a wait that may be interrupted");
  return WaitForMultipleObjects(count, handles, all, time);
}

// ---- objects

static HANDLE __create(int kind, unsigned value, unsigned most, const void *name) {
  if (name)
    __not_understood("an object that has a name, so other processes may know it");
  unsigned place = __new_place();
  __make(&object_of[place], kind, value, most);
  __last_error = 0;
  return __handle(place);
}

#define NAMED(LETTER, TEXT)                                                                                            \
  HANDLE CreateMutex##LETTER(LPSECURITY_ATTRIBUTES security, BOOL is_owned, TEXT name) {                               \
    return __create(MUTEX, is_owned != 0, 0, name);                                                                    \
  }                                                                                                                    \
  HANDLE CreateMutexEx##LETTER(LPSECURITY_ATTRIBUTES security, TEXT name, DWORD flags, DWORD access) {                 \
    return __create(MUTEX, flags & 1, 0, name);                                                                        \
  }                                                                                                                    \
  HANDLE CreateEvent##LETTER(LPSECURITY_ATTRIBUTES security, BOOL is_manual, BOOL is_set, TEXT name) {                 \
    return __create(is_manual ? MANUAL_EVENT : AUTO_EVENT, is_set != 0, 0, name);                                      \
  }                                                                                                                    \
  HANDLE CreateEventEx##LETTER(LPSECURITY_ATTRIBUTES security, TEXT name, DWORD flags, DWORD access) {                 \
    return __create(flags & 1 ? MANUAL_EVENT : AUTO_EVENT, flags >> 1 & 1, 0, name);                                   \
  }                                                                                                                    \
  HANDLE CreateSemaphore##LETTER(LPSECURITY_ATTRIBUTES security, LONG value, LONG most, TEXT name) {                   \
    if (value < 0 || most <= 0 || value > most) {                                                                      \
      __failed(ERROR_INVALID_PARAMETER);                                                                               \
      return 0;                                                                                                        \
    }                                                                                                                  \
    return __create(SEMAPHORE, value, most, name);                                                                     \
  }
NAMED(A, LPCSTR)
NAMED(W, LPCWSTR)

BOOL ReleaseMutex(HANDLE handle) {
  unsigned place = __place(handle);
  int result = place == MOST ? -1 : __release_mutex(&object_of[place]);
  return result < 0 ? __failed(ERROR_INVALID_HANDLE) : result ? __done() : __failed(ERROR_NOT_OWNER);
}

BOOL ReleaseSemaphore(HANDLE handle, LONG count, LPLONG before) {
  if (count <= 0)
    return __failed(ERROR_INVALID_PARAMETER);
  unsigned place = __place(handle);
  long long result = place == MOST ? -1 : __post(&object_of[place], count);
  if (result < 0)
    return __failed(result == -1 ? ERROR_INVALID_HANDLE : ERROR_TOO_MANY_POSTS);
  if (before)
    *before = result;
  return __done();
}

static BOOL __change_event(HANDLE handle, unsigned value) {
  unsigned place = __place(handle);
  if (place == MOST || !__set_event(&object_of[place], value))
    return __failed(ERROR_INVALID_HANDLE);
  return __done();
}
BOOL SetEvent(HANDLE handle) { return __change_event(handle, 1); }
BOOL ResetEvent(HANDLE handle) { return __change_event(handle, 0); }

// ---- threads

typedef void *(*__function)(void *);

static void __must_start(unsigned flags) {
  if (flags & ~STACK_SIZE_PARAM_IS_A_RESERVATION)
    __not_understood("a thread that does not start when it is created");
}

// The handle that _beginthread gives is closed when the thread ends: who uses it, does so too late.
uintptr_t _beginthread(void (*function)(void *), unsigned stack, void *argument) {
  pthread_t thread;
  unsigned place = __new_place();
  pthread_create(&thread, 0, (__function)function, argument);
  __make(&object_of[place], CLOSED, 0, 0);
  __disturb();
  return (uintptr_t)__handle(place);
}
uintptr_t _beginthread_alone(void (*function)(void *), unsigned stack, void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, (__function)function, argument);
  __disturb();
  return 1;
}

// `..._alone`: nobody wants the handle; `..._unnumbered`: nor the number of the thread.
#define STARTING(NAME, RESULT, SECURITY, SIZE, FUNCTION, NUMBER)                                                       \
  STARTING_AS(NAME, if (id) *id = __any_id(place), RESULT, SECURITY, SIZE, FUNCTION, NUMBER)                           \
  STARTING_AS(NAME##_unnumbered, , RESULT, SECURITY, SIZE, FUNCTION, NUMBER)
#define STARTING_AS(NAME, STORE, RESULT, SECURITY, SIZE, FUNCTION, NUMBER)                                             \
  RESULT NAME(SECURITY security, SIZE stack, FUNCTION function, void *argument, NUMBER flags, NUMBER *id) {            \
    __must_start(flags);                                                                                               \
    pthread_t thread;                                                                                                  \
    unsigned place = __new_place();                                                                                    \
    pthread_create(&thread, 0, (__function)function, argument);                                                        \
    __make_thread(&object_of[place], thread);                                                                          \
    STORE;                                                                                                             \
    __disturb();                                                                                                       \
    return (RESULT)__handle(place);                                                                                    \
  }
typedef unsigned (*__numbered_function)(void *);
STARTING(CreateThread, HANDLE, LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, DWORD)
STARTING(_beginthreadex, uintptr_t, void *, unsigned, __numbered_function, unsigned)
HANDLE CreateThread_alone(LPSECURITY_ATTRIBUTES security, SIZE_T stack, LPTHREAD_START_ROUTINE function, LPVOID argument,
                          DWORD flags, LPDWORD id) {
  __must_start(flags);
  _beginthread_alone((void (*)(void *))function, stack, argument);
  return 0;
}
uintptr_t _beginthreadex_alone(void *security, unsigned stack, __numbered_function function, void *argument,
                               unsigned flags, unsigned *id) {
  __must_start(flags);
  return _beginthread_alone((void (*)(void *))function, stack, argument);
}

BOOL GetExitCodeThread(HANDLE handle, LPDWORD code) {
  unsigned place = __place(handle);
  long long result = place == MOST ? -1 : __exit_code(&object_of[place]);
  if (result < 0)
    return __failed(ERROR_INVALID_HANDLE);
  *code = result;
  return __done();
}

HANDLE GetCurrentThread(void) { return (HANDLE)-2; }
HANDLE GetCurrentProcess(void) { return (HANDLE)-1; }
DWORD GetCurrentThreadId(void) { return 4 * gettid(); }
extern unsigned __win32_process, __win32_frequency;
DWORD GetCurrentProcessId(void) { return (__win32_process & ~3u) + 4 * !(__win32_process & ~3u); }
BOOL SetThreadPriority(HANDLE handle, int priority) { return __VERIFIER_nondet_bool() ? __done() : __failed(5); }

void Sleep(DWORD time) {
  if (time == INFINITE)
    __not_understood("Sleep without an end");
}
BOOL SwitchToThread(void) { return __VERIFIER_nondet_bool(); }

// ---- once

#define FINISHED 2

void InitOnceInitialize(PINIT_ONCE once) {
  __end_once(&once->__state, 0);
  once->__context = 0;
}

// The last bits of what is kept belong to the library.
static BOOL __finish_once(PINIT_ONCE once, DWORD flags, PVOID context) {
  if (flags & ~INIT_ONCE_INIT_FAILED)
    __not_understood("one-time initialisation by several threads at once");
  if (flags) {
    __end_once(&once->__state, 0);
    return TRUE;
  }
  once->__context = context;
  __end_once(&once->__state, FINISHED);
  return TRUE;
}

BOOL InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter, LPVOID *context) {
  if (__begin_once(&once->__state)) {
    PVOID found = 0;
    BOOL is_done = function(once, parameter, &found);
    __finish_once(once, is_done ? 0 : INIT_ONCE_INIT_FAILED, found);
    if (!is_done)
      return FALSE;
  }
  if (context)
    *context = once->__context;
  return TRUE;
}

BOOL InitOnceBeginInitialize(LPINIT_ONCE once, DWORD flags, BOOL *is_pending, LPVOID *context) {
  if (flags)
    __not_understood("one-time initialisation by several threads at once");
  BOOL is_first = __begin_once(&once->__state);
  *is_pending = is_first;
  if (!is_first && context)
    *context = once->__context;
  return TRUE;
}
BOOL InitOnceComplete(LPINIT_ONCE once, DWORD flags, LPVOID context) { return __finish_once(once, flags, context); }

// ---- values of threads

#define SLOTS 64
static _Atomic unsigned __slots = 0;
static _Atomic _Bool __is_freed[SLOTS];
static _Thread_local void *__values[SLOTS];

DWORD TlsAlloc(void) {
  unsigned slot = __slots++;
  if (slot >= SLOTS)
    __not_understood("TlsAlloc more than 64 times");
  __disturb();
  return slot;
}
static BOOL __is_slot(DWORD slot) {
  if (slot >= SLOTS || slot >= __slots)
    return __failed(ERROR_INVALID_PARAMETER);
  if (__is_freed[slot])
    __not_understood("use of an index for TlsGetValue that was freed");
  return TRUE;
}
BOOL TlsFree(DWORD slot) {
  if (!__is_slot(slot))
    return FALSE;
  __is_freed[slot] = 1;
  return __done();
}
BOOL TlsSetValue(DWORD slot, LPVOID value) {
  if (!__is_slot(slot))
    return FALSE;
  __values[slot] = value;
  return __done();
}
LPVOID TlsGetValue(DWORD slot) {
  if (!__is_slot(slot))
    return 0;
  __last_error = 0;
  return __values[slot];
}

// ---- time, and the machine

// (numbers of which CLOCK_REALTIME_ALARM and its kin, that nobody can ask for here, make no use)
#define TICKS 8
#define COUNTER 9
static unsigned long long __clock_shows(int clock) {
  __unordered_begin();
  unsigned long long now = __VERIFIER_nondet_ulonglong() >> 1;
  __advance_clock(clock, now, 0);
  __unordered_end();
  return now;
}
ULONGLONG GetTickCount64(void) { return __clock_shows(TICKS); }
DWORD GetTickCount(void) { return __clock_shows(TICKS); }
BOOL QueryPerformanceCounter(LARGE_INTEGER *count) {
  count->QuadPart = __clock_shows(COUNTER);
  return TRUE;
}
BOOL QueryPerformanceFrequency(LARGE_INTEGER *frequency) {
  frequency->QuadPart = __win32_frequency ? __win32_frequency : 1;
  return TRUE;
}
void GetSystemTimeAsFileTime(LPFILETIME time) {
  time->dwLowDateTime = __VERIFIER_nondet_uint();
  time->dwHighDateTime = __VERIFIER_nondet_uint() >> 1;
}
void GetSystemInfo(LPSYSTEM_INFO info) {
  info->dwOemId = __VERIFIER_nondet_uint();
  info->dwPageSize = 4096;
  info->lpMinimumApplicationAddress = (LPVOID)0x10000;
  info->lpMaximumApplicationAddress = (LPVOID)0x7ffeffff;
  info->dwActiveProcessorMask = __VERIFIER_nondet_uint();
  info->dwNumberOfProcessors = __processors();
  info->dwProcessorType = __VERIFIER_nondet_uint();
  info->dwAllocationGranularity = 0x10000;
  info->wProcessorLevel = __VERIFIER_nondet_uint();
  info->wProcessorRevision = __VERIFIER_nondet_uint();
}
void OutputDebugStringA(LPCSTR text) { __read_string(text); }
BOOL IsDebuggerPresent(void) { return __VERIFIER_nondet_bool(); }
