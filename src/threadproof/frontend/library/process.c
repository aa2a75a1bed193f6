// <unistd.h>, <sched.h>: numbers that are whatever they are, but do not change.

void __VERIFIER_assume(int);

extern int __process, __parent;
extern __thread int __thread_number;

int getpid(void) {
  __VERIFIER_assume(__process > 0);
  return __process;
}

int getppid(void) {
  __VERIFIER_assume(__parent >= 0);
  return __parent;
}

int gettid(void) {
  __VERIFIER_assume(__thread_number > 0);
  return __thread_number;
}

int sched_get_priority_min(int policy) { return policy == 0 ? 0 : 1; }
int sched_get_priority_max(int policy) { return policy == 0 ? 0 : 99; }
