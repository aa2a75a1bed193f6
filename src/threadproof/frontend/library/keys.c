// Thread-specific data, and the cancellation state of threads (nobody is ever cancelled here).
#include <errno.h>

#define KEYS 32
#define ITERATIONS 4

_Bool __VERIFIER_nondet_bool(void);
void __not_understood(const char *);

static _Atomic unsigned __keys = 0;
static void (*_Atomic __destructors[KEYS])(void *);
static _Thread_local const void *__values[KEYS];
// What is done with a key after it was deleted is undefined; glibc says EINVAL, or takes it for a newer key.
static _Atomic _Bool __deleted[KEYS], __some_deleted;

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (__some_deleted)
    __not_understood("a key that is created after another was deleted, whose number it may have");
  unsigned n = __keys++;
  if (n >= KEYS)
    __not_understood("more than 32 keys for thread-specific data");
  __destructors[n] = destructor;
  *key = n;
  return 0;
}

int pthread_key_delete(unsigned key) {
  if (key >= __keys)
    return EINVAL;
  if (__deleted[key])
    __not_understood("use of a key that was deleted");
  __destructors[key] = 0;
  __deleted[key] = 1;
  __some_deleted = 1;
  return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  if (key >= __keys)
    return EINVAL;
  if (__deleted[key])
    __not_understood("use of a key that was deleted");
  __values[key] = value;
  return 0;
}

void *pthread_getspecific(unsigned key) {
  if (key >= __keys)
    return 0;
  if (__deleted[key])
    __not_understood("use of a key that was deleted");
  return (void *)__values[key];
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }
void *tss_get(unsigned key) { return pthread_getspecific(key); }

// Some key with a value among those that were not visited yet; KEYS if there is none.
static unsigned __next_key(unsigned visited) {
  unsigned found = KEYS;
  for (unsigned key = 0; key < KEYS && key < __keys; key++)
    if (!(visited >> key & 1) && __values[key] && (found == KEYS || __VERIFIER_nondet_bool()))
      found = key;
  return found;
}

// At the end of a thread, as long as destructors leave values behind, but not for ever. The order is not specified.
void __run_key_destructors(void) {
  int again = 1;
  for (int round = 0; round < ITERATIONS && again; round++) {
    again = 0;
    unsigned visited = 0;
    for (unsigned key = __next_key(visited); key < KEYS; key = __next_key(visited)) {
      visited |= 1u << key;
      void (*destructor)(void *) = __destructors[key];
      void *value = (void *)__values[key];
      __values[key] = 0;
      if (destructor) {
        again = 1;
        destructor(value);
      }
    }
  }
}

static _Thread_local int __cancel_state = 0, __cancel_type = 0;

int pthread_setcancelstate(int state, int *old) {
  if (state != 0 && state != 1)
    return EINVAL;
  if (old)
    *old = __cancel_state;
  __cancel_state = state;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type != 0 && type != 1)
    return EINVAL;
  if (old)
    *old = __cancel_type;
  __cancel_type = type;
  return 0;
}
