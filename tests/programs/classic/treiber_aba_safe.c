// The ABA problem: pop is fooled when the same node comes back with another successor; a version number helps.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static int next[3] = {1, 2, -1};
static atomic_int top;
static int freed[3];

#define INDEX(t) ((t) % 4)
#define BUMP(t) ((t / 4 + 1) * 4)

static int pop(void) {
    int old, n;
    do {
        old = atomic_load(&top);
        if (INDEX(old) == 3)
            return -1;
        n = __atomic_load_n(&next[INDEX(old)], __ATOMIC_SEQ_CST);
    } while (!atomic_compare_exchange_strong(&top, &old, BUMP(old) + (n < 0 ? 3 : n)));
    return INDEX(old);
}

static void push(int i) {
    int old = atomic_load(&top);
    do
        __atomic_store_n(&next[i], INDEX(old) == 3 ? -1 : INDEX(old), __ATOMIC_SEQ_CST);
    while (!atomic_compare_exchange_strong(&top, &old, BUMP(old) + i));
}

static void *other(void *arg) {
    (void)arg;
    int a = pop();
    int b = pop();
    freed[b] = 1;
    push(a);
    return 0;
}

int main(void) {
    pthread_t t;
    atomic_store(&top, 4);
    pthread_create(&t, 0, other, 0);
    pop();
    pthread_join(t, 0);
    if (INDEX(top) < 3 && freed[INDEX(top)])
        reach_error();
    return 0;
}
