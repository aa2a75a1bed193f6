// An automated gearbox: five speeds, neutral and reverse, and a dry clutch.  For each request of the driver the controller takes the
// torque away, opens the clutch, goes to neutral, engages the new gear, closes the clutch and gives the torque back.  Each step is a
// command to an actuator, which takes as many instants as it likes, and its answer.  After the answer both the actuator and the controller
// cooperate: the next command comes in an instant in which the actuator has come back to wait for it, so no command and no
// answer is missed, in whatever order the threads run.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

#define REVERSE (-1)
#define NEUTRAL 0
#define TOP 5
#define CLOSED 0
#define OPEN 2                                              // and slipping between the two

static ft_event_t request, shifted, torque_command, torque_done, clutch_command, clutch_done, gear_command, gear_done;
static int requested;                                       // by the driver
static int torque = 1, torque_target = 1, torque_busy;      // of the engine: 0 none, 1 some
static int clutch = CLOSED, clutch_target = CLOSED, clutch_busy;
static int gear = NEUTRAL, gear_target = NEUTRAL, gear_busy;
static int last = NEUTRAL;                                  // the gear that was engaged before the shift

static void driver(void *arg) {
    (void)arg;
    while (1) {
        int wish = __VERIFIER_nondet_int();
        if (wish >= REVERSE && wish <= TOP && !(wish == REVERSE && gear > 1) && !(gear == REVERSE && wish > 1)) {
            requested = wish;
            ft_thread_generate(request);
            ft_thread_await(shifted);
            assert(gear == requested);
            assert(torque == 1);
        }
        ft_thread_cooperate();
    }
}

static void set_torque(int target) {
    assert(!torque_busy && !clutch_busy && !gear_busy);
    torque_target = target;
    ft_thread_generate(torque_command);
    ft_thread_await(torque_done);
    ft_thread_cooperate();
}

static void set_clutch(int target) {
    assert(!torque_busy && !clutch_busy && !gear_busy);
    clutch_target = target;
    ft_thread_generate(clutch_command);
    ft_thread_await(clutch_done);
    ft_thread_cooperate();
}

static void set_gear(int target) {
    assert(!torque_busy && !clutch_busy && !gear_busy);
    gear_target = target;
    ft_thread_generate(gear_command);
    ft_thread_await(gear_done);
    ft_thread_cooperate();
}

static void controller(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(request);
        last = gear;
        set_torque(0);
        set_clutch(OPEN);
        set_gear(NEUTRAL);
        if (requested != NEUTRAL)
            set_gear(requested);
        set_clutch(CLOSED);
        set_torque(1);
        ft_thread_generate(shifted);
        ft_thread_cooperate();
    }
}

static void engine(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(torque_command);
        torque_busy = 1;
        while (torque != torque_target) {
            ft_thread_cooperate();
            assert(clutch == CLOSED);
            if (__VERIFIER_nondet_int())
                torque = torque_target;
        }
        torque_busy = 0;
        ft_thread_generate(torque_done);
        ft_thread_cooperate();
    }
}

static void clutch_actuator(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(clutch_command);
        clutch_busy = 1;
        while (clutch != clutch_target) {
            ft_thread_cooperate();
            assert(torque == 0);
            if (__VERIFIER_nondet_int())
                clutch = clutch < clutch_target ? clutch + 1 : clutch - 1;
            assert(clutch >= CLOSED && clutch <= OPEN);
        }
        clutch_busy = 0;
        ft_thread_generate(clutch_done);
        ft_thread_cooperate();
    }
}

static void gear_actuator(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(gear_command);
        gear_busy = 1;
        assert(gear == NEUTRAL || gear_target == NEUTRAL);      // never from one gear into another
        assert(!(gear_target == REVERSE && last > 1));          // reverse is not engaged on the way
        while (gear != gear_target) {
            ft_thread_cooperate();
            assert(clutch == OPEN);
            if (__VERIFIER_nondet_int())
                gear = gear_target;
        }
        gear_busy = 0;
        ft_thread_generate(gear_done);
        ft_thread_cooperate();
    }
}

static void monitor(void *arg) {
    (void)arg;
    while (1) {
        assert(gear >= REVERSE && gear <= TOP);
        assert(torque == 0 || clutch == CLOSED);
        assert(!gear_busy || clutch == OPEN);
        assert(torque_busy + clutch_busy + gear_busy <= 1);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    request = ft_event_create(s);
    shifted = ft_event_create(s);
    torque_command = ft_event_create(s);
    torque_done = ft_event_create(s);
    clutch_command = ft_event_create(s);
    clutch_done = ft_event_create(s);
    gear_command = ft_event_create(s);
    gear_done = ft_event_create(s);
    ft_thread_create(s, driver, 0, 0);
    ft_thread_create(s, controller, 0, 0);
    ft_thread_create(s, engine, 0, 0);
    ft_thread_create(s, clutch_actuator, 0, 0);
    ft_thread_create(s, gear_actuator, 0, 0);
    ft_thread_create(s, monitor, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
