#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H 1
#include <features.h>
#include <sys/types.h>
#include <_tp/timespec.h>
typedef int clockid_t;
typedef struct { long __opaque[4]; } sem_t;
#define SEM_FAILED ((sem_t *) 0)
int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
#ifdef __USE_GNU
int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
#endif
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
#endif
