#ifndef _TP_LINUX_STDDEF_H
#define _TP_LINUX_STDDEF_H
#include <_tp/kernel.h>
#endif
