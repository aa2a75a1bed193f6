// The duty of a PWM output follows a target in steps, and never leaves its range, nor does what is made of it.
#include <assert.h>
#include <fthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define STEP 7
static ft_event_t period;
static int target, duty, level;

static void command(void *arg) {
    (void)arg;
    while (1) {
        target = __VERIFIER_nondet_uchar() * 100 / 255;
        ft_thread_cooperate_n(3);
    }
}

static void ramp(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(period);
        if (duty + STEP <= target)
            duty += STEP;
        else if (duty > target)
            duty = duty > STEP ? duty - STEP : 0;
        else
            duty = target;
        assert(duty >= 0 && duty <= 100);
        ft_thread_cooperate();
    }
}

static void output(void *arg) {
    (void)arg;
    while (1) {
        level = 255 * duty / 100;
        assert(level >= 0 && level <= 255);
        ft_thread_generate(period);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    period = ft_event_create(s);
    ft_thread_create(s, command, 0, 0);
    ft_thread_create(s, ramp, 0, 0);
    ft_thread_create(s, output, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
