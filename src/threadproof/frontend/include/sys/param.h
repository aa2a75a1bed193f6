#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H 1
#define NULL ((void *)0)
#include <sys/types.h>
#include <limits.h>
#include <endian.h>
#include <signal.h>
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) \
  (__builtin_constant_p(y) && (((y) - 1) & (y)) == 0 ? ((x) + (y) - 1) & ~((y) - 1) : ((x) + ((y) - 1)) / (y) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << (i) % NBBY)
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << (i) % NBBY))
#define isset(a, i) ((a)[(i) / NBBY] & 1 << (i) % NBBY)
#define isclr(a, i) (((a)[(i) / NBBY] & 1 << (i) % NBBY) == 0)
#define NODEV ((dev_t) -1)
#define CANBSIZ 255
#define DEV_BSIZE 512
#define EXEC_PAGESIZE 4096
#define HZ 100
#define MAXHOSTNAMELEN 64
#define MAXPATHLEN 0x1000
#define MAXSYMLINKS 20
#define NBBY 8
#define NCARGS 131072
#define NGROUPS 0x10000
#define NOFILE 256
#define NOGROUP (-1)
#endif
