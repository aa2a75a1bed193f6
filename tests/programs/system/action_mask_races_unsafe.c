#include <pthread.h>
#include <signal.h>
struct sigaction action;
void *block(void *unused) {
  sigaddset(&action.sa_mask, SIGHUP);
  return 0;
}
int main(void) {
  pthread_t thread;
  action.sa_handler = SIG_IGN;
  pthread_create(&thread, 0, block, 0);
  sigaction(SIGPIPE, &action, 0);
  pthread_join(thread, 0);
  return 0;
}
