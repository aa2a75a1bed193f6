#ifndef _DLFCN_H
#define _DLFCN_H 1
#include <features.h>
#define RTLD_BINDING_MASK 0x3
#define RTLD_DEEPBIND 0x00008
#define RTLD_GLOBAL 0x00100
#define RTLD_LAZY 0x00001
#define RTLD_LOCAL 0
#define RTLD_NODELETE 0x01000
#define RTLD_NOLOAD 0x00004
#define RTLD_NOW 0x00002
#ifdef __USE_GNU
#define RTLD_NEXT ((void *) -1l)
#define RTLD_DEFAULT ((void *) 0)
#endif
void *dlopen(const char *, int);
int dlclose(void *);
void *dlsym(void *, const char *);
char *dlerror(void);
#endif
