static sem_t s;
static int got;
static void clean(void *p) { got += 4; }
static void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    PAUSE;
    sem_wait(&s);
    got = 1;
    PAUSE;
    pthread_testcancel();
    got = 2;
    pthread_cleanup_pop(0);
    return 0;
}
int run(void) {
    pthread_t t;
    int left;
    got = 0;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    PAUSE;
    sem_post(&s);
    PAUSE;
    pthread_cancel(t);
    pthread_join(t, 0);
    sem_getvalue(&s, &left);
    return got + 10 * left;
}
