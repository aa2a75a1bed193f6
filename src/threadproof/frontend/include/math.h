#ifndef _TP_MATH_H
#define _TP_MATH_H
#include <features.h>
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
double fabs(double);
double sqrt(double);
double cbrt(double);
double pow(double, double);
double exp(double);
double log(double);
double log2(double);
double log10(double);
double sin(double);
double cos(double);
double tan(double);
double asin(double);
double acos(double);
double atan(double);
double atan2(double, double);
double floor(double);
double ceil(double);
double round(double);
double trunc(double);
double fmod(double, double);
double fmin(double, double);
double fmax(double, double);
double hypot(double, double);
float fabsf(float);
float sqrtf(float);
float powf(float, float);
float floorf(float);
float ceilf(float);
#endif
