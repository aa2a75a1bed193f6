static pthread_mutex_t m;
static int there;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    there = 1;
    PAUSE;
    pthread_testcancel();
    there = 2;
    pthread_mutex_unlock(&m);
    PAUSE;
    pthread_testcancel();
    return 0;
}
int run(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    void *result;
    there = 0;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    PAUSE;
    pthread_cancel(t);
    int found = pthread_mutex_lock(&m);
    int seen = there;
    pthread_mutex_unlock(&m);
    pthread_join(t, &result);
    return seen + (found == EOWNERDEAD ? 10 : found ? 20 : 0) + (result == PTHREAD_CANCELED ? 100 : 0);
}
