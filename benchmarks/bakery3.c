// Lamport's bakery for three threads, each entering once: the explorer's speed without reduction is measured on this.
#include <assert.h>
#include <pthread.h>

#define N 3

_Atomic int choosing[N], number[N];
_Atomic int inside;

void *customer(void *arg) {
    long me = (long)arg;
    int highest = 0;
    choosing[me] = 1;
    for (int i = 0; i < N; i++) {
        int n = number[i];
        if (n > highest)
            highest = n;
    }
    number[me] = highest + 1;
    choosing[me] = 0;
    for (int i = 0; i < N; i++) {
        while (choosing[i])
            ;
        for (;;) {
            int n = number[i];
            if (n == 0 || n > highest + 1 || (n == highest + 1 && i >= me))
                break;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, customer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
