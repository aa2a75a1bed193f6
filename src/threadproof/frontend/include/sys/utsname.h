#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H 1
#include <features.h>
#ifdef __USE_MISC
#define SYS_NMLN 65
#endif
struct utsname {
  char sysname[65], nodename[65], release[65], version[65], machine[65];
#ifdef __USE_GNU
  char domainname[65];
#else
  char __domainname[65];
#endif
};
int uname(struct utsname *);
#endif
