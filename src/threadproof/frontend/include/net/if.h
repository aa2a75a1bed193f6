#ifndef _NET_IF_H
#define _NET_IF_H 1
#include <features.h>
#include <sys/socket.h>
#define IF_NAMESIZE 16
struct if_nameindex {
  unsigned int if_index;
  char *if_name;
};
#ifdef __USE_MISC
#define IFNAMSIZ IF_NAMESIZE
enum {
  IFF_UP = 0x1,
  IFF_BROADCAST = 0x2,
  IFF_LOOPBACK = 0x8,
  IFF_RUNNING = 0x40,
  IFF_MULTICAST = 0x1000,
};
#define IFF_UP IFF_UP
#define IFF_BROADCAST IFF_BROADCAST
#define IFF_LOOPBACK IFF_LOOPBACK
#define IFF_RUNNING IFF_RUNNING
#define IFF_MULTICAST IFF_MULTICAST
#endif
unsigned int if_nametoindex(const char *);
char *if_indextoname(unsigned int, char *);
#endif
