#ifndef _LIBINTL_H
#define _LIBINTL_H 1
#include <features.h>
char *gettext(const char *);
char *dgettext(const char *, const char *);
char *ngettext(const char *, const char *, unsigned long);
char *textdomain(const char *);
char *bindtextdomain(const char *, const char *);
#endif
