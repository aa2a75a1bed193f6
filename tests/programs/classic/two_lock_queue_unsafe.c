// A queue with a dummy node, one lock for each end; the link is the only thing both ends touch.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
extern void reach_error(void);

struct node { int val; struct node *_Atomic next; };
static struct node pool[3];
static struct node *first = &pool[0], *last = &pool[0];
static pthread_mutex_t hlock = PTHREAD_MUTEX_INITIALIZER, tlock = PTHREAD_MUTEX_INITIALIZER;

static void *enqueue(void *arg) {
    struct node *n = arg;
    struct node *l = last;
    atomic_store(&l->next, n);
    last = n;
    return 0;
}

static int dequeue(void) {
    int v = 0;
    pthread_mutex_lock(&hlock);
    struct node *n = atomic_load(&first->next);
    if (n) {
        v = n->val;
        first = n;
    }
    pthread_mutex_unlock(&hlock);
    return v;
}

int main(void) {
    pthread_t a, b;
    pool[1].val = 1;
    pool[2].val = 2;
    pthread_create(&a, 0, enqueue, &pool[1]);
    pthread_create(&b, 0, enqueue, &pool[2]);
    int early = dequeue();
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (early + dequeue() + dequeue() != 3)
        reach_error();
    (void)tlock;
    return 0;
}
