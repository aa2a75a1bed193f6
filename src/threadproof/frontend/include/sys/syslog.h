#ifndef _SYS_SYSLOG_H
#define _SYS_SYSLOG_H 1
#include <features.h>
#define LOG_PRI(p) ((p) & 7)
#define LOG_MAKEPRI(facility, priority) ((facility) | (priority))
#define LOG_FAC(p) (((p) & 0x3f8) >> 3)
#define LOG_MASK(priority) (1 << (priority))
#define LOG_UPTO(priority) ((1 << ((priority) + 1)) - 1)
#define LOG_ALERT 1
#define LOG_AUTH 32
#define LOG_AUTHPRIV 80
#define LOG_CONS 0x02
#define LOG_CRIT 2
#define LOG_CRON 72
#define LOG_DAEMON 24
#define LOG_DEBUG 7
#define LOG_EMERG 0
#define LOG_ERR 3
#define LOG_FACMASK 0x03f8
#define LOG_FTP 88
#define LOG_INFO 6
#define LOG_KERN 0
#define LOG_LOCAL0 128
#define LOG_LOCAL1 136
#define LOG_LOCAL2 144
#define LOG_LOCAL3 152
#define LOG_LOCAL4 160
#define LOG_LOCAL5 168
#define LOG_LOCAL6 176
#define LOG_LOCAL7 184
#define LOG_LPR 48
#define LOG_MAIL 16
#define LOG_NDELAY 0x08
#define LOG_NEWS 56
#define LOG_NFACILITIES 24
#define LOG_NOTICE 5
#define LOG_NOWAIT 0x10
#define LOG_ODELAY 0x04
#define LOG_PERROR 0x20
#define LOG_PID 0x01
#define LOG_PRIMASK 0x07
#define LOG_SYSLOG 40
#define LOG_USER 8
#define LOG_UUCP 64
#define LOG_WARNING 4
void openlog(const char *, int, int);
void closelog(void);
int setlogmask(int);
void syslog(int, const char *, ...);
#ifdef __USE_MISC
void vsyslog(int, const char *, __builtin_va_list);
#endif
#endif
