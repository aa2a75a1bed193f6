// Nobody generates the event: the wait ends at the beginning of the third instant from now, and the ticker has gone on by three,
// wherever it lies in the list.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int now;

static void ticker(void *arg) {
    (void)arg;
    for (int i = 0; i < 6; i++) {
        now++;
        ft_thread_cooperate();
    }
}

static void waiter(void *arg) {
    (void)arg;
    int start = now;
    int r = ft_thread_await_n(e, 3);
    assert(r == ETIMEOUT);
    assert(now - start == 3);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, ticker, 0, 0);
    ft_thread_create(s, waiter, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
