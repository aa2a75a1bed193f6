// Lamport's bakery for two threads; without the choosing flag two customers may draw the same moment.
#include <pthread.h>
extern void reach_error(void);

static volatile int choosing[2], number[2], inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    number[me] = number[other] + 1;
    while (choosing[other])
        ;
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
