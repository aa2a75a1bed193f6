#ifndef _TP_ASM_CMPXCHG_H
#define _TP_ASM_CMPXCHG_H
#include <_tp/kernel.h>
#endif
