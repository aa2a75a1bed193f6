#ifndef _REGEX_H
#define _REGEX_H 1
#include <sys/types.h>
typedef struct {
  void *__buffer;
  unsigned long __allocated, __used, __syntax;
  char *__fastmap;
  unsigned char *__translate;
  size_t re_nsub;
  unsigned char __flags;
} regex_t;
typedef int regoff_t;
typedef struct {
  regoff_t rm_so;
  regoff_t rm_eo;
} regmatch_t;
enum {
  REG_NOMATCH = 1,
  REG_BADPAT = 2,
  REG_ECOLLATE = 3,
  REG_ECTYPE = 4,
  REG_EESCAPE = 5,
  REG_ESUBREG = 6,
  REG_EBRACK = 7,
  REG_EPAREN = 8,
  REG_EBRACE = 9,
  REG_BADBR = 10,
  REG_ERANGE = 11,
  REG_ESPACE = 12,
  REG_BADRPT = 13,
  REG_EEND = 14,
  REG_ESIZE = 15,
  REG_ERPAREN = 16,
};
#define REG_BADBR REG_BADBR
#define REG_BADPAT REG_BADPAT
#define REG_BADRPT REG_BADRPT
#define REG_EBRACE REG_EBRACE
#define REG_EBRACK REG_EBRACK
#define REG_ECOLLATE REG_ECOLLATE
#define REG_ECTYPE REG_ECTYPE
#define REG_EEND REG_EEND
#define REG_EESCAPE REG_EESCAPE
#define REG_EPAREN REG_EPAREN
#define REG_ERANGE REG_ERANGE
#define REG_ERPAREN REG_ERPAREN
#define REG_ESIZE REG_ESIZE
#define REG_ESPACE REG_ESPACE
#define REG_ESUBREG REG_ESUBREG
#define REG_NOMATCH REG_NOMATCH
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOERROR 0
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#if defined __USE_XOPEN || defined __USE_XOPEN2K
enum {
  REG_ENOSYS = (-1),
};
#define REG_ENOSYS REG_ENOSYS
#endif
int regcomp(regex_t *, const char *, int);
int regexec(const regex_t *, const char *, size_t, regmatch_t [], int);
size_t regerror(int, const regex_t *, char *, size_t);
void regfree(regex_t *);
#endif
