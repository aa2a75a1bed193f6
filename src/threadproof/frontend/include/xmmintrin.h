#ifndef _XMMINTRIN_H_INCLUDED
#define _XMMINTRIN_H_INCLUDED
#include <stdlib.h>
enum _mm_hint { _MM_HINT_NTA = 0, _MM_HINT_T2 = 1, _MM_HINT_T1 = 2, _MM_HINT_T0 = 3 };
static inline void _mm_pause(void) { __builtin_ia32_pause(); }
static inline void _mm_sfence(void) { __tp_fence_stores(); }
#define _mm_prefetch(address, hint) __builtin_prefetch(address)
static inline void *_mm_malloc(__SIZE_TYPE__ size, __SIZE_TYPE__ alignment) { return aligned_alloc(alignment, size); }
static inline void _mm_free(void *memory) { free(memory); }
#endif
