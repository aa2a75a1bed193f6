#ifndef _TP_LINUX_MM_H
#define _TP_LINUX_MM_H
#include <linux/slab.h>
#endif
