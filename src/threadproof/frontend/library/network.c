// Names and addresses: any answer; what the system hands out is memory of its own, which it keeps, or memory to be given
// back.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#define LONGEST_TEXT 1025
#include "kept.h"

unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __fail(void);
void __set_errno(int);
void __disturb_errno(void);
void __approximately(const char *);
void __read_string(const char *);
void *malloc(size_t);
void free(void *);

static void __write_text(char *to, size_t size) {
  size_t length = 0;
  if (!size)
    return;
  while (length + 1 < size && __VERIFIER_nondet_bool()) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    to[length++] = c;
  }
  to[length] = 0;
}

static int __read_address(const struct sockaddr *address, socklen_t length) {
  if (!address || length < sizeof(sa_family_t))
    return EAI_FAMILY;
  sa_family_t family = address->sa_family;
  if (family == AF_INET) {
    const struct sockaddr_in *old = (const struct sockaddr_in *)address;
    if (length < sizeof *old)
      return EAI_FAMILY;
    in_port_t port = old->sin_port;
    in_addr_t host = old->sin_addr.s_addr;
  } else if (family == AF_INET6) {
    const struct sockaddr_in6 *new = (const struct sockaddr_in6 *)address;
    if (length < sizeof *new)
      return EAI_FAMILY;
    in_port_t port = new->sin6_port;
    uint32_t scope = new->sin6_scope_id;
    for (int i = 0; i < 16; i++) {
      unsigned char part = new->sin6_addr.s6_addr[i];
    }
  } else if (family == AF_UNIX)
    __read_string(((const struct sockaddr_un *)address)->sun_path);
  else
    return EAI_FAMILY;
  return 0;
}

static unsigned __port_of(const struct sockaddr *address) {
  in_port_t port = address->sa_family == AF_INET ? ((const struct sockaddr_in *)address)->sin_port
                                                 : ((const struct sockaddr_in6 *)address)->sin6_port;
  return ntohs(port);
}
// Is there a place for it?
static _Bool __write_port(char *to, size_t size, unsigned port) {
  size_t length = 1 + (port >= 10) + (port >= 100) + (port >= 1000) + (port >= 10000);
  if (length >= size)
    return 0;
  for (size_t at = length; at; port /= 10)
    to[--at] = '0' + port % 10;
  to[length] = 0;
  return 1;
}

#define NAME_FLAGS 0xff
int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
                socklen_t service_size, int flags) {
  if (flags & ~NAME_FLAGS)
    return EAI_BADFLAGS;
  int error = __read_address(address, length);
  if (error)
    return error;
  __disturb_errno();
  // The one may be found and the other not.
  _Bool has_host = __VERIFIER_nondet_bool(), has_service = __VERIFIER_nondet_bool();
  _Bool is_number = flags & NI_NUMERICSERV && (address->sa_family == AF_INET || address->sa_family == AF_INET6);
  if (host && has_host)
    __write_text(host, host_size);
  if (service && service_size && has_service && is_number)
    has_service = __write_port(service, service_size, __port_of(address));
  else if (service && has_service)
    __write_text(service, service_size);
  return has_host && has_service ? 0 : -__between(1, 12);
}

// (An asterisk stands for no name.)
static _Bool __is_given(const char *name) {
  if (!name)
    return 0;
  __read_string(name);
  return name[0] != '*' || name[1];
}

// Of a service that is a number; without a service it is 0, and of a name any.
static in_port_t __port(const char *service, _Bool is_given) {
  unsigned port = 0;
  for (int i = 0; is_given && (i == 0 || service[i]); i++) {
    char c = service[i];
    if (c < '0' || c > '9' || port > 6553)
      return __VERIFIER_nondet_ushort();
    port = 10 * port + (c - '0');
  }
  return port <= 65535 ? htons(port) : __VERIFIER_nondet_ushort();
}

#define ADDRESS_FLAGS 0x7ff
#define ADDRESSES 3
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  int family = 0, kind = 0, protocol = 0, flags = 0;
  _Bool has_host = __is_given(host), has_service = __is_given(service);
  if (!has_host && !has_service)
    return EAI_NONAME;
  if (hints) {
    family = hints->ai_family;
    kind = hints->ai_socktype;
    protocol = hints->ai_protocol;
    flags = hints->ai_flags;
  }
  if (flags & ~ADDRESS_FLAGS || (flags & AI_CANONNAME && !has_host))
    return EAI_BADFLAGS;
  if (family != AF_UNSPEC && family != AF_INET && family != AF_INET6)
    return EAI_FAMILY;
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return -__between(1, 12);
  in_port_t port = __port(service, has_service);
  struct addrinfo *first = 0;
  for (int count = __between(1, ADDRESSES); count; count--) {
    struct addrinfo *found = malloc(sizeof *found);
    _Bool is_new = family == AF_INET6 || (family == AF_UNSPEC && __VERIFIER_nondet_bool());
    found->ai_flags = hints ? flags : __VERIFIER_nondet_int();
    found->ai_family = is_new ? AF_INET6 : AF_INET;
    found->ai_socktype = kind ? kind : __between(1, 3);
    found->ai_protocol = protocol              ? protocol
                         : kind == SOCK_STREAM ? IPPROTO_TCP
                         : kind == SOCK_DGRAM  ? IPPROTO_UDP
                                               : __between(0, 255);
    if (is_new) {
      struct sockaddr_in6 *address = malloc(sizeof *address);
      address->sin6_family = AF_INET6;
      address->sin6_port = port;
      found->ai_addr = (struct sockaddr *)address;
    } else {
      struct sockaddr_in *address = malloc(sizeof *address);
      address->sin_family = AF_INET;
      address->sin_port = port;
      found->ai_addr = (struct sockaddr *)address;
    }
    found->ai_addrlen = is_new ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    found->ai_canonname = 0;
    found->ai_next = first;
    first = found;
  }
  if (flags & AI_CANONNAME) {
    size_t size = __between(1, LONGEST_TEXT);
    first->ai_canonname = malloc(size);
    first->ai_canonname[size - 1] = 0;
  }
  *result = first;
  return 0;
}

void freeaddrinfo(struct addrinfo *list) {
  while (list) {
    struct addrinfo *next = list->ai_next;
    free(list->ai_addr);
    free(list->ai_canonname);
    free(list);
    list = next;
  }
}

void herror(const char *before) {
  if (before)
    __read_string(before);
  __disturb_errno();
}

// ---- addresses as text

static _Thread_local char __four_numbers[sizeof "255.255.255.255"];

char *inet_ntoa(struct in_addr address) {
  const unsigned char *part = (const unsigned char *)&address;
  char *to = __four_numbers;
  for (int i = 0; i < 4; i++) {
    unsigned char n = part[i];
    if (n >= 100)
      *to++ = '0' + n / 100;
    if (n >= 10)
      *to++ = '0' + n / 10 % 10;
    *to++ = '0' + n % 10;
    *to++ = i < 3 ? '.' : 0;
  }
  return __four_numbers;
}

const char *inet_ntop(int family, const void *address, char *to, socklen_t size) {
  if (family != AF_INET && family != AF_INET6) {
    __set_errno(EAFNOSUPPORT);
    return 0;
  }
  __approximately("inet_ntop");
  if (__VERIFIER_nondet_bool()) {
    __set_errno(ENOSPC);
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
  if (family != AF_INET && family != AF_INET6) {
    __set_errno(EAFNOSUPPORT);
    return -1;
  }
  __approximately("inet_pton");
  __read_string(text);
  if (__VERIFIER_nondet_bool())
    return 0;
  if (family == AF_INET)
    *(in_addr_t *)to = __VERIFIER_nondet_uint();
  else
    for (int i = 0; i < 16; i++)
      ((unsigned char *)to)[i] = __VERIFIER_nondet_uint();
  return 1;
}

// ---- entries: each function has one, with its texts. Who looks for one and finds none has overwritten them, too.

// (Three addresses and an alias are as many as a host has here: the scope says so.)
static struct {
  struct hostent entry;
  struct kept name, alias;
  struct in_addr addresses[3];
  char *list[4], *aliases[2];
} __host;

// Four decimal numbers: such a name is its own address. (There are other ways to write one.)
static _Bool __is_address(const char *name, unsigned *to) {
  for (int i = 0; i < 4; i++) {
    unsigned number = 0, digits = 0;
    for (; *name >= '0' && *name <= '9' && digits < 3; digits++)
      number = 10 * number + (*name++ - '0');
    if (!digits || number > 255 || *name != (i < 3 ? '.' : 0) || (digits > 1 && name[-(int)digits] == '0'))
      return 0;
    *to = *to << 8 | number;
    name++;
  }
  return 1;
}

struct hostent *gethostbyname(const char *name) {
  int count = __between(1, 3);
  unsigned itself = 0;
  __read_string(name);
  if (__is_address(name, &itself)) {
    count = 1;
    __host.entry.h_name = __part_with(&__host.name, name);
    __host.aliases[0] = 0;
    __host.addresses[0].s_addr = htonl(itself);
  } else {
    __host.entry.h_name = __part(&__host.name);
    __host.aliases[0] = __VERIFIER_nondet_bool() ? __part(&__host.alias) : 0;
    __host.addresses[0].s_addr = __VERIFIER_nondet_uint();
  }
  __host.entry.h_aliases = __host.aliases;
  __host.entry.h_addrtype = AF_INET;
  __host.entry.h_length = 4;
  __host.addresses[1].s_addr = __VERIFIER_nondet_uint();
  __host.addresses[2].s_addr = __VERIFIER_nondet_uint();
  __host.list[0] = (char *)&__host.addresses[0];
  __host.list[1] = count > 1 ? (char *)&__host.addresses[1] : 0;
  __host.list[2] = count > 2 ? (char *)&__host.addresses[2] : 0;
  __host.entry.h_addr_list = __host.list;
  __disturb_errno();
  return __VERIFIER_nondet_bool() ? 0 : &__host.entry;
}

static struct {
  struct servent entry;
  struct kept name, alias, protocol;
  char *aliases[2];
} __service;

struct servent *getservbyname(const char *name, const char *protocol) {
  _Bool is_found = __VERIFIER_nondet_bool();
  __read_string(name);
  __service.entry.s_name = __part(&__service.name);
  __service.aliases[0] = __VERIFIER_nondet_bool() ? __part(&__service.alias) : 0;
  __service.entry.s_aliases = __service.aliases;
  __service.entry.s_port = __VERIFIER_nondet_ushort();
  if (protocol && is_found)
    __service.entry.s_proto = __part_with(&__service.protocol, protocol);
  else {
    if (protocol)
      __read_string(protocol);
    __service.entry.s_proto = __part(&__service.protocol);
  }
  __disturb_errno();
  return is_found ? &__service.entry : 0;
}
