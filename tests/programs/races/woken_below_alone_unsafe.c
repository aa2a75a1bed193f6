/* Found by comparing engines: a thread woken at a node where another goes alone must be awake below it, too. */
#include <pthread.h>
extern void reach_error(void);

static int d = 0;
static int f = 0;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x1 = 0;
static int x2 = 1;

static void *thread0(void *arg) {
    (void)arg;
    int n = 0;
    for (n = 0; n < 2; n++)
        x1 = n;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        d = 2;
        f = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t[1];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_mutex_lock(&m);
    while (f == 0)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    if (!(d == 2))
        reach_error();
    for (int i = 0; i < 1; i++)
        pthread_join(t[i], 0);
    return 0;
}
