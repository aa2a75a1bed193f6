#ifndef _SPAWN_H
#define _SPAWN_H 1
#include <features.h>
#include <sched.h>
#include <sys/types.h>
#include <_tp/sigset_t.h>
typedef struct {
  short __flags;
  pid_t __group;
  sigset_t __default, __mask;
  struct sched_param __parameters;
  int __policy;
  int __pad[16];
} posix_spawnattr_t;
typedef struct {
  int __allocated, __used;
  void *__actions;
  int __pad[16];
} posix_spawn_file_actions_t;
#define POSIX_SPAWN_RESETIDS 0x01
#define POSIX_SPAWN_SETPGROUP 0x02
#define POSIX_SPAWN_SETSCHEDPARAM 0x10
#define POSIX_SPAWN_SETSCHEDULER 0x20
#define POSIX_SPAWN_SETSIGDEF 0x04
#define POSIX_SPAWN_SETSIGMASK 0x08
#ifdef __USE_GNU
#define POSIX_SPAWN_SETSID 0x80
#define POSIX_SPAWN_USEVFORK 0x40
#endif
int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const [],
                char *const []);
int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const [],
                 char *const []);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
#endif
