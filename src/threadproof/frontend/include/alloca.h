#ifndef _TP_ALLOCA_H
#define _TP_ALLOCA_H
#include <stddef.h>
void *alloca(size_t);
#endif
