// Different members of one object do not conflict.
#include <pthread.h>

struct pair { char a, b; int v[2]; };
static struct pair p;

static void *left(void *arg) {
    struct pair *q = arg;
    q->a = 1;
    q->v[0] = 2;
    return 0;
}

static void *right(void *arg) {
    struct pair *q = arg;
    q->b = 1;
    q->v[1] = 3;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, left, &p);
    pthread_create(&t, 0, right, &p);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
