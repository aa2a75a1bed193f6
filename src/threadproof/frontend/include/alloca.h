#ifndef _ALLOCA_H
#define _ALLOCA_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
void *alloca(size_t);
#endif
