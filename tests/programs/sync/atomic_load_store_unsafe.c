// A message is passed with an atomic flag.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int flag, data;

static void *sender(void *arg) {
    (void)arg;
    atomic_store(&flag, 1);
    atomic_store(&data, 7);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (atomic_load(&flag) == 1 && atomic_load(&data) != 7)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
