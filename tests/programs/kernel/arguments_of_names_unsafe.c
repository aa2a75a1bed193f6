#include <linux/kthread.h>
static int started;
static int run(void *unused) {
  started++;
  while (!kthread_should_stop())
    schedule_timeout_interruptible(1);
  return 0;
}
int main(void) {
  struct task_struct *first = kthread_run(run, 0, "first");
  struct task_struct *second = kthread_create(run, 0, "number %d", started);
  kthread_stop(second);
  kthread_stop(first);
  return 0;
}
