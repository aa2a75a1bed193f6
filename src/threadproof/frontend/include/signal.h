#ifndef _SIGNAL_H
#define _SIGNAL_H
#include <features.h>
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
typedef __SIZE_TYPE__ size_t;
#endif
typedef int pid_t;
typedef unsigned long pthread_t;
typedef unsigned int uid_t;
#include <_tp/timespec.h>
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
#ifdef __USE_GNU
typedef __sighandler_t sighandler_t;
#endif
#ifdef __USE_MISC
typedef __sighandler_t sig_t;
#endif
#include <_tp/sigset_t.h>
#if defined __USE_POSIX199309 || defined __USE_XOPEN_EXTENDED
#include <_tp/siginfo_t.h>
#endif
struct sigaction {
#ifdef __USE_POSIX199309
  union {
    __sighandler_t sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __sigaction_handler;
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction
#else
  __sighandler_t sa_handler;
#endif
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#ifdef __USE_MISC
#define NSIG _NSIG
#define SA_INTERRUPT 0x20000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SA_STACK SA_ONSTACK
#endif
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SIGABRT 6
#define SIGALRM 14
#define SIGBUS 7
#define SIGCHLD 17
#define SIGCLD SIGCHLD
#define SIGCONT 18
#define SIGFPE 8
#define SIGHUP 1
#define SIGILL 4
#define SIGINT 2
#define SIGIO SIGPOLL
#define SIGIOT SIGABRT
#define SIGKILL 9
#define SIGPIPE 13
#define SIGPOLL 29
#define SIGPROF 27
#define SIGPWR 30
#define SIGQUIT 3
#define SIGSEGV 11
#define SIGSTKFLT 16
#define SIGSTOP 19
#define SIGSYS 31
#define SIGTERM 15
#define SIGTRAP 5
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGUSR1 10
#define SIGUSR2 12
#define SIGVTALRM 26
#define SIGWINCH 28
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIG_BLOCK 0
#define SIG_SETMASK 2
#define SIG_UNBLOCK 1
#define __SIGRTMIN 32
#define __SIGRTMAX 64
#define _NSIG (__SIGRTMAX + 1)
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_RESTART 0x10000000
#endif
#if defined __USE_MISC || defined __USE_XOPEN_EXTENDED
#define SA_ONSTACK 0x08000000
#endif
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
__sighandler_t signal(int, __sighandler_t);
int raise(int);
int kill(pid_t, int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int pthread_kill(pthread_t, int);
int sigwait(const sigset_t *, int *);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigsuspend(const sigset_t *);
#if defined __USE_MISC || defined __USE_XOPEN_EXTENDED
int killpg(pid_t, int);
int siginterrupt(int, int);
#endif
#ifdef __USE_POSIX199309
int sigwaitinfo(const sigset_t *, siginfo_t *);
int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *);
int sigqueue(pid_t, int, const union sigval);
#endif
#ifdef __USE_XOPEN2K8
void psignal(int, const char *);
#endif
#endif
