// Two lights at a crossing and a button for pedestrians: the greens exclude each other, and a request is served within a cycle.
#include <assert.h>
#include <fthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum { RED, YELLOW, GREEN };
static int cars = GREEN, walk = RED, request, waited;

static void light(void *arg) {
    (void)arg;
    while (1) {
        cars = GREEN;
        ft_thread_cooperate_n(2);
        if (request) {
            cars = YELLOW;
            ft_thread_cooperate();
#ifndef BUG
            cars = RED;
#endif
            walk = GREEN;
            request = 0;
            waited = 0;
            ft_thread_cooperate_n(2);
            walk = RED;
            ft_thread_cooperate();
        }
    }
}

static void button(void *arg) {
    (void)arg;
    while (1) {
        if (__VERIFIER_nondet_bool())
            request = 1;
        if (request && walk == RED)
            waited++;
        assert(waited <= 5);
        ft_thread_cooperate();
    }
}

static void monitor(void *arg) {
    (void)arg;
    while (1) {
        assert(!(walk == GREEN && cars != RED));
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, light, 0, 0);
    ft_thread_create(s, button, 0, 0);
    ft_thread_create(s, monitor, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
