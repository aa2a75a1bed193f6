// sc: safe, tso: safe, armv8: safe
#include <stdatomic.h>
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <stdlib.h>
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
#define SEQ memory_order_seq_cst
#define AR memory_order_acq_rel
#define LD(x,o) atomic_load_explicit(&(x),o)
#define ST(x,v,o) atomic_store_explicit(&(x),v,o)
#define FADD(x,v,o) atomic_fetch_add_explicit(&(x),v,o)
#define XCHG(x,v,o) atomic_exchange_explicit(&(x),v,o)
#define CAS(x,e,v,o,f) atomic_compare_exchange_strong_explicit(&(x),e,v,o,f)
#define FENCE(o) atomic_thread_fence(o)
#define TH(n) static void *n(void*arg)
#include <windows.h>
volatile LONG x,y; int r0,r1;
DWORD WINAPI w0(LPVOID p){ InterlockedExchange(&x,1); r0=y; return 0;}
DWORD WINAPI w1(LPVOID p){ InterlockedExchange(&y,1); r1=x; return 0;}
int main(){ HANDLE h[2]; h[0]=CreateThread(0,0,w0,0,0,0); h[1]=CreateThread(0,0,w1,0,0,0); WaitForMultipleObjects(2,h,TRUE,INFINITE); assert(r0||r1); return 0;}
