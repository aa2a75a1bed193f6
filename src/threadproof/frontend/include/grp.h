#ifndef _GRP_H
#define _GRP_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
typedef unsigned int gid_t;
struct group {
  char *gr_name, *gr_passwd;
  gid_t gr_gid;
  char **gr_mem;
};
#ifdef __USE_MISC
#define NSS_BUFLEN_GROUP 1024
#endif
struct group *getgrgid(gid_t);
struct group *getgrnam(const char *);
int getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
int getgrnam_r(const char *, struct group *, char *, size_t, struct group **);
void setgrent(void);
void endgrent(void);
struct group *getgrent(void);
#ifdef __USE_MISC
int setgroups(size_t, const gid_t *);
int initgroups(const char *, gid_t);
#endif
#endif
