/* Two functions that differ in one number only: the second one must not be the first, twice. */
#include <pthread.h>
extern void reach_error(void);
int tickets, x;
void *first(void *arg) {
    int mine = __sync_fetch_and_add(&tickets, 1);
    int other = __sync_fetch_and_add(&x, 1);
    if (mine + other == 9)
        reach_error();
    return 0;
}
void *second(void *arg) {
    int mine = __sync_fetch_and_add(&tickets, 1);
    int other = __sync_fetch_and_add(&x, 1);
    if (mine + other == 0)
        reach_error();
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    return 0;
}
