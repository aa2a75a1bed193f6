// A controller with a proportional and an integral part, both clamped, and a plant with inertia.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t measured;
static int setpoint = 50, value, drive;

static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static void sensor(void *arg) {
    (void)arg;
    while (1) {
        int noise = clamp(__VERIFIER_nondet_int(), -2, 2);
        value = clamp((7 * value + drive) / 8 + noise, 0, 255);
        ft_thread_generate(measured);
        ft_thread_cooperate();
    }
}

static void controller(void *arg) {
    int integral = 0;
    (void)arg;
    while (1) {
        ft_thread_await(measured);
        int error = setpoint - value;
#ifdef BUG
        integral = integral + error;
#else
        integral = clamp(integral + error, -400, 400);
#endif
        drive = clamp(4 * error + integral / 2, 0, 255);
        assert(integral >= -400 && integral <= 400);
        assert(drive >= 0 && drive <= 255);
        ft_thread_cooperate();
    }
}

static void operator_(void *arg) {
    (void)arg;
    while (1) {
        setpoint = clamp(__VERIFIER_nondet_int(), 0, 200);
        ft_thread_cooperate_n(2);
        assert(value >= 0 && value <= 255);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    measured = ft_event_create(s);
    ft_thread_create(s, sensor, 0, 0);
    ft_thread_create(s, controller, 0, 0);
    ft_thread_create(s, operator_, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
