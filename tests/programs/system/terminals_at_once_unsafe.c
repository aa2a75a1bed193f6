#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *tell(void *argument) {
  char *name = ttyname(0);
  if (name)
    puts(name);
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
