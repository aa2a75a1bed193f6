#ifndef _EMMINTRIN_H_INCLUDED
#define _EMMINTRIN_H_INCLUDED
#include <xmmintrin.h>
static inline void _mm_lfence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
static inline void _mm_mfence(void) { __sync_synchronize(); }
#endif
