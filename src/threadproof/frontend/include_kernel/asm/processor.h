#ifndef _TP_ASM_PROCESSOR_H
#define _TP_ASM_PROCESSOR_H
#include <_tp/kernel.h>
#endif
