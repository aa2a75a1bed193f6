#ifndef _STRINGS_H
#define _STRINGS_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
void bzero(void *, size_t);
void bcopy(const void *, void *, size_t);
int bcmp(const void *, const void *, size_t);
int ffs(int);
#ifdef __USE_MISC
int ffsl(long);
int ffsll(long long);
#endif
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
#endif
