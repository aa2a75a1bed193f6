#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int g, stats;

void *other(void *a)
{
    pthread_mutex_lock(&m);
    g++;
    stats++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    int kind = __VERIFIER_nondet_int(), level = __VERIFIER_nondet_int();
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m);
    int seen = g;
    pthread_mutex_unlock(&m);
    if (seen == 3) goto out;
    pthread_mutex_lock(&m);
    g = 7;
    pthread_mutex_unlock(&m);
    if (seen != 3) goto out;
    switch (kind) {
    case 1: if (level == 2) goto out; break;
    case 2: if (level == 7) goto out; break;
    default: goto out;
    }
    stats = 1;
out:
    pthread_join(t, 0);
    return 0;
}
