// The function of the thread is none that the destructor may be, so a string is no struct.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct big { long a, b; };
static void release(void *p) { free(p); }
static void (*destructor)(void *) = release;
static void *worker(void *arg) {
    struct big *g = arg;
    g->b = g->a + 1;
    return 0;
}
int main(void) {
    struct big big = {1, 0};
    pthread_t t;
    char *s = malloc(sizeof(struct big));
    if (!s)
        return 0;
    s[0] = 'x';
    s[1] = 0;
    pthread_create(&t, 0, worker, &big);
    if (s[0] != 'x' || s[1])
        reach_error();
    destructor(s);
    pthread_join(t, 0);
    if (big.b != 2)
        reach_error();
    return 0;
}
