#ifndef _TP_LINUX_COMPILER_ATTRIBUTES_H
#define _TP_LINUX_COMPILER_ATTRIBUTES_H
#include <_tp/kernel.h>
#endif
