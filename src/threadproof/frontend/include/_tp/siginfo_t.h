#ifndef _TP_SIGINFO_T_H
#define _TP_SIGINFO_T_H
union sigval {
  int sival_int;
  void *sival_ptr;
};
#ifdef __USE_POSIX199309
typedef union sigval sigval_t;
#endif
typedef struct {
  int si_signo;
  int si_errno;
  int si_code;
#ifdef __LP64__
  int __pad0;
#endif
  union {
    int __size[sizeof(long) == 8 ? 28 : 29];
    struct {
      int si_pid;
      unsigned int si_uid;
      union sigval si_value;
    } __sent;
    struct {
      int si_tid;
      int si_overrun;
      union sigval si_value;
    } __timer;
    struct {
      int si_pid;
      unsigned int si_uid;
      int si_status;
      long si_utime;
      long si_stime;
    } __child;
    struct {
      void *si_addr;
    } __fault;
    struct {
      long si_band;
      int si_fd;
    } __poll;
  } __fields;
} siginfo_t;
#define si_pid __fields.__sent.si_pid
#define si_uid __fields.__sent.si_uid
#define si_value __fields.__sent.si_value
#define si_int __fields.__sent.si_value.sival_int
#define si_ptr __fields.__sent.si_value.sival_ptr
#define si_timerid __fields.__timer.si_tid
#define si_overrun __fields.__timer.si_overrun
#define si_status __fields.__child.si_status
#define si_utime __fields.__child.si_utime
#define si_stime __fields.__child.si_stime
#define si_addr __fields.__fault.si_addr
#define si_band __fields.__poll.si_band
#define si_fd __fields.__poll.si_fd
#endif
