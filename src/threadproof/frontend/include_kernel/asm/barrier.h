#ifndef _TP_ASM_BARRIER_H
#define _TP_ASM_BARRIER_H
#include <_tp/kernel.h>
#endif
