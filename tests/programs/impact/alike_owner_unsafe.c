/* Two threads do the same, but the first one is the owner: it must not find that the other one was there. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_t owner;
int count;
void *work(void *arg) {
    __VERIFIER_atomic_begin();
    if (pthread_equal(owner, pthread_self()))
        if (count != 0)
            reach_error();
    count = 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t id[2];
    pthread_create(&id[0], 0, work, 0);
    owner = id[0];
    pthread_create(&id[1], 0, work, 0);
    return 0;
}
