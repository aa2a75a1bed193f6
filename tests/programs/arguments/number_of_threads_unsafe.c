// With one thread there is nobody to race with.
#include <pthread.h>
#include <stdlib.h>

static int count = 0;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  if (n < 1 || n > 2)
    return 1;
  pthread_t threads[2];
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  return 0;
}
