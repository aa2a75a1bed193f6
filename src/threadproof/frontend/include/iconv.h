#ifndef _ICONV_H
#define _ICONV_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
typedef void *iconv_t;
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
int iconv_close(iconv_t);
#endif
