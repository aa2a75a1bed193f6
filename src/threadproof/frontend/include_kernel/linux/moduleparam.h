#ifndef _TP_LINUX_MODULEPARAM_H
#define _TP_LINUX_MODULEPARAM_H
#include <linux/module.h>
#endif
