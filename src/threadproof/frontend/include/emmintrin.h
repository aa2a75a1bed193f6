#ifndef _EMMINTRIN_H_INCLUDED
#define _EMMINTRIN_H_INCLUDED
#include <xmmintrin.h>
static inline void _mm_lfence(void) { __tp_fence_loads_first(); }
static inline void _mm_mfence(void) { __sync_synchronize(); }
#endif
