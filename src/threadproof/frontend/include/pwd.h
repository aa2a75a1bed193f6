#ifndef _PWD_H
#define _PWD_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
typedef unsigned int gid_t;
typedef unsigned int uid_t;
struct passwd {
  char *pw_name, *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};
#ifdef __USE_MISC
#define NSS_BUFLEN_PASSWD 1024
#endif
struct passwd *getpwuid(uid_t);
struct passwd *getpwnam(const char *);
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
int getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
void setpwent(void);
void endpwent(void);
struct passwd *getpwent(void);
#endif
