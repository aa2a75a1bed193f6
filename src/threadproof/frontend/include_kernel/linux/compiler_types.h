#ifndef _TP_LINUX_COMPILER_TYPES_H
#define _TP_LINUX_COMPILER_TYPES_H
#include <_tp/kernel.h>
#endif
