// A thread that has ended has no clock.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <time.h>
#include <assert.h>
void *th(void *a) { return 0; }
int main(void) { pthread_t t; clockid_t c; pthread_create(&t, 0, th, 0); sleep(1);
 assert(pthread_getcpuclockid(t, &c) == 0); return 0; }
