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
// (Of no command it says whether there is anybody who could do one.)
int system(const char *command) {
  __disturb_errno();
  if (!command)
    return __VERIFIER_nondet_bool();
  __read_string(command);
  return __done() ? -1 : __status_of_a_process();
}

static void __read_strings(char *const *list) {
  for (int i = 0; list[i]; i++)
    __read_string(list[i]);
}
// Either it cannot be done, or nothing of this program is left.
static int __replace(const char *path, char *const *arguments) {
  char first = *path;
  __read_string(path);
  __read_strings(arguments);
  if (!first)
    return __wrong(ENOENT);
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

// Of children: the program cannot make any that are like itself (fork is not understood). No signal interrupts it.
#define OPTIONS (WNOHANG | WUNTRACED | WCONTINUED | __WNOTHREAD | __WCLONE | __WALL)
pid_t waitpid(pid_t which, int *status, int options) {
  if (options & ~OPTIONS)
    return __wrong(EINVAL);
  if (which == -0x7fffffff - 1)
    return __wrong(ESRCH);
  if (which == getpid() || __VERIFIER_nondet_bool())
    return __wrong(ECHILD);
  int found = which > 0 ? which : __between(1, MOST_PROCESSES);
  if (options & WNOHANG && __VERIFIER_nondet_bool())
    return 0;
  if (status)
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

// ---- groups of processes: only the process itself leaves its group

static _Atomic int __group_of_process = -1;
// (0: a group of those that it does not see)
pid_t getpgrp(void) {
  __VERIFIER_atomic_begin();
  if (__group_of_process < 0)
    __group_of_process = __between(0, MOST_PROCESSES);
  int group = __group_of_process;
  __VERIFIER_atomic_end();
  return group;
}
// Those that lead a group do not leave it.
pid_t setsid(void) {
  int group = getpgrp();
  if (group == getpid() || __VERIFIER_nondet_bool())
    return __wrong(EPERM);
  __group_of_process = getpid();
  return getpid();
}
#define IS_PROCESS(number) ((number) >= 0 && (number) <= MOST_PROCESSES)
pid_t getpgid(pid_t process) {
  if (!process || process == getpid())
    return getpgrp();
  if (!IS_PROCESS(process))
    return __wrong(ESRCH);
  return __done() ? -1 : __between(0, MOST_PROCESSES);
}
int setpgid(pid_t process, pid_t group) {
  if (group < 0)
    return __wrong(EINVAL);
  if (__done() || !IS_PROCESS(process)) {
    __fail();
    return -1;
  }
  if (!process || process == getpid())
    __group_of_process = group ? group : getpid();
  return 0;
}

// ---- priorities and limits, which other processes may change as well

int nice(int by) {
  __disturb_errno();
  return by > 0 || !__done() ? __between(0, 39) - 20 : -1;
}
#define IS_OF_PRIORITIES(which) ((which) >= PRIO_PROCESS && (which) <= PRIO_USER)
int setpriority(int which, id_t who, int priority) {
  if (!IS_OF_PRIORITIES(which))
    return __wrong(EINVAL);
  return which == PRIO_PROCESS && who > MOST_PROCESSES ? __wrong(ESRCH) : __done();
}
int getpriority(int which, id_t who) {
  if (!IS_OF_PRIORITIES(which))
    return __wrong(EINVAL);
  if ((which != PRIO_USER && who > MOST_PROCESSES) || (who && __VERIFIER_nondet_bool()))
    return __wrong(ESRCH);
  return __between(0, 39) - 20;
}
#define LIMITS 16
int getrlimit(int which, struct rlimit *limit) {
  if (which < 0 || which >= LIMITS)
    return __wrong(EINVAL);
  __anything_in(limit);
  __VERIFIER_assume(limit->rlim_cur <= limit->rlim_max);
  return 0;
}
int setrlimit(int which, const struct rlimit *limit) {
  struct rlimit given = *limit;
  return which < 0 || which >= LIMITS || given.rlim_cur > given.rlim_max ? __wrong(EINVAL) : __done();
}
// (Whoever asks for another one may not find it, or not be allowed.)
#define LAST_POLICY 7
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
  int priority = parameters->sched_priority, way = policy & ~SCHED_RESET_ON_FORK;
  _Bool is_first = way == SCHED_FIFO || way == SCHED_RR;
  _Bool is_wrong = is_first ? priority < 1 || priority > 99 : priority != 0;
  return process < 0 || way < 0 || way > LAST_POLICY || is_wrong ? __wrong(EINVAL) : __done();
}
int sched_getscheduler(pid_t process) {
  if (process < 0)
    return __wrong(EINVAL);
  if (process > MOST_PROCESSES)
    return __wrong(ESRCH);
  if (process && process != getpid() && __done())
    return -1;
  int policy = __between(0, LAST_POLICY);
  return __VERIFIER_nondet_bool() ? policy | SCHED_RESET_ON_FORK : policy;
}

// ---- names, which the next call of the same function overwrites, also if it finds none

static struct kept __login, __terminal;
// (they ask in several places)
char *getlogin(void) {
  char *name = __any_text(&__login);
  __disturb_errno();
  return __done() ? 0 : name;
}
char *ttyname(int file) {
  if (file < 0) {
    __set_errno(EBADF);
    return 0;
  }
  char *name = __any_text(&__terminal);
  __disturb_errno();
  if (__done())
    return 0;
  __VERIFIER_assume(*name == '/');
  return name;
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
  __disturb_errno();
  if (__VERIFIER_nondet_bool())
    return 0;
  entry->pw_uid = number;
  return entry;
}
struct passwd *getpwnam(const char *name) {
  __disturb_errno();
  if (__VERIFIER_nondet_bool()) {
    __read_string(name);
    __entry(&__with_name, 0);
    return 0;
  }
  return __entry(&__with_name, name);
}

// All is written, also behind the texts. The machine stays what it is.
static _Bool __is_machine_known;
static char __machine[65];
int uname(struct utsname *to) {
  __anything_in(to);
  char *const ends[] = {to->nodename + 64, to->release + 64, to->version + 64, to->machine + 64, to->domainname + 64};
  for (int i = 0; i < sizeof ends / sizeof ends[0]; i++)
    *ends[i] = 0;
  static const char name[6] = "Linux";
  for (int i = 0; i < sizeof to->sysname; i++)
    to->sysname[i] = i < sizeof name ? name[i] : 0;
  char machine[65];
  __VERIFIER_atomic_begin();
  for (int i = 0; i < sizeof machine - 1 && !__is_machine_known; i++)
    __machine[i] = __VERIFIER_nondet_char();
  __is_machine_known = 1;
  for (int i = 0; i < sizeof machine; i++)
    machine[i] = __machine[i];
  __VERIFIER_atomic_end();
  for (int i = 0; i < sizeof machine; i++)
    to->machine[i] = machine[i];
  return 0;
}

int sysinfo(struct sysinfo *to) {
  __anything_in(to);
  __VERIFIER_assume(to->uptime >= 0 && to->mem_unit >= 1);
  __VERIFIER_assume(to->freeram <= to->totalram && to->freeswap <= to->totalswap && to->freehigh <= to->totalhigh);
  return 0;
}
int get_nprocs_conf(void) {
  __disturb_errno();
  return __processors();
}
int get_nprocs(void) {
  __disturb_errno();
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
  _Bool is_first = name[0] == 'C' && !name[1];
  if (is_first || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5])) {
    if (category == LC_ALL && __may_have_other_locale)
      __may_have_other_locale = 0;
    return "C";
  }
  if (__VERIFIER_nondet_bool()) {
    __fail();
    return 0;
  }
  __disturb_errno(); // (there are several places for its files)
  __may_have_other_locale = 1;
  return __any_text(&__locale);
}
