#ifndef _TP_SIGSET_T_H
#define _TP_SIGSET_T_H
typedef struct { unsigned long __opaque[128 / sizeof(unsigned long)]; } sigset_t;
#endif
