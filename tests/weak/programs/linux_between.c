// -DCOMPLETE_ALL sc: safe, tso: safe, armv8: unsafe
// -DCOMPLETION_DONE sc: safe, tso: unknown
// -DFINISH_WAIT sc: safe, tso: unknown
// -DFIRST sc: safe, tso: unsafe
// -DJIFFIES sc: safe, tso: unsafe
// -DIS_LOCKED sc: safe, tso: unsafe
// -DSHOULD_STOP sc: safe, tso: unsafe
// -DREAD_LOCK sc: safe, tso: unsafe
// -DSET_STATE sc: safe, tso: unsafe
// -DSET_STATE_AND_WAIT sc: safe, tso: safe
// -DTRY_WAIT sc: safe, tso: unknown
// -DSYNCHRONIZE sc: safe, tso: safe
// what stands between a store and a load, as a processor sees what Linux does there
#include <assert.h>
#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/wait.h>
#include <pthread.h>
int x, y, r0, r1;
DECLARE_COMPLETION(done);
DECLARE_WAIT_QUEUE_HEAD(queue);
DECLARE_RWSEM(lock);
static inline void between(void) {
#ifdef COMPLETE_ALL
  complete_all(&done);
#elif defined(COMPLETION_DONE)
  completion_done(&done);
#elif defined(FINISH_WAIT)
  DEFINE_WAIT(wait);
  finish_wait(&queue, &wait);
#elif defined(FIRST)
  init_completion(&done);
#elif defined(JIFFIES)
  unsigned long now = jiffies;
#elif defined(IS_LOCKED)
  rwsem_is_locked(&lock);
#elif defined(SHOULD_STOP)
  kthread_should_stop();
#elif defined(READ_LOCK)
  rcu_read_lock();
#elif defined(SET_STATE)
  __set_current_state(TASK_INTERRUPTIBLE);
#elif defined(SET_STATE_AND_WAIT)
  set_current_state(TASK_INTERRUPTIBLE);
#elif defined(TRY_WAIT)
  try_wait_for_completion(&done);
#elif defined(SYNCHRONIZE)
  synchronize_rcu();
#endif
}
void *left(void *u) {
  WRITE_ONCE(x, 1);
  between();
  r0 = READ_ONCE(y);
  return 0;
}
void *right(void *u) {
  WRITE_ONCE(y, 1);
  smp_mb();
  r1 = READ_ONCE(x);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r0 || r1);
}
