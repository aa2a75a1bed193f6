#include <pthread.h>
#include <signal.h>
struct sigaction action;
void *set(void *unused) {
  action.sa_flags = SA_RESTART;
  return 0;
}
int main(void) {
  pthread_t thread;
  action.sa_handler = SIG_IGN;
  pthread_create(&thread, 0, set, 0);
  sigaction(SIGPIPE, &action, 0);
  pthread_join(thread, 0);
  return 0;
}
