static pthread_mutex_t m;
static pthread_cond_t c;
static int n, asleep;
static void leave(void *p) { pthread_mutex_unlock(&m); }
static void *f(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    asleep++;
    while (!n)
        pthread_cond_wait(&c, &m);
    n--;
    pthread_cleanup_pop(1);
    return 0;
}
int run(void) {
    pthread_t t, u;
    void *first, *second;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&c, 0);
    n = asleep = 0;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    PAUSE;
    pthread_mutex_lock(&m);
    int there = asleep;
    n = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    PAUSE;
    pthread_cancel(t);
    PAUSE;
    pthread_cancel(u);
    pthread_join(t, &first);
    pthread_join(u, &second);
    return (first != 0) + 2 * (second != 0) + 4 * n + 8 * there;
}
