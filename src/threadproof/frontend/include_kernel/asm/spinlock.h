#ifndef _TP_ASM_SPINLOCK_H
#define _TP_ASM_SPINLOCK_H
#include <linux/spinlock.h>
#endif
