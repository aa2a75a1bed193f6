// A thread that has ended is not scheduled.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <errno.h>
#include <assert.h>
void *th(void *a) { return 0; }
int main(void) { pthread_t t; char b[16]; pthread_create(&t, 0, th, 0); sleep(1); errno = 0;
 int p; struct sched_param q;  assert(pthread_getschedparam(t, &p, &q)==0); return 0; }
