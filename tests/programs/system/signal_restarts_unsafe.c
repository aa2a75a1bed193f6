#include <pthread.h>
#include <signal.h>
static int restarted;
static void *ask(void *unused) {
  struct sigaction old;
  sigaction(SIGPIPE, 0, &old);
  if (old.sa_flags & SA_RESTART && sigismember(&old.sa_mask, SIGPIPE))
    restarted++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  signal(SIGPIPE, SIG_IGN);
  pthread_create(&a, 0, ask, 0);
  pthread_create(&b, 0, ask, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
