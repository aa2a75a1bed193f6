// Each thread has values of its own; the destructor gets the one of its thread.
#include <assert.h>
#include <threads.h>
tss_t k;
int values[2];
void d(void *p) { *(int *)p += 1; }
int t(void *p) {
  assert(tss_get(k) == 0);
  tss_set(k, p);
  assert(tss_get(k) == p);
  return 0;
}
int main(void) {
  thrd_t s[2];
  tss_create(&k, d);
  for (int i = 0; i < 2; i++)
    thrd_create(&s[i], t, &values[i]);
  for (int i = 0; i < 2; i++)
    thrd_join(s[i], 0);
  assert(values[0] == 1 && values[1] == 1);
  return 0;
}
