#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
sigset_t mask;
void *add(void *unused) {
  sigaddset(&mask, SIGINT);
  return 0;
}
int main(void) {
  pthread_t thread;
  struct epoll_event event;
  int set = epoll_create1(0);
  pthread_create(&thread, 0, add, 0);
  epoll_pwait(set, &event, 1, 10, &mask);
  pthread_join(thread, 0);
  return 0;
}
