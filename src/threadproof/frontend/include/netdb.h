#ifndef _NETDB_H
#define _NETDB_H 1
#include <features.h>
#include <netinet/in.h>
struct hostent {
  char *h_name;
  char **h_aliases;
  int h_addrtype;
  int h_length;
  char **h_addr_list;
#ifdef __USE_MISC
#define h_addr h_addr_list[0]
#endif
};
struct netent {
  char *n_name;
  char **n_aliases;
  int n_addrtype;
  uint32_t n_net;
};
struct servent {
  char *s_name;
  char **s_aliases;
  int s_port;
  char *s_proto;
};
struct protoent {
  char *p_name;
  char **p_aliases;
  int p_proto;
};
#ifdef __USE_XOPEN2K
struct addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  socklen_t ai_addrlen;
  struct sockaddr *ai_addr;
  char *ai_canonname;
  struct addrinfo *ai_next;
};
#endif
int *__h_errno_location(void);
#define h_errno (*__h_errno_location ())
#define EAI_BADFLAGS -1
#define EAI_NONAME -2
#define EAI_AGAIN -3
#define EAI_FAIL -4
#define EAI_FAMILY -6
#define EAI_SOCKTYPE -7
#define EAI_SERVICE -8
#define EAI_MEMORY -10
#define EAI_SYSTEM -11
#define EAI_OVERFLOW -12
#ifdef __USE_GNU
#define EAI_NODATA -5
#define EAI_ADDRFAMILY -9
#define EAI_INPROGRESS -100
#define EAI_CANCELED -101
#define EAI_NOTCANCELED -102
#define EAI_ALLDONE -103
#define EAI_INTR -104
#define EAI_IDN_ENCODE -105
#endif
#ifdef __USE_MISC
#define NETDB_INTERNAL -1
#endif
#ifdef __USE_GNU
#define SCOPE_DELIMITER '%'
#endif
#define HOST_NOT_FOUND 1
#define NO_DATA 4
#define NO_RECOVERY 3
#define TRY_AGAIN 2
#ifdef __USE_GNU
#define AI_CANONIDN 0x0080
#define AI_IDN 0x0040
#define AI_IDN_ALLOW_UNASSIGNED 0x100
#define AI_IDN_USE_STD3_ASCII_RULES 0x200
#define GAI_NOWAIT 1
#define GAI_WAIT 0
#define NI_IDN 32
#define NI_IDN_ALLOW_UNASSIGNED 64
#define NI_IDN_USE_STD3_ASCII_RULES 128
#endif
#ifdef __USE_MISC
#define NETDB_SUCCESS 0
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define NO_ADDRESS NO_DATA
#endif
#ifdef __USE_XOPEN2K
#define AI_ADDRCONFIG 0x0020
#define AI_ALL 0x0010
#define AI_CANONNAME 0x0002
#define AI_NUMERICHOST 0x0004
#define AI_NUMERICSERV 0x0400
#define AI_PASSIVE 0x0001
#define AI_V4MAPPED 0x0008
#define NI_DGRAM 16
#define NI_NAMEREQD 8
#define NI_NOFQDN 4
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#endif
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K
#define IPPORT_RESERVED 1024
#endif
struct hostent *gethostbyname(const char *);
struct hostent *gethostbyaddr(const void *, socklen_t, int);
struct servent *getservbyname(const char *, const char *);
struct servent *getservbyport(int, const char *);
struct protoent *getprotobyname(const char *);
struct protoent *getprotobynumber(int);
#ifdef __USE_MISC
void herror(const char *);
const char *hstrerror(int);
#endif
#ifdef __USE_XOPEN2K
int getaddrinfo(const char *, const char *, const struct addrinfo *, struct addrinfo **);
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
int getnameinfo(const struct sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int);
#endif
#endif
