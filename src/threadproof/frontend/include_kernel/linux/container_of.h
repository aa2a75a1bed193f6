#ifndef _TP_LINUX_CONTAINER_OF_H
#define _TP_LINUX_CONTAINER_OF_H
#include <_tp/kernel.h>
#endif
