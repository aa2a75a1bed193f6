// pthread_exit ends the thread from inside a call and gives the result.
#include <pthread.h>
extern void reach_error(void);

static int five = 5, six = 6;

static void leave(int n) {
    if (n > 0)
        pthread_exit(&five);
}

static void *worker(void *arg) {
    leave((int)(long)arg);
    return &six;
}

int main(void) {
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    if (*(int *)ra != 6 || *(int *)rb != 5)
        reach_error();
    return 0;
}
