// What it prints is read.
#include <err.h>
#include <pthread.h>
char text[2] = "a";
void *write_it(void *unused) {
  text[0] = 'b';
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_it, 0);
  warnx("%s", text);
  pthread_join(t, 0);
  return 0;
}
