// pthread_cleanup_push and pthread_cleanup_pop: what is still to be done when a thread calls pthread_exit.

#define MOST 16

void __not_understood(const char *);

static _Thread_local void (*__functions[MOST])(void *);
static _Thread_local void *__arguments[MOST];
static _Thread_local unsigned __pending = 0;

void pthread_cleanup_push(void (*function)(void *), void *argument) {
  if (__pending >= MOST)
    __not_understood("more than 16 cleanup functions at once");
  __functions[__pending] = function;
  __arguments[__pending] = argument;
  __pending++;
}

void pthread_cleanup_pop(int execute) {
  void *argument = __arguments[--__pending];
  __arguments[__pending] = 0;  // or memory that it points to is not leaked
  if (execute)
    __functions[__pending](argument);
}

void __run_cleanup_functions(void) {
  while (__pending > 0)
    pthread_cleanup_pop(1);
}
