// <math.h>, as far as IEEE 754 says what comes out, bit by bit; all else is refused by its name.
#include <errno.h>
#include <stddef.h>
#include <time.h>

double __sqrt(double);
float __sqrtf(float);
_Bool __VERIFIER_nondet_bool(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __set_errno(int);
// Never defined: who comes there is told so.
void the_sign_of_a_NaN(void);

// From here on every double is an integer.
#define WHOLE 4503599627370496.0

int isnan(double x) { return x != x; }
int isnanf(float x) { return x != x; }
int isfinite(double x) { return x - x == 0; }
int finite(double x) { return x - x == 0; }
int isinf(double x) { return x == x && x - x != 0; }
int isinf_sign(double x) { return x == x && x - x != 0 ? x < 0 ? -1 : 1 : 0; }
int isgreater(double x, double y) { return x > y; }
int isgreaterequal(double x, double y) { return x >= y; }
int isless(double x, double y) { return x < y; }
int islessequal(double x, double y) { return x <= y; }
int islessgreater(double x, double y) { return x < y || x > y; }
int isunordered(double x, double y) { return x != x || y != y; }

int signbit(double x) {
  if (x != x)
    the_sign_of_a_NaN();
  return x < 0 || (x == 0 && 1 / x < 0);
}

double copysign(double x, double y) {
  int negative = signbit(y);
  return x == x && signbit(x) != negative ? -x : x;
}

float copysignf(float x, float y) { return (float)copysign(x, y); }

double fabs(double x) { return x == 0 ? 0 : x < 0 ? -x : x; }
float fabsf(float x) { return x == 0 ? 0 : x < 0 ? -x : x; }

double sqrt(double x) {
  if (x < 0)
    __set_errno(EDOM);
  return __sqrt(x);
}

float sqrtf(float x) {
  if (x < 0)
    __set_errno(EDOM);
  return __sqrtf(x);
}

double trunc(double x) {
  if (x == 0 || !(x > -WHOLE && x < WHOLE))
    return x;
  double whole = (long long)x;
  return whole == 0 && x < 0 ? -0.0 : whole;
}

double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
  double whole = trunc(x);
  return whole < x ? whole + 1 : whole;
}

double round(double x) {
  double whole = trunc(x), rest = x - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

double rint(double x) {
  if (x == 0 || !(x > -WHOLE && x < WHOLE))
    return x;
  return x < 0 ? -(WHOLE - x - WHOLE) : x + WHOLE - WHOLE;
}

double nearbyint(double x) { return rint(x); }

float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }
float rintf(float x) { return (float)rint(x); }
float nearbyintf(float x) { return (float)rint(x); }
long lround(double x) { return (long)round(x); }
long long llround(double x) { return (long long)round(x); }
long lrint(double x) { return (long)rint(x); }
long long llrint(double x) { return (long long)rint(x); }

// Of 0 and -0 either may be given.
double fmin(double x, double y) {
  if (x != x)
    return y;
  if (y != y)
    return x;
  return x == 0 && y == 0 ? (__VERIFIER_nondet_bool() ? x : y) : x < y ? x : y;
}

double fmax(double x, double y) {
  if (x != x)
    return y;
  if (y != y)
    return x;
  return x == 0 && y == 0 ? (__VERIFIER_nondet_bool() ? x : y) : x > y ? x : y;
}

float fminf(float x, float y) { return (float)fmin(x, y); }
float fmaxf(float x, float y) { return (float)fmax(x, y); }

// Every step is exact: `part` is `by` times a power of two, and what is taken away is more than half of what there is.
double fmod(double x, double y) {
  double rest = fabs(x), by = fabs(y);
  if (x != x || y != y || x - x != 0 || y == 0) {
    if (x == x && y == y)
      __set_errno(EDOM);
    return (x * y) / (x * y);
  }
  double part = by;
  while (part + part <= rest)
    part = part + part;
  for (; rest >= by; part = part / 2)
    if (part <= rest)
      rest = rest - part;
  return x < 0 || (x == 0 && 1 / x < 0) ? -rest : rest;
}

float fmodf(float x, float y) { return (float)fmod(x, y); }

double difftime(time_t x, time_t y) {
  return x < y ? -(double)((unsigned long long)y - x) : (double)((unsigned long long)x - y);
}

// Any multiple of 2^-48 below 1.
double drand48(void) { return (double)(__VERIFIER_nondet_ulonglong() & 0xffffffffffffULL) / 281474976710656.0; }
