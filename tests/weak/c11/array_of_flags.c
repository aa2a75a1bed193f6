// c11: unknown there is a violation if more executions
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
_Atomic int f[2]; int r[2];
void *t0(void*a){ atomic_store(&f[0],1); r[0]=atomic_load(&f[1]); return 0;}
void *t1(void*a){ atomic_store(&f[1],1); r[1]=atomic_load(&f[0]); return 0;}
void *t2(void*a){ atomic_load_explicit(&f[0],memory_order_relaxed); return 0;}
int main(){ pthread_t a,b,c; pthread_create(&a,0,t0,0);pthread_create(&b,0,t1,0);pthread_create(&c,0,t2,0);
pthread_join(a,0);pthread_join(b,0);pthread_join(c,0); assert(r[0]||r[1]); }
