#include <netdb.h>
#include <pthread.h>
struct addrinfo hints;
void *set(void *unused) {
  hints.ai_flags = AI_PASSIVE;
  return 0;
}
int main(void) {
  pthread_t thread;
  struct addrinfo *found;
  pthread_create(&thread, 0, set, 0);
  if (!getaddrinfo("localhost", 0, &hints, &found))
    freeaddrinfo(found);
  pthread_join(thread, 0);
  return 0;
}
