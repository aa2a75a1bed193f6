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
enum {
  SI_ASYNCNL = -60,
  SI_DETHREAD = -7,
  SI_TKILL = -6,
  SI_SIGIO = -5,
  SI_ASYNCIO = -4,
  SI_MESGQ = -3,
  SI_TIMER = -2,
  SI_QUEUE = -1,
  SI_USER = 0,
  SI_KERNEL = 128
};
#define SI_ASYNCNL SI_ASYNCNL
#define SI_DETHREAD SI_DETHREAD
#define SI_TKILL SI_TKILL
#define SI_SIGIO SI_SIGIO
#define SI_ASYNCIO SI_ASYNCIO
#define SI_MESGQ SI_MESGQ
#define SI_TIMER SI_TIMER
#define SI_QUEUE SI_QUEUE
#define SI_USER SI_USER
#define SI_KERNEL SI_KERNEL
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
enum {
  ILL_ILLOPC = 1,
  ILL_ILLOPN = 2,
  ILL_ILLADR = 3,
  ILL_ILLTRP = 4,
  ILL_PRVOPC = 5,
  ILL_PRVREG = 6,
  ILL_COPROC = 7,
  ILL_BADSTK = 8,
  ILL_BADIADDR = 9
};
#define ILL_ILLOPC ILL_ILLOPC
#define ILL_ILLOPN ILL_ILLOPN
#define ILL_ILLADR ILL_ILLADR
#define ILL_ILLTRP ILL_ILLTRP
#define ILL_PRVOPC ILL_PRVOPC
#define ILL_PRVREG ILL_PRVREG
#define ILL_COPROC ILL_COPROC
#define ILL_BADSTK ILL_BADSTK
#define ILL_BADIADDR ILL_BADIADDR
enum {
  FPE_INTDIV = 1,
  FPE_INTOVF = 2,
  FPE_FLTDIV = 3,
  FPE_FLTOVF = 4,
  FPE_FLTUND = 5,
  FPE_FLTRES = 6,
  FPE_FLTINV = 7,
  FPE_FLTSUB = 8,
  FPE_FLTUNK = 14,
  FPE_CONDTRAP = 15
};
#define FPE_INTDIV FPE_INTDIV
#define FPE_INTOVF FPE_INTOVF
#define FPE_FLTDIV FPE_FLTDIV
#define FPE_FLTOVF FPE_FLTOVF
#define FPE_FLTUND FPE_FLTUND
#define FPE_FLTRES FPE_FLTRES
#define FPE_FLTINV FPE_FLTINV
#define FPE_FLTSUB FPE_FLTSUB
#define FPE_FLTUNK FPE_FLTUNK
#define FPE_CONDTRAP FPE_CONDTRAP
enum {
  SEGV_MAPERR = 1,
  SEGV_ACCERR = 2,
  SEGV_BNDERR = 3,
  SEGV_PKUERR = 4
};
#define SEGV_MAPERR SEGV_MAPERR
#define SEGV_ACCERR SEGV_ACCERR
#define SEGV_BNDERR SEGV_BNDERR
#define SEGV_PKUERR SEGV_PKUERR
enum {
  BUS_ADRALN = 1,
  BUS_ADRERR = 2,
  BUS_OBJERR = 3,
  BUS_MCEERR_AR = 4,
  BUS_MCEERR_AO = 5
};
#define BUS_ADRALN BUS_ADRALN
#define BUS_ADRERR BUS_ADRERR
#define BUS_OBJERR BUS_OBJERR
#define BUS_MCEERR_AR BUS_MCEERR_AR
#define BUS_MCEERR_AO BUS_MCEERR_AO
enum {
  CLD_EXITED = 1,
  CLD_KILLED = 2,
  CLD_DUMPED = 3,
  CLD_TRAPPED = 4,
  CLD_STOPPED = 5,
  CLD_CONTINUED = 6
};
#define CLD_EXITED CLD_EXITED
#define CLD_KILLED CLD_KILLED
#define CLD_DUMPED CLD_DUMPED
#define CLD_TRAPPED CLD_TRAPPED
#define CLD_STOPPED CLD_STOPPED
#define CLD_CONTINUED CLD_CONTINUED
enum {
  POLL_IN = 1,
  POLL_OUT = 2,
  POLL_MSG = 3,
  POLL_ERR = 4,
  POLL_PRI = 5,
  POLL_HUP = 6
};
#define POLL_IN POLL_IN
#define POLL_OUT POLL_OUT
#define POLL_MSG POLL_MSG
#define POLL_ERR POLL_ERR
#define POLL_PRI POLL_PRI
#define POLL_HUP POLL_HUP
#endif
#ifdef __USE_XOPEN_EXTENDED
enum {
  TRAP_BRKPT = 1,
  TRAP_TRACE = 2,
  TRAP_BRANCH = 3,
  TRAP_HWBKPT = 4,
  TRAP_UNK = 5
};
#define TRAP_BRKPT TRAP_BRKPT
#define TRAP_TRACE TRAP_TRACE
#define TRAP_BRANCH TRAP_BRANCH
#define TRAP_HWBKPT TRAP_HWBKPT
#define TRAP_UNK TRAP_UNK
#endif
#endif
#ifdef __USE_POSIX199309
typedef struct sigevent {
  union sigval sigev_value;
  int sigev_signo;
  int sigev_notify;
  union {
    int __size[sizeof(long) == 8 ? 12 : 13];
    pid_t __number;
    struct {
      void (*__function)(union sigval);
      void *__attributes;
    } __call;
  } __how;
} sigevent_t;
#define sigev_notify_function __how.__call.__function
#define sigev_notify_attributes __how.__call.__attributes
enum {
  SIGEV_SIGNAL = 0,
  SIGEV_NONE = 1,
  SIGEV_THREAD = 2,
  SIGEV_THREAD_ID = 4
};
#define SIGEV_SIGNAL SIGEV_SIGNAL
#define SIGEV_NONE SIGEV_NONE
#define SIGEV_THREAD SIGEV_THREAD
#define SIGEV_THREAD_ID SIGEV_THREAD_ID
#endif
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
typedef struct {
  void *ss_sp;
  int ss_flags;
  size_t ss_size;
} stack_t;
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
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
#define SIGRTMIN (__libc_current_sigrtmin())
#define SIGRTMAX (__libc_current_sigrtmax())
int sigsuspend(const sigset_t *);
#if defined __USE_MISC || defined __USE_XOPEN_EXTENDED
int killpg(pid_t, int);
int siginterrupt(int, int);
#ifdef __USE_DYNAMIC_STACK_SIZE
#include <unistd.h>
#define SIGSTKSZ sysconf(_SC_SIGSTKSZ)
#define MINSIGSTKSZ SIGSTKSZ
#else
#define SIGSTKSZ 8192
#define MINSIGSTKSZ 2048
#endif
enum {
  SS_ONSTACK = 1,
  SS_DISABLE = 2
};
#define SS_ONSTACK SS_ONSTACK
#define SS_DISABLE SS_DISABLE
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
int sigaltstack(const stack_t *, stack_t *);
#endif
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
