extern void reach_error(void);
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, z;
void *t0(void *p) {
    __VERIFIER_atomic_begin();
    while (__VERIFIER_nondet_int()) { if (z == 1) reach_error(); }
    __VERIFIER_atomic_end();
    return 0;
}
void *t1(void *p) { z = 2; return 0; }
void *t2(void *p) {
    __VERIFIER_atomic_begin();
    x = 1 - x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    while (__VERIFIER_nondet_int()) z = 1 - z;
    x = 0;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t h[3];
    pthread_create(&h[0], 0, t0, 0); pthread_create(&h[1], 0, t1, 0); pthread_create(&h[2], 0, t2, 0);
    return 0;
}
