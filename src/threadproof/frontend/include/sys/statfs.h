#ifndef _SYS_STATFS_H
#define _SYS_STATFS_H 1
#include <features.h>
struct statfs;
int statfs(const char *, struct statfs *);
int fstatfs(int, struct statfs *);
#endif
