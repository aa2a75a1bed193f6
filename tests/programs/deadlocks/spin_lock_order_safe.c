// Spin locks in opposite orders (a held spin lock blocks like a mutex).
#include <pthread.h>

static pthread_spinlock_t a, b;

static void *worker(void *arg) {
    (void)arg;
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&a, 0);
    pthread_spin_init(&b, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    pthread_join(t, 0);
    return 0;
}
