#ifndef _LOCALE_H
#define _LOCALE_H 1
#include <features.h>
#define NULL ((void *)0)
struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
  char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
  char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn;
  char n_sign_posn, int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn;
  char int_n_sign_posn;
};
#define LC_ADDRESS 9
#define LC_ALL 6
#define LC_COLLATE 3
#define LC_CTYPE 0
#define LC_IDENTIFICATION 12
#define LC_MEASUREMENT 11
#define LC_MESSAGES 5
#define LC_MONETARY 4
#define LC_NAME 8
#define LC_NUMERIC 1
#define LC_PAPER 7
#define LC_TELEPHONE 10
#define LC_TIME 2
char *setlocale(int, const char *);
struct lconv *localeconv(void);
#endif
