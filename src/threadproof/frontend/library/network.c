// Names and addresses: any answer; what the system hands out is memory of its own, or memory to be given back.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
int __between(unsigned, unsigned);
void __fail(void);
void __set_errno(int);
void __disturb_errno(void);
void __approximately(const char *);
void __read_string(const char *);
void *__memory_of_the_system(size_t);
void *malloc(size_t);
void free(void *);

#define LONGEST_NAME 1025

static char *__text(void) {
  size_t size = __between(1, LONGEST_NAME);
  char *text = __memory_of_the_system(size);
  text[size - 1] = 0;
  return text;
}

static void __write_text(char *to, size_t size) {
  size_t length = 0;
  if (!to || !size)
    return;
  while (length + 1 < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  to[length] = 0;
}

int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
                socklen_t service_size, int flags) {
  sa_family_t family = address->sa_family;
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return -__between(1, 12);
  __write_text(host, host_size);
  __write_text(service, service_size);
  return 0;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  int family = 0, kind = 0, protocol = 0;
  if (host)
    __read_string(host);
  if (service)
    __read_string(service);
  if (hints) {
    family = hints->ai_family;
    kind = hints->ai_socktype;
    protocol = hints->ai_protocol;
  }
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return -__between(1, 12);
  struct addrinfo *first = 0;
  do {
    struct addrinfo *found = malloc(sizeof *found);
    _Bool is_new = family == AF_INET6 || (family == AF_UNSPEC && __VERIFIER_nondet_bool());
    found->ai_flags = 0;
    found->ai_family = is_new ? AF_INET6 : AF_INET;
    found->ai_socktype = kind ? kind : __between(1, 3);
    found->ai_protocol = protocol ? protocol : __between(0, 255);
    found->ai_addrlen = is_new ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    found->ai_addr = malloc(is_new ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
    found->ai_addr->sa_family = found->ai_family;
    found->ai_canonname = 0;
    found->ai_next = first;
    first = found;
  } while (__VERIFIER_nondet_bool());
  *result = first;
  return 0;
}

void freeaddrinfo(struct addrinfo *list) {
  while (list) {
    struct addrinfo *next = list->ai_next;
    free(list->ai_addr);
    free(list);
    list = next;
  }
}

const char *gai_strerror(int code) { return __text(); }
const char *hstrerror(int code) { return __text(); }
void herror(const char *before) {
  if (before)
    __read_string(before);
}

// ---- addresses as text

char *inet_ntoa(struct in_addr address) {
  __approximately("inet_ntoa");
  size_t size = __between(8, 16);
  char *text = __memory_of_the_system(size);
  text[size - 1] = 0;
  return text;
}

const char *inet_ntop(int family, const void *address, char *to, socklen_t size) {
  __approximately("inet_ntop");
  if (__VERIFIER_nondet_bool()) {
    __set_errno(__VERIFIER_nondet_bool() ? EAFNOSUPPORT : ENOSPC);
    return 0;
  }
  if (family == AF_INET) {
    unsigned read = *(const in_addr_t *)address;
  } else
    for (int i = 0; i < 16; i++)
      ((const volatile unsigned char *)address)[i];
  __write_text(to, size);
  return to;
}

in_addr_t inet_addr(const char *text) {
  __approximately("inet_addr");
  __read_string(text);
  return __VERIFIER_nondet_uint();
}

int inet_aton(const char *text, struct in_addr *to) {
  __approximately("inet_aton");
  __read_string(text);
  if (__VERIFIER_nondet_bool())
    return 0;
  to->s_addr = __VERIFIER_nondet_uint();
  return 1;
}

int inet_pton(int family, const char *text, void *to) {
  __approximately("inet_pton");
  __read_string(text);
  if (family != AF_INET && family != AF_INET6) {
    __set_errno(EAFNOSUPPORT);
    return -1;
  }
  if (__VERIFIER_nondet_bool())
    return 0;
  if (family == AF_INET)
    *(in_addr_t *)to = __VERIFIER_nondet_uint();
  else
    for (int i = 0; i < 16; i++)
      ((unsigned char *)to)[i] = __VERIFIER_nondet_uint();
  return 1;
}

// ---- what is always in the same place

static struct hostent __host;
static char *__addresses[2], *__names[1];
static struct in_addr __address;

struct hostent *gethostbyname(const char *name) {
  __read_string(name);
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return 0;
  __address.s_addr = __VERIFIER_nondet_uint();
  __addresses[0] = (char *)&__address;
  __host.h_name = __text();
  __host.h_aliases = __names;
  __host.h_addrtype = AF_INET;
  __host.h_length = 4;
  __host.h_addr_list = __addresses;
  return &__host;
}

static struct servent __service;
struct servent *getservbyname(const char *name, const char *protocol) {
  __read_string(name);
  if (protocol)
    __read_string(protocol);
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return 0;
  __service.s_name = __text();
  __service.s_aliases = __names;
  __service.s_port = __VERIFIER_nondet_ushort();
  __service.s_proto = __text();
  return &__service;
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  int one = __between(0, 0x7fffffff), other = __between(0, 0x7fffffff);
  __VERIFIER_assume(one != other);
  ends[0] = one;
  ends[1] = other;
  return 0;
}
