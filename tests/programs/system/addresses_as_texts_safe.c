#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void *tell(void *argument) {
  struct in_addr address = {htonl(0x7f00000a)};
  assert(!strcmp(inet_ntoa(address), "127.0.0.10"));
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, tell, 0);
  pthread_create(&b, 0, tell, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
