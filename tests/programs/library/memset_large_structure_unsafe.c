// The last cell of a large structure is set to zero while a thread looks at it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct cell {
  long id;
  int *value;
};

struct node {
  struct node *next;
  struct cell cells[1030];
  char last;
};

struct node *shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  assert(shared->cells[1029].id == 5);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct node *n = malloc(sizeof *n);
  n->cells[1029].id = 5;
  n->last = 1;
  memset(n, 0, sizeof *n);
  assert(n->next == 0 && n->cells[0].id == 0 && n->cells[1029].id == 0);
  n->cells[1029].id = 5;
  shared = n;
  pthread_create(&thread, 0, reader, 0);
  memset(n, 0, sizeof *n);
  pthread_join(thread, 0);
  free(n);
  return 0;
}
