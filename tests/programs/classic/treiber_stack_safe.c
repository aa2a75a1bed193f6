// A lock-free stack: both pushes must be found afterwards.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
extern void reach_error(void);

struct node { int val; struct node *next; };
static struct node *_Atomic top;
static struct node a = {1, NULL}, b = {2, NULL};

static void *push(void *arg) {
    struct node *n = arg;
    struct node *old = atomic_load(&top);
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
    return 0;
}

int main(void) {
    pthread_t s, t;
    int sum = 0;
    pthread_create(&s, 0, push, &a);
    pthread_create(&t, 0, push, &b);
    pthread_join(s, 0);
    pthread_join(t, 0);
    for (struct node *n = atomic_load(&top); n; n = n->next)
        sum += n->val;
    if (sum != 3)
        reach_error();
    return 0;
}
