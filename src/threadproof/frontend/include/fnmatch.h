#ifndef _FNMATCH_H
#define _FNMATCH_H 1
#define FNM_PATHNAME 1
#define FNM_NOESCAPE 2
#define FNM_PERIOD 4
#define FNM_NOMATCH 1
#if !defined _POSIX_C_SOURCE || _POSIX_C_SOURCE < 2 || defined _GNU_SOURCE
#define FNM_FILE_NAME FNM_PATHNAME
#define FNM_LEADING_DIR 8
#define FNM_CASEFOLD 16
#define FNM_EXTMATCH 32
#endif
#ifdef _XOPEN_SOURCE
#define FNM_NOSYS (-1)
#endif
int fnmatch(const char *, const char *, int);
#endif
