// Woken threads run in the order of the list, not in that of their events: of two that both lie before the generator, the first in the
// list comes first, though its event is generated last.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;
static int places, place_a, place_b, place_g, ended_a, ended_b;

static void a(void *arg) {
    (void)arg;
    place_a = places++;
    ft_thread_await(e);
    ended_a = 1;
    if (place_b < place_g && place_a < place_b)
        assert(!ended_b);
}

static void b(void *arg) {
    (void)arg;
    place_b = places++;
    ft_thread_await(f);
    ended_b = 1;
    if (place_a < place_g && place_b < place_a)
        assert(!ended_a);
}

static void generator(void *arg) {
    (void)arg;
    place_g = places++;
    ft_thread_generate(f);
    ft_thread_generate(e);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, a, 0, 0);
    ft_thread_create(s, b, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
