#ifndef _TP_SETJMP_H
#define _TP_SETJMP_H
#include <features.h>
typedef long jmp_buf[sizeof(long) == 8 ? 25 : 39];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
void longjmp(jmp_buf, int);
void siglongjmp(sigjmp_buf, int);
#endif
