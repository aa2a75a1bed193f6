// sc: safe, tso: safe, pso: safe, armv8: safe
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
int x,y; int r0,r1;
TH(t0){ __sync_fetch_and_add(&x,1); r0=*(volatile int*)&y; return 0;}
TH(t1){ __sync_fetch_and_add(&y,1); r1=*(volatile int*)&x; return 0;}
int main(){ pthread_t a,b; pthread_create(&a,0,t0,0);pthread_create(&b,0,t1,0); pthread_join(a,0);pthread_join(b,0); assert(r0||r1); }
