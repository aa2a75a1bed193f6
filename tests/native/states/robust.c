static pthread_mutex_t m;
static int half;
static void *f(void *p) {
    PAUSE;
    int found = pthread_mutex_lock(&m);
    if (found == EOWNERDEAD && p)
        pthread_mutex_consistent(&m);
    half = 10 * half + (found == 0 ? 1 : found == EOWNERDEAD ? 2 : 3);
    PAUSE;
    if (p)
        pthread_mutex_unlock(&m);
    return 0;
}
int run(void) {
    pthread_mutexattr_t a;
    pthread_t t, u;
    half = 0;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, &m);
    PAUSE;
    int found = pthread_mutex_lock(&m);
    half = 10 * half + (found == 0 ? 4 : found == EOWNERDEAD ? 5 : 6);
    PAUSE;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_join(u, 0);
    found = pthread_mutex_lock(&m);
    return half * 10 + (found == 0 ? 7 : found == EOWNERDEAD ? 8 : 9);
}
