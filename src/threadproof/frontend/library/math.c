// <math.h>: exact as far as IEEE 754 says what comes out, bit by bit.
#include <errno.h>
#include <stddef.h>
#include <time.h>

double __sqrt(double);
float __sqrtf(float);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
int __between(unsigned, unsigned);
void __set_errno(int);
// Never defined: who comes there is told so.
void the_sign_of_a_NaN(void);

double fabs(double);

// What numbers are, as <math.h> has it.
enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };

// From here on every double is an integer.
#define WHOLE 4503599627370496.0

int isnan(double x) { return x != x; }
int isnanf(float x) { return x != x; }
int isfinite(double x) { return x - x == 0; }
int finite(double x) { return x - x == 0; }
// (gcc gives 1, that of glibc -1 for the negative one.)
int isinf(double x) { return x == x && x - x != 0 ? x < 0 && __VERIFIER_nondet_bool() ? -1 : 1 : 0; }
int isinf_sign(double x) { return x == x && x - x != 0 ? x < 0 ? -1 : 1 : 0; }
int __fpclassify(double x) {
  return x != x ? FP_NAN : x - x != 0 ? FP_INFINITE : x == 0 ? FP_ZERO : fabs(x) < 0x1p-1022 ? FP_SUBNORMAL : FP_NORMAL;
}
int __fpclassifyf(float x) {
  return x == 0 || x - x != 0 || fabs(x) >= 0x1p-126 ? __fpclassify(x) : FP_SUBNORMAL;
}
int isgreater(double x, double y) { return x > y; }
int isgreaterequal(double x, double y) { return x >= y; }
int isless(double x, double y) { return x < y; }
int islessequal(double x, double y) { return x <= y; }
int islessgreater(double x, double y) { return x < y || x > y; }
int isunordered(double x, double y) { return x != x || y != y; }

static _Bool __is_negative(double x) {
  if (x != x)
    the_sign_of_a_NaN();
  return x < 0 || (x == 0 && 1 / x < 0);
}

// (gcc takes the bits where they are, which depends on the type.)
int signbit(double x) { return __is_negative(x) ? __between(1, 0xffffffff) : 0; }

double copysign(double x, double y) {
  _Bool negative = __is_negative(y);
  return x == x && __is_negative(x) != negative ? -x : x;
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

// What is not prescribed bit by bit: any number; a violation that depends on it must be found by the second reading.
void __approximately(const char *);
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);
void __disturb_errno(void);

// Outside of its domain a function gives no number.
#define OF_ONE(NAME, DOMAIN, KNOWN)                                                                                       \
  double NAME(double x) {                                                                                              \
    __approximately(#NAME);                                                                                            \
    __disturb_errno();                                                                                                 \
    double result = __VERIFIER_nondet_double();                                                                        \
    __VERIFIER_assume((DOMAIN) ? (KNOWN) : result != result);                                                          \
    return result;                                                                                                     \
  }                                                                                                                    \
  float NAME##f(float x) {                                                                                             \
    __approximately(#NAME "f");                                                                                        \
    __disturb_errno();                                                                                                 \
    float result = __VERIFIER_nondet_float();                                                                          \
    __VERIFIER_assume((DOMAIN) ? (KNOWN) : result != result);                                                          \
    return result;                                                                                                     \
  }
OF_ONE(sin, x - x == 0, result >= -1 && result <= 1)
OF_ONE(cos, x - x == 0, result >= -1 && result <= 1)
OF_ONE(tan, x - x == 0, result == result)
OF_ONE(asin, x >= -1 && x <= 1, result == result)
OF_ONE(acos, x >= -1 && x <= 1, result >= 0)
OF_ONE(atan, x == x, result == result)
OF_ONE(sinh, x == x, result == result)
OF_ONE(cosh, x == x, result >= 1)
OF_ONE(tanh, x == x, result >= -1 && result <= 1)
OF_ONE(asinh, x == x, result == result)
OF_ONE(acosh, x >= 1, result >= 0)
OF_ONE(atanh, x >= -1 && x <= 1, result == result)
OF_ONE(exp, x == x, result >= 0)
OF_ONE(exp2, x == x, result >= 0)
OF_ONE(expm1, x == x, result >= -1)
OF_ONE(log, x >= 0, result == result)
OF_ONE(log2, x >= 0, result == result)
OF_ONE(log10, x >= 0, result == result)
OF_ONE(log1p, x >= -1, result == result)
OF_ONE(cbrt, x == x, result == result)
OF_ONE(erf, x == x, result >= -1 && result <= 1)
OF_ONE(erfc, x == x, result >= 0 && result <= 2)

// The sign is in `signgam`, which all threads have in common; what it is, is not known.
static int __sign_of_gamma;
double lgamma(double x) {
  __sign_of_gamma = 1;
  __approximately("lgamma");
  __disturb_errno();
  double result = __VERIFIER_nondet_double();
  __VERIFIER_assume((x != x) == (result != result));
  return result;
}
float lgammaf(float x) {
  __sign_of_gamma = 1;
  __approximately("lgammaf");
  __disturb_errno();
  float result = __VERIFIER_nondet_float();
  __VERIFIER_assume((x != x) == (result != result));
  return result;
}
double tgamma(double x) {
  __approximately("tgamma");
  __disturb_errno();
  double result = __VERIFIER_nondet_double();
  __VERIFIER_assume(x != x ? result != result : x <= 0 || result == result);
  return result;
}
float tgammaf(float x) {
  __approximately("tgammaf");
  __disturb_errno();
  float result = __VERIFIER_nondet_float();
  __VERIFIER_assume(x != x ? result != result : x <= 0 || result == result);
  return result;
}

// What makes no number of what is none.
#define OF_TWO(NAME, KNOWN)                                                                                            \
  double NAME(double x, double y) {                                                                                    \
    __approximately(#NAME);                                                                                            \
    __disturb_errno();                                                                                                 \
    double result = __VERIFIER_nondet_double();                                                                        \
    __VERIFIER_assume((x == x && y == y) || (KNOWN));                                                                  \
    return result;                                                                                                     \
  }                                                                                                                    \
  float NAME##f(float x, float y) {                                                                                    \
    __approximately(#NAME "f");                                                                                        \
    __disturb_errno();                                                                                                 \
    float result = __VERIFIER_nondet_float();                                                                          \
    __VERIFIER_assume((x == x && y == y) || (KNOWN));                                                                  \
    return result;                                                                                                     \
  }
OF_TWO(atan2, result != result)
OF_TWO(hypot, result != result || result > 0)
OF_TWO(fdim, result != result)
OF_TWO(remainder, result != result)
OF_TWO(nextafter, result != result)

// Whole numbers whose power is one are exact, as glibc has it.
#define EXACT 9007199254740992.0
double pow(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  if (y >= 1 && y <= 64 && y == (int)y && x >= -EXACT && x <= EXACT && x == (long long)x) {
    double power = x;
    int left = (int)y - 1;
    for (; left > 0 && power >= -EXACT && power <= EXACT; left--)
      power *= x;
    if (power >= -EXACT && power <= EXACT)
      return power;
  }
  __approximately("pow");
  __disturb_errno();
  return __VERIFIER_nondet_double();
}
float powf(float x, float y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  __approximately("powf");
  __disturb_errno();
  return __VERIFIER_nondet_float();
}

double fma(double x, double y, double z) {
  __approximately("fma");
  __disturb_errno();
  return __VERIFIER_nondet_double();
}
double ldexp(double x, int power) {
  __approximately("ldexp");
  __disturb_errno();
  return __VERIFIER_nondet_double();
}
double scalbn(double x, int power) { return ldexp(x, power); }
double modf(double x, double *whole) {
  double part = trunc(x);
  *whole = part;
  if (x != x)
    return x;
  return copysign(x - x != 0 ? 0 : x - part, x);
}
double frexp(double x, int *power) {
  __approximately("frexp");
  *power = __VERIFIER_nondet_int();
  return __VERIFIER_nondet_double();
}
long lroundf(float x) { return (long)round(x); }
long long llroundf(float x) { return (long long)round(x); }
long lrintf(float x) { return (long)rint(x); }
long long llrintf(float x) { return (long long)rint(x); }
