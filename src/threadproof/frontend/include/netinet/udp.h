#ifndef __NETINET_UDP_H
#define __NETINET_UDP_H 1
#include <features.h>
#include <sys/types.h>
#define UDP_CORK 1
#define SOL_UDP 17
#endif
