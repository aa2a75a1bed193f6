// Other processes, users, and what the machine is called: any answer.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST_TEXT 4096
#include "kept.h"

unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
int __processors(void);
void __fail(void);
void __set_errno(int);
void __disturb_errno(void);
void __not_understood(const char *);
void __read_string(const char *);
void __anything_in(void *);

// Of Linux.
#define MOST_PROCESSES 4194303

static int __wrong(int error) {
  __set_errno(error);
  return -1;
}

static int __done(void) {
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return -1;
  }
  return 0;
}

// ---- other processes

// It has ended by itself, or a signal has ended it, perhaps with a dump of its memory.
int __status_of_a_process(void) {
  if (__VERIFIER_nondet_bool())
    return __between(0, 255) << 8;
  int signal = __between(1, 64);
  return __VERIFIER_nondet_bool() ? signal | 128 : signal;
}
int system(const char *command) {
  if (command)
    __read_string(command);
  __disturb_errno();
  return __done() ? -1 : __status_of_a_process();
}

static void __read_strings(char *const *list) {
  for (int i = 0; list[i]; i++)
    __read_string(list[i]);
}
// Either it cannot be done, or nothing of this program is left.
static int __replace(const char *path, char *const *arguments) {
  __read_string(path);
  __read_strings(arguments);
  if (__VERIFIER_nondet_bool())
    _exit(0);
  __fail();
  return -1;
}
int execv(const char *path, char *const arguments[]) { return __replace(path, arguments); }
int execvp(const char *path, char *const arguments[]) { return __replace(path, arguments); }
int execve(const char *path, char *const arguments[], char *const environment[]) {
  if (environment)
    __read_strings(environment);
  return __replace(path, arguments);
}

// Of children: the program cannot make any that are like itself (fork is not understood).
pid_t waitpid(pid_t which, int *status, int options) {
  if (__done())
    return -1;
  int found = __between(0, 4194303);
  __VERIFIER_assume(found || options & WNOHANG);
  if (found && status)
    *status = options & (WUNTRACED | WCONTINUED) ? __between(0, 65535) : __status_of_a_process();
  return found;
}
pid_t wait(int *status) { return waitpid(-1, status, 0); }

// A signal that ends this process ends it, and there are no others that it would tell anything.
int kill(pid_t process, int signal) {
  if (signal < 0 || signal > 64)
    return __wrong(EINVAL);
  if (signal)
    __not_understood("kill with a signal");
  if (!process || process == getpid())
    return 0;
  if (process > MOST_PROCESSES || process < -MOST_PROCESSES)
    return __wrong(ESRCH);
  if (__VERIFIER_nondet_bool())
    return 0;
  return __wrong(__VERIFIER_nondet_bool() ? ESRCH : EPERM);
}

pid_t setsid(void) { return __done() ? -1 : __between(1, 4194303); }
pid_t getpgrp(void) { return __between(1, 4194303); }
pid_t getpgid(pid_t process) { return __done() ? -1 : __between(1, 4194303); }
int setpgid(pid_t process, pid_t group) { return __done(); }
int nice(int by) {
  __disturb_errno();
  return __between(0, 39) - 20;
}
int setpriority(int which, id_t who, int priority) { return __done(); }
int getpriority(int which, id_t who) {
  __disturb_errno();
  return __between(0, 39) - 20;
}
int getrlimit(int which, struct rlimit *limit) {
  if (__done())
    return -1;
  __anything_in(limit);
  __VERIFIER_assume(limit->rlim_cur <= limit->rlim_max);
  return 0;
}
int setrlimit(int which, const struct rlimit *limit) {
  struct rlimit given = *limit;
  return __done();
}
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
  int priority = parameters->sched_priority;
  return __done();
}
int sched_getscheduler(pid_t process) {
  if (__done())
    return -1;
  int policy = __between(0, 7);
  return __VERIFIER_nondet_bool() ? policy | SCHED_RESET_ON_FORK : policy;
}

// ---- names, which the next call of the same function overwrites, also if it finds none

static struct kept __login, __terminal;
char *getlogin(void) {
  char *name = __any_text(&__login);
  return __done() ? 0 : name;
}
char *ttyname(int file) {
  char *name = __any_text(&__terminal);
  return __done() ? 0 : name;
}

struct user {
  struct passwd entry;
  struct kept name, password, remark, folder, shell;
};
// `name`: that the entry has.
static struct passwd *__entry(struct user *user, const char *name) {
  struct passwd *entry = &user->entry;
  entry->pw_name = name ? __part_with(&user->name, name) : __part(&user->name);
  entry->pw_passwd = __part(&user->password);
  entry->pw_uid = __VERIFIER_nondet_uint();
  entry->pw_gid = __VERIFIER_nondet_uint();
  entry->pw_gecos = __part(&user->remark);
  entry->pw_dir = __part(&user->folder);
  entry->pw_shell = __part(&user->shell);
  return entry;
}

static struct user __with_number, __with_name;
struct passwd *getpwuid(uid_t number) {
  struct passwd *entry = __entry(&__with_number, 0);
  if (__VERIFIER_nondet_bool()) {
    __disturb_errno();
    return 0;
  }
  entry->pw_uid = number;
  return entry;
}
struct passwd *getpwnam(const char *name) {
  if (__VERIFIER_nondet_bool()) {
    __read_string(name);
    __entry(&__with_name, 0);
    __disturb_errno();
    return 0;
  }
  return __entry(&__with_name, name);
}

// All is written, also behind the texts.
int uname(struct utsname *to) {
  if (__done())
    return -1;
  __anything_in(to);
  char *const ends[] = {to->sysname + 64, to->nodename + 64, to->release + 64,
                        to->version + 64, to->machine + 64,  to->domainname + 64};
  for (int i = 0; i < sizeof ends / sizeof ends[0]; i++)
    *ends[i] = 0;
  return 0;
}

int sysinfo(struct sysinfo *to) {
  if (__done())
    return -1;
  __anything_in(to);
  return 0;
}
int get_nprocs_conf(void) { return __processors(); }
int get_nprocs(void) {
  int all = __processors(), online = __between(1, 8192);
  return online < all ? online : all;
}

// The program begins in the locale C; others change how texts are made, which is not looked at.
static _Bool __may_have_other_locale;
static struct kept __locale;
char *setlocale(int category, const char *name) {
  if (category < LC_CTYPE || category > LC_IDENTIFICATION) {
    __set_errno(EINVAL);
    return 0;
  }
  if (!name) {
    struct kept of_category = {0, 0};
    if (!__may_have_other_locale)
      return "C";
    __find_place(&of_category);
    return __VERIFIER_nondet_bool() ? __locale.text : of_category.text;
  }
  __read_string(name);
  if ((name[0] == 'C' && !name[1])) {
    if (category == LC_ALL && __may_have_other_locale)
      __may_have_other_locale = 0;
    return "C";
  }
  if (__VERIFIER_nondet_bool())
    return 0;
  __may_have_other_locale = 1;
  return __any_text(&__locale);
}
