#include <netdb.h>
extern void reach_error(void);
int main(void) {
  struct addrinfo hints = {AI_CANONNAME, AF_INET, 1}, *found;
  if (getaddrinfo("localhost", "80", &hints, &found))
    return 0;
  if (found->ai_canonname && found->ai_flags)
    reach_error();
  freeaddrinfo(found);
  return 0;
}
