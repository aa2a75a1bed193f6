// One of the two events comes, some time, and the mask says which.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t e, f;
static int choice, rounds;

static void selector(void *arg) {
    (void)arg;
    ft_event_t events[2] = {e, f};
    int mask[2] = {7, 7};
    int r = ft_thread_select(2, events, mask);
    assert(r == OK);
    assert(mask[0] == choice);
    assert(mask[1] == 1 - choice);
}

static void generator(void *arg) {
    (void)arg;
    while (rounds < 3 && __VERIFIER_nondet_int()) {
        rounds++;
        ft_thread_cooperate();
    }
    choice = __VERIFIER_nondet_int() ? 1 : 0;
    ft_thread_generate(choice ? e : f);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, selector, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
