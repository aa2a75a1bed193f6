#ifndef _TP_LINUX_STRING_H
#define _TP_LINUX_STRING_H
#include <_tp/kernel.h>
#include <string.h>
#endif
