#ifndef _LIBGEN_H
#define _LIBGEN_H 1
#include <features.h>
char *dirname(char *);
char *__xpg_basename(char *);
#define basename __xpg_basename
#endif
