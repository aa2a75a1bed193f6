#ifndef _ERROR_H
#define _ERROR_H 1
#include <features.h>
void error(int, int, const char *, ...);
void error_at_line(int, int, const char *, unsigned int, const char *, ...);
#endif
