// <stdio.h>: what is read from memory and written to it. Output goes nowhere, input is arbitrary.
#include <stddef.h>

typedef struct __threadproof_file FILE;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __disturb_errno(void);
void __fail(void);
void *malloc(size_t);
void __apart(const char *, size_t, const char *, size_t);

int __is_in_argument(const char *);

// (An argument of main that may be any: nobody writes to it, and it has an end.)
void __read_string(const char *s) {
  if (__is_in_argument(s))
    return;
  while (*s)
    s++;
}

void __read_at_most(const char *s, size_t n) {
  if (__is_in_argument(s))
    return;
  for (size_t i = 0; i < n && s[i]; i++)
    ;
}

static int __output(int c) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return (unsigned char)c;
}

int putchar(int c) { return __output(c); }
int putc(int c, FILE *file) { return __output(c); }
int fputc(int c, FILE *file) { return __output(c); }

static int __input(void) {
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return -1;
  return __VERIFIER_nondet_uchar();
}

int getchar(void) { return __input(); }
int getc(FILE *file) { return __input(); }
int fgetc(FILE *file) { return __input(); }

char *fgets(char *s, int n, FILE *file) {
  int i = 0;
  __disturb_errno();
  while (i + 1 < n) {
    if (__VERIFIER_nondet_bool())
      break;
    char c = __VERIFIER_nondet_char();
    s[i++] = c;
    if (c == '\n')
      break;
  }
  // the end of the input, or an error, which may come late
  if (n < 1 || (i == 0 && n > 1) || (i > 0 && __VERIFIER_nondet_bool()))
    return 0;
  s[i] = 0;
  return s;
}

char *__room_for_text(int length) { return malloc((size_t)length + 1); }

// Formatted output into memory of `n` characters: `at` characters so far, the last place is for the end.
int __put_char(char *to, size_t n, int at, char c) {
  if ((size_t)at + 1 < n)
    to[at] = c;
  return at + 1;
}

static int __pad(char *to, size_t n, int at, int count, char c) {
  for (int i = 0; i < count; i++)
    at = __put_char(to, n, at, c);
  return at;
}

#define WIDEST 0x3fffffff
static void __check(int width) {
  if (width < -WIDEST || width > WIDEST)
    __not_understood("text of 2^30 characters");
}

int __put_string(char *to, size_t n, int at, const char *s, int width, int most) {
  int length = 0;
  __check(width);
  while ((most < 0 || length < most) && s[length])
    length++;
  at = __pad(to, n, at, width - length, ' ');
  size_t end = (size_t)at + length;
  __apart(to, end < n ? end : n, s, length + (most < 0 || length < most));
  for (int i = 0; i < length; i++)
    at = __put_char(to, n, at, s[i]);
  return __pad(to, n, at, -width - length, ' ');
}

int __put_number(char *to, size_t n, int at, unsigned long long value, int base, int sign, int letters, int width,
                 int zeros) {
  int digits = 1;
  unsigned long long power = 1;
  while (value / power >= base) {
    power *= base;
    digits++;
  }
  int length = digits + (sign != 0);
  __check(width);
  if (!zeros)
    at = __pad(to, n, at, width - length, ' ');
  if (sign)
    at = __put_char(to, n, at, sign);
  if (zeros)
    at = __pad(to, n, at, width - length, '0');
  for (; digits > 0; digits--) {
    int d = value / power % base;
    at = __put_char(to, n, at, d < 10 ? '0' + d : letters + d - 10);
    power /= base;
  }
  return __pad(to, n, at, -width - length, ' ');
}

// Of a number's fraction 84 bits are kept, in two halves: if it has more, it is less than 2^-32, and rounded to 0.
#define HALF 42
#define LOW_HALF ((1ULL << HALF) - 1)
#define MOST_DIGITS 9

// %f: exact, ties to even. `capital` says how infinity is written.
int __put_fraction(char *to, size_t n, int at, double value, int precision, int sign, int width, int zeros, int capital) {
  union {
    double value;
    unsigned long long bits;
  } of = {value};
  if (value != value)
    __not_understood("text of a number that is none");
  __check(width);
  if (precision < 0)
    precision = 6;
  if (precision > MOST_DIGITS)
    __not_understood("text with more than 9 digits behind the point");
  unsigned long long mantissa = of.bits & ((1ULL << 52) - 1), whole = 0, digits = 0, power = 1;
  int exponent = of.bits >> 52 & 2047, places = precision + (precision > 0), length = 1;
  if (of.bits >> 63)
    sign = '-';
  if (exponent == 2047) {
    at = __pad(to, n, at, width - 3 - (sign != 0), ' ');
    if (sign)
      at = __put_char(to, n, at, sign);
    at = __put_char(to, n, at, capital ? 'I' : 'i');
    at = __put_char(to, n, at, capital ? 'N' : 'n');
    at = __put_char(to, n, at, capital ? 'F' : 'f');
    return __pad(to, n, at, -width - 3 - (sign != 0), ' ');
  }
  // the number is mantissa / 2^below
  int below = exponent ? 1075 - exponent : 1074;
  if (exponent)
    mantissa |= 1ULL << 52;
  if (below < -10)
    __not_understood("text of a number of 2^63 or more");
  if (below <= 0)
    whole = mantissa << -below;
  else if (below <= 2 * HALF) {
    int left = 2 * HALF - below;
    if (below < 64) {
      whole = mantissa >> below;
      mantissa &= (1ULL << below) - 1;
    }
    unsigned long long high = left >= HALF ? mantissa << (left - HALF) : mantissa >> (HALF - left);
    unsigned long long low = left < HALF ? mantissa << left & LOW_HALF : 0;
    for (int i = 0; i < precision; i++) {
      low *= 10;
      high = high * 10 + (low >> HALF);
      low &= LOW_HALF;
      digits = digits * 10 + (high >> HALF);
      high &= LOW_HALF;
      power *= 10;
    }
    if (high >> (HALF - 1) && (low || high & (LOW_HALF >> 1) || (precision ? digits : whole) & 1))
      digits++;
    if (digits == power) {
      digits = 0;
      whole++;
    }
  }
  for (power = 1; whole / power >= 10; power *= 10)
    length++;
  length += places + (sign != 0);
  if (!zeros)
    at = __pad(to, n, at, width - length, ' ');
  if (sign)
    at = __put_char(to, n, at, sign);
  if (zeros)
    at = __pad(to, n, at, width - length, '0');
  for (; power; power /= 10)
    at = __put_char(to, n, at, '0' + whole / power % 10);
  if (precision)
    at = __put_char(to, n, at, '.');
  for (int i = 1; i <= precision; i++) {
    unsigned long long rest = digits;
    for (int j = i; j < precision; j++)
      rest /= 10;
    at = __put_char(to, n, at, '0' + rest % 10);
  }
  return __pad(to, n, at, -width - length, ' ');
}
