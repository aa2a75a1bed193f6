// A token goes around a ring of one master and N transmitters (-DN=1..16), by events, within one instant.  Each transmitter adds one, and
// the master gets back what it sent plus N.  All cooperate afterwards, so that the events of one round are forgotten in the next.
// With -DBUG the last transmitter adds two.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 3
#endif
#ifdef BUG
#define LAST 2u
#else
#define LAST 1u
#endif

static unsigned token;
static ft_event_t em, moved;                                // moved: for whoever wants to know

#define TRANSMITTER(name, mine, next, step) \
    static void name(void *arg) {           \
        (void)arg;                          \
        while (1) {                         \
            ft_thread_await(mine);          \
            token += step;                  \
            ft_thread_generate(moved);      \
            ft_thread_generate(next);       \
            ft_thread_cooperate();          \
        }                                   \
    }

#if N >= 1
static ft_event_t e1;
#endif
#if N >= 2
static ft_event_t e2;
#endif
#if N >= 3
static ft_event_t e3;
#endif
#if N >= 4
static ft_event_t e4;
#endif
#if N >= 5
static ft_event_t e5;
#endif
#if N >= 6
static ft_event_t e6;
#endif
#if N >= 7
static ft_event_t e7;
#endif
#if N >= 8
static ft_event_t e8;
#endif
#if N >= 9
static ft_event_t e9;
#endif
#if N >= 10
static ft_event_t e10;
#endif
#if N >= 11
static ft_event_t e11;
#endif
#if N >= 12
static ft_event_t e12;
#endif
#if N >= 13
static ft_event_t e13;
#endif
#if N >= 14
static ft_event_t e14;
#endif
#if N >= 15
static ft_event_t e15;
#endif
#if N >= 16
static ft_event_t e16;
#endif

#if N > 1
TRANSMITTER(transmitter1, e1, e2, 1u)
#elif N == 1
TRANSMITTER(transmitter1, e1, em, LAST)
#endif
#if N > 2
TRANSMITTER(transmitter2, e2, e3, 1u)
#elif N == 2
TRANSMITTER(transmitter2, e2, em, LAST)
#endif
#if N > 3
TRANSMITTER(transmitter3, e3, e4, 1u)
#elif N == 3
TRANSMITTER(transmitter3, e3, em, LAST)
#endif
#if N > 4
TRANSMITTER(transmitter4, e4, e5, 1u)
#elif N == 4
TRANSMITTER(transmitter4, e4, em, LAST)
#endif
#if N > 5
TRANSMITTER(transmitter5, e5, e6, 1u)
#elif N == 5
TRANSMITTER(transmitter5, e5, em, LAST)
#endif
#if N > 6
TRANSMITTER(transmitter6, e6, e7, 1u)
#elif N == 6
TRANSMITTER(transmitter6, e6, em, LAST)
#endif
#if N > 7
TRANSMITTER(transmitter7, e7, e8, 1u)
#elif N == 7
TRANSMITTER(transmitter7, e7, em, LAST)
#endif
#if N > 8
TRANSMITTER(transmitter8, e8, e9, 1u)
#elif N == 8
TRANSMITTER(transmitter8, e8, em, LAST)
#endif
#if N > 9
TRANSMITTER(transmitter9, e9, e10, 1u)
#elif N == 9
TRANSMITTER(transmitter9, e9, em, LAST)
#endif
#if N > 10
TRANSMITTER(transmitter10, e10, e11, 1u)
#elif N == 10
TRANSMITTER(transmitter10, e10, em, LAST)
#endif
#if N > 11
TRANSMITTER(transmitter11, e11, e12, 1u)
#elif N == 11
TRANSMITTER(transmitter11, e11, em, LAST)
#endif
#if N > 12
TRANSMITTER(transmitter12, e12, e13, 1u)
#elif N == 12
TRANSMITTER(transmitter12, e12, em, LAST)
#endif
#if N > 13
TRANSMITTER(transmitter13, e13, e14, 1u)
#elif N == 13
TRANSMITTER(transmitter13, e13, em, LAST)
#endif
#if N > 14
TRANSMITTER(transmitter14, e14, e15, 1u)
#elif N == 14
TRANSMITTER(transmitter14, e14, em, LAST)
#endif
#if N > 15
TRANSMITTER(transmitter15, e15, e16, 1u)
#elif N == 15
TRANSMITTER(transmitter15, e15, em, LAST)
#endif
#if N == 16
TRANSMITTER(transmitter16, e16, em, LAST)
#endif

static void master(void *arg) {
    (void)arg;
    while (1) {
        unsigned sent = (unsigned)__VERIFIER_nondet_int();
        token = sent;
        ft_thread_generate(moved);
        ft_thread_generate(e1);
        ft_thread_await(em);
        assert(token == sent + N);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    em = ft_event_create(s);
    moved = ft_event_create(s);
#if N >= 1
    e1 = ft_event_create(s);
#endif
#if N >= 2
    e2 = ft_event_create(s);
#endif
#if N >= 3
    e3 = ft_event_create(s);
#endif
#if N >= 4
    e4 = ft_event_create(s);
#endif
#if N >= 5
    e5 = ft_event_create(s);
#endif
#if N >= 6
    e6 = ft_event_create(s);
#endif
#if N >= 7
    e7 = ft_event_create(s);
#endif
#if N >= 8
    e8 = ft_event_create(s);
#endif
#if N >= 9
    e9 = ft_event_create(s);
#endif
#if N >= 10
    e10 = ft_event_create(s);
#endif
#if N >= 11
    e11 = ft_event_create(s);
#endif
#if N >= 12
    e12 = ft_event_create(s);
#endif
#if N >= 13
    e13 = ft_event_create(s);
#endif
#if N >= 14
    e14 = ft_event_create(s);
#endif
#if N >= 15
    e15 = ft_event_create(s);
#endif
#if N >= 16
    e16 = ft_event_create(s);
#endif
    ft_thread_create(s, master, 0, 0);
#if N >= 1
    ft_thread_create(s, transmitter1, 0, 0);
#endif
#if N >= 2
    ft_thread_create(s, transmitter2, 0, 0);
#endif
#if N >= 3
    ft_thread_create(s, transmitter3, 0, 0);
#endif
#if N >= 4
    ft_thread_create(s, transmitter4, 0, 0);
#endif
#if N >= 5
    ft_thread_create(s, transmitter5, 0, 0);
#endif
#if N >= 6
    ft_thread_create(s, transmitter6, 0, 0);
#endif
#if N >= 7
    ft_thread_create(s, transmitter7, 0, 0);
#endif
#if N >= 8
    ft_thread_create(s, transmitter8, 0, 0);
#endif
#if N >= 9
    ft_thread_create(s, transmitter9, 0, 0);
#endif
#if N >= 10
    ft_thread_create(s, transmitter10, 0, 0);
#endif
#if N >= 11
    ft_thread_create(s, transmitter11, 0, 0);
#endif
#if N >= 12
    ft_thread_create(s, transmitter12, 0, 0);
#endif
#if N >= 13
    ft_thread_create(s, transmitter13, 0, 0);
#endif
#if N >= 14
    ft_thread_create(s, transmitter14, 0, 0);
#endif
#if N >= 15
    ft_thread_create(s, transmitter15, 0, 0);
#endif
#if N >= 16
    ft_thread_create(s, transmitter16, 0, 0);
#endif
    ft_scheduler_start(s);
    ft_exit();
}
