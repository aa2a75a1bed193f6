static int x;
static void clean(void *p) { x += 10; }
static void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    PAUSE;
    pthread_testcancel();
    x++;
    PAUSE;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_testcancel();
    x++;
    PAUSE;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
    x++;
    pthread_cleanup_pop(0);
    return 0;
}
int run(void) {
    pthread_t t;
    void *result;
    x = 0;
    pthread_create(&t, 0, f, 0);
    PAUSE;
    pthread_cancel(t);
    pthread_join(t, &result);
    return x + (result == PTHREAD_CANCELED ? 100 : 0);
}
