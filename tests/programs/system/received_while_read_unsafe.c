#include <pthread.h>
#include <sys/socket.h>
static char text[2];
static void *receiver(void *unused) {
  recv(0, text, sizeof text, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, receiver, 0);
  send(1, text, 1, 0);
  pthread_join(t, 0);
  return 0;
}
