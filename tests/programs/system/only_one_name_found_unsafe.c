#include <netdb.h>
#include <netinet/in.h>
extern void reach_error(void);
int main(void) {
  struct sockaddr_in address = {AF_INET};
  char host[3] = "x", service[1];
  if (getnameinfo((struct sockaddr *)&address, sizeof address, host, sizeof host, service, 1, NI_NUMERICHOST) &&
      host[0] != 'x')
    reach_error();
  return 0;
}
