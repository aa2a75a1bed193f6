// A queue lock whose nodes are locals of a loop, in threads that are alike.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};
_Atomic(struct node *) last;
int count;

static void lock(struct node *me) {
    atomic_store(&me->next, (struct node *)0);
    atomic_store(&me->waits, 1);
    struct node *before = atomic_exchange(&last, me);
    if (before) {
        atomic_store(&before->next, me);
        while (atomic_load(&me->waits))
            ;
    }
}

static void unlock(struct node *me) {
    struct node *next = atomic_load(&me->next);
    if (!next) {
        struct node *expected = me;
        if (atomic_compare_exchange_strong(&last, &expected, (struct node *)0))
            return;
        while (!(next = atomic_load(&me->next)))
            ;
    }
    atomic_store(&next->waits, 0);
}

void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct node mine;
        lock(&mine);
        int seen = count;
        count = seen + 1;
        unlock(&mine);
    }
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 4);
    return 0;
}
