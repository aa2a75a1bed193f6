#ifndef _TP_UNISTD_H
#define _TP_UNISTD_H
#include <features.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define _POSIX_THREADS 200809L
#define _POSIX_THREAD_PRIORITY_SCHEDULING 200809L
#define _POSIX_SHARED_MEMORY_OBJECTS 200809L
#define _POSIX_THREAD_SAFE_FUNCTIONS 200809L
#define _POSIX_CLOCK_SELECTION 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SPAWN 200809L
#define _POSIX_THREAD_ATTR_STACKSIZE 200809L
#define _POSIX_THREAD_ATTR_STACKADDR 200809L
#define _POSIX_MAPPED_FILES 200809L
#define _POSIX_PRIORITY_SCHEDULING 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_VERSION 200809L
#define _POSIX_THREAD_PROCESS_SHARED 200809L
#define _POSIX_MEMLOCK 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_ASYNCHRONOUS_IO 200809L
#define _POSIX_REALTIME_SIGNALS 200809L
#define _POSIX_FSYNC 200809L
#define _POSIX_THREAD_PRIO_INHERIT 200809L
#define _POSIX_THREAD_PRIO_PROTECT 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_CPUTIME 0
#define _POSIX_THREAD_CPUTIME 0
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_JOB_CONTROL 1
#define _POSIX_REENTRANT_FUNCTIONS 1
#define _POSIX2_VERSION 200809L
#define _XOPEN_VERSION 700
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
unsigned int sleep(unsigned int);
int usleep(useconds_t);
unsigned int alarm(unsigned int);
int pause(void);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
int pipe(int [2]);
int dup(int);
int dup2(int, int);
off_t lseek(int, off_t, int);
int unlink(const char *);
int access(const char *, int);
int fsync(int);
int ftruncate(int, off_t);
pid_t fork(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
uid_t getuid(void);
long sysconf(int);
void _exit(int) __attribute__((__noreturn__));
#endif
