#ifndef _TP_LINUX_INIT_H
#define _TP_LINUX_INIT_H
#include <_tp/kernel.h>
#endif
