// Three philosophers; the last one is left-handed, or not.
#include <pthread.h>

#define N 3
static pthread_mutex_t fork_[N];
static int meals[N];

static void *philosopher(void *arg) {
    int id = (int)(long)arg;
    int first = id, second = (id + 1) % N;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    meals[id]++;
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], 0);
    for (int i = 1; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)(long)i);
    philosopher(0);
    for (int i = 1; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
