/* It may take longer. */
#include <linux/bug.h>
#include <linux/kthread.h>
#include <linux/semaphore.h>

static struct semaphore s;

static int give(void *arg) {
    up(&s);
    return 0;
}

int main(void) {
    sema_init(&s, 0);
    struct task_struct *t = kthread_run(give, 0, "give");
    BUG_ON(down_timeout(&s, 5) != 0);
    kthread_stop(t);
    return 0;
}
