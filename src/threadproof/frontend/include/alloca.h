#ifndef _TP_ALLOCA_H
#define _TP_ALLOCA_H
#include <features.h>
#include <stddef.h>
void *alloca(size_t);
#endif
