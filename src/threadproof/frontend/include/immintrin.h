#ifndef _IMMINTRIN_H_INCLUDED
#define _IMMINTRIN_H_INCLUDED
#include <emmintrin.h>
unsigned long long __builtin_ia32_rdtsc(void);
static inline unsigned long long __rdtsc(void) { return __builtin_ia32_rdtsc(); }
#endif
