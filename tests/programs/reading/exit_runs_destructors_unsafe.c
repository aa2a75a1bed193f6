/* exit runs destructors, _exit does not; threads go on meanwhile */
#include <pthread.h>
extern void reach_error(void); extern void exit(int); extern void _exit(int);
int ready, done;
static void *worker(void *a) { done = 1; return 0; }
__attribute__((destructor)) static void after(void) { if (!done) reach_error(); }
int main(int argc, char **argv) {
  pthread_t t; pthread_create(&t, 0, worker, 0);
  if (argc > 2) exit(0);
  pthread_join(t, 0);
  if (argc > 1) exit(0);
  return 0;
}
