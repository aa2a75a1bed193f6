// The queue lock of Mellor-Crummey and Scott.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
extern void reach_error(void);

struct node { struct node *_Atomic next; atomic_int locked; };
static struct node *_Atomic tail;
static struct node nodes[2];
static int x;

static void acquire(struct node *me) {
    atomic_store(&me->next, NULL);
    struct node *prev = atomic_exchange(&tail, me);
    if (prev) {
        atomic_store(&prev->next, me);
    }
}

static void release(struct node *me) {
    struct node *expected = me;
    if (!atomic_load(&me->next)) {
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (!atomic_load(&me->next))
            ;
    }
    struct node *succ = atomic_load(&me->next);
    atomic_store(&succ->locked, 0);
}

static void *worker(void *arg) {
    acquire(arg);
    x++;
    release(arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &nodes[0]);
    pthread_create(&b, 0, worker, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    return 0;
}
