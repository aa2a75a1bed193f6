#include <assert.h>
#include <netdb.h>
int main(void) {
  struct hostent *host = gethostbyname("localhost");
  if (host)
    assert(!host->h_addr_list[1]);
  return 0;
}
