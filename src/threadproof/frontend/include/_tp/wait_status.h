#ifndef _TP_WAIT_STATUS_H
#define _TP_WAIT_STATUS_H
#define WEXITSTATUS(status) __WEXITSTATUS (status)
#define WIFEXITED(status) __WIFEXITED (status)
#define WIFSIGNALED(status) __WIFSIGNALED (status)
#define WIFSTOPPED(status) __WIFSTOPPED (status)
#define WNOHANG 1
#define WSTOPSIG(status) __WSTOPSIG (status)
#define WTERMSIG(status) __WTERMSIG (status)
#define WUNTRACED 2
#define __WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define __WTERMSIG(status) ((status) & 0x7f)
#define __WSTOPSIG(status) __WEXITSTATUS(status)
#define __WIFEXITED(status) (__WTERMSIG(status) == 0)
#define __WIFSIGNALED(status) (((signed char) (((status) & 0x7f) + 1) >> 1) > 0)
#define __WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define __WCOREDUMP(status) ((status) & __WCOREFLAG)
#define __W_EXITCODE(ret,sig) ((ret) << 8 | (sig))
#define __W_STOPCODE(sig) ((sig) << 8 | 0x7f)
#define __W_CONTINUED 0xffff
#if defined __USE_XOPEN_EXTENDED || defined __USE_XOPEN2K8
#define WCONTINUED 8
#define WEXITED 4
#define WIFCONTINUED(status) __WIFCONTINUED (status)
#define WNOWAIT 0x01000000
#define WSTOPPED 2
#define __WIFCONTINUED(status) ((status) == __W_CONTINUED)
#endif
#define __WCOREFLAG 0x80
#define __WALL 0x40000000
#define __WCLONE 0x80000000
#define __WNOTHREAD 0x20000000
#endif
