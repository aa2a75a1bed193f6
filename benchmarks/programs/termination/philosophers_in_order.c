// Forks are taken in one order: 4 philosophers, who eat as often as they like.
#include <pthread.h>

#define PHILOSOPHERS 4
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t fork_[PHILOSOPHERS];
static int meals[PHILOSOPHERS];

static void dine(int me) {
    int left = me, right = (me + 1) % PHILOSOPHERS;
    int first = left < right ? left : right, second = left < right ? right : left;
    for (int hunger = __VERIFIER_nondet_int(); hunger > 0; hunger--) {
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        meals[me]++;
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
}

static void *philosopher0(void *arg) {
    dine(0);
    return 0;
}

static void *philosopher1(void *arg) {
    dine(1);
    return 0;
}

static void *philosopher2(void *arg) {
    dine(2);
    return 0;
}

static void *philosopher3(void *arg) {
    dine(3);
    return 0;
}

int main(void) {
    pthread_t t[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_mutex_init(&fork_[i], 0);
    pthread_create(&t[0], 0, philosopher0, 0);
    pthread_create(&t[1], 0, philosopher1, 0);
    pthread_create(&t[2], 0, philosopher2, 0);
    pthread_create(&t[3], 0, philosopher3, 0);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(t[i], 0);
}
