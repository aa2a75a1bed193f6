// scanf and sscanf: what one directive of a format takes. Written from C17 7.21.6.2; where that leaves a number that is
// out of range undefined, it is what strtol and its kin give, cut to the type, as in glibc.
#include <stddef.h>

typedef unsigned long long __set;
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void __not_understood(const char *);
void __apart(const char *, size_t, const char *, size_t);
int __is_argument(const char *);
_Bool __reads_binary(void);
double strtod(const char *, char **);
float strtof(const char *, char **);

// Of a text, from place `at` on: the result is the place behind what was taken, or why nothing was.
#define NOTHING ((size_t)-1)   // the text has ended: an input failure
#define OTHERWISE ((size_t)-2) // it goes on in another way: a matching failure

// 256 bits, one for each character
static _Bool __is_in(unsigned char c, __set a, __set b, __set e, __set f) {
  return (c < 64 ? a : c < 128 ? b : c < 192 ? e : f) >> (c & 63) & 1;
}

size_t __scan_blanks(const char *s, size_t at) {
  for (char c = s[at]; c == ' ' || (c >= 9 && c <= 13); c = s[at])
    at++;
  return at;
}

size_t __scan_literal(const char *s, size_t at, char wanted) {
  char c = s[at];
  return c == wanted ? at + 1 : c ? OTHERWISE : NOTHING;
}

// `length` is that of the whole text, which must not be written to; `kept`: what is taken goes where `to` points.
size_t __scan_characters(const char *s, size_t length, size_t at, size_t count, _Bool kept, char *to) {
  if (!s[at])
    return NOTHING;
  for (size_t i = 0; i < count; i++) {
    char c = s[at + i];
    if (!c)
      __not_understood("%c with a width, and fewer characters");
    if (kept) {
      __apart(to, i + 1, s, length + 1);
      to[i] = c;
    }
  }
  return at + count;
}

size_t __scan_string(const char *s, size_t length, size_t at, size_t most, __set a, __set b, __set e, __set f,
                     _Bool kept, char *to) {
  size_t n = 0;
  for (; n < most; n++) {
    char c = s[at + n];
    if (!c && !n)
      return NOTHING;
    if (!c || !__is_in(c, a, b, e, f))
      break;
    if (kept) {
      __apart(to, n + 1, s, length + 1);
      to[n] = c;
    }
  }
  if (!n)
    return OTHERWISE;
  if (kept) {
    __apart(to, n + 1, s, length + 1);
    to[n] = 0;
  }
  return at + n;
}

static int __digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
    return (c | 0x20) - 'a' + 10;
  return 99;
}

#define NEXT (at++, c = --most ? s[at] : 0)
// `largest` is what strtol, or one of its kin, gives at most; `base` 0 lets the text say it.
#define NUMBER(NAME, TYPE)                                                                                             \
  size_t NAME(const char *s, size_t length, size_t at, size_t most, int base, _Bool is_signed,                         \
              unsigned long long largest, _Bool kept, TYPE *to) {                                                      \
    at = __scan_blanks(s, at);                                                                                         \
    char c = s[at];                                                                                                    \
    if (!c)                                                                                                            \
      return NOTHING;                                                                                                  \
    _Bool negative = c == '-', any = 0, out = 0;                                                                       \
    if (c == '-' || c == '+')                                                                                          \
      NEXT;                                                                                                            \
    if (c == '0') {                                                                                                    \
      any = 1;                                                                                                         \
      NEXT;                                                                                                            \
      if ((base == 0 || base == 16) && (c == 'x' || c == 'X')) {                                                       \
        base = 16;                                                                                                     \
        NEXT;                                                                                                          \
        if (__digit(c) >= 16)                                                                                          \
          __not_understood("0x without a digit behind it");                                                            \
      } else if (base == 0 && (c == 'b' || c == 'B') && __reads_binary()) {                                            \
        base = 2;                                                                                                      \
        NEXT;                                                                                                          \
        if (__digit(c) >= 2)                                                                                           \
          __not_understood("0b without a digit behind it");                                                            \
      } else if (base == 0)                                                                                            \
        base = 8;                                                                                                      \
    }                                                                                                                  \
    if (base == 0)                                                                                                     \
      base = 10;                                                                                                       \
    unsigned long long limit = largest + (is_signed && negative), value = 0;                                           \
    for (int d = __digit(c); d < base; d = __digit(c)) {                                                               \
      any = 1;                                                                                                         \
      if (value > (limit - d) / base)                                                                                  \
        out = 1;                                                                                                       \
      else                                                                                                             \
        value = value * base + d;                                                                                      \
      NEXT;                                                                                                            \
    }                                                                                                                  \
    if (!any)                                                                                                          \
      return OTHERWISE;                                                                                                \
    if (out)                                                                                                           \
      value = limit;                                                                                                   \
    if (kept) {                                                                                                        \
      __apart((char *)to, sizeof *to, s, length + 1);                                                                  \
      *to = negative && !(out && !is_signed) ? -value : value;                                                         \
    }                                                                                                                  \
    return at;                                                                                                         \
  }
NUMBER(__scan_8, signed char)
NUMBER(__scan_16, short)
NUMBER(__scan_32, int)
NUMBER(__scan_64, long long)

// What strtod takes, unless a number seems to go on: C demands a matching failure of "1e", and glibc finds 1 there.
#define FRACTION(NAME, TYPE, READ)                                                                                     \
  size_t NAME(const char *s, size_t length, size_t at, _Bool kept, TYPE *to) {                                         \
    if (__is_argument(s))                                                                                              \
      __not_understood("number with a fraction in an argument of the program");                                        \
    at = __scan_blanks(s, at);                                                                                         \
    if (!s[at])                                                                                                        \
      return NOTHING;                                                                                                  \
    char *end;                                                                                                         \
    TYPE value = READ(s + at, &end);                                                                                   \
    size_t behind = end - s;                                                                                           \
    if (behind == at)                                                                                                  \
      return OTHERWISE;                                                                                                \
    _Bool is_infinite = value && value * 2 == value;                                                                   \
    if ((*end | 0x20) == (is_infinite ? 'i' : 'e'))                                                                    \
      __not_understood("number with a fraction as a text that ends too early");                                        \
    if (kept) {                                                                                                        \
      __apart((char *)to, sizeof *to, s, length + 1);                                                                  \
      *to = value;                                                                                                     \
    }                                                                                                                  \
    return behind;                                                                                                     \
  }
FRACTION(__scan_double, double, strtod)
FRACTION(__scan_float, float, strtof)

// ---------------------------------------------------------------- of a stream, on which any characters may come

// At least one character, at most `most`; then the end.
void __input_string(size_t most, __set a, __set b, __set e, __set f, char *to) {
  size_t n = 0;
  do {
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(__is_in(c, a, b, e, f));
    to[n++] = c;
  } while (n < most && __VERIFIER_nondet_bool());
  to[n] = 0;
}
