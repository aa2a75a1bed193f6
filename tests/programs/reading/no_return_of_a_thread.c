/* What a thread leaves that returns nothing is no null pointer. */
#include <pthread.h>
extern void reach_error(void);
void *t(void *p) {
}
int main(void) {
    pthread_t a;
    void *r;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, &r);
    if (r)
        reach_error();
    return 0;
}
