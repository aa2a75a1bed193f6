#include <pthread.h>
#include <stdio.h>

char line[8] = "7 x";

static void *writer(void *p) {
  line[2] = 'y';
  return p;
}

int main(void) {
  pthread_t t;
  int n;
  pthread_create(&t, NULL, writer, NULL);
  sscanf(line, "%d", &n); // the text is read to its end
  pthread_join(t, NULL);
  return 0;
}
