#include <locale.h>
#include <pthread.h>
static void *ask(void *argument) {
  char *name = setlocale(LC_ALL, NULL);
  return name[0] ? name : 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, ask, 0);
  setlocale(LC_ALL, "");
  pthread_join(a, 0);
  return 0;
}
