#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
struct sockaddr_in address;
char host[16], service[16];
void *set(void *unused) {
  address.sin_port = 80;
  return 0;
}
int main(void) {
  pthread_t thread;
  address.sin_family = AF_INET;
  pthread_create(&thread, 0, set, 0);
  getnameinfo((struct sockaddr *)&address, sizeof address, host, sizeof host, service, sizeof service, NI_NUMERICHOST);
  pthread_join(thread, 0);
  return 0;
}
