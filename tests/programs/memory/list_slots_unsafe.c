/* Locked slots with lists: what is in slot 1 is not 0, as somebody may notice. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};

static struct item *slot[2];
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *visit(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&locks[i]);
        for (struct item *p = slot[i]; p; p = p->next) {
            if (__VERIFIER_nondet_int()) {
                p->value++;
                p->value--;
            } else if (p->value != 0) {
                reach_error();
            }
        }
        pthread_mutex_unlock(&locks[i]);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            struct item *p = malloc(sizeof *p);
            p->value = i * j;
            p->next = slot[i];
            slot[i] = p;
        }
    }
    pthread_create(&a, 0, visit, 0);
    pthread_create(&b, 0, visit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
