// sc: safe, tso: safe, armv8: safe
#include <pthread.h>
#include <assert.h>
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/spinlock.h>
atomic_t x=ATOMIC_INIT(0),y=ATOMIC_INIT(0); int r0,r1;
void*t0(void*a){ atomic_inc_return(&x); r0=atomic_read(&y); return 0;}
void*t1(void*a){ atomic_inc_return(&y); r1=atomic_read(&x); return 0;}
int main(){ pthread_t a,b; pthread_create(&a,0,t0,0);pthread_create(&b,0,t1,0); pthread_join(a,0);pthread_join(b,0); assert(r0||r1); }
