#ifndef _TP_ASM_ATOMIC_H
#define _TP_ASM_ATOMIC_H
#include <linux/atomic.h>
#endif
