#ifndef _TP_LINUX_PRINTK_H
#define _TP_LINUX_PRINTK_H
#include <_tp/kernel.h>
#endif
