#ifndef _TP_LINUX_COMPILER_H
#define _TP_LINUX_COMPILER_H
#include <_tp/kernel.h>
#endif
