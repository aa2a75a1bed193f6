#include <assert.h>
#include <netdb.h>
int main(void) {
  struct hostent *host = gethostbyname("127.0.0.1");
  if (!host)
    return 0;
  char *name = host->h_name, first = *name;
  if (gethostbyname("2.0.0.1"))
    assert(*name == first);
  return 0;
}
