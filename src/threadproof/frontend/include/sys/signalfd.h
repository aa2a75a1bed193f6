#ifndef _SYS_SIGNALFD_H
#define _SYS_SIGNALFD_H 1
#include <stdint.h>
#include <_tp/sigset_t.h>
struct signalfd_siginfo {
  uint32_t ssi_signo;
  int32_t ssi_errno, ssi_code;
  uint32_t ssi_pid, ssi_uid;
  int32_t ssi_fd;
  uint32_t ssi_tid, ssi_band, ssi_overrun, ssi_trapno;
  int32_t ssi_status, ssi_int;
  uint64_t ssi_ptr, ssi_utime, ssi_stime, ssi_addr;
  uint16_t ssi_addr_lsb, __pad2;
  int32_t ssi_syscall;
  uint64_t ssi_call_addr;
  uint32_t ssi_arch;
  uint8_t __pad[28];
};
enum {
  SFD_NONBLOCK = 0x800,
  SFD_CLOEXEC = 0x80000,
};
#define SFD_CLOEXEC SFD_CLOEXEC
#define SFD_NONBLOCK SFD_NONBLOCK
int signalfd(int, const sigset_t *, int);
#endif
