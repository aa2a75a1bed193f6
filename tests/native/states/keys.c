static pthread_key_t key;
static int has_key, order;
static void gone(void *p) { order = 10 * order + 2; }
static void clean(void *p) { order = 10 * order + 1; }
static void *f(void *p) {
    PAUSE;
    pthread_cleanup_push(clean, 0);
    pthread_testcancel();
    pthread_setspecific(key, &order);
    pthread_cleanup_push(clean, 0);
    PAUSE;
    pthread_testcancel();
    pthread_cleanup_pop(0);
    if (p)
        pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}
int run(void) {
    pthread_t t;
    void *result;
    order = 0;
    if (!has_key)
        pthread_key_create(&key, gone);
    has_key = 1;
    pthread_create(&t, 0, f, &key);
    PAUSE;
    pthread_cancel(t);
    pthread_join(t, &result);
    return 2 * order + (result == PTHREAD_CANCELED);
}
