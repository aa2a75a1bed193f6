#ifndef _TP_LINUX_VMALLOC_H
#define _TP_LINUX_VMALLOC_H
#include <linux/slab.h>
#endif
