// Threads, work queues and RCU of the Linux kernel.
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __sequential_only(const char *);
void __VERIFIER_atomic_end(void);
void __unordered_begin(void);
void __unordered_end(void);
_Bool __VERIFIER_nondet_bool(void);
long __kernel_time_left(long);
void __kernel_ignore_signals(_Bool);
void __lie_down(pthread_cond_t *);
int __sleep(pthread_cond_t *);
int __sleep_for_a_time(pthread_cond_t *);
int __get_up(pthread_cond_t *);

// Threads of their own kind begin when they are told to; whoever else asks is one, too.

static _Thread_local struct task_struct *__task = 0;
static _Thread_local struct task_struct __other;

struct task_struct *__kernel_current(void) {
  if (!__task) {
    __atomic_store_n(&__other.__has_begun, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&__other.__held, 1, __ATOMIC_RELAXED);
    __task = &__other;
  }
  return __task;
}

void __kernel_put_task(struct task_struct *task) {
  if (--task->__held == 0)
    free(task);
}

static void *__kernel_thread(void *argument) {
  struct task_struct *task = argument;
  __task = task;
  __kernel_ignore_signals(1);
  sem_wait(&task->__may_begin);
  task->__result = task->__shall_stop ? -EINTR : task->__function(task->__data);
  __task = 0;
  sem_post(&task->__is_over);
  __kernel_put_task(task);
  return 0;
}

struct task_struct *__kernel_kthread_create(int (*function)(void *), void *data) {
  struct task_struct *task = calloc(1, sizeof *task);
  task->__function = function;
  task->__data = data;
  task->__held = 1;
  sem_init(&task->__may_begin, 0, 0);
  sem_init(&task->__is_over, 0, 0);
  pthread_create(&task->__handle, 0, __kernel_thread, task);
  return task;
}

int __kernel_wake_up_process(struct task_struct *task) {
  __VERIFIER_atomic_begin();
  int was_asleep = !task->__has_begun || task->__state_of_it;
  if (!task->__has_begun) {
    task->__has_begun = 1;
    sem_post(&task->__may_begin);
  } else if (task->__state_of_it) {
    task->__state_of_it = TASK_RUNNING;
    pthread_cond_broadcast(&task->__bed);
  }
  __VERIFIER_atomic_end();
  return was_asleep;
}

int __kernel_kthread_stop(struct task_struct *task) {
  task->__held++;
  task->__shall_stop = 1;
  __kernel_wake_up_process(task);
  sem_wait(&task->__is_over);
  int result = task->__result;
  __kernel_put_task(task);
  return result;
}

void __kernel_set_state(int state) {
  struct task_struct *task = __kernel_current();
  __unordered_begin();
  __atomic_store_n(&task->__state_of_it, state, __ATOMIC_RELAXED);
  if (state)
    __lie_down(&task->__bed);
  else
    __get_up(&task->__bed);
  __unordered_end();
}

void __kernel_schedule(void) {
  struct task_struct *task = __kernel_current();
  if (task->__state_of_it)
    __sleep(&task->__bed);
  __kernel_set_state(TASK_RUNNING);
}

long __kernel_schedule_timeout(long time, int state) {
  struct task_struct *task = __kernel_current();
  if (state >= 0)
    __kernel_set_state(state);
  _Bool is_late = 0;
  if (time == LONG_MAX)
    __kernel_schedule();
  else {
    if (task->__state_of_it)
      is_late = __sleep_for_a_time(&task->__bed) == 2;
    __kernel_set_state(TASK_RUNNING);
  }
  if (is_late || time <= 0)
    return 0;
  return time == LONG_MAX ? time : __kernel_time_left(time + 1) - 1;
}

// Wait queues know who waits there. (Who waits alone in its kind is refused.)

void __kernel_init_waitqueue(wait_queue_head_t *q) {
  pthread_mutex_init(&q->lock.__lock, 0);
  __unordered_begin();
  for (int i = 0; i < __MOST_WAITING; i++)
    q->__waiting[i] = 0;
  __unordered_end();
}

// These take its lock, which hardly anybody else does.
static void __must_be_free(wait_queue_head_t *q) {
  if (pthread_mutex_trylock(&q->lock.__lock))
    __not_understood("a wait queue whose lock is held");
  pthread_mutex_unlock(&q->lock.__lock);
}

void __kernel_prepare_to_wait(wait_queue_head_t *q, int state) {
  struct task_struct *task = __kernel_current();
  int mine = 0;
  __VERIFIER_atomic_begin();
  __must_be_free(q);
  while (mine < __MOST_WAITING && q->__waiting[mine] != task)
    mine++;
  if (mine == __MOST_WAITING)
    for (mine = 0; mine < __MOST_WAITING && q->__waiting[mine];)
      mine++;
  if (mine == __MOST_WAITING)
    __not_understood("more than 8 threads in a wait queue");
  q->__waiting[mine] = task;
  task->__state_of_it = state;
  __lie_down(&task->__bed);
  __VERIFIER_atomic_end();
}

int __kernel_sleep(_Bool is_timed) {
  struct task_struct *task = __kernel_current();
  if (!task->__state_of_it)
    return 0;
  return is_timed ? __sleep_for_a_time(&task->__bed) : __sleep(&task->__bed);
}

// (it takes the lock only if it is there still)
void __kernel_finish_wait(wait_queue_head_t *q) {
  __sequential_only("finish_wait");
  struct task_struct *task = __kernel_current();
  __VERIFIER_atomic_begin();
  for (int i = 0; i < __MOST_WAITING; i++)
    if (q->__waiting[i] == task) {
      __must_be_free(q);
      q->__waiting[i] = 0;
    }
  task->__state_of_it = TASK_RUNNING;
  __get_up(&task->__bed);
  __VERIFIER_atomic_end();
}

void __kernel_wake_up(wait_queue_head_t *q, int mode) {
  __VERIFIER_atomic_begin();
  __must_be_free(q);
  for (int i = 0; i < __MOST_WAITING; i++) {
    struct task_struct *task = q->__waiting[i];
    if (task && (task->__state_of_it & mode)) {
      task->__state_of_it = TASK_RUNNING;
      pthread_cond_broadcast(&task->__bed);
    }
  }
  __VERIFIER_atomic_end();
}

// Others wait for the end of these: runs of works, readers and callbacks of RCU, each with a number.

#define WORKS 8
#define READERS 8
#define CALLBACKS 8
#define WAITING 8
#define WORK(n) (1u << (n))
#define READER(n) (1u << (WORKS + (n)))
#define CALLBACK(n) (1u << (WORKS + READERS + (n)))

static unsigned __awaited[WAITING];
static _Bool __is_waiting[WAITING];
static pthread_cond_t __changed;

// Called where no other thread can come between, like all of these but the next.
static void __is_done(unsigned what) {
  for (int i = 0; i < WAITING; i++)
    __awaited[i] &= ~what;
  pthread_cond_broadcast(&__changed);
}

static int __begin_to_wait(unsigned what) {
  int mine = 0;
  while (mine < WAITING && __is_waiting[mine])
    mine++;
  if (mine == WAITING)
    __not_understood("more than 8 threads that wait for works or RCU");
  __is_waiting[mine] = 1;
  __awaited[mine] = what;
  return mine;
}

static void __wait_until_done(int mine) {
  for (;;) {
    __VERIFIER_atomic_begin();
    if (!__awaited[mine])
      break;
    __lie_down(&__changed);
    __VERIFIER_atomic_end();
    __sleep(&__changed);
  }
  __get_up(&__changed);
  __is_waiting[mine] = 0;
  __VERIFIER_atomic_end();
}

// Works: each run is a thread.

enum { IDLE, QUEUED, CANCELLED, RUNNING };
static struct {
  struct workqueue_struct *queue;
  struct work_struct *work;
  int state;
  // those that an ordered queue does first; whether it may be queued again
  unsigned before;
  _Bool is_last;
} __works[WORKS];

static void __end_of_work(int n) {
  __works[n].is_last = 0;
  for (int i = 0; i < WORKS; i++)
    __works[i].before &= ~WORK(n);
  __is_done(WORK(n));
}

static _Bool __has_to_wait(int n) {
  if (__works[n].before)
    return 1;
  for (int i = 0; i < WORKS; i++)
    if (i != n && __works[i].state == RUNNING && __works[i].work == __works[n].work)
      return 1;
  return 0;
}

static void *__kernel_worker(void *argument) {
  int mine = (int)(long)argument;
  __kernel_ignore_signals(1);
  for (;;) {
    __VERIFIER_atomic_begin();
    if (__works[mine].state == CANCELLED || !__has_to_wait(mine))
      break;
    __lie_down(&__changed);
    __VERIFIER_atomic_end();
    __sleep(&__changed);
  }
  __get_up(&__changed);
  if (__works[mine].state == CANCELLED) {
    __works[mine].state = IDLE;
    __VERIFIER_atomic_end();
    return 0;
  }
  __works[mine].state = RUNNING;
  struct work_struct *work = __works[mine].work;
  work_func_t function = work->func;
  __VERIFIER_atomic_end();
  function(work);
  __VERIFIER_atomic_begin();
  __works[mine].state = IDLE;
  __works[mine].work = 0;
  __end_of_work(mine);
  __VERIFIER_atomic_end();
  return 0;
}

_Bool __kernel_queue_work(struct workqueue_struct *queue, struct work_struct *work) {
  int mine = -1;
  unsigned before = 0;
  _Bool is_ordered = queue && queue->__is_ordered;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < WORKS; i++) {
    _Bool is_it = __works[i].work == work;
    if ((is_it && __works[i].state == QUEUED) || (is_it && __works[i].is_last)) {
      __VERIFIER_atomic_end();
      return 0;
    }
    if (__works[i].state == IDLE)
      mine = i;
    else if (is_ordered && __works[i].state != CANCELLED && __works[i].queue == queue)
      before |= WORK(i);
  }
  if (mine < 0)
    __not_understood("more than 8 works at once");
  __works[mine].state = QUEUED;
  __works[mine].queue = queue;
  __works[mine].work = work;
  __works[mine].before = before;
  __VERIFIER_atomic_end();
  pthread_t thread;
  pthread_create(&thread, 0, __kernel_worker, (void *)(long)mine);
  return 1;
}

_Bool __kernel_flush_work(struct work_struct *work) {
  unsigned queued = 0, running = 0;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < WORKS; i++)
    if (__works[i].work == work) {
      if (__works[i].state == QUEUED)
        queued |= WORK(i);
      if (__works[i].state == RUNNING)
        running |= WORK(i);
    }
  if (!queued)
    queued = running;
  if (!queued) {
    __VERIFIER_atomic_end();
    return 0;
  }
  int mine = __begin_to_wait(queued);
  __VERIFIER_atomic_end();
  __wait_until_done(mine);
  return 1;
}

_Bool __kernel_cancel_work(struct work_struct *work, _Bool is_sync) {
  unsigned running = 0;
  int mine = -1;
  _Bool was_queued = 0;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < WORKS; i++)
    if (__works[i].work == work) {
      if (__works[i].state == QUEUED) {
        __works[i].state = CANCELLED;
        __works[i].work = 0;
        __end_of_work(i);
        was_queued = 1;
      } else if (__works[i].state == RUNNING && is_sync) {
        __works[i].is_last = 1;
        running |= WORK(i);
      }
    }
  if (running)
    mine = __begin_to_wait(running);
  __VERIFIER_atomic_end();
  if (running)
    __wait_until_done(mine);
  return was_queued;
}

_Bool __kernel_work_pending(struct work_struct *work) {
  _Bool is_queued = 0;
  __unordered_begin();
  for (int i = 0; i < WORKS; i++)
    is_queued |= __works[i].work == work && __works[i].state == QUEUED;
  __unordered_end();
  return is_queued;
}

void __kernel_flush_workqueue(struct workqueue_struct *queue) {
  unsigned there = 0;
  int mine = -1;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < WORKS; i++)
    if ((__works[i].state == QUEUED || __works[i].state == RUNNING) && __works[i].queue == queue)
      there |= WORK(i);
  if (there)
    mine = __begin_to_wait(there);
  __VERIFIER_atomic_end();
  if (there)
    __wait_until_done(mine);
}

struct workqueue_struct *__kernel_new_workqueue(_Bool is_ordered) {
  struct workqueue_struct *queue = malloc(sizeof *queue);
  queue->__is_ordered = is_ordered;
  return queue;
}

void __kernel_destroy_workqueue(struct workqueue_struct *queue) {
  for (;;) {
    unsigned there = 0;
    __VERIFIER_atomic_begin();
    for (int i = 0; i < WORKS; i++)
      if ((__works[i].state == QUEUED || __works[i].state == RUNNING) && __works[i].queue == queue)
        there |= WORK(i);
    if (!there)
      break;
    int mine = __begin_to_wait(there);
    __VERIFIER_atomic_end();
    __wait_until_done(mine);
  }
  __VERIFIER_atomic_end();
  free(queue);
}

// RCU: who waits, waits for those who read already.

static _Bool __reading[READERS];
static _Thread_local unsigned __depth = 0;
static _Thread_local int __reader = 0;

static unsigned __readers(void) {
  unsigned there = 0;
  for (int i = 0; i < READERS; i++)
    if (__reading[i])
      there |= READER(i);
  return there;
}

void __kernel_rcu_read_lock(void) {
  if (__depth++)
    return;
  int mine = 0;
  __unordered_begin();
  while (mine < READERS && __reading[mine])
    mine++;
  if (mine == READERS)
    __not_understood("more than 8 readers of RCU at once");
  __reading[mine] = 1;
  __unordered_end();
  __reader = mine;
}

void __kernel_rcu_read_unlock(void) {
  __sequential_only("rcu_read_unlock");
  if (!__depth)
    __not_understood("rcu_read_unlock without rcu_read_lock");
  if (--__depth)
    return;
  __VERIFIER_atomic_begin();
  __reading[__reader] = 0;
  __is_done(READER(__reader));
  __VERIFIER_atomic_end();
}

void __kernel_synchronize_rcu(void) {
  int mine = -1;
  __sync_synchronize();
  __VERIFIER_atomic_begin();
  unsigned there = __readers();
  if (there)
    mine = __begin_to_wait(there);
  __VERIFIER_atomic_end();
  if (there)
    __wait_until_done(mine);
  __sync_synchronize();
}

static struct {
  _Bool is_there;
  // without a function it is freed
  void *what;
  rcu_callback_t function;
} __callbacks[CALLBACKS];

static void *__kernel_callback(void *argument) {
  int mine = (int)(long)argument;
  __kernel_synchronize_rcu();
  __VERIFIER_atomic_begin();
  void *what = __callbacks[mine].what;
  rcu_callback_t function = __callbacks[mine].function;
  __VERIFIER_atomic_end();
  if (function)
    function(what);
  else
    free(what);
  __VERIFIER_atomic_begin();
  __callbacks[mine].is_there = 0;
  __callbacks[mine].what = 0;
  __is_done(CALLBACK(mine));
  __VERIFIER_atomic_end();
  return 0;
}

void __kernel_call_rcu(struct rcu_head *head, rcu_callback_t function) {
  int mine = 0;
  __VERIFIER_atomic_begin();
  while (mine < CALLBACKS && __callbacks[mine].is_there)
    mine++;
  if (mine == CALLBACKS)
    __not_understood("more than 8 callbacks of RCU at once");
  __callbacks[mine].is_there = 1;
  __callbacks[mine].what = head;
  __callbacks[mine].function = function;
  __VERIFIER_atomic_end();
  pthread_t thread;
  pthread_create(&thread, 0, __kernel_callback, (void *)(long)mine);
}

void __kernel_free_rcu(void *what) {
  if (what)
    __kernel_call_rcu(what, 0);
}

void __kernel_rcu_barrier(void) {
  unsigned there = 0;
  int mine = -1;
  __VERIFIER_atomic_begin();
  for (int i = 0; i < CALLBACKS; i++)
    if (__callbacks[i].is_there)
      there |= CALLBACK(i);
  if (there)
    mine = __begin_to_wait(there);
  __VERIFIER_atomic_end();
  if (there)
    __wait_until_done(mine);
}
