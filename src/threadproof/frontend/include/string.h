#ifndef _STRING_H
#define _STRING_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
char *strcpy(char *, const char *);
char *stpcpy(char *, const char *);
#ifdef __USE_GNU
void *mempcpy(void *, const void *, size_t);
#endif
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strerror(int);
#ifdef __USE_GNU
char *strerror_r(int, char *, size_t);
#else
int strerror_r(int, char *, size_t);
#endif
void *memccpy(void *, const void *, int, size_t);
char *stpncpy(char *, const char *, size_t);
size_t strxfrm(char *, const char *, size_t);
char *strsignal(int);
#ifdef __USE_MISC
#include <strings.h>
char *strsep(char **, const char *);
void explicit_bzero(void *, size_t);
#endif
#ifdef __USE_GNU
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
char *strchrnul(const char *, int);
char *strcasestr(const char *, const char *);
#ifndef basename
char *basename(const char *);
#endif
#endif
#endif
