#ifndef _COMPLEX_H
#define _COMPLEX_H 1
#include <features.h>
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#endif
