#ifndef _TP_STRINGS_H
#define _TP_STRINGS_H
#include <features.h>
#include <stddef.h>
void bzero(void *, size_t);
void bcopy(const void *, void *, size_t);
int bcmp(const void *, const void *, size_t);
int ffs(int);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
#endif
