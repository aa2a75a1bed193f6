// <stdlib.h> and its neighbours: numbers, searching, memory.
#include <errno.h>
#include <stddef.h>

int __between(unsigned, unsigned);
unsigned __VERIFIER_nondet_uint(void);
void *malloc(size_t);
void *__malloc_aligned(size_t);
void *__memalign(size_t, size_t);
void *realloc(void *, size_t);
void __set_errno(int);
size_t __VERIFIER_nondet_size_t(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

// Arguments of main that may be any: what numbers of base 10 they are for each of these functions, and whether they are
// any, are too large, or go on behind it. That the answers fit together is not said here: some of those that are not
// possible are looked at as well.
int __is_argument(const char *);
int __argument_number(const char *);
size_t __argument_length(const char *);
extern unsigned char __argument_is_number[9], __argument_is_large[9], __argument_goes_on[9];
extern int __argument_as_int[9];
extern long __argument_as_long[9];
extern unsigned long __argument_as_ulong[9];
extern long long __argument_as_llong[9];
extern unsigned long long __argument_as_ullong[9];

// The same, where nobody asks twice.
int __is_asked_once(void);
unsigned char __some_is_number(void), __some_is_large(void), __some_goes_on(void);
int __some_as_int(void);
long __some_as_long(void);
unsigned long __some_as_ulong(void);
long long __some_as_llong(void);
unsigned long long __some_as_ullong(void);

// Where the number ends that the argument begins with.
static char *__end_of_number(const char *s, int goes_on) {
  size_t length = __argument_length(s), at = length;
  if (goes_on) {
    at = __VERIFIER_nondet_size_t();
    __VERIFIER_assume(at < length);
  }
  __VERIFIER_assume(at >= 1);
  return (char *)s + at;
}

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

static int __first_bit(unsigned long long x) {
  if (!x)
    return 0;
  int n = 1;
  while (!(x & 1)) {
    x >>= 1;
    n++;
  }
  return n;
}

int ffs(int x) { return __first_bit((unsigned)x); }
int ffsl(long x) { return __first_bit((unsigned long)x); }
int ffsll(long long x) { return __first_bit((unsigned long long)x); }

// The value of a digit; 99 if it is none.
static int __digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

// glibc reads 0b110 from version 2.38 on, unless the program is of an older C: nobody knows which one there will be.
extern unsigned __version_of_the_library;
_Bool __reads_binary(void) { return __version_of_the_library > 0x7fffffff; }

// What strtol and its kin have in common: the digits up to a limit. NAME gives the type and the limits of the result.
#define CONVERSION(NAME, TYPE, ABOVE, BELOW, KIND)                                                                     \
  TYPE NAME(const char *s, char **end, int base) {                                                                     \
    size_t i = 0;                                                                                                      \
    if (base < 0 || base == 1 || base > 36) {                                                                          \
      __set_errno(EINVAL);                                                                                             \
      return 0;                                                                                                        \
    }                                                                                                                  \
    if (__is_argument(s)) {                                                                                            \
      int n = __argument_number(s), is_known = base == 10 && !__is_asked_once();                                       \
      if (!(is_known ? __argument_is_number[n] : __some_is_number())) {                                                \
        if (end)                                                                                                       \
          *end = (char *)s;                                                                                            \
        return 0;                                                                                                      \
      }                                                                                                                \
      if (end)                                                                                                         \
        *end = __end_of_number(s, is_known ? __argument_goes_on[n] : __some_goes_on());                                \
      TYPE any = is_known ? __argument_##KIND[n] : __some_##KIND();                                                    \
      if (is_known ? __argument_is_large[n] : __some_is_large()) {                                                     \
        int negative = any < 0;                                                                                        \
        __set_errno(ERANGE);                                                                                           \
        return RESULT_IF_OUT(negative ? BELOW : ABOVE);                                                                \
      }                                                                                                                \
      return any;                                                                                                      \
    }                                                                                                                  \
    char c = s[0];                                                                                                     \
    while (c == ' ' || (c >= 9 && c <= 13))                                                                            \
      c = s[++i];                                                                                                      \
    int negative = c == '-';                                                                                           \
    if (c == '-' || c == '+')                                                                                          \
      c = s[++i];                                                                                                      \
    if ((base == 0 || base == 16) && c == '0') {                                                                       \
      char x = s[i + 1];                                                                                               \
      if ((x == 'x' || x == 'X') && __digit(s[i + 2]) < 16) {                                                          \
        i += 2;                                                                                                        \
        c = s[i];                                                                                                      \
        base = 16;                                                                                                     \
      }                                                                                                                \
    }                                                                                                                  \
    if ((base == 0 || base == 2) && c == '0' && (s[i + 1] == 'b' || s[i + 1] == 'B') && __digit(s[i + 2]) < 2 &&       \
        __reads_binary()) {                                                                                            \
      i += 2;                                                                                                          \
      c = s[i];                                                                                                        \
      base = 2;                                                                                                        \
    }                                                                                                                  \
    if (base == 0)                                                                                                     \
      base = c == '0' ? 8 : 10;                                                                                        \
    unsigned TYPE_OF(TYPE) limit = negative ? BELOW : ABOVE, value = 0;                                                \
    int any = 0, out = 0;                                                                                              \
    for (int d = __digit(c); d < base; d = __digit(s[++i])) {                                                          \
      any = 1;                                                                                                         \
      if (value > (limit - d) / base)                                                                                  \
        out = 1;                                                                                                       \
      else                                                                                                             \
        value = value * base + d;                                                                                      \
    }                                                                                                                  \
    if (end)                                                                                                           \
      *end = (char *)s + (any ? i : 0);                                                                                \
    if (out) {                                                                                                         \
      __set_errno(ERANGE);                                                                                             \
      return RESULT_IF_OUT(limit);                                                                                     \
    }                                                                                                                  \
    return negative ? -value : value;                                                                                  \
  }
#define TYPE_OF(TYPE) REST_##TYPE
#define REST_long long
#define RESULT_IF_OUT(limit) (negative ? -(limit) : (limit))

#define SIGNED_LONG_MAX (~0ul >> 1)
#define SIGNED_LLONG_MAX (~0ull >> 1)
typedef long long __long_long;
#define REST___long_long long long
CONVERSION(strtol, long, SIGNED_LONG_MAX, SIGNED_LONG_MAX + 1, as_long)
CONVERSION(strtoll, __long_long, SIGNED_LLONG_MAX, SIGNED_LLONG_MAX + 1, as_llong)

#undef RESULT_IF_OUT
#define RESULT_IF_OUT(limit) (limit)
typedef unsigned long __unsigned_long;
typedef unsigned long long __unsigned_long_long;
#define REST___unsigned_long long
#define REST___unsigned_long_long long long
CONVERSION(strtoul, __unsigned_long, ~0ul, ~0ul, as_ulong)
CONVERSION(strtoull, __unsigned_long_long, ~0ull, ~0ull, as_ullong)

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) {
  if (__is_argument(s))
    return __is_asked_once() ? __some_as_int() : __argument_as_int[__argument_number(s)];
  return strtol(s, 0, 10);
}
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

int rand_r(unsigned *seed) {
  unsigned old = *seed;
  *seed = __VERIFIER_nondet_uint();
  return __between(0, 0x7fffffff);
}

// By halves, as glibc; which one is found of several that are equal C leaves open.
void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  const void *found = 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const void *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) {
      found = element;
      if (__VERIFIER_nondet_bool())
        break;
      order = __VERIFIER_nondet_bool() ? -1 : 1;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return (void *)found;
}

// An alignment that is no power of two is one that is larger, or an error: that depends on the version of glibc.
void *__aligned_alloc(size_t alignment, size_t size) {
  if ((alignment & (alignment - 1) || !alignment) && __VERIFIER_nondet_bool()) {
    __set_errno(EINVAL);
    return 0;
  }
  return __memalign(alignment, size);
}

void *__memalign(size_t alignment, size_t size) {
  if (alignment > (size_t)-1 / 2 + 1) {
    __set_errno(EINVAL);
    return 0;
  }
  return __malloc_aligned(size);
}

int __posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment)
    return EINVAL;
  *result = __malloc_aligned(size);
  return 0;
}

void *reallocarray(void *old, size_t n, size_t size) {
  if (size && n > (size_t)-1 / size) {
    __set_errno(ENOMEM);
    return 0;
  }
  return realloc(old, n * size);
}
