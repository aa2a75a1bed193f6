// A waiter that lies behind the generator in the list is woken in the same pass, so before those behind it; a waiter that lies before
// it runs last. The places are found out in the first instant, and the event comes in the second.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int places, wait_place, generate_place, other_place, other_ran;

static void waiter(void *arg) {
    (void)arg;
    wait_place = places++;
    ft_thread_await(e);
    if (generate_place < wait_place && wait_place < other_place)
        assert(other_ran == 0);
    else
        assert(other_ran == 1);
}

static void generator(void *arg) {
    (void)arg;
    generate_place = places++;
    ft_thread_cooperate();
    ft_thread_generate(e);
}

static void other(void *arg) {
    (void)arg;
    other_place = places++;
    ft_thread_cooperate();
    other_ran = 1;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
