/* Who sleeps where a node is covered by one with two threads swapped: their images, not they themselves. */
#include <pthread.h>
extern void reach_error(void);
int a, d;
void *work(void *arg) {
    d = 1;
    if (a == 0)
        a = 2;
    return 0;
}
void *other(void *arg) {
    if (a == 2)
        a = 0;
    if (a == 2 && d == 2)
        reach_error();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_create(&t, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    return 0;
}
