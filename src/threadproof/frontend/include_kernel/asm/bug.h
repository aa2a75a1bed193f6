#ifndef _TP_ASM_BUG_H
#define _TP_ASM_BUG_H
#include <_tp/kernel.h>
#endif
