#include <assert.h>
#include <netdb.h>
int main(void) {
  struct servent *service = getservbyname("http", "tcp");
  if (!service)
    return 0;
  char *name = service->s_name, first = *name;
  if (getservbyname("ssh", "tcp"))
    assert(*name == first);
  return 0;
}
