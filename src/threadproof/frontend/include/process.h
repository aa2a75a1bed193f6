#ifndef _INC_PROCESS
#define _INC_PROCESS 1
#include "windows.h"
uintptr_t _beginthread(void (*)(void *), unsigned, void *);
void _endthread(void) __attribute__((__noreturn__));
uintptr_t _beginthreadex(void *, unsigned, unsigned (*)(void *), void *, unsigned, unsigned *);
void _endthreadex(unsigned) __attribute__((__noreturn__));
#endif
