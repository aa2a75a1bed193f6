#ifndef _SETJMP_H
#define _SETJMP_H 1
#include <features.h>
typedef long jmp_buf[sizeof(long) == 8 ? 25 : 39];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
#define setjmp(env) setjmp(env)
int sigsetjmp(sigjmp_buf, int);
#define sigsetjmp(env, mask) sigsetjmp(env, mask)
void longjmp(jmp_buf, int);
void siglongjmp(sigjmp_buf, int);
#endif
