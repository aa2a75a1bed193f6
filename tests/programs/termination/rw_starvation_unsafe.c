/* There is always some reader: the writer waits for ever. */
#include <pthread.h>

static int readers, writing, waiting;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *reader(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (writing)
            pthread_cond_wait(&c, &m);
        readers++;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        readers--;
        pthread_cond_broadcast(&c);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static void *writer(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    while (readers || writing)
        pthread_cond_wait(&c, &m);
    waiting--;
    writing = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    writing = 0;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b, w;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(w, 0);
}
