#ifndef _TP_SEMAPHORE_H
#define _TP_SEMAPHORE_H
#include <features.h>
#include <time.h>
typedef struct { long __opaque[4]; } sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647
int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
#endif
