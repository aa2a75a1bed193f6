// Numbers with a fraction from their text, and quotients with their remainders.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

int __is_argument(const char *);
double __VERIFIER_nondet_double(void);
_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);
size_t __argument_length(const char *);
void __VERIFIER_assume(int);
void __set_errno(int);
void __approximately(const char *);
void __not_understood(const char *);

div_t div(int x, int y) { return (div_t){x / y, x % y}; }
ldiv_t ldiv(long x, long y) { return (ldiv_t){x / y, x % y}; }
lldiv_t lldiv(long long x, long long y) { return (lldiv_t){x / y, x % y}; }

// Does the text go on like this, in letters of any size?
static _Bool __begins(const char *s, const char *word) {
  for (size_t i = 0; word[i]; i++)
    if ((s[i] | 0x20) != word[i])
      return 0;
  return 1;
}

// With 15 digits and a power of ten up to 22 both are exact, and one division or product is rounded once.
#define EXACT_DIGITS 15
#define EXACT_POWER 22

double strtod(const char *restrict s, char **restrict end) {
  size_t i = 0;
  if (__is_argument(s)) {
    // of main, which may be any
    __approximately("strtod of an argument of the program");
    size_t length = __argument_length(s);
    i = __VERIFIER_nondet_size_t();
    __VERIFIER_assume(i <= length);
    if (end)
      *end = (char *)s + i;
    return i ? __VERIFIER_nondet_double() : 0;
  }
  char c = s[0];
  while (c == ' ' || (c >= 9 && c <= 13))
    c = s[++i];
  _Bool negative = c == '-';
  if (c == '-' || c == '+')
    c = s[++i];
  if (c == 'i' || c == 'I' || c == 'n' || c == 'N') {
    size_t length = __begins(s + i, "infinity") ? 8 : __begins(s + i, "inf") || __begins(s + i, "nan") ? 3 : 0;
    if (end)
      *end = (char *)s + (length ? i + length : 0);
    if (c == 'n' || c == 'N') {
      if (length && s[i + 3] == '(')
        __not_understood("NaN with a name as a text");
      return length ? 0.0 / 0.0 : 0;
    }
    return length ? (negative ? -1 / 0.0 : 1 / 0.0) : 0;
  }
  if (c == '0' && (s[i + 1] | 0x20) == 'x')
    __not_understood("hexadecimal number with a fraction as a text");
  unsigned long long digits = 0;
  int count = 0, power = 0;
  _Bool any = 0, has_point = 0;
  for (;; c = s[++i]) {
    if (c == '.' && !has_point) {
      has_point = 1;
      continue;
    }
    if (c < '0' || c > '9')
      break;
    any = 1;
    if (count == EXACT_DIGITS)
      __not_understood("number of more than 15 digits with a fraction as a text");
    digits = digits * 10 + (c - '0');
    count += digits != 0;
    power -= has_point;
  }
  if (!any) {
    if (end)
      *end = (char *)s;
    return 0;
  }
  if (c == 'e' || c == 'E') {
    size_t at = i + 1;
    char x = s[at];
    _Bool is_below = x == '-';
    if (x == '-' || x == '+')
      x = s[++at];
    if (x >= '0' && x <= '9') {
      int exponent = 0;
      for (; x >= '0' && x <= '9'; x = s[++at])
        if (exponent < 10000)
          exponent = exponent * 10 + (x - '0');
      power += is_below ? -exponent : exponent;
      i = at;
    }
  }
  if (end)
    *end = (char *)s + i;
  if (!digits)
    return negative ? -0.0 : 0.0;
  if (power > EXACT_POWER || power < -EXACT_POWER)
    __not_understood("number with a large power of ten as a text");
  double value = (double)digits, ten = 1;
  for (int n = power < 0 ? -power : power; n > 0; n--)
    ten *= 10;
  value = power < 0 ? value / ten : value * ten;
  return negative ? -value : value;
}

double atof(const char *s) { return strtod(s, 0); }

// The number is rounded to a double first: that is of no importance unless this is just between two floats. (None that
// strtod understands is too large or too small for one.)
float strtof(const char *restrict s, char **restrict end) {
  union {
    double value;
    unsigned long long bits;
  } found = {strtod(s, end)};
  if ((found.bits & 0x1fffffff) == 0x10000000)
    __not_understood("number as a text that is between two floats");
  return (float)found.value;
}
