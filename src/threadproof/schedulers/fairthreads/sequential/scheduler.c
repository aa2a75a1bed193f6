/* ---------------------------------------------------------------- the scheduler of FairThreads */

enum { OK = 0, TIMEOUT = 2, NEXT = 3, BAD_CREATE = 5, STOPPED = 255, PRESENT = 256 };  /* what calls return */
enum { ABSENT, NEW, READY, DONE, SLEEP, AWAIT, JOIN, VALUE };                          /* what a thread is doing */
#define FOREVER 4294967295u

static unsigned ft_running = 1;               /* who has control; 0: the scheduler */
static _Bool ft_started;
#if HAS_LATE
static _Bool ft_main_ended;
#endif
static uint8_t ft_doing[THREADS + 1];
#if (HAS_AWAIT && !HAS_SELECT) || HAS_JOIN || HAS_VALUES
static uint32_t ft_on[THREADS + 1];           /* the event or the thread waited for */
#endif
#if HAS_SELECT
static uint32_t ft_select[THREADS + 1][SELECTED];  /* the events waited for */
static uint8_t ft_selects[THREADS + 1];
static _Bool ft_asks[THREADS + 1];            /* which of them were present? */
#endif
#if HAS_VALUES
static uint32_t ft_number[THREADS + 1];       /* which of the event's values */
#endif
#if HAS_TIMED
static uint32_t ft_left[THREADS + 1];         /* instants until it gives up; 0: never */
#endif
#if HAS_OUTCOME
static uint32_t ft_outcome[THREADS + 1];      /* what its wait has come to */
#endif
#if HAS_SELECT
static _Bool ft_woken[THREADS + 1];           /* and what that is will be seen when it runs */
#endif
#if HAS_SUSPEND
static _Bool ft_suspended[THREADS + 1];
#endif
static unsigned ft_order[THREADS];            /* the order of threads, as far as it is known */
static unsigned ft_length;
static unsigned ft_at;                        /* the place behind that of the thread that ran last in this instant */
#if HAS_ANY
static _Bool ft_unplaced[THREADS + 1];
static _Bool ft_placing;                      /* the first pass, in which threads find their places */
#endif
#if HAS_EVENTS
static _Bool ft_present[EVENTS + 1];
#endif
#if HAS_VALUES
static uint32_t ft_count[EVENTS + 1];         /* how many values the event has in this instant */
static _Bool ft_odd[EVENTS + 1];              /* its values are at odd positions */
#endif
#if HAS_EVENT
static uint32_t ft_events = FIRST_EVENTS;
#endif
#if HAS_SCHEDULER
static uint32_t ft_schedulers = SCHEDULERS;
#endif
#if HAS_ORDERS
/* Orders: what happens in the next instant. */
static _Bool ft_orders;
#endif
#if HAS_ORDER
static unsigned ft_new[THREADS], ft_news;
#endif
#if HAS_BROADCAST
static _Bool ft_present_next[EVENTS + 1];
#endif
#if HAS_VALUES
static uint32_t ft_count_next[EVENTS + 1];
#endif
#if HAS_STOP
static unsigned ft_stop_next[THREADS], ft_stops_next;
static unsigned ft_stopped[THREADS], ft_stops, ft_stops_at;  /* those that have to clean up in this instant */
#endif
#if HAS_SUSPEND
static _Bool ft_suspend_next[THREADS + 1], ft_resume_next[THREADS + 1];
#endif

/* More than this program is made for: a proof has to show that it does not happen. */
static void ft_limit(void) {
    reach_error();
    abort();
}

static _Bool ft_is_event(uint32_t event) {
#if HAS_EVENT
    return event > 0 && event <= ft_events;
#else
    return event > 0 && event <= EVENTS;
#endif
}

static _Bool ft_is_alive(uint32_t thread) {
    return thread <= THREADS && ft_doing[thread] != ABSENT;
}

static _Bool ft_is_ready(unsigned t) {
#if HAS_SUSPEND
    return ft_doing[t] == READY && !ft_suspended[t];
#else
    return ft_doing[t] == READY;
#endif
}

/* The events present among those that the thread waits for, as a set. */
static uint32_t ft_seen(unsigned t) {
    uint32_t seen = 0;
    for (unsigned n = 0; n < ft_selects[t]; n++)
        if (ft_present[ft_select[t][n]])
            seen |= 1u << n;
    return seen;
}

/* Is what the thread waits for the case? */
static _Bool ft_is_over(unsigned t) {
    switch (ft_doing[t]) {
#if HAS_AWAIT
    case AWAIT:
#if HAS_SELECT
        return ft_seen(t) != 0;
#else
        return ft_present[ft_on[t]];
#endif
#endif
#if HAS_JOIN
    case JOIN:
        return ft_doing[ft_on[t]] == ABSENT;
#endif
#if HAS_VALUES
    case VALUE:
        return ft_count[ft_on[t]] > ft_number[t];
#endif
    default:
        return 0;
    }
}

/* Threads whose wait is over can run. */
static void ft_wake(void) {
    for (unsigned t = 2; t <= THREADS; t++)
#if HAS_SUSPEND
        if (ft_doing[t] >= AWAIT && !ft_suspended[t] && ft_is_over(t)) {
#else
        if (ft_doing[t] >= AWAIT && ft_is_over(t)) {
#endif
#if HAS_SELECT
            ft_woken[t] = ft_doing[t] == AWAIT && ft_asks[t];
#endif
#if HAS_TIMED
            ft_left[t] = 0;
#endif
            ft_doing[t] = READY;
        }
}

/* The thread that runs waits, unless it is over already, or what it waits for does not exist. */
static uint32_t ft_wait(uint8_t doing, uint32_t instants, _Bool asks, _Bool good) {
    unsigned t = ft_running;
    uint32_t known = OK;
    ft_doing[t] = doing;
    if (!good) {
        known = BAD_CREATE;
    } else if (instants == 0) {
        known = TIMEOUT;
    } else if (!ft_is_over(t)) {
#if HAS_TIMED
        ft_left[t] = instants == FOREVER ? 0 : instants;
#endif
#if HAS_OUTCOME
        ft_outcome[t] = OK;
#endif
#if HAS_SELECT
        ft_asks[t] = asks;
#endif
        ft_running = 0;
        return OK;
#if HAS_SELECT
    } else if (doing == AWAIT && asks) {
        known = PRESENT * ft_seen(t);
#endif
    }
    ft_doing[t] = READY;
#if HAS_OUTCOME
    if (asks)
        ft_outcome[t] = known;
#else
    (void)asks;
#endif
    return known;
}

static uint32_t ft_await(uint32_t event) {
#if HAS_SELECT
    ft_select[ft_running][0] = event;
    ft_selects[ft_running] = 1;
#else
    ft_on[ft_running] = event;
#endif
    return ft_wait(AWAIT, FOREVER, 0, ft_is_event(event));
}

/* Waits for one of the first n events in ft_select. */
static uint32_t ft_select_n(uint32_t instants, unsigned n) {
    _Bool good = 1;
    for (unsigned i = 0; i < n; i++)
        good = good && ft_is_event(ft_select[ft_running][i]);
    ft_selects[ft_running] = n;
    return ft_wait(AWAIT, instants, 1, good);
}

static uint32_t ft_join_n(uint32_t instants, uint32_t thread, _Bool asks) {
    ft_on[ft_running] = thread <= THREADS ? thread : 0;  /* 0 is never there */
    return ft_wait(JOIN, instants, asks, thread > 0);
}

static uint32_t ft_value(uint32_t event, uint32_t number) {
    ft_on[ft_running] = event;
    ft_number[ft_running] = number;
    return ft_wait(VALUE, FOREVER, 1, ft_is_event(event));
}

/* The position of a value in the array of values. */
static uint32_t ft_place(uint32_t event, uint32_t number) {
    return ft_is_event(event) ? 2 * number + ft_odd[event] : 0;
}

static void ft_cooperate(uint32_t instants) {
#if HAS_TIMED
    ft_doing[ft_running] = instants == 1 ? DONE : SLEEP;
    ft_left[ft_running] = instants == 1 ? 0 : instants;
#else
    ft_doing[ft_running] = DONE;
    (void)instants;
#endif
#if HAS_OUTCOME
    ft_outcome[ft_running] = OK;
#endif
    ft_running = 0;
}

static uint32_t ft_take_outcome(void) {
    uint32_t outcome = ft_outcome[ft_running];
    ft_outcome[ft_running] = OK;
    return outcome;
}

static uint32_t ft_generate(uint32_t event) {
    if (!ft_is_event(event))
        return BAD_CREATE;
    ft_present[event] = 1;
#if HAS_WAKE
    ft_wake();
#endif
    return OK;
}

static uint32_t ft_generate_value(uint32_t event) {
    if (!ft_is_event(event))
        return 0;
#if HAS_LIMIT
    if (ft_count[event] >= VALUES)
        ft_limit();
#endif
    uint32_t place = ft_place(event, ft_count[event]++);
    ft_generate(event);
    return place;
}

static void ft_end(void) {
    ft_doing[ft_running] = ABSENT;
    ft_running = 0;
#if HAS_JOIN
    ft_wake();
#endif
}

static uint32_t ft_event(void) {
#if HAS_LIMIT
    if (ft_events >= EVENTS)
        ft_limit();
#endif
    return ++ft_events;
}

static uint32_t ft_scheduler(void) {
    return ++ft_schedulers;
}

static void ft_create(uint32_t thread) {
    ft_doing[thread] = NEW;
#if HAS_ORDER
    ft_new[ft_news++] = thread;
#endif
#if HAS_ORDERS
    ft_orders = 1;
#endif
}

static uint32_t ft_broadcast(uint32_t event) {
    if (!ft_is_event(event))
        return BAD_CREATE;
    ft_present_next[event] = 1;
    ft_orders = 1;
    return OK;
}

static uint32_t ft_broadcast_value(uint32_t event) {
    if (ft_broadcast(event) != OK)
        return 0;
#if HAS_LIMIT
    if (ft_count_next[event] >= VALUES)
        ft_limit();
#endif
    return 2 * ft_count_next[event]++ + !ft_odd[event];
}

static uint32_t ft_stop(uint32_t thread) {
    if (!ft_is_alive(thread))
        return BAD_CREATE;
    for (unsigned n = 0; n < ft_stops_next; n++)
        if (ft_stop_next[n] == thread)
            return OK;
    ft_stop_next[ft_stops_next++] = thread;
    ft_orders = 1;
    return OK;
}

static uint32_t ft_suspend(uint32_t thread) {
    if (!ft_is_alive(thread))
        return BAD_CREATE;
    ft_suspend_next[thread] = 1;
    ft_orders = 1;
    return OK;
}

static uint32_t ft_resume(uint32_t thread) {
    if (!ft_is_alive(thread))
        return BAD_CREATE;
    ft_resume_next[thread] = 1;
    ft_orders = 1;
    return OK;
}

/* Nobody can run: events are forgotten, time goes on, orders are obeyed. */
static void ft_next_instant(void) {
    ft_at = 0;
    for (unsigned t = 2; t <= THREADS; t++) {
        if (ft_doing[t] == DONE) {
            ft_doing[t] = READY;
#if HAS_VALUES
        } else if (ft_doing[t] == VALUE) {
            ft_doing[t] = READY;
            ft_outcome[t] = NEXT;
#endif
#if HAS_TIMED
        } else if (ft_left[t] > 0 && --ft_left[t] == 0) {
#if HAS_OUTCOME
            ft_outcome[t] = ft_doing[t] == SLEEP ? OK : TIMEOUT;
#endif
            ft_doing[t] = READY;
#endif
        }
    }
#if HAS_EVENTS
    for (unsigned e = 1; e <= EVENTS; e++) {
#if HAS_BROADCAST
        ft_present[e] = ft_present_next[e];
        ft_present_next[e] = 0;
#else
        ft_present[e] = 0;
#endif
#if HAS_VALUES
        ft_odd[e] = ft_odd[e] != (ft_count_next[e] > 0);
        ft_count[e] = ft_count_next[e];
        ft_count_next[e] = 0;
#endif
    }
#endif
#if HAS_ORDER
    for (unsigned n = 0; n < ft_news; n++) {
        ft_doing[ft_new[n]] = READY;
        ft_order[ft_length++] = ft_new[n];
    }
    ft_news = 0;
#endif
#if HAS_SUSPEND
    for (unsigned t = 2; t <= THREADS; t++) {
        ft_suspended[t] = ft_suspend_next[t] || (ft_suspended[t] && !ft_resume_next[t]);
        ft_suspend_next[t] = ft_resume_next[t] = 0;
    }
#endif
#if HAS_STOP
    ft_stops = ft_stops_at = 0;
    for (unsigned n = 0; n < ft_stops_next; n++) {
        unsigned t = ft_stop_next[n];
        if (ft_is_alive(t)) {
            ft_stopped[ft_stops++] = t;
            ft_doing[t] = DONE;
            ft_outcome[t] = OK;
#if HAS_TIMED
            ft_left[t] = 0;
#endif
#if HAS_SUSPEND
            ft_suspended[t] = 0;
#endif
        }
    }
    ft_stops_next = 0;
#endif
#if HAS_ORDERS
    ft_orders = 0;
#endif
#if HAS_WAKE && (HAS_BROADCAST || HAS_SUSPEND)
    ft_wake();
#endif
}

/* The first pass is over when all that can run have a place. */
static void ft_look_for_unplaced(void) {
    ft_placing = 0;
    for (unsigned t = 2; t <= THREADS; t++)
        if (ft_unplaced[t] && ft_is_ready(t))
            ft_placing = 1;
}

/* Any thread that has no place yet is the next. */
static unsigned ft_place_one(void) {
    unsigned found = 0;
    for (unsigned t = 2; t <= THREADS; t++)
        if (ft_unplaced[t] && ft_is_ready(t) && (!found || __VERIFIER_nondet_bool()))
            found = t;
    ft_unplaced[found] = 0;
    ft_order[ft_length++] = found;
    ft_at = ft_length;
    ft_look_for_unplaced();
    return found;
}

/* Threads that could not run in the first instant, and can now, get any place in the order. */
static void ft_place_late(void) {
    for (unsigned t = 2; t <= THREADS; t++)
#if HAS_SUSPEND
        if (ft_unplaced[t] && ft_is_alive(t) && !ft_suspended[t]) {
#else
        if (ft_unplaced[t] && ft_is_alive(t)) {
#endif
            unsigned at = ft_length++;
            for (; at > 0 && __VERIFIER_nondet_bool(); at--)
                ft_order[at] = ft_order[at - 1];
            ft_order[at] = t;
            ft_unplaced[t] = 0;
        }
}

static uint32_t ft_start(uint32_t scheduler) {
#if HAS_SCHEDULER
    if (scheduler == 0 || scheduler > ft_schedulers)
        return BAD_CREATE;
#else
    if (scheduler == 0 || scheduler > SCHEDULERS)
        return BAD_CREATE;
#endif
#if HAS_LIMIT
    if (ft_started)
        ft_limit();
#endif
    ft_started = 1;
    ft_running = 0;
#if HAS_ANY
    for (unsigned t = 2; t <= THREADS; t++)
        if (ft_doing[t] == NEW) {
            ft_doing[t] = READY;
            ft_unplaced[t] = 1;
        }
#if HAS_ORDER
    ft_news = 0;
#endif
#endif
    ft_next_instant();
#if HAS_ANY
    ft_look_for_unplaced();
#endif
    return OK;
}

static _Bool ft_has_future(void) {
    if (!ft_started)
        return 0;
#if HAS_ORDERS
    if (ft_orders)
        return 1;
#endif
    for (unsigned t = 2; t <= THREADS; t++) {
        if (ft_doing[t] == DONE || ft_doing[t] == VALUE)
            return 1;
#if HAS_TIMED
        if (ft_left[t] > 0)
            return 1;
#endif
    }
    return 0;
}

/* The next thread that can run, in the order, gets control; 0: there is none. */
static unsigned ft_next(void) {
#if HAS_STOP
    if (ft_stops_at < ft_stops) {
        ft_running = ft_stopped[ft_stops_at++];
        ft_doing[ft_running] = READY;
        ft_outcome[ft_running] = STOPPED;
        return ft_running;
    }
#endif
    ft_running = 0;
#if HAS_ANY
    if (ft_placing)
        ft_running = ft_place_one();
#endif
    for (unsigned n = 0; !ft_running && n < ft_length; n++) {
        unsigned at = ft_at + n < ft_length ? ft_at + n : ft_at + n - ft_length;
        if (ft_is_ready(ft_order[at])) {
            ft_running = ft_order[at];
            ft_at = at + 1;
        }
    }
#if HAS_SELECT
    if (ft_woken[ft_running]) {
        ft_outcome[ft_running] = PRESENT * ft_seen(ft_running);
        ft_woken[ft_running] = 0;
    }
#endif
    return ft_running;
}
