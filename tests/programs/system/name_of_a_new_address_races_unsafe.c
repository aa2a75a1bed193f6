#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
struct sockaddr_in6 address;
char host[16];
void *set(void *unused) {
  address.sin6_addr.s6_addr[15] = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  address.sin6_family = AF_INET6;
  pthread_create(&thread, 0, set, 0);
  getnameinfo((struct sockaddr *)&address, sizeof address, host, sizeof host, 0, 0, NI_NUMERICHOST);
  pthread_join(thread, 0);
  return 0;
}
