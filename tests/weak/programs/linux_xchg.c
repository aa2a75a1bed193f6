// sc: safe, tso: safe, armv8: safe
#include <pthread.h>
#include <assert.h>
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/spinlock.h>
int x,y; int r0,r1;
void*t0(void*a){ xchg(&x,1); r0=READ_ONCE(y); return 0;}
void*t1(void*a){ xchg(&y,1); r1=READ_ONCE(x); return 0;}
int main(){ pthread_t a,b; pthread_create(&a,0,t0,0);pthread_create(&b,0,t1,0); pthread_join(a,0);pthread_join(b,0); assert(r0||r1); }
