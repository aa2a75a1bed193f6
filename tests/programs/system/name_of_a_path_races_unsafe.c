#include <netdb.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
struct sockaddr_un address = {AF_UNIX, "socket"};
char host[16], service[16];
void *set(void *unused) {
  address.sun_path[1] = 'a';
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  getnameinfo((struct sockaddr *)&address, sizeof address, host, sizeof host, service, sizeof service, 0);
  pthread_join(thread, 0);
  return 0;
}
