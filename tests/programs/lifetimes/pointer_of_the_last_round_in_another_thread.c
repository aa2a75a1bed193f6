// What the thread holds is the local of the first round; that of the second is another object.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int *kept, value;
atomic_int given, again, done;

void *reader(void *arg) {
    while (!atomic_load(&given))
        ;
    int *mine = kept;
    while (!atomic_load(&again))
        ;
    value = *mine;
    assert(value == 4);
    atomic_store(&done, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    for (int i = 0; i < 2; i++) {
        int local = 4 + i;
        if (i == 0) {
            kept = &local;
            atomic_store(&given, 1);
        } else {
            atomic_store(&again, 1);
            while (!atomic_load(&done))
                ;
        }
    }
    pthread_join(t, 0);
    return 0;
}
