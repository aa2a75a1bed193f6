#ifndef _GLOB_H
#define _GLOB_H 1
#include <sys/cdefs.h>
typedef __SIZE_TYPE__ size_t;
typedef struct {
  size_t gl_pathc;
  char **gl_pathv;
  size_t gl_offs;
  int gl_flags;
  void (*__close)(void *);
  void *(*__read)(void *);
  void *(*__open)(const char *);
  int (*__lstat)(const char *, void *);
  int (*__stat)(const char *, void *);
} glob_t;
#define GLOB_ABORTED 2
#define GLOB_APPEND 32
#define GLOB_DOOFFS 8
#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOCHECK 16
#define GLOB_NOESCAPE 64
#define GLOB_NOMATCH 3
#define GLOB_NOSORT 4
#define GLOB_NOSPACE 1
#define GLOB_NOSYS 4
#define GLOB_PERIOD 128
#ifdef __USE_GNU
#define GLOB_ABEND GLOB_ABORTED
#endif
#ifdef __USE_MISC
#define GLOB_ALTDIRFUNC 0x200
#define GLOB_BRACE 0x400
#define GLOB_MAGCHAR 0x100
#define GLOB_NOMAGIC 0x800
#define GLOB_ONLYDIR 0x2000
#define GLOB_TILDE 0x1000
#define GLOB_TILDE_CHECK 0x4000
#endif
int glob(const char *, int, int (*)(const char *, int), glob_t *);
void globfree(glob_t *);
#endif
