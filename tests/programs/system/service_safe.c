#include <assert.h>
#include <netdb.h>
#include <string.h>
int main(void) {
  struct servent *service = getservbyname("www", "tcp");
  if (service)
    assert(!strcmp(service->s_proto, "tcp"));
  return 0;
}
