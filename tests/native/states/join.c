static pthread_t inner;
static _Atomic int go;
static void *sleeper(void *p) {
    PAUSE;
    return (void *)&go;
}
static void *f(void *p) {
    void *result = 0;
    pthread_join(inner, &result);
    return result ? (void *)1 : 0;
}
int run(void) {
    pthread_t t;
    void *result, *second = 0;
    pthread_create(&inner, 0, sleeper, 0);
    pthread_create(&t, 0, f, 0);
    PAUSE;
    pthread_cancel(t);
    pthread_join(t, &result);
    if (result == PTHREAD_CANCELED)
        pthread_join(inner, &second);
    return (result == PTHREAD_CANCELED) + 2 * (second != 0) + 4 * (result == (void *)1);
}
