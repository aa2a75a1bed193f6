// strtok keeps its place for all threads together.
#include <pthread.h>
#include <string.h>
char a[] = "a", b[] = "b";
void *t(void *x) {
  strtok(a, " ");
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  strtok(b, " ");
  pthread_join(p, 0);
  return 0;
}
