#ifndef _TP_SOCKADDR_H
#define _TP_SOCKADDR_H
typedef unsigned short sa_family_t;
typedef unsigned int socklen_t;
#endif
