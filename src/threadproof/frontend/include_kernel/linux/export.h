#ifndef _TP_LINUX_EXPORT_H
#define _TP_LINUX_EXPORT_H
#include <linux/module.h>
#endif
