/* ---------------------------------------------------------------- who runs */

static void run(void) {
#include "first.h"  /* what main has done already, and main itself */
    for (;;) {
#ifdef STANDALONE
        if (turns_left-- == 0)
            exit(4);
#endif
#if HAS_LATE
        if (!ft_main_ended && __VERIFIER_nondet_bool()) {
            ft_running = 1;
            main_thread();
            continue;
        }
#endif
        switch (ft_next()) {
#include "threads.h"  /* case NUMBER: THREAD(); break; */
        default:
            if (ft_has_future()) {
                ft_next_instant();
#if HAS_ANY && (HAS_STOP || HAS_SUSPEND)
                ft_place_late();
#endif
                break;
            }
#if HAS_LATE
            if (!ft_main_ended) {
                ft_running = 1;
                main_thread();
                break;
            }
#endif
#if HAS_DEADLOCK
            for (unsigned t = 2; t <= THREADS; t++)
                if (ft_doing[t] != ABSENT) {
                    reach_error();  /* nobody will ever get control */
                    abort();
                }
#endif
            return;
        }
    }
}
