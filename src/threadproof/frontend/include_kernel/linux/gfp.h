#ifndef _TP_LINUX_GFP_H
#define _TP_LINUX_GFP_H
#include <linux/slab.h>
#endif
