// Publishing an object through an atomic pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
extern void reach_error(void);

struct msg { int a, b; };
static struct msg box;
static struct msg *_Atomic inbox;

static void *sender(void *arg) {
    (void)arg;
    box.a = 1;
    atomic_store(&inbox, &box);
    box.b = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    struct msg *m = atomic_load(&inbox);
    if (m != NULL && m->a + m->b != 3)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
