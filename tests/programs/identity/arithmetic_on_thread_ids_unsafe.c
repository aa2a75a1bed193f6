#include <assert.h>
#include <pthread.h>
// Ids differ, but their slots need not.
int slots[2];
void *note(void *slot) {
  *(int *)slot = pthread_self() % 4;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, note, &slots[0]);
  pthread_create(&u, 0, note, &slots[1]);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(slots[0] != slots[1]);
  return 0;
}
