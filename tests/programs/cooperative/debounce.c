// A button is sampled in each instant; its debounced state changes after three equal samples in a row, and each press is counted once.
// The count saturates.  (BUG: the run of equal samples is not begun anew after a change.)
#include <assert.h>
#include <fthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

#define STABLE 3
#define MOST 200
static ft_event_t pressed;
static int raw, state, run, presses, seen;

static void sampler(void *arg) {
    (void)arg;
    while (1) {
        raw = __VERIFIER_nondet_bool();
        if (raw == state) {
            run = 0;
        } else if (++run == STABLE) {
            state = raw;
#ifndef BUG
            run = 0;
#endif
            if (state) {
                if (presses < MOST)
                    presses++;
                ft_thread_generate(pressed);
            }
        }
        assert(run >= 0 && run < STABLE);
        ft_thread_cooperate();
    }
}

static void user(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(pressed);
        assert(state == 1);
        if (seen < MOST)
            seen++;
        assert(presses > 0 && presses <= MOST);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    pressed = ft_event_create(s);
    ft_thread_create(s, sampler, 0, 0);
    ft_thread_create(s, user, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
