#ifndef _STDIO_EXT_H
#define _STDIO_EXT_H 1
#include <stdio.h>
enum {
  FSETLOCKING_QUERY = 0,
  FSETLOCKING_INTERNAL = 1,
  FSETLOCKING_BYCALLER = 2,
};
#define FSETLOCKING_BYCALLER FSETLOCKING_BYCALLER
#define FSETLOCKING_INTERNAL FSETLOCKING_INTERNAL
#define FSETLOCKING_QUERY FSETLOCKING_QUERY
size_t __fbufsize(FILE *);
int __freading(FILE *);
int __fwriting(FILE *);
int __freadable(FILE *);
int __fwritable(FILE *);
int __flbf(FILE *);
void __fpurge(FILE *);
size_t __fpending(FILE *);
void _flushlbf(void);
int __fsetlocking(FILE *, int);
#endif
