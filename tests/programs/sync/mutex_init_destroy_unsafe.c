// A mutex initialised at run time, in a struct on the heap, found through the thread's argument.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

struct account { pthread_mutex_t lock; int money; };

static void *deposit(void *arg) {
    struct account *a = arg;
    a->money += 10;
    return 0;
}

int main(void) {
    pthread_t s, t;
    struct account *a = malloc(sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    a->money = 0;
    pthread_create(&s, 0, deposit, a);
    pthread_create(&t, 0, deposit, a);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (a->money != 20)
        reach_error();
    if (pthread_mutex_destroy(&a->lock) != 0)
        reach_error();
    free(a);
    return 0;
}
