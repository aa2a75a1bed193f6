#include <pthread.h>
#include <unistd.h>
static char first[2];
static void *ask(void *place) {
  char *name = getlogin();
  if (name)
    *(char *)place = name[0];
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, ask, &first[0]);
  ask(&first[1]);
  pthread_join(a, 0);
  return 0;
}
