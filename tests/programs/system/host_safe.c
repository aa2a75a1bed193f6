#include <assert.h>
#include <netdb.h>
#include <string.h>
int main(void) {
  struct in_addr address;
  struct hostent *host = gethostbyname("localhost");
  if (host) {
    assert(host->h_addrtype == AF_INET && host->h_length == sizeof address);
    for (char **next = host->h_addr_list; *next; next++)
      memcpy(&address, *next, host->h_length);
  }
  return 0;
}
