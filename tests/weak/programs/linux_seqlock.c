// sc: safe, tso: safe, pso: safe, armv8: safe
// -DTWICE sc: safe, armv8: safe
#include <assert.h>
#include <linux/seqlock.h>
#include <pthread.h>
seqcount_t count;
int a, b;
void *writer(void *u) {
  write_seqcount_begin(&count);
  WRITE_ONCE(a, 1);
  WRITE_ONCE(b, 1);
  write_seqcount_end(&count);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  unsigned before = raw_read_seqcount(&count);
#ifdef TWICE
  smp_rmb();
#endif
  int x = READ_ONCE(a), y = READ_ONCE(b);
  if (!(before & 1) && !read_seqcount_retry(&count, before))
    assert(x == y);
  pthread_join(t, 0);
}
