// A stopped thread does not get control in the next instant; its cleanup has run, with its argument, before any other thread does.
#include <assert.h>
#include <fthread.h>

static ft_thread_t v;
static int cleaned;

static void victim(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    assert(0);
}

static void cleanup(void *arg) {
    cleaned = (int)(long)arg;
}

static void stopper(void *arg) {
    (void)arg;
    ft_scheduler_stop(v);
    assert(cleaned == 0);
    ft_thread_cooperate();
    assert(cleaned == 7);
}

static void joiner(void *arg) {
    (void)arg;
    int r = ft_thread_join(v);
    assert(r == OK);
    assert(cleaned == 7);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    v = ft_thread_create(s, victim, cleanup, (void *)7);
    ft_thread_create(s, stopper, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
