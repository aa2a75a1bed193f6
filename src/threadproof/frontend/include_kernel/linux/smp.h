#ifndef _TP_LINUX_SMP_H
#define _TP_LINUX_SMP_H
#include <_tp/kernel.h>
#endif
