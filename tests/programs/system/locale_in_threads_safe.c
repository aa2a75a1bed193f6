#include <locale.h>
#include <pthread.h>
static void *ask(void *argument) {
  char *name = setlocale(LC_ALL, NULL);
  return name[0] ? name : 0;
}
int main(void) {
  pthread_t a, b;
  setlocale(LC_ALL, "");
  pthread_create(&a, 0, ask, 0);
  pthread_create(&b, 0, ask, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
