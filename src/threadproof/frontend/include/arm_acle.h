#ifndef _TP_ARM_ACLE_H
#define _TP_ARM_ACLE_H
// Barriers of ARM by number; those for one processor alone are none between threads.
#define __dmb(n) \
  ((n) == 15 || (n) == 11 || (n) == 3 ? __sync_synchronize() \
   : (n) == 14 || (n) == 10 || (n) == 2 ? __tp_fence_stores() \
   : (n) == 13 || (n) == 9 || (n) == 1 ? __tp_fence_loads_first() : __tp_fence_branched())
#define __dsb(n) __dmb(n)
#define __isb(n) __tp_fence_branched()
#define __nop() ((void)0)
#define __yield() ((void)0)
#define __wfe() ((void)0)
#define __sev() ((void)0)
#define __sevl() ((void)0)
#endif
