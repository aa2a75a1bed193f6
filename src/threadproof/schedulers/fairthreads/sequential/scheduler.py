"""The scheduler of FairThreads in C: `state` function by function, without what a program does not use.

The differences are in form. A thread that gives up control sets `ft_running` to 0 and returns to the loop at the end,
which does what `_settled` and `candidates` say. Of several possible next states `__VERIFIER_nondet_bool` chooses one.
An order is kept where it will have its effect. Threads that have ended stay in the order: they never can run.

Lines between `//if NAME...` and `//fi` are for programs with one of these features only; `//if !NAME`: without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from threadproof.patterns import pattern

#: calls of the scheduler that have their variables only in programs that use them
FEATURES = {
    "generate": "events", "generate_value": "values", "await": "await", "select": "select", "join": "join",
    "join_n": "join", "value": "values", "place": "values", "outcome": "outcome", "broadcast": "broadcast",
    "broadcast_value": "values", "stop": "stop", "suspend": "suspend", "resume": "suspend", "event": "event",
    "scheduler": "scheduler",
}  # fmt: skip
#: a program with the first has the others as well
_IMPLIED = {
    "broadcast": ("orders", "events"), "values": ("outcome", "broadcast", "wake"), "select": ("await", "outcome"),
    "await": ("wake", "events"), "join": ("wake",), "stop": ("orders", "outcome"), "suspend": ("orders",),
    "event": ("events",), "later": ("orders", "order"), "fixed": ("order",),
}  # fmt: skip


def closed(features: Iterable[str]) -> set[str]:
    """With all that they imply."""
    found: set[str] = set()
    todo = list(features)
    while todo:
        f = todo.pop()
        if f not in found:
            found.add(f)
            todo += _IMPLIED.get(f, ())
    return found


def scheduler(features: Set[str], code: str) -> str:
    """The scheduler for a program with these features, whose threads are `code`: the functions that it calls."""
    parts = _selected(TEXT, features).strip("\n").split("\n\n")
    while True:
        used = [p for p in parts if not (found := _FUNCTION.search(p)) or _is_used(found[1], [*parts, code], p)]
        if used == parts:
            return "\n\n".join(parts) + "\n"
        parts = used


def loop(features: Set[str], main: str, first: str, threads: str) -> str:
    """The loop that gives control to one after the other: `first` once, then `threads`, as cases."""
    return _selected(LOOP, features).replace("@main", main).replace("@first", first).replace("@threads", threads) + "\n"


def names() -> set[str]:
    """What threads and variables of a program must not be called."""
    return set(re.findall(r"\b[A-Z_]+\b", TEXT))


def _selected(text: str, features: Set[str]) -> str:
    lines = []
    wanted = [True]
    for line in text.splitlines():
        match line.split():
            case ["//if", *wishes]:
                has = any(w[1:] not in features if w.startswith("!") else w in features for w in wishes)
                wanted.append(wanted[-1] and has)
            case ["//fi"]:
                wanted.pop()
            case _ if wanted[-1]:
                lines.append(line)
    return "\n".join(lines)


def _is_used(name: str, texts: Iterable[str], itself: str) -> bool:
    return any(re.search(rf"\b{name}\b", text) for text in texts if text is not itself)


_FUNCTION = pattern(r"^static [\w ]+? (\w+)\(", re.MULTILINE)

TEXT = r"""
/* ---------------------------------------------------------------- the scheduler of FairThreads */

enum { OK = 0, TIMEOUT = 2, NEXT = 3, BAD_CREATE = 5, STOPPED = 255, PRESENT = 256 };  /* what calls return */
enum { ABSENT, NEW, READY, DONE, SLEEP, AWAIT, JOIN, VALUE };                          /* what a thread is doing */
#define FOREVER 4294967295u

static unsigned ft_running = 1;               /* who has control; 0: the scheduler */
static _Bool ft_started;
//if late
static _Bool ft_main_ended;
//fi
static uint8_t ft_doing[THREADS + 1];
//if await join values
//if !select join values
static uint32_t ft_on[THREADS + 1];           /* the event or the thread waited for */
//fi
//fi
//if select
static uint32_t ft_select[THREADS + 1][SELECTED];  /* the events waited for */
static uint8_t ft_selects[THREADS + 1];
static _Bool ft_asks[THREADS + 1];            /* which of them were present? */
//fi
//if values
static uint32_t ft_number[THREADS + 1];       /* which of the event's values */
//fi
//if timed
static uint32_t ft_left[THREADS + 1];         /* instants until it gives up; 0: never */
//fi
//if outcome
static uint32_t ft_outcome[THREADS + 1];      /* what its wait has come to */
//fi
//if select
static _Bool ft_woken[THREADS + 1];           /* and what that is will be seen when it runs */
//fi
//if suspend
static _Bool ft_suspended[THREADS + 1];
//fi
static unsigned ft_order[THREADS];            /* the order of threads, as far as it is known */
static unsigned ft_length;
static unsigned ft_at;                        /* the place behind that of the thread that ran last in this instant */
//if any
static _Bool ft_unplaced[THREADS + 1];
static _Bool ft_placing;                      /* the first pass, in which threads find their places */
//fi
//if events
static _Bool ft_present[EVENTS + 1];
//fi
//if values
static uint32_t ft_count[EVENTS + 1];         /* how many values the event has in this instant */
static _Bool ft_odd[EVENTS + 1];              /* its values are at odd positions */
//fi
//if event
static uint32_t ft_events = FIRST_EVENTS;
//fi
//if scheduler
static uint32_t ft_schedulers = SCHEDULERS;
//fi
//if orders
/* Orders: what happens in the next instant. */
static _Bool ft_orders;
//fi
//if order
static unsigned ft_new[THREADS], ft_news;
//fi
//if broadcast
static _Bool ft_present_next[EVENTS + 1];
//fi
//if values
static uint32_t ft_count_next[EVENTS + 1];
//fi
//if stop
static unsigned ft_stop_next[THREADS], ft_stops_next;
static unsigned ft_stopped[THREADS], ft_stops, ft_stops_at;  /* those that have to clean up in this instant */
//fi
//if suspend
static _Bool ft_suspend_next[THREADS + 1], ft_resume_next[THREADS + 1];
//fi

/* More than this program is made for: a proof has to show that it does not happen. */
static void ft_limit(void) {
    reach_error();
    abort();
}

static _Bool ft_is_event(uint32_t event) {
//if event
    return event > 0 && event <= ft_events;
//fi
//if !event
    return event > 0 && event <= EVENTS;
//fi
}

static _Bool ft_is_alive(uint32_t thread) {
    return thread <= THREADS && ft_doing[thread] != ABSENT;
}

static _Bool ft_is_ready(unsigned t) {
//if suspend
    return ft_doing[t] == READY && !ft_suspended[t];
//fi
//if !suspend
    return ft_doing[t] == READY;
//fi
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
//if await
    case AWAIT:
//if select
        return ft_seen(t) != 0;
//fi
//if !select
        return ft_present[ft_on[t]];
//fi
//fi
//if join
    case JOIN:
        return ft_doing[ft_on[t]] == ABSENT;
//fi
//if values
    case VALUE:
        return ft_count[ft_on[t]] > ft_number[t];
//fi
    default:
        return 0;
    }
}

/* Threads whose wait is over can run. */
static void ft_wake(void) {
    for (unsigned t = 2; t <= THREADS; t++)
//if suspend
        if (ft_doing[t] >= AWAIT && !ft_suspended[t] && ft_is_over(t)) {
//fi
//if !suspend
        if (ft_doing[t] >= AWAIT && ft_is_over(t)) {
//fi
//if select
            ft_woken[t] = ft_doing[t] == AWAIT && ft_asks[t];
//fi
//if timed
            ft_left[t] = 0;
//fi
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
//if timed
        ft_left[t] = instants == FOREVER ? 0 : instants;
//fi
//if outcome
        ft_outcome[t] = OK;
//fi
//if select
        ft_asks[t] = asks;
//fi
        ft_running = 0;
        return OK;
//if select
    } else if (doing == AWAIT && asks) {
        known = PRESENT * ft_seen(t);
//fi
    }
    ft_doing[t] = READY;
//if outcome
    if (asks)
        ft_outcome[t] = known;
//fi
//if !outcome
    (void)asks;
//fi
    return known;
}

static uint32_t ft_await(uint32_t event) {
//if select
    ft_select[ft_running][0] = event;
    ft_selects[ft_running] = 1;
//fi
//if !select
    ft_on[ft_running] = event;
//fi
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
//if timed
    ft_doing[ft_running] = instants == 1 ? DONE : SLEEP;
    ft_left[ft_running] = instants == 1 ? 0 : instants;
//fi
//if !timed
    ft_doing[ft_running] = DONE;
    (void)instants;
//fi
//if outcome
    ft_outcome[ft_running] = OK;
//fi
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
//if wake
    ft_wake();
//fi
    return OK;
}

static uint32_t ft_generate_value(uint32_t event) {
    if (!ft_is_event(event))
        return 0;
//if limit
    if (ft_count[event] >= VALUES)
        ft_limit();
//fi
    uint32_t place = ft_place(event, ft_count[event]++);
    ft_generate(event);
    return place;
}

static void ft_end(void) {
    ft_doing[ft_running] = ABSENT;
    ft_running = 0;
//if join
    ft_wake();
//fi
}

static uint32_t ft_event(void) {
//if limit
    if (ft_events >= EVENTS)
        ft_limit();
//fi
    return ++ft_events;
}

static uint32_t ft_scheduler(void) {
    return ++ft_schedulers;
}

static void ft_create(uint32_t thread) {
    ft_doing[thread] = NEW;
//if order
    ft_new[ft_news++] = thread;
//fi
//if orders
    ft_orders = 1;
//fi
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
//if limit
    if (ft_count_next[event] >= VALUES)
        ft_limit();
//fi
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
//if values
        } else if (ft_doing[t] == VALUE) {
            ft_doing[t] = READY;
            ft_outcome[t] = NEXT;
//fi
//if timed
        } else if (ft_left[t] > 0 && --ft_left[t] == 0) {
//if outcome
            ft_outcome[t] = ft_doing[t] == SLEEP ? OK : TIMEOUT;
//fi
            ft_doing[t] = READY;
//fi
        }
    }
//if events
    for (unsigned e = 1; e <= EVENTS; e++) {
//if !broadcast
        ft_present[e] = 0;
//fi
//if broadcast
        ft_present[e] = ft_present_next[e];
        ft_present_next[e] = 0;
//fi
//if values
        ft_odd[e] = ft_odd[e] != (ft_count_next[e] > 0);
        ft_count[e] = ft_count_next[e];
        ft_count_next[e] = 0;
//fi
    }
//fi
//if order
    for (unsigned n = 0; n < ft_news; n++) {
        ft_doing[ft_new[n]] = READY;
        ft_order[ft_length++] = ft_new[n];
    }
    ft_news = 0;
//fi
//if suspend
    for (unsigned t = 2; t <= THREADS; t++) {
        ft_suspended[t] = ft_suspend_next[t] || (ft_suspended[t] && !ft_resume_next[t]);
        ft_suspend_next[t] = ft_resume_next[t] = 0;
    }
//fi
//if stop
    ft_stops = ft_stops_at = 0;
    for (unsigned n = 0; n < ft_stops_next; n++) {
        unsigned t = ft_stop_next[n];
        if (ft_is_alive(t)) {
            ft_stopped[ft_stops++] = t;
            ft_doing[t] = DONE;
            ft_outcome[t] = OK;
//if timed
            ft_left[t] = 0;
//fi
//if suspend
            ft_suspended[t] = 0;
//fi
        }
    }
    ft_stops_next = 0;
//fi
//if orders
    ft_orders = 0;
//fi
//if wake
//if broadcast suspend
    ft_wake();
//fi
//fi
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
//if suspend
        if (ft_unplaced[t] && ft_is_alive(t) && !ft_suspended[t]) {
//fi
//if !suspend
        if (ft_unplaced[t] && ft_is_alive(t)) {
//fi
            unsigned at = ft_length++;
            for (; at > 0 && __VERIFIER_nondet_bool(); at--)
                ft_order[at] = ft_order[at - 1];
            ft_order[at] = t;
            ft_unplaced[t] = 0;
        }
}

static uint32_t ft_start(uint32_t scheduler) {
//if scheduler
    if (scheduler == 0 || scheduler > ft_schedulers)
        return BAD_CREATE;
//fi
//if !scheduler
    if (scheduler == 0 || scheduler > SCHEDULERS)
        return BAD_CREATE;
//fi
//if limit
    if (ft_started)
        ft_limit();
//fi
    ft_started = 1;
    ft_running = 0;
//if any
    for (unsigned t = 2; t <= THREADS; t++)
        if (ft_doing[t] == NEW) {
            ft_doing[t] = READY;
            ft_unplaced[t] = 1;
        }
//if order
    ft_news = 0;
//fi
//fi
    ft_next_instant();
//if any
    ft_look_for_unplaced();
//fi
    return OK;
}

static _Bool ft_has_future(void) {
    if (!ft_started)
        return 0;
//if orders
    if (ft_orders)
        return 1;
//fi
    for (unsigned t = 2; t <= THREADS; t++) {
        if (ft_doing[t] == DONE || ft_doing[t] == VALUE)
            return 1;
//if timed
        if (ft_left[t] > 0)
            return 1;
//fi
    }
    return 0;
}

/* The next thread that can run, in the order, gets control; 0: there is none. */
static unsigned ft_next(void) {
//if stop
    if (ft_stops_at < ft_stops) {
        ft_running = ft_stopped[ft_stops_at++];
        ft_doing[ft_running] = READY;
        ft_outcome[ft_running] = STOPPED;
        return ft_running;
    }
//fi
    ft_running = 0;
//if any
    if (ft_placing)
        ft_running = ft_place_one();
//fi
    for (unsigned n = 0; !ft_running && n < ft_length; n++) {
        unsigned at = ft_at + n < ft_length ? ft_at + n : ft_at + n - ft_length;
        if (ft_is_ready(ft_order[at])) {
            ft_running = ft_order[at];
            ft_at = at + 1;
        }
    }
//if select
    if (ft_woken[ft_running]) {
        ft_outcome[ft_running] = PRESENT * ft_seen(ft_running);
        ft_woken[ft_running] = 0;
    }
//fi
    return ft_running;
}
"""

LOOP = r"""
/* ---------------------------------------------------------------- who runs */

static void run(void) {
@first
    for (;;) {
#ifdef STANDALONE
        if (turns_left-- == 0)
            exit(4);
#endif
//if late
        if (!ft_main_ended && __VERIFIER_nondet_bool()) {
            ft_running = 1;
            @main();
            continue;
        }
//fi
        switch (ft_next()) {
@threads
        default:
            if (ft_has_future()) {
                ft_next_instant();
//if any
//if stop suspend
                ft_place_late();
//fi
//fi
                break;
            }
//if late
            if (!ft_main_ended) {
                ft_running = 1;
                @main();
                break;
            }
//fi
//if deadlock
            for (unsigned t = 2; t <= THREADS; t++)
                if (ft_doing[t] != ABSENT) {
                    reach_error();  /* nobody will ever get control */
                    abort();
                }
//fi
            return;
        }
    }
}
"""
