static pthread_mutex_t m;
static pthread_cond_t c;
static int how;
static void leave(void *p) {
    how += 10;
    pthread_mutex_unlock(&m);
}
static void *f(void *p) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    how = 1;
    PAUSE;
    int found = pthread_cond_timedwait(&c, &m, &until);
    how = found == ETIMEDOUT ? 2 : 3;
    pthread_cleanup_pop(1);
    return 0;
}
int run(void) {
    pthread_t t;
    void *result;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&c, 0);
    how = 0;
    pthread_create(&t, 0, f, 0);
    PAUSE;
    pthread_mutex_lock(&m);
    int seen = how;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    PAUSE;
    pthread_cancel(t);
    pthread_join(t, &result);
    return seen + 20 * how + (result == PTHREAD_CANCELED ? 1000 : 0);
}
