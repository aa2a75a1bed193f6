/* Who waits as long as it takes has the semaphore then. */
#include <linux/bug.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/semaphore.h>

static struct semaphore s;

static int give(void *arg) {
    up(&s);
    return 0;
}

int main(void) {
    sema_init(&s, 0);
    struct task_struct *t = kthread_run(give, 0, "give");
    BUG_ON(down_timeout(&s, MAX_SCHEDULE_TIMEOUT) != 0);
    kthread_stop(t);
    BUG_ON(down_timeout(&s, 0) == 0);
    BUG_ON(down_timeout(&s, -1) == 0);
    return 0;
}
