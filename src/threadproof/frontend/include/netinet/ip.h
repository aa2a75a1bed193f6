#ifndef __NETINET_IP_H
#define __NETINET_IP_H 1
#include <features.h>
#include <sys/types.h>
#include <netinet/in.h>
#ifdef __USE_MISC
#define IPVERSION 4
#define MAXTTL 255
#define IPDEFTTL 64
#define IP_MAXPACKET 65535
#define IPTOS_LOWDELAY 0x10
#define IPTOS_THROUGHPUT 0x08
#define IPTOS_RELIABILITY 0x04
#endif
#endif
